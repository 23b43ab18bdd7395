import { type Bench, CONNECTIONS, profiling } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { SeedReader } from '../seed-reader.ts';
import { UNLIMITED_DAY } from '../seed-rows.ts';
import { startService } from '../server-process.ts';
import { newImageStream } from './images.ts';
import { eventStream } from './reading.ts';
import { saleStream } from './selling.ts';

const FIRST_REQUESTS = 10_000;
const SALES_SHARE = 0.25;
const GROWTH_GOAL = 1.1;
/** 200 MB. */
const LIMIT_MIB = 190;
const PICTURES = 5_000;
const PICTURES_AT_ONCE = 8;
/** 256 MB. */
const LIMIT_WITH_PICTURES_MIB = 244;
const SECONDS_AT_MOST = 3_600;

/**
 * Row 9: resident memory after many requests, of which every fourth is a sale, compared with that after a few; then after
 * pictures of tickets for days all over the programme, including the threads that have drawn them.
 */
export async function measureMemory(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const seeded = new SeedReader(service.database);
  const reads = eventStream(seeded);
  const sales = saleStream(seeded, UNLIMITED_DAY);
  const pictures = newImageStream(seeded.ticketIds(PICTURES));
  seeded.close();
  const memoryAfter = async (requests: number) => {
    await generator.load(service.port, SECONDS_AT_MOST, [
      some(reads, requests * (1 - SALES_SHARE)),
      some(sales, requests * SALES_SHARE),
    ]);
    return residentMib();
  };
  const residentMib = async () => (await service.readGauges()).residentBytes / 2 ** 20;
  try {
    const early = await memoryAfter(FIRST_REQUESTS);
    const late = await memoryAfter(Math.max(1, options.requests - FIRST_REQUESTS));
    await generator.load(service.port, SECONDS_AT_MOST, [{ ...pictures, connections: PICTURES_AT_ONCE }]);
    const withPictures = await residentMib();
    return [
      {
        row: '9',
        work: `memory after ${options.requests.toLocaleString('en')} requests`,
        service: `${late.toFixed(0)} MiB`,
        reference: `${early.toFixed(0)} MiB after ${FIRST_REQUESTS.toLocaleString('en')}`,
        figure: (late / early).toFixed(2),
        goal: `<= ${GROWTH_GOAL.toFixed(2)}, < 200 MB`,
        isReached: late / early <= GROWTH_GOAL && late < LIMIT_MIB,
        measured: { early, late },
      },
      {
        row: '9',
        work: `and ${PICTURES.toLocaleString('en')} pictures`,
        service: `${withPictures.toFixed(0)} MiB`,
        reference: '',
        figure: `${withPictures.toFixed(0)} MiB`,
        goal: '<= 256 MB',
        isReached: withPictures <= LIMIT_WITH_PICTURES_MIB,
        measured: { withPictures },
      },
    ];
  } finally {
    await service.close();
  }
}

function some(stream: Stream, total: number): Stream {
  return { ...stream, total: Math.round(total), connections: CONNECTIONS / 2 };
}
