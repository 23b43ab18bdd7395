/**
 * `npm run test:stress`: finds tests that are red by chance. Runs the tests several times while other work keeps the processor
 * busy, and lists each test that failed at least once, with its cause.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { FailedTest, FinishedRun } from './failed-tests.ts';

const HELP = `Usage: npm run test:stress -- [options] [FILE ...]

Runs the tests of npm test, or the files, again and again beside busy loops, and lists each test that was red at least once.

  --runs N   how many times (10)
  --busy N   how many busy loops (the number of cores, plus one)
  --system   the system tests, which npm run test:all adds to those of npm test
  --cap N    with systemd: the tests get N percent of one core at most
  --help     this text
`;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '10' },
    busy: { type: 'string', default: `${availableParallelism() + 1}` },
    system: { type: 'boolean', default: false },
    cap: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

interface Run {
  readonly tests: number;
  readonly failed: readonly FailedTest[];
  readonly exitCode: number;
}

if (values.help) process.stdout.write(HELP);
else process.exitCode = await stress();

async function stress(): Promise<number> {
  const runs = countFrom('--runs', values.runs);
  const busyLoops = Array.from({ length: countFrom('--busy', values.busy) }, startBusyLoop);
  const command = [...capped(), process.execPath, join(import.meta.dirname, 'run-tests.ts')];
  const red = new Map<string, FailedTest[]>();
  let failedRuns = 0;
  try {
    for (let number = 1; number <= runs; number++) {
      const startedAt = performance.now();
      const { tests, failed, exitCode } = await runTests(command);
      for (const test of failed) red.set(test.name, [...(red.get(test.name) ?? []), test]);
      if (exitCode !== 0) failedRuns++;
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      console.log(`run ${number} of ${runs}: ${seconds} s, ${tests} tests, ${failed.length} red`);
      if (exitCode !== 0 && failed.length === 0) console.log(`  ended with exit code ${exitCode}`);
    }
  } finally {
    for (const loop of busyLoops) loop.kill();
  }
  for (const [name, times] of red) print(name, times, runs);
  console.log(failedRuns === 0 ? 'Every run was green.' : `${failedRuns} of ${runs} runs were red.`);
  return failedRuns === 0 ? 0 : 1;
}

function countFrom(option: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  console.error(`${option} is ${JSON.stringify(text)}, but must be a whole number.`);
  process.exit(2);
}

/** A process of its own: a thread of this one would be counted as this one by the scheduler. */
function startBusyLoop(): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--eval',
      `process.on('disconnect', () => {}); setImmediate(function loop() {
    for (const end = performance.now() + 100; performance.now() < end; );
    if (process.connected) setImmediate(loop); else process.exit();
  })`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
}

/** The command in front of another that limits its share of the processor. */
function capped(): string[] {
  if (values.cap === undefined) return [];
  const prefix = [
    'systemd-run',
    '--user',
    '--scope',
    '--quiet',
    `--property=CPUQuota=${countFrom('--cap', values.cap)}%`,
  ];
  const [program = '', ...rest] = prefix;
  if (spawnSync(program, [...rest, 'true']).status === 0) return prefix;
  console.error('--cap: this machine has no systemd that limits the processor of a user’s processes.');
  process.exit(2);
}

async function runTests([program = '', ...rest]: readonly string[]): Promise<Run> {
  const reporter = join(import.meta.dirname, 'failed-tests.ts');
  const options = ['--report', reporter, ...(values.system ? ['--system'] : []), ...files];
  const child = spawn(program, [...rest, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  let tests = 0;
  const failed: FailedTest[] = [];
  for await (const line of createInterface(child.stdout)) {
    const event = readEvent(line);
    if (event === undefined) continue;
    if ('tests' in event) tests = event.tests;
    else failed.push(event);
  }
  return { tests, failed, exitCode: await ended };
}

/** Undefined for what the tests themselves print. */
function readEvent(line: string): FailedTest | FinishedRun | undefined {
  try {
    const event = JSON.parse(line);
    return typeof event.cause === 'string' || typeof event.tests === 'number' ? event : undefined;
  } catch {
    return undefined;
  }
}

function print(name: string, times: readonly FailedTest[], runs: number): void {
  console.log(`\nred ${times.length} times in ${runs} runs: ${name}`);
  const causes = new Map(times.map(({ place, cause }) => [cause, place]));
  for (const [cause, place] of causes) console.log(`  at ${place}\n${cause.replaceAll(/^/gm, '    ')}`);
}
