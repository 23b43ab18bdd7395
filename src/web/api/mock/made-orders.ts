import { hash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TicketType } from '../../../codes/index.ts';
import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { OperationId, OutputOf } from '../contract/index.ts';
import { makeTicket } from './made-tickets.ts';

type Order = OutputOf<'getOrder'>;
type Item = Order['items'][number];
type Ticket = NonNullable<Item['tickets']>[number];
type Payment = Order['payments'][number];

/** What an exchange may change of an item. */
const CHANGED = ['ticketType', 'eventId', 'ticketDate', 'entryTime', 'category'] as const;

interface Asked extends Partial<Pick<Item, (typeof CHANGED)[number]>> {
  readonly items?: readonly (Omit<Item, 'kind' | 'price' | 'quantity'> & {
    readonly price?: number;
    readonly gift?: { readonly amount: number };
    readonly quantity?: number;
  })[];
  readonly hold?: number;
  readonly paidBy?: Payment['method'];
  readonly payments?: readonly Pick<Payment, 'method' | 'amount'>[];
  readonly refund?: Pick<Payment, 'method' | 'amount'>;
  /** What is exchanged. */
  readonly ticketIds?: readonly Uuid[];
  readonly payment?: Pick<Payment, 'method' | 'amount'>;
  readonly email?: string;
  readonly phone?: string;
  readonly reference?: string;
}

/** What a ticket costs whose category is none of the examples'. */
const USUAL_PRICE = 8;
const MOST_KEPT = 1_000;
/** The letters of order codes. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** The orders that the mock has made lately, so that each is confirmed, changed and read as it was placed. */
export class MadeOrders {
  readonly #made = new LRUCache<Uuid, Order>({ max: MOST_KEPT });

  /**
   * The order in an answer, with what was sent. Each new order has ids of its own.
   * @param answer with the values of the request in it
   * @param example in the state that the operation leads to
   * @throws Refusal order-sold, order-not-sold, order-void, nothing-to-exchange or not-of-order, as the service does
   */
  answer(id: OperationId, answer: Order, example: Order, sent: Asked, now: number): Order {
    const known = id === 'placeOrder' ? undefined : this.#made.get(answer.orderId);
    if (known !== undefined) {
      if (id === 'getOrder' || (id === 'confirmOrder' && known.state === 'sold')) return known;
      requireState(id, known);
    }
    const order = id === 'placeOrder' ? placed(answer, sent, now) : (known ?? withItsCode(answer, example));
    const changed =
      id === 'exchangeOrder'
        ? exchanged(known ?? { ...order, items: asOrdered(order.items) }, sent, instant(now))
        : inState(id === 'placeOrder' ? order.state : example.state, order, example, sent, now);
    if (id === 'placeOrder' || known !== undefined) this.#made.set(changed.orderId, changed);
    return changed;
  }
}

function requireState(id: OperationId, { orderId, state }: Order): void {
  const isSold = state === 'sold' || state === 'void';
  const isOfSold = id === 'voidOrder' || id === 'exchangeOrder';
  if (!isOfSold && isSold) throw new Refusal('order-sold', { orderId });
  if (isOfSold && !isSold) throw new Refusal('order-not-sold', { orderId });
  if (isOfSold && state === 'void') throw new Refusal('order-void', { orderId });
}

/** The order with others in the place of those of its tickets that are named, or of all that are valid. */
function exchanged(order: Order, sent: Asked, at: string): Order {
  const { orderId, vat } = order;
  const sold = order.items.flatMap(({ tickets = [] }) => tickets);
  const { ticketIds = sold.filter(isValid).map(({ ticketId }) => ticketId) } = sent;
  if (ticketIds.length === 0) throw new Refusal('nothing-to-exchange', { orderId });
  const strange = ticketIds.filter((id) => !sold.some(({ ticketId }) => ticketId === id));
  if (strange.length > 0) throw new Refusal('not-of-order', { orderId, ticketIds: strange });
  const pairs = order.items.filter(isTicket).map((item) => exchangedIn(item, ticketIds, sent));
  const tickets = joined([...pairs.map(({ old }) => old), ...pairs.flatMap(({ made }) => made)]);
  const items = [...tickets, ...order.items.filter((item) => !isTicket(item))];
  const paid = [sent.payment, sent.refund && { ...sent.refund, amount: -sent.refund.amount }];
  const payments = paid
    .flatMap((each) => each ?? [])
    .map((each) => {
      return { paymentId: randomUUID() as Uuid, ...each, at };
    });
  const worth = sum(
    items.map((item) => {
      const { price, quantity, tickets = [] } = item;
      return price * (isTicket(item) ? tickets.filter(isValid).length : quantity);
    }),
  );
  const total = sum([order.account.paid, ...payments.map(({ amount }) => amount)]);
  return {
    ...order,
    items,
    payments: [...order.payments, ...payments],
    ...(vat && { vat: vat.slice(0, 1).map(({ rate }) => taxIn(worth, rate)) }),
    account: { worth, paid: total, due: 0, kept: sum([total, -worth]) },
  };
}

/** The item as it was, with its tickets that are exchanged, and the one that has others in their place. */
function exchangedIn(item: Item, ticketIds: readonly Uuid[], sent: Asked) {
  const given = Object.entries(sent).filter(([name]) => (CHANGED as readonly string[]).includes(name));
  const { entryTime, ...changed } = { ...item, ...Object.fromEntries(given) };
  const like = { ...changed, ...(entryTime != null && { entryTime }) };
  const made: Ticket[] = [];
  const tickets = item.tickets?.map((ticket): Ticket => {
    const { ticketId } = ticket;
    if (!isValid(ticket) || !ticketIds.includes(ticketId)) return ticket;
    const instead = { ...ticketFor(like.ticketType ?? 'general'), replaces: ticketId };
    made.push(instead);
    return { ...ticket, state: 'void', because: 'exchanged', replacedBy: instead.ticketId };
  });
  const old = { ...item, ...(tickets && { tickets }) };
  return { old, made: made.length === 0 ? [] : [{ ...like, quantity: made.length, tickets: made }] };
}

/** Those for the same at the same price as one. */
function joined(items: readonly Item[]): Item[] {
  const alike = Map.groupBy(items, ({ price, ...item }) => {
    return JSON.stringify([price, ...CHANGED.map((name) => item[name] ?? null)]);
  });
  return [...alike.values()].map((some) => {
    const tickets = some.flatMap((item) => item.tickets ?? []);
    return { ...(some[0] as Item), quantity: tickets.length, tickets };
  });
}

/** The items without what their tickets were exchanged for. */
function asOrdered(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    if (!isTicket(item)) return [item];
    const ordered = (item.tickets ?? []).filter(({ replaces }) => replaces === undefined);
    const tickets = ordered.map(({ ticketId, confirmationCode }): Ticket => {
      return { ticketId, confirmationCode, state: 'valid' };
    });
    return tickets.length === 0 ? [] : [{ ...item, quantity: tickets.length, tickets }];
  });
}

function isTicket({ kind }: Item): boolean {
  return kind === 'ticket';
}

function isValid({ state }: Ticket): boolean {
  return state === 'valid';
}

function placed(answer: Order, sent: Asked, now: number): Order {
  const { soldAt, expiresAt, email, phone, reference, ...like } = answer;
  const [buyer, orderId] = [{ email, phone, reference }, randomUUID() as Uuid];
  const given = Object.entries(buyer).filter(([name]) => name in sent);
  const state = sent.hold === undefined ? 'sold' : 'held';
  const made = {
    ...like,
    ...Object.fromEntries(given),
    orderId,
    state,
    payments: [],
    createdAt: instant(now),
  };
  return withItsCode(made as Order, answer);
}

/** The code of an order that no example shows follows from its id. */
function withItsCode(order: Order, example: Order): Order {
  if (order.orderId === example.orderId) return order;
  const bytes = hash('sha256', order.orderId, 'buffer').subarray(0, 6);
  return {
    ...order,
    orderCode: `order-${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`,
  };
}

function inState(state: Order['state'], order: Order, example: Order, sent: Asked, now: number): Order {
  const { vat, expiresAt, soldAt, releasedBy, ...same } = order;
  const [isSold, at] = [state === 'sold' || state === 'void', instant(now)];
  const chosen = sent.items?.map((item) => itemLike(example, item)) ?? order.items;
  const items = chosen.map((item) => withTickets(item, state));
  const total =
    sent.items === undefined ? order.total : sum(items.map(({ price, quantity }) => price * quantity));
  const payments = isSold ? paymentsOf(order, example, sent, total, at) : [];
  return {
    ...same,
    state,
    total,
    items,
    ...(isSold && { soldAt: soldAt ?? at }),
    ...(state === 'held' && {
      expiresAt: sent.hold === undefined ? expiresAt : instant(now + sent.hold * 1_000),
    }),
    ...(state === 'released' && { releasedBy: 'seller' as const }),
    ...(vat && state !== 'void' && { vat: vat.slice(0, 1).map(({ rate }) => taxIn(total, rate)) }),
    payments,
    account: accountIn(state, total, payments),
  };
}

function accountIn(state: Order['state'], total: number, payments: readonly Payment[]): Order['account'] {
  const [worth, isSold] = [state === 'sold' ? total : 0, state === 'sold' || state === 'void'];
  const collected = payments.some(({ amount }) => amount > 0) ? 0 : total;
  const paid = isSold ? sum([collected, ...payments.map(({ amount }) => amount)]) : 0;
  return { worth, paid, due: 0, kept: sum([paid, -worth]) };
}

/** What was paid, which is the total, and what is paid back. */
function paymentsOf(
  { payments: [first] }: Order,
  example: Order,
  { paidBy, payments, refund }: Asked,
  total: number,
  at: string,
): Payment[] {
  const made = { paymentId: example.payments[0]?.paymentId ?? (randomUUID() as Uuid), at };
  const kept = first === undefined ? [] : [{ ...first, amount: total }];
  const whole = paidBy === undefined ? kept : [{ ...made, method: paidBy, amount: total }];
  const several = payments?.map(({ method, amount }) => {
    return { ...made, paymentId: randomUUID() as Uuid, method, amount };
  });
  const back = refund && { ...made, paymentId: randomUUID() as Uuid, ...refund, amount: -refund.amount };
  return [...(several ?? whole), ...(back === undefined ? [] : [back])];
}

function itemLike(
  { items }: Order,
  { category = 'standard', gift, pass, quantity = 1, ...rest }: NonNullable<Asked['items']>[number],
): Item {
  if (gift !== undefined) return { kind: 'gift', price: gift.amount, quantity };
  if (pass !== undefined) return { kind: 'pass', pass, name: pass, price: USUAL_PRICE, quantity };
  const item = { ...rest, quantity };
  const { article } = item;
  if (article !== undefined) {
    const name = items.find((each) => each.article === article)?.name ?? article;
    return { ...item, kind: 'article', name, price: item.price ?? USUAL_PRICE };
  }
  const price = items.find((each) => each.category === category)?.price ?? USUAL_PRICE;
  return { ...item, kind: 'ticket', category, price };
}

/** Tickets exist once an order is sold. */
function withTickets({ tickets: known, ...item }: Item, state: Order['state']): Item {
  if (!isTicket(item) || (state !== 'sold' && state !== 'void')) return item;
  const sold = known ?? Array.from({ length: item.quantity }, () => ticketFor(item.ticketType ?? 'general'));
  const isOff = (each: Ticket) => state === 'void' && each.state !== 'void';
  const tickets = sold.map((each): Ticket => {
    return isOff(each) ? { ...each, state: 'void', because: 'voided' } : each;
  });
  return { ...item, tickets };
}

function ticketFor(ticketType: TicketType): Ticket {
  const { ticketId, confirmationCode } = makeTicket(ticketType);
  return { ticketId: ticketId as Uuid, confirmationCode, state: 'valid' };
}

function taxIn(total: number, rate: number) {
  const net = sum([total / (1 + rate / 100)]);
  return { rate, net, tax: sum([total, -net]) };
}

function sum(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100;
}
