/**
 * Measures what a list of a million numbers of cards costs: the import on each database, and a gate's page that gets it:
 * `node --expose-gc scripts/measure-card-list.ts`. The figures stand in docs/cards.md.
 */
import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASES } from '../fixtures/databases.ts';
import { museumWithGate, openGate, scanInto } from '../fixtures/gate-page.ts';
import { type Museum, openMuseum } from '../fixtures/museum.ts';
import { until } from '../fixtures/until.ts';

const NUMBERS = 1_000_000;
const MB = 1_048_576;
const GZIP = { 'accept-encoding': 'gzip' };
const CARD = {
  ...{ card: 'city-card', name: 'City Card', pattern: '#{10}', category: 'standard' },
  ...{ mode: 'list', perDay: 1, offline: 'admit' },
};
/** A telephone of the middle class, beside this machine; and its network, 1.6 Mbit/s with 150 ms. */
const SLOWER = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

for (const database of DATABASES)
  test(`imports them on ${database.name}`, async (t) => {
    const museum = await openMuseum({ database: await database.withSchema(t) });
    t.after(() => museum.close());
    await museum.api('PUT', '/cards', { body: [CARD] });
    const list = numbers();
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const imported = await watched(museum, () => load(museum, list));
    console.log(`${database.name}: ${NUMBERS} numbers imported in ${imported.took}`);
    console.log(`  memory before: ${mb(before)}, most: ${mb(imported.most)}; ${imported.others}`);
    const ask = () => museum.api('GET', '/gate/cards/city-card', { as: 'gate', headers: GZIP });
    const first = await watched(museum, ask);
    console.log(`  to the first gate: ${mb(first.done.bytes.length)} in ${first.took}; ${first.others}`);
    const more = await watched(museum, () => Promise.all(Array.from({ length: 20 }, ask)));
    console.log(`  to 20 more gates: ${more.took}; most memory: ${mb(more.most)}`);
  });

test('a gate’s page gets them', async (t) => {
  const museum = await museumWithGate(t);
  await museum.api('PUT', '/cards', { body: [CARD] });
  for (const [how, slower, network] of [
    ['this machine', 1, undefined],
    ['a processor four times slower, 1.6 Mbit/s', SLOWER, SLOW_NETWORK],
  ] as const) {
    await load(museum, Buffer.from('0000000000\n'));
    const page = await openGate(t, museum, { width: 412, height: 860 });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const transferred = { list: 0, other: 0 };
    const lists = new Set<string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/api/gate/cards/')) lists.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      transferred[lists.has(requestId) ? 'list' : 'other'] += encodedDataLength;
    });
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
        usedSize: number;
        backingStorageSize?: number;
      };
      return usedSize + backingStorageSize;
    };
    const before = await heap();
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    if (network) await session.send('Network.emulateNetworkConditions', network);
    await page.evaluate(LONG_TASKS);
    await load(museum, Buffer.concat([Buffer.from('4242424242\n'), numbers()]));
    const begunAt = performance.now();
    await until(async () => (await page.evaluate<number>(VERSION)) % 2 === 0);
    const took = seconds(performance.now() - begunAt);
    const stalls = await page.evaluate<number[]>('stalls');
    const most = Math.max(0, ...(await page.evaluate<number[]>('heaps')));
    console.log(`${how}: ${mb(transferred.list)}, on the device after ${took}`);
    console.log(`  longest time the page did not react: ${Math.round(Math.max(0, ...stalls))} ms`);
    console.log(
      `  memory of its scripts before: ${mb(before)}, most: ${mb(most)}, after: ${mb(await heap())}`,
    );
    await page.context().setOffline(true);
    const asked = performance.now();
    const [verdict] = await scanInto(page, '4242424242');
    console.log(`  a scan without a network: ${verdict} after ${Math.round(performance.now() - asked)} ms`);
    console.log(`  of another: ${await scanInto(page, '4242424243')}`);
    await page.close();
  }
  console.log(`${cpus().length} cores of ${cpus()[0]?.model}`);
});

/** All different, in no order: eleven bytes each. */
function numbers(): Buffer {
  const list = Buffer.alloc(11 * NUMBERS, '\n');
  const step = Math.floor(9_000_000_000 / NUMBERS);
  for (let line = 0; line < NUMBERS; line++) {
    const number = 1_000_000_000 + ((line * 7_919) % NUMBERS) * step + randomInt(0, step);
    list.write(`${number}`, 11 * line, 'latin1');
  }
  return list;
}

async function load(museum: Museum, list: Buffer): Promise<void> {
  const headers = { 'content-type': 'text/plain' };
  const { status, text } = await museum.api('POST', '/cards/city-card/numbers', { body: list, headers });
  if (status !== 200) throw new Error(text);
}

/** Does it, while a gate scans ten times a second. */
async function watched<Done>(museum: Museum, work: () => Promise<Done>) {
  const waits: number[] = [];
  let isOver = false;
  let most = 0;
  const scanning = (async () => {
    for (; !isOver; await sleep(100)) {
      const begunAt = performance.now();
      await museum.api('POST', '/check-ins', { as: 'gate', body: { code: 'nothing' } });
      waits.push(performance.now() - begunAt);
      most = Math.max(most, process.memoryUsage.rss());
    }
  })();
  const [begunAt, cpu] = [performance.now(), process.cpuUsage()];
  const done = await work();
  const took = seconds(performance.now() - begunAt);
  const { user, system } = process.cpuUsage(cpu);
  isOver = true;
  await scanning;
  waits.sort((one, other) => one - other);
  const wait = (share: number) => `${Math.round(waits[Math.ceil(waits.length * share) - 1] ?? 0)} ms`;
  const others = `a scan meanwhile: median ${wait(0.5)}, worst ${wait(1)}`;
  return { done, took: `${took}, of the processor ${seconds((user + system) / 1_000)}`, most, others };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

/** The version of the list that is on the device. */
const VERSION = `new Promise((resolve) => {
  const opening = indexedDB.open('museum-gate');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('kept').objectStore('kept').get('cardList city-card');
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result?.version ?? 1); };
  };
})`;

const LONG_TASKS = `
  var stalls = [];
  var heaps = [];
  new PerformanceObserver((list) => stalls.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' });
  setInterval(() => heaps.push(performance.memory.usedJSHeapSize), 20);
`;
