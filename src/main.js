import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps what was compiled for the next start. Where the folder can't be written, Node goes without. Threads find it in the
// environment; without it each would load the whole compiler to read this source. So would this thread, were this file TypeScript.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/museum', import.meta.url));
enableCompileCache();

const { run } = await import('./cli/program.ts');
await run(process.argv.slice(2));
