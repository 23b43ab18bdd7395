/** Races in which a process is killed, or several processes take part. See races.test.ts. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Connections } from '../fixtures/client.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { NOON_DAY, NOON_ZONE } from '../fixtures/noon.ts';
import { freshDatabase } from '../fixtures/postgres.ts';
import { ADMIN, type RunningMuseum, startMuseum } from '../fixtures/process.ts';
import { generalPurchase } from '../fixtures/samples.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { checkMuseum } from '../src/check/index.ts';
import { inspectStore, openStore, type Store } from '../src/store/index.ts';

const GATES = 50;
const ROUNDS = 8;

test('a key that fifty asked with when the power failed is one ticket and one answer afterwards', async (test) => {
  const dataDir = await temporaryFolder(test);
  const connections = new Connections();
  test.after(() => connections.close());
  const ask = (museum: RunningMuseum, key: string) =>
    connections.ask(Number(new URL(museum.address).port), 'POST', '/v1.1/tickets', {
      headers: { authorization: museum.authorization, 'idempotency-key': key },
      body: generalPurchase({ ticketDate: '2035-05-05' }),
    });
  let museum = await startMuseum(test, { dataDir });
  await ask(museum, 'first');
  for (const key of ['second', 'third', 'fourth']) {
    const asked = Array.from({ length: 50 }, () => ask(museum, key).catch(() => undefined));
    // Not before the first of them can have been told, so that it may have been, or not.
    await Promise.race([...asked, sleep(Math.random() * 20)]);
    await museum.stop('SIGKILL');
    const before = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    museum = await startMuseum(test, { dataDir });
    const after = await Promise.all(Array.from({ length: 50 }, () => ask(museum, key)));
    for (const answer of [...before, ...after]) assert.deepEqual(told(answer), told(after[0]));
    assert.equal(after[0]?.status, 201);
  }
  await museum.stop();
  await inspectStore({ kind: 'sqlite', path: join(dataDir, 'museum.db') }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) assert.fail(difference);
    const tickets = await snapshot.get<{ count: number }>('SELECT count(*) AS count FROM tickets');
    assert.equal(tickets?.count, 4);
  });
});

test('an order that was being exchanged when the power failed is exchanged whole, once and with one answer', async (test) => {
  const dataDir = await temporaryFolder(test);
  const connections = new Connections();
  test.after(() => connections.close());
  let museum = await startMuseum(test, { dataDir });
  const ask = (path: string, body: object, more: object = {}) =>
    connections.ask(Number(new URL(museum.address).port), 'POST', `/v1.1${path}`, {
      headers: { authorization: museum.authorization, ...more },
      body,
    });
  const items = [{ ticketType: 'general', ticketDate: '2035-05-05', quantity: 20 }];
  for (const key of ['first', 'second', 'third', 'fourth']) {
    const { orderId } = (await ask('/orders', { items })).json;
    const exchange = () =>
      ask(`/orders/${orderId}/exchange`, { ticketDate: '2035-05-06' }, { 'idempotency-key': key });
    const asked = Array.from({ length: 5 }, () => exchange().catch(() => undefined));
    await Promise.race([...asked, sleep(Math.random() * 30)]);
    await museum.stop('SIGKILL');
    const before = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    museum = await startMuseum(test, { dataDir });
    const after = await exchange();
    assert.equal(after.status, 200, after.text);
    for (const answer of before) assert.deepEqual(told(answer), told(after));
    const states = after.json.items.map(({ tickets }: { tickets: { state: string }[] }) =>
      tickets.map(({ state }) => state),
    );
    assert.deepEqual(states, [Array(20).fill('void'), Array(20).fill('valid')]);
  }
  await museum.stop();
  await inspectStore({ kind: 'sqlite', path: join(dataDir, 'museum.db') }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) assert.fail(difference);
  });
});

test('admits a ticket once through two instances on one PostgreSQL', async (test) => {
  const url = await freshDatabase();
  const instances = await twoInstances(test, { MUSEUM_DATABASE_URL: url });
  await raceThrough(test, instances, await openStoreFor(test, { kind: 'postgres', url }));
});

test('admits a ticket once through two processes on one SQLite file', async (test) => {
  const address = await (DATABASES[0] as (typeof DATABASES)[0]).fresh(test);
  assert.equal(address.kind, 'sqlite');
  if (address.kind !== 'sqlite') return;
  const instances = await twoInstances(test, { MUSEUM_DATABASE_URL: `sqlite:${address.path}` });
  await raceThrough(test, instances, await openStoreFor(test, address));
});

/** In the middle of the last round one of them is killed. What it has told is kept. */
async function raceThrough(test: TestContext, instances: readonly RunningMuseum[], store: Store) {
  const connections = new Connections(2 * GATES);
  test.after(() => connections.close());
  const [first, second] = instances as [RunningMuseum, RunningMuseum];
  const ask = (instance: RunningMuseum, path: string, body: unknown) =>
    connections.ask(Number(new URL(instance.address).port), 'POST', `/v1.1${path}`, {
      headers: { authorization: instance.authorization },
      body,
    });
  for (let round = 1; round <= ROUNDS; round++) {
    const bought = await ask(second, '/tickets', generalPurchase({ ticketDate: NOON_DAY }));
    assert.equal(bought.status, 201, bought.text);
    const { ticketId } = bought.json;
    const scans = Array.from({ length: GATES }, (_, gate) =>
      ask(instances[gate % 2] as RunningMuseum, '/check-ins', { ticketId, gate: `Door ${gate}` }),
    );
    if (round === ROUNDS) {
      await Promise.race(scans);
      await first.stop('SIGKILL');
    }
    const answers = (await Promise.allSettled(scans)).flatMap((scan) =>
      scan.status === 'fulfilled' ? [scan.value] : [],
    );
    const told = counted(answers);
    assert.ok((told.admitted ?? 0) <= 1, JSON.stringify(told));
    if (round < ROUNDS) assert.deepEqual(told, { admitted: 1, 'already-admitted': GATES - 1 });
    const last = await ask(second, '/check-ins', { ticketId });
    const isFirst = last.json.verdict === 'admitted';
    assert.ok(!(isFirst && told.admitted === 1), 'what was told is kept');
    assert.equal(await passagesOf(store, ticketId), 1);
    for (const { json } of answers) {
      const row = await store.get<{ verdict: string }>(
        'SELECT verdict FROM check_ins WHERE check_in_id = ?',
        [json.checkInId],
      );
      assert.equal(row?.verdict, json.verdict);
    }
  }
}

async function twoInstances(test: TestContext, env: Record<string, string>): Promise<RunningMuseum[]> {
  const settings = { ...env, MUSEUM_TIME_ZONE: NOON_ZONE, MUSEUM_ADMIN_PASSWORD: ADMIN.password };
  const first = await startMuseum(test, { env: settings });
  return [first, await startMuseum(test, { env: settings })];
}

async function openStoreFor(test: TestContext, address: Parameters<typeof openStore>[0]): Promise<Store> {
  const store = await openStore(address);
  test.after(() => store.close());
  return store;
}

async function passagesOf(store: Store, ticketId: string): Promise<number> {
  const rows = await store.all('SELECT turn FROM check_ins WHERE ticket_id = ? AND turn IS NOT NULL', [
    ticketId,
  ]);
  return rows.length;
}

function counted(answers: readonly { json: { verdict: string; reason?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { json } of answers) {
    const told = json.reason ?? json.verdict;
    counts[told] = (counts[told] ?? 0) + 1;
  }
  return counts;
}

/** What must be the same when an answer is given again. */
function told(answer: Answer | undefined) {
  return { status: answer?.status, location: answer?.headers.location, text: answer?.text };
}
