import { type Bench, profiling, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { postRequest } from '../requests.ts';
import { startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { openForToday } from '../todays-tickets.ts';

const REFUSED_PER_SECOND = 10_000;
const VISITORS_PER_SECOND = 200;
const SHARE_GOAL = 0.95;
const P99_GOAL_MS = 50;

interface Moment {
  readonly admittedPerSecond: number;
  readonly refusedPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Ten thousand refused scans a second from one gate, and how much they slow down visitors at the others. */
export async function rushAtGate(bench: Bench): Promise<Finding[]> {
  const { options, generator } = bench;
  const service = await startService(bench.size, profiling(bench));
  const perTurn = options.seconds * VISITORS_PER_SECOND;
  const tickets = openForToday(service.database, 2 * (options.rounds + 1) * perTurn);
  let used = 0;
  try {
    await warmUp(bench, service, refusals());
    const quiet: Moment[] = [];
    const rushed: Moment[] = [];
    for (let round = 0; round < options.rounds; round++) {
      quiet.push(await moment([visitors()]));
      rushed.push(await moment([visitors(), refusals()]));
    }
    return [findingOf(quiet, rushed)];
  } finally {
    tickets.close();
    await service.close();
  }

  function visitors(): Stream {
    const some = tickets.take(used, perTurn);
    used += perTurn;
    const requests = some.map((ticket) => postRequest('/check-ins', { code: ticket().code, gate: 'East' }));
    return {
      name: 'visitors',
      requests,
      choose: 'in order',
      status: 201,
      connections: 8,
      perSecond: VISITORS_PER_SECOND,
    };
  }

  async function moment(streams: readonly Stream[]): Promise<Moment> {
    const { streams: outcomes } = await generator.load(service.port, options.seconds, streams);
    const [admitted, refused] = outcomes;
    return {
      admittedPerSecond: admitted?.perSecond ?? 0,
      refusedPerSecond: refused?.perSecond ?? 0,
      p50: admitted?.latency.p50 ?? Number.NaN,
      p99: admitted?.latency.p99 ?? Number.NaN,
    };
  }
}

function refusals(): Stream {
  const requests = Array.from({ length: 1_000 }, (_, index) =>
    postRequest('/check-ins', { code: `https://example.com/${index}`, gate: 'Back door' }),
  );
  return {
    name: 'refused scans',
    requests,
    choose: 'at random',
    status: 201,
    connections: 64,
    perSecond: REFUSED_PER_SECOND,
  };
}

function findingOf(quiet: readonly Moment[], rushed: readonly Moment[]): Finding {
  const of = (moments: readonly Moment[], name: keyof Moment) =>
    median(moments.map((moment) => moment[name]));
  const describe = (moments: readonly Moment[]) =>
    `${Math.round(of(moments, 'admittedPerSecond'))} admitted/s, ` +
    `p50 ${of(moments, 'p50').toFixed(2)} ms, p99 ${of(moments, 'p99').toFixed(1)} ms`;
  const share = of(rushed, 'admittedPerSecond') / of(quiet, 'admittedPerSecond');
  const refused = of(rushed, 'refusedPerSecond');
  return {
    row: 'gate',
    work: `visitors beside ${Math.round(refused).toLocaleString('en')} refused scans/s`,
    service: describe(rushed),
    reference: describe(quiet),
    figure: share.toFixed(2),
    goal: `>= ${SHARE_GOAL}, p99 < ${P99_GOAL_MS} ms`,
    isReached: share >= SHARE_GOAL && of(rushed, 'p99') < P99_GOAL_MS,
    measured: { quiet, rushed },
  };
}
