/** On PostgreSQL, where transactions run side by side: who waits for a lock has none yet that comes after it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { importInto } from '../../fixtures/importing.ts';
import { type Museum, openMuseum } from '../../fixtures/museum.ts';
import { termsIn } from '../../fixtures/offer-terms.ts';
import { freshMuseum } from '../../fixtures/postgres.ts';
import { buyTicket, createEvent, eventPurchase } from '../../fixtures/samples.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { draftOf, editEvent, getEventOverview } from '../events/index.ts';
import type { Store, Transaction } from '../store/index.ts';
import { sellPlaces } from './sell-places.ts';
import { slotKey, WHOLE_DAY } from './slots.ts';

const FIRST = calendarDay('2027-03-14');
const SECOND = calendarDay('2027-03-15');
const CATEGORIES = ['standard', 'family'];
const LOCK_EVENT = 'SELECT event_id FROM special_events WHERE event_id = ? FOR NO KEY UPDATE';
const LOCK_FIRST = `SELECT day FROM slots WHERE product = ? AND day = '${FIRST}' FOR NO KEY UPDATE`;
const LOCK_EXCHANGED = `SELECT number FROM tickets WHERE event_id = ? AND ticket_date = '${SECOND}' FOR NO KEY UPDATE`;
const FREE = 'SELECT day FROM slots WHERE product = ? FOR NO KEY UPDATE SKIP LOCKED';
const FREE_REVISION = "SELECT topic FROM revisions WHERE topic = 'events' FOR NO KEY UPDATE SKIP LOCKED";
const WAITING = 'SELECT pid FROM pg_stat_activity WHERE ? = ANY(pg_blocking_pids(pid))';

/** A query, and its values. */
type SqlQuery = readonly [sql: string, values: readonly string[]];

/** Prepares something to be done with the event on those two days. */
type Prepare = (museum: Museum, eventId: Uuid) => Promise<() => Promise<unknown>>;

for (const [what, lock, prepare] of [
  ['a sale waits for a change of its event', LOCK_EVENT, sellToBoth],
  ['a sale that gets only some of its places waits for the first day', LOCK_FIRST, sellSome],
  ['a change of the capacity waits for the first day', LOCK_FIRST, setCapacity],
  ['an edit of prices and entry times waits for the first day', LOCK_FIRST, edit],
  ['an exchange waits for a change of its event', LOCK_EVENT, exchange],
  ['an exchange for the first day waits for that day', LOCK_FIRST, exchange],
  ['a refund waits for a ticket that was exchanged', LOCK_EXCHANGED, payBack],
  ['a change of a held order waits for a change of its event', LOCK_EVENT, changeOrder],
  ['a change of a held order waits for the first day', LOCK_FIRST, changeOrder],
  ['an import waits for the first day', LOCK_FIRST, importBoth],
] as [string, string, Prepare][])
  test(`${what}, and has locked nothing yet that comes after it`, async (t) => {
    const museum = await openMuseum({ database: { kind: 'postgres', url: await freshMuseum(t) } });
    t.after(() => museum.close());
    const { store } = museum;
    const { eventId } = await createEvent(museum, { dates: [SECOND, FIRST] });
    await sellInBothCategories(museum, eventId);
    const act = await prepare(museum, eventId);
    const free = await whileItWaits(store, [lock, [eventId]], act, async (tx) => {
      assert.ok(await tx.get(FREE_REVISION), 'the revision is locked');
      return tx.all<{ day: string }>(FREE, [eventId]);
    });
    assert.deepEqual(free.map(({ day }) => day).sort(), [FIRST, SECOND]);
  });

test('whoever may pay back locks all tickets that exchanges connect in the order of their numbers', async (t) => {
  const museum = await openMuseum({ database: { kind: 'postgres', url: await freshMuseum(t) } });
  t.after(() => museum.close());
  const { eventId } = await createEvent(museum, { dates: [SECOND, FIRST] });
  await sellInBothCategories(museum, eventId);
  const lockOld: SqlQuery = [LOCK_EXCHANGED, [eventId]];
  const free = await whileItWaits(museum.store, lockOld, await payBack(museum, eventId), (tx) =>
    tx.all('SELECT number FROM tickets WHERE ticket_date = ? FOR NO KEY UPDATE SKIP LOCKED', [FIRST]),
  );
  assert.equal(free.length, 1, 'the new ticket is locked before the old one');
});

/** What `look` finds while what was begun waits for that lock. */
async function whileItWaits<Found>(
  store: Store,
  [lock, values]: SqlQuery,
  act: () => Promise<unknown>,
  look: (tx: Transaction) => Promise<Found>,
): Promise<Found> {
  let acting: Promise<unknown> | undefined;
  let isOver = false;
  const found = await store.transaction(async (tx) => {
    await tx.get(lock, values);
    const blocker = await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    acting ??= act().finally(() => {
      isOver = true;
    });
    while ((await store.get(WAITING, [blocker?.pid ?? 0])) === undefined) {
      assert.ok(!isOver, 'it has not waited');
      await sleep(5);
    }
    return look(tx);
  });
  await acting;
  return found;
}

async function ask(museum: Museum, method: string, path: string, body: unknown) {
  const answer = await museum.api(method, path, { body });
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
}

async function sellInBothCategories(museum: Museum, eventId: Uuid) {
  const categories = CATEGORIES.map((category) => ({
    category,
    name: category,
    unitType: 'OTHER',
    places: 1,
  }));
  await ask(museum, 'PUT', '/categories', categories);
  const prices = CATEGORIES.map((category) => ({ category, price: 1 }));
  await ask(museum, 'PUT', `/special-events/${eventId}/prices`, prices);
}

/** Sells, in one transaction, to each of those on the first day, and on the second one. */
function sellOn({ store, clock }: Museum, product: Uuid, ...categories: (readonly string[])[]) {
  const wants = [FIRST, SECOND].flatMap((day, index) => {
    const slot = { product, day, startsAt: WHOLE_DAY };
    const wanted = categories[index] ?? [];
    return wanted.map((category) => {
      return {
        slot,
        key: slotKey(slot),
        categories: [category],
        mayBeLate: false,
        seesDrafts: false,
        hasAccess: true,
      };
    });
  });
  return () => store.transaction((tx) => sellPlaces(tx, wants, termsIn(clock)));
}

async function sellToBoth(museum: Museum, eventId: Uuid) {
  return sellOn(museum, eventId, ['standard'], ['family']);
}

async function sellSome(museum: Museum, eventId: Uuid) {
  await ask(museum, 'PUT', `/capacity/events/${eventId}`, { capacity: 1 });
  return sellOn(museum, eventId, ['standard', 'standard'], ['standard']);
}

/** Rows lie in the order in which they were written: an update of all days would come to the first day last. */
async function setCapacity(museum: Museum, eventId: Uuid) {
  const writeFirst = `UPDATE slots SET sold = sold WHERE product = ? AND day = '${FIRST}'`;
  await museum.store.transaction((tx) => tx.run(writeFirst, [eventId]));
  return () => ask(museum, 'PUT', `/capacity/events/${eventId}`, { capacity: 7 });
}

async function edit({ store, clock }: Museum, eventId: Uuid) {
  return () =>
    store.transaction(async (tx) => {
      const seen = draftOf(await getEventOverview(tx, OPERATOR, eventId));
      const wanted = { ...seen, vat: 1900, times: ['11:00'] };
      await editEvent(
        { tx, actor: OPERATOR, now: clock.now() },
        { eventId, seen, wanted, confirmed: [] },
        FIRST,
      );
    });
}

async function exchange(museum: Museum, eventId: Uuid) {
  const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: SECOND }));
  const { email: _, ...wanted } = eventPurchase(eventId, { ticketDate: FIRST, category: 'family' });
  return () => ask(museum, 'POST', `/tickets/${ticketId}/exchange`, { ...wanted, reason: 'Train' });
}

async function payBack(museum: Museum, eventId: Uuid) {
  const { ticketId } = await (await exchange(museum, eventId))();
  const refund = { method: 'cash', amount: 1 };
  return () => ask(museum, 'POST', `/tickets/${ticketId}/void`, { reason: 'Ill', refund });
}

async function changeOrder(museum: Museum, eventId: Uuid) {
  const { email: _, ...item } = eventPurchase(eventId, { ticketDate: SECOND, quantity: 1 });
  const { orderId } = await ask(museum, 'POST', '/orders', { items: [item], hold: 900 });
  const items = [{ ...item, ticketDate: FIRST, category: 'family' }];
  return () => ask(museum, 'PUT', `/orders/${orderId}/items`, { items });
}

async function importBoth(museum: Museum, eventId: Uuid) {
  const lines = [SECOND, FIRST].map((day) => `OLD-${day},event,${day},${eventId},1\n`);
  const file = `code,ticketType,ticketDate,eventId,price\n${lines.join('')}`;
  return () => importInto(museum, file);
}
