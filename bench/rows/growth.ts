import { type Bench, warmUp } from '../bench.ts';
import type { Finding } from '../finding.ts';
import type { Stream } from '../load-order.ts';
import { SeedReader } from '../seed-reader.ts';
import { LIMITED_DAY, type SeedSize } from '../seed-rows.ts';
import { type ServerProcess, startService } from '../server-process.ts';
import { describeTurns, medianRate, ratioOf, takeTurn, takeTurns } from '../turns.ts';
import { eventStream, listStream } from './reading.ts';
import { saleStream } from './selling.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1_000, 10_000];
/** More events than are cached, so that most are read from the database. */
const EVENTS_ASKED_FOR = 100_000;
const GOAL = 0.85;

const KINDS: Readonly<Record<string, (seeded: SeedReader) => Stream>> = {
  'GET one event': (seeded) => eventStream(seeded, EVENTS_ASKED_FOR),
  'GET the list': () => listStream(),
  'POST /tickets': (seeded) => saleStream(seeded, LIMITED_DAY),
};

/** Row 10: rows 1 to 3 with ten and a hundred times as many tickets and events, compared with the smallest museum. */
export async function measureGrowth(bench: Bench): Promise<Finding[]> {
  const sizes = bench.options.isQuick ? QUICK_SIZES : SIZES;
  const museums = new Map<string, Museum>();
  try {
    for (const count of sizes) museums.set(`${count}`, await open({ events: count, tickets: count }));
    const findings: Finding[] = [];
    for (const kind of Object.keys(KINDS)) findings.push(...(await compare(bench, kind, museums)));
    return findings;
  } finally {
    for (const { service } of museums.values()) await service.close();
  }
}

interface Museum {
  readonly service: ServerProcess;
  readonly streams: Readonly<Record<string, Stream>>;
}

async function open(size: SeedSize): Promise<Museum> {
  const service = await startService(size);
  const seeded = new SeedReader(service.database);
  const streams = Object.fromEntries(
    Object.entries(KINDS).map(([kind, streamOf]) => [kind, streamOf(seeded)]),
  );
  seeded.close();
  return { service, streams };
}

async function compare(
  bench: Bench,
  kind: string,
  museums: ReadonlyMap<string, Museum>,
): Promise<readonly Finding[]> {
  const { options, generator } = bench;
  const contestants = [...museums].map(([count, { service, streams }]) => {
    const stream = streams[kind] as Stream;
    return { count, service, stream, turn: () => takeTurn(generator, service, options.seconds, stream) };
  });
  for (const { service, stream } of contestants) await warmUp(bench, service, stream);
  const turns = await takeTurns(
    options.rounds,
    Object.fromEntries(contestants.map(({ count, turn }) => [count, turn])),
  );
  const [smallest = '', ...larger] = museums.keys();
  const base = turns[smallest] ?? [];
  return larger.map((count) => {
    const grown = turns[count] ?? [];
    const ratio = ratioOf(grown, base);
    return {
      row: '10',
      work: `${kind}, ${Number(count).toLocaleString('en')} tickets and events`,
      service: describeTurns(grown),
      reference: `${Math.round(medianRate(base)).toLocaleString('en')}/s at ${Number(smallest).toLocaleString('en')}`,
      figure: ratio.median.toFixed(2),
      goal: `>= ${GOAL}`,
      isReached: ratio.median >= GOAL,
      measured: { ratio, grown, base },
    };
  });
}
