import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import pg from 'pg';
import { freshDatabase, freshSchema } from '../../fixtures/postgres.ts';
import { openStore, type Store, StoreUnavailable, UniqueViolation } from './index.ts';
import { readPostgresAddress } from './postgres-address.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { postgresFaultOf, retryOf } from './postgres-faults.ts';

const DAY = '2027-01-01';

test('its content version changes with every commit of any process', async (test) => {
  const { store } = await museum(test);
  const before = await store.contentVersion();
  await putOnSale(store, 1);
  assert.notEqual(await store.contentVersion(), before);
});

test('two transactions that read whether a place is left, then take it, sell the last place twice', async (test) => {
  const { store } = await museum(test);
  await putOnSale(store, 1);
  const bothHaveLooked = meeting(2);
  const careless = () =>
    store.transaction(async (tx) => {
      const row = await tx.get<{ left: number }>('SELECT capacity - sold AS left FROM slots');
      await bothHaveLooked();
      if (row !== undefined && row.left > 0) await tx.run('UPDATE slots SET sold = sold + 1');
    });
  await Promise.all([careless(), careless()]);
  assert.equal(await sold(store), 2);
});

test('with the condition in the UPDATE, one of the two gets the last place', async (test) => {
  const { store } = await museum(test);
  await putOnSale(store, 1);
  const bothHaveLooked = meeting(2);
  const buy = () =>
    store.transaction(async (tx) => {
      await tx.get('SELECT capacity - sold AS left FROM slots');
      await bothHaveLooked();
      return tx.run('UPDATE slots SET sold = sold + 1 WHERE sold + 1 <= capacity');
    });
  assert.deepEqual((await Promise.all([buy(), buy()])).toSorted(), [0, 1]);
  assert.equal(await sold(store), 1);
});

test('of two transactions that store an answer under the same new key, the second is repeated and finds it', async (test) => {
  const { store } = await museum(test);
  const nobodyHasFoundIt = meeting(2);
  const answerOnce = (answer: string) =>
    store.transaction(async (tx) => {
      const known = await tx.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', ['answer']);
      if (known !== undefined) return known.value;
      await nobodyHasFoundIt();
      await tx.insert('secrets', ['name', 'value', 'made_at'], [['answer', answer, 0]]);
      return answer;
    });
  const [first, second] = await Promise.all([answerOnce('one'), answerOnce('two')]);
  assert.equal(first, second);
});

test('closing a day waits for the sales that have begun, and no sale comes after it', async (test) => {
  const { store } = await museum(test);
  await putOnSale(store, 10);
  const lock = 'SELECT id FROM general_admission WHERE id = 1';
  const order: string[] = [];
  let finish = () => {};
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const locked = meeting(3);
  const sale = (name: string) =>
    store.transaction(async (tx) => {
      await tx.get(lock + tx.dialect.lockForShare);
      await locked();
      await mayFinish;
      order.push(name);
    });
  const sales = [sale('sale'), sale('sale')];
  await locked();
  const closing = store.transaction(async (tx) => {
    await tx.get(lock + tx.dialect.lockForUpdate);
    order.push('closed');
  });
  finish();
  await Promise.all([...sales, closing]);
  assert.deepEqual(order, ['sale', 'sale', 'closed']);
});

test('changing an event does not stop the sale of its tickets', async (test) => {
  const { store } = await museum(test);
  const eventId = 'e';
  const by = ['account_id', 'username', 'role', 'password_hash', 'created_at', 'changed_at'];
  const event = ['event_id', 'name', 'location', 'description', 'dates', 'created_at', 'changed_at'];
  await store.transaction(async (tx) => {
    await tx.insert('accounts', by, [['a', 'desk', 'cashier', '', 0, 0]]);
    await tx.run(`INSERT INTO signing_keys (key_id, public_key, private_key, is_current, made_at)
      VALUES ('k', '', '', 1, 0)`);
    await tx.insert('special_events', event, [[eventId, 'Night', 'Hall', '', '[]', 0, 0]]);
  });
  await store.transaction(async (tx) => {
    await tx.get(`SELECT name FROM special_events WHERE event_id = ?${tx.dialect.lockForUpdate}`, [eventId]);
    // The ticket refers to the event, which the database then locks against removal.
    await store.transaction((other) =>
      other.run(
        `INSERT INTO tickets (number, ticket_id, ticket_type, event_id, ticket_date, price_cents, currency,
            confirmation_code, key_id, sold_by, sold_at)
          VALUES (1, 't', 'event', ?, ?, 0, 'EUR', 'c', 'k', 'a', 0)`,
        [eventId, DAY],
      ),
    );
  });
  assert.equal((await store.get('SELECT count(*) AS count FROM tickets'))?.count, 1);
});

test('a commit is on disk whatever the server is set to', async (test) => {
  const { store, open } = await museum(test, freshDatabase);
  const setting = `SELECT current_setting('synchronous_commit') AS setting`;
  for (const [standard, used] of [
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['remote_apply', 'remote_apply'],
  ] as const) {
    await set(store, 'synchronous_commit', standard);
    const later = await open();
    assert.equal((await later.get(setting))?.setting, used);
    assert.equal((await later.transaction((tx) => tx.get(setting)))?.setting, used);
  }
});

test('uses its own isolation level, whatever the default of the server is', async (test) => {
  const { store, open } = await museum(test, freshDatabase);
  await set(store, 'default_transaction_isolation', 'serializable');
  const later = await open();
  const level = await later.transaction(async (tx) => {
    await tx.insert('special_days', ['day'], [[DAY]]);
    return tx.get(`SELECT current_setting('transaction_isolation') AS level`);
  });
  assert.equal(level?.level, 'read committed');
});

test('uses its own timeouts, whatever the server or the account is set to', async (test) => {
  const url = await freshDatabase();
  const address = readPostgresAddress(url);
  const limits = async (open: Promise<PostgresConnection>) => {
    const connection = await open;
    const text = `SELECT name, setting FROM pg_settings WHERE name IN
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
    const { rows } = await connection.query({ name: undefined, text, writes: false });
    await connection.close();
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const store = await openStore({ kind: 'postgres', url });
  test.after(() => store.close());
  for (const name of Object.keys(await limits(PostgresConnection.open(address))))
    await set(store, name, '3000');
  assert.deepEqual(await limits(PostgresConnection.open(address)), {
    statement_timeout: '5000',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '5000',
    transaction_timeout: '0',
  });
  const unlimited = await limits(PostgresConnection.open(address, 0));
  assert.deepEqual(new Set(Object.values(unlimited)), new Set(['0']));
});

test('does not write to a server that was set to read-only, such as a former primary', async (test) => {
  const { store, open } = await museum(test, freshDatabase);
  await set(store, 'default_transaction_read_only', 'on');
  await assert.rejects(open(), {
    name: 'StoreError',
    message: /the database is read-only: default_transaction_read_only is on\.$/,
  });
});

test('the error for a row that exists already does not show what is in it', async (test) => {
  const { store } = await museum(test);
  const add = () =>
    store.transaction((tx) => tx.insert('special_days', ['day', 'reason'], [[DAY, 'ada@example.com']]));
  await add();
  await assert.rejects(add(), (error) => {
    assert.doesNotMatch(inspect(error, { depth: null }), new RegExp(`ada@|${DAY}`));
    return error instanceof UniqueViolation;
  });
});

test('an error of the server has a message, and says whether to try again', () => {
  for (const [code, message, retry] of [
    ['40001', /conflicting with others/, 'again'],
    ['40P01', /conflicting with others/, 'again'],
    ['08006', /connection .* lost/, 'reconnect'],
    ['57P01', /connection .* lost/, 'reconnect'],
    ['26000', /connection .* lost/, 'reconnect'],
    ['42P05', /connection .* lost/, 'reconnect'],
    ['25006', /read-only/, 'reconnect'],
    ['25P03', /was idle/, 'reconnect'],
    ['57014', /did not respond/, 'none'],
    ['55P03', /did not respond/, 'none'],
    ['53100', /disk .* full/, 'none'],
    ['53200', /short of resources/, 'none'],
    ['53300', /too many connections/, 'none'],
    ['58030', /disk .* failed/, 'none'],
    ['28000', /rejects this user/, 'none'],
    ['42501', /rejects this user, which must own the database and its tables/, 'none'],
    ['3F000', /search_path/, 'none'],
    ['3D000', /does not exist/, 'none'],
  ] as const) {
    const details = { code, detail: 'ada@example.com', where: 'ada@example.com' };
    const fault = postgresFaultOf(Object.assign(new Error('refused'), details));
    assert.ok(fault instanceof StoreUnavailable, code);
    assert.match(fault.message, message);
    assert.equal(retryOf(fault), retry, code);
    assert.doesNotMatch(inspect(fault), /ada@/);
  }
  const own = Object.assign(new Error('no such column'), { code: '42703' });
  assert.equal(postgresFaultOf(own), own);
});

test('repeats a transaction after a conflict, whatever error `work` has thrown', async (test) => {
  const { store } = await museum(test);
  let attempts = 0;
  const outcome = await store.transaction(async (tx) => {
    if (++attempts > 1) return 'done';
    const overtaken = tx.run("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$");
    await assert.rejects(overtaken, StoreUnavailable);
    throw new Error('sold out');
  });
  assert.deepEqual([outcome, attempts], ['done', 2]);
});

test('deletes the marks of commits that are older than a day, and no others', async (test) => {
  const { store, open } = await museum(test);
  await store.transaction((tx) =>
    tx.run(`INSERT INTO commit_marks (connection, transaction, is_committed, marked_at) VALUES
      (gen_random_uuid(), 925, true, now() - interval '25 hours'),
      (gen_random_uuid(), 923, true, now() - interval '23 hours')`),
  );
  const later = await open();
  await later.transaction((tx) => tx.insert('special_days', ['day'], [[DAY]]));
  const marks = await store.all('SELECT transaction FROM commit_marks WHERE transaction > 900');
  assert.deepEqual(marks.map(Object.values), [[923]]);
});

test('carries on when a column gets another type under its prepared statements', async (test) => {
  const { store, open } = await museum(test);
  const read = () => store.get('SELECT reason FROM special_days WHERE day = ?', [DAY]);
  const write = () =>
    store.transaction((tx) => tx.insert('special_days', ['day', 'reason'], [[DAY, 'snow']]));
  await Promise.all(Array.from({ length: 10 }, read));
  await write();
  const newer = await open();
  await newer.transaction(async (tx) => {
    await tx.run('ALTER TABLE special_days ALTER COLUMN reason TYPE VARCHAR(200)');
    await tx.run('DELETE FROM special_days');
  });
  await write();
  const rows = await Promise.all(Array.from({ length: 10 }, read));
  assert.deepEqual(new Set(rows.map((row) => row?.reason)), new Set(['snow']));
});

test('concurrent callers of `revision` share one query', async (test) => {
  const { store } = await museum(test, freshDatabase);
  await store.transaction((tx) => tx.touch('events'));
  const { mock } = test.mock.method(pg.Client.prototype, 'query');
  const now = performance.now();
  test.mock.method(performance, 'now', () => now);
  await Promise.all(Array.from({ length: 200 }, () => store.revision('events')));
  assert.equal(mock.callCount(), 1);
});

async function museum(test: TestContext, fresh = freshSchema) {
  const url = await fresh();
  const open = async () => {
    const store = await openStore({ kind: 'postgres', url });
    test.after(() => store.close());
    return store;
  };
  return { store: await open(), open };
}

/** Changes a setting of the database for all later connections. */
async function set(store: Store, setting: string, value: string): Promise<void> {
  const name = (await store.get<{ name: string }>('SELECT current_database() AS name'))?.name;
  await store.transaction((tx) => tx.run(`ALTER DATABASE ${name} SET ${setting} = '${value}'`));
}

async function putOnSale(store: Store, capacity: number): Promise<void> {
  await store.transaction((tx) =>
    tx.insert('slots', ['product', 'day', 'capacity'], [['general', DAY, capacity]]),
  );
}

async function sold(store: Store): Promise<number | undefined> {
  return (await store.get<{ sold: number }>('SELECT sold FROM slots'))?.sold;
}

/** A function whose promise resolves for all callers once it was called `count` times. */
function meeting(count: number): () => Promise<void> {
  let come = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return () => {
    if (++come === count) begin();
    return begun;
  };
}
