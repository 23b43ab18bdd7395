import { type Bench, CONNECTIONS, profiling, ratioGoal, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import { InvalidRun } from '../generator.ts';
import type { Stream } from '../load-order.ts';
import { postRequest } from '../requests.ts';
import { SeedReader } from '../seed-reader.ts';
import { LIMITED_DAY } from '../seed-rows.ts';
import { startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { openForToday, type TodaysTicket } from '../todays-tickets.ts';
import { describeTurns, medianRate, ratioOf, type Turn, takeTurn, takeTurns } from '../turns.ts';
import { saleStream } from './selling.ts';

/** More tickets than the service checks in within a second. A turn ends early when its tickets run out. */
const PER_SECOND = 30_000;
const ALONE_PER_SECOND = 6_000;
const RATE_GOAL = 1;
const LATENCY_GOAL = 1;

/** Row 7: admissions, each ticket once and durable, beside sales on the same service. */
export async function checkIn(bench: Bench): Promise<Finding[]> {
  const { options, generator } = bench;
  const gate = await startGate(bench, 2 * options.rounds + 1, options.seconds * PER_SECOND);
  const { service, sale } = gate;
  try {
    await warmUp(bench, service, sale);
    await warmUp(bench, service, gate.next('ticketId', CONNECTIONS));
    const turn = (stream: Stream) => takeTurn(generator, service, options.seconds, stream);
    const turns = await takeTurns(options.rounds, {
      known: () => turn(gate.next('ticketId', CONNECTIONS)),
      codes: () => turn(gate.next('code', CONNECTIONS)),
      sales: () => turn(sale),
    });
    gate.requireAdmitted();
    return [
      rateFinding('POST /check-ins by ticketId', turns.known, turns.sales),
      rateFinding('POST /check-ins by code, signature and all', turns.codes, turns.sales),
    ];
  } finally {
    await gate.close();
  }
}

/** Row 15: the same one at a time, from the code to the verdict, beside one purchase at a time. */
export async function checkInAlone(bench: Bench): Promise<Finding[]> {
  const { options, generator } = bench;
  const gate = await startGate(bench, options.rounds + 1, options.seconds * ALONE_PER_SECOND);
  const { service } = gate;
  const sale = { ...gate.sale, connections: 1 };
  try {
    await warmUp(bench, service, sale);
    await warmUp(bench, service, gate.next('code', 1));
    const turns = await takeTurns(options.rounds, {
      codes: () => takeTurn(generator, service, options.seconds, gate.next('code', 1)),
      sales: () => takeTurn(generator, service, options.seconds, sale),
    });
    gate.requireAdmitted();
    return [latencyFinding(turns.codes, turns.sales)];
  } finally {
    await gate.close();
  }
}

/** A service whose tickets for general entry are for today, with requests to admit each of them once. */
async function startGate(bench: Bench, turns: number, perTurn: number) {
  const service = await startService(bench.size, profiling(bench));
  const tickets = openForToday(service.database, turns * perTurn);
  const seeded = new SeedReader(service.database);
  const sale = saleStream(seeded, LIMITED_DAY);
  const share = Math.min(perTurn, Math.floor(tickets.count / turns));
  let used = 0;
  return {
    service,
    sale,
    /** The next turn's share of the tickets. */
    next(by: keyof TodaysTicket, connections: number): Stream {
      const some = tickets.take(used, share);
      used += share;
      const requests = some.map((ticket) => postRequest('/check-ins', { [by]: ticket()[by], gate: 'East' }));
      return { name: `check-in by ${by}`, requests, choose: 'in order', status: 201, connections };
    },
    /** Checks that the recorded scans are all admissions. */
    requireAdmitted(): void {
      const { admitted, others } = tickets.counted();
      if (others > 0 || admitted === 0)
        throw new InvalidRun(`${admitted} were admitted, and ${others} refused.`);
    },
    async close() {
      tickets.close();
      seeded.close();
      await service.close();
    },
  };
}

function rateFinding(work: string, service: readonly Turn[], sales: readonly Turn[]): Finding {
  const ratio = ratioOf(service, sales);
  return {
    row: '7',
    work,
    service: describeTurns(service),
    reference: `POST /tickets ${describeTurns(sales)}`,
    ...ratioGoal(ratio.median, RATE_GOAL),
    goal: `>= ${RATE_GOAL.toFixed(2)}`,
    measured: { ratio, service, sales, rate: medianRate(service) },
  };
}

function latencyFinding(codes: readonly Turn[], sales: readonly Turn[]): Finding {
  const p50 = (turns: readonly Turn[]) => median(turns.map((turn) => turn.p50));
  const ratio = p50(codes) / p50(sales);
  const describe = (turns: readonly Turn[]) =>
    `p50 ${p50(turns).toFixed(2)} ms, p99 ${median(turns.map(({ p99 }) => p99)).toFixed(2)} ms`;
  return {
    row: '15',
    work: 'check-in by code, one at a time',
    service: describe(codes),
    reference: `POST /tickets ${describe(sales)}`,
    figure: ratio.toFixed(2),
    isReached: ratio <= LATENCY_GOAL,
    goal: `<= ${LATENCY_GOAL.toFixed(2)}`,
    measured: { codes, sales },
  };
}
