import type { CalendarDay } from '../core/calendar-day.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findCapacityOf, type Slot, STANDARD } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { type HeldFor, totalOf, type Visitor } from './order.ts';
import { findOrdersWhere } from './order-store.ts';
import type { Line } from './sale.ts';
import type { SellingOptions } from './write-tickets.ts';

/** Strangers can't empty the museum: how many orders a visitor of the shop may have open at once. */
const MOST_OPEN = {
  /** Held orders, reservations and free orders to come with the same e-mail address. */
  email: 3,
  /** Orders that are held for payment from the same network. */
  network: 20,
} as const;

type Limit = RefusalFacts['too-many-held']['limit'];

/** Locks the shop if one of the lines comes from a visitor, so that limits hold also when several instances sell. */
export async function lockForVisitors(tx: Transaction, lines: readonly Line[]): Promise<void> {
  const line = lines.find(({ request: { order } }) => order?.visitor !== undefined);
  if (line !== undefined) await lockShop(tx, line.request.seller.accountId);
}

/** Refuses those of the lines that come from visitors of the shop and want more than they may hold. The shop is locked. */
export async function refuseBeyondLimits(
  tx: Transaction,
  lines: readonly Line[],
  options: SellingOptions,
): Promise<void> {
  const asked = lines.flatMap((line) => {
    const { visitor } = line.request.order ?? {};
    return visitor === undefined ? [] : { line, visitor };
  });
  const [first] = asked;
  if (first === undefined) return;
  const places = await placesPerCategory(tx, options);
  const held = new HeldByVisitors(tx, first.line.request.seller.accountId, options);
  for (const { line, visitor } of asked) {
    const { request, taking } = line;
    const wanted = taking.parts.map(({ slot, key, items }) => ({
      ...{ slot, key },
      places: items.reduce((sum, { category = STANDARD }) => sum + (places.get(category) ?? 1), 0),
    }));
    const limit = await held.add(visitor, request.buyer.email ?? '', wanted);
    if (limit !== undefined) taking.refusal = new Refusal('too-many-held', { limit });
  }
}

/**
 * The limits of an order that is held for payment, and is now to be paid at the desk.
 * @throws Refusal too-many-held
 */
export async function requireDeskPlaces(
  tx: Transaction,
  shop: Uuid,
  wanted: readonly SlotWanted[],
  options: SellingOptions,
): Promise<void> {
  await lockShop(tx, shop);
  const held = new HeldByVisitors(tx, shop, options);
  if (!(await held.fits('desk', wanted))) throw new Refusal('too-many-held', { limit: 'desk' });
}

/** Orders of visitors are placed one after the other. */
async function lockShop(tx: Transaction, accountId: Uuid): Promise<void> {
  await tx.get(`SELECT account_id FROM accounts WHERE account_id = ?${tx.dialect.lockForUpdate}`, [
    accountId,
  ]);
}

async function placesPerCategory(queries: Queries, { terms }: SellingOptions): Promise<Map<string, number>> {
  const { categories } = await terms.rules.current(queries);
  return new Map(categories.map(({ category, places }) => [category, places]));
}

/** Places that somebody wants of a slot. */
export interface SlotWanted {
  readonly slot: Slot;
  readonly key: string;
  readonly places: number;
}

type HeldAt = Pick<Visitor, 'heldFor'>['heldFor'];

/** What visitors hold, each looked up once, with what this batch adds to it. */
class HeldByVisitors {
  readonly #tx: Transaction;
  readonly #shop: Uuid;
  readonly #options: SellingOptions;
  readonly #byEmail = new Map<number, number>();
  readonly #byNetwork = new Map<number, number>();
  readonly #bySlot = new Map<string, { readonly most: number } & Record<HeldAt, number>>();

  constructor(tx: Transaction, shop: Uuid, options: SellingOptions) {
    this.#tx = tx;
    this.#shop = shop;
    this.#options = options;
  }

  /** Counts the order, or returns the limit that it exceeds. */
  async add(visitor: Visitor, email: string, wanted: readonly SlotWanted[]): Promise<Limit | undefined> {
    const { heldFor, isFree, networkHash } = visitor;
    const emailHash = this.#options.contacts.of(email);
    const ofEmail = this.#byEmail.get(emailHash) ?? (await this.#openWith(emailHash));
    if (ofEmail >= MOST_OPEN.email) return 'email';
    const isForPayment = heldFor === 'payment' && !isFree;
    const ofNetwork = this.#byNetwork.get(networkHash) ?? (await this.#heldFrom(networkHash));
    if (isForPayment && ofNetwork >= MOST_OPEN.network) return 'network';
    if (!isFree && !(await this.fits(heldFor, wanted))) return heldFor;
    this.#byEmail.set(emailHash, ofEmail + 1);
    this.#byNetwork.set(networkHash, ofNetwork + (isForPayment ? 1 : 0));
    if (!isFree) for (const { key, places } of wanted) (await this.#held(key))[heldFor] += places;
    return undefined;
  }

  /** Whether at most half of each slot, rounded up, is then held for that. */
  async fits(heldFor: HeldAt, wanted: readonly SlotWanted[]): Promise<boolean> {
    for (const { slot, key, places } of wanted) {
      const held = await this.#held(key, slot);
      if (held[heldFor] + places > held.most) return false;
    }
    return true;
  }

  async #held(key: string, slot?: Slot) {
    const known = this.#bySlot.get(key);
    if (known !== undefined || slot === undefined) return known as NonNullable<typeof known>;
    const capacity = await findCapacityOf(this.#tx, slot);
    const most = capacity === null ? Number.POSITIVE_INFINITY : Math.ceil(capacity / 2);
    const rows = await this.#tx.all<{ heldFor: HeldFor; places: number }>(
      `SELECT held_for AS "heldFor", sum(places) AS places
         FROM shop_places JOIN orders ON orders.order_id = shop_places.order_id WHERE slot = ? GROUP BY held_for`,
      [key],
    );
    const held = { most, payment: 0, desk: 0 };
    for (const { heldFor, places } of rows) held[heldFor === 'desk' ? 'desk' : 'payment'] += Number(places);
    this.#bySlot.set(key, held);
    return held;
  }

  /** How many orders with that address are held, or free and still to come. */
  async #openWith(emailHash: number): Promise<number> {
    const today = this.#options.terms.calendar.today();
    const orders = await findOrdersWhere(
      this.#tx,
      "email_hash = ? AND sold_by = ? AND state IN ('held', 'sold')",
      [emailHash, this.#shop],
    );
    return orders.filter(
      (order) => order.state === 'held' || (totalOf(order) === 0 && lastDay(order) >= today),
    ).length;
  }

  async #heldFrom(networkHash: number): Promise<number> {
    const row = await this.#tx.get<{ count: number }>(
      "SELECT count(*) AS count FROM orders WHERE state = 'held' AND network_hash = ? AND held_for <> 'desk'",
      [networkHash],
    );
    return Number(row?.count ?? 0);
  }
}

function lastDay({
  items,
}: {
  readonly items: readonly { readonly ticketDate: CalendarDay }[];
}): CalendarDay {
  return items
    .map(({ ticketDate }) => ticketDate)
    .sort()
    .at(-1) as CalendarDay;
}
