import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { fetchAnswers } from '../reference-answers.ts';
import { getRequest } from '../requests.ts';
import { LIST_PATH, SeedReader } from '../seed-reader.ts';
import { startReference, startService } from '../server-process.ts';
import { describeTurns, ratioOf, takeTurn, takeTurns } from '../turns.ts';

const EVENTS_ASKED_FOR = 10_000;

/** Row 1: one event, any of ten thousand. */
export async function getOneEvent(bench: Bench): Promise<Finding[]> {
  return compare(bench, { row: '1', work: 'GET one event', goal: 0.7, streamOf: eventStream });
}

/** Row 2: the list, ten events in the window. */
export async function listTenEvents(bench: Bench): Promise<Finding[]> {
  return compare(bench, { row: '2', work: 'GET the list, ten events', goal: 1, streamOf: listStream });
}

export function eventStream(seeded: SeedReader, events = EVENTS_ASKED_FOR): Stream {
  const requests = seeded.eventIds(events).map((id) => getRequest(`/special-events/${id}`));
  return { name: 'GET one event', requests, choose: 'at random', status: 200, connections: CONNECTIONS };
}

export function listStream(): Stream {
  const requests = [getRequest(LIST_PATH)];
  return { name: 'GET the list', requests, choose: 'at random', status: 200, connections: CONNECTIONS };
}

interface ReadingRow {
  readonly row: string;
  readonly work: string;
  readonly goal: number;
  readonly streamOf: (seeded: SeedReader) => Stream;
}

async function compare(bench: Bench, { row, work, goal, streamOf }: ReadingRow): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const stream = streamOf(seeded);
  const reference = await startReference(await fetchAnswers(service.port, seeded));
  seeded.close();
  try {
    for (const server of [service, reference]) await warmUp(bench, server, stream);
    const turns = await takeTurns(options.rounds, {
      service: () => takeTurn(generator, service, options.seconds, stream),
      reference: () => takeTurn(generator, reference, options.seconds, stream),
    });
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
    await service.close();
    await reference.close();
  }
}
