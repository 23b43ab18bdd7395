import type { ArticleItem, WantedArticle } from '../articles/index.ts';
import type { ConfirmationCodes } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock, SteadyClock } from '../core/clock.ts';
import type { Language } from '../core/language.ts';
import { smallestAmount } from '../core/money.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Discount, WithCode } from '../discounts/index.ts';
import type { GiftCodes, GiftItem, GiftUse, WantedGift } from '../gifts/index.ts';
import type { Once } from '../idempotency/index.ts';
import {
  type OfferTerms,
  type PlacesIn,
  type Product,
  placesTaken,
  type Quote,
  type SlotPlaces,
  slotOf,
  sumPlaces,
} from '../offers/index.ts';
import type { PassItem, WantedPass } from '../passes/index.ts';
import type { Amount, Payment, PaymentMethod } from '../payments/index.ts';
import type { ContactHashes, SoldTicket, Ticket } from '../tickets/index.ts';

export const MOST_ITEMS = 20;
export const MOST_TICKETS = 100;
/** How many articles an order may have, all together. */
export const MOST_ARTICLES_SOLD = 200;
/** Characters of what is written on a gift voucher. */
export const MOST_MESSAGE = 200;
/** How long an order may be held, in milliseconds. */
export const HOLD_LIMITS = { least: 60_000, most: 86_400_000 } as const;

export const ORDER_STATES = ['held', 'sold', 'released', 'void'] as const;
/** `void`: every ticket of it is void, and its articles were given back. */
export type OrderState = (typeof ORDER_STATES)[number];

export const RELEASED_BY = ['expiry', 'seller', 'buyer', 'event'] as const;
/** `event`: what was ordered does not take place. */
export type ReleasedBy = (typeof RELEASED_BY)[number];

/** Why the shop holds an order: its buyer chooses how to pay, is at a payment provider, or pays at the museum. */
export type HeldFor = 'payment' | 'provider' | 'desk';

/** The actor of a sale: always an account, which is stored with what it sold. */
export type Seller = Actor & { readonly accountId: Uuid };

/** Tickets of one kind that somebody wants. */
export interface WantedItem {
  readonly product: Product;
  readonly day: CalendarDay;
  /** HH:mm; for what is sold for entry times, and only for that. */
  readonly entryTime?: string | null | undefined;
  /** Slug; standard when left out. */
  readonly category?: string | undefined;
  readonly quantity: number;
  /** Where it stands among all items that were asked for; left out: where it stands among the tickets. */
  readonly position?: number;
}

/** Who buys. Both are missing for a visitor at the desk. */
export interface Buyer {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** A part of what an order costs that a gift voucher pays. */
export interface GiftPart extends GiftUse {
  readonly method: 'gift';
}

/** How an order is paid; at most one of them. */
export interface HowPaid {
  /** How all of it is paid. */
  readonly paidBy?: PaymentMethod | undefined;
  /** Several amounts, which add up to the total: else it is refused. */
  readonly payments?: readonly (Amount | GiftPart)[] | undefined;
}

/** What is written down of an order beside its tickets. */
export interface OrderTerms extends HowPaid {
  /** The seller's own number. */
  readonly reference?: string;
  /** The language of the mails to the buyer. */
  readonly language: Language;
  /** For how long it is held, in milliseconds; left out: it is sold at once. */
  readonly holdMs?: number;
  /** Present for an order in the shop. */
  readonly visitor?: ShopVisitor;
  /** Present for a reseller's booking, which is for one slot. */
  readonly booking?: NewBooking;
}

/** Who orders in the shop. There are limits to what strangers hold, and what costs nothing is sold at once instead of held. */
export interface ShopVisitor {
  /** By whose limits: of those who pay online, or at the desk, where that is the only way. */
  readonly limits: Exclude<HeldFor, 'provider'>;
  /** Whether it was free when it was ordered, so that the limits of slots need not be asked. */
  readonly isFree: boolean;
  /** A keyed hash of the network. */
  readonly networkHash: number;
  /** Whether a link can be mailed to the buyer, to confirm a free order with. */
  readonly mayConfirm: boolean;
}

/** A reseller's booking, as it is placed. */
export interface NewBooking {
  /** The reseller's own id, unique in its account. */
  readonly uuid: Uuid;
  /** A keyed hash of the request, which gets this booking when it is sent again. */
  readonly requestHash: string;
  readonly visit: BookedVisit;
  readonly contact: BookingContact | null;
  readonly notes: string | null;
}

/** When a booking is for, as the reseller was told. */
export interface BookedVisit {
  /** The beginning of an entry time, or the end of a whole day: cancellations count to this instant. */
  readonly at: number;
  /** Local times with the offset of the zone. */
  readonly start: string;
  readonly end: string;
  /** HH:mm; of a whole day. */
  readonly hours: readonly { readonly from: string; readonly to: string }[];
}

/** Who made a booking, as the reseller says. */
export interface BookingContact {
  readonly fullName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly locales: readonly string[];
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly notes: string | null;
}

/** What is kept of a booking beside its order. */
export interface Booking extends Pick<NewBooking, 'requestHash' | 'visit'> {
  /** Why it was cancelled, as the reseller says. */
  readonly reason: string | null;
  readonly changedAt: number;
}

/** Tickets of one kind in an order, at the terms on which they were held or sold. */
export interface OrderItem extends Quote, WithCode {
  readonly product: Product;
  readonly day: CalendarDay;
  /** Null: any time of the day. */
  readonly entryTime: string | null;
  /** The ids of its tickets, which exist once the order is sold. */
  readonly ticketIds: readonly Uuid[];
}

/** What is no ticket in an order, at the terms on which it was held or sold. */
export type Good = ArticleItem | GiftItem | PassItem;

export interface Order {
  readonly orderId: Uuid;
  readonly orderCode: string;
  readonly reference: string | null;
  readonly state: OrderState;
  readonly items: readonly OrderItem[];
  /** What was ordered beside tickets. */
  readonly goods: readonly Good[];
  /** ISO 4217. */
  readonly currency: string;
  readonly language: Language;
  /** Who sells it. */
  readonly soldBy: Uuid;
  readonly createdAt: number;
  /** When the hold ends, or ended; null: it was sold at once. */
  readonly expiresAt: number | null;
  /** For how long it was held last. */
  readonly holdMs: number | null;
  readonly soldAt: number | null;
  readonly releasedAt: number | null;
  readonly releasedBy: ReleasedBy | null;
  /** Null: it is none of the shop, or was never held. */
  readonly heldFor: HeldFor | null;
  readonly networkHash: number | null;
  /** Until it is sold; then the tickets have the contact, if there are any. */
  readonly email: string | null;
  readonly phone: string | null;
  /** For a reseller's booking: the reseller's own id, the day of the visit, and what else is known. */
  readonly bookingUuid: Uuid | null;
  readonly bookingDay: CalendarDay | null;
  readonly booking: Booking | null;
  readonly contact: BookingContact | null;
  readonly notes: string | null;
}

/** What somebody wants: all or none of it. */
export interface Wanted {
  /** Tickets. */
  readonly items: readonly WantedItem[];
  /** Left out: none. */
  readonly articles?: readonly WantedArticle[] | undefined;
  /** Left out: none. */
  readonly gifts?: readonly WantedGift[] | undefined;
  /** Left out: none. */
  readonly passes?: readonly WantedPass[] | undefined;
}

/** What somebody wants to buy: all or none. */
export interface SaleRequest extends Wanted {
  readonly seller: Seller;
  readonly buyer: Buyer;
  /** As typed; left out: it is sold without one. */
  readonly code?: string | undefined;
  /** How many tickets the code must make cheaper; left out: one. */
  readonly leastReduced?: number | undefined;
  /** Codes of the tickets that these are to be exchanged for, which they keep where they fit: one for each item. */
  readonly keeps?: readonly (Discount | undefined)[];
  /** Left out: a single ticket, which is sold at once without an order. */
  readonly order?: OrderTerms;
  /** Present when the request may be repeated. */
  readonly once?: Once<Sale> | undefined;
}

/** What was sold, or is held. */
export interface Sale {
  /** None of an order that is held. */
  readonly tickets: readonly SoldTicket[];
  readonly order: Order | undefined;
  readonly payments: readonly Payment[];
}

/** What all that is sold is sold with. */
export interface SellingOptions {
  readonly clock: SteadyClock;
  readonly codes: ConfirmationCodes;
  readonly contacts: ContactHashes;
  readonly terms: OfferTerms;
  readonly giftCodes: GiftCodes;
  /** By which holds end (`HoldClock`). */
  readonly holds: Clock;
}

/**
 * What was ordered, with the tickets that joined the order since: each in the item of its kind, day, time, category and price, or in
 * an item of its own.
 */
export function itemsWith(ordered: readonly OrderItem[], joined: readonly Ticket[]): OrderItem[] {
  const items = new Map(ordered.map((item) => [itemKey(item), item]));
  for (const ticket of joined) {
    const { ticketId, product, day, entryTime, category, categoryNumber, places, priceCents, vat } = ticket;
    const { entryPlaces, codeId, fullPriceCents } = ticket;
    const terms = { day, entryTime, category, categoryNumber, places, priceCents, vat, entryPlaces };
    const code = codeId === null || fullPriceCents === null ? {} : { codeId, fullPriceCents };
    const item = { product, ...terms, ...code, ticketIds: [] };
    const { ticketIds, ...known } = items.get(itemKey(item)) ?? item;
    items.set(itemKey(item), { ...known, ticketIds: [...ticketIds, ticketId] });
  }
  return [...items.values()];
}

function itemKey(item: Omit<OrderItem, 'ticketIds'>): string {
  const { product, day, entryTime, category, priceCents, vat, entryPlaces = 0, codeId = '' } = item;
  return [product, day, entryTime ?? '', category, priceCents, vat ?? '', entryPlaces, codeId].join(' ');
}

/** Whether it is a free order of the shop that is held until its buyer has pressed the link in the mail. */
export function awaitsConfirmation(order: Pick<Order, 'state' | 'heldFor' | 'items' | 'goods'>): boolean {
  return order.state === 'held' && order.heldFor === 'payment' && totalOf(order) === 0;
}

/** The total price, in cents. */
export function totalOf(order: Pick<Order, 'items' | 'goods'>): number {
  return linesOf(order).reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}

/** Some of the same in an order, whatever it is, as far as it has to do with money. */
interface Line {
  readonly quantity: number;
  /** Hundredths, of one. */
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax in it; null: none is known. */
  readonly vat: number | null;
}

function linesOf({ items, goods }: Pick<Order, 'items' | 'goods'>): Line[] {
  const tickets = items.map(({ priceCents, vat, ticketIds }) => {
    return { priceCents, vat, quantity: ticketIds.length };
  });
  return [...tickets, ...goods];
}

/** What is taken for an order of that total. */
export function amountsOf(
  { paidBy, payments }: HowPaid,
  total: number,
): readonly Pick<Payment, 'method' | 'cents'>[] {
  const whole = paidBy === undefined ? [] : [{ method: paidBy, cents: total }];
  return payments?.map(({ method, cents }) => ({ method, cents })) ?? whole;
}

/** What of it gift vouchers pay. */
export function giftUsesIn({ payments = [] }: HowPaid): GiftUse[] {
  return payments.filter((part) => part.method === 'gift').map(({ code, cents }) => ({ code, cents }));
}

/** What of it gift vouchers may pay, in hundredths: they pay for no gift vouchers. */
export function payableByGifts({ items, goods }: Pick<Order, 'items' | 'goods'>): number {
  return totalOf({ items, goods: goods.filter(({ kind }) => kind !== 'gift') });
}

/**
 * Why what was paid in several ways doesn't fit; undefined: it adds up to the total, and gift vouchers pay for no others.
 * @param order.takenCents what a provider has taken of it beside that
 */
export function paymentFault(
  paid: HowPaid,
  {
    total,
    goods,
    takenCents = 0,
  }: { readonly total: number; readonly goods: readonly Good[]; readonly takenCents?: number | undefined },
  currency: string,
): Refusal | undefined {
  if (paid.payments === undefined) return undefined;
  const sum = takenCents + sumOf(amountsOf(paid, total));
  if (sum !== total) return new Refusal('payments-not-total', { total, paid: sum, currency });
  const most = total - totalOf({ items: [], goods: goods.filter(({ kind }) => kind === 'gift') });
  const asked = sumOf(giftUsesIn(paid));
  return asked > most ? new Refusal('gift-for-gift', { most, asked, currency }) : undefined;
}

function sumOf(parts: readonly { readonly cents: number }[]): number {
  return parts.reduce((all, { cents }) => all + cents, 0);
}

/** What a new order has of a booking. */
export function bookingMembers(
  placed: NewBooking | undefined,
  day: CalendarDay | null,
  now: number,
): Pick<Order, 'bookingUuid' | 'bookingDay' | 'booking' | 'contact' | 'notes'> {
  if (placed === undefined)
    return { bookingUuid: null, bookingDay: null, booking: null, contact: null, notes: null };
  const { uuid, requestHash, visit, contact, notes } = placed;
  const booking = { requestHash, visit, reason: null, changedAt: now };
  return { bookingUuid: uuid, bookingDay: day, booking, contact, notes };
}

/** How many places the items take in each slot of what they are for, in the order in which slots are locked. */
export function placesBySlot(items: readonly OrderItem[]): SlotPlaces[] {
  return sumPlaces(
    items.map((item) => ({ slot: slotOf(item), places: item.places * item.ticketIds.length })),
  );
}

/** All places that the items take. */
export function placesOfItems(items: readonly OrderItem[]): PlacesIn[] {
  return items.flatMap((item) => placesTaken(item, item.ticketIds.length));
}

/** The value added tax of one rate in a sum, in cents. */
export interface VatShare {
  /** Hundredths of a percent. */
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
}

/** The value added tax in the order, by rate, the lowest first: reckoned on the sum, and rounded half up. */
export function vatIn(order: Pick<Order, 'items' | 'goods' | 'currency'>): VatShare[] {
  const gross = new Map<number, number>();
  for (const { priceCents, vat, quantity } of linesOf(order))
    if (vat !== null) gross.set(vat, (gross.get(vat) ?? 0) + priceCents * quantity);
  return [...gross]
    .sort(([one], [other]) => one - other)
    .map(([rate, sum]) => shareOf(rate, sum, order.currency));
}

/** The value added tax in a sum of one rate. */
export function shareOf(rate: number, sum: number, currency: string): VatShare {
  const unit = smallestAmount(currency);
  const whole = (10_000 + rate) * unit;
  const tax = unit * Math.floor((2 * sum * rate + whole) / (2 * whole));
  return { rate, net: sum - tax, tax };
}
