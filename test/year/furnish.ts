import { ARTICLES } from './actions/articles.ts';
import { CARDS, LISTED } from './actions/cards.ts';
import type { World } from './world.ts';

const CATEGORIES = [
  { category: 'standard', name: 'Adults', unitType: 'ADULT' },
  { category: 'reduced', name: 'Students', unitType: 'STUDENT', proof: 'student card' },
  { category: 'family', name: 'Families', unitType: 'FAMILY', places: 4 },
];
const OPEN = { timeOpen: '10:00', timeClose: '18:00' };

/** A museum that is open on six days of a week, with articles and two events, of which one includes general entry. */
export async function furnish(world: World): Promise<void> {
  await world.api('PUT', '/categories', CATEGORIES);
  const prices = [12, 8.5, 28];
  await world.api(
    'PUT',
    '/general-entry/prices',
    CATEGORIES.map(({ category }, index) => ({ category, price: prices[index] })),
  );
  const days = ['monday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const week = Object.fromEntries(days.map((day) => [day, OPEN]));
  await world.api('PUT', '/weekly-hours', { ...week, tuesday: null });
  await world.api('PUT', '/capacity/general', { capacity: 60 });
  await world.api('PUT', '/articles', ARTICLES);
  await world.api('PUT', '/cards', CARDS as never);
  await world.import('/cards/city-card/numbers', LISTED.join('\n'));
  for (const price of [25, 0]) {
    const dates = [2, 5, 9, 12, 16, 19, 23, 26, 30].map((later) => world.today(later));
    const event = { name: `Tour for ${price}`, location: 'Hall', eventDescription: '', dates, price };
    const { eventId } = (await world.api('POST', '/special-events', event)).json;
    world.events.push({ eventId, born: price });
    const both = [
      { category: 'standard', price },
      { category: 'family', price: 3 * price },
    ];
    await world.api('PUT', `/special-events/${eventId}/prices`, both);
    const entry = { includesEntry: price > 0, takesPlace: price > 0 };
    await world.api('PUT', `/special-events/${eventId}/entry`, entry);
  }
}
