import type { CalendarDay } from '../../core/calendar-day.ts';
import { closingOf, getDay, nextOpenDay, type Opening } from '../../hours/index.ts';
import type { ShopOptions } from './shop-options.ts';
import { shopTexts } from './shop-texts.ts';
import type { Visitor } from './visitor.ts';

/** When the museum is open on a day. */
export interface DayHours {
  readonly day: CalendarDay;
  /** Undefined: it is closed. */
  readonly opening: Opening | undefined;
  /** Why it is closed. */
  readonly reason: string | undefined;
  /** Whether it has closed for that day. */
  readonly isOver: boolean;
}

export async function hoursOn(
  { store, seller, clock, terms }: ShopOptions,
  day: CalendarDay,
): Promise<DayHours> {
  const { opening, reason } = await getDay(store, seller, day);
  if (opening === null) return { day, opening: undefined, reason: reason ?? undefined, isOver: false };
  const isOver = day <= terms.calendar.today() && clock.now() >= closingOf(terms.localOf, day, opening);
  return { day, opening, reason: undefined, isOver };
}

/** "Open today, 10:00–18:00", or why not, and when again. */
export async function todaysHours({ language, words, shop }: Visitor): Promise<string[]> {
  const say = shopTexts(language);
  const { day, opening, reason, isOver } = await hoursOn(shop, await shop.days.current());
  if (opening !== undefined && !isOver)
    return [say('openToday', { open: opening.timeOpen, close: opening.timeClose })];
  const closed = reason === undefined ? say('closedToday') : say('closedTodayFor', { reason });
  const next = await nextOpenDay(shop.store, shop.seller, day);
  return [
    isOver ? say('closedNow') : closed,
    ...(next === undefined
      ? []
      : [say('openAgain', { day: words.day(next.date), open: next.timeOpen, close: next.timeClose })]),
  ];
}
