import assert from 'node:assert/strict';
import { it } from 'node:test';
import { calendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { entrySlotOf, GENERAL, type Product, slotKey } from '../offers/index.ts';
import { wantsOf } from './take-places.ts';

const [DAY, OTHER] = [calendarDay('2027-03-14'), calendarDay('2027-03-15')];
const [TOUR, TALK] = ['tour', 'talk'] as unknown as [Product, Product];
const seller = { accountId: 'ada' as Uuid, role: 'cashier', channel: 'desk' } as const;
const freed = [DAY, OTHER].map((day) => {
  const slot = entrySlotOf(day);
  return { slot, key: slotKey(slot), places: 1 };
});

/** For each of them, how many places of general entry it is told were freed for it. */
function freedEntriesOf(...wanted: readonly (readonly [Product, typeof DAY])[]) {
  const items = wanted.map(([product, day]) => ({ product, day, quantity: 1 }));
  return wantsOf({ seller, items, freed }).map(({ freedEntry }) => freedEntry);
}

it('a place of general entry that an exchange frees counts once, for whatever it wants on that day', () => {
  assert.deepEqual(freedEntriesOf([TOUR, DAY], [TALK, DAY]), [1, 0]);
  assert.deepEqual(freedEntriesOf([GENERAL, DAY], [TALK, DAY]).at(-1), 0);
  assert.deepEqual(freedEntriesOf([TOUR, DAY], [TALK, OTHER]), [1, 1]);
});
