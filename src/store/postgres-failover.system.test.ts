/**
 * A primary and a synchronous standby, both in the address: who sells when the primary is gone, or only seems to be
 * there.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { PostgresPair } from '../../fixtures/postgres-pair.ts';
import { TcpProxy } from '../../fixtures/tcp-proxy.ts';
import { until } from '../../fixtures/until.ts';
import { inspectStore, openStore, type Store } from './index.ts';

const DAY = '2027-01-01';

test('when the primary is killed it says that no server can be written to, and sells again by itself once the standby is promoted', async (t) => {
  const { pair, store, url } = await museum(t);
  await sell(store);
  await pair.primary.kill();
  const why =
    /none of its servers can be written to: (?=.*ECONNREFUSED).*the database is read-only: it is a standby/;
  await assert.rejects(sell(store), { name: 'StoreUnavailable', message: why });
  await assert.rejects(sold(store), { name: 'StoreUnavailable', message: why });
  await assert.rejects(openStore({ kind: 'postgres', url }), { name: 'StoreError', message: why });
  // What a standby has on disk, it shows a moment later.
  await until(async () => (await inspectStore({ kind: 'postgres', url }, sold)) === 1);
  await pair.promote();
  await sell(store);
  assert.equal(await sold(store), 2);
  assert.equal(await portOf(store), pair.primary.port);
});

test('a standby that is promoted is found while the former primary, whose machine is off, lets one wait', async (t) => {
  const pair = await PostgresPair.start();
  t.after(() => pair.remove());
  const off = createServer().listen(0, '127.0.0.1');
  t.after(() => off.close());
  await once(off, 'listening');
  const standby = await TcpProxy.start(t, pair.standby.port);
  const asked = new Promise<void>((resolve) => {
    standby.onRequest = () => {
      resolve();
      return 'pass';
    };
  });
  const url = (await pair.createDatabase())
    .replace(`:${pair.primary.port},`, `:${(off.address() as AddressInfo).port},`)
    .replace(`:${pair.standby.port}/`, `:${standby.port}/`);
  const opened = openStore({ kind: 'postgres', url: `${url}&connect_timeout=600` });
  await asked;
  await pair.primary.kill();
  await pair.promote();
  await (await opened).close();
});

test('a commit during which the primary is killed is looked up in the promoted standby', async (t) => {
  const { pair, store } = await museum(t);
  const sales = Array.from({ length: 40 }, () => sell(store).then(() => 'sold', String));
  await pair.primary.kill();
  await pair.promote();
  const outcomes = await Promise.all(sales);
  // Those that came while there was no primary were told so.
  assert.equal(await sold(store), outcomes.filter((outcome) => outcome === 'sold').length);
});

test('readers too leave a former primary that was set to read-only, as soon as a sale has found the new one', async (t) => {
  const { pair, store } = await museum(t);
  await sell(store);
  const former = pair.primary;
  await readAtOnce(store);
  await pair.promote();
  await former.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await former.query('SELECT pg_reload_conf()');
  await until(() => isReadOnly(store));
  await sell(store);
  assert.deepEqual(
    await readAtOnce(store),
    Array.from({ length: 20 }, () => pair.primary.port),
  );
  assert.equal(await sold(store), 2);
});

test('a former primary that still believes to be one acknowledges nothing, and is left for the new one', async (t) => {
  const { pair, store, database } = await museum(t, '&statement_timeout=1000');
  await sell(store);
  const former = pair.primary;
  await pair.promote();
  await sell(store); // at first of the former one, which waits for its standby until the client has waited enough
  assert.equal(await portOf(store), pair.primary.port);
  assert.equal(await sold(store), 2);
  const [slot] = await former.query('SELECT sold FROM slots', [], database);
  assert.equal(slot.sold, 1);
});

async function museum(t: TestContext, parameters = '') {
  const pair = await PostgresPair.start();
  t.after(() => pair.remove());
  const url = (await pair.createDatabase()) + parameters;
  const store = await openStore({ kind: 'postgres', url });
  t.after(() => store.close());
  await store.transaction((tx) =>
    tx.insert('slots', ['product', 'day', 'capacity'], [['general', DAY, 100]]),
  );
  return { pair, store, url, database: /(\w+)\?/.exec(url)?.[1] as string };
}

async function sell(store: Store): Promise<void> {
  await store.transaction((tx) => tx.run('UPDATE slots SET sold = sold + 1'));
}

async function sold(store: Pick<Store, 'get'>): Promise<number | undefined> {
  return (await store.get<{ sold: number }>('SELECT sold FROM slots'))?.sold;
}

async function portOf(store: Store): Promise<number | undefined> {
  return (await store.get<{ port: number }>('SELECT inet_server_port() AS port'))?.port;
}

/** Whether the connection for sales has taken over the setting: each takes it over at a moment of its own. */
function isReadOnly(store: Store): Promise<boolean> {
  return store.transaction(async (tx) => {
    const row = await tx.get<{ value: string }>(
      "SELECT current_setting('default_transaction_read_only') AS value",
    );
    return row?.value === 'on';
  });
}

/** Over all connections for reads. @returns the ports of their servers. */
function readAtOnce(store: Store): Promise<(number | undefined)[]> {
  return Promise.all(Array.from({ length: 20 }, () => portOf(store)));
}
