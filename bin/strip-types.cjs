/**
 * Loaded before the service where it is installed as a package: Node strips types nowhere under node_modules,
 * so this does it for the files of this package. Threads that run such files need it as well.
 */
const { readFileSync } = require('node:fs');
const { registerHooks, stripTypeScriptTypes } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const SOURCES = pathToFileURL(join(__dirname, '..', 'src', '/')).href;

withoutWarning(() => stripTypeScriptTypes(''));

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(SOURCES) || !url.endsWith('.ts')) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Node warns once, on first use, that the function may change; the runtime's version is fixed here. */
function withoutWarning(work) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
