import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { addAccount } from '../accounts/index.ts';
import { ConfirmationCodes, ensureSigningKey, lockCurrentKeyId } from '../codes/index.ts';
import { type Actor, OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { openStore, type Queries } from '../store/index.ts';
import type { Contact } from './contacts.ts';
import { addContacts, ContactHashes } from './contacts.ts';
import { findTickets, type TicketFilter } from './find-tickets.ts';
import type { Ticket } from './ticket.ts';
import { addTickets } from './ticket.ts';

const DAY = calendarDay('2027-03-14');
const SOLD = 4_500;
/** Numbers of the few among them that are for the event, and that the partner has sold. */
const OF_EVENT = [1, 2, 1_700, 4_499];
const OF_PARTNER = [2, 3, 2_500];

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`finding a few of the thousands of tickets of a day on ${name}`, () => {
    it('finds those of an event and those that a partner has sold, the newest first', async (test) => {
      const { find, partner, eventId } = await openDay(test, withSchema);
      assert.deepEqual(await find({ product: eventId }), OF_EVENT.toReversed());
      assert.deepEqual(await find({ product: eventId, limit: 2 }), [4_499, 1_700]);
      assert.deepEqual(await find({ product: eventId, before: 1_700 }), [2, 1]);
      assert.deepEqual(await find({}, partner), OF_PARTNER.toReversed());
      assert.deepEqual(await find({ product: eventId }, partner), [2]);
      assert.deepEqual(await find({ product: 'general' }, partner), [2_500, 3]);
      assert.deepEqual(await find({ limit: 3 }), [4_500, 4_499, 4_498]);
      assert.deepEqual((await find({ limit: 9_000 })).length, SOLD);
      assert.deepEqual((await find({ product: 'general', limit: 9_000 })).length, SOLD - OF_EVENT.length);
      assert.deepEqual(await find({ day: calendarDay('2027-03-15') }), []);
    });

    it('fetches no others, and lets other requests be handled in between', async (test) => {
      const { find, partner, eventId, fetched } = await openDay(test, withSchema);
      for (const search of [() => find({ product: eventId }), () => find({}, partner)]) {
        const before = fetched();
        let turns = 0;
        const count = () => {
          turns += 1;
          next = setImmediate(count);
        };
        let next = setImmediate(count);
        const { length } = await search();
        clearImmediate(next);
        assert.equal(fetched() - before, length);
        assert.ok(turns >= 2, `${turns} turns`);
      }
    });

    it('fetches as many as are asked for of one address that thousands were sold to', async (test) => {
      const { store, contacts, queries, fetched } = await openDay(test, withSchema);
      const find = (before: number) => contacts.numbersOf(queries, 'tickets@SHOP.example', before, 3);
      await store.transaction((tx) => addContacts(tx, soldTo('Tickets@shop.example')));
      assert.deepEqual(await find(SOLD), [4_499, 4_498, 4_497]);
      const beforeIndexing = fetched();
      while (await store.transaction((tx) => contacts.fill(tx)));
      assert.deepEqual(await find(SOLD), [4_499, 4_498, 4_497]);
      assert.deepEqual(await find(3), [2, 1]);
      assert.ok(beforeIndexing < 10 && fetched() < 20, `${beforeIndexing} and ${fetched()} rows`);
    });

    it('finds what an address was sold in other years too, and nothing of another whose hash is the same', async (test) => {
      const { store, contacts, queries } = await openDay(test, withSchema);
      const [years, later] = [2 ** 37, 2 ** 40];
      await store.transaction(async (tx) => {
        await tx.run('UPDATE tickets SET number = ? WHERE number = 2', [years]);
        await tx.run('UPDATE tickets SET number = ? WHERE number = 3', [later]);
        const ofAda = [1, years, later].map((number) => ({ number, email: 'ada@example.com', phone: null }));
        await addContacts(tx, [...ofAda, { number: 4, email: 'eve@example.com', phone: null }]);
      });
      while (await store.transaction((tx) => contacts.fill(tx)));
      await store.transaction((tx) =>
        tx.run('UPDATE contacts SET email_hash = ? WHERE number = 4', [contacts.of('ada@example.com')]),
      );
      assert.deepEqual(await contacts.numbersOf(queries, 'Ada@example.com', 2 ** 41, 9), [later, years, 1]);
    });

    it('looks through the thousands of one address with a few queries', async (test) => {
      const { find, store, contacts, eventId, asked } = await openDay(test, withSchema);
      await store.transaction((tx) => addContacts(tx, soldTo('tickets@shop.example')));
      while (await store.transaction((tx) => contacts.fill(tx)));
      const before = asked();
      assert.deepEqual(
        await find({ email: 'tickets@shop.example', product: eventId }),
        OF_EVENT.toReversed(),
      );
      assert.ok(asked() - before < 30, `${asked() - before} questions`);
    });
  });
}

function soldTo(email: string): Contact[] {
  return Array.from({ length: SOLD }, (_, index) => ({ number: index + 1, email, phone: null }));
}

async function openDay(test: TestContext, withSchema: (typeof ONE_DATABASE)[number]['withSchema']) {
  const store = await openStore(await withSchema(test));
  test.after(() => store.close());
  const clock = manualClock();
  const account = async (
    username: string,
    role: 'cashier' | 'partner',
  ): Promise<Actor & { accountId: Uuid }> => {
    const draft = { username, password: 'correct horse', role };
    const { accountId } = await addAccount(store, OPERATOR, draft, clock.now());
    return { accountId, role, channel: 'api' };
  };
  const [cashier, partner] = [await account('desk', 'cashier'), await account('shop', 'partner')];
  await ensureSigningKey(store, clock.now());
  const eventId = uuidV7(clock.now());
  await store.transaction((tx) =>
    tx.insert(
      'special_events',
      ['event_id', 'name', 'location', 'description', 'dates', 'created_at', 'changed_at'],
      [[eventId, 'Eclipse', 'Roof', '', JSON.stringify([DAY]), 0, 0]],
    ),
  );
  const keyId = await store.transaction(lockCurrentKeyId);
  const tickets = Array.from({ length: SOLD }, (_, index): Ticket => {
    const number = index + 1;
    const isOfEvent = OF_EVENT.includes(number);
    return {
      number,
      ticketId: uuidV7(clock.now()),
      product: isOfEvent ? eventId : 'general',
      day: DAY,
      entryTime: null,
      category: 'standard',
      categoryNumber: 0,
      places: 1,
      priceCents: 0,
      vat: null,
      entryPlaces: 0,
      currency: 'EUR',
      confirmationCode: `code-${number}`,
      keyId,
      soldBy: (OF_PARTNER.includes(number) ? partner : cashier).accountId,
      soldAt: clock.now(),
      orderId: null,
      soldWith: null,
      chargedCents: null,
      codeId: null,
      fullPriceCents: null,
    };
  });
  await store.transaction((tx) => addTickets(tx, tickets));
  let [asked, fetched] = [0, 0];
  const queries: Queries = {
    get: (sql, values) => {
      asked += 1;
      return store.get(sql, values);
    },
    all: async <R extends object>(sql: string, values?: Parameters<Queries['all']>[1]) => {
      const rows = await store.all<R>(sql, values);
      asked += 1;
      fetched += rows.length;
      return rows;
    },
  };
  const contacts = await ContactHashes.open(store, clock);
  const finder = { codes: new ConfirmationCodes(new Uint8Array(16)), contacts };
  const find = async (filter: Partial<TicketFilter>, actor: Actor = cashier): Promise<number[]> => {
    const found = await findTickets(queries, actor, { day: DAY, limit: 100, ...filter }, finder);
    return found.map(({ number }) => number);
  };
  const counts = { asked: () => asked, fetched: () => fetched };
  return { find, partner, eventId, store, contacts, queries, ...counts };
}
