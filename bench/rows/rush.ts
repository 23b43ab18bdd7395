import { type Bench, profiling, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { SeedReader } from '../seed-reader.ts';
import { SOLD_OUT_DAY } from '../seed-rows.ts';
import { startService } from '../server-process.ts';
import { median } from '../statistics.ts';
import { eventStream } from './reading.ts';
import { saleStream } from './selling.ts';

const REFUSALS_PER_SECOND = 10_000;
const READS_PER_SECOND = 5_000;

/** The sold-out rush: ten thousand refused purchases a second, and how much they slow down reads. */
export async function rush(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const reads: Stream = { ...eventStream(seeded), perSecond: READS_PER_SECOND };
  const refusals: Stream = {
    ...saleStream(seeded, SOLD_OUT_DAY),
    name: 'refused purchases',
    status: 409,
    perSecond: REFUSALS_PER_SECOND,
  };
  seeded.close();
  try {
    for (const stream of [reads, refusals]) await warmUp(bench, service, stream);
    const quiet: Moment[] = [];
    const rushed: Moment[] = [];
    for (let round = 0; round < options.rounds; round++) {
      quiet.push(await moment([reads]));
      rushed.push(await moment([reads, refusals]));
    }
    return [findingOf(quiet, rushed)];
  } finally {
    await service.close();
  }

  async function moment(streams: readonly Stream[]): Promise<Moment> {
    const result = await generator.load(service.port, options.seconds, streams);
    const [read, refused] = result.streams;
    return {
      p50: read?.latency.p50 ?? Number.NaN,
      p99: read?.latency.p99 ?? Number.NaN,
      readsPerSecond: read?.perSecond ?? 0,
      refusedPerSecond: refused?.perSecond ?? 0,
    };
  }
}

interface Moment {
  readonly p50: number;
  readonly p99: number;
  readonly readsPerSecond: number;
  readonly refusedPerSecond: number;
}

const P99_GOAL_MS = 20;
const SHARE_GOAL = 0.95;

function findingOf(quiet: readonly Moment[], rushed: readonly Moment[]): Finding {
  const of = (moments: readonly Moment[], name: keyof Moment) =>
    median(moments.map((moment) => moment[name]));
  const describe = (moments: readonly Moment[]) =>
    `${Math.round(of(moments, 'readsPerSecond')).toLocaleString('en')} reads/s, ` +
    `p50 ${of(moments, 'p50').toFixed(2)} ms, p99 ${of(moments, 'p99').toFixed(1)} ms`;
  const share = of(rushed, 'readsPerSecond') / of(quiet, 'readsPerSecond');
  const refused = of(rushed, 'refusedPerSecond');
  return {
    row: 'rush',
    work: `reads beside ${Math.round(refused).toLocaleString('en')} refused purchases/s`,
    service: describe(rushed),
    reference: describe(quiet),
    figure: share.toFixed(2),
    goal: `>= ${SHARE_GOAL}, p99 < ${P99_GOAL_MS} ms`,
    isReached:
      share >= SHARE_GOAL && of(rushed, 'p99') < P99_GOAL_MS && refused >= SHARE_GOAL * REFUSALS_PER_SECOND,
    measured: { quiet, rushed },
  };
}
