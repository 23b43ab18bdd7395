import sharp from 'sharp';
import type { World } from '../world.ts';
import { action, onEvent } from './action.ts';

const TIMES = [{ every: null }, { every: 60, places: 12, lastEntry: 60 }] as const;
const JPEG = { 'content-type': 'image/jpeg' };
/** Settings that staff change; the name is set by the server. The language of the museum stays that in which it is listened to. */
const SETTINGS = [
  { colour: '#0b5d4e' },
  { colour: null },
  { languages: ['en', 'de'] },
  { languages: ['en', 'nl', 'fr'] },
  { sentence: { en: 'Ships, maps and storms', de: 'Schiffe, Karten und Stürme' } },
  { address: 'Harbour Street 1, 20457 Hamburg', website: 'https://museum.example' },
] as const;

/** How the museum shows itself, and prices and times that hold on some days only: no ticket or sum that is sold changes by it. */
export const ownFace = [
  action('set what the museum is', 0.5, ({ api, draw }) =>
    api('PATCH', '/settings', draw.oneOf(SETTINGS), 'admin'),
  ),
  action('set rules for prices of general entry', 0.5, ({ api, draw, someDay }) => {
    const price = draw.oneOf([0, 7.5, 14]);
    const rules = [
      { name: 'First Sunday', weekdays: [7], nth: 1, prices: [{ category: 'standard', price: 0 }] },
      { name: 'Weekend', weekdays: [6, 7], prices: [{ category: 'standard', price }] },
      { name: 'Season', from: someDay(0, 10), to: someDay(11, 40), prices: [{ category: 'family', price }] },
    ];
    return api('PUT', '/general-entry/price-rules', draw.some(rules));
  }),
  action('set the entry times of one day, or those of all again', 0.4, ({ api, draw, someDay }) => {
    const at = `/general-entry/times/${someDay(0, 20)}`;
    return draw.happens(0.3) ? api('DELETE', at) : api('PUT', at, draw.oneOf(TIMES));
  }),
  onEvent('set the times of a date of an event', 0.3, ({ api, draw }, { dates }, at) => {
    const date = draw.oneOf<string>(dates);
    const times = draw.oneOf([[], ['11:00'], ['11:00', '15:00']] as const);
    return api('PUT', `${at}/times/${date}`, { times });
  }),
  onEvent('say who finds an event', 0.4, ({ api, draw }, _, at) =>
    api('PUT', `${at}/visibility`, { visibility: draw.oneOf(['public', 'public', 'unlisted', 'draft']) }),
  ),
  onEvent('give an event another picture, or none', 0.3, async ({ museum, api, draw }, _, at) => {
    if (draw.happens(0.2)) return api('DELETE', `${at}/picture`);
    const body = await pictureIn(draw);
    return museum.ask('PUT', `/v1.1${at}/picture?alt.en=A%20sea`, { as: 'manager', body, headers: JPEG });
  }),
];

function pictureIn(draw: World['draw']): Promise<Buffer> {
  const background = draw.oneOf(['#369', '#963', '#396']);
  return sharp({ create: { width: 1_000, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
