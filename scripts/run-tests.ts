/**
 * `npm test` and `npm run test:all`: runs test files with Node's test runner.
 *
 *   node scripts/run-tests.ts                   the tests that tell whether the service is right
 *   node scripts/run-tests.ts --system          system tests, and on PostgreSQL what the former ran on SQLite alone
 *   node scripts/run-tests.ts FILE ...          these files
 *   node scripts/run-tests.ts --report MODULE   with this reporter instead of Node's
 *   node scripts/run-tests.ts --coverage        `npm run coverage`: what of src/ they execute, by room
 *
 * Node starts a process for each file that it is given. To load the whole service in each would take a fifth of the time, so it
 * is given bundles: files that each import some of the test files.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.test-bundles');
/** Tests mostly wait, for a database or a timer. */
const CONCURRENCY = availableParallelism() + 2;
/** Few, because each loads and compiles the service again. */
const BUNDLES = Math.min(CONCURRENCY, 10);
/** More where files take between a second and a minute, so that no process works on alone at the end. */
const SYSTEM_BUNDLES = 5 * BUNDLES;
/** The longest, whatever their size: they begin first. */
const LONGEST = [
  'test/torture',
  'test/year',
  'test/release',
  'src/demo/seed-demo',
  'test/browser/long-words',
].map((name) => join(ROOT, `${name}.system.test.ts`));
/** A test that hangs fails after ten minutes; the longest takes two. */
const TIMEOUT_MS = 600_000;
const ON_POSTGRES = pathToFileURL(join(ROOT, 'fixtures/on-postgres.ts')).href;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    system: { type: 'boolean', default: false },
    report: { type: 'string' },
    coverage: { type: 'boolean', default: false },
  },
});

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
if (positionals.length > 0)
  writeBundles(
    'named',
    positionals.map((file) => resolve(file)),
    BUNDLES,
  );
else if (values.system) {
  writeBundles('system', testFiles().filter(isSystemTest), SYSTEM_BUNDLES);
  writeBundles('system-on-postgres', testFiles().filter(isForOneDatabase), 2 * BUNDLES, [ON_POSTGRES]);
} else
  writeBundles(
    'test',
    testFiles().filter((file) => !isSystemTest(file)),
    BUNDLES,
  );
run();

function testFiles(): string[] {
  const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];
  return globSync(patterns, { cwd: ROOT })
    .sort()
    .map((file) => join(ROOT, file));
}

function isSystemTest(file: string): boolean {
  return file.endsWith('.system.test.ts');
}

function isForOneDatabase(file: string): boolean {
  return !isSystemTest(file) && /describeOnDatabase\(|ONE_DATABASE/.test(readFileSync(file, 'utf8'));
}

/**
 * Deals the files out from the longest to the shortest, there and back, so that all bundles get about the same: the longer a
 * file, the longer its tests take, more or less.
 */
function writeBundles(
  name: string,
  files: readonly string[],
  most: number,
  first: readonly string[] = [],
): void {
  const bundles = Array.from({ length: Math.min(most, files.length) }, () => [...first]);
  const sizeOf = (file: string) => (LONGEST.includes(file) ? Number.POSITIVE_INFINITY : statSync(file).size);
  const bySize = files.toSorted((one, other) => sizeOf(other) - sizeOf(one) || 0);
  for (const [index, file] of bySize.entries()) {
    const turn = index % (2 * bundles.length);
    bundles.at(turn < bundles.length ? turn : bundles.length - 1 - turn)?.push(pathToFileURL(file).href);
  }
  for (const [index, imports] of bundles.entries()) {
    const text = imports.map((url) => `import '${url}';\n`).join('');
    writeFileSync(join(FOLDER, `${name}-${String(index).padStart(2, '0')}.test.mjs`), text);
  }
}

function run(): void {
  const reporter = values.coverage ? join(import.meta.dirname, 'coverage-by-room.ts') : values.report;
  const report = reporter === undefined ? [] : [`--test-reporter=${pathToFileURL(reporter)}`];
  const coverage = ['--experimental-test-coverage', '--test-coverage-include=src/**/*.{ts,js}'];
  const runner = spawn(
    process.execPath,
    [
      '--min-semi-space-size=16',
      '--test',
      `--test-global-setup=${join(ROOT, 'fixtures/whole-run.ts')}`,
      `--test-timeout=${TIMEOUT_MS}`,
      `--test-concurrency=${CONCURRENCY}`,
      ...report,
      ...(values.coverage ? coverage : []),
      join(FOLDER, '*.test.mjs'),
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  // The runner stops what it has started. A terminal sends Ctrl-C to both, other signals come here alone.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => runner.kill());
  runner.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}
