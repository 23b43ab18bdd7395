import { join } from 'node:path';
import { type Bench, CONNECTIONS, profiling, type RowProgram, ratioGoal, warmUp } from '../bench.ts';
import { startChild } from '../cleanup.ts';
import type { Finding } from '../finding.ts';
import { Generator, InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { type SeededPostgres, seededPostgres } from '../postgres.ts';
import { fetchAnswers } from '../reference-answers.ts';
import { postRequest } from '../requests.ts';
import { purchase, type SeedReader } from '../seed-reader.ts';
import { LIMITED_DAY } from '../seed-rows.ts';
import { type ServerProcess, startInstance, startReference } from '../server-process.ts';
import { describeTurns, medianRate, ratioOf, type Turn, takeTurn, takeTurns } from '../turns.ts';
import { readYearOnPostgres } from './octo.ts';
import { eventStream, listStream } from './reading.ts';
import { saleStream } from './selling.ts';

/** The rows that are measured on PostgreSQL, by name. Those after 11 have no goal: they say what limits it. */
export const POSTGRES_ROWS: Readonly<Record<string, RowProgram>> = {
  1: (bench) => besideFastify(bench, '1', 'GET one event', 0.7, eventStream),
  2: (bench) => besideFastify(bench, '2', 'GET the list, ten events', 1, listStream),
  3: (bench) =>
    besideFastify(bench, '3', 'POST /tickets, capacity guarded', 0.4, (seeded) =>
      saleStream(seeded, LIMITED_DAY),
    ),
  4: (bench) => besideSingleSales(bench, '4', 1, ['1 in transactions'], 2.5),
  11: (bench) => besideSingleSales(bench, '11', 2, SINGLE_SALES, 1.5),
  18: readYearOnPostgres,
  limits: findLimits,
};

/** As many connections as the instances sell over at a time, as they may open, and as there are clients. */
const SINGLE_SALES = [
  '2 in transactions',
  '20 in transactions',
  `${CONNECTIONS} in transactions`,
  '2 in one statement',
  '20 in one statement',
] as const;

/** One instance beside bare Fastify, which has no database. */
async function besideFastify(
  bench: Bench,
  row: string,
  work: string,
  goal: number,
  streamOf: (seeded: SeedReader) => Stream,
): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const postgres = await seededPostgres(size);
  const service = await startInstance(postgres.url, profiling(bench));
  const reference = await startReference(await fetchAnswers(service.port, postgres.seeded));
  const stream = streamOf(postgres.seeded);
  try {
    for (const server of [service, reference]) await warmUp(bench, server, stream);
    const turns = await takeTurns(options.rounds, {
      service: () => takeTurn(generator, service, options.seconds, stream),
      reference: () => takeTurn(generator, reference, options.seconds, stream),
    });
    if (row === '3') await postgres.requireSold(LIMITED_DAY, answersOf(turns.service));
    const ratio = ratioOf(turns.service, turns.reference);
    return [
      {
        row,
        work,
        service: describeTurns(turns.service),
        reference: describeTurns(turns.reference),
        ...ratioGoal(ratio.median, goal),
        goal: `>= ${goal.toFixed(2)}`,
        measured: { ratio, turns },
      },
    ];
  } finally {
    await reference.close();
    await service.close();
    await postgres.remove();
  }
}

/** Instances that sell one hot event day, beside clients that sell the same day, each sale in a commit of its own. */
async function besideSingleSales(
  bench: Bench,
  row: string,
  instances: number,
  others: readonly string[],
  goal: number,
): Promise<Finding[]> {
  return withInstances(bench, instances, async (postgres, sellTogether) => {
    const { options } = bench;
    const stream = saleStream(postgres.seeded, LIMITED_DAY);
    await sellTogether(stream, 1);
    const turns = await takeTurns(options.rounds, {
      service: () => sellTogether(stream, options.seconds),
      ...Object.fromEntries(
        others.map((other) => [other, () => sellOneByOne(postgres, other, options.seconds)]),
      ),
    } as Record<string, () => Promise<Turn>>);
    const service = turns.service ?? [];
    await postgres.requireSold(LIMITED_DAY, answersOf(Object.values(turns).flat()));
    return others.map((other) => {
      const reference = turns[other] ?? [];
      const ratio = ratioOf(service, reference);
      return {
        row,
        work: `one hot event day, ${instances === 1 ? 'one instance' : `${instances} instances`}, beside single sales, ${other}`,
        service: describeTurns(service),
        reference: describeTurns(reference),
        ...ratioGoal(ratio.median, goal),
        goal: `>= ${goal.toFixed(1)}`,
        measured: { ratio, service, reference },
      };
    });
  });
}

/** The figures of docs/scale.md: instances, sales of one day and of many, reads, and how long one commit takes. */
async function findLimits(bench: Bench): Promise<Finding[]> {
  return withInstances(bench, 2, async (postgres, together) => {
    const { seeded } = postgres;
    const { seconds, rounds } = bench.options;
    const hot = saleStream(seeded, LIMITED_DAY);
    const spread = spreadSaleStream(seeded);
    const event = eventStream(seeded);
    const list = listStream();
    for (const stream of [hot, spread, event, list]) await together(stream, 1);
    const turns = await takeTurns(rounds, {
      'sales of one day, one instance': () => together(hot, seconds, 1),
      'sales of one day, two instances': () => together(hot, seconds),
      'sales spread over 1,000 days of events, one instance': () => together(spread, seconds, 1),
      'sales spread over 1,000 days of events, two instances': () => together(spread, seconds),
      'GET one event, one instance': () => together(event, seconds, 1),
      'GET one event, two instances': () => together(event, seconds),
      'GET the list, two instances': () => together(list, seconds),
      'one connection, one sale a commit': () => sellOneByOne(postgres, '1 in transactions', seconds),
    });
    return Object.entries(turns).map(([work, measured]) => ({
      row: 'limits',
      work,
      service: describeTurns(measured),
      reference: '',
      figure: Math.round(medianRate(measured)).toLocaleString('en'),
      goal: '',
      measured,
    }));
  });
}

/** Divides the stream's connections among all instances, or among the first so many. */
type Together = (stream: Stream, seconds: number, instances?: number) => Promise<Turn>;

async function withInstances(
  bench: Bench,
  count: number,
  measure: (postgres: SeededPostgres, together: Together) => Promise<Finding[]>,
): Promise<Finding[]> {
  const postgres = await seededPostgres(bench.size);
  const instances: ServerProcess[] = [];
  try {
    for (let made = 0; made < count; made++)
      instances.push(await startInstance(postgres.url, profiling(bench)));
    const generators = instances.map((_, index) => (index === 0 ? bench.generator : new Generator()));
    return await measure(postgres, async (stream, seconds, used = count) => {
      const share = { ...stream, connections: stream.connections / used };
      const turns = instances
        .slice(0, used)
        .map((instance, index) => takeTurn(generators[index] as Generator, instance, seconds, share));
      return sumOf(await Promise.all(turns));
    });
  } finally {
    for (const instance of instances) await instance.close();
    await postgres.remove();
  }
}

/** Several turns at the same time, added up to one. */
function sumOf(turns: readonly Turn[]): Turn {
  const answers = answersOf(turns);
  const sum = (figure: (turn: Turn) => number) => turns.reduce((total, turn) => total + figure(turn), 0);
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    answers,
    cpuMicros: sum((turn) => turn.cpuMicros * turn.answers) / answers,
    p50: sum((turn) => turn.p50 * turn.answers) / answers,
    p99: Math.max(...turns.map(({ p99 }) => p99)),
    loopDelayMs: Math.max(...turns.map(({ loopDelayMs }) => loopDelayMs)),
    generatorShare: Math.max(...turns.map(({ generatorShare }) => generatorShare)),
  };
}

function answersOf(turns: readonly Turn[]): number {
  return turns.reduce((total, { answers }) => total + answers, 0);
}

/** @param how the number of connections, and how each sale is made: see sell-one-by-one.ts */
function sellOneByOne({ url, seeded }: SeededPostgres, how: string, seconds: number): Promise<Turn> {
  const [connections = '1', ...kind] = how.split(' ');
  const program = join(import.meta.dirname, '../sell-one-by-one.ts');
  const child = startChild(
    [program, url, connections, kind.join(' '), `${seconds}`, seeded.hotEventId(), LIMITED_DAY],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  return new Promise<Turn>((resolve, reject) => {
    child.once('message', (turn) => resolve(turn as Turn));
    child.once('exit', () => reject(new InvalidRun('The program that sells one by one failed.')));
  });
}

const SPREAD_OVER = 1_000;

function spreadSaleStream(seeded: SeedReader): Stream {
  const requests = seeded
    .eventDays(SPREAD_OVER)
    .map(([eventId, day], visitor) => postRequest('/tickets', purchase(eventId, day, visitor)));
  return { name: 'POST /tickets', requests, choose: 'at random', status: 201, connections: CONNECTIONS };
}
