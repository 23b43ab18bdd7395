import { createHmac } from 'node:crypto';
import { type Notification, stripeAmount } from '../payments/index.ts';
import {
  type FakeAnswer,
  FakeProvider,
  type FakeRefund,
  type FakeRequest,
  type FakeSession,
  newId,
  type ProviderOperation,
} from './fake-provider.ts';

/** Stripe signs its messages with it. */
export const FAKE_STRIPE_SECRET = 'whsec_nobody_is_asked_for_money';

/** As much of Stripe's API as the shop uses, without money. */
export class FakeStripe extends FakeProvider {
  /** Nothing: a Checkout Session stays open when its buyer goes back. */
  override giveUp(): void {}

  override notificationOf(id: string): Notification {
    const body = JSON.stringify({
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { object: 'checkout.session', id } },
    });
    const time = 1_800_000_000;
    const signature = createHmac('sha256', FAKE_STRIPE_SECRET).update(`${time}.${body}`).digest('hex');
    return { body, signature: `t=${time},v1=${signature}` };
  }

  protected override operationOf({ method, path }: FakeRequest): ProviderOperation {
    if (path.endsWith('/expire')) return 'cancel';
    if (path.startsWith('/v1/refunds')) return method === 'POST' ? 'refund' : 'other';
    if (path.startsWith('/v1/checkout/sessions/')) return 'look';
    return method === 'POST' ? 'start' : 'other';
  }

  protected override answer({ method, path, authorization, body }: FakeRequest): FakeAnswer {
    if (!authorization.startsWith('Bearer sk_test_')) return refused(401, 'Invalid API Key provided');
    const { pathname, searchParams } = new URL(path, 'https://api.stripe.com');
    const form = new URLSearchParams(body);
    if (pathname === '/v1/refunds')
      return method === 'POST' ? this.#refund(form) : this.#refunds(searchParams.get('payment_intent'));
    if (pathname === '/v1/checkout/sessions')
      return method === 'POST' ? this.#start(form) : found({ data: [] });
    const [, id = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(pathname) ?? [];
    const session = this.find(id);
    if (session === undefined) return refused(404, 'No such checkout.session');
    if (expire === undefined) return found(this.#shown(session));
    if (session.state !== 'open')
      return refused(400, 'Only Checkout Sessions with a status of open can be expired');
    session.state = 'over';
    return found(this.#shown(session));
  }

  #start(form: URLSearchParams): FakeAnswer {
    const price = 'line_items[0][price_data]';
    const currency = (form.get(`${price}[currency]`) ?? '').toUpperCase();
    const session = this.open(newId('cs'), {
      cents: centsOf(form.get(`${price}[unit_amount]`), currency),
      currency,
      description: form.get(`${price}[product_data][name]`) ?? '',
      returnTo: form.get('success_url') ?? '',
      endsAt: Number(form.get('expires_at')) * 1_000,
    });
    return found(this.#shown(session));
  }

  #refund(form: URLSearchParams): FakeAnswer {
    const session = this.#paidBy(form.get('payment_intent'));
    if (session === undefined) return refused(404, 'No such payment_intent');
    const cents = centsOf(form.get('amount'), session.currency);
    if (cents > this.left(session))
      return refused(400, 'Refund amount is greater than unrefunded amount on charge');
    return found(shownRefund(this.payBack(session, cents, form.get('metadata[refund]') ?? undefined)));
  }

  #refunds(intent: string | null): FakeAnswer {
    return found({ data: (this.#paidBy(intent)?.refunds ?? []).map(shownRefund) });
  }

  #paidBy(intent: string | null): FakeSession | undefined {
    return this.find((intent ?? '').replace(/^pi_/, 'cs_'));
  }

  #shown({ id, state, cents, currency }: FakeSession): object {
    return {
      id,
      object: 'checkout.session',
      amount_total: stripeAmount(cents, currency),
      currency: currency.toLowerCase(),
      status: { open: 'open', paid: 'complete', over: 'expired' }[state],
      payment_status: state === 'paid' ? 'paid' : 'unpaid',
      payment_intent: state === 'paid' ? id.replace(/^cs_/, 'pi_') : null,
      url: state === 'open' ? this.pageOf(id) : null,
    };
  }
}

function shownRefund({ id, cents, tag, state }: FakeRefund): object {
  const status = { pending: 'pending', done: 'succeeded', failed: 'failed' }[state];
  return {
    id,
    object: 'refund',
    amount: cents,
    status,
    metadata: { refund: tag },
    ...(state === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  };
}

/** Stripe counts in the smallest unit of the currency. */
function centsOf(amount: string | null, currency: string): number {
  return (Number(amount) * 100) / stripeAmount(100, currency);
}

function found(body: object): FakeAnswer {
  return { status: 200, body };
}

function refused(status: number, message: string): FakeAnswer {
  return { status, body: { error: { message } } };
}
