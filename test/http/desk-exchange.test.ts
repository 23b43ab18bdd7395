import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';

const say = deskTexts('en');

/** A reduced ticket for 12:00, where four may come at each hour, and the cashier who exchanges it. */
async function timedTicket(museum: Museum) {
  await addCategories(museum);
  await put(museum, '/general-entry/times', { every: 60, places: 4, lastEntry: 60 });
  const buy = (category: string, entryTime: string) =>
    buyTicket(museum, generalPurchase({ ticketDate: TODAY, category, entryTime }));
  const { ticketId } = await buy('reduced', '12:00');
  const clerk = await signInStaff(museum, 'cashier');
  const address = `/desk/tickets/${ticketId}/exchange`;
  const form = { date: TODAY, what: 'general', reason: 'They asked', money: 'cash' };
  return {
    ...{ buy, address, clerk, ticketId },
    exchange: (fields: Record<string, string>) => clerk.post(address, { ...form, ...fields }),
  };
}

describeOnSqlite((openMuseum) => {
  test('a full time is still free for the ticket that has its last place', async (t) => {
    const museum = await openMuseum(t);
    const { buy, clerk, address, exchange } = await timedTicket(museum);
    for (let sold = 0; sold < 3; sold++) await buy('standard', '12:00');
    assert.equal((await clerk.get(address)).value('time.general'), '12:00');
    const made = await exchange({ 'time.general': '12:00', category: 'standard', reason: '' });
    assert.equal(made.status, 303);
  });

  test('what can’t be sold is said at its field, and beside the choice', async (t) => {
    const museum = await openMuseum(t);
    const { buy, clerk, address, exchange, ticketId } = await timedTicket(museum);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await buy('family', '13:00');
    const notSold = say('categoryNotSold', { category: 'Reduced' });
    const [, event] = (await clerk.get(address)).options('what');
    assert.ok(event?.text.includes(notSold), event?.text);
    const full = await exchange({ 'time.general': '13:00', category: 'reduced' });
    const soldOut = say('soldOutAtTime', { time: '13:00', day: 'Monday 1 March 2027' });
    assert.equal(full.fault('time.general'), soldOut);
    const other = await exchange({ what: eventId, category: 'reduced' });
    assert.equal(other.fault('category'), notSold);
    for (const page of [full, other])
      assert.deepEqual(
        ['reason', 'money', 'category'].map((name) => page.value(name)),
        ['They asked', 'cash', 'reduced'],
      );
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.state, 'valid');
  });
});
