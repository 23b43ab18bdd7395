import { findSoldArticles, type SoldArticle, standingCount } from '../articles/index.ts';
import { fromCents } from '../core/money.ts';
import type { Tally } from '../core/tally.ts';
import type { Uuid } from '../core/uuid.ts';
import { codesIn } from '../discounts/index.ts';
import { findGiftChanges, findPaidByGifts, type GiftChange, isWholeBack } from '../gifts/index.ts';
import { slotKey } from '../offers/index.ts';
import { findSoldPasses, isStanding, type Pass } from '../passes/index.ts';
import { paidWith } from '../payments/index.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { ORDER_OF_TICKET } from '../tickets/index.ts';
import { ACCOUNTS_AT_ONCE, findAccounts, type OrderAccount } from './find-accounts.ts';
import { articlesIn, giftsIn, passesIn } from './goods.ts';
import { type Good, type OrderItem, type OrderState, placesOfItems } from './order.ts';
import { goodsIn, itemsIn } from './order-store.ts';

const ORDERS_AT_ONCE = 500;

/**
 * Compares every order with its tickets, and yields a sentence for each difference. Adds the places of held orders to
 * `taken`, under `slotKey`, and the uses of their codes to `used`.
 * @returns how many orders there are
 */
export async function* checkOrders(
  queries: Queries,
  { bySlot: taken, byCode: used }: { readonly bySlot: Tally; readonly byCode: Tally },
): AsyncGenerator<string, number> {
  let count = 0;
  const select = 'SELECT order_id, order_code, state, items, goods FROM orders';
  for await (const page of keysetPages<OrderRow>(queries, select, ['order_id'], ORDERS_AT_ONCE)) {
    const tickets = await findTickets(queries, page);
    const ids = page.map(({ order_id }) => order_id);
    const articles = await findSoldArticles(queries, ids);
    const gifts = await findGiftChanges(queries, ids);
    const passes = await findSoldPasses(queries, ids);
    for (const { order_id, order_code, state, items, goods } of page) {
      const ordered = itemsIn(items);
      if (state === 'held') {
        for (const { slot, places } of placesOfItems(ordered)) taken.add(slotKey(slot), places);
        for (const [codeId, count] of codesIn(ordered)) used.add(codeId, count);
      }
      const sold = {
        tickets: tickets.get(order_id) ?? [],
        articles: articles.get(order_id) ?? [],
        gifts: gifts.get(order_id) ?? [],
        passes: passes.get(order_id) ?? [],
      };
      const faults = [faultsOf(state, ordered, sold), faultsInGoods(state, goodsIn(goods), sold)];
      for (const fault of faults.flatMap((some) => [...some])) yield `Order ${order_code}: ${fault}.`;
    }
    count += page.length;
  }
  yield* checkPayments(queries);
  yield* checkAccounts(queries);
  yield* checkTickets(queries);
  return count;
}

/** What was sold with an order. */
interface SoldWith {
  readonly tickets: readonly TicketRow[];
  readonly articles: readonly SoldArticle[];
  readonly gifts: readonly GiftChange[];
  readonly passes: readonly Pass[];
}

function* faultsOf(
  state: OrderState,
  items: readonly OrderItem[],
  { tickets, articles, gifts, passes }: SoldWith,
) {
  const isSold = state === 'sold' || state === 'void';
  if (!isSold && tickets.length > 0) yield `it is ${state}, but has ${tickets.length} tickets`;
  if (!isSold) return;
  const own = tickets.filter(({ is_joined }) => is_joined === 0);
  const byId = new Map(own.map((ticket) => [ticket.ticket_id, ticket]));
  for (const { ticketIds, priceCents } of items) {
    for (const ticketId of ticketIds) {
      const ticket = byId.get(ticketId);
      byId.delete(ticketId);
      if (ticket === undefined) yield `its ticket ${ticketId} is missing`;
      else if (ticket.price_cents !== priceCents)
        yield `its ticket ${ticketId} has the price ${ticket.price_cents}, but the order says ${priceCents}`;
    }
  }
  for (const ticketId of byId.keys()) yield `the ticket ${ticketId} is none of those that it names`;
  const areVoid =
    tickets.every(({ voids }) => voids > 0) &&
    articles.every((article) => standingCount(article) === 0) &&
    isWholeBack(gifts) &&
    !passes.some(isStanding);
  if (areVoid !== (state === 'void'))
    yield areVoid
      ? 'all of its tickets are void, but it is not'
      : 'it is void, but not all of its tickets are';
}

function* faultsInGoods(state: OrderState, goods: readonly Good[], { articles, gifts, passes }: SoldWith) {
  const known = state === 'sold' || state === 'void' ? goods : [];
  const expected = articlesIn(known);
  const issued = gifts.filter(({ cents }) => cents > 0);
  for (const { position, priceCents } of giftsIn(known))
    if (!issued.some(({ item, cents }) => item === position && cents === priceCents))
      yield `its item ${position} is a gift voucher of ${fromCents(priceCents)}, but that was not sold so`;
  if (issued.length > giftsIn(known).length)
    yield `${issued.length - giftsIn(known).length} gift vouchers were sold that it does not name`;
  const first = passes.filter(({ passId, firstId }) => passId === firstId);
  for (const { position, passType, priceCents } of passesIn(known))
    if (
      !first.some(
        (pass) => pass.item === position && pass.passType === passType && pass.priceCents === priceCents,
      )
    )
      yield `its item ${position} is a pass of the type ${passType} at ${fromCents(priceCents)}, but that was not sold so`;
  if (first.length > passesIn(known).length)
    yield `${first.length - passesIn(known).length} passes were sold that it does not name`;
  for (const { article, quantity, priceCents } of expected) {
    const sold = articles.find((each) => each.article === article);
    if (sold?.quantity !== quantity || sold.priceCents !== priceCents)
      yield `it is for ${quantity} of the article ${article} at ${fromCents(priceCents)}, but that was not sold so`;
  }
  if (articles.length > expected.length)
    yield `${articles.length - expected.length} articles were sold that it does not name`;
}

async function findTickets(queries: Queries, orders: readonly OrderRow[]): Promise<Map<Uuid, TicketRow[]>> {
  const ids = orders.map(({ order_id }) => order_id);
  const rows = await queries.all<TicketRow>(
    `SELECT ${ORDER_OF_TICKET} AS order_id, ticket_id, price_cents,
            CASE WHEN joined_order IS NULL THEN 0 ELSE 1 END AS is_joined,
            (SELECT count(*) FROM voids WHERE voids.number = tickets.number) AS voids
       FROM tickets WHERE order_id IN ? OR joined_order IN ?`,
    [ids, ids],
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

async function* checkPayments(queries: Queries) {
  const orphans = await queries.all<{ payment_id: string; order_id: string }>(
    `SELECT payment_id, order_id FROM payments
      WHERE NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = payments.order_id)
        AND NOT EXISTS (SELECT 1 FROM tickets WHERE ticket_id = payments.order_id) LIMIT 1000`,
  );
  for (const { payment_id, order_id } of orphans)
    yield `The payment ${payment_id} is for ${order_id}, which does not exist.`;
}

/** Reckons how the money of every order stands. A ticket that was sold alone, and of which nothing more is recorded, is skipped. */
async function* checkAccounts(queries: Queries) {
  const seen = new Set<Uuid>();
  for (const select of WITH_MONEY) {
    const pages = keysetPages<{ id: Uuid | number; sale: Uuid }>(queries, select, ['id'], ACCOUNTS_AT_ONCE);
    for await (const page of pages) {
      const fresh = [...new Set(page.map(({ sale }) => sale))].filter((sale) => !seen.has(sale));
      const byGifts = await findPaidByGifts(queries, fresh);
      for (const [orderId, account] of await findAccounts(queries, fresh)) {
        for (const fault of faultsInAccount(account, byGifts.get(orderId) ?? 0))
          yield `For the order ${orderId}: ${fault}.`;
        seen.add(orderId);
      }
    }
  }
}

/** @param byGifts what was taken off gift vouchers for it, in hundredths */
function* faultsInAccount(
  { worth, paid, due, kept, payments, facts: { dues, underWay } }: OrderAccount,
  byGifts: number,
) {
  const recorded = paidWith(payments, 'gift');
  if (recorded !== byGifts)
    yield `${fromCents(recorded)} is paid with gift vouchers, but ${fromCents(byGifts)} was taken off them`;
  const more = dues + underWay - paid;
  if (more > 0) yield `${fromCents(more)} more is paid back or owed than was paid`;
  if (dues < 0) yield `${fromCents(-dues)} more of what was owed is paid than was owed`;
  if (paid !== worth + due + kept)
    yield `${fromCents(paid)} is paid, but ${fromCents(worth)} is worth, ${fromCents(due)} due and ${fromCents(kept)} kept`;
}

const ALONE = 'ticket_id = sale AND tickets.order_id IS NULL AND joined_order IS NULL';
const WITH_MONEY = [
  "SELECT id, sale FROM (SELECT order_id AS id, order_id AS sale FROM orders WHERE state IN ('sold', 'void')) AS sold",
  ...[
    'SELECT payment_id AS id, order_id AS sale FROM payments',
    'SELECT due_id AS id, order_id AS sale FROM dues',
    'SELECT number AS id, joined_order AS sale FROM tickets WHERE joined_order IS NOT NULL',
  ].map(
    (those) =>
      `SELECT id, sale FROM (SELECT id, sale FROM (${those}) AS money JOIN tickets ON ${ALONE}) AS alone`,
  ),
];

async function* checkTickets(queries: Queries) {
  const orphans = await queries.all<{ number: number; order_id: string }>(
    `SELECT number, order_id FROM tickets WHERE order_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = tickets.order_id) LIMIT 1000`,
  );
  for (const { number, order_id } of orphans)
    yield `Ticket number ${number} belongs to the order ${order_id}, which does not exist.`;
}

interface OrderRow {
  readonly order_id: Uuid;
  readonly order_code: string;
  readonly state: OrderState;
  readonly items: string;
  readonly goods: string | null;
}

interface TicketRow {
  readonly order_id: Uuid;
  readonly ticket_id: Uuid;
  readonly price_cents: number;
  readonly is_joined: 0 | 1;
  readonly voids: number;
}
