/** `npm run fuzz`: its arguments are in options.ts. The exit code is 1 when there was a fault. */

import { startPostgres } from '../../fixtures/postgres-server.ts';
import { fuzz, type Report } from './fuzz.ts';
import { type RunOptions, readOptions, USAGE } from './options.ts';

let options: RunOptions | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`fuzz: ${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}
if (options === undefined) {
  console.log(USAGE);
  process.exit(0);
}

const ends: (() => unknown)[] = [];
async function end(code: number): Promise<never> {
  for (const each of ends.toReversed()) await each();
  process.exit(code);
}
// The first Ctrl-C ends the run with its report, the second at once.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => (interrupted.signal.aborted ? end(130) : interrupted.abort()));

const { seed, requests, interfaces, isOnPostgres } = options;
const where = isOnPostgres ? 'PostgreSQL' : 'SQLite';
console.log(`seed ${seed}, ${requests} requests to ${interfaces.join(', ')}, on ${where}`);
const postgres = isOnPostgres ? await startPostgres() : undefined;
if (postgres !== undefined) ends.push(() => postgres.remove());
const database = postgres && { kind: 'postgres' as const, url: await postgres.createSchema() };
const since = performance.now();
let shown = 0;
const test = { after: (each: unknown) => ends.push(each as () => unknown) };
const report = await fuzz({ seed, requests, interfaces, database }, test, show, interrupted);
for (const fault of report.faults.slice(shown)) console.log(`\n${fault}`);
console.log(`\n${summary(report)}`);
for (const line of memoryLines(report)) console.log(line);
await end(report.faults.length === 0 ? 0 : 1);

function show(soFar: Report): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${summary(soFar)}`);
  for (const fault of soFar.faults.slice(shown)) console.log(`\n${fault}`);
  shown = soFar.faults.length;
}

function summary({ requests, statuses, faults, memory }: Report): string {
  const seconds = (performance.now() - since) / 1_000;
  const byStatus = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  const { rss = 0, heap = 0 } = memory.at(-1) ?? {};
  const pace = `${requests} requests in ${Math.round(seconds)} s, ${Math.round(requests / seconds)} a second`;
  return `${pace}, ${faults.length} faults, ${megabytes(rss)} resident, ${megabytes(heap)} heap (${byStatus.join(', ')})`;
}

/** The memory in ten parts of the run: the least heap in each, which is what was left after a collection. */
function memoryLines({ memory }: Report): string[] {
  const size = Math.ceil(memory.length / 10);
  return Array.from({ length: Math.ceil(memory.length / size) }, (_, index) => {
    const part = memory.slice(index * size, (index + 1) * size);
    const [rss, heap] = [
      Math.max(...part.map((each) => each.rss)),
      Math.min(...part.map((each) => each.heap)),
    ];
    return `after ${part.at(-1)?.requests} requests: ${megabytes(rss)} resident at most, ${megabytes(heap)} heap at least`;
  });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
