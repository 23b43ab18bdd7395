import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering } from '../../fixtures/answering.ts';
import type { Uuid } from '../core/uuid.ts';
import { type PaymentToStart, ProviderRefused, ProviderUnavailable } from './provider.ts';
import { Stripe, stripeAmount } from './stripe.ts';

const ID = '0192e4a0-0000-7000-8000-000000000001' as Uuid;
const PAYMENT: PaymentToStart = {
  ...{ id: ID, cents: 2_400, currency: 'EUR', description: 'Museum: order-abc234', language: 'de' },
  ...{ email: 'ada@example.com', returnTo: 'https://tickets.example.org/order/secret' },
  ...{ notifyAt: 'https://tickets.example.org/payments/stripe', endsAt: 1_800_000_999 },
};
const REFUND = { id: ID, reference: 'pi_1', cents: 1_200, currency: 'EUR' } as const;

function stripe(...answers: object[]) {
  const { fetch, asked } = answering(...answers);
  return { provider: new Stripe({ key: 'sk_test_1', fetch }), asked };
}

describe('Stripe', () => {
  it('is asked for a Checkout Session by card, in the language of the buyer, that ends when it is said', async () => {
    const { provider, asked } = stripe({ id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' });
    assert.deepEqual(await provider.start(PAYMENT), {
      session: 'cs_1',
      address: 'https://checkout.stripe.com/c/pay/cs_1',
    });
    assert.deepEqual(asked, [
      {
        request: 'POST https://api.stripe.com/v1/checkout/sessions',
        headers: {
          authorization: 'Bearer sk_test_1',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': ID,
          'stripe-version': '2026-08-26.dahlia',
        },
        body: {
          mode: 'payment',
          'payment_method_types[0]': 'card',
          'adaptive_pricing[enabled]': 'false',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'eur',
          'line_items[0][price_data][unit_amount]': '2400',
          'line_items[0][price_data][product_data][name]': 'Museum: order-abc234',
          success_url: 'https://tickets.example.org/order/secret',
          cancel_url: 'https://tickets.example.org/order/secret',
          client_reference_id: ID,
          expires_at: '1800000',
          locale: 'de',
          customer_email: 'ada@example.com',
        },
      },
    ]);
  });

  it('says whether a session is open, paid or over', async () => {
    const session = (status: string, payment_status: string) => ({
      ...{ object: 'checkout.session', id: 'cs_1', status, payment_status },
      ...{ payment_intent: 'pi_1', url: 'https://checkout.stripe.com/c/pay/cs_1' },
    });
    const { provider, asked } = stripe(
      session('open', 'unpaid'),
      session('complete', 'paid'),
      session('expired', 'unpaid'),
    );
    assert.deepEqual(await provider.look('cs_1'), {
      state: 'open',
      address: 'https://checkout.stripe.com/c/pay/cs_1',
    });
    assert.deepEqual(await provider.look('cs_1'), { state: 'paid', reference: 'pi_1' });
    assert.deepEqual(await provider.look('cs_1'), { state: 'over' });
    assert.equal(asked[0]?.request, 'GET https://api.stripe.com/v1/checkout/sessions/cs_1');
  });

  it('expires a session, and looks at one that is not open any more', async () => {
    const paid = {
      id: 'cs_1',
      status: 'complete',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      url: null,
    };
    const { provider, asked } = stripe(
      { ...paid, status: 'expired', payment_status: 'unpaid' },
      { status: 400, error: { message: 'Only Checkout Sessions with a status of open can be expired.' } },
      paid,
    );
    assert.deepEqual(await provider.cancel('cs_1'), { state: 'over' });
    assert.deepEqual(await provider.cancel('cs_1'), { state: 'paid', reference: 'pi_1' });
    assert.deepEqual(
      asked.map(({ request }) => request),
      [
        'POST https://api.stripe.com/v1/checkout/sessions/cs_1/expire',
        'POST https://api.stripe.com/v1/checkout/sessions/cs_1/expire',
        'GET https://api.stripe.com/v1/checkout/sessions/cs_1',
      ],
    );
  });

  it('refunds once: it looks for the refund before it makes it', async () => {
    const { provider, asked } = stripe({ data: [] }, { status: 'pending', metadata: { refund: ID } });
    assert.equal(await provider.refund(REFUND), 'pending');
    assert.deepEqual(
      asked.map(({ request }) => request),
      [
        'GET https://api.stripe.com/v1/refunds?payment_intent=pi_1&limit=100',
        'POST https://api.stripe.com/v1/refunds',
      ],
    );
    assert.deepEqual(asked[1]?.body, { payment_intent: 'pi_1', amount: '1200', 'metadata[refund]': ID });
    assert.equal(asked[1]?.headers['idempotency-key'], `${ID}.0`);
    const found = stripe({ data: [{ status: 'succeeded', metadata: { refund: ID } }] });
    assert.equal(await found.provider.refund(REFUND), 'done');
    assert.equal(found.asked.length, 1);
  });

  it('makes a refund that failed again, under another key', async () => {
    const failed = { status: 'failed', metadata: { refund: ID } };
    const { provider, asked } = stripe({ data: [failed] }, { status: 'succeeded', metadata: { refund: ID } });
    assert.equal(await provider.refund(REFUND), 'done');
    assert.equal(asked[1]?.headers['idempotency-key'], `${ID}.1`);
  });

  it('tells a refusal from an answer that says nothing, and asks twice before it gives up', async () => {
    const refusing = stripe({ status: 402, error: { message: 'No such price.' } });
    await assert.rejects(
      refusing.provider.start(PAYMENT),
      (error) => error instanceof ProviderRefused && error.message === 'Stripe answered 402: No such price.',
    );
    assert.equal(refusing.asked.length, 1);
    const broken = stripe({ status: 500 }, { status: 500 });
    await assert.rejects(broken.provider.start(PAYMENT), ProviderUnavailable);
    assert.deepEqual(broken.asked[0], broken.asked[1]);
  });

  it('refuses a publishable key, and says what Stripe says of a wrong one', async () => {
    const { fetch } = answering({ status: 401, error: { message: 'Invalid API Key provided: sk_test_*1' } });
    await assert.rejects(
      new Stripe({ key: 'sk_test_1', fetch }).checkKey(),
      (error) => error instanceof ProviderRefused && /Invalid API Key provided/.test(error.message),
    );
  });

  it('reads no notification about an id that no session can have', () => {
    const { provider } = stripe();
    const read = (id: unknown, object: unknown = 'checkout.session') =>
      provider.readNotification({
        body: JSON.stringify({ data: { object: { object, id } } }),
        signature: undefined,
      });
    assert.deepEqual(read('cs_1'), { session: 'cs_1' });
    assert.deepEqual(read(['ch_1'], 'charge'), { session: undefined });
    for (const id of [
      '',
      '\0',
      'cs 1',
      'cs_ü',
      'a'.repeat(256),
      ['cs_1'],
      { id: 'cs_1' },
      1,
      true,
      null,
      undefined,
    ])
      assert.equal(read(id), undefined, `${id}`);
    for (const body of ['', 'null', '[]', '{"data":null}', '{"data":{"object":null}}'])
      assert.equal(provider.readNotification({ body, signature: undefined }), undefined, body);
  });

  it('counts some currencies in whole units, and some in thousandths', () => {
    assert.equal(stripeAmount(2_450, 'EUR'), 2_450);
    assert.equal(stripeAmount(120_000, 'JPY'), 1_200);
    assert.equal(stripeAmount(2_450, 'KWD'), 24_500);
    assert.throws(() => stripeAmount(1_250, 'JPY'), ProviderRefused);
  });
});
