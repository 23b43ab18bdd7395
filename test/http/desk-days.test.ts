import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { buyTicket, createEvent, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { calendarTexts } from '../../src/web/desk/calendar/calendar-texts.ts';
import { eventsTexts } from '../../src/web/desk/events/events-texts.ts';

const say = calendarTexts('en');
const TOMORROW = '2027-03-02';

describeOnSqlite((openMuseum) => {
  test('wherever a day is chosen, a closed one says why, and when the museum is open again', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-05' }));
    for (const day of [TODAY, TOMORROW])
      await museum.api('PUT', `/museum-hours/${day}`, { body: { closed: true, reason: 'New roof' } });
    const next = { timeOpen: '10:00', timeClose: '17:00' };
    await museum.api('PUT', '/museum-hours/2027-03-03', { body: next });
    const clerk = await signInStaff(museum, 'cashier');
    const [why, again] = [
      say('closedFor', { reason: 'New roof' }),
      say('openAgain', { day: 'Wednesday 3 March 2027', open: '10:00' }),
    ];
    const exchange = `/desk/tickets/${ticketId}/exchange`;
    for (const address of ['/desk/sell', `${exchange}?date=${TOMORROW}`]) {
      const page = await clerk.get(address);
      assert.ok(page.text().includes(`${why} · ${again}`), address);
      assert.deepEqual(page.links('?date='), ['?date=2027-03-03'], address);
    }
    const chosen = await clerk.post('/desk/sell', { shown: '2027-03-05', date: TOMORROW });
    assert.ok(chosen.text().includes(`${why} · ${again}`));
    assert.equal((await clerk.get('/desk')).lead(), `${why} · ${again} · It is 11:00.`);
    assert.equal((await clerk.get(`/desk/calendar/${TOMORROW}`)).lead(), `${why} · ${again}`);
    for (const address of ['/desk/sell?date=2027-03-03', `${exchange}?date=2027-03-03`])
      assert.ok(!(await clerk.get(address)).text().includes(again), address);
  });

  test('a museum that is never open again says only that it is closed', async (t) => {
    const museum = await openMuseum(t);
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    await museum.api('PUT', '/weekly-hours', { body: Object.fromEntries(days.map((day) => [day, null])) });
    const page = await (await signInStaff(museum, 'cashier')).get('/desk');
    assert.equal(page.lead(), `${say('closed')} · It is 11:00.`);
  });

  test('the other days of a sold-out event are those to come; what is over is folded', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY, TOMORROW, '2027-03-04'] });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 0 } });
    museum.clock.advance(24 * 3_600_000);
    const clerk = await signInStaff(museum, 'cashier');
    const [other = ''] = (await clerk.get('/desk/sell')).links('/desk/events/');
    const page = await clerk.get(other);
    const [folded = ''] = /<details>[\s\S]*?<\/details>/.exec(page.html) ?? [];
    assert.ok(folded.includes(eventsTexts('en')('datesOver', { count: 1 })));
    assert.match(folded, /Monday 1 March 2027/);
    const shown = page.html.replace(folded, '');
    assert.doesNotMatch(shown, /Monday 1 March 2027/);
    assert.match(shown, /Tuesday 2 March 2027[\s\S]*Thursday 4 March 2027/);
  });
});
