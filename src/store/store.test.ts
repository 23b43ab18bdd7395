import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DATABASES } from '../../fixtures/databases.ts';
import {
  type DatabaseAddress,
  keysetPages,
  openStore,
  type Store,
  StoreUnavailable,
  type Transaction,
  UniqueViolation,
} from './index.ts';
import { readMigrations } from './migrations.ts';

for (const { name, fresh, lend } of DATABASES)
  describe(`a store on ${name}`, () => {
    /** `open` gives one more store on the same database, as another instance would have it. */
    const behaviour = (title: string, check: (store: Store, open: () => Promise<Store>) => Promise<void>) => {
      test(title, async (test) => {
        const { database, giveBack } = await lend(test);
        const stores: Store[] = [];
        test.after(async () => {
          await Promise.all(stores.map((store) => store.close()));
          giveBack();
        });
        const open = async () => {
          const store = await openStore(database);
          stores.push(store);
          return store;
        };
        await check(await open(), open);
      });
    };

    behaviour('returns text and numbers as they were stored', async (store) => {
      const texts = [
        '',
        ' ',
        'Ünïcödé',
        'e\u0301',
        '\u{1F3DB}\u{FE0F}',
        '\u{10FFFF}',
        'quote \' " \\ ? $1 {a,b}',
        '\r\n\t',
      ];
      const rows = texts.map((text, index) => [`secret-${index}`, text, Number.MAX_SAFE_INTEGER - index]);
      await store.transaction((tx) => tx.insert('secrets', ['name', 'value', 'made_at'], rows));
      const stored = await store.all('SELECT name, value, made_at FROM secrets ORDER BY made_at DESC');
      assert.deepEqual(stored.map(Object.values), rows);
    });

    behaviour('distinguishes null from an empty text and from 0', async (store) => {
      await store.transaction(async (tx) => {
        await tx.insert(
          'special_days',
          ['day', 'reason'],
          [
            ['2027-01-01', null],
            ['2027-01-02', ''],
          ],
        );
        await tx.run('INSERT INTO slots (product, day, capacity) VALUES (?, ?, ?)', [
          'general',
          '2027-01-01',
          0,
        ]);
        await tx.run('INSERT INTO slots (product, day, capacity) VALUES (?, ?, ?)', [
          'general',
          '2027-01-02',
          null,
        ]);
      });
      const reasons = await store.all('SELECT reason FROM special_days ORDER BY day');
      assert.deepEqual(reasons.map(Object.values), [[null], ['']]);
      const capacities = await store.all('SELECT capacity FROM slots ORDER BY day');
      assert.deepEqual(capacities.map(Object.values), [[0], [null]]);
    });

    behaviour('counts, sums and compares in numbers', async (store) => {
      const row = await store.get(
        'SELECT count(*) AS count, sum(revision) AS sum, max(topic) AS last, 1 = 1 AS yes, 1 = 2 AS no FROM revisions',
      );
      assert.deepEqual({ ...row }, { count: 5, sum: 5, last: 'settings', yes: 1, no: 0 });
    });

    behaviour('refuses a number that would not be exact', async (store) => {
      await assert.rejects(
        store.get('SELECT 9007199254740993 + max(revision) AS big FROM revisions'),
        RangeError,
      );
      assert.equal(await store.revision('events'), 1);
    });

    behaviour('takes no question mark in quotes or comments for a placeholder', async (store) => {
      const row = await store.get(
        `SELECT '?' AS mark, topic AS "why?" FROM revisions WHERE topic = ? -- really?`,
        ['keys'],
      );
      assert.deepEqual({ ...row }, { mark: '?', 'why?': 'keys' });
    });

    behaviour('returns undefined and an empty list when there is no row', async (store) => {
      assert.equal(await store.get('SELECT day FROM special_days'), undefined);
      assert.deepEqual(await store.all('SELECT day FROM special_days'), []);
    });

    behaviour('orders text by code point', async (store) => {
      const ordered = ['', '10', '9', 'Z', 'a', 'z', 'Ä', 'é', '\uFF5E', '\u{1F600}'];
      await addReasons(store, ordered.toReversed());
      const rows = await store.all('SELECT reason FROM special_days ORDER BY reason');
      assert.deepEqual(
        rows.map(({ reason }) => reason),
        ordered,
      );
      const later = await store.all('SELECT reason FROM special_days WHERE reason > ? ORDER BY reason DESC', [
        'Z',
      ]);
      assert.deepEqual(
        later.map(({ reason }) => reason),
        ordered.slice(4).toReversed(),
      );
    });

    for (const count of [0, 1, 2, 63, 1000]) {
      behaviour(`inserts ${count} rows at once`, async (store) => {
        await addReasons(
          store,
          Array.from({ length: count }, (_, index) => `reason ${index}`),
        );
        const row = await store.get(
          'SELECT count(*) AS count, count(DISTINCT reason) AS reasons FROM special_days',
        );
        assert.deepEqual({ ...row }, { count, reasons: count });
      });
    }

    behaviour('inserts in the order of the calls, however many there are at once', async (store) => {
      const accounts = Array.from({ length: 200 }, (_, index) => `account-${index}`);
      const account = ['account_id', 'username', 'role', 'password_hash', 'created_at', 'changed_at'];
      const session = ['session_hash', 'account_id', 'password_proof', 'user_agent'];
      await store.transaction(async (tx) => {
        await Promise.all(
          accounts.flatMap((id) => [
            tx.insert('accounts', account, [[id, id, 'viewer', 'A', 0, 0]]),
            tx.insert(
              'sessions',
              [...session, 'made_at', 'seen_at', 'expires_at'],
              [[id, id, 'A', 'B', 0, 0, 0]],
            ),
          ]),
        );
      });
      assert.equal((await store.get('SELECT count(*) AS count FROM sessions'))?.count, 200);
    });

    behaviour('updates each row by its key, and ignores one that does not exist', async (store) => {
      await addReasons(store, ['snow', 'strike', 'flood']);
      const days = (await store.all<{ day: string }>('SELECT day FROM special_days ORDER BY day')).map(
        ({ day }) => day,
      );
      await store.transaction(async (tx) => {
        await tx.update('special_days', ['day', 'reason'], []);
        await tx.update(
          'special_days',
          ['day', 'reason', 'time_open', 'time_close'],
          [
            [days[0] as string, 'ice', '10:00', '12:00'],
            [days[2] as string, null, null, null],
            ['1999-01-01', 'nobody', null, null],
          ],
        );
      });
      const rows = await store.all('SELECT reason, time_open FROM special_days ORDER BY day');
      assert.deepEqual(rows.map(Object.values), [
        ['ice', '10:00'],
        ['strike', null],
        [null, null],
      ]);
    });

    behaviour('rolls everything back when a row can’t be updated', async (store) => {
      await addReasons(store, ['snow']);
      const work = store.transaction(async (tx) => {
        await tx.insert('special_days', ['day'], [['2027-01-01']]);
        await tx.update('general_admission', ['id', 'reason_of_nobody'], [[1, 'x']]);
      });
      await assert.rejects(work, (error) => !(error instanceof StoreUnavailable));
      assert.equal((await store.get('SELECT count(*) AS count FROM special_days'))?.count, 1);
    });

    behaviour('says how many rows a statement changed', async (store) => {
      await addReasons(store, ['snow', 'snow', 'strike']);
      const changed = await store.transaction(async (tx) => [
        await tx.run('UPDATE special_days SET reason = ? WHERE reason = ?', ['ice', 'snow']),
        await tx.run('DELETE FROM special_days WHERE reason = ?', ['flood']),
      ]);
      assert.deepEqual(changed, [2, 0]);
    });

    behaviour('gives the rows of RETURNING', async (store) => {
      const row = await store.transaction((tx) =>
        tx.get('UPDATE ticket_numbers SET next = next + ? WHERE id = 1 RETURNING next', [5]),
      );
      assert.deepEqual({ ...row }, { next: 6 });
      assert.equal((await store.get('SELECT next FROM ticket_numbers'))?.next, 6);
    });

    behaviour(
      'reads its own writes in a transaction, which nobody else sees before it commits',
      async (store, open) => {
        const other = await open();
        const count = 'SELECT count(*) AS count FROM special_days';
        await store.transaction(async (tx) => {
          await tx.insert('special_days', ['day'], [['2027-01-01']]);
          assert.equal((await tx.get(count))?.count, 1);
          assert.equal((await store.get(count))?.count, 0);
          assert.equal((await other.get(count))?.count, 0);
        });
        assert.equal((await store.get(count))?.count, 1);
        assert.equal((await other.get(count))?.count, 1);
      },
    );

    behaviour('rolls everything back when the work throws, and throws its error', async (store) => {
      const refusal = new Error('sold out');
      const work = store.transaction(async (tx) => {
        await tx.insert('special_days', ['day'], [['2027-01-01']]);
        await tx.touch('hours');
        throw refusal;
      });
      await assert.rejects(work, (error) => error === refusal);
      assert.equal(await store.get('SELECT day FROM special_days'), undefined);
      assert.equal(await store.revision('hours'), 1);
    });

    behaviour('rolls everything back when a statement fails, even if the work carries on', async (store) => {
      const work = store.transaction(async (tx) => {
        await tx.insert('special_days', ['day'], [['2027-01-01']]);
        await tx.insert('special_days', ['day'], [['2027-01-01']]).catch(() => {});
      });
      await assert.rejects(work, UniqueViolation);
      assert.equal(await store.get('SELECT day FROM special_days'), undefined);
    });

    behaviour('throws UniqueViolation for a row with the key of another', async (store) => {
      await addReasons(store, ['snow']);
      await assert.rejects(addReasons(store, ['ice']), UniqueViolation);
      await addReasons(store, []);
    });

    behaviour('throws UniqueViolation for a row with a value that must be unique', async (store) => {
      const row = [0, 'api', 'tickets.sold', '2027-01-01', '{}', 1, 'seal'];
      const columns = ['at', 'channel', 'kind', 'subject', 'details', 'number', 'seal'];
      await assert.rejects(
        store.transaction((tx) => tx.insert('journal', columns, [row, row])),
        UniqueViolation,
      );
    });

    behaviour('does not take a wrong statement or a broken rule for an outage', async (store) => {
      const isOwnFault = (error: unknown) => error instanceof Error && !(error instanceof StoreUnavailable);
      await assert.rejects(store.get('SELECT nothing FROM nowhere'), isOwnFault);
      await assert.rejects(
        store.transaction((tx) => tx.run('UPDATE general_admission SET id = 2')),
        isOwnFault,
      );
      await assert.rejects(
        store.transaction((tx) => tx.run('INSERT INTO contacts (number, email) VALUES (?, ?)', [1, 'y'])),
        isOwnFault,
      );
      assert.equal(await store.revision('events'), 1);
    });

    behaviour('refuses to write into a transaction that is over', async (store) => {
      const [tx] = await Promise.all([store.transaction(async (tx) => tx)]);
      await assert.rejects(tx.run('DELETE FROM revisions'), /over/);
      await assert.rejects(tx.insert('special_days', ['day'], [['2027-01-01']]), /over/);
      let failed: Transaction | undefined;
      const work = store.transaction(async (tx) => {
        failed = tx;
        await tx.insert('special_days', ['day'], [['2027-01-01']]);
        throw new Error('sold out');
      });
      await assert.rejects(work, /sold out/);
      await assert.rejects(async () => failed?.run('DELETE FROM revisions'), /over/);
      assert.equal(await store.revision('events'), 1);
    });

    behaviour('sells no more places than there are when fifty buy at once', async (store, open) => {
      const other = await open();
      await store.transaction((tx) =>
        tx.insert('slots', ['product', 'day', 'capacity'], [['general', '2027-01-01', 10]]),
      );
      const buy = (from: Store) =>
        from.transaction((tx) =>
          tx.run('UPDATE slots SET sold = sold + 1 WHERE day = ? AND sold + 1 <= capacity', ['2027-01-01']),
        );
      const bought = await Promise.all(
        Array.from({ length: 50 }, (_, index) => buy(index % 2 ? store : other)),
      );
      assert.equal(bought.filter((changed) => changed === 1).length, 10);
      assert.equal((await store.get('SELECT sold FROM slots'))?.sold, 10);
    });

    behaviour('loses no change when fifty transactions read a row, then write it', async (store, open) => {
      const other = await open();
      const increase = (from: Store) =>
        from.transaction(async (tx) => {
          const row = await tx.get<{ next: number }>(
            `SELECT next FROM ticket_numbers WHERE id = 1${tx.dialect.lockForUpdate}`,
          );
          await tx.run('UPDATE ticket_numbers SET next = ? WHERE id = 1', [(row?.next ?? 0) + 1]);
        });
      await Promise.all(Array.from({ length: 50 }, (_, index) => increase(index % 2 ? store : other)));
      assert.equal((await store.get('SELECT next FROM ticket_numbers'))?.next, 51);
    });

    behaviour(
      'increments the revision of a touched topic, for every store on the database',
      async (store, open) => {
        const other = await open();
        assert.deepEqual([await store.revision('events'), await other.revision('events')], [1, 1]);
        await store.transaction((tx) => tx.touch('events'));
        assert.equal(await store.revision('events'), 2);
        assert.equal(await other.revision('events'), 2);
        assert.deepEqual([await store.revision('hours'), await other.revision('hours')], [1, 1]);
        const many = await Promise.all(Array.from({ length: 100 }, () => other.revision('events')));
        assert.deepEqual(new Set(many), new Set([2]));
      },
    );

    behaviour(
      'ends a change only when every store gives the new revision, however often the others are asked',
      async (store, open) => {
        const others = [await open(), await open()];
        let isOver = false;
        const asking = others.map(async (other) => {
          while (!isOver) {
            await other.revision('events');
            await nextTurn();
          }
        });
        for (let revision = 2; revision < 12; revision += 1) {
          await store.transaction((tx) => tx.touch('events'));
          const seen = await Promise.all(others.map((other) => other.revision('events')));
          assert.deepEqual(seen, [revision, revision]);
        }
        isOver = true;
        await Promise.all(asking);
      },
    );

    behaviour(
      'finishes the running transactions when it is closed, and refuses others',
      async (store, open) => {
        const reader = await open();
        let finish = () => {};
        const mayFinish = new Promise<void>((resolve) => {
          finish = resolve;
        });
        const underWay = store.transaction(async (tx) => {
          await tx.insert('special_days', ['day'], [['2027-01-01']]);
          await mayFinish;
          await tx.insert('special_days', ['day'], [['2027-01-02']]);
        });
        const closed = store.close();
        await assert.rejects(
          store.transaction(async () => {}),
          StoreUnavailable,
        );
        finish();
        await Promise.all([underWay, closed, store.close()]);
        assert.equal((await reader.get('SELECT count(*) AS count FROM special_days'))?.count, 2);
      },
    );

    behaviour('gives every row once, in pages, in the order of a key of two columns', async (store) => {
      await addReasons(store, ['b', 'a', 'c', 'a', 'b', 'a', 'b']);
      const select = 'SELECT day, reason FROM special_days';
      const pages: string[][] = [];
      for await (const rows of keysetPages(store, select, ['reason', 'day'], 3)) {
        pages.push(rows.map(({ reason, day }) => `${reason} ${day}`));
      }
      assert.deepEqual(pages, [
        ['a 2027-000001', 'a 2027-000003', 'a 2027-000005'],
        ['b 2027-000000', 'b 2027-000004', 'b 2027-000006'],
        ['c 2027-000002'],
      ]);
    });

    test('applies each migration once, however many start together', async (test) => {
      const address = await fresh(test);
      const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(address)));
      stores.push(await openStore(address));
      test.after(() => Promise.all(stores.map((store) => store.close())));
      const migrations = await stores[5]?.all('SELECT number FROM migrations ORDER BY number');
      assert.deepEqual(
        migrations?.map(({ number }) => number),
        readMigrations().map(({ number }) => number),
      );
      assert.equal((await stores[0]?.get('SELECT count(*) AS count FROM weekly_hours'))?.count, 7);
    });

    test('refuses a database from a newer version', async (test) => {
      const address = await fresh(test);
      await change(
        address,
        `INSERT INTO migrations (number, name, checksum, applied_at) VALUES (9999, 'moon', 'x', 0)`,
      );
      await assert.rejects(openStore(address), {
        name: 'StoreError',
        message: /newer version .* 9999 "moon"/,
      });
    });

    test('refuses a database that was made between two releases', async (test) => {
      const address = await fresh(test);
      await change(address, "UPDATE migrations SET name = 'jobs' WHERE number = 8");
      await assert.rejects(openStore(address), {
        name: 'StoreError',
        message: /unreleased version of the service \(it has migration 8 "jobs"\)/,
      });
    });

    test('refuses a database whose migration had another text', async (test) => {
      const address = await fresh(test);
      await change(address, `UPDATE migrations SET checksum = 'x' WHERE number = 1`);
      await assert.rejects(openStore(address), { name: 'StoreError', message: /migration 1 .* edited/ });
    });
  });

async function addReasons(store: Store, reasons: readonly string[]): Promise<void> {
  const rows = reasons.map((reason, index) => [`2027-${String(index).padStart(6, '0')}`, reason]);
  await store.transaction((tx) => tx.insert('special_days', ['day', 'reason'], rows));
}

async function change(address: DatabaseAddress, sql: string): Promise<void> {
  const store = await openStore(address);
  await store.transaction((tx) => tx.run(sql));
  await store.close();
}
