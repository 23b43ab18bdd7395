import { getDay, nextOpenDay } from '../../hours/index.ts';
import { hasClosed } from './offers.ts';
import { shopTexts } from './shop-texts.ts';
import type { Visitor } from './visitor.ts';

/** "Open today, 10:00–18:00", or why not, and when again. */
export async function todaysHours({ language, words, shop }: Visitor): Promise<string[]> {
  const say = shopTexts(language);
  const day = await shop.days.current();
  const { opening, reason } = await getDay(shop.store, shop.seller, day);
  const isOver = opening !== null && hasClosed(shop, { day, opening });
  if (opening !== null && !isOver)
    return [say('openToday', { open: opening.timeOpen, close: opening.timeClose })];
  const closed = reason === null ? say('closedToday') : say('closedTodayFor', { reason });
  const next = await nextOpenDay(shop.store, shop.seller, day);
  return [
    isOver ? say('closedNow') : closed,
    ...(next === undefined
      ? []
      : [say('openAgain', { day: words.day(next.date), open: next.timeOpen, close: next.timeClose })]),
  ];
}
