import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openPage, type Page, type PageOptions, signInAs } from './browser.ts';
import { type Asker, type Museum, type MuseumOptions, openMuseum } from './museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from './samples.ts';
import { temporaryFolder } from './temporary-store.ts';
import { put } from './timed-tickets.ts';

/** A museum with a name, and nothing in it yet. */
export async function museumWithDesk(
  t: TestContext,
  changes: Readonly<Record<string, string>> = {},
  options: Partial<MuseumOptions> = {},
): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const settings = { MUSEUM_NAME: 'Museum of Tides', MUSEUM_GENERAL_PRICE: '9', ...changes };
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, settings, ...options });
  t.after(() => museum.close());
  return museum;
}

/** A page of the desk, of somebody who has signed in. */
export async function openDesk(
  t: TestContext,
  museum: Museum,
  to: string,
  { as = 'manager', ...options }: PageOptions & { readonly as?: Asker } = {},
): Promise<Page> {
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
  await signInAs(page, as);
  await page.goto(to);
  await page.getByText(`${as} · ${as}`).waitFor();
  await page.waitForLoadState(); // its scripts have run
  return page;
}

const daysIn = (month: string, ...days: number[]) =>
  days.map((day) => `${month}-${`${day}`.padStart(2, '0')}`);

/** A museum in the middle of an ordinary month: some events, a closure, and visitors since the doors opened. */
export async function furnishedMuseum(t: TestContext): Promise<Museum> {
  const museum = await museumWithDesk(t);
  const usual = { timeOpen: '09:00', timeClose: '18:00' };
  await put(museum, '/weekly-hours', {
    ...{ monday: usual, tuesday: null, wednesday: usual, friday: usual, saturday: usual, sunday: usual },
    thursday: { timeOpen: '09:00', timeClose: '21:00' },
  });
  await put(museum, '/capacity/general', { capacity: 60 });
  await put(museum, `/capacity/general/${TODAY}`, { capacity: 40 });
  await put(museum, '/museum-hours/2027-03-12', { closed: true, reason: 'New floor in the hall' });
  await put(museum, '/museum-hours/2027-03-20', { timeOpen: '10:00', timeClose: '23:30' });
  const sorolla = await createEvent(museum, {
    dates: daysIn('2027-03', 1, 3, 7, 10, 14, 17, 21, 24, 28, 31),
  });
  await put(museum, `/capacity/events/${sorolla.eventId}`, { capacity: 12 });
  const workshop = await createEvent(museum, {
    name: 'Pirate coding workshop',
    location: 'Learning centre',
    eventDescription: 'For children from eight on.',
    dates: daysIn('2027-03', 6, 13, 20, 27),
    price: 12.5,
  });
  await put(museum, `/capacity/events/${workshop.eventId}`, { capacity: 8 });
  const lanterns = await createEvent(museum, {
    name: 'Lanterns on the canal',
    location: 'Garden',
    dates: daysIn('2027-03', 5, 19),
    price: 18,
  });
  const cancelled = await createEvent(museum, {
    name: 'Tea with the curator',
    dates: ['2027-03-04'],
    price: 9,
  });
  await museum.api('DELETE', `/special-events/${cancelled.eventId}`);
  const sell = async (count: number, purchase: Record<string, unknown>) => {
    const sold = [];
    for (let index = 0; index < count; index += 1) {
      const email = index === 0 ? 'ada@example.com' : `visitor${index}@example.org`;
      sold.push(await buyTicket(museum, { ...purchase, email }, 'cashier'));
    }
    return sold;
  };
  const on = (ticketDate: string) => ({ ticketDate });
  for (const [day, count] of [
    ['2027-03-03', 9],
    ['2027-03-04', 14],
    ['2027-03-06', 31],
    ['2027-03-07', 44],
  ] as const)
    await sell(count, generalPurchase(on(day)));
  for (const [day, count] of [
    ['2027-03-03', 12],
    ['2027-03-07', 11],
    ['2027-03-14', 5],
  ] as const)
    await sell(count, eventPurchase(sorolla.eventId, on(day)));
  await sell(6, eventPurchase(workshop.eventId, on('2027-03-06')));
  await sell(3, eventPurchase(lanterns.eventId, on('2027-03-05')));
  museum.clock.advance(-55 * 60_000);
  const general = await sell(29, generalPurchase(on(TODAY)));
  const toSorolla = await sell(10, eventPurchase(sorolla.eventId, on(TODAY)));
  const visitors = general
    .slice(0, 21)
    .flatMap((visitor, index) => [visitor, ...toSorolla.slice(index, index + 1)]);
  for (const [index, { ticketId }] of visitors.entries()) {
    if (index % 4 === 3) museum.clock.advance(8 * 60_000);
    const scan = { ticketId, gate: index % 3 === 0 ? 'Garden door' : 'East door' };
    assert.equal((await museum.api('POST', '/check-ins', { body: scan })).status, 201);
    const { ticketId: leaving } = visitors[index - 9] ?? {};
    if (leaving !== undefined && index % 3 === 0)
      await museum.api('POST', '/check-ins', {
        body: { ticketId: leaving, direction: 'out', gate: 'Garden door' },
      });
  }
  return museum;
}

const CATEGORIES = [
  { category: 'standard', name: 'Adults', unitType: 'ADULT', price: 12 },
  { category: 'students', name: 'Students', unitType: 'STUDENT', proof: 'student card', price: 8 },
  { category: 'children', name: 'Children under 6', unitType: 'CHILD', maxAge: 5, price: 0 },
  { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4, price: 28 },
];

/** A museum in which each kind of visitor has a price, one Sunday is free, and today is sold every 20 minutes. */
export async function timedMuseum(t: TestContext): Promise<Museum> {
  const museum = await museumWithDesk(t);
  const free = CATEGORIES.slice(0, 3).map(({ category }) => ({ category, price: 0 }));
  await put(
    museum,
    '/categories',
    CATEGORIES.map(({ price: _, ...category }) => category),
  );
  await put(
    museum,
    '/general-entry/prices',
    CATEGORIES.map(({ category, price }) => ({ category, price })),
  );
  await put(museum, '/general-entry/prices/2027-03-07', free);
  await put(museum, '/general-entry/times', { every: 20, places: 20, lastEntry: 60 });
  const tour = await createEvent(museum, { name: 'Behind the scenes', location: 'Lobby', dates: [TODAY] });
  await put(museum, `/special-events/${tour.eventId}/prices`, [
    { category: 'standard', price: 9 },
    { category: 'students', price: 6 },
  ]);
  await put(museum, `/capacity/events/${tour.eventId}`, { capacity: 15 });
  await put(museum, `/special-events/${tour.eventId}/times`, { times: ['11:30', '15:00'], minutes: 45 });
  const { json: offers } = await museum.api('GET', `/availability?startDate=${TODAY}&limit=1`);
  const { times } = offers.find(({ eventId }: { eventId?: string }) => eventId === undefined);
  for (const [index, { entryTime }] of times.entries()) {
    const count = index === 6 ? 20 : Math.round(9 + 8 * Math.sin(index / 4));
    for (let sold = 0; sold < count; sold += 1) {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY, entryTime }));
      if (index > 6 || sold % 7 === index % 7) continue;
      const scan = { ticketId, gate: 'East door', override: 'The queue was long.' };
      assert.equal((await museum.api('POST', '/check-ins', { body: scan })).status, 201);
    }
  }
  return museum;
}
