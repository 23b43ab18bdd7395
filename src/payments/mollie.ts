import { smallestAmount } from '../core/money.ts';
import type {
  Notification,
  NotificationContent,
  PaymentToStart,
  Provider,
  RefundToMake,
  SessionState,
  StartedPayment,
} from './provider.ts';
import { type Fetch, isSessionId, ProviderApi, ProviderRefused, ProviderUnavailable } from './provider.ts';

/**
 * Mollie's methods by which the money is there at once or not at all: no bank transfer, no direct debit, no invoice.
 */
const QUICK_METHODS = new Set(
  'applepay bancomatpay bancontact belfius bizum blik creditcard eps googlepay ideal kbc mbway mobilepay mybank paypal przelewy24 satispay swish twint vipps'.split(
    ' ',
  ),
);

export interface MollieOptions {
  readonly key: string;
  /** ISO 4217: of the museum. */
  readonly currency: string;
  readonly fetch?: Fetch;
  readonly address?: string;
}

/** Mollie's Payments API, version 2: https://docs.mollie.com/reference/payments-api */
export class Mollie implements Provider {
  readonly #api: ProviderApi;
  readonly #currency: string;
  /** The quick methods that are switched on at Mollie. */
  #methods: Promise<string[]> | undefined;

  constructor({
    key,
    currency,
    fetch = globalThis.fetch,
    address = 'https://api.mollie.com',
  }: MollieOptions) {
    this.#currency = currency;
    this.#api = new ProviderApi({
      name: 'Mollie',
      address: `${address}/v2`,
      headers: { authorization: `Bearer ${key}` },
      fetch,
      messageIn: (body) => (body as { detail?: string }).detail,
    });
  }

  async start(payment: PaymentToStart): Promise<StartedPayment> {
    const { id, cents, currency, description, language, returnTo, notifyAt } = payment;
    const made = await this.#api.post<MolliePayment>(
      '/payments',
      {
        amount: mollieAmount(cents, currency),
        description,
        redirectUrl: returnTo,
        // Mollie refuses addresses that it can't reach, such as those of a museum that is tried out.
        ...(notifyAt.startsWith('https:') && { webhookUrl: notifyAt }),
        locale: language === 'en' ? 'en_GB' : `${language}_${language.toUpperCase()}`,
        method: await this.#findMethods(),
        metadata: { payment: id },
      },
      id,
    );
    return { session: made.id, address: made._links.checkout?.href as string };
  }

  async look(session: string): Promise<SessionState> {
    return stateOf(await this.#api.get(`/payments/${encodeURIComponent(session)}`));
  }

  async cancel(session: string): Promise<SessionState> {
    try {
      return stateOf(await this.#api.delete(`/payments/${encodeURIComponent(session)}`));
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 422) return this.look(session); // it can't be cancelled
      throw error;
    }
  }

  async refund({ id, reference, cents, currency }: RefundToMake): Promise<'done' | 'pending'> {
    const path = `/payments/${encodeURIComponent(reference)}/refunds`;
    // A key is forgotten after an hour, so what was done already is looked for first.
    const made = await this.#api.get<RefundList>(`${path}?limit=250`);
    const tries = made._embedded.refunds.filter(({ metadata }) => metadata?.refund === id);
    const found = tries.find(({ status }) => status !== 'failed' && status !== 'canceled');
    if (found !== undefined) return found.status === 'refunded' ? 'done' : 'pending';
    const body = { amount: mollieAmount(cents, currency), metadata: { refund: id } };
    const refund = await this.#api.post<MollieRefund>(path, body, `${id}.${tries.length}`);
    return refund.status === 'refunded' ? 'done' : 'pending';
  }

  readNotification({ body }: Notification): NotificationContent | undefined {
    const [session, ...more] = new URLSearchParams(body).getAll('id');
    return isSessionId(session) && more.length === 0 ? { session } : undefined;
  }

  async checkKey(): Promise<void> {
    if ((await this.#findMethods()).length === 0)
      throw new ProviderRefused(
        `Mollie has no method switched on that takes ${this.#currency} at once, such as cards or iDEAL`,
        200,
      );
  }

  /** Asked once: what is switched on at Mollie later is offered after the next start. */
  #findMethods(): Promise<string[]> {
    const { currency, value } = mollieAmount(1_000, this.#currency);
    const query = new URLSearchParams({ 'amount[currency]': currency, 'amount[value]': value });
    this.#methods ??= this.#api
      .get<MethodList>(`/methods?${query}`)
      .then((answer) => idsIn(answer).filter((id) => QUICK_METHODS.has(id)));
    this.#methods.catch(() => {
      this.#methods = undefined;
    });
    return this.#methods;
  }
}

interface MolliePayment {
  readonly id: string;
  readonly status: 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed';
  readonly _links: { readonly checkout?: { readonly href: string } };
}

interface MethodList {
  readonly _embedded?: { readonly methods?: readonly { readonly id: string }[] };
}

/** @throws ProviderUnavailable when the answer is no list: something else answers at Mollie's address */
function idsIn(answer: MethodList): string[] {
  const methods = answer._embedded?.methods;
  if (!Array.isArray(methods))
    throw new ProviderUnavailable('Mollie answered 200, but not with its list of payment methods');
  return methods.map(({ id }) => id);
}

interface MollieRefund {
  readonly status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
  readonly metadata: { readonly refund?: string } | null;
}

interface RefundList {
  readonly _embedded: { readonly refunds: readonly MollieRefund[] };
}

function stateOf({ id, status, _links }: MolliePayment): SessionState {
  if (status === 'paid') return { state: 'paid', reference: id };
  const isOver = status === 'canceled' || status === 'expired' || status === 'failed';
  return isOver ? { state: 'over' } : { state: 'open', address: _links.checkout?.href };
}

/** The amount as Mollie writes it: a decimal number with as many places as the currency has. */
export function mollieAmount(cents: number, currency: string): { currency: string; value: string } {
  return { currency, value: (cents / 100).toFixed(smallestAmount(currency) === 100 ? 0 : 2) };
}
