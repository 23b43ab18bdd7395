import { may } from '../core/permissions.ts';
import { Refusal, type RefusalKind } from '../core/refusal.ts';
import { compareText } from '../core/text.ts';
import { uuidV7 } from '../core/uuid.ts';
import {
  chooseDiscounts,
  type Discount,
  fitsTicket,
  takeDiscount,
  withDiscount,
} from '../discounts/index.ts';
import { record } from '../journal/index.ts';
import {
  type EventOnSale,
  earliestId,
  entrySlotOf,
  eventIn,
  type Granted,
  giveBackPlaces,
  type PlaceTaker,
  type Product,
  placesTaken,
  type Quote,
  type Slot,
  type SlotPlaces,
  STANDARD,
  sellPlaces,
  slotKey,
  slotOf,
  type Want,
} from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import { releaseExpired } from './holds.ts';
import {
  type Good,
  type HowPaid,
  type OrderItem,
  paymentFault,
  placesOfItems,
  type SaleRequest,
  type SellingOptions,
  totalOf,
  type WantedItem,
} from './order.ts';

/** Tickets that somebody wants in one slot or several: all or none. */
export interface Wish extends Pick<SaleRequest, 'seller' | 'items' | 'code' | 'leastReduced' | 'keeps'> {
  /** Whether it may be for entry times that are over; left out: if the seller may sell such. */
  readonly mayBeLate?: boolean;
  /** What was just given back for it: where it wants no more, it gets that whatever the capacity is. */
  readonly freed?: readonly SlotPlaces[];
  /** How it is paid, if it is sold at once. */
  readonly order?: HowPaid;
  /** The code that a held order has, which opens what is sold only with one; `always`: that was opened before. */
  readonly opened?: Discount | 'always' | undefined;
  /** What it gets beside tickets; left out: nothing. */
  readonly goods?: readonly Good[];
}

/** The places that somebody got: all that were wanted. */
export interface Taken {
  /** What was wanted, in its order, at the terms on which the places were taken. */
  readonly items: readonly OrderItem[];
  readonly events: ReadonlyMap<Product, EventOnSale>;
  /** The slots whose day is sold out by it. */
  readonly fills: readonly Slot[];
}

export interface NotTaken {
  readonly refusal: Refusal;
  /** The keys of the slots that are not sold to it at all, however many places are left. */
  readonly unsold: readonly string[];
}

/** What is wanted in each slot, in the order of the items. */
export function wantsOf(wish: Wish, opened = wish.opened): Want[] {
  const { seller, items, mayBeLate = may(seller.role, 'sell-past-times'), freed = [], keeps } = wish;
  const seesDrafts = may(seller.role, 'arrange-programme');
  const needsNoCode = opened === 'always' || keeps !== undefined || may(seller.role, 'read-unlisted');
  const wants = new Map<string, Want & { readonly categories: string[] }>();
  for (const item of items) {
    const { category = STANDARD, quantity } = item;
    const slot = slotOf(item);
    const key = slotKey(slot);
    const freedIn = (slotOfIt: string) => freed.find((each) => each.key === slotOfIt)?.places ?? 0;
    // Freed places of general entry count once for all events of a day.
    const isFirst = ![...wants.values()].some((want) => want.slot.day === slot.day);
    const freedEntry = isFirst ? freedIn(slotKey(entrySlotOf(slot.day))) : 0;
    const back = { freed: freedIn(key), freedEntry };
    const hasAccess = needsNoCode || isOpenedBy(opened, { ...item, category });
    const said = { mayBeLate, seesDrafts, hasAccess };
    const want = wants.get(key) ?? { slot, key, categories: [], ...said, ...back };
    for (let ticket = 0; ticket < quantity; ticket++) want.categories.push(category);
    wants.set(key, want);
  }
  return [...wants.values()];
}

function isOpenedBy(
  opened: Exclude<Wish['opened'], 'always'>,
  ticket: WantedItem & { readonly category: string },
): boolean {
  return opened?.kind === 'access' && fitsTicket(opened, ticket);
}

/**
 * Takes the places of all of them, or of those that fit, in their order; each gets all its places or a refusal. Before
 * anybody is told that a slot is sold out, holds in it whose time is over are ended. Uses of codes are taken after the places.
 */
export async function takeAll(
  tx: Transaction,
  wishes: readonly Wish[],
  { clock, holds, terms }: SellingOptions,
): Promise<(Taken | NotTaken)[]> {
  const now = clock.now();
  const codes = await chooseDiscounts(tx, wishes, now);
  const tried = wishes.filter((wish) => !(codes.get(wish) instanceof Refusal));
  const attempts = await attempt(tx, tried, codes, terms);
  const soldOut = new Set(attempts.flatMap(soldOutIn));
  const freed = new Set(await undoIncomplete(tx, attempts));
  if (soldOut.size > 0)
    for (const { key } of await releaseExpired(tx, holds.now(), now, soldOut)) freed.add(key);
  const taken = new Map<Wish, Taken | NotTaken>();
  for (const first of attempts) {
    const isTriedAgain = soldOutIn(first).some((key) => freed.has(key));
    // One after the other, so that none of them can be in another's way.
    const [second] = isTriedAgain ? await attempt(tx, [first.wish], codes, terms) : [];
    if (second !== undefined) await undoIncomplete(tx, [second]);
    const got = second ? takenOf(second, now) : takenOf(first, now, freed);
    taken.set(first.wish, got);
  }
  const reduced = tried.filter((wish) => codes.has(wish) || wish.keeps !== undefined);
  for (const wish of inLockOrder(reduced, codes))
    taken.set(wish, await withCode(tx, wish, taken.get(wish) as Taken | NotTaken, codes, freed, terms));
  return wishes.map((wish) => {
    const got = taken.get(wish);
    if (got === undefined) return { refusal: codes.get(wish) as Refusal, unsold: [] };
    return 'refusal' in got ? got : { ...got, fills: got.fills.filter((slot) => !freed.has(slotKey(slot))) };
  });
}

/** In the order in which codes are locked, so that no two sales wait for each other. */
function inLockOrder(wishes: readonly Wish[], codes: Codes): Wish[] {
  const idOf = (wish: Wish) => codeOf(codes, wish)?.codeId ?? '';
  return wishes.toSorted((one, other) => compareText(idOf(one), idOf(other)));
}

type Codes = ReadonlyMap<Wish, Discount | Refusal>;

/** The code with which it is sold; undefined: none. */
function codeOf(codes: Codes, wish: Wish): Discount | undefined {
  const code = codes.get(wish);
  return code instanceof Refusal ? undefined : code;
}

/**
 * Makes what was taken as cheap as its code does. Where the code can't be had any more, the places are given back.
 * @param freed gets the keys of the slots that have places again
 */
async function withCode(
  tx: Transaction,
  wish: Wish,
  taken: Taken | NotTaken,
  codes: Codes,
  freed: Set<string>,
  { currency }: SellingOptions['terms'],
): Promise<Taken | NotTaken> {
  if ('refusal' in taken) return taken;
  const discount = codeOf(codes, wish);
  if (discount === undefined) return { ...taken, items: keepCodes(taken.items, wish.keeps, currency) };
  const { order = {}, goods = [] } = wish;
  const faultOf = (items: readonly OrderItem[]) =>
    paymentFault(order, { total: totalOf({ items, goods }), goods }, currency);
  const items = await takeDiscount(
    tx,
    taken.items,
    { discount, least: wish.leastReduced ?? 1 },
    currency,
    faultOf,
  );
  if (!(items instanceof Refusal)) return { ...taken, items };
  for (const { key } of await giveBackPlaces(tx, placesOfItems(taken.items))) freed.add(key);
  return { refusal: items, unsold: [] };
}

/** What tickets are exchanged for costs what their codes say, where they fit it. Whose code that is, is known when they are exchanged. */
function keepCodes(
  items: readonly OrderItem[],
  keeps: Wish['keeps'],
  currency: string,
): readonly OrderItem[] {
  if (keeps === undefined) return items;
  return items.map((item, index) => {
    const discount = keeps[index];
    if (discount === undefined || !fitsTicket(discount, item)) return item;
    const { codeId: _, ...reduced } = withDiscount(item, discount, currency);
    return reduced;
  });
}

/** Records the days that are sold out by what was taken. */
export async function recordSoldOut(
  tx: Transaction,
  wishes: readonly Wish[],
  taken: readonly (Taken | NotTaken)[],
  now: number,
): Promise<void> {
  for (const [index, { seller }] of wishes.entries()) {
    const each = taken[index];
    for (const { product, day } of each && 'fills' in each ? each.fills : []) {
      const details = { eventId: eventIn(product) };
      await record({ tx, actor: seller, now }, { kind: 'day.sold-out', subject: day, details });
    }
  }
}

/** The refusal of an order, which says where in it the unknown category is. */
export function placedIn(items: readonly WantedItem[], refusal: Refusal): Refusal {
  if (refusal.kind !== 'category-unknown') return refusal;
  const { unknown, known } = (refusal as Refusal<'category-unknown'>).facts;
  const placed = unknown.map(({ category }) => {
    const index = items.findIndex((item) => item.category === category);
    return { category, pointer: `/items/${items[index]?.position ?? index}/category` };
  });
  return new Refusal('category-unknown', { unknown: placed, known });
}

interface Attempt {
  readonly wish: Wish;
  /** What is wanted in each slot, with what was granted, or why all was refused. */
  readonly outcomes: readonly (readonly [Want, Granted | Refusal])[];
  /** Why it doesn't get all of it. */
  readonly refusal: Refusal | undefined;
}

async function attempt(
  tx: Transaction,
  wishes: readonly Wish[],
  codes: Codes,
  terms: SellingOptions['terms'],
): Promise<Attempt[]> {
  const wants = wishes.map((wish) => wantsOf(wish, codeOf(codes, wish) ?? wish.opened));
  const sold = (await sellPlaces(tx, wants.flat(), terms)).values();
  return wishes.map((wish, index) => {
    const outcomes = (wants[index] as Want[]).map(
      (want) => [want, sold.next().value as Granted | Refusal] as const,
    );
    return { wish, outcomes, refusal: refusalOf(wish, outcomes, codeOf(codes, wish), terms) };
  });
}

function refusalOf(
  { order = {}, goods = [] }: Wish,
  outcomes: Attempt['outcomes'],
  discount: Discount | undefined,
  { currency }: SellingOptions['terms'],
): Refusal | undefined {
  const refusals = outcomes.map(([, outcome]) => (outcome instanceof Refusal ? outcome : outcome.noEntry));
  const refusal = refusals.find((each) => each !== undefined);
  if (refusal !== undefined || discount !== undefined) return refusal; // what it costs with a code is known later
  const quotes = outcomes.flatMap(([, outcome]) => (outcome instanceof Refusal ? [] : outcome.quotes));
  const total = quotes.reduce((sum, { priceCents }) => sum + priceCents, totalOf({ items: [], goods }));
  return paymentFault(order, { total, goods }, currency);
}

/** Gives back what those took that did not get all their places. @returns the keys of these slots */
async function undoIncomplete(tx: Transaction, attempts: readonly Attempt[]): Promise<string[]> {
  const incomplete = attempts.filter(({ refusal }) => refusal !== undefined);
  const took = incomplete
    .flatMap(({ outcomes }) => outcomes)
    .flatMap(([{ slot }, outcome]) =>
      outcome instanceof Refusal
        ? []
        : outcome.quotes.flatMap((quote) => placesTaken({ ...quote, ...takerIn(slot) })),
    );
  return (await giveBackPlaces(tx, took)).map(({ key }) => key);
}

/** @param freed the keys of the slots that have places again */
function takenOf(attempted: Attempt, now: number, freed: ReadonlySet<string> = new Set()): Taken | NotTaken {
  const { wish, outcomes, refusal } = attempted;
  const granted = outcomes.flatMap(([want, outcome]) =>
    outcome instanceof Refusal ? [] : [{ ...want, ...outcome }],
  );
  if (refusal !== undefined) return { refusal, unsold: refusedIn(attempted, (kind) => kind !== 'sold-out') };
  const sold = new Map(granted.map(({ key, quotes, event }) => [key, { quotes: quotes.values(), event }]));
  return {
    items: wish.items.map((item) => orderItemOf(item, sold.get(slotKey(slotOf(item))), now)),
    events: new Map(granted.flatMap(({ slot, event }) => (event ? [[slot.product, event] as const] : []))),
    fills: granted.flatMap(filledBy).filter((slot) => !freed.has(slotKey(slot))),
  };
}

/** The slots whose day has no place left by it. */
function filledBy({ slot, takesLast, takesLastEntry }: Want & Granted): Slot[] {
  return [...(takesLast ? [slot] : []), ...(takesLastEntry ? [entrySlotOf(slot.day)] : [])];
}

/** What is sold in its slot. */
interface InSlot {
  /** Those of tickets that are still to be given to items. */
  readonly quotes: Iterator<Quote>;
  readonly event: EventOnSale | undefined;
}

function orderItemOf(item: WantedItem, sold: InSlot | undefined, now: number): OrderItem {
  const { product, day, entryTime = null, quantity } = item;
  const from = Math.max(now, sold?.event ? earliestId(sold.event) : 0);
  const ticketIds = Array.from({ length: quantity }, () => uuidV7(from));
  // All tickets of an item are sold on the same terms.
  const [quote] = ticketIds.map(() => sold?.quotes.next().value) as [Quote];
  return { product, day, entryTime, ...quote, ticketIds };
}

/** The keys of the slots that have too few places. */
function soldOutIn(attempted: Attempt): string[] {
  const entry = attempted.outcomes.flatMap(([{ slot }, outcome]) =>
    !(outcome instanceof Refusal) && outcome.noEntry ? slotKey(entrySlotOf(slot.day)) : [],
  );
  return [...refusedIn(attempted, (kind) => kind === 'sold-out'), ...entry];
}

function takerIn({ product, day, startsAt }: Slot): Pick<PlaceTaker, 'product' | 'day' | 'entryTime'> {
  return { product, day, entryTime: startsAt || null };
}

function refusedIn({ outcomes }: Attempt, isMeant: (kind: RefusalKind) => boolean): string[] {
  return outcomes.flatMap(([{ key }, outcome]) =>
    outcome instanceof Refusal && isMeant(outcome.kind) ? key : [],
  );
}
