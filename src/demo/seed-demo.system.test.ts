import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { DATABASES } from '../../fixtures/databases.ts';
import { AFTERNOON, demoAt, demoDatabase } from '../../fixtures/demo.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { checkMuseum } from '../check/index.ts';
import { ConfirmationCodes, KeyRing } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { Gate } from '../gate/index.ts';
import { MuseumDays, openDays } from '../hours/index.ts';
import { settingsOf } from '../settings/index.ts';
import {
  type DatabaseAddress,
  inspectStore,
  openStore,
  type Store,
  StoreUnavailable,
} from '../store/index.ts';
import { codesToTry, isDemonstration, MuseumNotEmpty, seedDemonstration } from './index.ts';

const TODAY = '2027-03-06' as CalendarDay;

async function furnished(t: TestContext, ...wishes: Parameters<typeof demoAt>): Promise<Store> {
  const store = await temporaryStore(t);
  await seedDemonstration(store, demoAt(...wishes));
  return store;
}

/** What happened in the month, without ids and what depends on them. */
async function story(store: Store) {
  const [events, entries, checkIns, tickets, contacts] = await Promise.all([
    store.all(
      `SELECT name, location, description, dates, times, category, price_cents, capacity
         FROM special_events JOIN prices ON product = event_id ORDER BY name, category`,
    ),
    store.all('SELECT at, channel, kind FROM journal ORDER BY position'),
    store.all(
      'SELECT at, day, gate, direction, verdict, reason, message FROM check_ins ORDER BY at, message',
    ),
    store.all(
      'SELECT ticket_type, ticket_date, entry_time, category, price_cents, sold_at FROM tickets ORDER BY number',
    ),
    store.all('SELECT email, phone FROM contacts ORDER BY number'),
  ]);
  return { events, entries, checkIns, tickets, contacts };
}

for (const { name, lend } of DATABASES) {
  describe(`on ${name}`, () => {
    async function lent(t: TestContext): Promise<{ database: DatabaseAddress; store: Store }> {
      const { database, giveBack } = await lend(t);
      const store = await openStore(database);
      t.after(async () => {
        await store.close();
        giveBack();
      });
      return { database, store };
    }

    test('what breaks off leaves nothing behind; of two that then furnish it at once only one does; nothing contradicts itself', async (t) => {
      const { database, store } = await lent(t);
      let asked = 0;
      const now = () => {
        asked += 1;
        if (asked === 500) throw new Error('broken off');
        return Date.parse(AFTERNOON);
      };
      await assert.rejects(seedDemonstration(store, demoAt(AFTERNOON, { clock: { now } })), /broken off/);
      assert.equal(await isDemonstration(store), false);
      for (const table of ['accounts', 'journal', 'tickets', 'signing_keys', 'secrets'])
        assert.deepEqual(await store.all(`SELECT * FROM ${table}`), [], table);

      const another = await openStore(database);
      t.after(() => another.close());
      const both = await Promise.allSettled(
        [store, another].map((each) => seedDemonstration(each, demoAt(AFTERNOON))),
      );
      const staff = both.filter((one) => one.status === 'fulfilled').flatMap(({ value }) => value ?? []);
      assert.equal(staff.length, 6);
      for (const one of both)
        if (one.status === 'rejected') assert.ok(one.reason instanceof StoreUnavailable);
      assert.equal(await seedDemonstration(another, demoAt(AFTERNOON)), undefined);

      const differences = await inspectStore(database, async (snapshot) => {
        const found: string[] = [];
        for await (const difference of checkMuseum(snapshot)) found.push(difference);
        return found;
      });
      assert.deepEqual(differences, []);
    });

    test('a museum in which anything was done is left as it is', async (t) => {
      const { store } = await lent(t);
      await store.transaction((tx) =>
        tx.insert(
          'journal',
          ['at', 'channel', 'kind', 'subject', 'details'],
          [[1, 'cli', 'hours.week-set', 'week', '{}']],
        ),
      );
      await assert.rejects(seedDemonstration(store, demoAt(AFTERNOON)), MuseumNotEmpty);
      assert.equal(await isDemonstration(store), false);
      assert.deepEqual(await store.all('SELECT * FROM accounts'), []);
    });
  });
}

test('the month', async (t) => {
  const store = await openStore({ kind: 'sqlite', path: (await demoDatabase(t)).path });
  t.after(() => store.close());

  await t.test('is the same each time, but for ids', async (t) => {
    const told = await story(store);
    assert.deepEqual(await story(await furnished(t, AFTERNOON)), told);
    assert.ok(told.tickets.length > 800 && told.events.length >= 8);
  });

  await t.test(
    'two weeks were sold and visited, today is under way, and of the weeks to come a part is sold',
    async () => {
      const count = async (sql: string, ...values: (string | number)[]) =>
        (await store.get<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`, values))?.count ?? 0;
      for (const open of await openDays(store, addDays(TODAY, -14), addDays(TODAY, -1))) {
        const sold = await count('tickets WHERE ticket_date = ?', open.date);
        const admitted = await count("check_ins WHERE day = ? AND verdict = 'admitted'", open.date);
        assert.ok(sold > 20 && admitted > sold / 2, `${open.date}: ${admitted} of ${sold}`);
      }
      const passed = (direction: string) =>
        count("check_ins WHERE day = ? AND verdict <> 'refused' AND direction = ?", TODAY, direction);
      const [came, left, soldToday] = [
        await passed('in'),
        await passed('out'),
        await count('tickets WHERE ticket_date = ?', TODAY),
      ];
      assert.ok(left > 0 && came > left && soldToday > came, `${soldToday} sold, ${came} came, ${left} left`);
      for (const open of await openDays(store, addDays(TODAY, 1), addDays(TODAY, 14)))
        assert.ok((await count('tickets WHERE ticket_date = ?', open.date)) > 0, open.date);
    },
  );

  await t.test(
    'five categories have prices, some days are free, tours start three times a day, and weekends have entry times',
    async () => {
      const list = async (sql: string) => (await store.all(sql)).map((row) => Object.values(row as object));
      const prices = (isOn: string) =>
        list(`SELECT DISTINCT COALESCE(category, 0) AS category, price_cents FROM tickets
            WHERE ticket_type = 'general' AND ticket_date ${isOn} ('2027-02-27', '2027-03-13') ORDER BY category`);
      assert.deepEqual(await prices('NOT IN'), [
        [0, 12_00],
        [1, 8_00],
        [2, 9_00],
        [3, 0],
        [4, 28_00],
      ]);
      assert.ok((await prices('IN')).every(([, price]) => price === 0));
      const timed = await list(
        `SELECT DISTINCT ticket_date, entry_time FROM tickets WHERE entry_time IS NOT NULL ORDER BY 1, 2`,
      );
      const timesOn = (day: string) => timed.filter(([date]) => date === day).map(([, time]) => time);
      assert.deepEqual(timesOn('2027-03-05'), ['11:00', '14:00', '16:00']);
      assert.ok(timesOn('2027-02-28').length > 8 && timesOn('2027-02-28').includes('12:30'));
    },
  );

  await t.test('nothing has happened later than now, and the journal is in chronological order', async () => {
    const times = (await store.all<{ at: number }>('SELECT at FROM journal ORDER BY position')).map(
      ({ at }) => at,
    );
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok((times.at(-1) as number) <= Date.parse(AFTERNOON));
    assert.ok((times[0] as number) < Date.parse(AFTERNOON) - 14 * 86_400_000);
  });

  await t.test(
    'some tickets are void, exchanged and cancelled, and the gate has refused, undone, overridden and found a conflict',
    async () => {
      const texts = async (sql: string) => (await store.all<{ text: string }>(sql)).map(({ text }) => text);
      const reasons = await texts(`SELECT DISTINCT reason AS text FROM check_ins WHERE verdict = 'refused'`);
      for (const reason of [
        'unreadable',
        'void',
        'other-event',
        'wrong-day',
        'too-early',
        'too-late',
        'already-admitted',
      ])
        assert.ok(reasons.includes(reason), reason);
      const kinds = await texts('SELECT DISTINCT kind AS text FROM journal');
      for (const kind of [
        'event.cancelled',
        'event.changed',
        'ticket.void',
        'day.sold-out',
        'admission.undone',
      ])
        assert.ok(kinds.includes(kind), kind);
      for (const found of [
        'check_ins WHERE is_conflict = 1',
        'check_ins WHERE override_reason IS NOT NULL',
        'voids WHERE replaced_by IS NOT NULL',
        'voids WHERE replaced_by IS NULL',
      ])
        assert.ok((await store.get(`SELECT * FROM ${found} LIMIT 1`)) !== undefined, found);
    },
  );

  await t.test(
    'its visitors have bought audio guides and given donations, and guides are handed out',
    async () => {
      const sold = await store.all<{ article: string; kind: string }>(
        'SELECT article, kind FROM sold_articles',
      );
      assert.ok(sold.filter(({ kind }) => kind === 'extra').length > 20);
      assert.ok(sold.filter(({ kind }) => kind === 'donation').length > 10);
      const changes = await store.all<{ what: string }>('SELECT what FROM article_changes');
      const handedOut = changes.filter(({ what }) => what === 'handed-out').length;
      assert.ok(handedOut > 10 && handedOut < sold.length, `${handedOut} of ${sold.length}`);
    },
  );

  await t.test('its visitors have addresses that reach nobody', async () => {
    const contacts = await store.all<{ email: string; phone: string | null }>(
      'SELECT email, phone FROM contacts',
    );
    assert.ok(contacts.length > 100);
    for (const { email, phone } of contacts) {
      assert.match(email, /^[a-z]+\.[a-z]+@example\.(com|net|org)$/);
      assert.match(phone ?? '+44 20 7946 0000', /^\+44 20 7946 0\d{3}$/);
    }
  });
});

test('on any day, at any hour and with any settings, today and tomorrow are open and the month is complete', async (t) => {
  for (const [now, more] of [
    ['2027-03-08T23:30:00Z', {}], // half past midnight
    ['2027-03-09T05:00:00Z', { fixed: { 'entry/reentry': 'never' } }],
    ['2027-03-28T01:00:00Z', { fixed: { 'entry/reentry': 'always' } }], // clocks are put forward
    ['2027-10-31T20:45:00Z', { currency: 'JPY', generalPriceCents: 0 }], // and back
    ['2028-02-29T12:00:00Z', { timeZone: 'Pacific/Chatham' }],
    ['2027-12-31T22:59:00Z', { timeZone: 'America/Los_Angeles' }],
    ['2027-06-17T11:00:00Z', { timeZone: 'Africa/Casablanca' }],
  ] as const) {
    const store = await furnished(t, now, more);
    const { timeZone } = demoAt(now, more);
    const today = new Date(now).toLocaleDateString('sv-SE', { timeZone }) as CalendarDay;
    assert.equal((await openDays(store, today, addDays(today, 1))).length, 2, now);
    assert.ok((await openDays(store, today, addDays(today, 6))).length < 7, `${now}: a day of rest`);
  }
});

test('has codes to try, and the gate answers each as the list says', async (t) => {
  const store = await openStore({ kind: 'sqlite', path: (await demoDatabase(t)).path });
  t.after(() => store.close());
  const { clock, timeZone } = demoAt(AFTERNOON);
  const codes = await ConfirmationCodes.open(store, clock);
  const days = new MuseumDays(store, clock, timeZone);
  const gate = new Gate({
    store,
    clock,
    days,
    keys: new KeyRing(store),
    codes,
    timeZone,
    settings: { now: settingsOf({}, {}) },
  });
  const answers = [];
  for (const { sampleState, code } of await codesToTry(store, TODAY)) {
    const { checkIn } = await gate.scan(OPERATOR, { confirmationCode: code, direction: 'in' });
    answers.push([sampleState, checkIn.verdict, checkIn.reason]);
  }
  assert.deepEqual(answers, [
    ['valid', 'admitted', null],
    ['inside', 'refused', 'already-admitted'],
    ['left', 'admitted', null],
    ['void', 'refused', 'void'],
  ]);
});
