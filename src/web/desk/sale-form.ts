import type { Article } from '../../articles/index.ts';
import {
  type BasketForm,
  type CodedChoices,
  fieldsForAgain,
  type TypedValues,
  timeFieldOf,
} from '../../basket/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { GENERAL, type Offer, type OfferPrice, STANDARD } from '../../offers/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Ticket } from '../../tickets/index.ts';
import type { ClosedDay } from './calendar/closed-day.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import type { PaysByGift } from './gifts.ts';

/** The field for standard is the product: most sales are of that. */
export const SELL_FORM: BasketForm = {
  most: 50,
  isForVisitors: false,
  countField: (product, category) => (category === STANDARD ? product : `${product}.${category}`),
  countIn: (text) => {
    const count = Number(text);
    return Number.isSafeInteger(count) && count >= 0 ? count : Number.NaN;
  },
};

/** A sale that somebody is putting together. */
export interface SaleForm {
  readonly day: CalendarDay;
  /** Undefined: the museum is open on that day. */
  readonly closed: ClosedDay | undefined;
  readonly offers: readonly Offer[];
  /** What is chosen at its price with the code that was typed. */
  readonly coded?: CodedChoices | undefined;
  /** What a gift voucher pays, by the code that was typed. */
  readonly byGift?: PaysByGift | undefined;
  /** What is sold beside tickets. */
  readonly articles: readonly Article[];
  /** The field `key` is the idempotency key: sending the form twice sells the tickets once. */
  readonly submitted?: Submitted<string>;
}

/** The form on its page. */
export interface ShownSale extends SaleForm {
  readonly desk: DeskRequest;
  /** Whether codes are taken at the desk. */
  readonly takesCodes: boolean;
  /** Whether there are gift vouchers. */
  readonly takesGifts: boolean;
  /** What was typed, or is usual. */
  readonly typed: TypedValues;
}

/** The address of a sale of the same tickets again, before it is made. */
export function sameAgain(tickets: readonly Ticket[]): string {
  const date = tickets[0]?.day ?? '';
  const fields = fieldsForAgain(
    SELL_FORM,
    tickets.map((ticket) => ({ ...ticket, count: 1 })),
  );
  return `/desk/sell?${new URLSearchParams({ date, ...fields })}`;
}

/** The default: what most people want, so that it takes one press. */
export function usualIn([first]: readonly Offer[]): TypedValues {
  return first?.product === GENERAL && first.onSale ? { [GENERAL]: '1' } : {};
}

/** The entry time that most people want: the next with places. Undefined: it is sold for the whole day. */
export function usualTime({ times }: Offer): string | undefined {
  const open = times?.filter(({ left }) => left !== 0);
  return (open?.find(({ isOver }) => !isOver) ?? open?.at(-1))?.entryTime;
}

/** The entry time that the form shows. */
export function timeIn({ typed }: Pick<ShownSale, 'typed'>, offer: Offer): string | undefined {
  return typed[timeFieldOf(offer.product)] ?? usualTime(offer);
}

export function nameOfOffer({ language }: Clerk, { event }: Offer): string {
  return event?.name ?? wordTexts(language)('generalEntry');
}

/** A category in the language of the page. */
export function nameOfCategory(
  { language }: Clerk,
  { name, names }: Pick<OfferPrice, 'name' | 'names'>,
): string {
  return names[language] ?? name;
}
