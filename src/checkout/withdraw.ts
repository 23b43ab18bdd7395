import { addDays } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findGiftsOfOrders, type Gift } from '../gifts/index.ts';
import { findHappenedTo, record } from '../journal/index.ts';
import { backFor, findAccount, lockSold, type Seller, voidOrder } from '../orders/index.ts';
import { findPassEntries, findSoldPasses, isStanding, type Pass } from '../passes/index.ts';
import { addDue } from '../payments/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { isSame, type MoneyReturned, payBackByItself, splitBack, sumOf } from './give-back.ts';
import type { VisitRules } from './visit.ts';

/** For so many days after that of the sale, a consumer may withdraw from it (Directive 2011/83/EU, article 9). */
const WITHDRAWAL_DAYS = 14;

/** What of an order its buyer can withdraw from. */
export interface Withdrawable {
  readonly gifts: readonly Gift[];
  readonly passes: readonly Pass[];
  /** What goes back for all of it. */
  readonly money: MoneyReturned;
}

/** Gift vouchers and passes that were not used, of 14 days; undefined: there are none. */
export async function findWithdrawable(
  queries: Queries,
  orderId: Uuid,
  rules: VisitRules,
): Promise<Withdrawable | undefined> {
  const { localOf } = rules;
  const today = localOf(rules.selling.clock.now()).day;
  const isInTime = ({ soldAt }: { readonly soldAt: number }) =>
    today <= addDays(localOf(soldAt).day, WITHDRAWAL_DAYS);
  const sold = await findGiftsOfOrders(queries, [orderId]);
  const gifts = sold.filter((gift) => isInTime(gift) && gift.balanceCents === gift.cents);
  const passes = (await findUnusedPasses(queries, orderId)).filter(isInTime);
  if (gifts.length + passes.length === 0) return undefined;
  const { facts, payments } = await findAccount(queries, orderId);
  const ofGifts = gifts.reduce((sum, { cents }) => sum + cents, 0);
  const ofPasses = passes.reduce((sum, { priceCents }) => sum + priceCents, 0);
  // Passes are bought back as gift vouchers are.
  const asGifts = { ...facts, gifts: facts.gifts + ofPasses, passes: facts.passes - ofPasses };
  const cents = backFor(asGifts, [], [], ofGifts + ofPasses);
  return { gifts, passes, money: await splitBack(queries, { orderId, payments }, cents) };
}

async function findUnusedPasses(queries: Queries, orderId: Uuid): Promise<Pass[]> {
  const passes = ((await findSoldPasses(queries, [orderId])).get(orderId) ?? []).filter(isStanding);
  const entries = await findPassEntries(
    queries,
    passes.map(({ firstId }) => firstId),
  );
  return passes.filter(({ firstId }) => !entries.has(firstId));
}

/** Why the gift vouchers are bought back: stored, as a reason that staff type. */
const WITHDRAWN = 'Withdrawn from by its buyer.';

/**
 * Takes back all that the buyer of the order can withdraw from, and pays back what was paid for it. Where that was done already, it
 * does nothing.
 * @param shown what the page said would go back
 * @returns false when it is not that by now, or there is nothing any more: nothing was done
 * @throws Refusal order-not-found, order-not-sold, or too-late-to-void when some of it is used at this moment
 */
export async function withdraw(
  tx: Transaction,
  seller: Seller,
  orderId: Uuid,
  shown: MoneyReturned,
  rules: VisitRules,
): Promise<boolean> {
  const { selling } = rules;
  const { order } = await lockSold(tx, seller, 'own', orderId);
  const found = await findWithdrawable(tx, orderId, rules);
  if (order === undefined) return false;
  if (found === undefined) return wasWithdrawn(tx, orderId);
  if (!isSame(shown, found.money)) return false;
  const { gifts, passes, money } = found;
  const items = gifts.map(({ item }) => item);
  const ids = passes.map(({ passId }) => passId);
  const meant = { ...(items.length > 0 && { gifts: items }), ...(ids.length > 0 && { passes: ids }) };
  // The hours of partners don't bind a consumer.
  const options = { ...selling, partnerVoidHours: Number.POSITIVE_INFINITY };
  await voidOrder(tx, seller, orderId, { reason: WITHDRAWN, ...meant }, options);
  // A gift voucher is locked only then: less may be left of it by now.
  const { kept } = await findAccount(tx, orderId);
  if (kept < sumOf(money)) throw new Refusal('too-late-to-void', { hours: 0, because: 'admitted' });
  const { currency } = order;
  const context = { tx, actor: seller, now: selling.clock.now() };
  await payBackByItself(context, { orderId, currency, money }, rules.localOf);
  await addDue(context, { orderId, cents: money.byMuseum, currency, reason: 'returned' });
  const details = { gifts: items, passes: ids, currency, ...money };
  await record(context, { kind: 'order.withdrawn', subject: orderId, details });
  return true;
}

async function wasWithdrawn(queries: Queries, orderId: Uuid): Promise<boolean> {
  return (await findHappenedTo(queries, [orderId])).some(({ kind }) => kind === 'order.withdrawn');
}
