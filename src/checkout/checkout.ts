import type { Logger } from 'pino';
import { ensureShopAccount, networkOf } from '../accounts/index.ts';
import type { WantedArticle } from '../articles/index.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { WantedGift } from '../gifts/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import { isKept, type Once } from '../idempotency/index.ts';
import type { Job } from '../jobs/index.ts';
import { GENERAL } from '../offers/index.ts';
import {
  findExpired,
  findMovesOf,
  findOpenMoves,
  findOrdersById,
  holdUntil,
  lockSold,
  type OpenMove,
  type Order,
  type Sale,
  type Seller,
  type Till,
  type VoidOptions,
  type WantedItem,
} from '../orders/index.ts';
import {
  findBySession,
  findOnlinePayments,
  findRefundsOf,
  type Notification,
  type OnlinePayment,
  outcomeOf,
  type PaymentOutcome,
  type PaymentWay,
  type ProviderName,
  type Refund,
} from '../payments/index.ts';
import type { Store } from '../store/index.ts';
import { type BuyersOptions, buyersOptions, cancelByBuyer } from './cancel.ts';
import { confirmByBuyer } from './confirm.ts';
import { giveBack, type MoneyReturned, moneyFor } from './give-back.ts';
import { type MoveWish, requireMovable } from './movable.ts';
import { dropMoves, type MoveOutcome, moveByBuyer, PriceChanged } from './move.ts';
import { findMoveCost, type MoveCost } from './move-cost.ts';
import { holdMove, type Mover, type ToldMove } from './paid-move.ts';
import { payBackCalledOffJob } from './pay-back-called-off.ts';
import { dropGiftFor, type GiftPlan, giftPlanOf, payByGifts, planGiftFor } from './pay-with-gifts.ts';
import type { PayingOptions } from './paying-options.ts';
import { refundingJob, settlingJob } from './payment-jobs.ts';
import { ProviderOutages } from './provider-outages.ts';
import { ProviderRequests, type Providers } from './provider-requests.ts';
import { settle } from './settle.ts';
import { startPayment } from './start-payment.ts';
import { type VisitRules, visitEnd } from './visit.ts';
import { findWithdrawable, type Withdrawable, withdraw } from './withdraw.ts';

/** How long an order is held for its payment, in milliseconds. */
const HELD_MS = 15 * 60_000;
/** How long an order without a visit, such as of a gift voucher, is kept to be paid at the museum. */
const RESERVED_MS = 7 * MS_PER_DAY;
/** For so long the same form from the same network is the second click of a double click. */
const SAME_FORM_MS = 10_000;

export interface CheckoutOptions {
  readonly store: Store;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly days: MuseumDays;
  /** The account `:shop`, which is made with the first order. */
  readonly shopId: Uuid;
  /** The ways to pay that are connected. */
  readonly connected: readonly PaymentWay[];
  /** Those among them that are providers. */
  readonly providers: Providers;
  /** The address of the service, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly log: Logger;
  /** Whether mail is sent, so that buyers can confirm orders with it. */
  readonly sendsMail: boolean;
}

/** What a visitor orders. */
export interface VisitorOrder {
  readonly items: readonly WantedItem[];
  /** Left out: none. */
  readonly articles?: readonly WantedArticle[] | undefined;
  /** Left out: none. */
  readonly gifts?: readonly WantedGift[] | undefined;
  /** Whether all of it costs nothing as it was shown: other limits hold then. */
  readonly isFree: boolean;
  /** Why it can't be had, as it was shown; undefined: it can. */
  readonly soldOut?: Refusal | undefined;
  readonly email: string;
  /** A code as it was typed, and how many tickets it must make cheaper. */
  readonly code?: string | undefined;
  readonly leastReduced?: number;
  /** The language of the mails. */
  readonly language: Language;
  /** The IP address of the visitor. */
  readonly address: string;
  /** A keyed hash of the form and the network that it came from: sent again at once, it is the same order. */
  readonly formHash?: string;
  readonly requestId?: string;
}

/** A payment that a provider was asked to take, and what became of it. */
export interface PaymentRecord extends OnlinePayment {
  readonly outcome: PaymentOutcome;
  /** What of it was paid back or is owed. */
  readonly refunds: readonly Refund[];
}

/** The shop's checkout. Whoever knows the secret of an order's address may do with it what is here. */
export class Checkout {
  readonly #options: CheckoutOptions;
  readonly #rules: VisitRules;
  readonly #requests: ProviderRequests;
  #hasAccount = false;

  constructor(options: CheckoutOptions) {
    this.#options = options;
    const { days, selling } = options;
    this.#rules = { days, selling, localOf: selling.terms.localOf };
    const { clock } = options.selling;
    const outages = new ProviderOutages(options.log, clock);
    this.#requests = new ProviderRequests({ providers: options.providers, clock, outages });
  }

  /** How orders may be paid; none: only what costs nothing is sold. */
  get ways(): readonly PaymentWay[] {
    const { connected, selling } = this.#options;
    return selling.terms.settings.now.shop.payments.filter((way) => connected.includes(way));
  }

  /** The account that sells. */
  get shopId(): Uuid {
    return this.#options.shopId;
  }

  /**
   * Sells what is free, or holds it until its buyer has confirmed it; holds the rest for a quarter of an hour, while its buyer
   * chooses how to pay.
   * @throws Refusal why it can't be had: museum-closed (for today already), too-many-held, sold-out and the like
   */
  async place(wanted: VisitorOrder): Promise<Order> {
    const {
      items,
      articles = [],
      gifts = [],
      isFree,
      soldOut,
      email,
      code,
      leastReduced,
      language,
      address,
      formHash,
      requestId,
    } = wanted;
    const { store, till, selling, shopId: accountId, sendsMail: mayConfirm } = this.#options;
    const { ways } = this;
    const once = formHash === undefined ? undefined : orderOnce(accountId, formHash);
    await this.#requireOpen(items);
    if (soldOut !== undefined && !(await this.#isWorthTrying(once))) throw soldOut;
    await this.#ensureAccount();
    const limits = ways.length === 1 && ways[0] === 'desk' ? 'desk' : 'payment';
    const networkHash = selling.contacts.of(networkOf(address));
    const visitor = { limits, isFree, networkHash, mayConfirm } as const;
    const outcome = await till.sell({
      seller: this.#seller(requestId),
      items,
      articles,
      gifts,
      buyer: { email },
      code,
      leastReduced,
      order: { language, holdMs: HELD_MS, visitor },
      once,
    });
    if (outcome instanceof Refusal) throw outcome;
    if ('tickets' in outcome) return outcome.order as Order;
    const orderId = outcome.kept as Uuid;
    const known = (await findOrdersById(store, [orderId])).get(orderId) as Order;
    // Who has cancelled the order means another one by the same form.
    const isCancelled = known.state === 'released' || known.state === 'void';
    return isCancelled ? this.place({ ...wanted, formHash: orderId }) : known;
  }

  /**
   * Keeps the places of a held order until the visit, to be paid at the museum.
   * @throws Refusal order-not-found, order-sold, order-cancelled, hold-expired, order-unconfirmed or too-many-held
   */
  reserve(orderId: Uuid, requestId?: string): Promise<Order> {
    const { store, selling } = this.#options;
    return store.transaction((tx) => {
      const until = ({ items }: Order) =>
        items.length > 0 ? visitEnd(tx, items, this.#rules) : selling.holds.now() + RESERVED_MS;
      return holdUntil(tx, this.#seller(requestId), orderId, { heldFor: 'desk', until }, selling);
    });
  }

  /**
   * Sells a free order whose buyer has pressed the link in the mail.
   * @throws Refusal order-not-found, order-cancelled, order-void or order-unconfirmed
   */
  confirm(orderId: Uuid, requestId?: string): Promise<Order> {
    return confirmByBuyer(orderId, this.#paying(requestId));
  }

  /** How a held order is to be paid with gift vouchers. */
  giftPlan(order: Order): Promise<GiftPlan> {
    return giftPlanOf(this.#options.store, order, this.#options.selling);
  }

  /**
   * Remembers that a held order is to be paid with the gift voucher, of which nothing is taken before it is sold.
   * @throws Refusal order-not-found, order-sold, order-void, order-cancelled, hold-expired, gift-not-found, gift-not-valid or gift-for-gift
   */
  async planGift(orderId: Uuid, code: string, requestId?: string): Promise<void> {
    const options = this.#paying(requestId);
    await options.store.transaction((tx) => planGiftFor(tx, orderId, code, options));
  }

  /** Leaves the gift voucher out again. @throws Refusal order-not-found */
  async dropGift(orderId: Uuid, giftId: Uuid, requestId?: string): Promise<void> {
    const options = this.#paying(requestId);
    await options.store.transaction((tx) => dropGiftFor(tx, orderId, giftId, options));
  }

  /**
   * Sells a held order for the gift vouchers that were chosen for it, which pay for all of it.
   * @throws Refusal order-not-found, order-void, order-cancelled, hold-expired, order-unconfirmed or gift-balance-too-low
   */
  payByGifts(orderId: Uuid, requestId?: string): Promise<Order> {
    return payByGifts(orderId, this.#paying(requestId));
  }

  /** What its buyer can do with the order now. */
  buyersOptions(order: Order): Promise<BuyersOptions> {
    return buyersOptions(this.#options.store, order, this.#rules);
  }

  /**
   * Cancels an order for its buyer: a held one is released, all tickets of a sold one are given back.
   * @param shown what its page said would go back; left out: it said nothing
   * @returns false when other money would go back by now: nothing was done
   * @throws Refusal order-not-found, order-void or too-late-to-void
   */
  cancel(orderId: Uuid, requestId?: string, shown?: MoneyReturned): Promise<boolean> {
    const { store } = this.#options;
    const seller = this.#seller(requestId);
    return store.transaction((tx) => cancelByBuyer(tx, seller, orderId, this.#rules, shown));
  }

  /** What goes back when those tickets of the order are given back. */
  moneyFor(orderId: Uuid, ticketIds: readonly Uuid[]): Promise<MoneyReturned> {
    return moneyFor(this.#options.store, orderId, ticketIds);
  }

  /**
   * Makes tickets of a sold order void for their buyer, and pays back what was paid for them. For tickets that were given back
   * already, it does nothing.
   * @param shown what the page said would go back
   * @returns false when other money would go back by now: nothing was done
   * @throws Refusal order-not-found, order-not-sold, not-of-order, ticket-void or too-late-to-void
   */
  giveBack(
    orderId: Uuid,
    ticketIds: readonly Uuid[],
    shown: MoneyReturned,
    requestId?: string,
  ): Promise<boolean> {
    const seller = this.#seller(requestId);
    const given = { ticketIds, shown };
    return this.#options.store.transaction((tx) => giveBack(tx, seller, orderId, given, this.#rules));
  }

  /** What of the order its buyer can withdraw from now; undefined: nothing. */
  withdrawable(orderId: Uuid): Promise<Withdrawable | undefined> {
    return findWithdrawable(this.#options.store, orderId, this.#rules);
  }

  /**
   * Takes back all that the buyer of the order can withdraw from, and pays back what was paid for it.
   * @param shown what the page said would go back
   * @returns false when it is not that by now, or there is nothing any more: nothing was done
   * @throws Refusal order-not-found, order-not-sold, or too-late-to-void when some of it is used at this moment
   */
  withdraw(orderId: Uuid, shown: MoneyReturned, requestId?: string): Promise<boolean> {
    const seller = this.#seller(requestId);
    return this.#options.store.transaction((tx) => withdraw(tx, seller, orderId, shown, this.#rules));
  }

  /** What it costs to move those tickets of the order there; undefined: they are not for sale then. */
  async moveCost(orderId: Uuid, wish: MoveWish): Promise<MoveCost | undefined> {
    const { store } = this.#options;
    const movable = await requireMovable(store, orderId, wish.ticketIds, this.#rules);
    return findMoveCost(store, this.#seller(), orderId, movable, wish, this.#rules);
  }

  /**
   * Moves tickets to another day or time for their buyer, and pays back what they cost less. Where they cost more, it holds the new
   * places, and moves them when the difference is paid: see `startPayment`.
   * @throws Refusal order-not-found, order-not-sold, ticket-void, too-late-to-void, or why the others can't be sold
   */
  async move(mover: Mover, told: ToldMove, requestId?: string): Promise<MoveOutcome> {
    const { till } = this.#options;
    const seller = this.#seller(requestId);
    const { orderId } = mover;
    const outcome = await till
      .selling(orderId, (tx, _, replace) =>
        moveByBuyer(tx, seller, orderId, { ...told, replace }, this.#rules),
      )
      .catch((error: unknown): MoveOutcome => {
        if (error instanceof PriceChanged) return 'changed';
        throw error;
      });
    if (outcome !== 'to-pay') return outcome;
    return (await holdMove(this.#options, seller, mover, told, this.#rules)) ? 'to-pay' : 'changed';
  }

  /** The move of the order that is to be paid; undefined: there is none. */
  async openMove(orderId: Uuid): Promise<OpenMove | undefined> {
    return (await findOpenMoves(this.#options.store, orderId)).at(-1);
  }

  /** Leaves the tickets of the order as they are: the new places are on sale again. */
  async dropMove(orderId: Uuid, requestId?: string): Promise<void> {
    const seller = this.#seller(requestId);
    await this.#options.store.transaction(async (tx) => {
      await lockSold(tx, seller, 'own', orderId);
      await dropMoves(tx, seller, orderId, this.#rules);
    });
  }

  /**
   * Starts a payment of the order, or of a move by the id of what it holds, and holds its places for 36 minutes from now, but
   * not longer than an hour after it was placed. Or goes on with a payment that is open.
   * @param network of the visitor, who has a share of what the provider may be asked; undefined: nobody's is counted
   * @returns the address of the provider's page; `returnTo` when the order turns out to be paid
   * @throws Refusal order-not-found, order-sold, order-cancelled, hold-expired or order-unconfirmed
   * @throws ProviderFailure: nothing was started, and it may be tried again
   */
  startPayment(
    orderId: Uuid,
    provider: ProviderName,
    returnTo: string,
    requestId?: string,
    network?: string,
  ): Promise<string> {
    return startPayment(orderId, provider, returnTo, this.#paying(requestId, network));
  }

  /**
   * Asks the providers what became of the order's payments, and does what follows.
   * @param network of the visitor, as for `startPayment`
   * @returns the order as it is then
   * @throws Refusal order-not-found
   */
  settle(orderId: Uuid, requestId?: string, network?: string): Promise<Order> {
    return settle(orderId, this.#paying(requestId, network));
  }

  /** The payments that providers were asked to take for the order and its moves, the oldest first. */
  async paymentsOf(orderId: Uuid): Promise<PaymentRecord[]> {
    const { store } = this.#options;
    const moves = await findMovesOf(store, orderId);
    const payments = await findOnlinePayments(store, [orderId, ...moves.map(({ holdId }) => holdId)]);
    const found = await findRefundsOf(
      store,
      payments.map(({ onlinePaymentId }) => onlinePaymentId),
    );
    return payments.map((payment) => {
      const refunds = found.filter(({ onlinePaymentId }) => onlinePaymentId === payment.onlinePaymentId);
      return { ...payment, refunds, outcome: outcomeOf(payment, refunds) };
    });
  }

  /**
   * Does what a message of a provider is for: asks the provider, and settles the order.
   * @returns false when the message is unreadable or forged
   */
  async notified(provider: ProviderName, notification: Notification, requestId?: string): Promise<boolean> {
    const { store, providers } = this.#options;
    const content = providers[provider]?.readNotification(notification);
    if (content?.session === undefined) return content !== undefined;
    const payment = await findBySession(store, provider, content.session);
    if (payment !== undefined) await this.settle(payment.orderId, requestId);
    return true;
  }

  /** The jobs that settle orders, pay back what is owed, and owe what was paid for what was called off. */
  jobs(): Job[] {
    const paying = { ...this.#paying(), by: 'job' } as const;
    return [settlingJob(paying), refundingJob(paying), payBackCalledOffJob(paying)];
  }

  /** A museum whose shop never sells has no account for it. */
  async #ensureAccount(): Promise<void> {
    if (this.#hasAccount) return;
    const { store, selling } = this.#options;
    await ensureShopAccount(store, selling.clock.now());
    this.#hasAccount = true;
  }

  /** Nobody can come in any more with general entry for a whole day on which the museum has closed. */
  async #requireOpen(items: readonly WantedItem[]): Promise<void> {
    const { store, selling } = this.#options;
    const today = selling.terms.calendar.today();
    for (const item of items) {
      const { product, day, entryTime } = item;
      if (product !== GENERAL || day !== today || entryTime !== undefined) continue;
      if ((await visitEnd(store, [item], this.#rules)) <= selling.clock.now())
        throw new Refusal('museum-closed', { day });
    }
  }

  /** What was shown as sold out may have been placed by the same form, or come back with a hold that has ended. */
  async #isWorthTrying(sent: Once<Sale> | undefined): Promise<boolean> {
    const { store, selling } = this.#options;
    const [isPlaced, [ended]] = await Promise.all([
      sent !== undefined && isKept(store, sent),
      findExpired(store, selling.holds.now(), 1),
    ]);
    return isPlaced || ended !== undefined;
  }

  #paying(requestId?: string, network?: string): PayingOptions {
    const asking = { requests: this.#requests, by: 'stranger', network } as const;
    return { ...this.#options, rules: this.#rules, shop: this.#seller(requestId), ...asking };
  }

  #seller(requestId?: string): Seller {
    const { shopId } = this.#options;
    return {
      accountId: shopId,
      role: 'partner',
      channel: 'shop',
      ...(requestId !== undefined && { requestId }),
    };
  }
}

/** The id of the order is kept. */
function orderOnce(accountId: Uuid, formHash: string): Once<Sale> {
  return {
    accountId,
    key: `shop: ${formHash}`,
    hash: formHash,
    keptMs: SAME_FORM_MS,
    keep: (outcome) => ('order' in outcome ? outcome.order?.orderId : undefined),
  };
}
