import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { freshSchema } from '../../test/support/postgres.ts';
import { calendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { openStore, type Transaction } from '../store/index.ts';
import { addEvent, giveBackPlace, replaceCapacity, takePlaces } from './event-store.ts';

const day = calendarDay('2027-03-14');
const eventId = randomUUID() as Uuid;

/** An event on PostgreSQL, where two change a day at the same moment. `places` are all sold. */
async function soldOut(test: TestContext, places: number) {
  const store = await openStore({ kind: 'postgres', url: await freshSchema() });
  test.after(() => store.close());
  const about = { name: 'Night', location: 'Hall', description: '', priceCents: 0 };
  await store.transaction(async (tx) => {
    await addEvent(tx, { eventId, dates: [day], ...about }, 0);
    await replaceCapacity(tx, eventId, places);
    await takePlaces(tx, eventId, day, places);
  });
  /** Takes places; between their being refused and what is left being looked up, `meanwhile` is done. */
  const take = (count: number, meanwhile: (tx: Transaction) => Promise<void>) =>
    store.transaction(async (tx) => {
      const get = tx.get.bind(tx);
      const first = test.mock.method(tx, 'get', get).mock;
      first.mockImplementationOnce((async (...asked: Parameters<typeof get>) => {
        const refused = await get(...asked);
        await store.transaction(meanwhile);
        return refused;
      }) as typeof get);
      return takePlaces(tx, eventId, day, count);
    });
  return take;
}

test('sells a place that is given back while another was being refused', async (t) => {
  const take = await soldOut(t, 5);
  const taken = await take(1, (tx) => giveBackPlace(tx, eventId, day));
  assert.deepEqual(taken, { count: 1, isLast: true });
});

test('sells all that are asked for when the limit is lifted while they were being refused', async (t) => {
  const take = await soldOut(t, 5);
  const taken = await take(3, (tx) => replaceCapacity(tx, eventId, null));
  assert.deepEqual(taken, { count: 3, isLast: false });
});
