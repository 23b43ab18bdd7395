import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import { commitOneByOne } from '../commits.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { fetchAnswers } from '../reference-answers.ts';
import { postRequest } from '../requests.ts';
import { purchase, SeedReader } from '../seed-reader.ts';
import { LIMITED_DAY, UNLIMITED_DAY } from '../seed-rows.ts';
import { startReference, startService } from '../server-process.ts';
import { describeTurns, medianRate, ratioOf, type Turn, takeTurn, takeTurns } from '../turns.ts';

const VISITORS = 5_000;
const DISK_GOAL = 2.5;
const REFERENCE_GOAL = 0.4;
/** Ten tickets together cost four times as much as one at most. */
const ORDER_GOAL = 0.25;

/** Row 3: selling one day of one event, with and without a limit, beside bare Fastify. */
export async function sellTickets(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const reference = await startReference(await fetchAnswers(service.port, seeded));
  const unlimited = saleStream(seeded, UNLIMITED_DAY);
  const limited = saleStream(seeded, LIMITED_DAY);
  try {
    const before = { [UNLIMITED_DAY]: seeded.sold(UNLIMITED_DAY), [LIMITED_DAY]: seeded.sold(LIMITED_DAY) };
    for (const server of [service, reference]) await warmUp(bench, server, limited);
    const turns = await takeTurns(options.rounds, {
      unlimited: () => takeTurn(generator, service, options.seconds, unlimited),
      limited: () => takeTurn(generator, service, options.seconds, limited),
      reference: () => takeTurn(generator, reference, options.seconds, limited),
    });
    for (const [day, sold] of Object.entries(before)) requireOnDisk(seeded, day, sold.rows);
    return [
      sellingFinding('POST /tickets, no limit', turns.unlimited, turns.reference),
      sellingFinding('POST /tickets, capacity guarded', turns.limited, turns.reference),
    ];
  } finally {
    seeded.close();
    await service.close();
    await reference.close();
  }
}

/** Row 4: the same with a limit, beside what the disk does with one commit for each row. */
export async function sellAgainstDisk(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const limited = saleStream(seeded, LIMITED_DAY);
  try {
    const { rows } = seeded.sold(LIMITED_DAY);
    await warmUp(bench, service, limited);
    const turns = await takeTurns(options.rounds, {
      service: () => takeTurn(generator, service, options.seconds, limited),
      disk: () => commitOneByOne(size, options.seconds),
    });
    requireOnDisk(seeded, LIMITED_DAY, rows);
    return [diskFinding(turns.service, turns.disk)];
  } finally {
    seeded.close();
    await service.close();
  }
}

/** Row 16: an order of ten tickets in three slots, beside a sale of one ticket. */
export async function sellOrders(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const [single, orders] = [saleStream(seeded, LIMITED_DAY), orderStream(seeded)];
  try {
    const { rows } = seeded.sold(LIMITED_DAY);
    for (const stream of [single, orders]) await warmUp(bench, service, stream);
    const turns = await takeTurns(options.rounds, {
      orders: () => takeTurn(generator, service, options.seconds, orders),
      single: () => takeTurn(generator, service, options.seconds, single),
    });
    requireOnDisk(seeded, LIMITED_DAY, rows);
    const ratio = ratioOf(turns.orders, turns.single);
    const finding = {
      row: '16',
      work: 'POST /orders, ten tickets in three slots',
      service: describeTurns(turns.orders),
      reference: `POST /tickets ${describeTurns(turns.single)}`,
      ...ratioGoal(ratio.median, ORDER_GOAL),
      goal: `>= ${ORDER_GOAL.toFixed(2)}`,
      measured: { ratio, orders: turns.orders, single: turns.single },
    };
    return [finding];
  } finally {
    seeded.close();
    await service.close();
  }
}

function orderStream(seeded: SeedReader): Stream {
  const event = { ticketType: 'event', eventId: seeded.hotEventId() };
  const items = [
    { ...event, ticketDate: LIMITED_DAY, quantity: 4 },
    { ...event, ticketDate: UNLIMITED_DAY, quantity: 3 },
    { ticketType: 'general', ticketDate: LIMITED_DAY, quantity: 3 },
  ];
  const requests = Array.from({ length: VISITORS }, (_, visitor) =>
    postRequest('/orders', { items, email: `visitor-${visitor}@example.com` }),
  );
  return { name: 'POST /orders', requests, choose: 'at random', status: 201, connections: CONNECTIONS };
}

export function saleStream(seeded: SeedReader, day: string): Stream {
  const eventId = seeded.hotEventId();
  const requests = Array.from({ length: VISITORS }, (_, visitor) =>
    postRequest('/tickets', purchase(eventId, day, visitor)),
  );
  return { name: 'POST /tickets', requests, choose: 'at random', status: 201, connections: CONNECTIONS };
}

function sellingFinding(work: string, service: readonly Turn[], reference: readonly Turn[]): Finding {
  const ratio = ratioOf(service, reference);
  return {
    row: '3',
    work,
    service: describeTurns(service),
    reference: describeTurns(reference),
    ...ratioGoal(ratio.median, REFERENCE_GOAL),
    goal: `>= ${REFERENCE_GOAL.toFixed(2)}`,
    measured: { ratio, service, reference },
  };
}

function diskFinding(service: readonly Turn[], disk: readonly Turn[]): Finding {
  const ratio = ratioOf(service, disk);
  return {
    row: '4',
    work: 'the same, against one commit for each',
    service: `${Math.round(medianRate(service)).toLocaleString('en')}/s`,
    reference: describeTurns(disk),
    ...ratioGoal(ratio.median, DISK_GOAL),
    goal: `>= ${DISK_GOAL.toFixed(1)}`,
    measured: { ratio, service, disk },
  };
}

/** Checks that there are more tickets for the day than before, and that the counter agrees with them. */
function requireOnDisk(seeded: SeedReader, day: string, before: number): void {
  const { rows, counted } = seeded.sold(day);
  if (rows !== counted || rows <= before) {
    throw new InvalidRun(`For ${day} there are ${rows} tickets, and the counter says ${counted}.`);
  }
}
