import type { WantedArticle } from '../../articles/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Language } from '../../core/language.ts';
import { toCents } from '../../core/money.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { WantedGift } from '../../gifts/index.ts';
import { GENERAL, type Product, productOf } from '../../offers/index.ts';
import type { Instead, Wanted, WantedItem } from '../../orders/index.ts';
import type { WantedPass } from '../../passes/index.ts';

interface Named {
  readonly ticketType: 'general' | 'event';
  readonly eventId?: Uuid;
  readonly ticketDate: CalendarDay;
}

/** What somebody wants, with the rooms' names instead of the wire's. */
export function wantedOf<Rest>({ ticketType: _, eventId, ticketDate: day, ...rest }: Rest & Named) {
  return { ...rest, product: productOf({ eventId }), day };
}

/** An item of an order as it is sent: tickets, an article, a gift voucher or a pass. */
interface SentItem extends Partial<Named> {
  readonly entryTime?: string | undefined;
  readonly category?: string | undefined;
  readonly article?: string | undefined;
  readonly price?: number | undefined;
  readonly gift?: SentGift | undefined;
  readonly pass?: string | undefined;
  readonly holder?: string | undefined;
  readonly from?: CalendarDay | undefined;
  /** Left out: of a gift voucher or a pass. */
  readonly quantity?: number | undefined;
}

interface SentGift {
  readonly amount: number;
  readonly message?: string;
  readonly to?: string;
  readonly language?: Language;
}

/** The items of an order, with the rooms' names. */
export function wantedIn(sent: readonly SentItem[]): Wanted {
  const items: WantedItem[] = [];
  const articles: WantedArticle[] = [];
  const gifts: WantedGift[] = [];
  const passes: WantedPass[] = [];
  for (const [
    position,
    { gift, article, price, pass, holder, from, ticketType, ticketDate, quantity = 1, ...rest },
  ] of sent.entries())
    if (pass !== undefined) passes.push({ passType: pass, holder, from, position });
    else if (gift !== undefined) {
      const { amount, ...words } = gift;
      gifts.push({ cents: toCents(amount), ...words, position });
    } else if (article !== undefined) {
      const amount = price === undefined ? {} : { priceCents: toCents(price) };
      articles.push({ article, quantity, position, ...amount });
    } else if (ticketType !== undefined && ticketDate !== undefined)
      items.push(wantedOf({ ...rest, ticketType, ticketDate, quantity, position }));
  return { items, articles, gifts, passes };
}

/** What is to change of tickets, with the rooms' names. An event's id alone says that they are for that event. */
export function changedOf({
  ticketType,
  eventId,
  ticketDate: day,
  entryTime,
  category,
}: Partial<Named> & Instead): Instead {
  const isNamed = ticketType !== undefined || eventId !== undefined;
  return { product: isNamed ? productOf({ eventId }) : undefined, day, entryTime, category };
}

/** What a ticket is for, under the wire's names. */
export function wireNames(product: Product, ticketDate: CalendarDay): Named {
  return product === GENERAL
    ? { ticketType: 'general', ticketDate }
    : { ticketType: 'event', eventId: product, ticketDate };
}
