import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { recordMany, stepOf } from '../../fixtures/feeding.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts } from '../../fixtures/museum.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { findAccountId, setMailing } from '../accounts/index.ts';
import { ensureSigningKey } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { findCursor } from '../deliveries/index.ts';
import { clearDay, MuseumDays, setDay } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import { openStore, type Store, type Transaction } from '../store/index.ts';
import { ContactHashes } from '../tickets/index.ts';
import { mailFeed } from './index.ts';

const DAY = 86_400_000;

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`the feed of mail on ${name}`, () => {
    it('skips in one step the entries that are too old to be mailed, and no others', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await recordMany(store, clock.now() - 4 * DAY, 1_000);
      await recordMany(store, clock.now() - 2 * DAY, 1);
      await recordMany(store, clock.now() - 4 * DAY, 1);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      assert.equal(await step(), true);
      assert.equal((await findCursor(store, 'mail')).readTo, 1_000);
      while (await step());
      assert.equal((await findCursor(store, 'mail')).readTo, 1_002);
    });

    it('plans no mail about entries that are too old, also when newer ones follow', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await addAccounts(store, clock);
      await ensureSigningKey(store, clock.now());
      await addTickets(store, '2027-03-02', 1, 3);
      const close = (day: string, at: number) =>
        store.transaction((tx) =>
          setDay({ tx, actor: OPERATOR, now: at }, day as CalendarDay, { opening: null, reason: null }),
        );
      await store.transaction((tx) =>
        record(
          { tx, actor: OPERATOR, now: clock.now() - 4 * DAY },
          { kind: 'tickets.sold', subject: '2027-03-02', details: { tickets: [1, 2, 3] } },
        ),
      );
      await close('2027-03-02', clock.now() - 4 * DAY);
      await close('2027-03-03', clock.now());
      await sealEverything(store);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      while (await step());
      assert.deepEqual(await store.all('SELECT delivery_id FROM deliveries'), []);
    });

    it('leaves to a seller the tickets that it sold while it mailed them itself, and no others', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await addAccounts(store, clock);
      await ensureSigningKey(store, clock.now());
      await addTickets(store, '2027-03-02', 1, 3);
      const accountId = (await findAccountId(store, 'partner')) ?? null;
      const sell = (number: number) =>
        store.transaction((tx) =>
          record(
            { tx, actor: { ...OPERATOR, accountId }, now: clock.now() },
            {
              kind: 'tickets.sold',
              subject: '2027-03-02',
              details: { tickets: [number] },
            },
          ),
        );
      await sell(1);
      await setMailing(store, OPERATOR, 'partner', 'self', clock.now());
      await sell(2);
      await sealEverything(store);
      await setMailing(store, OPERATOR, 'partner', 'museum', clock.now());
      await sell(3);
      await sealEverything(store);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      while (await step());
      const planned = await store.all<{ content: string }>('SELECT content FROM deliveries');
      assert.deepEqual(planned.map(({ content }) => JSON.parse(content).numbers).toSorted(), [[1], [3]]);
    });

    it('plans a mail about each change for everybody whom it concerns, however many', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await addAccounts(store, clock);
      await ensureSigningKey(store, clock.now());
      await addTickets(store, '2027-03-02', 1, 6_000);
      const day = '2027-03-02' as CalendarDay;
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      for (const change of [
        (tx: Transaction) =>
          setDay({ tx, actor: OPERATOR, now: clock.now() }, day, { opening: null, reason: null }),
        (tx: Transaction) => clearDay({ tx, actor: OPERATOR, now: clock.now() }, day),
      ]) {
        await store.transaction<unknown>(change);
        await sealEverything(store);
        while (await step());
      }
      const planned = await store.all<{ content: string }>('SELECT content FROM deliveries');
      const told = planned.map(({ content }) => JSON.parse(content).numbers.length);
      assert.deepEqual(told.toSorted(), [1_000, 1_000, 5_000, 5_000]);
    });

    it('does not read the tickets of past years to find whom a change concerns', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await addAccounts(store, clock);
      await ensureSigningKey(store, clock.now());
      await addTickets(store, '2025-06-01', 1, 10_000);
      await addTickets(store, '2027-03-02', 10_001, 10_003);
      await store.transaction((tx) =>
        setDay({ tx, actor: OPERATOR, now: clock.now() }, '2027-03-02' as CalendarDay, {
          opening: null,
          reason: null,
        }),
      );
      await sealEverything(store);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      await step();
      assert.deepEqual({ ...(await findCursor(store, 'mail')) }, { readTo: 1, lookedAt: 0 });
      const [mail] = await store.all<{ content: string }>('SELECT content FROM deliveries');
      assert.deepEqual(JSON.parse(mail?.content ?? '').numbers, [10_001, 10_002, 10_003]);
    });
  });
}

/** Tickets of one visitor for general entry on a day. */
async function addTickets(store: Store, day: string, from: number, to: number): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO tickets (number, ticket_id, ticket_type, ticket_date, price_cents, currency, confirmation_code, key_id, sold_by, sold_at)
       WITH RECURSIVE numbers (number) AS (SELECT ${from} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${to})
       SELECT number, 'id-' || number, 'general', ?, 0, 'EUR', 'code-' || number, key_id, account_id, 0
         FROM numbers, signing_keys, accounts WHERE username = 'admin'`,
      [day],
    );
    await tx.run(
      `INSERT INTO contacts (number, email, last_mailed) SELECT number, 'ada@example.com', '{"validity":"valid","place":null}'
         FROM tickets WHERE number >= ${from}`,
    );
    await tx.run("INSERT INTO slots (product, day, sold) VALUES ('general', ?, ?)", [day, to - from + 1]);
  });
}
