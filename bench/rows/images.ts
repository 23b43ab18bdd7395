import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { ask, fetchAnswers } from '../reference-answers.ts';
import { getRequest } from '../requests.ts';
import { SeedReader } from '../seed-reader.ts';
import { UNLIMITED_DAY } from '../seed-rows.ts';
import { type ServerProcess, startReference, startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { describeTurns, medianRate, ratioOf, type Turn, takeTurn, takeTurns } from '../turns.ts';
import { eventStream } from './reading.ts';

const CONCURRENCY = 8;
const CPU_GOAL_MS = 4;
const LOOP_GOAL_MS = 20;
const IMAGE_GOAL = 0.7;
const NOT_MODIFIED_GOAL = 0.8;

/** Row 5: images that are made for the first time, of one event day on sale and of days all over the programme. */
export async function drawImages(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, { ...profiling(bench), measureLoopDelay: true });
  const seeded = new SeedReader(service.database);
  const oneDay = seeded.hotTicketIds(UNLIMITED_DAY, size.tickets);
  const manyDays = seeded.ticketIds(size.tickets / 50);
  seeded.close();
  const turnsToCome = { oneDay: 2 * options.rounds + 1, manyDays: options.rounds };
  const draw = (name: keyof typeof turnsToCome, tickets: string[], connections: number): Promise<Turn> =>
    takeTurn(generator, service, options.seconds, {
      // No ticket twice: each turn gets its share of those that are left.
      ...newImageStream(tickets.splice(0, Math.floor(tickets.length / turnsToCome[name]--))),
      connections,
    });
  try {
    await draw('oneDay', oneDay, CONCURRENCY);
    const turns = await takeTurns(options.rounds, {
      alone: () => draw('oneDay', oneDay, 1),
      together: () => draw('oneDay', oneDay, CONCURRENCY),
      scattered: () => draw('manyDays', manyDays, CONCURRENCY),
    });
    return newImageFindings(turns.alone, turns.together, turns.scattered);
  } finally {
    await service.close();
  }
}

/** Requests for images of tickets, each once. */
export function newImageStream(ticketIds: readonly string[]): Omit<Stream, 'connections'> {
  return { name: 'a new image', requests: ticketIds.map(imageRequest), choose: 'in order', status: 200 };
}

function newImageFindings(
  alone: readonly Turn[],
  together: readonly Turn[],
  scattered: readonly Turn[],
): Finding[] {
  const cpuMs = cpuMsOf(together);
  const scaling = medianRate(together) / medianRate(alone);
  const loopDelay = Math.max(...[together, scattered].map((turns) => median(turns.map(loopDelayOf))));
  return [
    {
      row: '5',
      work: 'a new image, one event day',
      service: describeImages(together),
      reference: `one at a time ${Math.round(medianRate(alone))}/s (x ${scaling.toFixed(1)})`,
      figure: `${cpuMs.toFixed(2)} ms CPU`,
      goal: `<= ${CPU_GOAL_MS} ms`,
      isReached: cpuMs <= CPU_GOAL_MS,
      measured: { cpuMs, scaling, alone, together },
    },
    {
      row: '5',
      work: 'a new image, each of another day',
      service: describeImages(scattered),
      reference: '',
      figure: `${cpuMsOf(scattered).toFixed(2)} ms CPU`,
      goal: '',
      measured: { scattered },
    },
    {
      row: '5',
      work: 'event loop delay meanwhile',
      service: `p99 ${loopDelay.toFixed(1)} ms`,
      reference: '',
      figure: `${loopDelay.toFixed(1)} ms`,
      goal: `< ${LOOP_GOAL_MS} ms`,
      isReached: loopDelay < LOOP_GOAL_MS,
    },
  ];
}

function cpuMsOf(turns: readonly Turn[]): number {
  return median(turns.map(({ cpuMicros }) => cpuMicros)) / 1_000;
}

function loopDelayOf({ loopDelayMs }: Turn): number {
  return loopDelayMs;
}

function describeImages(turns: readonly Turn[]): string {
  return `${Math.round(medianRate(turns))}/s, p99 ${median(turns.map(({ p99 }) => p99)).toFixed(0)} ms`;
}

/** Row 6: an image that is cached, sent whole and as 304. */
export async function repeatImage(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const [ticketId = ''] = seeded.ticketIds(1);
  const reference = await startReference(await fetchAnswers(service.port, seeded));
  const event = eventStream(seeded);
  seeded.close();
  const whole: Stream = {
    name: 'the same image',
    requests: [imageRequest(ticketId)],
    choose: 'at random',
    status: 200,
    connections: CONNECTIONS,
  };
  const unchanged: Stream = {
    ...whole,
    name: 'an unchanged image',
    requests: [getRequest(imagePath(ticketId), { 'If-None-Match': await tagOf(service, ticketId) })],
    status: 304,
  };
  try {
    for (const stream of [whole, unchanged]) await warmUp(bench, service, stream);
    for (const stream of [whole, event]) await warmUp(bench, reference, stream);
    const turns = await takeTurns(options.rounds, {
      whole: () => takeTurn(generator, service, options.seconds, whole),
      buffer: () => takeTurn(generator, reference, options.seconds, whole),
      unchanged: () => takeTurn(generator, service, options.seconds, unchanged),
      event: () => takeTurn(generator, reference, options.seconds, event),
    });
    return [
      againFinding('the same image again', turns.whole, turns.buffer, IMAGE_GOAL),
      againFinding('the same, 304', turns.unchanged, turns.event, NOT_MODIFIED_GOAL),
    ];
  } finally {
    await service.close();
    await reference.close();
  }
}

function againFinding(
  work: string,
  service: readonly Turn[],
  reference: readonly Turn[],
  goal: number,
): Finding {
  const ratio = ratioOf(service, reference);
  return {
    row: '6',
    work,
    service: describeTurns(service),
    reference: describeTurns(reference),
    ...ratioGoal(ratio.median, goal),
    goal: `>= ${goal.toFixed(2)}`,
    measured: { ratio, service, reference },
  };
}

function imageRequest(ticketId: string): string {
  return getRequest(imagePath(ticketId));
}

function imagePath(ticketId: string): string {
  return `/tickets/${ticketId}/qr`;
}

async function tagOf({ port }: ServerProcess, ticketId: string): Promise<string> {
  const tag = (await ask(port, imagePath(ticketId))).headers.get('etag');
  if (tag === null) throw new InvalidRun('A ticket image came without an entity tag.');
  return tag;
}
