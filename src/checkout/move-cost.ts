import type { Uuid } from '../core/uuid.ts';
import { fitsTicket, reducedPrice } from '../discounts/index.ts';
import { GENERAL, listOffers, pricesAt } from '../offers/index.ts';
import { findAccount, findKeptCodes, moveFor, type NewPrice, type Seller } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import { type MoneyReturned, splitBack } from './give-back.ts';
import type { Movable, MoveWish } from './movable.ts';
import type { VisitRules } from './visit.ts';

/** What a move costs, in hundredths. */
export interface MoveCost {
  /** What each new ticket costs, in the order of the old ones. */
  readonly prices: readonly number[];
  /** What is paid first. */
  readonly toPay: number;
  /** What goes back. */
  readonly back: MoneyReturned;
}

/** What the move costs now; undefined: it is not for sale in one of the categories, or not that day. */
export async function findMoveCost(
  queries: Queries,
  seller: Seller,
  orderId: Uuid,
  movable: readonly Movable[],
  { day, entryTime }: Pick<MoveWish, 'day' | 'entryTime'>,
  { selling: { terms } }: VisitRules,
): Promise<MoveCost | undefined> {
  const product = movable[0]?.ticket.product ?? GENERAL;
  const what = product === GENERAL ? { ticketType: 'general' as const } : { eventId: product };
  const [offer] = await listOffers(queries, seller, { from: day, to: day, ...what }, terms);
  const offered = offer ? pricesAt(offer, entryTime) : [];
  const codes = await findKeptCodes(
    queries,
    movable.map(({ ticket }) => ticket),
  );
  const prices = movable.flatMap(({ ticket: { category } }, index) => {
    const full = offered.find((price) => price.category === category)?.priceCents;
    if (full === undefined) return [];
    const code = codes[index];
    const fits = code !== undefined && fitsTicket(code, { product, day, entryTime, category });
    return fits ? reducedPrice(code, full, terms.currency) : full;
  });
  return prices.length < movable.length ? undefined : costOf(queries, orderId, movable, prices);
}

/** What the move to tickets at those prices costs. What was called off is moved without a difference. */
export async function costOf(
  queries: Queries,
  orderId: Uuid,
  movable: readonly Movable[],
  prices: readonly number[],
): Promise<MoveCost> {
  const { facts, payments } = await findAccount(queries, orderId);
  const made = movable.flatMap(({ ticket, isCalledOff }, index): NewPrice[] =>
    isCalledOff ? [] : [[ticket.ticketId, prices[index] as number]],
  );
  const cents = moveFor(facts, made);
  const back = await splitBack(queries, { orderId, payments }, Math.max(0, -cents));
  return { prices, toPay: Math.max(0, cents), back };
}

/** Whether that is what the page said. */
export function isSameCost(one: MoveCost, other: MoveCost): boolean {
  const numbersOf = ({ prices, toPay, back: { toGifts = 0, online, byMuseum } }: MoveCost) => {
    return [...prices, toPay, toGifts, online, byMuseum].join();
  };
  return numbersOf(one) === numbersOf(other);
}
