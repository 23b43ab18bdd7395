import { pino } from 'pino';
import { ensureShopAccount } from '../../src/accounts/index.ts';
import { Checkout, type CheckoutOptions, type VisitorOrder } from '../../src/checkout/index.ts';
import { ConfirmationCodes } from '../../src/codes/index.ts';
import { Refusal } from '../../src/core/refusal.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import { type FakeProviders, openFakeProviders } from '../../src/demo/index.ts';
import { MuseumDays } from '../../src/hours/index.ts';
import { HoldClock, type Order, Till } from '../../src/orders/index.ts';
import { Mollie, type ProviderName, Stripe } from '../../src/payments/index.ts';
import type { Transaction } from '../../src/store/index.ts';
import { ContactHashes } from '../../src/tickets/index.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Museum } from './museum.ts';
import { termsIn } from './offer-terms.ts';

/** The shop's checkout on the museum's database, as another instance would have it. */
export async function openCheckout(
  { store, clock }: Museum,
  options: Partial<CheckoutOptions> = {},
): Promise<Checkout> {
  const selling = {
    clock,
    codes: await ConfirmationCodes.open(store, clock),
    contacts: await ContactHashes.open(store, clock),
    terms: termsIn(clock),
    holds: new HoldClock(clock),
    partnerVoidHours: 24,
  };
  return new Checkout({
    ...{ store, selling, ways: ['stripe'], cancelHours: 24, entryLate: 30, museumName: 'Museum' },
    sendsMail: false,
    ...{ providers: {}, publicUrl: 'https://tickets.example.org', log: pino({ level: 'silent' }) },
    till: new Till(store, selling),
    days: new MuseumDays(store, clock, 'Europe/Berlin'),
    shopId: await ensureShopAccount(store, clock.now()),
    ...options,
  });
}

export const VISIT_DAY = '2027-03-02' as VisitorOrder['items'][number]['ticketDate'];

/** An order for general entry the day after the tests' first, of a visitor of her own. */
export function visitorOrder(changes: Partial<VisitorOrder> = {}, quantity = 1): VisitorOrder {
  visitors += 1;
  return {
    items: [{ ticketType: 'general', ticketDate: VISIT_DAY, quantity }],
    email: `visitor-${visitors}@example.com`,
    language: 'en',
    address: `192.0.2.${visitors % 250}`,
    ...changes,
  };
}

let visitors = 0;

/** The order, or the limit or kind of the refusal. */
export async function placing(checkout: Checkout, order: VisitorOrder): Promise<Order | string> {
  return checkout.place(order).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return error.kind === 'too-many-held' ? (error as Refusal<'too-many-held'>).facts.limit : error.kind;
  });
}

/** Payment providers that take no money. */
export function fakeProviders(clock: ManualClock): Promise<FakeProviders> {
  return openFakeProviders({ clock, pageOf: (session) => `/demo/pay/${session}` });
}

/** The checkout with providers that take no money, and what is done with it in tests. */
export async function openPaying(
  museum: Museum,
  options: Partial<CheckoutOptions> = {},
  given?: FakeProviders,
) {
  const { store, clock } = museum;
  const fakes = given ?? (await fakeProviders(clock));
  const { fetch } = fakes;
  const providers = {
    stripe: new Stripe({ key: 'sk_test_1', webhookSecret: FAKE_STRIPE_SECRET, fetch }),
    mollie: new Mollie({ key: 'test_1', currency: 'EUR', fetch }),
  };
  const ways = ['desk', 'stripe', 'mollie'] as const;
  const open = () => openCheckout(museum, { ways, providers, ...options });
  const checkout = await open();
  return {
    fakes,
    ...{ stripe: fakes.stripe, mollie: fakes.mollie, checkout },
    /** The same, as another instance would have it. */
    open,
    /** Starts a payment of the order. @returns its session */
    async start({ orderId }: Order, provider: ProviderName = 'stripe'): Promise<string> {
      const address = await checkout.startPayment(orderId, provider, RETURN_TO);
      return address.slice(address.lastIndexOf('/') + 1);
    },
    /** Lets the job do what there is to do now. */
    async run(name: 'settle-payments' | 'pay-back' | 'refund-cancelled-dates'): Promise<void> {
      const job = checkout.jobs().find((each) => each.name === name);
      const lease = {
        transaction: <T>(work: (tx: Transaction) => Promise<T>) => store.transaction(work),
        isHeld: () => true,
      };
      while (await job?.step(lease));
    },
  };
}

export const RETURN_TO = 'https://tickets.example.org/order/secret';
