import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { recordMany, stepOf } from '../../fixtures/feeding.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccounts } from '../../fixtures/museum.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { findAccountId, setMailing } from '../accounts/index.ts';
import { changeProgramme } from '../calling-off/index.ts';
import { ensureSigningKey } from '../codes/index.ts';
import { OPERATOR } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import { findCursor } from '../deliveries/index.ts';
import { clearDay, MuseumDays, setDay } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import { GENERAL } from '../offers/index.ts';
import { type ActionContext, openStore, runAction, type Store } from '../store/index.ts';
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
      await addTickets(store, '2027-03-06', 1, 3);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      const close = (day: string) =>
        changeHours(store, { clock, days }, (context) =>
          setDay(context, day as CalendarDay, { opening: null, reason: null }),
        );
      await runAction({ store, clock }, OPERATOR, (context) =>
        record(context, { kind: 'tickets.sold', subject: '2027-03-06', details: { tickets: [1, 2, 3] } }),
      );
      await close('2027-03-06');
      clock.advance(4 * DAY);
      await close('2027-03-07');
      await sealEverything(store);
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
        (context: ActionContext) => setDay(context, day, { opening: null, reason: null }),
        (context: ActionContext) => clearDay(context, day),
      ]) {
        await changeHours(store, { clock, days }, change);
        await sealEverything(store);
        while (await step());
      }
      const planned = await store.all<{ content: string }>('SELECT content FROM deliveries');
      const told = planned.map(({ content }) => JSON.parse(content).numbers.length);
      assert.deepEqual(told, Array(12).fill(1_000));
    });

    it('does not read the tickets of past years to find whom a change concerns', async (test) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      const clock = manualClock();
      await addAccounts(store, clock);
      await ensureSigningKey(store, clock.now());
      await addTickets(store, '2025-06-01', 1, 10_000);
      await addTickets(store, '2027-03-02', 10_001, 10_003);
      const days = new MuseumDays(store, clock, 'Europe/Berlin');
      await changeHours(store, { clock, days }, (context) =>
        setDay(context, '2027-03-02' as CalendarDay, { opening: null, reason: null }),
      );
      await sealEverything(store);
      const step = stepOf(
        store,
        mailFeed({ store, clock, days, contacts: await ContactHashes.open(store, clock) }),
      );
      await step();
      assert.deepEqual({ ...(await findCursor(store, 'mail')) }, { readTo: 2, lookedAt: 0 });
      const [mail] = await store.all<{ content: string }>('SELECT content FROM deliveries');
      assert.deepEqual(JSON.parse(mail?.content ?? '').numbers, [10_001, 10_002, 10_003]);
    });
  });
}

async function changeHours(
  store: Store,
  { clock, days }: { readonly clock: Clock; readonly days: MuseumDays },
  change: (context: ActionContext) => Promise<unknown>,
): Promise<void> {
  await runAction({ store, clock }, OPERATOR, (context) =>
    changeProgramme(context, { product: GENERAL, days }, change),
  );
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
