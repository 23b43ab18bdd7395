import type { TestContext } from 'node:test';
import { fakeProviders } from './checkout.ts';
import { museumWithDesk } from './desk-pages.ts';
import { manualClock } from './manual-clock.ts';
import type { Museum } from './museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from './samples.ts';
import { ONLINE_SETTINGS } from './shop.ts';
import { put } from './timed-tickets.ts';

export const ARABIC_EVENT = 'ليلة في المتحف';

const CATEGORIES = [
  { category: 'standard', name: 'Adults', names: { de: 'Erwachsene' }, unitType: 'ADULT', price: 12 },
  {
    ...{ category: 'students', name: 'Students', names: { de: 'Studierende' }, unitType: 'STUDENT' },
    ...{ proof: 'student card', price: 8 },
  },
  {
    category: 'children',
    name: 'Children',
    names: { de: 'Kinder' },
    unitType: 'CHILD',
    maxAge: 12,
    price: 0,
  },
  { category: 'family', name: 'Family', names: { de: 'Familie' }, unitType: 'FAMILY', places: 4, price: 28 },
];

/**
 * A museum that visitors find open: categories, entry times, a closed day, and events of which one is nearly full. They pay
 * at its desk, or online at providers that take no money.
 */
export async function museumWithVisitors(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Museum> {
  const clock = manualClock();
  const address = { MUSEUM_ADDRESS: 'Harbour Quay 1, 12345 Tidehaven', MUSEUM_VAT: '7' };
  const all = { ...ONLINE_SETTINGS, ...address, MUSEUM_PAYMENTS: 'desk', ...settings };
  const museum = await museumWithDesk(t, all, { clock, fakes: await fakeProviders(clock) });
  const usual = { timeOpen: '10:00', timeClose: '18:00' };
  await put(museum, '/weekly-hours', {
    ...{ monday: usual, tuesday: null, wednesday: usual, friday: usual, saturday: usual, sunday: usual },
    thursday: { timeOpen: '10:00', timeClose: '21:00' },
  });
  await put(museum, '/museum-hours/2027-03-05', { closed: true, reason: 'New floor in the hall' });
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
  await put(museum, '/general-entry/times', { every: 30, places: 20, lastEntry: 60 });
  const sorolla = await createEvent(museum, {
    eventDescription:
      'A guided evening among forty beach scenes, on loan from Valencia.\n\nWith the curator who hung them, and a glass of wine.',
    dates: ['2027-03-03', '2027-03-06', '2027-03-10', '2027-03-13', '2027-03-17', '2027-04-21'],
  });
  await put(museum, `/special-events/${sorolla.eventId}/prices`, [
    { category: 'standard', price: 25 },
    { category: 'students', price: 15 },
  ]);
  await put(museum, `/capacity/events/${sorolla.eventId}`, { capacity: 21 });
  for (let sold = 0; sold < 21; sold += 1) {
    if (sold < 20) await buyTicket(museum, eventPurchase(sorolla.eventId, { ticketDate: '2027-03-03' }));
    await buyTicket(museum, eventPurchase(sorolla.eventId, { ticketDate: '2027-03-06' }));
    const entryTime = sold < 19 ? '12:30' : '14:00';
    await buyTicket(museum, generalPurchase({ ticketDate: '2027-03-03', entryTime }));
  }
  const tour = await createEvent(museum, {
    ...{ name: 'Behind the scenes', location: 'Lobby', eventDescription: 'Where paintings sleep.', price: 9 },
    dates: [TODAY, '2027-03-03', '2027-03-04'],
  });
  await put(museum, `/special-events/${tour.eventId}/times`, { times: ['11:30', '15:00'], minutes: 45 });
  return museum;
}

/** A free event whose name is written from right to left. */
export async function announceArabicEvent(museum: Museum): Promise<void> {
  await createEvent(museum, {
    ...{ name: ARABIC_EVENT, location: 'الحديقة', eventDescription: 'موسيقى وشاي بين اللوحات.', price: 0 },
    dates: ['2027-03-03', '2027-03-19'],
  });
}
