import type { Actor } from '../core/actor.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { STANDARD } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  type Discount,
  type DiscountChannel,
  type DiscountedTicket,
  isValidAt,
  mayOpen,
  spellingOf,
  unfitFor,
  usesLeft,
} from './discount.ts';
import { findDiscounts, findDiscountsById, giveBackUses, takeUses } from './discount-store.ts';
import { codesIn, countReducible, type Reducible, reduceTickets } from './reduce.ts';

/** Somebody who wants to sell tickets, perhaps with a code. */
export interface CodeWish {
  readonly seller: Actor & { readonly accountId: Uuid };
  readonly items: readonly (Omit<DiscountedTicket, 'category'> & {
    readonly category?: string | undefined;
  })[];
  /** As typed. */
  readonly code?: string | undefined;
}

/**
 * The codes that they want to sell with; or why they can't: code-invalid, code-not-applicable or code-used-up. Nothing is read where
 * nobody has one.
 */
export async function chooseDiscounts<Wish extends CodeWish>(
  queries: Queries,
  wishes: readonly Wish[],
  now: number,
): Promise<ReadonlyMap<Wish, Discount | Refusal>> {
  const coded = wishes.flatMap((wish) =>
    wish.code === undefined ? [] : [[wish, spellingOf(wish.code)] as const],
  );
  if (coded.length === 0) return new Map();
  const known = await findDiscounts(
    queries,
    coded.map(([, spelling]) => spelling),
  );
  return new Map(coded.map(([wish, spelling]) => [wish, chosen(wish, known.get(spelling), now)]));
}

function chosen(wish: CodeWish, discount: Discount | undefined, now: number): Discount | Refusal {
  if (discount === undefined || !isValidAt(discount, now)) return new Refusal('code-invalid', {});
  const fault = unfitRefusal(wish, discount);
  if (fault !== undefined) return fault;
  return usesLeft(discount) === 0 ? new Refusal('code-used-up', {}) : discount;
}

/** What tickets would cost with a code now. */
export interface DiscountPreview<Item> {
  /** Those that have the code as items of their own. */
  readonly items: readonly Item[];
  /** How many tickets have it. */
  readonly count: number;
  /** Whether more would have it if it had more uses left. */
  readonly isShort: boolean;
}

/** What those tickets, which are at their full price, would cost with the code; or why it is not taken. Nothing is taken. */
export async function previewDiscount<Item extends Reducible>(
  queries: Queries,
  wish: CodeWish & { readonly items: readonly Item[] },
  now: number,
  currency: string,
): Promise<DiscountPreview<Item> | Refusal> {
  const discount = (await chooseDiscounts(queries, [wish], now)).get(wish);
  if (discount === undefined || discount instanceof Refusal)
    return discount ?? new Refusal('code-invalid', {});
  const { items } = wish;
  const count = countReducible(items, discount, usesLeft(discount));
  const isShort = count < countReducible(items, discount, Number.POSITIVE_INFINITY);
  return { items: reduceTickets(items, discount, count, currency), count, isShort };
}

/** Whether the code opens an event that is sold only with one. @throws Refusal code-invalid when it doesn't */
export async function requireOpening(
  queries: Queries,
  { code, seller, eventId }: Pick<CodeWish, 'seller'> & { readonly code: string; readonly eventId: Uuid },
  now: number,
): Promise<void> {
  const discount = (await findDiscounts(queries, [spellingOf(code)])).get(spellingOf(code));
  const by = { accountId: seller.accountId, channel: channelOf(seller) };
  if (discount === undefined || !isValidAt(discount, now) || !mayOpen(discount, by, eventId))
    throw new Refusal('code-invalid', {});
}

/** Why the code fits nothing that is wanted; undefined: it does. */
export function unfitRefusal({ seller, items }: CodeWish, discount: Discount): Refusal | undefined {
  const by = { accountId: seller.accountId, channel: channelOf(seller) };
  const tickets = items.map((item) => ({ ...item, category: item.category ?? STANDARD }));
  const because = unfitFor(discount, by, tickets);
  return because && new Refusal('code-not-applicable', { because });
}

function channelOf({ role, channel }: Actor): DiscountChannel {
  if (channel === 'shop') return 'shop';
  return role === 'partner' ? 'partners' : 'desk';
}

/**
 * Gives the tickets, which are at their full price, the code, and takes its uses: for as many as it fits and as have uses left. To be
 * called after places were taken, which are locked before codes.
 * @param discount.had how many uses of it the order has already
 * @param discount.least how many tickets must get it
 * @param faultOf why they can't be sold so; then nothing is taken
 * @returns them, or why not: code-used-up, or that fault
 */
export async function takeDiscount<Item extends Reducible>(
  tx: Transaction,
  items: readonly Item[],
  {
    discount,
    had = 0,
    least = 1,
  }: { readonly discount: Discount; readonly had?: number; readonly least?: number },
  currency: string,
  faultOf: (reduced: readonly Item[]) => Refusal | undefined = () => undefined,
): Promise<readonly Item[] | Refusal> {
  for (let known: Discount | undefined = discount; known !== undefined; ) {
    const count = countReducible(items, known, had + usesLeft(known));
    if (count < least) return new Refusal('code-used-up', {});
    const reduced = reduceTickets(items, known, count, currency);
    const fault = faultOf(reduced);
    if (fault !== undefined) return fault;
    if (await changeUses(tx, known.codeId, count - had)) return reduced;
    known = (await findDiscountsById(tx, [known.codeId])).get(known.codeId);
  }
  return new Refusal('code-invalid', {});
}

/** @returns whether there were as many left */
async function changeUses(tx: Transaction, codeId: Uuid, more: number): Promise<boolean> {
  if (more > 0) return takeUses(tx, codeId, more);
  if (more < 0) await giveBackUses(tx, new Map([[codeId, -more]]));
  return true;
}

/** Takes the uses again that those tickets had. @returns whether there were as many left; else none is taken */
export async function takeUsesOf(tx: Transaction, items: readonly Reducible[]): Promise<boolean> {
  const taken = new Map<Uuid, number>();
  for (const [codeId, count] of codesIn(items)) {
    if (!(await takeUses(tx, codeId, count))) {
      await giveBackUses(tx, taken);
      return false;
    }
    taken.set(codeId, count);
  }
  return true;
}

/** Gives back the uses of what has a code, after its places. Nothing is written where nothing has one. */
export async function giveBackUsesOf(tx: Transaction, items: readonly Reducible[]): Promise<void> {
  await giveBackUses(tx, codesIn(items));
}
