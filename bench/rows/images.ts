import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { VoidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { ask, fetchAnswers } from '../reference-answers.ts';
import { getRequest } from '../requests.ts';
import { type ServerProcess, startReference, startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { Stock } from '../stock.ts';
import { describeTurns, medianRate, ratioOf, type Turn, takeTurn, takeTurns } from '../turns.ts';
import { eventStream } from './reading.ts';

/** More than any machine draws, so that no ticket is asked for twice. */
const IMAGES_A_SECOND = 4_000;
const AT_ONCE = 8;
const CPU_GOAL_MS = 4;
const LOOP_GOAL_MS = 20;
const IMAGE_GOAL = 0.7;
const NOT_MODIFIED_GOAL = 0.8;

/** Row 5: images that were never asked for, one at a time and several at once. */
export async function drawImages(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, { ...profiling(bench), measureLoopDelay: true });
  const stock = new Stock(service.database);
  const perTurn = Math.min(
    Math.ceil(IMAGES_A_SECOND * options.seconds),
    Math.floor(size.tickets / (2 * options.rounds + 1)),
  );
  const tickets = stock.ticketIds(perTurn * (2 * options.rounds + 1));
  stock.close();
  const turnOf = (connections: number): Promise<Turn> =>
    takeTurn(generator, service, options.seconds, {
      name: 'a new image',
      requests: tickets.splice(0, perTurn).map(imageRequest),
      choose: 'in order',
      status: 200,
      connections,
    });
  try {
    await turnOf(AT_ONCE);
    const turns = await takeTurns(options.rounds, {
      alone: () => turnOf(1),
      together: () => turnOf(AT_ONCE),
    });
    return newImageFindings(turns.alone, turns.together);
  } finally {
    await service.close();
  }
}

function newImageFindings(alone: readonly Turn[], together: readonly Turn[]): Finding[] {
  const cpuMs = median(together.map(({ cpuMicros }) => cpuMicros)) / 1_000;
  const loopDelay = median(together.map(({ loopDelayMs }) => loopDelayMs));
  const scaling = medianRate(together) / medianRate(alone);
  return [
    {
      row: '5',
      work: 'a new ticket image',
      service: `${Math.round(medianRate(together))}/s, p99 ${median(together.map(({ p99 }) => p99)).toFixed(0)} ms`,
      reference: `one at a time ${Math.round(medianRate(alone))}/s (x ${scaling.toFixed(1)})`,
      figure: `${cpuMs.toFixed(2)} ms CPU`,
      goal: `<= ${CPU_GOAL_MS} ms`,
      isReached: cpuMs <= CPU_GOAL_MS,
      measured: { cpuMs, scaling, alone, together },
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

/** Row 6: an image that is at hand, sent whole and as 304. */
export async function repeatImage(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const stock = new Stock(service.database);
  const [ticketId = ''] = stock.ticketIds(1);
  const reference = await startReference(await fetchAnswers(service.port, stock));
  const event = eventStream(stock);
  stock.close();
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
  if (tag === null) throw new VoidRun('A ticket image came without an entity tag.');
  return tag;
}
