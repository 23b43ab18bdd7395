import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../fixtures/postgres.ts';
import { TcpProxy } from '../../fixtures/tcp-proxy.ts';
import { until } from '../../fixtures/until.ts';
import { CommitUnknown, inspectStore, openStore, type Store, StoreUnavailable } from './index.ts';

const DAY = '2027-01-01';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.remove());

test('after a restart of the server it reads and sells again, by itself', async (test) => {
  const { store } = await museum(test);
  await sell(store);
  await server.stop();
  await assert.rejects(sold(store), StoreUnavailable);
  await assert.rejects(sell(store), StoreUnavailable);
  await assert.rejects(async () => store.revision('events'), StoreUnavailable);
  await server.start();
  await sell(store);
  assert.equal(await sold(store), 2);
  assert.equal(await store.revision('events'), 1);
});

test('a standby is refused with a reason, but can be inspected, and sells as soon as it is promoted', async (test) => {
  const { store, url } = await museum(test);
  await server.stop();
  await writeFile(join(server.folder, 'data', 'standby.signal'), '');
  await server.start();
  const message = /the database is read-only: it is a standby/;
  await assert.rejects(sell(store), { name: 'StoreUnavailable', message });
  await assert.rejects(sold(store), { name: 'StoreUnavailable', message });
  await assert.rejects(openStore({ kind: 'postgres', url }), { name: 'StoreError', message });
  assert.equal(await inspectStore({ kind: 'postgres', url }, sold), 0);
  await server.query('SELECT pg_promote()');
  await sell(store);
  assert.equal(await sold(store), 1);
});

test('after a crash of the server, what was sold is still sold', async (test) => {
  const { store } = await museum(test);
  await Promise.all(Array.from({ length: 20 }, () => sell(store)));
  await server.crash();
  await server.start();
  assert.equal(await sold(store), 20);
});

test('a sale whose connections are ended by the administrator, again and again, is made exactly once', async (test) => {
  const { store } = await museum(test);
  let [isOver, ended] = [false, 0];
  const sales = Array.from({ length: 5 }, async () => {
    let made = 0;
    for (let sale = 0; sale < 60; sale++) {
      const outcome = await sell(store).catch((error: unknown) => error);
      ended++;
      if (outcome === undefined) made++;
      else
        assert.ok(
          outcome instanceof StoreUnavailable && !(outcome instanceof CommitUnknown),
          String(outcome),
        );
    }
    return made;
  });
  const administrator = (async () => {
    while (!isOver) {
      await endConnections();
      // On a busy machine nobody would ever have a new connection for long enough.
      const before = ended;
      await until(() => ended > before || isOver);
      await sleep(Math.random() * 10);
    }
  })();
  const made = await Promise.all(sales);
  isOver = true;
  await administrator;
  assert.equal(
    await sold(store),
    made.reduce((sum, each) => sum + each, 0),
  );
});

test('reads go on while the administrator ends the connections', async (test) => {
  const { store } = await museum(test);
  for (let round = 0; round < 10; round++) {
    const reads = Promise.all(Array.from({ length: 20 }, () => sold(store)));
    const [answers] = await Promise.all([reads, endConnections()]);
    assert.deepEqual(new Set(answers), new Set([0]));
  }
});

test('a commit that reached the server is a sale, though its answer was lost', async (test) => {
  const { store, proxy } = await museum(test);
  loseCommit(proxy, 'cut after');
  await sell(store);
  assert.equal(await sold(store), 1);
});

test('a transaction whose commit never reached the server is repeated', async (test) => {
  const { store, proxy } = await museum(test);
  loseCommit(proxy, 'cut before');
  await sell(store);
  assert.equal(await sold(store), 1);
});

test('the outcome of a commit is looked up again when the answer to that is lost as well', async (test) => {
  const { store, proxy } = await museum(test);
  loseCommit(proxy, 'cut before', () => {
    proxy.onRequest = (bytes) => {
      if (!bytes.includes('ON CONFLICT (connection, transaction)')) return 'pass';
      proxy.onRequest = () => 'pass';
      return 'cut after';
    };
  });
  await sell(store);
  assert.equal(await sold(store), 1);
});

test('a commit during which the server crashed is looked up once it is back', async (test) => {
  const { store, proxy } = await museum(test);
  let restarted: Promise<void> | undefined;
  loseCommit(proxy, 'cut after', () => {
    restarted = sleep(50)
      .then(() => server.crash())
      .then(() => sleep(300))
      .then(() => server.start());
  });
  await sell(store);
  await restarted;
  assert.equal(await sold(store), 1);
});

for (const others of [0, 50]) {
  test(`a sale that a crash undid is made again, after ${others} transactions of others`, async (test) => {
    const { store, proxy } = await museum(test);
    let crashed: Promise<void> | undefined;
    loseCommit(proxy, 'cut before', () => {
      proxy.stall();
      crashed = crash(others).finally(() => proxy.resume());
    });
    await sell(store);
    await crashed;
    assert.equal(await sold(store), 1);
  });
}

test('the outcome of a commit is unknown when the address leads to another server, which can’t tell', async (test) => {
  const { store, proxy } = await museum(test);
  const successor = await startPostgres();
  test.after(() => successor.remove());
  const name = (await store.get<{ name: string }>('SELECT current_database() AS name'))?.name;
  await successor.query(`CREATE DATABASE ${name}`);
  loseCommit(proxy, 'cut after', () => {
    proxy.target = successor.port;
  });
  await assert.rejects(sell(store), CommitUnknown);
  proxy.target = server.port;
  proxy.cutAll();
  // The server may be at the commit still.
  await until(async () => (await sold(store)) === 1);
});

test('a stalled network is noticed, and the store works again when it is mended', async (test) => {
  const { store, proxy } = await museum(test, '&statement_timeout=1000&connect_timeout=2');
  await sell(store);
  proxy.stall();
  const outcomes = await Promise.allSettled([sold(store), sell(store), store.revision('events')]);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable);
  }
  proxy.resume();
  await sell(store);
  assert.equal(await sold(store), 2);
});

test('a sale is made once when the network stalls during its commit', async (test) => {
  const { store, proxy } = await museum(test, '&statement_timeout=1000&connect_timeout=2');
  await sell(store);
  proxy.onRequest = (bytes) => {
    if (!isCommit(bytes)) return 'pass';
    proxy.onRequest = () => 'pass';
    proxy.stall();
    setTimeout(() => proxy.resume(), 3_000);
    return 'pass';
  };
  await sell(store);
  assert.equal(await sold(store), 2);
});

test('when all connections are busy, a transaction waits for a limited time, and reads go on', async (test) => {
  const { store } = await museum(test, '&pool_max=2&connect_timeout=2');
  let finish = () => {};
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = store.transaction(async (tx) => {
    await tx.run('UPDATE slots SET sold = sold + 1');
    await mayFinish;
  });
  const hasty = Array.from({ length: 3 }, () => sell(store));
  for (const sale of hasty) await assert.rejects(sale, /busy/);
  assert.equal(await sold(store), 0);
  finish();
  await slow;
  await sell(store);
  assert.equal(await sold(store), 2);
});

test('two transactions in a deadlock are both done in the end', async (test) => {
  const { store } = await museum(test);
  await store.transaction((tx) => tx.insert('slots', ['product', 'day'], [['general', '2027-01-02']]));
  let arrived = 0;
  let bothAreIn = () => {};
  const meeting = new Promise<void>((resolve) => {
    bothAreIn = resolve;
  });
  const sellOnBoth = (first: string, second: string) =>
    store.transaction(async (tx) => {
      await tx.run('UPDATE slots SET sold = sold + 1 WHERE day = ?', [first]);
      if (++arrived === 2) bothAreIn();
      await meeting;
      await tx.run('UPDATE slots SET sold = sold + 1 WHERE day = ?', [second]);
    });
  await Promise.all([sellOnBoth(DAY, '2027-01-02'), sellOnBoth('2027-01-02', DAY)]);
  assert.equal((await store.get('SELECT sum(sold) AS sold FROM slots'))?.sold, 4);
  assert.ok(arrived > 2, 'neither had to begin again');
});

test('an idle transaction that holds locks is ended by the server, and repeated', async (test) => {
  const { store } = await museum(test, '&statement_timeout=1000');
  let attempts = 0;
  await store.transaction(async (tx) => {
    await tx.run('UPDATE slots SET sold = sold + 1');
    // Longer than the timeout of the server.
    if (++attempts === 1) await sleep(2_000);
    await tx.run('UPDATE slots SET sold = sold + 1');
  });
  assert.ok(attempts > 1);
  assert.equal(await sold(store), 2);
});

test('a statement that takes too long is cancelled, and its transaction is rolled back', async (test) => {
  const { store } = await museum(test, '&statement_timeout=1000');
  const slow = store.transaction(async (tx) => {
    await tx.run('UPDATE slots SET sold = sold + 1');
    await tx.get('SELECT pg_sleep(30)');
  });
  await assert.rejects(slow, StoreUnavailable);
  await assert.rejects(store.get('SELECT pg_sleep(30)'), StoreUnavailable);
  assert.equal(await sold(store), 0);
});

test('a missing permission of the account is not called a fault of the statement', async (test) => {
  const { store } = await museum(test);
  const asReader = store.transaction(async (tx) => {
    await tx.run('SET LOCAL ROLE pg_read_all_data');
    await tx.run('UPDATE slots SET sold = sold + 1');
  });
  await assert.rejects(asReader, {
    name: 'StoreUnavailable',
    message: 'the database rejects this user, which must own the database and its tables',
  });
});

/** A museum with general entry on one day, behind a network that may fail. */
async function museum(test: TestContext, parameters = '') {
  const proxy = await TcpProxy.start(test, server.port);
  const address = (await server.createSchema()).replace(`:${server.port}/`, `:${proxy.port}/`);
  const url = address + parameters;
  const store = await openStore({ kind: 'postgres', url });
  test.after(async () => {
    proxy.cutAll();
    await store.close();
  });
  await store.transaction((tx) => tx.insert('slots', ['product', 'day'], [['general', DAY]]));
  return { store, proxy, url };
}

async function sell(store: Store): Promise<void> {
  await store.transaction((tx) => tx.run('UPDATE slots SET sold = sold + 1 WHERE day = ?', [DAY]));
}

async function sold(store: Pick<Store, 'get'>): Promise<number | undefined> {
  return (await store.get<{ sold: number }>('SELECT sold FROM slots WHERE day = ?', [DAY]))?.sold;
}

/**
 * What has not been committed has not reached the disk: the server does not remember the numbers of those
 * transactions, and gives them once more.
 */
async function crash(transactionsThen: number): Promise<void> {
  await server.crash();
  await server.start();
  for (let count = 0; count < transactionsThen; count++) await server.query('SELECT pg_current_xact_id()');
}

async function endConnections(): Promise<void> {
  await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'museum'`,
  );
}

function loseCommit(proxy: TcpProxy, how: 'cut before' | 'cut after', then: () => void = () => {}): void {
  proxy.onRequest = (bytes) => {
    if (!isCommit(bytes)) return 'pass';
    proxy.onRequest = () => 'pass';
    then();
    return how;
  };
}

function isCommit(bytes: Buffer): boolean {
  return bytes.includes('COMMIT\0');
}
