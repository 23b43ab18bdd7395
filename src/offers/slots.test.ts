import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { freshMuseum } from '../../fixtures/postgres.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { openStore, type Store, type Transaction } from '../store/index.ts';
import { findGeneralDays } from './general-days.ts';
import { clearDayCapacity, setDayCapacity, setGeneralCapacity } from './general-rules.ts';
import {
  GENERAL,
  giveBackPlaces,
  listSlots,
  replaceCapacity,
  type Slot,
  takePlaces,
  WHOLE_DAY,
} from './slots.ts';

const day = calendarDay('2027-03-14');
const eventId = randomUUID() as Uuid;
const general: Slot = { product: GENERAL, day, startsAt: WHOLE_DAY };
const ofEvent: Slot = { product: eventId, day, startsAt: WHOLE_DAY };

describe('the ledger of places, for general entry', () => {
  const take = (store: Store, ...places: number[]) =>
    store.transaction((tx) => takePlaces(tx, general, places));
  const limit = (store: Store, capacity: number | null) =>
    store.transaction((tx) => setGeneralCapacity({ tx, actor: OPERATOR, now: 0 }, capacity));
  const limitDay = (store: Store, capacity: number | null) =>
    store.transaction((tx) => setDayCapacity({ tx, actor: OPERATOR, now: 0 }, day, capacity));
  const unlimitDay = (store: Store) =>
    store.transaction((tx) => clearDayCapacity({ tx, actor: OPERATOR, now: 0 }, day));

  it('takes all the places that are asked for while there is no limit', async (t) => {
    const store = await temporaryStore(t);
    assert.deepEqual(await take(store, 500), { fits: [true], isLast: false });
    assert.deepEqual(await findGeneralDays(store, day, day), [
      { day, capacity: null, hasOwnCapacity: false, sold: 500 },
    ]);
  });

  it('takes the places of those tickets that fit, in their order, and then none', async (t) => {
    const store = await temporaryStore(t);
    await limit(store, 10);
    assert.deepEqual(await take(store, 4, 3), { fits: [true, true], isLast: false });
    assert.deepEqual(await take(store, 2, 2, 1), { fits: [true, false, true], isLast: true });
    assert.deepEqual(await take(store, 1), { fits: [false], isLast: false });
  });

  it('takes no more than were just given back whatever the limit is, and more only within it', async (t) => {
    const store = await temporaryStore(t);
    await take(store, 5);
    await limit(store, 2);
    const exchange = (freed: number, ...places: number[]) =>
      store.transaction(async (tx) => {
        await giveBackPlaces(tx, [{ slot: general, places: freed }]);
        const taken = await takePlaces(tx, general, places, freed);
        if (!taken?.fits[0]) throw new Error('refused');
        return taken;
      });
    assert.deepEqual(await exchange(2, 2), { fits: [true], isLast: false });
    await assert.rejects(exchange(1, 2), /refused/);
    assert.deepEqual(await exchange(3, 1), { fits: [true], isLast: false });
    await assert.rejects(exchange(1, 2), /refused/);
    assert.deepEqual(await exchange(2, 2), { fits: [true], isLast: false });
    assert.equal((await findGeneralDays(store, day, day))[0]?.sold, 3);
  });

  it('writes nothing for a day that has no places at all', async (t) => {
    const store = await temporaryStore(t);
    await limit(store, 0);
    assert.deepEqual(await take(store, 1), { fits: [false], isLast: false });
    assert.deepEqual(await store.all('SELECT * FROM slots'), []);
  });

  it('goes by the day’s own capacity while it has one, and by the general one again after', async (t) => {
    const store = await temporaryStore(t);
    await limit(store, 1);
    await limitDay(store, 3);
    assert.deepEqual((await take(store, 2))?.fits, [true]);
    await unlimitDay(store);
    assert.deepEqual((await take(store, 1))?.fits, [false]);
    await assert.rejects(unlimitDay(store), Refusal);
  });

  it('keeps the day’s own capacity when the general one changes, also of a day that was sold before', async (t) => {
    const store = await temporaryStore(t);
    await take(store, 2);
    await limitDay(store, 3);
    await limit(store, 1);
    assert.deepEqual(await findGeneralDays(store, day, day), [
      { day, capacity: 3, hasOwnCapacity: true, sold: 2 },
    ]);
    await unlimitDay(store);
    await limit(store, 4);
    assert.deepEqual((await take(store, 1, 1, 1))?.fits, [true, true, false]);
  });

  it('sells nothing where fewer places are left than were sold', async (t) => {
    const store = await temporaryStore(t);
    await take(store, 5);
    await limit(store, 3);
    assert.deepEqual((await take(store, 1))?.fits, [false]);
    assert.equal((await findGeneralDays(store, day, day))[0]?.sold, 5);
  });
});

describe('the ledger of places, for an event', () => {
  it('sells nothing on a day that was taken off, and keeps counting what is sold', async (t) => {
    const store = await withEvent(await temporaryStore(t), 5);
    await store.transaction((tx) => giveBackPlaces(tx, [{ slot: ofEvent, places: 2 }]));
    await store.transaction((tx) => listSlots(tx, eventId, [], 0));
    const taken = await store.transaction((tx) => takePlaces(tx, ofEvent, [1]));
    assert.equal(taken, undefined);
    await store.transaction((tx) => listSlots(tx, eventId, [day], 0));
    assert.equal((await store.get('SELECT sold FROM slots'))?.sold, 3);
  });

  it('sells a place that is given back while another was being refused', async (t) => {
    const taken = await takeMeanwhile(t, [1], (tx) => giveBackPlaces(tx, [{ slot: ofEvent, places: 1 }]));
    assert.deepEqual(taken, { fits: [true], isLast: true });
  });

  it('sells all that are asked for when the limit is lifted while they were being refused', async (t) => {
    const taken = await takeMeanwhile(t, [1, 2], (tx) => replaceCapacity(tx, eventId, null));
    assert.deepEqual(taken, { fits: [true, true], isLast: false });
  });
});

/** An event with so many places, all sold. */
async function withEvent(store: Store, places: number): Promise<Store> {
  await store.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO special_events (event_id, name, location, description, dates, capacity, created_at, changed_at)
        VALUES (?, 'Night', 'Hall', '', '[]', ?, 0, 0)`,
      [eventId, places],
    );
    await listSlots(tx, eventId, [day], 0);
    await takePlaces(tx, ofEvent, [places]);
  });
  return store;
}

/**
 * Takes places of a sold-out event on PostgreSQL, where two change a slot at the same moment; between their being refused
 * and what is left being looked up, `meanwhile` is done.
 */
async function takeMeanwhile(
  test: TestContext,
  places: readonly number[],
  meanwhile: (tx: Transaction) => Promise<unknown>,
) {
  const store = await openStore({ kind: 'postgres', url: await freshMuseum() });
  test.after(() => store.close());
  await withEvent(store, 5);
  return store.transaction(async (tx) => {
    const get = tx.get.bind(tx);
    const first = test.mock.method(tx, 'get', get).mock;
    first.mockImplementationOnce((async (...asked: Parameters<typeof get>) => {
      const refused = await get(...asked);
      await store.transaction(meanwhile);
      return refused;
    }) as typeof get);
    return takePlaces(tx, ofEvent, places);
  });
}
