import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresFault } from './postgres-faults.ts';
import { PostgresPool } from './postgres-pool.ts';
import { StoreUnavailable } from './store.ts';

const PATIENCE_MS = 100;

/** A pool of connections to nowhere, and a clock that is told to go on. */
function open(test: TestContext, max: number, connect: () => Promise<PostgresConnection> = connection) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const pool = new PostgresPool(connect, max, PATIENCE_MS);
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

test('a connection that is given back goes to whoever waits longest', async (t) => {
  const { pool } = open(t, 1);
  const only = await pool.acquire();
  const [next, last] = [pool.acquire(), pool.acquire()];
  pool.release(only);
  assert.equal(await next, only);
  pool.release(only);
  assert.equal(await last, only);
});

test('one that is lost is neither handed on nor used again: another is made', async (t) => {
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

test('whoever has waited long enough is told so, and gets none that another could have', async (t) => {
  const { pool, pass } = open(t, 1);
  const only = await pool.acquire();
  const late = assert.rejects(pool.acquire(), StoreUnavailable);
  pass(PATIENCE_MS);
  await late;
  pool.release(only);
  assert.equal(await pool.acquire(), only);
});

test('who has got one in time pushes nobody out of the line', async (t) => {
  const { pool, pass } = open(t, 1);
  const only = await pool.acquire();
  const first = pool.acquire();
  pass(PATIENCE_MS / 2);
  const second = pool.acquire();
  pool.release(only);
  await first;
  pass(PATIENCE_MS / 2);
  pool.release(only);
  assert.equal(await second, only);
});

test('one that could not be made leaves room for whoever waits, and for whoever comes', async (t) => {
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

test('when the server has room for no more, those that there are have to do', async (t) => {
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

test('when it closes it takes nobody any more, and waits for what is in use', async (t) => {
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

test('when it closes it waits for whoever gets another in place of one that was lost', async (t) => {
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

test('what nobody has needed for a minute is closed, the rest is kept', async (t) => {
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
