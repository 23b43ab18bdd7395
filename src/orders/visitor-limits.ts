import { lockAccount } from '../accounts/index.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findCapacityOf, type Slot, type SlotPlaces } from '../offers/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import {
  type HeldFor,
  type Order,
  placesBySlot,
  type SaleRequest,
  type SellingOptions,
  type ShopVisitor,
  totalOf,
} from './order.ts';
import { findOrdersWhere } from './order-store.ts';
import { wantsOf } from './take-places.ts';
import {
  countGivenBack,
  findGivenBackBy,
  findKeptBy,
  findOver,
  moveVisitorPlaces,
  type PlacesKept,
} from './visitor-places.ts';

/**
 * Strangers can't empty the museum: how much visitors of the shop may keep without having paid. What is paid counts for nobody.
 * What was given back, or was not paid in time, counts for an hour more.
 */
const MOST = {
  /** Orders with the same e-mail address. */
  email: {
    /** Held, reserved, or free and to come. */
    open: 3,
    /** With those that were given back lately. */
    lately: 6,
  },
  /** What one network may keep: a household, or all who share the address of a hotel or of a mobile carrier. */
  network: {
    /** Orders that are held for payment. */
    forPayment: 20,
    /** Places of one slot, or a tenth of it if that is more. A network's only order for payment there may have more. */
    ofSlot: 20,
    /** Places of all slots together that are reserved or free: as many as the orders for payment may have. */
    places: 200,
    /** Free places that are sold at once in an hour. Beyond them, the buyer presses the link in a mail first. */
    freeAtOnce: 10,
  },
} as const;
/** For so long a free order is held until its buyer has pressed the link. */
export const CONFIRM_MS = 3_600_000;

type TooMany = RefusalFacts['too-many-held'];

/** Locks the shop if one of the requests comes from a visitor, so that limits hold also when several instances sell. */
export async function lockForVisitors(tx: Transaction, requests: readonly SaleRequest[]): Promise<void> {
  const found = requests.find(({ order }) => order?.visitor !== undefined);
  if (found !== undefined) await lockAccount(tx, found.seller.accountId);
}

/**
 * Which of the requests come from visitors of the shop and want more than they may keep, and of which the buyers must confirm
 * them first. The shop is locked.
 */
export async function askLimits(
  tx: Transaction,
  requests: readonly SaleRequest[],
  options: SellingOptions,
): Promise<{
  readonly refusals: ReadonlyMap<SaleRequest, Refusal>;
  readonly mustConfirm: ReadonlySet<SaleRequest>;
}> {
  const [refusals, mustConfirm] = [new Map<SaleRequest, Refusal>(), new Set<SaleRequest>()];
  const asked = requests.flatMap((request) => {
    const visitor = request.order?.visitor;
    return visitor === undefined ? [] : { request, visitor };
  });
  const [first] = asked;
  if (first === undefined) return { refusals, mustConfirm };
  const places = await placesPerCategory(tx, options);
  const held = new HeldByVisitors(tx, first.request.seller.accountId, options);
  for (const { request, visitor } of asked) {
    const wanted = wantsOf(request).map(({ slot, key, categories }) => ({
      slot,
      key,
      places: categories.reduce((sum, category) => sum + (places.get(category) ?? 1), 0),
    }));
    const added = await held.add(visitor, request.buyer.email ?? '', wanted);
    if ('limit' in added) refusals.set(request, new Refusal('too-many-held', added));
    else if (added.mustConfirm) mustConfirm.add(request);
  }
  return { refusals, mustConfirm };
}

/**
 * The limits of an order that is held for payment, and is now to be paid at the desk.
 * @throws Refusal too-many-held
 */
export async function requireDeskPlaces(
  tx: Transaction,
  order: Order,
  options: SellingOptions,
): Promise<void> {
  await lockAccount(tx, order.soldBy);
  const held = new HeldByVisitors(tx, order.soldBy, options);
  const places = placesBySlot(order.items);
  if (!(await held.fits('desk', places))) throw new Refusal('too-many-held', { limit: 'desk' });
  const left = await held.leftToReserve(order, places);
  if (left !== undefined) throw new Refusal('too-many-held', beyondShare('network-desk', left));
}

/**
 * The limits of a free order of which tickets are moved, and what it keeps from then on. For another order it does nothing.
 * @throws Refusal too-many-held
 */
export async function moveFreePlaces(
  tx: Transaction,
  order: Order,
  {
    email = '',
    ...places
  }: {
    readonly email: string | undefined;
    readonly from: readonly SlotPlaces[];
    readonly to: readonly SlotPlaces[];
  },
  options: SellingOptions,
): Promise<void> {
  const { networkHash } = order;
  if (networkHash === null || totalOf(order) > 0) return;
  await lockAccount(tx, order.soldBy);
  const held = new HeldByVisitors(tx, order.soldBy, options);
  const left = await held.leftBeside({ networkHash, email }, places.from, places.to);
  if (left !== undefined) throw new Refusal('too-many-held', beyondShare('network-free', left));
  await moveVisitorPlaces(tx, order, places);
}

async function placesPerCategory(queries: Queries, { terms }: SellingOptions): Promise<Map<string, number>> {
  const { categories } = await terms.rules.current(queries);
  return new Map(categories.map(({ category, places }) => [category, places]));
}

type HeldAt = ShopVisitor['limits'];

/** What visitors hold, each looked up once, with what this batch adds to it. */
class HeldByVisitors {
  readonly #tx: Transaction;
  readonly #shop: Uuid;
  readonly #options: SellingOptions;
  readonly #byEmail = new Map<number, { open: number; lately: number }>();
  readonly #byNetwork = new Map<number, KeptByNetwork>();
  readonly #bySlot = new Map<string, { readonly capacity: number } & Record<HeldAt, number>>();

  constructor(tx: Transaction, shop: Uuid, options: SellingOptions) {
    this.#tx = tx;
    this.#shop = shop;
    this.#options = options;
  }

  /** Counts the order, and says whether its buyer must confirm it; or returns the limit that it exceeds. */
  async add(
    visitor: ShopVisitor,
    email: string,
    wanted: readonly SlotPlaces[],
  ): Promise<TooMany | { readonly mustConfirm: boolean }> {
    const { limits, isFree, networkHash, mayConfirm } = visitor;
    const ofEmail = await this.#openWith(email);
    if (ofEmail.open >= MOST.email.open) return { limit: 'email' };
    if (ofEmail.lately >= MOST.email.lately) return { limit: 'email-lately' };
    const isForPayment = limits === 'payment' && !isFree;
    const kept = await this.#keptFrom(networkHash);
    if (isForPayment && kept.forPayment >= MOST.network.forPayment) return { limit: 'network' };
    // What is to be paid at the desk is held for a moment first, and reserved then.
    for (const heldFor of isFree ? [] : new Set([limits, 'payment' as const]))
      if (!(await this.fits(heldFor, wanted))) return { limit: heldFor };
    const left = await this.#leftOfShare(kept, email, wanted, isForPayment);
    if (left !== undefined)
      return isForPayment
        ? { limit: 'network-payment' }
        : beyondShare(isFree ? 'network-free' : 'network-desk', left);
    const places = wanted.reduce((sum, each) => sum + each.places, 0);
    const mustConfirm = isFree && mayConfirm && kept.freeLately + places > MOST.network.freeAtOnce;
    ofEmail.open += 1;
    ofEmail.lately += 1;
    if (isForPayment) kept.forPayment += 1;
    if (isFree) kept.freeLately += places;
    for (const { key, slot, places: some } of wanted) {
      const held = await this.#held(key, slot);
      kept.bySlot.set(key, (kept.bySlot.get(key) ?? 0) + some);
      if (Number.isFinite(held.capacity)) kept.all += some;
      if (!isFree) held.payment += some;
    }
    return { mustConfirm };
  }

  /** Whether at most half of each slot, rounded up, is then held for that. */
  async fits(heldFor: HeldAt, wanted: readonly SlotPlaces[]): Promise<boolean> {
    for (const { slot, key, places } of wanted) {
      const held = await this.#held(key, slot);
      if (held[heldFor] + places > Math.ceil(held.capacity / 2)) return false;
    }
    return true;
  }

  /**
   * Whether an order that its network holds for payment may be reserved instead.
   * @returns undefined if it may; else how many places may be
   */
  async leftToReserve(
    { networkHash, email }: Order,
    places: readonly SlotPlaces[],
  ): Promise<number | undefined> {
    if (networkHash === null) return undefined;
    return this.leftBeside({ networkHash, email: email ?? '' }, places, places);
  }

  /**
   * Whether a network may keep places without paying, when it gives others up.
   * @returns undefined if it may; else how many places it may
   */
  async leftBeside(
    { networkHash, email }: { readonly networkHash: number; readonly email: string },
    given: readonly SlotPlaces[],
    wanted: readonly SlotPlaces[],
  ): Promise<number | undefined> {
    const kept = await this.#keptFrom(networkHash);
    const own = new Map<string, number>();
    for (const { key, slot, places: some } of given)
      if (Number.isFinite((await this.#held(key, slot)).capacity)) own.set(key, some);
    return this.#leftOfShare({ ...kept, ...without(kept, own) }, email, wanted, false);
  }

  /**
   * Whether one network then keeps no more than its share of each slot, and of all. Without a limit there are places for all.
   * @returns undefined if so; else how many places it may have besides
   */
  async #leftOfShare(
    kept: KeptByNetwork,
    email: string,
    wanted: readonly SlotPlaces[],
    isForPayment: boolean,
  ): Promise<number | undefined> {
    const left = await this.#leftBeside(kept, wanted, isForPayment);
    if (left === undefined) return undefined;
    const { contacts, terms, clock } = this.#options;
    const { networkHash } = kept;
    kept.over ??= await findOver(this.#tx, networkHash, terms.calendar.today());
    // How often one address orders again has a limit of its own, and who corrects a mistake is welcome.
    const who = { emailHash: contacts.of(email), networkHash, shop: this.#shop };
    const own = await findGivenBackBy(this.#tx, who, clock.now());
    return this.#leftBeside(without(without(kept, kept.over), own), wanted, isForPayment);
  }

  async #leftBeside(
    { bySlot, all }: Pick<PlacesKept, 'bySlot' | 'all'>,
    wanted: readonly SlotPlaces[],
    isForPayment: boolean,
  ): Promise<number | undefined> {
    // There are few orders for payment at a time, and who pays is welcome, whatever others there have reserved for other days.
    const ofAll = isForPayment ? Number.POSITIVE_INFINITY : MOST.network.places - all;
    let [total, ofSlots, isBeyond] = [0, Number.POSITIVE_INFINITY, false];
    for (const { slot, key, places } of wanted) {
      const { capacity } = await this.#held(key, slot);
      if (!Number.isFinite(capacity)) continue;
      const already = bySlot.get(key) ?? 0;
      const ofSlot = Math.max(MOST.network.ofSlot, Math.ceil(capacity / 10)) - already;
      total += places;
      ofSlots = Math.min(ofSlots, ofSlot);
      if (places > ofSlot && !(isForPayment && already === 0)) isBeyond = true;
    }
    if (total > 0 && total > ofAll) isBeyond = true;
    return isBeyond ? Math.max(0, Math.min(ofAll, ofSlots)) : undefined;
  }

  async #held(key: string, slot: Slot) {
    const known = this.#bySlot.get(key);
    if (known !== undefined) return known;
    const capacity = (await findCapacityOf(this.#tx, slot)) ?? Number.POSITIVE_INFINITY;
    const rows = await this.#tx.all<{ heldFor: HeldFor; places: number }>(
      `SELECT held_for AS "heldFor", sum(places) AS places
         FROM shop_places JOIN orders ON orders.order_id = shop_places.order_id WHERE slot = ? GROUP BY held_for`,
      [key],
    );
    const held = { capacity, payment: 0, desk: 0 };
    for (const { heldFor, places } of rows) held[heldFor === 'desk' ? 'desk' : 'payment'] += Number(places);
    this.#bySlot.set(key, held);
    return held;
  }

  /** How many orders with that address are held, or free and still to come; and these with those that were given back lately. */
  async #openWith(email: string): Promise<{ open: number; lately: number }> {
    const { contacts, terms, clock } = this.#options;
    const emailHash = contacts.of(email);
    const known = this.#byEmail.get(emailHash);
    if (known !== undefined) return known;
    const today = terms.calendar.today();
    const orders = await findOrdersWhere(
      this.#tx,
      "email_hash = ? AND sold_by = ? AND state IN ('held', 'sold')",
      [emailHash, this.#shop],
    );
    const open = orders.filter(
      (order) =>
        order.state === 'held' || (totalOf(order) === 0 && order.items.some(({ day }) => day >= today)),
    ).length;
    const lately = open + (await countGivenBack(this.#tx, emailHash, this.#shop, clock.now()));
    const found = { open, lately };
    this.#byEmail.set(emailHash, found);
    return found;
  }

  async #keptFrom(networkHash: number): Promise<KeptByNetwork> {
    const known = this.#byNetwork.get(networkHash);
    if (known !== undefined) return known;
    const { terms, clock } = this.#options;
    const kept = await findKeptBy(this.#tx, networkHash, terms.calendar.today(), clock.now());
    const row = await this.#tx.get<{ count: number }>(
      `SELECT count(*) AS count FROM orders WHERE state = 'held' AND network_hash = ? AND held_for <> 'desk'
          AND NOT EXISTS (SELECT 1 FROM visitor_places WHERE visitor_places.order_id = orders.order_id AND free = 1)`,
      [networkHash],
    );
    const found: KeptByNetwork = { ...kept, networkHash, forPayment: Number(row?.count ?? 0) };
    this.#byNetwork.set(networkHash, found);
    return found;
  }
}

function beyondShare(limit: 'network-free' | 'network-desk', left: number): TooMany {
  return { limit, ...(left > 0 && { left }) };
}

interface KeptByNetwork extends PlacesKept {
  readonly networkHash: number;
  /** Orders. */
  forPayment: number;
  /** What of it counts no more, once that was looked up. */
  over?: ReadonlyMap<string, number>;
}

function without({ bySlot, all }: Pick<PlacesKept, 'bySlot' | 'all'>, less: ReadonlyMap<string, number>) {
  const rest = new Map(bySlot);
  for (const [key, places] of less) rest.set(key, (rest.get(key) ?? 0) - places);
  const sum = [...less.values()].reduce((total, places) => total + places, 0);
  return { bySlot: rest, all: all - sum };
}
