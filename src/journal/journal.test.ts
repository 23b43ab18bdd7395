import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASES } from '../../fixtures/databases.ts';
import { sealAll, sealEverything } from '../../fixtures/sealing.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import type { Uuid } from '../core/uuid.ts';
import { openStore, type Queries, type Store, type Transaction } from '../store/index.ts';
import {
  checkJournal,
  entriesAfter,
  findEnd,
  findEntries,
  findLatest,
  findLength,
  hasUnsealed,
  type JournalFigures,
  readJournal,
  record,
  sealJournal,
} from './index.ts';
import { findUnsealedRun, sealOf } from './seal.ts';

const NOW = Date.UTC(2027, 2, 1, 9);
const WAITING_FOR_A_LOCK =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

for (const { name, withSchema } of DATABASES) {
  describe(`the journal on ${name}`, () => {
    const open = async (test: TestContext) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      return store;
    };

    it('holds an entry only when its transaction is committed', async (test) => {
      const store = await open(test);
      await store.transaction((tx) => note(tx, 'first'));
      await assert.rejects(
        store.transaction(async (tx) => {
          await note(tx, 'undone');
          throw new Error('changed my mind');
        }),
      );
      await sealEverything(store);
      assert.deepEqual(await subjectsAfter(store, 0), ['first']);
    });

    it('returns each entry as it was recorded, numbered without gaps', async (test) => {
      const store = await open(test);
      const actor = { ...OPERATOR, channel: 'api', requestId: 'req-1' } as const;
      const details = { before: { price: 1 }, after: { price: 2 } };
      await store.transaction(async (tx) => {
        await record({ tx, actor, now: NOW }, { kind: 'event.changed', subject: 'an event', details });
        await note(tx, 'two', 'three');
      });
      assert.equal(await hasUnsealed(store), true);
      assert.deepEqual(await readJournal(store, 0, 10), [], 'read before it was sealed');
      await sealEverything(store);
      assert.equal(await hasUnsealed(store), false);
      const [first, ...others] = await readJournal(store, 0, 10);
      assert.deepEqual(first, {
        number: 1,
        at: NOW,
        accountId: null,
        channel: 'api',
        requestId: 'req-1',
        kind: 'event.changed',
        subject: 'an event',
        details,
      });
      assert.deepEqual(
        others.map(({ number }) => number),
        [2, 3],
      );
    });

    it('is read from a cursor on, in pages', async (test) => {
      const store = await open(test);
      const subjects = Array.from({ length: 1_203 }, (_, index) => `${index}`);
      await store.transaction((tx) => note(tx, ...subjects));
      await sealEverything(store);
      const read: string[] = [];
      for (let cursor = 0; ; ) {
        const page = await readJournal(store, cursor, 100);
        if (page.length === 0) break;
        read.push(...page.map(({ subject }) => subject));
        cursor = page.at(-1)?.number as number;
      }
      assert.deepEqual(read, subjects);
    });

    it('is read to its end, sealed or not, in pages between which other work gets its turn', async (test) => {
      const store = await open(test);
      const subjects = Array.from({ length: 1_203 }, (_, index) => `${index}`);
      await store.transaction((tx) => note(tx, ...subjects));
      await sealEverything(store);
      await store.transaction((tx) => note(tx, 'unsealed'));
      const read: string[] = [];
      const turns: number[] = [];
      let turn = 0;
      const count = () => {
        turn += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      for await (const page of entriesAfter(store, 0)) {
        read.push(...page.map(({ subject }) => subject));
        turns.push(turn);
      }
      clearImmediate(next);
      assert.deepEqual(read, ['unsealed', ...subjects]);
      assert.equal(new Set(turns.slice(1)).size, 3, `pages in the turns ${turns}`);
    });

    it('gives no entry twice when it is sealed during the reading', async (test) => {
      const store = await open(test);
      await store.transaction((tx) => note(tx, 'a', 'b'));
      const read: string[] = [];
      for await (const page of entriesAfter(store, 0)) {
        read.push(...page.map(({ subject }) => subject));
        await sealEverything(store);
      }
      assert.deepEqual(read, ['a', 'b']);
    });

    it('knows its unsealed entries up to the first gap, where another entry may still appear', async (test) => {
      const store = await open(test);
      assert.equal(await findUnsealedRun(store), undefined);
      const add = (...positions: number[]) =>
        store.transaction((tx) =>
          tx.insert(
            'journal',
            ['position', 'at', 'channel', 'kind', 'subject', 'details'],
            positions.map((position) => [position, 0, 'api', 'tickets.admitted', '2027-03-01', '{}']),
          ),
        );
      await add(3, 4, 6);
      assert.deepEqual(await findUnsealedRun(store), { first: 3, last: 4 });
      await add(5);
      assert.deepEqual(await findUnsealedRun(store), { first: 3, last: 6 });
    });

    it('finds the entries about one thing by subject and by position, the newest first, sealed or not', async (test) => {
      const store = await open(test);
      await store.transaction((tx) => note(tx, 'a', 'b', 'c'));
      await sealEverything(store);
      await store.transaction((tx) => note(tx, 'a', 'b', 'c'));
      const all = await findEntries(store, OPERATOR, { limit: 10 });
      const [lastC, lastB, lastA, , , a] = all;
      assert.deepEqual(
        all.map(({ subject }) => subject),
        ['c', 'b', 'a', 'c', 'b', 'a'],
      );
      const positions = [lastC?.position, lastA?.position] as number[];
      const find = (more = {}) =>
        findEntries(store, OPERATOR, { about: { subjects: ['a'], positions }, limit: 10, ...more });
      assert.deepEqual(await find(), [lastC, lastA, a]);
      assert.deepEqual(await find({ limit: 2 }), [lastC, lastA]);
      assert.deepEqual(await find({ before: lastB?.position }), [lastA, a]);
      assert.deepEqual(await find({ kind: 'event.cancelled' }), []);
    });

    it('finds entries by time, the end not included, also entries out of chronological order', async (test) => {
      const store = await open(test);
      const MINUTE = 60_000;
      for (const minutes of [5, -40, 10, 70, -5, 60]) {
        const happened = { kind: 'event.announced' as const, subject: `${minutes}`, details: {} };
        await store.transaction((tx) =>
          record({ tx, actor: OPERATOR, now: NOW + minutes * MINUTE }, happened),
        );
      }
      await sealEverything(store);
      const between = async (from: number, to: number) =>
        (
          await findEntries(store, OPERATOR, {
            from: NOW + from * MINUTE,
            to: NOW + to * MINUTE,
            limit: 9,
          })
        ).map(({ subject }) => subject);
      assert.deepEqual(await between(0, 60), ['10', '5']);
      assert.deepEqual(await between(-40, 0), ['-5', '-40']);
      assert.deepEqual(await between(60, 71), ['60', '70']);
    });

    it('finds the latest entry about something, sealed or not', async (test) => {
      const store = await open(test);
      for (const [index, subject] of ['a', 'a', 'b'].entries()) {
        const happened = { kind: 'event.changed' as const, subject, details: {} };
        await store.transaction((tx) => record({ tx, actor: OPERATOR, now: NOW + index }, happened));
      }
      const latest = () => findLatest(store, ['event.changed', 'event.cancelled'], 'a');
      assert.deepEqual({ ...(await latest()) }, { at: NOW + 1, accountId: null });
      await sealEverything(store);
      assert.deepEqual({ ...(await latest()) }, { at: NOW + 1, accountId: null });
      assert.equal(await findLatest(store, ['event.cancelled'], 'a'), undefined);
    });

    it('notices an entry that was changed, removed or moved after it was sealed', async (test) => {
      const store = await open(test);
      await store.transaction((tx) => note(tx, 'a', 'b', 'c', 'd'));
      await sealEverything(store);
      assert.deepEqual(await faultsOf(store), []);
      const tamperings = [
        'UPDATE journal SET details = \'{"after":1}\' WHERE number = 2',
        'UPDATE journal SET at = at + 1 WHERE number = 3',
        'DELETE FROM journal WHERE number = 2',
        'UPDATE journal SET number = 9 WHERE number = 2',
      ];
      for (const tampering of tamperings) {
        const faults = await afterwardsUndone(store, tampering);
        assert.ok(faults.length > 0, tampering);
        assert.match(faults[0] as string, /journal/);
      }
      assert.deepEqual(await faultsOf(store), []);
    });
  });
}

test('a seal is the same in every version, and covers every member of an entry', () => {
  const row = {
    ...{ position: 9, at: 1_803_895_200_000, account_id: null, channel: 'api', request_id: 'r-1' },
    ...{ kind: 'event.cancelled', subject: 'a', details: '{}' },
  };
  assert.equal(sealOf('before', 7, row), '0055c184b4ba1781f4fb077c27b51819542f4d16fbf64efc50f987906fb6dca7');
});

describe('the journal of one thing', () => {
  it('is found by indexes, whatever else is asked', async (test) => {
    const store = await temporaryStore(test);
    const accountId = randomUUID() as Uuid;
    const { queries, plans } = explaining(store);
    for (const positions of [[], [1, 2]])
      for (const more of [
        {},
        { before: 9 },
        { kind: 'tickets.sold' },
        { from: NOW },
        { accountId },
      ] as const) {
        const about = { subjects: ['a ticket', 'its check-in'], positions } as const;
        await findEntries(queries, OPERATOR, { about, limit: 10, ...more });
      }
    assert.match(plans.join('\n'), /SEARCH journal USING INDEX journal_by_subject \(subject=\?\)/);
    assert.doesNotMatch(plans.join('\n'), /SCAN journal|PRIMARY KEY \(rowid[<>]|\((kind|account_id)=/);
  });

  it('is searched by kind where a busy account has few entries of that kind', async (test) => {
    const { queries, plans } = explaining(await temporaryStore(test));
    const accountId = randomUUID() as Uuid;
    await findEntries(queries, OPERATOR, { kind: 'account.role-set', accountId, limit: 10 });
    assert.match(plans.join('\n'), /journal_by_kind/);
    plans.length = 0;
    await findEntries(queries, OPERATOR, { kind: 'tickets.sold', accountId, limit: 10 });
    assert.match(plans.join('\n'), /journal_by_account/);
  });
});

const { withSchema } = DATABASES.find(({ name }) => name === 'PostgreSQL') as (typeof DATABASES)[number];

describe('the journal among several connections of PostgreSQL', () => {
  const openTwo = async (test: TestContext) => {
    const address = await withSchema(test);
    const stores = [await openStore(address), await openStore(address)] as const;
    test.after(() => Promise.all(stores.map((store) => store.close())));
    return stores;
  };

  it('is read backwards from its end, with any filter, and not as far as its beginning', async (test) => {
    const [store] = await openTwo(test);
    await store.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO journal (at, channel, kind, subject, details, number, seal)
          SELECT n, 'api', CASE n % 100 WHEN 0 THEN 'tickets.left' ELSE 'tickets.sold' END, n, '{}', n, n
            FROM generate_series(1, 20000) AS n`,
      );
    });
    const { queries, plans } = explaining(store, 'EXPLAIN');
    for (const more of [{}, { before: 15_000 }, { kind: 'tickets.left' }] as const)
      assert.equal((await findEntries(queries, OPERATOR, { limit: 10, ...more })).length, 10);
    assert.match(plans.join('\n'), /Backward using journal_pkey/);
    assert.match(plans.join('\n'), /Backward using journal_by_kind/);
    assert.doesNotMatch(plans.join('\n'), /Seq Scan/);
  });

  it('hides no entry from a reader that is committed after one of a higher position', async (test) => {
    const late = pause(test);
    const [one, other] = await openTwo(test);
    const early = one.transaction(async (tx) => {
      await note(tx, 'lower position');
      await untilDone(tx);
      late.reached();
      await late.over;
    });
    await late.isReached;
    await other.transaction((tx) => note(tx, 'higher position'));
    // A reader that goes by position would now read the second, remember it, and never see the first.
    const [seen] = await other.all<{ subject: string }>('SELECT subject FROM journal ORDER BY position');
    assert.equal(seen?.subject, 'higher position');

    await sealAll(other);
    assert.deepEqual(await subjectsAfter(other, 0), [], 'sealed while a lower position may yet appear');
    late.end();
    await early;
    await sealEverything(other);
    assert.deepEqual(await subjectsAfter(other, 0), ['lower position', 'higher position']);
    assert.deepEqual(await faultsOf(other), []);
  });

  it('has an end that parts what was committed before it from what is committed later', async (test) => {
    const late = pause(test);
    const [one, other] = await openTwo(test);
    const early = one.transaction(async (tx) => {
      await note(tx, 'lower position');
      await untilDone(tx);
      late.reached();
      await late.over;
    });
    await late.isReached;
    await other.transaction((tx) => note(tx, 'higher position'));
    // A reader that began after the one entry that it can see would get that entry, and not the other.
    assert.equal(await other.transaction(findLength), 1);

    let isFound = false;
    const end = other.transaction(findEnd).finally(() => {
      isFound = true;
    });
    while (!isFound && (await other.get(WAITING_FOR_A_LOCK)) === undefined) await sleep(5);
    late.end();
    await early;
    assert.equal(await end, 2);
    await other.transaction((tx) => note(tx, 'later'));
    await sealEverything(other);
    assert.deepEqual(await subjectsAfter(other, 2), ['later']);
  });

  it('is sealed in the order of recording, whichever transaction began first', async (test) => {
    const [early, between] = [pause(test), pause(test)];
    const [one, other] = await openTwo(test);
    const begin = (tx: Transaction, topic: string) =>
      tx.run('UPDATE revisions SET revision = revision + 1 WHERE topic = ?', [topic]);
    const second = one.transaction(async (tx) => {
      await begin(tx, 'keys');
      early.reached();
      await early.over;
      await note(tx, 'second');
    });
    await early.isReached;
    const running = other.transaction(async (tx) => {
      await begin(tx, 'hours');
      between.reached();
      await between.over;
    });
    await between.isReached;
    await other.transaction((tx) => note(tx, 'first'));
    early.end();
    await second;
    await sealAll(other);
    assert.deepEqual(await subjectsAfter(other, 0), [], 'one behind another that can’t be sealed yet');
    between.end();
    await running;
    await sealEverything(other);
    assert.deepEqual(await subjectsAfter(other, 0), ['first', 'second']);
  });

  it('is sealed without waiting for a transaction that only reads', async (test) => {
    const late = pause(test);
    const [one, other] = await openTwo(test);
    const reading = one.transaction(async (tx) => {
      await tx.get('SELECT count(*) FROM journal');
      late.reached();
      await late.over;
    });
    await late.isReached;
    await other.transaction((tx) => note(tx, 'a'));
    await sealEverything(other);
    assert.deepEqual(await subjectsAfter(other, 0), ['a']);
    late.end();
    await reading;
  });

  it('can be written to during sealing: nobody waits for the chain', async (test) => {
    const sealing = pause(test);
    const [one, other] = await openTwo(test);
    await one.transaction((tx) => note(tx, 'before'));
    const sealed = one.transaction(async (tx) => {
      await sealJournal(tx);
      await untilDone(tx);
      sealing.reached();
      await sealing.over;
    });
    await sealing.isReached;
    await other.transaction((tx) => note(tx, 'meanwhile')); // would wait for ever behind a common lock
    sealing.end();
    await sealed;
    await sealEverything(one);
    assert.deepEqual(await subjectsAfter(one, 0), ['before', 'meanwhile']);
  });
});

async function note(tx: Transaction, ...subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    await record(
      { tx, actor: OPERATOR, now: NOW },
      { kind: 'event.announced', subject, details: { after: null } },
    );
  }
}

/** Waits until PostgreSQL has done what was sent. Otherwise answers to inserts and updates are awaited only at the commit. */
async function untilDone(tx: Transaction): Promise<void> {
  await tx.get('SELECT 1 AS one');
}

async function subjectsAfter(store: Store, cursor: number): Promise<string[]> {
  return (await readJournal(store, cursor, 5_000)).map(({ subject }) => subject);
}

async function faultsOf(store: Pick<Store, 'all' | 'get'>): Promise<string[]> {
  const faults: string[] = [];
  const check: AsyncGenerator<string, JournalFigures> = checkJournal(store);
  for await (const fault of check) faults.push(fault);
  return faults;
}

/** What is found after the tampering, which is then rolled back. */
async function afterwardsUndone(store: Store, tampering: string): Promise<string[]> {
  let faults: string[] = [];
  await assert.rejects(
    store.transaction(async (tx) => {
      await tx.run(tampering);
      faults = await faultsOf(tx);
      throw new Error('undo');
    }),
    /undo/,
  );
  return faults;
}

/** The same store, and how the database goes about what it is asked. */
function explaining(store: Store, explain = 'EXPLAIN QUERY PLAN'): { queries: Queries; plans: string[] } {
  const plans: string[] = [];
  const queries: Queries = {
    get: (sql, values) => store.get(sql, values),
    all: async (sql, values) => {
      const steps = await store.all<{ detail?: string; 'QUERY PLAN'?: string }>(`${explain} ${sql}`, values);
      plans.push(...steps.map((step) => step.detail ?? step['QUERY PLAN'] ?? ''));
      return store.all(sql, values);
    },
  };
  return { queries, plans };
}

/** A place in the middle of something, where it waits until it is told to go on. */
function pause(test: TestContext) {
  const reached = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  test.after(() => over.resolve()); // whatever fails, nothing waits for ever
  return { reached: reached.resolve, isReached: reached.promise, end: over.resolve, over: over.promise };
}
