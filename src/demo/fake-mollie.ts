import type { Notification } from '../payments/index.ts';
import {
  type FakeAnswer,
  FakeProvider,
  type FakeRefund,
  type FakeRequest,
  type FakeSession,
  newId,
  type ProviderOperation,
} from './fake-provider.ts';

/** As much of Mollie's API as the shop uses, without money. */
export class FakeMollie extends FakeProvider {
  /** Whether a payment that is open can be cancelled: it can't once the buyer is at the bank. */
  isCancelable = true;
  methods = ['creditcard', 'ideal', 'banktransfer'];

  override giveUp(id: string): void {
    const session = this.find(id);
    if (session?.state === 'open') session.state = 'over';
  }

  override notificationOf(id: string): Notification {
    return { body: `id=${id}`, signature: undefined };
  }

  protected override operationOf({ method, path }: FakeRequest): ProviderOperation {
    if (path.includes('/refunds')) return method === 'POST' ? 'refund' : 'other';
    if (path.startsWith('/v2/methods')) return 'other';
    if (method === 'DELETE') return 'cancel';
    return method === 'POST' ? 'start' : 'look';
  }

  protected override answer(request: FakeRequest): FakeAnswer {
    if (!request.authorization.startsWith('Bearer test_'))
      return refused(401, 'Missing authentication, or failed to authenticate');
    const { pathname } = new URL(request.path, 'https://api.mollie.com');
    if (pathname === '/v2/methods')
      return { status: 200, body: { _embedded: { methods: this.methods.map((id) => ({ id })) } } };
    if (pathname === '/v2/payments') return this.#start(JSON.parse(request.body));
    const [, id = '', refunds] = /^\/v2\/payments\/([^/]+)(\/refunds)?$/.exec(pathname) ?? [];
    const session = this.find(id);
    if (session === undefined) return refused(404, 'No payment exists with that token');
    if (refunds !== undefined) return this.#refunds(session, request);
    if (request.method === 'DELETE') {
      if (session.state !== 'open' || !this.isCancelable)
        return refused(422, 'The payment cannot be canceled');
      session.state = 'over';
    }
    return { status: 200, body: this.#shown(session) };
  }

  #start(asked: StartRequest): FakeAnswer {
    const { amount, description, redirectUrl } = asked;
    if (asked.method.length === 0) return refused(422, 'The payment method is invalid');
    const session = this.open(newId('tr'), {
      cents: centsIn(amount.value),
      currency: amount.currency,
      description,
      returnTo: redirectUrl,
      endsAt: undefined,
    });
    return { status: 201, body: this.#shown(session) };
  }

  #refunds(session: FakeSession, { method, body }: FakeRequest): FakeAnswer {
    if (method === 'GET')
      return { status: 200, body: { _embedded: { refunds: session.refunds.map(shownRefund) } } };
    const { amount, metadata } = JSON.parse(body) as Pick<StartRequest, 'amount'> & {
      metadata: { refund: string };
    };
    const cents = centsIn(amount.value);
    if (cents > this.left(session)) return refused(422, 'The amount is higher than the maximum');
    return { status: 201, body: shownRefund(this.payBack(session, cents, metadata.refund)) };
  }

  #shown({ id, state, cents, currency }: FakeSession): object {
    return {
      resource: 'payment',
      id,
      status: { open: 'open', paid: 'paid', over: 'canceled' }[state],
      isCancelable: state === 'open' && this.isCancelable,
      amount: { value: decimals(cents), currency },
      _links: state === 'open' ? { checkout: { href: this.pageOf(id) } } : {},
    };
  }
}

interface StartRequest {
  readonly amount: { readonly value: string; readonly currency: string };
  readonly description: string;
  readonly redirectUrl: string;
  readonly method: readonly string[];
}

function shownRefund({ id, cents, tag, state }: FakeRefund): object {
  const status = { pending: 'pending', done: 'refunded', failed: 'failed' }[state];
  return { resource: 'refund', id, status, amount: { value: decimals(cents) }, metadata: { refund: tag } };
}

function centsIn(value: string): number {
  return Math.round(Number(value) * 100);
}

function decimals(cents: number): string {
  return (cents / 100).toFixed(2);
}

function refused(status: number, detail: string): FakeAnswer {
  return { status, body: { status, detail } };
}
