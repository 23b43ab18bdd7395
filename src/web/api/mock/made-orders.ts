import { randomUUID } from 'node:crypto';
import type { TicketType } from '../../../codes/index.ts';
import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { OperationId, OutputOf } from '../contract/index.ts';
import type { Members } from './likeness.ts';
import { makeTicket } from './made-tickets.ts';

type Order = OutputOf<'getOrder'>;

interface Asked {
  readonly items?: readonly (Omit<Order['items'][number], 'price' | 'category'> & {
    readonly category?: string;
  })[];
  readonly hold?: number;
  readonly paidBy?: Order['payments'][number]['method'];
}

/** What a ticket costs whose category is none of the examples'. */
const USUAL_PRICE = 8;

/** The order in an answer, with the items, the hold and the payment that were sent; each new order has ids of its own. */
export function withMadeOrder(
  id: OperationId,
  answer: unknown,
  example: unknown,
  sent: Members = {},
): unknown {
  const { items, hold, paidBy } = sent as Asked;
  const like = example as Order;
  const isNew = id === 'placeOrder';
  const isSold = isNew ? hold === undefined : like.soldAt !== undefined;
  const shown = items?.map((item) => itemLike(like, item, isSold)) ?? like.items;
  const total = sum(shown.map(({ price, quantity }) => price * quantity));
  const { vat, soldAt, expiresAt, ...same } = answer as Order;
  const payment = { ...(like.payments[0] ?? PAYMENT), method: paidBy ?? 'card', amount: total };
  return {
    ...same,
    ...(isNew && { orderId: randomUUID() as Uuid, state: isSold ? 'sold' : 'held' }),
    ...(isSold && { soldAt: soldAt ?? like.createdAt }),
    ...(hold !== undefined && { expiresAt: instant(Date.parse(like.createdAt) + hold * 1_000) }),
    ...(hold === undefined && expiresAt && !isSold && { expiresAt }),
    total,
    ...(vat && items === undefined && { vat }),
    items: shown,
    payments: paidBy === undefined ? (isNew ? [] : like.payments) : [payment],
  };
}

const PAYMENT: Order['payments'][number] = {
  paymentId: '01a0d5c4-c5f0-7d3a-9b1c-2e4f6a8c0d11' as Uuid,
  method: 'card',
  amount: 0,
  at: '2027-03-02T14:07:12.480Z',
};

function itemLike(
  { items }: Order,
  { category = 'standard', ...item }: NonNullable<Asked['items']>[number],
  isSold: boolean,
): Order['items'][number] {
  const price = items.find((each) => each.category === category)?.price ?? USUAL_PRICE;
  const tickets = Array.from({ length: item.quantity }, () => {
    const { ticketId, confirmationCode } = makeTicket(item.ticketType as TicketType);
    return { ticketId, confirmationCode, state: 'valid' as const };
  });
  return { ...item, category, price, ...(isSold && { tickets }) } as Order['items'][number];
}

function sum(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100;
}
