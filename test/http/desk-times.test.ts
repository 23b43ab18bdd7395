import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { entryTimesTexts } from '../../src/web/desk/entry-times-texts.ts';

const say = entryTimesTexts('en');

const DAY = `/desk/calendar/${TODAY}`;

/** What a page says of each entry time. */
function timesOn(page: PageReader): string[] {
  return [...page.html.matchAll(/<li>\s*<b>(\d\d:\d\d)<\/b>\s*<span>(.*?)<\/span>/g)].map(
    ([, time, figures]) => `${time}: ${figures}`,
  );
}

/** The heights of the bars: sold, and before it what came, time by time. */
function barsOn(page: PageReader): string[] {
  return [...page.html.matchAll(/height="(\d+)" class="(expected|come)"/g)].map(
    ([, height, kind]) => `${kind} ${height}`,
  );
}

/** At 11:00 general entry is sold for every hour from 09:00 to 17:00: a family for 11:00, and two for 17:00. */
async function timedMuseum(museum: Museum): Promise<{ readonly family: string }> {
  await addCategories(museum);
  await put(museum, '/general-entry/times', { every: 60, places: 4, lastEntry: 60 });
  const family = await buyTicket(
    museum,
    generalPurchase({ ticketDate: TODAY, category: 'family', entryTime: '11:00' }),
  );
  const evening = { ticketDate: TODAY, entryTime: '17:00' };
  await buyTicket(museum, generalPurchase(evening));
  await buyTicket(museum, generalPurchase(evening));
  return { family: family.ticketId };
}

describeOnSqlite((openMuseum) => {
  test('today and the day say what is sold and left at each time, and the curve who of them came', async (t) => {
    const museum = await openMuseum(t);
    const { family } = await timedMuseum(museum);
    await museum.api('POST', '/check-ins', { body: { ticketId: family } });
    const manager = await signInStaff(museum, 'manager');
    for (const path of ['/desk', DAY]) {
      const page = await manager.get(path);
      const times = timesOn(page);
      assert.equal(times.length, 9, path);
      const came = (count: number) => say('came', { count });
      assert.equal(times[0], ['09:00: 0 sold', came(0), '4 left'].join(' · '));
      assert.equal(times[2], ['11:00: 4 sold', came(4), say('soldOut')].join(' · '));
      assert.equal(times[8], '17:00: 2 sold · 2 left');
      const bars = barsOn(page);
      assert.deepEqual([bars.length, ...bars.slice(4, 6)], [18, 'expected 100', 'come 100']);
      assert.deepEqual(bars.slice(16), ['expected 50', 'come 0']);
      assert.ok(page.text().includes(say('chart', { time: '11:00', number: '4' })));
    }
  });

  test('a day ahead, and who may not read occupancy, have no curve', async (t) => {
    const museum = await openMuseum(t);
    await timedMuseum(museum);
    const manager = await signInStaff(museum, 'manager');
    const ahead = await manager.get('/desk/calendar/2027-03-02');
    assert.deepEqual([timesOn(ahead).length, barsOn(ahead)], [9, []]);
    const partner = await (await signInStaff(museum, 'partner')).get(DAY);
    assert.deepEqual([timesOn(partner).length, barsOn(partner)], [9, []]);
  });

  test('a month says how many times a day has, and how many of them are sold out', async (t) => {
    const museum = await openMuseum(t);
    await timedMuseum(museum);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await put(museum, `/special-events/${eventId}/times`, { times: ['14:30', '11:00'], minutes: 60 });
    await put(museum, `/capacity/events/${eventId}`, { capacity: 10 });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY, entryTime: '14:30' }));
    const month = await (await signInStaff(museum, 'viewer')).get(`/desk/calendar?date=${TODAY}`);
    const cell = month.around(`/desk/calendar/${TODAY}`);
    assert.ok(
      cell.includes(`6 of 36 ${say('times', { count: 9 })}, ${say('soldOutTimes', { count: 1 })}`),
      cell,
    );
    assert.ok(cell.includes('1 of 20 11:00, 14:30'), cell);
    const day = await (await signInStaff(museum, 'viewer')).get(DAY);
    assert.deepEqual(timesOn(day).slice(-2), ['11:00: 0 sold · 10 left', '14:30: 1 sold · 9 left']);
  });
});
