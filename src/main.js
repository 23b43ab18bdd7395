import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code for the next start; if the folder can't be written, Node does without. It is set in the environment so
// that threads use it too: otherwise each would load the whole compiler. This file is JavaScript so that the main thread need not.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/museum', import.meta.url));
enableCompileCache();

const { run } = await import('./cli/program.ts');
await run(process.argv.slice(2));
