import { type Bench, CONNECTIONS, profiling } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { UNLIMITED_DAY } from '../seed-rows.ts';
import { startService } from '../server-process.ts';
import { Stock } from '../stock.ts';
import { eventStream } from './reading.ts';
import { saleStream } from './selling.ts';

const FIRST_REQUESTS = 10_000;
const SALES_SHARE = 0.25;
const GROWTH_GOAL = 1.1;
const LIMIT_MIB = 200;
const SECONDS_AT_MOST = 3_600;

/** Row 9: resident memory after many requests, of which every fourth is a sale, against after a few. */
export async function weigh(bench: Bench): Promise<Finding[]> {
  const { options, generator, size } = bench;
  const service = await startService(size, profiling(bench));
  const stock = new Stock(service.database);
  const reads = eventStream(stock);
  const sales = saleStream(stock, UNLIMITED_DAY);
  stock.close();
  const weighAfter = async (requests: number) => {
    await generator.load(service.port, SECONDS_AT_MOST, [
      some(reads, requests * (1 - SALES_SHARE)),
      some(sales, requests * SALES_SHARE),
    ]);
    return (await service.readGauges()).residentBytes / 2 ** 20;
  };
  try {
    const early = await weighAfter(FIRST_REQUESTS);
    const late = await weighAfter(Math.max(1, options.requests - FIRST_REQUESTS));
    return [
      {
        row: '9',
        work: `memory after ${options.requests.toLocaleString('en')} requests`,
        service: `${late.toFixed(0)} MiB`,
        reference: `${early.toFixed(0)} MiB after ${FIRST_REQUESTS.toLocaleString('en')}`,
        figure: (late / early).toFixed(2),
        goal: `<= ${GROWTH_GOAL.toFixed(2)}, < ${LIMIT_MIB} MB`,
        isReached: late / early <= GROWTH_GOAL && late < LIMIT_MIB,
        measured: { early, late },
      },
    ];
  } finally {
    await service.close();
  }
}

function some(stream: Stream, total: number): Stream {
  return { ...stream, total: Math.round(total), connections: CONNECTIONS / 2 };
}
