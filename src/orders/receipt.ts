import type { Words } from '../core/words.ts';
import type { Payment } from '../payments/index.ts';
import { holds, type Standing } from '../tickets/index.ts';
import { articlesIn } from './goods.ts';
import { type Good, type OrderItem, totalOf, type VatShare, vatIn } from './order.ts';
import { goodsGone, goodsThatStand, itemsThatHold, type OrderRecord } from './order-record.ts';
import { paidBackTexts } from './paid-back-texts.ts';

/** What an order comes to now. */
export interface Receipt {
  /** What holds; all that was ordered, until it is sold. */
  readonly items: readonly OrderItem[];
  readonly goods: readonly Good[];
  /** Hundredths: what these cost. */
  readonly totalCents: number;
  readonly vat: readonly VatShare[];
  /** Whether some of these have a price, and no rate of value added tax. */
  readonly lacksVat: boolean;
  /** What does not hold any more, and was not exchanged for anything else. */
  readonly gone: readonly ItemGone[];
  /** What was given back beside tickets. */
  readonly goodsGone: readonly Good[];
  /** The oldest first. */
  readonly payments: readonly Payment[];
}

/** Tickets of an item of which the same became. */
export interface ItemGone extends Standing {
  readonly item: OrderItem;
}

export function receiptOf(
  record: Pick<OrderRecord, 'items' | 'tickets' | 'articles' | 'gifts' | 'passes' | 'payments'> & {
    readonly order: Pick<OrderRecord['order'], 'currency' | 'goods'>;
  },
): Receipt {
  const { currency } = record.order;
  const items = itemsThatHold(record);
  const goods = goodsThatStand(record);
  const shown = { items, goods, currency };
  return {
    items,
    goods,
    totalCents: totalOf(shown),
    vat: vatIn(shown),
    lacksVat: [...items, ...articlesIn(goods).filter(({ is }) => is === 'extra')].some(
      ({ vat, priceCents }) => vat === null && priceCents > 0,
    ),
    gone: record.items.flatMap((item) => goneOf(item, record)),
    goodsGone: goodsGone(record),
    payments: record.payments,
  };
}

function goneOf(item: OrderItem, { tickets }: Pick<OrderRecord, 'tickets'>): ItemGone[] {
  const gone = item.ticketIds.flatMap((ticketId) => {
    const ticket = tickets.get(ticketId);
    if (ticket === undefined || holds(ticket.state) || ticket.because === 'exchanged') return [];
    return [{ ticketId, state: ticket.state, because: ticket.because }];
  });
  return [...Map.groupBy(gone, ({ because }) => because)].flatMap(([because, some]) => {
    const [first] = some;
    if (first === undefined) return [];
    const standing = { state: first.state, ...(because !== undefined && { because }) };
    return [{ item: { ...item, ticketIds: some.map(({ ticketId }) => ticketId) }, ...standing }];
  });
}

/** "Paid back €12.50 on Friday 3 December 2027, in cash" */
export function paidBackText({ method, cents, currency, at }: Payment, words: Words): string {
  const say = paidBackTexts(words.language);
  const amount = words.money(-cents, currency);
  return say('paidBack', { amount, day: words.dayOf(at), how: say(method) });
}
