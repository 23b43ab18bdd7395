import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../../fixtures/databases.ts';
import { termsIn } from '../../../fixtures/offer-terms.ts';
import { announceTour, BOOKED_DAY, openForResellers } from '../../../fixtures/reseller.ts';
import { getAccount } from '../../accounts/index.ts';
import { OPERATOR } from '../../core/actor.ts';
import { calendarDay } from '../../core/calendar-day.ts';
import { findBookings } from '../../orders/index.ts';
import { vacanciesFor } from './availability.ts';
import { productsOfBookings } from './products.ts';

describeOnDatabase((openMuseum) => {
  it('reads only the products that were booked, and each on its own days', async (t) => {
    const { museum, reseller } = await openForResellers(openMuseum, t);
    const { store } = museum;
    const [tour, other] = [await announceTour(museum), await announceTour(museum)];
    await reseller.reserve();
    await reseller.reserve({ productId: tour, availabilityId: '2027-03-09T11:00' });
    const { accountId } = await getAccount(store, 'partner');
    const filter = { from: calendarDay('2027-03-09'), to: calendarDay(BOOKED_DAY) };
    const orders = await findBookings(store, accountId, filter, 9);
    assert.equal(orders.length, 2);
    const all = t.mock.method(store, 'all');
    const readBy = async (ask: () => Promise<unknown>) => {
      all.mock.resetCalls();
      await ask();
      return JSON.stringify(await Promise.all(all.mock.calls.map(({ result }) => result)));
    };
    const octo = { store, terms: termsIn(museum.clock) } as const;
    const shown = { withPricing: true, withContent: false, language: 'en' } as const;
    const view = { ...shown, origin: 'https://museum.example' };
    const left = await readBy(() => vacanciesFor(octo, OPERATOR, orders));
    const known = await readBy(() => productsOfBookings(octo, OPERATOR, orders, view));
    for (const read of [left, known]) {
      assert.ok(read.includes(tour));
      assert.ok(!read.includes(other));
    }
    assert.doesNotMatch(left, new RegExp(`"${tour}"[^}]*"${BOOKED_DAY}"`));
  });
});
