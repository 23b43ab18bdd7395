import { type CalledOff, findCalledOff } from '../../called-off/index.ts';
import type { BuyersOptions, GiftPlan, PaymentRecord, Withdrawable } from '../../checkout/index.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { findEventOfTicket, findSayings, type SaidEvent, type SpecialEvent } from '../../events/index.ts';
import { codeOf, findGiftsOfOrders, knowGifts, type ShownGift } from '../../gifts/index.ts';
import { findTicketMail, isConfirmationGivenUp } from '../../mail/index.ts';
import { eventIn, findCategories, type Product } from '../../offers/index.ts';
import {
  awaitsConfirmation,
  getOrder,
  giftsIn,
  type Order,
  type OrderRecord,
  passesIn,
  type Receipt,
  receiptOf,
} from '../../orders/index.ts';
import { findDues } from '../../payments/index.ts';
import { findPostponedFrom, type TicketRecord } from '../../tickets/index.ts';
import type { ShopOptions } from './shop-options.ts';
import { addressFor, type Visitor, visitorOf } from './visitor.ts';

/** An event that an order is for, as its buyer reads it. */
interface OrderedEvent extends NonNullable<Awaited<ReturnType<typeof findEventOfTicket>>> {
  readonly event: SaidEvent<SpecialEvent>;
}

/** An order, as its buyer sees it. */
export interface OrderView extends Visitor {
  readonly order: Order;
  /** The tickets of an order that was sold; void ones too. */
  readonly tickets: readonly Pick<TicketRecord, 'ticket' | 'state' | 'because' | 'replaces' | 'replacedBy'>[];
  /** For which day tickets that were postponed were before, by their numbers. */
  readonly postponedFrom: Awaited<ReturnType<typeof findPostponedFrom>>;
  readonly receipt: Receipt;
  /** What payment providers were asked to take for it. */
  readonly online: readonly PaymentRecord[];
  readonly email: string | undefined;
  /** The events that it is for, by id; cancelled ones too. */
  readonly events: ReadonlyMap<Product, OrderedEvent>;
  readonly categories: Awaited<ReturnType<typeof findCategories>>;
  /** What its buyer can do: with its tickets that are not void, and with the order as a whole. */
  readonly returnable: BuyersOptions['tickets'];
  readonly movable: BuyersOptions['movable'];
  readonly cancellation: BuyersOptions['cancellation'];
  /** What of it was called off, and can be moved or given back. */
  readonly calledOff: readonly CalledOff[];
  /** The move that is to be paid. */
  readonly openMove: Awaited<ReturnType<ShopOptions['checkout']['openMove']>>;
  /** The gift vouchers that were sold with it. */
  readonly gifts: readonly ShownGift[];
  /** What of it its buyer can withdraw from; undefined: nothing. */
  readonly withdrawable: Withdrawable | undefined;
  /** With which gift vouchers it is to be paid, while it is held. */
  readonly giftPlan: GiftPlan | undefined;
  /** Hundredths: what the museum owes the buyer, and pays back by hand. */
  readonly owedCents: number;
  /** Whether the mail with its tickets, or with which it is to be confirmed, was given up. */
  readonly isMailLost: boolean;
  /** The address of something that belongs to it, such as `/cancel`. */
  at(path: string): string;
}

/** No page of an order is stored or found, and no other site learns its address. */
export const ORDER_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** The id of the order whose page is asked for. @throws Refusal order-not-found */
export function orderIdIn({ request, shop }: Visitor): Uuid {
  const { secret } = request.params as { readonly secret: string };
  const orderId = shop.secrets.orderIdOf(secret);
  if (orderId === undefined) throw new Refusal('order-not-found', { orderId: secret as Uuid });
  return orderId;
}

/** @throws Refusal order-not-found, also for one that the shop has not sold */
export async function readOrder(asking: Visitor): Promise<OrderView> {
  const { shop, request } = asking;
  const { store, seller, days, settings, checkout, secrets, finder } = shop;
  const orderId = orderIdIn(asking);
  const record = await getOrder(store, seller, orderId, {
    today: await days.current(),
    language: settings.now.language,
  });
  const order = record.order as Order; // what the shop sells always has a code
  const visitor = visitorOf(request, shop, order.language);
  const eventIds = [...new Set(record.items.flatMap(({ product }) => eventIn(product) ?? []))];
  const tickets = [...record.tickets.values()];
  const numbers = tickets.map(({ ticket }) => ticket.number);
  const [events, sayEvent, categories, postponedFrom, options, openMove, online, dues, isMailLost] =
    await Promise.all([
      Promise.all(
        eventIds.map(async (eventId) => [eventId, await findEventOfTicket(store, eventId)] as const),
      ),
      findSayings(store, eventIds, [visitor.language, settings.now.language]),
      findCategories(store),
      findPostponedFrom(store, numbers),
      checkout.buyersOptions(order),
      checkout.openMove(orderId),
      checkout.paymentsOf(orderId),
      findDues(store, [orderId]),
      awaitsConfirmation(order)
        ? isConfirmationGivenUp(store, order, finder.contacts)
        : isTicketMailLost(shop, record),
    ]);
  return {
    ...visitor,
    order,
    categories,
    returnable: options.tickets,
    movable: options.movable,
    calledOff: await findToChoose(shop, options),
    cancellation: options.cancellation,
    openMove,
    gifts: await findGifts(shop, order),
    withdrawable: await findWithdrawable(shop, order),
    giftPlan: order.state === 'held' ? await checkout.giftPlan(order) : undefined,
    owedCents: dues.get(orderId) ?? 0,
    online,
    isMailLost,
    tickets,
    postponedFrom,
    receipt: receiptOf(record),
    email: record.email,
    events: new Map(
      events.flatMap(([eventId, found]) =>
        found === undefined ? [] : [[eventId, { ...found, event: sayEvent(eventId, found.event) }] as const],
      ),
    ),
    at: (path) => addressFor(visitor, `/order/${secrets.secretOf(orderId)}${path}`),
  };
}

async function findGifts(
  { store, clock, gifts: { codes, localOf } }: ShopOptions,
  order: Order,
): Promise<ShownGift[]> {
  if (giftsIn(order.goods).length === 0) return [];
  const sold = await findGiftsOfOrders(store, [order.orderId]);
  const known = await knowGifts(store, sold, { now: clock.now(), localOf });
  return known.map((each) => ({ ...each, code: codeOf(each.gift, codes) }));
}

async function findWithdrawable(
  { checkout }: ShopOptions,
  { orderId, state, goods }: Order,
): Promise<Withdrawable | undefined> {
  const isPossible = state === 'sold' && giftsIn(goods).length + passesIn(goods).length > 0;
  return isPossible ? checkout.withdrawable(orderId) : undefined;
}

async function findToChoose(
  { store }: ShopOptions,
  { tickets, movable }: BuyersOptions,
): Promise<CalledOff[]> {
  const isPossible = (index: number) =>
    movable[index]?.because === undefined || tickets[index]?.because === undefined;
  const days = movable.flatMap(({ ticket, isCalledOff }, index) =>
    isCalledOff && isPossible(index) ? { product: ticket.product, day: ticket.day } : [],
  );
  return days.length === 0 ? [] : [...(await findCalledOff(store, days)).values()];
}

async function isTicketMailLost({ store, clock }: ShopOptions, { tickets }: OrderRecord): Promise<boolean> {
  const [first] = tickets.values();
  const mail = first && (await findTicketMail(store, { ...first, importedCode: undefined }, clock.now()));
  return mail?.state === 'dropped' || mail?.state === 'failed';
}
