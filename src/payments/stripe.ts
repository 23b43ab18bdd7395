import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { asciiEmail } from '../core/email.ts';
import type {
  Notification,
  NotificationContent,
  PaymentToStart,
  Provider,
  RefundToMake,
  SessionState,
  StartedPayment,
} from './provider.ts';
import { type Fetch, isSessionId, ProviderApi, ProviderRefused } from './provider.ts';

/** The version of Stripe's API that this is written for. */
const VERSION = '2026-08-26.dahlia';
/** Which currencies Stripe counts otherwise than in hundredths: https://docs.stripe.com/currencies */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

export interface StripeOptions {
  /** A secret key, or a restricted one that may write Checkout Sessions and refunds. */
  readonly key: string;
  /** With which Stripe signs its messages; undefined: signatures are not checked. */
  readonly webhookSecret?: string | undefined;
  readonly fetch?: Fetch;
  readonly address?: string;
}

/** Stripe Checkout: https://docs.stripe.com/api/checkout/sessions */
export class Stripe implements Provider {
  readonly #api: ProviderApi;
  readonly #key: string;
  readonly #webhookSecret: string | undefined;

  constructor({
    key,
    webhookSecret,
    fetch = globalThis.fetch,
    address = 'https://api.stripe.com',
  }: StripeOptions) {
    this.#key = key;
    this.#webhookSecret = webhookSecret;
    this.#api = new ProviderApi({
      name: 'Stripe',
      address: `${address}/v1`,
      headers: { authorization: `Bearer ${key}`, 'stripe-version': VERSION },
      fetch,
      messageIn: (body) => (body as { error?: { message?: string } }).error?.message,
    });
  }

  async start(payment: PaymentToStart): Promise<StartedPayment> {
    const { id, cents, currency, description, language, email, returnTo, endsAt } = payment;
    const form = new URLSearchParams({
      mode: 'payment',
      // Money that is taken by card is there at once, or not at all.
      'payment_method_types[0]': 'card',
      // The price is the museum's, in its own currency.
      'adaptive_pricing[enabled]': 'false',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': `${stripeAmount(cents, currency)}`,
      'line_items[0][price_data][product_data][name]': description,
      success_url: returnTo,
      cancel_url: returnTo,
      client_reference_id: id,
      expires_at: `${Math.floor(endsAt / 1_000)}`,
      locale: language,
      ...(email !== null && { customer_email: asciiEmail(email) }),
    });
    const session = await this.#api.post<CheckoutSession>('/checkout/sessions', form, id);
    return { session: session.id, address: session.url as string };
  }

  async look(session: string): Promise<SessionState> {
    return stateOf(await this.#api.get(`/checkout/sessions/${encodeURIComponent(session)}`));
  }

  async cancel(session: string): Promise<SessionState> {
    const path = `/checkout/sessions/${encodeURIComponent(session)}/expire`;
    try {
      return stateOf(await this.#api.post(path, new URLSearchParams(), randomUUID()));
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 400) return this.look(session); // not open any more
      throw error;
    }
  }

  async refund({ id, reference, cents, currency }: RefundToMake): Promise<'done' | 'pending'> {
    // A key is forgotten after a day, so what was done already is looked for first.
    const made = await this.#api.get<{ readonly data: readonly StripeRefund[] }>(
      `/refunds?payment_intent=${encodeURIComponent(reference)}&limit=100`,
    );
    const tries = made.data.filter(({ metadata }) => metadata?.refund === id);
    const isLost = ({ status }: StripeRefund) => status === 'failed' || status === 'canceled';
    const found = tries.find((each) => !isLost(each));
    if (found !== undefined) return found.status === 'succeeded' ? 'done' : 'pending';
    const form = new URLSearchParams({
      payment_intent: reference,
      amount: `${stripeAmount(cents, currency)}`,
      'metadata[refund]': id,
    });
    const refund = await this.#api.post<StripeRefund>('/refunds', form, `${id}.${tries.length}`);
    if (isLost(refund))
      throw new ProviderRefused(`Stripe could not refund it: ${refund.failure_reason}`, 200);
    return refund.status === 'succeeded' ? 'done' : 'pending';
  }

  readNotification({ body, signature }: Notification): NotificationContent | undefined {
    if (this.#webhookSecret !== undefined && !isSigned(body, signature, this.#webhookSecret))
      return undefined;
    const about = objectIn(body);
    if (about?.object !== 'checkout.session') return about && { session: undefined };
    return isSessionId(about.id) ? { session: about.id } : undefined;
  }

  async checkKey(): Promise<void> {
    if (this.#key.startsWith('pk_'))
      throw new ProviderRefused('this is a publishable key; the secret key begins with sk_ or rk_', 401);
    await this.#api.get('/checkout/sessions?limit=1');
  }
}

interface CheckoutSession {
  readonly id: string;
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  readonly payment_intent: string | null;
}

interface StripeRefund {
  readonly status: 'succeeded' | 'pending' | 'requires_action' | 'failed' | 'canceled';
  readonly failure_reason?: string;
  readonly metadata: { readonly refund?: string } | null;
}

function stateOf({ status, payment_status, payment_intent, url }: CheckoutSession): SessionState {
  if (payment_status === 'paid') return { state: 'paid', reference: payment_intent as string };
  return status === 'expired' ? { state: 'over' } : { state: 'open', address: url ?? undefined };
}

/** What an event of Stripe is about; undefined: the text is none. */
function objectIn(body: string): { readonly object?: unknown; readonly id?: unknown } | undefined {
  try {
    return JSON.parse(body).data.object ?? undefined;
  } catch {
    return undefined;
  }
}

/** The amount as Stripe counts it. @throws ProviderRefused when Stripe has no coin as small as that */
export function stripeAmount(cents: number, currency: string): number {
  if (THOUSANDTHS.has(currency)) return cents * 10;
  if (!WHOLE_UNITS.has(currency)) return cents;
  if (cents % 100 !== 0) throw new ProviderRefused(`Stripe takes whole amounts of ${currency} only`, 400);
  return cents / 100;
}

/**
 * https://docs.stripe.com/webhooks#verify-manually. Its time is not checked: an old message only makes us ask again.
 */
function isSigned(body: string, header = '', secret: string): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
