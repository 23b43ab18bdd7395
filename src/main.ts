import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps what was compiled for the next start. Where the folder can't be written, Node goes without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/museum', import.meta.url)));

const { run } = await import('./cli/program.ts');
await run(process.argv.slice(2));
