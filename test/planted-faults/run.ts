/** Plants the faults of faults.ts, one at a time, in a copy of the checkout, and runs the tests that must find each. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PLANTED_FAULTS, type PlantedFault } from './faults.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Not copied: what is not part of the sources. */
const LEFT_OUT = ['.git', 'node_modules', '.test-bundles', 'data'];
/** A fault may make a test wait for ever. */
const TIMEOUT_MS = 300_000;

const USAGE = `usage: node test/planted-faults/run.ts [NUMBER ...]
Plants these faults, one at a time, or all of them in some minutes, and runs the tests that must find each:
${PLANTED_FAULTS.map(({ what }, index) => `${`${index + 1}`.padStart(4)}  ${what}`).join('\n')}`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(USAGE);
  process.exit(0);
}
const unknown = args.find((arg) => PLANTED_FAULTS[Number(arg) - 1] === undefined);
if (unknown !== undefined) {
  console.error(`There is no fault ${JSON.stringify(unknown)}.\n${USAGE}`);
  process.exit(2);
}
const wanted = args.map(Number);
const chosen = [...PLANTED_FAULTS.entries()].filter(
  ([index]) => wanted.length === 0 || wanted.includes(index + 1),
);
const copy = mkdtempSync(join(tmpdir(), 'museum-faults-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));

cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
const files = [...new Set(chosen.flatMap(([, { by }]) => by))];
const before = failuresOf(files, 4 * TIMEOUT_MS);
if (before.length > 0) {
  console.error(`Without any fault these fail already: ${before.join('; ')}`);
  process.exit(1);
}
const missed = chosen.filter(([index, fault]) => !isFound(index, fault));
console.log(`${chosen.length - missed.length} of ${chosen.length} faults were found.`);
process.exitCode = missed.length === 0 ? 0 : 1;

function isFound(index: number, { what, file, find, put, by }: PlantedFault): boolean {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} must hold this once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
  const startedAt = performance.now();
  let failures: string[] = [];
  for (const each of by) {
    failures = failuresOf([each]);
    if (failures.length > 0) break;
  }
  writeFileSync(path, text);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const outcome = failures.length > 0 ? `found by "${failures[0]}"` : 'NOT FOUND';
  console.log(`${index + 1}. ${what}: ${outcome} (${seconds} s)`);
  return failures.length > 0;
}

/** The names of the tests that fail; what else ends the run counts as one. */
function failuresOf(testFiles: readonly string[], timeout = TIMEOUT_MS): string[] {
  const paths = testFiles.map((file) => join(copy, file));
  const command = ['--test', '--test-force-exit', '--test-reporter=tap', ...paths];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: copy,
    encoding: 'utf8',
    timeout,
    maxBuffer: 1024 ** 3,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  if (status === 0) return [];
  // A test that never ends outlives its runner.
  spawnSync('pkill', ['-KILL', '-f', copy]);
  const names = [...stdout.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name as string);
  return names.length > 0
    ? names
    : [`the end of the run: ${status ?? 'it took too long'} ${stderr.slice(0, 300)}`];
}
