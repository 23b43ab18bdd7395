import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Answer, Connections } from '../fixtures/client.ts';
import { type FailingDisk, lockableFiles, remountableDisk, smallDisk } from '../fixtures/failing-disk.ts';
import { ADMIN, basic, type RunningMuseum, startMuseum } from '../fixtures/process.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';
import { until } from '../fixtures/until.ts';
import { checkMuseum } from '../src/check/index.ts';
import { inspectStore, StoreUnavailable, type Transaction } from '../src/store/index.ts';

const DAY = '2035-05-05';
const COUNTERS = 16;

test('on a full disk nothing is sold that is not kept, visitors still read, and selling resumes when there is room', async (test) => {
  const disk = smallDisk(test);
  const museum = await startMuseum(test, { dataDir: disk.folder });
  const desk = openDesk(test, museum);
  await failAndResume(desk, disk, museum);
  // Again, since what is left behind by the first time may trip the second.
  await failAndResume(desk, disk, museum);
  await museum.stop();
  await everySaleIsKept(disk, desk.sales);
});

test('with files that may be written to no more, it goes on in the same way', async (test) => {
  const disk = lockableFiles(test);
  const museum = await startMuseum(test, { dataDir: disk.folder });
  const desk = openDesk(test, museum);
  await failAndResume(desk, disk, museum);
  await museum.stop();
  await everySaleIsKept(disk, desk.sales);
});

test('on a disk that the system made read-only, visitors still read, and after a restart every sale is there', async (test) => {
  const disk = remountableDisk(test);
  const museum = await startMuseum(test, { dataDir: disk.folder });
  const desk = openDesk(test, museum);
  await desk.sell(40);
  disk.fail(museum);
  await desk.sellUntilRefused();
  await visitorsRead(desk);
  await museum.stop('SIGKILL');
  disk.mend(museum);
  await everySaleIsKept(disk, desk.sales);
  const again = openDesk(test, await startMuseum(test, { dataDir: disk.folder }));
  await again.sell(10);
});

test('what comes after a write that found the disk full is undone with it', async (test) => {
  const store = await temporaryStore(test);
  const keep = (tx: Transaction, name: string, value: string) =>
    tx.run('INSERT INTO secrets (name, value, made_at) VALUES (?, ?, 1)', [name, value]);
  await store.transaction(async (tx) => {
    const used = await tx.get<{ page_count: number }>('PRAGMA page_count');
    await tx.get(`PRAGMA max_page_count = ${(used?.page_count ?? 0) + 10}`);
  });
  const failing = store.transaction(async (tx) => {
    await keep(tx, 'before', 'x');
    // At this SQLite itself rolls back, so that the next statement would be on its own.
    await assert.rejects(keep(tx, 'large', 'x'.repeat(1_000_000)), StoreUnavailable);
    await assert.rejects(keep(tx, 'after', 'x'), StoreUnavailable);
  });
  await assert.rejects(failing, StoreUnavailable);
  assert.deepEqual(await store.all("SELECT name FROM secrets WHERE name IN ('before', 'after')"), []);
});

async function failAndResume(desk: Desk, disk: FailingDisk, museum: RunningMuseum): Promise<void> {
  await desk.sell(40);
  const [knownName, known] = await desk.buyOnce();
  assert.equal(known.status, 201);
  assert.equal((await desk.read('/special-events', basic(ADMIN.username, 'mistyped'))).status, 401);
  disk.fail(museum);
  const refused = await desk.sellUntilRefused();
  assert.equal(refused.json.type, '/problems/database-unavailable');
  assert.equal(refused.headers['content-type'], 'application/problem+json');
  assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
  assert.doesNotMatch(refused.text, /sqlite|museum\.db/i);
  await visitorsRead(desk);
  await until(async () => {
    await desk.sellUntilRefused();
    const { status, text } = await desk.ready();
    return status === 503 && /can’t be written to at the moment/.test(text);
  });
  // One alone may still find room where many together did not.
  const [name, meanwhile] = await desk.buyOnce();

  disk.mend(museum);
  await until(async () => (await desk.ready()).status === 200);
  await desk.sell(40);
  const answer = await desk.buy(name);
  assert.equal(answer.status, 201);
  if (meanwhile.status === 201) assert.equal(answer.text, meanwhile.text);
  assert.equal((await desk.buy(knownName)).text, known.text);
}

async function visitorsRead(desk: Desk): Promise<void> {
  // Spelled otherwise, the credentials are looked up again instead of being remembered.
  const notRemembered = desk.authorization.replace('Basic', 'bAsIc');
  assert.equal((await desk.read('/special-events', notRemembered)).status, 200);
  const someTicket = [...desk.sales.values()].find(({ status }) => status === 201)?.json.ticketId;
  for (const path of ['/special-events', '/museum-hours', '/availability', `/tickets/${someTicket}/qr`]) {
    assert.equal((await desk.read(path)).status, 200, path);
  }
}

/** What was told to buyers, by the email that each bought under, is what is kept. */
async function everySaleIsKept({ folder }: FailingDisk, sales: ReadonlyMap<string, Answer>): Promise<void> {
  await inspectStore({ kind: 'sqlite', path: join(folder, 'museum.db') }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) assert.fail(difference);
    const rows = await snapshot.all<{ email: string; ticket_id: string }>(
      'SELECT email, ticket_id FROM tickets JOIN contacts USING (number) ORDER BY email',
    );
    const told = [...sales].filter(([, { status }]) => status === 201);
    assert.deepEqual(
      rows.map(({ email, ticket_id }) => [email, ticket_id]),
      told.map(([email, { json }]) => [email, json.ticketId]).sort(),
    );
  });
}

type Desk = ReturnType<typeof openDesk>;

function openDesk(test: TestContext, museum: RunningMuseum) {
  const connections = new Connections();
  test.after(() => connections.close());
  const port = Number(new URL(museum.address).port);
  const sales = new Map<string, Answer>();
  let buyers = 0;
  const authorization = museum.authorization;

  /** Under a name, as often as one likes: it is one purchase. */
  const buy = async (name?: string): Promise<Answer> => {
    const email = `${name ?? `buyer-${++buyers}`}@example.com`;
    const headers = { authorization, ...(name === undefined ? {} : { 'idempotency-key': name }) };
    const body = { ticketType: 'general', ticketDate: DAY, email };
    const answer = await connections.ask(port, 'POST', '/v1.1/tickets', { headers, body });
    sales.set(email, answer);
    return answer;
  };
  const buyMany = () => Promise.all(Array.from({ length: COUNTERS }, () => buy()));
  return {
    authorization,
    sales,
    buy,
    /** A purchase that can be repeated under its name. */
    async buyOnce(): Promise<[string, Answer]> {
      const name = `once-${++buyers}`;
      return [name, await buy(name)];
    },
    async sell(count: number) {
      for (let sold = 0; sold < count; sold += COUNTERS) {
        for (const { status, text } of await buyMany()) assert.equal(status, 201, text);
      }
    },
    /** Sells on until a purchase is refused, and tells how. */
    async sellUntilRefused(): Promise<Answer> {
      for (;;) {
        const answers = await buyMany();
        assert.deepEqual(
          answers.filter(({ status }) => status !== 201 && status !== 503).map(({ text }) => text),
          [],
        );
        const refused = answers.find(({ status }) => status === 503);
        if (refused !== undefined) return refused;
      }
    },
    ready: () => connections.ask(port, 'GET', '/readyz', {}),
    read: (path: string, as = authorization) =>
      connections.ask(port, 'GET', `/v1.1${path}`, { headers: { authorization: as } }),
  };
}
