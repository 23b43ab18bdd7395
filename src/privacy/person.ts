import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Delivery, forgetRecipient } from '../deliveries/index.ts';
import { findGiftsAbout, forgetGifts, type Gift } from '../gifts/index.ts';
import { record } from '../journal/index.ts';
import { findMailsAbout } from '../mail/index.ts';
import {
  findOrderIdsOf,
  findOrders,
  forgetBuyers,
  forgetOrdersOf,
  type OrderRecord,
  orderRecords,
  type ReadingOptions,
} from '../orders/index.ts';
import {
  findPassesAbout,
  forgetHolders,
  type KnownPass,
  knownPasses,
  listPasses,
  type PassReading,
} from '../passes/index.ts';
import type { Queries, Store } from '../store/index.ts';
import {
  type ContactHashes,
  findTicketsByNumber,
  forgetContacts,
  HIGHEST_NUMBER,
  recordsOf,
  type TicketRecord,
} from '../tickets/index.ts';
import { type CheckIn, findScans } from '../visits/index.ts';

const BATCH_SIZE = 500;
const MOST_ORDERS = 1_000_000;

/** All personal data stored for an e-mail address. */
export interface KnownPerson {
  /** The newest first. */
  readonly tickets: readonly TicketRecord[];
  /** Also those that are held, or were released; the newest first. */
  readonly orders: readonly OrderRecord[];
  /** Every scan of those tickets, refused ones and those taken back too, in the order of time. */
  readonly scans: readonly CheckIn[];
  /** What was mailed about those tickets and orders, as far as that is still kept. */
  readonly mails: readonly Delivery[];
  /** Gift vouchers with a message or a recipient, that were sold with those orders, or mailed to the address. */
  readonly gifts: readonly Gift[];
  /** Passes that were sold with those orders, or to the address, with what they were used for. */
  readonly passes: readonly KnownPass[];
}

/**
 * Finds all that is known of somebody. The journal says of which tickets and orders, unless nothing was found.
 * @throws Refusal forbidden
 */
export async function exportPerson(
  store: Store,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  { now, ...reading }: ReadingOptions & { readonly now: number },
): Promise<KnownPerson> {
  requirePermission(actor, 'manage-privacy');
  const person = await findPerson(store, actor, email, contacts, reading);
  const tickets = person.tickets.map(({ ticket }) => ticket.number);
  const orders = person.orders.map(({ order }) => order.orderId);
  await store.transaction(async (tx) => {
    for (let from = 0; from < Math.max(tickets.length, orders.length); from += BATCH_SIZE) {
      const [some, someOrders] = [tickets, orders].map((all) => all.slice(from, from + BATCH_SIZE));
      const details = { tickets: some, orders: someOrders };
      const subject = `${some?.[0] ?? someOrders?.[0]}`;
      await record({ tx, actor, now }, { kind: 'contacts.exported', subject, details });
    }
  });
  return person;
}

/** What would be erased with an e-mail address, and who would not be told or paid any more. */
export interface ErasurePreview {
  readonly tickets: number;
  readonly orders: number;
  readonly gifts: number;
  readonly passes: number;
  /** How many of the tickets are for visits to come. */
  readonly toCome: number;
  /** The orders whose buyer is owed money. */
  readonly owing: readonly OrderRecord[];
}

/** @throws Refusal forbidden */
export async function previewErasure(
  queries: Queries,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  reading: ReadingOptions,
): Promise<ErasurePreview> {
  requirePermission(actor, 'manage-privacy');
  const { tickets, orders, gifts, passes } = await findPerson(queries, actor, email, contacts, reading);
  const toCome = tickets.filter(({ state, ticket }) => state === 'valid' && ticket.day >= reading.today);
  const owing = orders.filter(({ account }) => account.due > 0);
  const goods = { gifts: gifts.length, passes: passes.length };
  const counts = { tickets: tickets.length, orders: orders.length, ...goods };
  return { ...counts, toCome: toCome.length, owing };
}

async function findPerson(
  queries: Queries,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  reading: ReadingOptions,
): Promise<KnownPerson> {
  const numbers = await contacts.numbersOf(queries, email, HIGHEST_NUMBER, HIGHEST_NUMBER);
  const [tickets, scans]: [TicketRecord[], CheckIn[]] = [[], []];
  for (let from = 0; from < numbers.length; from += BATCH_SIZE) {
    const some = await findTicketsByNumber(queries, numbers.slice(from, from + BATCH_SIZE));
    tickets.push(...(await recordsOf(queries, some, reading.today)));
    scans.push(...(await findScans(queries, some)));
  }
  const found = await findOrders(queries, actor, { email, limit: MOST_ORDERS }, contacts);
  const orderIds = new Set(found.map(({ orderId }) => orderId));
  const isKnown = numbers.length + orderIds.size > 0;
  const mails = isKnown ? await findMailsAbout(queries, new Set(numbers), orderIds) : [];
  const orders = await orderRecords(queries, found, reading);
  const gifts = await findGiftsAbout(queries, contacts.of(email), [...orderIds]);
  const passes = await knownPasses(
    queries,
    await findPassesAbout(queries, contacts.of(email), [...orderIds]),
    reading,
  );
  return { tickets, orders, scans: scans.sort((one, other) => one.at - other.at), mails, gifts, passes };
}

/**
 * Erases the e-mail address, whatever its case, and the telephone numbers stored with it. The tickets stay valid;
 * waiting mails are not sent any more. So do gift vouchers, without what was written on them and to whom they were mailed, and passes,
 * without the name of their holder.
 * @returns of how many tickets, of how many orders that are held or were released, and of how many gift vouchers and passes
 * @throws Refusal forbidden
 */
export async function erasePerson(
  store: Store,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  now: number,
): Promise<Pick<ErasurePreview, 'tickets' | 'orders' | 'gifts' | 'passes'>> {
  requirePermission(actor, 'manage-privacy');
  // First, while their orders can be found by the address.
  const gifts = await eraseGifts(store, actor, email, contacts, now);
  const passes = await eraseHolders(store, actor, email, contacts, now);
  let tickets = 0;
  for (;;) {
    // Repeated until there are none: an exchange may have added one meanwhile.
    const some = await store.transaction(async (tx) => {
      const numbers = await contacts.numbersOf(tx, email, HIGHEST_NUMBER, BATCH_SIZE);
      if (numbers.length === 0) return 0;
      await forgetContacts(tx, numbers);
      await forgetOrdersOf(tx, numbers);
      await record(
        { tx, actor, now },
        { kind: 'contacts.erased', subject: `${numbers[0]}`, details: { tickets: numbers } },
      );
      return numbers.length;
    });
    if (some === 0) break;
    tickets += some;
  }
  const emailHash = contacts.of(email);
  await store.transaction((tx) => forgetRecipient(tx, emailHash));
  return { tickets, orders: await eraseBuyer(store, actor, emailHash, now), gifts, passes };
}

/** Erases what is written on gift vouchers of their orders, and of those that were mailed to the address. @returns of how many */
async function eraseGifts(
  store: Store,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  now: number,
): Promise<number> {
  const found = await findOrders(store, actor, { email, limit: MOST_ORDERS }, contacts);
  const orderIds = found.map(({ orderId }) => orderId);
  const gifts = await findGiftsAbout(store, contacts.of(email), orderIds);
  for (let from = 0; from < gifts.length; from += BATCH_SIZE) {
    const ids = gifts.slice(from, from + BATCH_SIZE).map(({ giftId }) => giftId);
    await store.transaction(async (tx) => {
      await forgetGifts(tx, ids);
      const [subject] = ids as [Uuid];
      await record({ tx, actor, now }, { kind: 'contacts.erased', subject, details: { gifts: ids } });
    });
  }
  return gifts.length;
}

/** Erases who holds the passes of their orders. @returns of how many */
async function eraseHolders(
  store: Store,
  actor: Actor,
  email: string,
  contacts: ContactHashes,
  now: number,
): Promise<number> {
  const found = await findOrders(store, actor, { email, limit: MOST_ORDERS }, contacts);
  const orderIds = found.map(({ orderId }) => orderId);
  const passIds = (await findPassesAbout(store, contacts.of(email), orderIds)).map(({ passId }) => passId);
  for (let from = 0; from < passIds.length; from += BATCH_SIZE)
    await erasePasses(store, actor, passIds.slice(from, from + BATCH_SIZE), now);
  return passIds.length;
}

async function erasePasses(store: Store, actor: Actor, passIds: readonly Uuid[], now: number): Promise<void> {
  await store.transaction(async (tx) => {
    await forgetHolders(tx, passIds);
    const [subject] = passIds as [Uuid];
    await record({ tx, actor, now }, { kind: 'contacts.erased', subject, details: { passes: passIds } });
  });
}

/**
 * All that is stored about a pass. The journal says so.
 * @throws Refusal forbidden or pass-not-found
 */
export async function exportPass(
  store: Store,
  actor: Actor,
  typed: string,
  { now, ...reading }: PassReading & { readonly now: number },
): Promise<KnownPass> {
  const known = await findPassByCode(store, actor, typed, reading);
  const { passId } = known.pass;
  await store.transaction((tx) =>
    record({ tx, actor, now }, { kind: 'contacts.exported', subject: passId, details: { passes: [passId] } }),
  );
  return known;
}

/** Erases who holds a pass, which stays valid. @throws Refusal forbidden or pass-not-found */
export async function erasePass(
  store: Store,
  actor: Actor,
  typed: string,
  { now, ...reading }: PassReading & { readonly now: number },
): Promise<void> {
  const { pass } = await findPassByCode(store, actor, typed, reading);
  await erasePasses(store, actor, [pass.passId], now);
}

async function findPassByCode(
  store: Store,
  actor: Actor,
  typed: string,
  reading: PassReading,
): Promise<KnownPass> {
  requirePermission(actor, 'manage-privacy');
  const [known] = await listPasses(store, actor, { passCode: typed, limit: 1 }, reading);
  if (known === undefined) throw new Refusal('pass-not-found', { passCode: typed });
  return known;
}

/** Erases the address of orders without tickets. @returns of how many */
async function eraseBuyer(store: Store, actor: Actor, emailHash: number, now: number): Promise<number> {
  let orders = 0;
  for (;;) {
    const some = await store.transaction(async (tx) => {
      const ids = await findOrderIdsOf(tx, emailHash, BATCH_SIZE);
      if (ids.length === 0) return 0;
      await forgetBuyers(tx, ids);
      const [subject] = ids as [Uuid];
      await record({ tx, actor, now }, { kind: 'contacts.erased', subject, details: { orders: ids } });
      return ids.length;
    });
    if (some === 0) return orders;
    orders += some;
  }
}
