import type { Uuid } from '../core/uuid.ts';
import { deliveryIdOf, type NewDelivery, wasGivenUp } from '../deliveries/index.ts';
import { findGiftsOfOrders, type Gift } from '../gifts/index.ts';
import type { JournalKind, SealedEntry } from '../journal/index.ts';
import { articlesIn, awaitsConfirmation, findMove, findOrdersById, type Order } from '../orders/index.ts';
import { findOwed, type Payment, type RefundReason } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import {
  type Contact,
  type ContactHashes,
  findContacts,
  findTicketsOf,
  findVoids,
} from '../tickets/index.ts';
import {
  CHANNEL,
  type GiftTold,
  type MailContent,
  type MailKind,
  type MoneyBack,
  type OrderMailKind,
  type OrderNews,
  RECEIVER,
  type ReturnTold,
  UNSOLD_KINDS,
} from './mail-kind.ts';
import type { NotSent } from './not-sent.ts';

/** What a mail about an order without tickets is about. */
export interface OrderOccasion extends Omit<OrderNews, 'orderId' | 'gift'> {
  readonly order: Order;
  readonly email: string;
  /** Present in a mail of kind `gift`. */
  readonly gift?: GiftTold & Gift;
}

/** Plans the mails about an order that an entry leads to. */
export async function planOrderMail(
  queries: Queries,
  entry: SealedEntry,
  hashes: ContactHashes,
): Promise<NewDelivery[]> {
  const { kind, subject } = entry;
  if (!KINDS.includes(kind)) return [];
  // What was paid back may be a ticket's that was exchanged, and has no order of its own.
  const move = await findMove(queries, subject as Uuid);
  // What holds places for a move is no order to its buyer, who has another one.
  if (move !== undefined && !MONEY_KINDS.includes(kind)) return [];
  const order = await findOrder(queries, move?.orderId ?? (subject as Uuid));
  if (order === undefined) return [];
  const email = await emailOf(queries, order);
  if (kind === 'gift.issued') return planGift(queries, entry, { order, email }, hashes);
  const about = email === undefined ? undefined : await planAbout(queries, entry, order);
  return about && email !== undefined ? [{ ...about, recipientHash: hashes.of(email) }] : [];
}

/**
 * The mail with a gift voucher, to whom it is for. A buyer who gets none of those of an order, and no tickets or articles, gets the
 * receipt with the first of them.
 */
async function planGift(
  queries: Queries,
  entry: SealedEntry,
  { order, email }: { readonly order: Order; readonly email: string | undefined },
  hashes: ContactHashes,
): Promise<NewDelivery[]> {
  const { giftId } = entry.details as Pick<Gift, 'giftId'>;
  const sold = await findGiftsOfOrders(queries, [order.orderId]);
  const gift = sold.find((each) => each.giftId === giftId);
  if (gift === undefined) return [];
  const { orderId, goods, items } = order;
  const isForOther = gift.recipient !== null;
  const news = { kind: 'gift', orderId, gift: { giftId, isForOther } } as const;
  const to = gift.recipient ?? email;
  const hasOthersOnly = sold.every(({ recipient }) => recipient !== null);
  const isFirst = gift.item === sold[0]?.item && items.length + articlesIn(goods).length === 0;
  const bought = { kind: 'bought', orderId } as const;
  const planned = (mail: OrderNews, address: string): NewDelivery => {
    const subjectOfMail = mail.kind === 'gift' ? giftId : orderId;
    const content = { numbers: [], order: mail };
    return {
      ...deliveryOf(entry, order, mail.kind, content, subjectOfMail),
      recipientHash: hashes.of(address),
    };
  };
  return [
    ...(to === undefined ? [] : [planned(news, to)]),
    ...(email !== undefined && isFirst && hasOthersOnly ? [planned(bought, email)] : []),
  ];
}

async function planAbout(
  queries: Queries,
  entry: SealedEntry,
  order: Order,
): Promise<NewDelivery | undefined> {
  switch (entry.kind) {
    case 'order.void':
      return planVoid(queries, entry, order);
    case 'order.returned':
      return planReturned(entry, order);
    case 'articles.sold':
      // The mail with its tickets has them on the receipt.
      return order.items.length > 0 ? undefined : planNews(entry, order);
    case 'articles.returned':
      return (await areToldOf(queries, entry, order)) ? undefined : planNews(entry, order);
    default:
      return planNews(entry, order);
  }
}

/** Whether tickets of the order became void together with what the entry says, of which there is a mail. */
async function areToldOf(queries: Queries, { at }: SealedEntry, { orderId }: Order): Promise<boolean> {
  const tickets = await findTicketsOf(queries, [orderId]);
  const voids = await findVoids(
    queries,
    tickets.map(({ number }) => number),
  );
  return [...voids.values()].some(({ voidedAt }) => voidedAt === at);
}

const MONEY_KINDS: readonly JournalKind[] = ['refund.due', 'payment.recorded'];
const KINDS: readonly JournalKind[] = [
  ...(['order.held', 'order.extended', 'order.changed', 'order.released', 'order.void'] as const),
  ...(['order.returned', 'articles.sold', 'articles.returned', 'gift.issued', 'order.withdrawn'] as const),
  ...MONEY_KINDS,
];

/** One mail for all tickets of an order that was made void. */
async function planVoid(
  queries: Queries,
  entry: SealedEntry,
  order: Order,
): Promise<NewDelivery | undefined> {
  const numbers = [...(await contactsOf(queries, order)).keys()];
  if (numbers.length === 0 || (await areReturned(queries, numbers))) return undefined;
  return deliveryOf(entry, order, 'void', { numbers, before: TOLD_VALID });
}

const TOLD_VALID = { validity: 'valid', place: null } as const;

/** Whether those of the tickets that were made void last were given back, of which there is a mail already. */
async function areReturned(queries: Queries, numbers: readonly number[]): Promise<boolean> {
  const voids = [...(await findVoids(queries, numbers)).values()];
  const last = Math.max(...voids.map(({ voidedAt }) => voidedAt));
  return voids.some(({ because, voidedAt }) => because === 'returned' && voidedAt === last);
}

/** One mail for the tickets that were given back together, with what goes back for them. */
function planReturned(entry: SealedEntry, order: Order): NewDelivery {
  const { tickets: numbers, ...returned } = entry.details as ReturnTold & { readonly tickets: number[] };
  return deliveryOf(entry, order, 'void', { numbers, before: TOLD_VALID, returned });
}

function planNews(entry: SealedEntry, order: Order): NewDelivery | undefined {
  const news = newsIn(entry, order);
  if (news === undefined) return undefined;
  const letsOthersFirst = UNSOLD_KINDS.includes(news.kind);
  const content = { numbers: [], order: { ...news, orderId: order.orderId } };
  return { ...deliveryOf(entry, order, news.kind, content), letsOthersFirst };
}

/** The details of an entry about money that goes back. */
interface Owed extends Pick<MoneyBack, 'cents' | 'currency'> {
  readonly reason: RefundReason;
}

/** What its buyer does not know from the mails about tickets. */
function newsIn(
  { kind, channel, details, at }: SealedEntry,
  order: Order,
): Omit<OrderNews, 'orderId'> | undefined {
  const { heldFor, expiresAt } = order;
  switch (kind) {
    case 'articles.sold':
      return { kind: 'bought' };
    case 'articles.returned':
      return { kind: 'taken-back' };
    case 'order.withdrawn': {
      const { toGifts, online, byMuseum, currency } = details as ReturnTold;
      return {
        kind: 'withdrawn',
        withdrawn: { at, ...(toGifts && { toGifts }), online, byMuseum, currency },
      };
    }
    case 'order.released':
      // The buyer counts on it: it was reserved, or was being paid.
      return heldFor === 'desk' || heldFor === 'provider' ? { kind: 'released' } : undefined;
    case 'refund.due': {
      const { cents, currency, reason } = details as Owed;
      // The mails about the tickets say it.
      if (reason === 'void' || reason === 'event') return undefined;
      return { kind: 'refund-due', moneyBack: { cents, currency, reason } };
    }
    case 'payment.recorded': {
      const { cents, currency, method } = details as Owed & Pick<Payment, 'method'>;
      // What staff pay back, they say themselves; of what goes back to gift vouchers there is a mail already.
      if (cents > 0 || channel !== 'shop' || method === 'gift') return undefined;
      return { kind: 'refund-paid', moneyBack: { cents: -cents, currency } };
    }
    default: {
      if (awaitsConfirmation(order)) return { kind: 'confirm' };
      // An order that is reserved right after it was placed has two entries.
      const isLast = (details as Pick<Order, 'expiresAt'>).expiresAt === expiresAt;
      return heldFor === 'desk' && isLast ? { kind: 'reserved' } : undefined;
    }
  }
}

function deliveryOf(
  { at, number }: SealedEntry,
  { orderId, orderCode: subject }: Order,
  kind: MailKind | OrderMailKind,
  content: MailContent,
  about: Uuid = orderId,
): NewDelivery {
  const deliveryId = deliveryIdOf(at, number, 'order', about);
  const queued = { deliveryId, channel: CHANNEL, receiver: RECEIVER, madeAt: at };
  return { ...queued, kind, subject, content: JSON.stringify(content) };
}

/** The state of the order, where a mail speaks of it. */
const STATES: Readonly<Partial<Record<OrderMailKind, Order['state']>>> = {
  confirm: 'held',
  reserved: 'held',
  released: 'released',
  bought: 'sold',
};

/** What the mail says now; or why it is not sent. */
export async function orderOccasionOf(
  queries: Queries,
  { orderId, gift, ...news }: OrderNews,
): Promise<OrderOccasion | NotSent> {
  const order = await findOrder(queries, orderId);
  if (order === undefined) throw new Error(`There is no order ${orderId}.`);
  if (order.state !== (STATES[news.kind] ?? order.state)) return 'toldAlready';
  if (gift !== undefined) return giftOccasionOf(queries, order, gift);
  const email = await emailOf(queries, order);
  if (email === undefined) return 'noAddress';
  if (news.kind !== 'taken-back') return { ...news, order, email };
  const cents = (await findOwed(queries, [orderId])).get(orderId) ?? 0;
  const goesBack = cents > 0 && { moneyBack: { cents, currency: order.currency } };
  return { ...news, order, email, ...goesBack };
}

async function giftOccasionOf(
  queries: Queries,
  order: Order,
  told: GiftTold,
): Promise<OrderOccasion | NotSent> {
  const found = await findGift(queries, order, told);
  if (found === undefined || found.balanceCents === 0) return 'toldAlready';
  const gift = { ...found, ...told };
  const email = await giftEmailOf(queries, order, gift);
  return email === undefined ? 'noAddress' : { kind: 'gift', order, email, gift };
}

async function findGift(
  queries: Queries,
  { orderId }: Order,
  { giftId }: GiftTold,
): Promise<Gift | undefined> {
  return (await findGiftsOfOrders(queries, [orderId])).find((gift) => gift.giftId === giftId);
}

/** Whoever gets it; undefined: the address was erased. */
async function giftEmailOf(
  queries: Queries,
  order: Order,
  { isForOther, recipient }: GiftTold & Pick<Gift, 'recipient'>,
): Promise<string | undefined> {
  return isForOther ? (recipient ?? undefined) : emailOf(queries, order);
}

/** Where the mail goes now. */
export async function currentEmailOf(
  queries: Queries,
  { order, gift }: OrderOccasion,
): Promise<string | undefined> {
  if (gift === undefined) return emailOf(queries, order);
  const found = await findGift(queries, order, gift);
  return found && giftEmailOf(queries, order, { ...gift, ...found });
}

/**
 * Whether the mail with which its buyer could confirm the order was given up: too many went to the address, or it took
 * none.
 */
export async function isConfirmationGivenUp(
  queries: Queries,
  { orderCode: subject, email }: Pick<Order, 'orderCode' | 'email'>,
  hashes: ContactHashes,
): Promise<boolean> {
  if (email === null) return false;
  return wasGivenUp(queries, { recipientHash: hashes.of(email), kind: 'confirm', subject });
}

async function findOrder(queries: Queries, orderId: Uuid): Promise<Order | undefined> {
  return (await findOrdersById(queries, [orderId])).get(orderId);
}

/** Once it is sold, the address is with its tickets. */
async function emailOf(queries: Queries, order: Order): Promise<string | undefined> {
  if (order.email !== null) return order.email;
  const [contact] = (await contactsOf(queries, order)).values();
  return contact?.email;
}

async function contactsOf(queries: Queries, { orderId }: Order): Promise<Map<number, Contact>> {
  const tickets = await findTicketsOf(queries, [orderId]);
  return findContacts(
    queries,
    tickets.map(({ number }) => number),
  );
}
