import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { uuidV7 } from '../../src/core/uuid.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { Connections } from '../support/client.ts';
import { DATABASES, describeOnEachDatabase } from '../support/databases.ts';
import { credentials } from '../support/museum.ts';
import { freshDatabase } from '../support/postgres.ts';
import { ADMIN, type RunningMuseum, startMuseum } from '../support/process.ts';
import { buyTicket, generalPurchase, TODAY } from '../support/samples.ts';

const GATES = 50;
const ROUNDS = 8;

describeOnEachDatabase((openMuseum, shareOf) => {
  it('admits a ticket many times when whoever admits looks first and writes then', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    const gates = Array.from({ length: GATES });
    const found = await Promise.all(gates.map(() => looksFresh(museum.store, ticketId)));
    const admitted = await Promise.all(
      gates.filter((_, gate) => found[gate]).map(() => admitWithoutGuard(museum.store, ticketId)),
    );
    assert.ok(admitted.length > 1, 'this race must be there for the next tests to mean anything');
  });

  it('admits a ticket once at fifty gates that scan it at once, round after round', async (test) => {
    const museum = await openMuseum(test);
    const connections = new Connections(GATES);
    test.after(() => connections.close());
    for (let round = 0; round < shareOf(ROUNDS); round++) {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      const answers = await Promise.all(
        Array.from({ length: GATES }, (_, gate) =>
          connections.ask(museum.port, 'POST', '/v1.1/check-ins', {
            headers: { authorization: credentials('gate') },
            body: { ticketId, gate: `Door ${gate}` },
          }),
        ),
      );
      assert.deepEqual(counted(answers), { admitted: 1, 'already-admitted': GATES - 1 });
      assert.equal(await passagesOf(museum.store, ticketId), 1);
    }
    assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, shareOf(ROUNDS) * GATES);
    assert.equal((await museum.api('GET', '/occupancy')).json.inside, shareOf(ROUNDS));
  });

  it('refuses two passages of a ticket with one turn, whoever writes them', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await museum.api('POST', '/check-ins', { body: { ticketId } });
    const again = museum.store.transaction((tx) =>
      tx.run(
        `INSERT INTO check_ins (check_in_id, scan_hash, number, ticket_date, turn, direction, verdict, message, day, at, recorded_at, is_conflict)
           SELECT ?, '', number, ticket_date, turn, direction, verdict, message, day, at, recorded_at, 0 FROM check_ins`,
        [uuidV7(0)],
      ),
    );
    await assert.rejects(again, { name: 'UniqueViolation' });
  });
});

it('admits a ticket once through two instances on one PostgreSQL', async (test) => {
  const url = await freshDatabase();
  const instances = await twoInstances(test, { MUSEUM_DATABASE_URL: url });
  await raceThrough(test, instances, await openStoreFor(test, { kind: 'postgres', url }));
});

it('admits a ticket once through two processes on one SQLite file', async (test) => {
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
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format();
  await connections.ask(Number(new URL(first.address).port), 'PUT', `/v1.1/museum-hours/${today}`, {
    headers: { authorization: first.authorization },
    body: { timeOpen: '00:00', timeClose: '23:59' },
  });
  for (let round = 1; round <= ROUNDS; round++) {
    const bought = await ask(second, '/tickets', generalPurchase({ ticketDate: today }));
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
  const settings = { ...env, MUSEUM_TIME_ZONE: 'Europe/Berlin', MUSEUM_ADMIN_PASSWORD: ADMIN.password };
  const first = await startMuseum(test, { env: settings });
  return [first, await startMuseum(test, { env: settings })];
}

async function openStoreFor(test: TestContext, address: Parameters<typeof openStore>[0]): Promise<Store> {
  const store = await openStore(address);
  test.after(() => store.close());
  return store;
}

async function looksFresh(store: Store, ticketId: string): Promise<boolean> {
  const row = await store.get(
    `SELECT check_in_id FROM check_ins WHERE ticket_id = ? AND verdict = 'admitted'`,
    [ticketId],
  );
  return row === undefined;
}

/** How it must not be done: what the gate does after it has looked, with neither the lock nor the guard in the write. */
async function admitWithoutGuard(store: Store, ticketId: string): Promise<void> {
  await store.transaction((tx) =>
    tx.run(
      `INSERT INTO check_ins (check_in_id, scan_hash, ticket_id, direction, verdict, message, day, at, recorded_at, is_conflict)
         VALUES (?, '', ?, 'in', 'admitted', '', ?, 0, 0, 0)`,
      [uuidV7(0), ticketId, TODAY],
    ),
  );
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
