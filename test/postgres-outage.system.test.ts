import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Question } from '../fixtures/client.ts';
import { type Instance, startInstance, startInstances } from '../fixtures/instances.ts';
import { NOON_DAY } from '../fixtures/noon.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { newEvent } from '../fixtures/samples.ts';
import { stayIn } from '../fixtures/stay-in.ts';
import { TcpProxy } from '../fixtures/tcp-proxy.ts';
import { until } from '../fixtures/until.ts';
import { checkMuseum } from '../src/check/index.ts';
import { addDays } from '../src/core/calendar-day.ts';
import { inspectStore, openStore } from '../src/store/index.ts';

const DAY = addDays(NOON_DAY, 2);
/** How long a test waits for what must come by itself, before it gives up. */
const PATIENCE_MS = 30_000;

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.remove());

test('while the database is stopped it says so, and once it is back it sells by itself', async (t) => {
  const url = await server.createDatabase();
  const museum = await startInstance(t, url);
  const eventId = await announce(museum);
  const sold = await buy(museum, eventId, 'before');
  assert.equal(sold.status, 201);
  for (const take of ['stop', 'crash'] as const) {
    await server[take]();
    assertUnavailable(await buy(museum, eventId, `during the ${take}`));
    // What it holds a lease for may be told once more.
    await eventually(async () => (await museum.api('GET', `/special-events/${eventId}`)).status !== 200);
    assertUnavailable(await museum.api('GET', `/special-events/${eventId}`));
    assertUnavailable(await museum.api('GET', '/special-events'));
    assertUnavailable(await museum.ask('GET', '/readyz'));
    assert.equal((await museum.ask('GET', '/healthz')).status, 200);
    await server.start();
    await comesBack(museum);
    const again = await buy(museum, eventId, 'before');
    assert.equal(again.text, sold.text);
    assert.equal((await buy(museum, eventId, `during the ${take}`)).status, 201);
    assert.equal((await museum.api('GET', `/special-events/${eventId}`)).status, 200);
  }
  assert.deepEqual(await tickets(url), ['before', 'during the crash', 'during the stop']);
  await nothingDiffers(url);
});

test('whoever buys while the database is restarted under load is sold one ticket, and none is lost', async (t) => {
  const url = await server.createDatabase();
  const instances = await startInstances(t, url, 2);
  const eventId = await announce(instances[0] as Instance);
  const sales = sellThrough(instances, eventId, 120);
  await sales.reached(30);
  await server.crash();
  await server.start();
  await sales.reached(70);
  await server.stop();
  await server.start();
  await assertAllSold(await sales.done, url);
});

test('whoever buys while every connection is ended again and again is sold one ticket, and none is lost', async (t) => {
  const url = await server.createDatabase();
  const instances = await startInstances(t, url, 2);
  const eventId = await announce(instances[0] as Instance);
  const sales = sellThrough(instances, eventId, 150);
  let isOver = false;
  const administrator = (async () => {
    while (!isOver) {
      await endConnections();
      // On a busy machine nobody would ever have a new connection for long enough.
      const before = sales.made();
      await until(() => sales.made() > before || isOver);
      await sleep(Math.random() * 20);
    }
  })();
  const sold = await sales.done;
  isOver = true;
  await administrator;
  await assertAllSold(sold, url);
});

test('a sale without a key that is cut off is either told, or asked to come back with nothing acknowledged lost', async (t) => {
  const url = await server.createDatabase();
  const museum = await startInstance(t, url);
  const eventId = await announce(museum);
  const told: string[] = [];
  for (let round = 0; round < 15; round++) {
    const sales = Array.from({ length: 10 }, (_, each) =>
      buy(museum, eventId, undefined, `${round}-${each}`),
    );
    const [answers] = await Promise.all([Promise.all(sales), endConnections()]);
    for (const answer of answers) {
      if (answer.status === 201) told.push(answer.json.ticketId);
      else assertUnavailable(answer);
    }
  }
  const stored = await ticketIds(url);
  assert.deepEqual(
    told.filter((ticketId) => !stored.includes(ticketId)),
    [],
  );
  await nothingDiffers(url);
});

test('a network that hangs is answered for in time, and forgotten when it is mended', async (t) => {
  const direct = await server.createDatabase();
  const proxy = await TcpProxy.start(t, server.port);
  const url = `${direct.replace(`:${server.port}/`, `:${proxy.port}/`)}?statement_timeout=1000&connect_timeout=2`;
  const museum = await startInstance(t, url);
  const eventId = await announce(museum);
  assert.equal((await buy(museum, eventId, 'before')).status, 201);
  proxy.stall();
  const hanging = [
    buy(museum, eventId, 'during'),
    museum.api('GET', `/special-events/${eventId}`),
    museum.ask('GET', '/readyz'),
  ];
  for (const answer of await Promise.all(hanging)) assertUnavailable(answer);
  assert.equal((await museum.ask('GET', '/healthz')).status, 200);
  proxy.resume();
  await comesBack(museum);
  assert.equal((await buy(museum, eventId, 'during')).status, 201);
  assert.deepEqual(await tickets(direct), ['before', 'during']);
  await nothingDiffers(direct);
});

test('when all connections are busy, buyers are asked to come back and readers are served', async (t) => {
  const url = await server.createDatabase();
  const museum = await startInstance(t, `${url}?pool_max=2&statement_timeout=1500&connect_timeout=1`);
  const eventId = await announce(museum);
  const letGo = await lockDay(t, url, eventId);
  const sales = Promise.all(
    // One after another, so that they don't share a commit.
    Array.from({ length: 4 }, (_, each) =>
      sleep(each * 100).then(() => buy(museum, eventId, `during-${each}`)),
    ),
  );
  const changes = Promise.all(
    Array.from({ length: 4 }, (_, each) =>
      museum.api('POST', '/special-events', { body: newEvent({ name: `Event ${each}`, dates: [DAY] }) }),
    ),
  );
  assert.equal((await museum.api('GET', `/special-events/${eventId}`)).status, 200);
  for (const answer of await sales) assertUnavailable(answer);
  for (const answer of await changes) if (answer.status !== 201) assertUnavailable(answer);
  await letGo();
  for (let each = 0; each < 4; each++) {
    assert.equal((await buy(museum, eventId, `during-${each}`)).status, 201);
  }
  assert.equal((await tickets(url)).length, 4);
  await nothingDiffers(url);
});

async function announce(museum: Instance): Promise<string> {
  const { status, text, json } = await museum.api('POST', '/special-events', {
    body: newEvent({ dates: [DAY] }),
  });
  assert.equal(status, 201, text);
  return json.eventId;
}

/** Buys one ticket for whoever is called `buyer`: under a key of that name, unless there is to be none. */
function buy(museum: Instance, eventId: string, key: string | undefined, buyer = key): Promise<Answer> {
  const email = `${buyer?.replaceAll(' ', '.')}@example.com`;
  const question: Question = { body: { ticketType: 'event', eventId, ticketDate: DAY, email } };
  const headers = key === undefined ? {} : { 'idempotency-key': key.replaceAll(' ', '.') };
  return museum.api('POST', '/tickets', { ...question, headers });
}

/**
 * `count` buyers, some at a time, each of whom comes back to one or another instance for as long as it is asked to.
 * Every answer must be a ticket or a 503 that says when to come back.
 */
function sellThrough(instances: readonly Instance[], eventId: string, count: number) {
  const sold: Answer[] = [];
  const waiting = Array.from({ length: count }, (_, each) => `buyer ${each}`);
  const serve = async () => {
    for (let buyer = waiting.pop(); buyer !== undefined; buyer = waiting.pop()) {
      for (let attempt = 0; ; attempt++) {
        const instance = instances[attempt % instances.length] as Instance;
        const answer = await buy(instance, eventId, buyer);
        if (answer.status === 201) {
          sold.push(answer);
          break;
        }
        assertUnavailable(answer);
        await sleep(50);
      }
    }
  };
  return {
    made: () => sold.length,
    /** Resolves when so many are sold. */
    async reached(enough: number) {
      await eventually(async () => sold.length >= enough);
    },
    done: Promise.all(Array.from({ length: 8 }, serve)).then(() => sold),
  };
}

async function assertAllSold(sold: readonly Answer[], url: string): Promise<void> {
  assert.deepEqual(await ticketIds(url), sold.map(({ json }) => json.ticketId).sort());
  await nothingDiffers(url);
}

function assertUnavailable({ status, headers, text, json }: Answer): void {
  assert.equal(status, 503, text);
  assert.match(headers['retry-after'] ?? '', /^\d+$/);
  assert.equal(headers['content-type'], 'application/problem+json');
  assert.doesNotMatch(json.detail, /postgres|127\.0\.0\.1|ECONN|SELECT|UPDATE/i);
}

/** It says by itself that it is ready again, and means it. */
async function comesBack(museum: Instance): Promise<void> {
  await eventually(async () => (await museum.ask('GET', '/readyz')).status === 200);
}

async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `not within ${PATIENCE_MS} ms`);
    await sleep(20);
  }
}

/** Keeps everybody from selling that day until the function returned is called. */
async function lockDay(test: TestContext, url: string, eventId: string): Promise<() => Promise<void>> {
  const store = await openStore({ kind: 'postgres', url: `${url}?statement_timeout=60000` });
  test.after(() => store.close());
  const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = store.transaction(async (tx) => {
    await tx.run('UPDATE slots SET sold = sold WHERE product = ?', [eventId]);
    isLocked.resolve();
    await stayIn(tx, mayEnd.promise);
  });
  await isLocked.promise;
  return async () => {
    mayEnd.resolve();
    await locking;
  };
}

async function endConnections(): Promise<void> {
  await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'museum'`,
  );
}

async function ticketIds(url: string): Promise<string[]> {
  const rows = await server.query('SELECT ticket_id FROM tickets ORDER BY ticket_id', [], nameOf(url));
  return rows.map(({ ticket_id }) => ticket_id);
}

/** To whom tickets were sold, in order. */
async function tickets(url: string): Promise<string[]> {
  const rows = await server.query(
    'SELECT email FROM tickets JOIN contacts USING (number) ORDER BY email',
    [],
    nameOf(url),
  );
  return rows.map(({ email }) => email.replace('@example.com', '').replaceAll('.', ' '));
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function nothingDiffers(url: string): Promise<void> {
  const differences: string[] = [];
  await inspectStore({ kind: 'postgres', url }, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
  });
  assert.deepEqual(differences, []);
}
