/** What is sold at the same moment, in transactions of their own: on PostgreSQL they run side by side. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DATABASES } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { termsIn } from '../../fixtures/offer-terms.ts';
import { OPERATOR } from '../core/actor.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { announceEvent, setEventCapacity, setEventTimes } from '../events/index.ts';
import { openStore, type Store } from '../store/index.ts';
import { type Category, STANDARD } from './category.ts';
import { setGeneralCapacity, setGeneralPrices } from './general-rules.ts';
import { setGeneralTimes } from './general-times.ts';
import { setCategories } from './price-list.ts';
import { sellPlaces } from './sell-places.ts';
import { GENERAL, type Slot, slotKey, WHOLE_DAY } from './slots.ts';

const day = calendarDay('2027-03-14');
const anybody = { shortName: null, minAge: null, maxAge: null, proof: null } as const;
const usual = { ...anybody, names: {}, onSale: true } as const;
const ADULT: Category = { ...usual, category: STANDARD, name: 'Adult', unitType: 'ADULT', places: 1 };
const FAMILY: Category = { ...usual, category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 };
const PRICES = [STANDARD, 'family'].map((category) => ({ category, priceCents: 100, vat: null }));

for (const { name, withSchema } of DATABASES) {
  describe(`places that are sold at once on ${name}`, () => {
    const open = async (test: TestContext) => {
      const store = await openStore(await withSchema(test));
      test.after(() => store.close());
      await store.transaction(async (tx) => {
        await setCategories({ tx, actor: OPERATOR, now: 0 }, [ADULT, FAMILY]);
        await setGeneralPrices({ tx, actor: OPERATOR, now: 0 }, PRICES);
      });
      const terms = [termsIn(manualClock()), termsIn(manualClock())] as const; // as of two instances
      /** One ticket. @returns how many places it got, or why none */
      const sell = async (slot: Slot, category = STANDARD, instance: 0 | 1 = 0): Promise<number | string> => {
        const want = {
          slot,
          key: slotKey(slot),
          categories: [category],
          mayBeLate: false,
          seesDrafts: false,
          hasAccess: true,
        };
        const [outcome] = await store.transaction((tx) => sellPlaces(tx, [want], terms[instance]));
        return outcome instanceof Refusal ? outcome.kind : (outcome?.quotes[0]?.places ?? 0);
      };
      return { store, sell, terms };
    };

    it('gives a family of four its four places or none, however many singles come between', async (test) => {
      const { store, sell } = await open(test);
      await store.transaction((tx) => setGeneralCapacity({ tx, actor: OPERATOR, now: 0 }, 23));
      const slot: Slot = { product: GENERAL, day, startsAt: WHOLE_DAY };
      const sold = await Promise.all(
        Array.from({ length: 30 }, (_, buyer) =>
          sell(slot, buyer % 2 === 0 ? 'family' : STANDARD, buyer % 3 === 0 ? 1 : 0),
        ),
      );
      const places = sold.filter((each) => typeof each === 'number');
      assert.ok(places.every((count) => count === 1 || count === 4));
      const total = places.reduce((sum, count) => sum + count, 0);
      assert.ok(total > 19 && total <= 23, `${total}`);
      assert.equal(await soldIn(store, slot), total);
      assert.ok(sold.every((each) => typeof each === 'number' || each === 'sold-out'));
    });

    it('refuses a family of four where three places are left', async (test) => {
      const { store, sell } = await open(test);
      await store.transaction((tx) => setGeneralCapacity({ tx, actor: OPERATOR, now: 0 }, 3));
      const slot: Slot = { product: GENERAL, day, startsAt: WHOLE_DAY };
      assert.deepEqual(
        await Promise.all([1, 2, 3].map(() => sell(slot, 'family'))),
        Array(3).fill('sold-out'),
      );
      assert.deepEqual(await Promise.all([1, 2, 3, 4].map(() => sell(slot))).then(counted), {
        1: 3,
        'sold-out': 1,
      });
    });

    it('sells the last place at 10:30 once, although nobody has opened that time yet', async (test) => {
      const { store, sell, terms } = await open(test);
      const times = { every: 30, places: 1, lastEntry: 60 };
      await store.transaction((tx) =>
        setGeneralTimes({ tx, actor: OPERATOR, now: 0 }, terms[0].rules, times),
      );
      const slot: Slot = { product: GENERAL, day, startsAt: '10:30' };
      const buyers = Array.from({ length: 20 }, (_, buyer) => sell(slot, STANDARD, buyer % 2 === 0 ? 0 : 1));
      assert.deepEqual(counted(await Promise.all(buyers)), { 1: 1, 'sold-out': 19 });
      assert.equal(await soldIn(store, slot), 1);
    });

    it('sells no time of an event that was just taken away, and none twice', async (test) => {
      const { store, sell } = await open(test);
      const { eventId } = await store.transaction((tx) =>
        announceEvent(
          { tx, actor: OPERATOR, now: 0 },
          { name: 'Tour', location: 'Hall', description: '', dates: [day], priceCents: 100 },
        ),
      );
      await store.transaction((tx) => setEventCapacity({ tx, actor: OPERATOR, now: 0 }, eventId, 12));
      const set = (...times: string[]) =>
        store.transaction((tx) => setEventTimes({ tx, actor: OPERATOR, now: 0 }, eventId, { times }));
      await set('11:00', '14:30');
      const late: Slot = { product: eventId, day, startsAt: '14:30' };
      const whole: Slot = { product: eventId, day, startsAt: WHOLE_DAY };
      const buyers = Array.from({ length: 24 }, (_, buyer) => sell(buyer % 2 === 0 ? late : whole, STANDARD));
      const [outcomes] = await Promise.all([Promise.all(buyers), set('11:00')]);
      const before = await soldIn(store, late);
      assert.equal(outcomes.filter((each) => each === 1).length, before);
      for (const each of outcomes)
        assert.ok([1, 'no-such-entry-time', 'entry-time-needed'].includes(each), `${each}`);
      assert.equal(await sell(late), 'no-such-entry-time');
      await Promise.all([
        set('11:00', '14:30'),
        ...Array.from({ length: 20 }, () => sell(late).catch(() => {})),
      ]);
      assert.ok((await soldIn(store, late)) <= 12);
      assert.equal(await soldIn(store, whole), 0);
    });

    it('sells an event for whole days or for its times, never for both at once', async (test) => {
      const { store, sell } = await open(test);
      const { eventId } = await store.transaction((tx) =>
        announceEvent(
          { tx, actor: OPERATOR, now: 0 },
          { name: 'Tour', location: 'Hall', description: '', dates: [day], priceCents: 100 },
        ),
      );
      const whole: Slot = { product: eventId, day, startsAt: WHOLE_DAY };
      const set = store.transaction((tx) =>
        setEventTimes({ tx, actor: OPERATOR, now: 0 }, eventId, { times: ['11:00'] }),
      );
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => sell(whole)));
      await set;
      assert.equal(await sell(whole), 'entry-time-needed');
      assert.equal(outcomes.filter((each) => each === 1).length, await soldIn(store, whole));
    });

    it('sells by the prices and categories of now, whoever else has read them before', async (test) => {
      const { store, sell } = await open(test);
      const slot: Slot = { product: GENERAL, day, startsAt: WHOLE_DAY };
      assert.deepEqual(await Promise.all([sell(slot, 'family', 0), sell(slot, 'family', 1)]), [4, 4]);
      await store.transaction((tx) => setGeneralPrices({ tx, actor: OPERATOR, now: 0 }, PRICES.slice(0, 1)));
      for (const instance of [0, 1] as const)
        assert.equal(await sell(slot, 'family', instance), 'category-not-sold');
    });
  });
}

async function soldIn(store: Store, { product, day, startsAt }: Slot): Promise<number> {
  const row = await store.get<{ sold: number }>(
    'SELECT sold FROM slots WHERE product = ? AND day = ? AND starts_at = ?',
    [product, day, startsAt],
  );
  return row?.sold ?? 0;
}

function counted(outcomes: readonly (number | string)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
