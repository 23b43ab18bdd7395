import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresFault } from './postgres-faults.ts';
import { PostgresPool } from './postgres-pool.ts';
import { StoreUnavailable } from './store.ts';

const ACQUIRE_TIMEOUT_MS = 100;

/** A pool of false connections, and a function that lets time pass. */
function open(test: TestContext, max: number, connect: () => Promise<PostgresConnection> = connection) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const pool = new PostgresPool(connect, max, ACQUIRE_TIMEOUT_MS);
  return { pool, pass: (ms: number) => test.mock.timers.tick(ms) };
}

async function connection(): Promise<PostgresConnection> {
  const made = { isLost: false, isClosed: false };
  return Object.assign(made, {
    destroy: () => {},
    close: async () => {
      made.isClosed = true;
    },
  }) as unknown as PostgresConnection;
}

function lose(connection: PostgresConnection): void {
  Object.assign(connection, { isLost: true });
}

test('a released connection goes to the caller that has waited longest', async (t) => {
  const { pool } = open(t, 1);
  const only = await pool.acquire();
  const [next, last] = [pool.acquire(), pool.acquire()];
  pool.release(only);
  assert.equal(await next, only);
  pool.release(only);
  assert.equal(await last, only);
});

test('a lost connection is not used again: another one is opened', async (t) => {
  const { pool } = open(t, 1);
  const lost = await pool.acquire();
  const waiting = pool.acquire();
  lose(lost);
  pool.release(lost);
  const other = await waiting;
  assert.notEqual(other, lost);
  pool.release(other);
  lose(other);
  assert.notEqual(await pool.acquire(), other);
});

test('a caller that has waited too long is refused, and gets no connection afterwards', async (t) => {
  const { pool, pass } = open(t, 1);
  const only = await pool.acquire();
  const late = assert.rejects(pool.acquire(), StoreUnavailable);
  pass(ACQUIRE_TIMEOUT_MS);
  await late;
  pool.release(only);
  assert.equal(await pool.acquire(), only);
});

test('the time limit of a caller that got its connection removes nobody else from the queue', async (t) => {
  const { pool, pass } = open(t, 1);
  const only = await pool.acquire();
  const first = pool.acquire();
  pass(ACQUIRE_TIMEOUT_MS / 2);
  const second = pool.acquire();
  pool.release(only);
  await first;
  pass(ACQUIRE_TIMEOUT_MS / 2);
  pool.release(only);
  assert.equal(await second, only);
});

test('when a connection can’t be opened, the next caller tries it, whether it waits or comes later', async (t) => {
  const makings = [1, 2, 3].map(() => Promise.withResolvers<PostgresConnection>());
  let made = 0;
  const { pool } = open(t, 1, () => makings[made++]?.promise ?? connection());
  const [first, second] = [pool.acquire(), pool.acquire()];
  makings[0]?.reject(new Error('refused'));
  await assert.rejects(first, /refused/);
  assert.equal(made, 2);
  makings[1]?.reject(new Error('refused again'));
  await assert.rejects(second, /refused again/);
  const third = pool.acquire();
  assert.equal(made, 3);
  makings[2]?.resolve(await connection());
  await third;
});

test('while the database is down, one connection is tried at a time, and whoever waits gets its failure', async (t) => {
  const down = new PostgresFault('down', 'none');
  let [made, isUp] = [0, false];
  const { pool } = open(t, 2, () => {
    made++;
    return isUp ? connection() : Promise.reject(down);
  });
  const callers = () => Array.from({ length: 5 }, () => pool.acquire());
  const all = async (acquired: Promise<unknown>[]) =>
    (await Promise.allSettled(acquired)).map(({ status }) => status);
  const failed = ['rejected', 'rejected', 'rejected', 'rejected', 'rejected'];
  assert.deepEqual(await all(callers()), failed);
  assert.equal(made, 2, 'both connections were tried');
  assert.deepEqual(await all(callers()), failed);
  assert.equal(made, 3);

  isUp = true;
  const [one, other, third] = callers() as [
    Promise<PostgresConnection>,
    Promise<PostgresConnection>,
    Promise<PostgresConnection>,
  ];
  assert.notEqual(await one, await other);
  assert.equal(made, 5);
  pool.release(await one);
  assert.equal(await third, await one);
});

test('a connection to a former primary is closed when its turn comes', async (t) => {
  const { pool } = open(t, 1);
  const former = await pool.acquire();
  const destroyed = t.mock.method(former, 'destroy');
  pool.release(former);
  lose(former);
  assert.notEqual(await pool.acquire(), former);
  assert.equal(destroyed.mock.callCount(), 1);
});

test('while another connection is in use, whoever waits is not refused with one that could not be opened', async (t) => {
  const only = await connection();
  const makings = [only];
  const { pool } = open(t, 2, async () => makings.pop() ?? Promise.reject(new PostgresFault('down', 'none')));
  await pool.acquire();
  const [second, third] = [pool.acquire(), pool.acquire()];
  await assert.rejects(second, /down/);
  pool.release(only);
  assert.equal(await third, only);
});

test('when the server allows no more connections, callers share the open ones', async (t) => {
  const full = new PostgresFault('too many', 'none', { code: '53300' });
  const only = await connection();
  const makings = [only];
  const { pool } = open(t, 3, async () => makings.pop() ?? Promise.reject(full));
  await pool.acquire();
  const [second, third] = [pool.acquire(), pool.acquire()];
  await nextTurn();
  pool.release(only);
  assert.equal(await second, only);
  pool.release(only);
  assert.equal(await third, only);
  const fourth = pool.acquire();
  pool.release(only);
  assert.equal(await fourth, only, 'also when it was given back while another was tried for');
  lose(only);
  pool.release(only);
  await assert.rejects(pool.acquire(), full);
});

test('a closing pool refuses new callers, and waits for the connections in use', async (t) => {
  const { pool } = open(t, 2);
  const [one, other] = [await pool.acquire(), await pool.acquire()];
  const waiting = pool.acquire();
  let isClosed = false;
  const closed = pool.close().then(() => {
    isClosed = true;
  });
  await assert.rejects(pool.acquire(), StoreUnavailable);
  pool.release(one);
  pool.release(other);
  await nextTurn();
  assert.equal(isClosed, false, 'whoever came before is served');
  pool.release(await waiting);
  await closed;
  for (const each of [one, other]) assert.equal((each as unknown as { isClosed: boolean }).isClosed, true);
});

test('a closing pool serves whoever came before, also when the server allows no more connections', async (t) => {
  const full = new PostgresFault('too many', 'none', { code: '53300' });
  const [only, making] = [await connection(), Promise.withResolvers<PostgresConnection>()];
  const makings = [making.promise, Promise.resolve(only)];
  const { pool } = open(t, 2, () => makings.pop() as Promise<PostgresConnection>);
  await pool.acquire();
  const second = pool.acquire();
  const closed = pool.close();
  pool.release(only);
  making.reject(full);
  pool.release(await second);
  await closed;
});

test('a closing pool also waits for a connection that replaces a lost one', async (t) => {
  const { pool } = open(t, 1);
  const only = await pool.acquire();
  const waiting = pool.acquire();
  let isClosed = false;
  const closed = pool.close().then(() => {
    isClosed = true;
  });
  lose(only);
  pool.release(only);
  const other = await waiting;
  await nextTurn();
  assert.equal(isClosed, false);
  pool.release(other);
  await closed;
});

test('a connection that was unused for a minute is closed, the others and the last one are kept', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { pool, pass } = open(t, 2);
  const [unused, used] = [await pool.acquire(), await pool.acquire()];
  pool.release(unused);
  now = 30_000;
  pool.release(used);
  now = 60_001;
  pass(30_000);
  const isClosed = (each: PostgresConnection) => (each as unknown as { isClosed: boolean }).isClosed;
  assert.deepEqual([isClosed(unused), isClosed(used)], [true, false]);
  assert.equal(await pool.acquire(), used);
  pool.release(used);
  now = 120_002;
  pass(30_000);
  assert.equal(isClosed(used), false, 'the last one');
});
