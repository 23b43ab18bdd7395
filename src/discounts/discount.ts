import type { TicketType } from '../codes/index.ts';
import { type CalendarDay, isoWeekday } from '../core/calendar-day.ts';
import { smallestAmount } from '../core/money.ts';
import type { CodeUnfit } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Product, ticketTypeOf } from '../offers/index.ts';

/** What a code does. `access`: it only opens what is sold with such a code alone. */
export const DISCOUNT_KINDS = ['percent', 'amount', 'price', 'access'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** Where tickets are sold with it. `desk`: by the museum's own staff, on the desk's pages or through the API. */
export const DISCOUNT_CHANNELS = ['desk', 'shop', 'partners'] as const;
export type DiscountChannel = (typeof DISCOUNT_CHANNELS)[number];

/** How many codes are made at once. */
export const MOST_CODES = 10_000;
export const CODE_LENGTH = { least: 4, leastSafe: 8, most: 40, prefix: 20 } as const;
export const NOTE_CHARACTERS = 200;

/** Which tickets a code fits: those that meet each rule that is there. */
export interface DiscountScope {
  readonly ticketType?: TicketType | undefined;
  readonly eventIds?: readonly Uuid[] | undefined;
  /** Slugs. */
  readonly categories?: readonly string[] | undefined;
  /** The days of the visit, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
  /** 1 is Monday. */
  readonly weekdays?: readonly number[] | undefined;
  /** HH:mm, both included: a ticket without an entry time has none of them. */
  readonly entryTimes?: { readonly from: string; readonly to: string } | undefined;
}

/** What never changes of a code. */
export interface DiscountTerms {
  readonly kind: DiscountKind;
  /** Whole percent, or hundredths; null: none, of an access code. */
  readonly value: number | null;
  readonly scope: DiscountScope;
  /** How many tickets of one order have it at most; null: any number. */
  readonly perOrder: number | null;
  /** Instant; null: from the beginning. */
  readonly validFrom: number | null;
  /** Null: all. */
  readonly channels: readonly DiscountChannel[] | null;
  /** Ids of accounts; null: all. */
  readonly sellers: readonly Uuid[] | null;
}

/** What staff may change of a code. */
export interface DiscountUse {
  /** How many tickets may have it; null: any number. */
  readonly uses: number | null;
  /** The instant from which it is valid no more; null: none. */
  readonly validTo: number | null;
  readonly note: string | null;
  readonly isEnabled: boolean;
}

export interface Discount extends DiscountTerms, DiscountUse {
  readonly codeId: Uuid;
  /** Codes that were made together have one. */
  readonly batchId: Uuid;
  /** As it is shown. */
  readonly code: string;
  /** How many held and sold tickets have it. */
  readonly used: number;
  readonly createdAt: number;
}

/** What a code is asked about: a ticket, or what is sold or held on the terms of one. */
export interface DiscountedTicket {
  readonly product: Product;
  readonly day: CalendarDay;
  readonly entryTime?: string | null | undefined;
  readonly category: string;
}

/** How many characters a code needs: more where a guess would be worth something. */
export function leastLengthOf({
  kind,
  value,
  uses,
}: Pick<DiscountTerms, 'kind'> & { readonly value?: unknown; readonly uses?: unknown }): number {
  const leavesToPay =
    kind === 'amount' || (kind === 'percent' && value !== 100) || (kind === 'price' && value !== 0);
  return kind !== 'access' && (leavesToPay || uses === 1) ? CODE_LENGTH.least : CODE_LENGTH.leastSafe;
}

/** By which a code is found: either case is the same, and spaces and hyphens are ignored. */
export function spellingOf(code: string): string {
  return code.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase();
}

/** Whether somebody may buy with it now. */
export function isValidAt({ isEnabled, validFrom, validTo }: Discount, now: number): boolean {
  return isEnabled && (validFrom === null || validFrom <= now) && (validTo === null || now < validTo);
}

/** How many more tickets may have it. */
export function usesLeft({ uses, used }: Pick<Discount, 'uses' | 'used'>): number {
  return uses === null ? Number.POSITIVE_INFINITY : Math.max(0, uses - used);
}

type ScopeRule = (scope: DiscountScope, ticket: DiscountedTicket) => boolean;

/** In the order in which they are asked: the first that leaves no ticket is named. */
const SCOPE_RULES: readonly (readonly [CodeUnfit, ScopeRule])[] = [
  [
    'ticket-type',
    ({ ticketType: type }, { product }) => type === undefined || type === ticketTypeOf(product),
  ],
  ['event', ({ eventIds }, { product }) => eventIds === undefined || eventIds.some((id) => id === product)],
  ['category', ({ categories }, { category }) => categories === undefined || categories.includes(category)],
  ['day', ({ from, to }, { day }) => (from === undefined || from <= day) && (to === undefined || day <= to)],
  ['weekday', ({ weekdays }, { day }) => weekdays === undefined || weekdays.includes(isoWeekday(day))],
  [
    'entry-time',
    ({ entryTimes }, { entryTime }) => entryTimes === undefined || isWithin(entryTimes, entryTime),
  ],
];

function isWithin(
  { from, to }: { readonly from: string; readonly to: string },
  entryTime: string | null | undefined,
): boolean {
  return entryTime != null && from <= entryTime && entryTime <= to;
}

export function fitsTicket({ scope }: Pick<Discount, 'scope'>, ticket: DiscountedTicket): boolean {
  return SCOPE_RULES.every(([, meets]) => meets(scope, ticket));
}

/** Who sells with a code. */
export interface DiscountSeller {
  readonly accountId: Uuid;
  readonly channel: DiscountChannel;
}

/** Whether tickets for the event may be sold with it, if they are sold only with a code. */
export function mayOpen(
  { kind, scope, channels, sellers }: Pick<Discount, 'kind' | 'scope' | 'channels' | 'sellers'>,
  { accountId, channel }: DiscountSeller,
  eventId: Uuid,
): boolean {
  const { ticketType, eventIds } = scope;
  return (
    kind === 'access' &&
    ticketType !== 'general' &&
    (eventIds === undefined || eventIds.includes(eventId)) &&
    (channels === null || channels.includes(channel)) &&
    (sellers === null || sellers.includes(accountId))
  );
}

/** Why the code fits none of the tickets, whoever sells them; undefined: it fits one or more. */
export function unfitFor(
  { scope, channels, sellers }: Pick<Discount, 'scope' | 'channels' | 'sellers'>,
  { accountId, channel }: DiscountSeller,
  tickets: readonly DiscountedTicket[],
): CodeUnfit | undefined {
  if (channels !== null && !channels.includes(channel)) return 'channel';
  if (sellers !== null && !sellers.includes(accountId)) return 'seller';
  let left = tickets;
  for (const [because, meets] of SCOPE_RULES) {
    left = left.filter((ticket) => meets(scope, ticket));
    if (left.length === 0) return because;
  }
  return undefined;
}

/** What a ticket costs with the code: rounded half up to the currency's unit, never above its price and never below zero. */
export function reducedPrice(
  { kind, value }: Pick<Discount, 'kind' | 'value'>,
  priceCents: number,
  currency: string,
): number {
  const reduced = { percent: percentOff, amount: amountOff, price: fixedPrice, access: unchanged }[kind];
  const unit = smallestAmount(currency);
  return Math.min(priceCents, Math.max(0, reduced(priceCents, value ?? 0, unit)));
}

function percentOff(price: number, percent: number, unit: number): number {
  return unit * Math.floor((2 * price * (100 - percent) + 100 * unit) / (200 * unit));
}

function amountOff(price: number, amount: number): number {
  return price - amount;
}

function fixedPrice(_: number, price: number): number {
  return price;
}

function unchanged(price: number): number {
  return price;
}
