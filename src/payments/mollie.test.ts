import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering } from '../../fixtures/answering.ts';
import type { Uuid } from '../core/uuid.ts';
import { Mollie, mollieAmount } from './mollie.ts';
import { type PaymentToStart, ProviderRefused } from './provider.ts';

const ID = '0192e4a0-0000-7000-8000-000000000001' as Uuid;
const PAYMENT: PaymentToStart = {
  ...{ id: ID, cents: 2_400, currency: 'EUR', description: 'Museum: order-abc234', language: 'de' },
  ...{ email: 'ada@example.com', returnTo: 'https://tickets.example.org/order/secret' },
  ...{ notifyAt: 'https://tickets.example.org/payments/mollie', endsAt: 1_800_000_999 },
};
const REFUND = { id: ID, reference: 'tr_1', cents: 1_200, currency: 'EUR' } as const;
const METHODS = { _embedded: { methods: [{ id: 'ideal' }, { id: 'banktransfer' }, { id: 'creditcard' }] } };

function mollie(...answers: object[]) {
  const { fetch, asked } = answering(...answers);
  return { provider: new Mollie({ key: 'test_1', currency: 'EUR', fetch }), asked };
}

function payment(status: string): object {
  const checkout = { href: 'https://www.mollie.com/checkout/tr_1' };
  return { resource: 'payment', id: 'tr_1', status, _links: status === 'open' ? { checkout } : {} };
}

describe('Mollie', () => {
  it('is asked for a payment by the methods that are switched on and settle at once', async () => {
    const { provider, asked } = mollie(METHODS, payment('open'));
    assert.deepEqual(await provider.start(PAYMENT), {
      session: 'tr_1',
      address: 'https://www.mollie.com/checkout/tr_1',
    });
    assert.equal(
      asked[0]?.request,
      'GET https://api.mollie.com/v2/methods?amount%5Bcurrency%5D=EUR&amount%5Bvalue%5D=10.00',
    );
    assert.deepEqual(asked[1], {
      request: 'POST https://api.mollie.com/v2/payments',
      headers: { authorization: 'Bearer test_1', 'content-type': 'application/json', 'idempotency-key': ID },
      body: {
        amount: { currency: 'EUR', value: '24.00' },
        description: 'Museum: order-abc234',
        redirectUrl: 'https://tickets.example.org/order/secret',
        webhookUrl: 'https://tickets.example.org/payments/mollie',
        locale: 'de_DE',
        method: ['ideal', 'creditcard'],
        metadata: { payment: ID },
      },
    });
  });

  it('is given no address for notifications that it can’t reach', async () => {
    const { provider, asked } = mollie(METHODS, payment('open'));
    await provider.start({ ...PAYMENT, notifyAt: 'http://localhost:8080/payments/mollie' });
    assert.equal('webhookUrl' in (asked[1]?.body ?? {}), false);
  });

  it('says whether a payment is open, paid or over', async () => {
    const statuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'];
    const { provider } = mollie(...statuses.map(payment));
    const states = [];
    for (const _ of statuses) states.push((await provider.look('tr_1')).state);
    assert.deepEqual(states, ['open', 'open', 'open', 'paid', 'over', 'over', 'over']);
  });

  it('cancels a payment, and looks at one that can’t be cancelled', async () => {
    const { provider, asked } = mollie(
      payment('canceled'),
      { status: 422, detail: 'The payment cannot be canceled' },
      payment('pending'),
    );
    assert.equal((await provider.cancel('tr_1')).state, 'over');
    assert.equal((await provider.cancel('tr_1')).state, 'open');
    assert.deepEqual(
      asked.map(({ request }) => request),
      [
        'DELETE https://api.mollie.com/v2/payments/tr_1',
        'DELETE https://api.mollie.com/v2/payments/tr_1',
        'GET https://api.mollie.com/v2/payments/tr_1',
      ],
    );
  });

  it('refunds once: it looks for the refund before it makes it', async () => {
    const none = { _embedded: { refunds: [] } };
    const { provider, asked } = mollie(none, { id: 're_1', status: 'pending' });
    assert.equal(await provider.refund(REFUND), 'pending');
    assert.equal(asked[0]?.request, 'GET https://api.mollie.com/v2/payments/tr_1/refunds?limit=250');
    assert.equal(asked[1]?.request, 'POST https://api.mollie.com/v2/payments/tr_1/refunds');
    assert.deepEqual(asked[1]?.body, {
      amount: { currency: 'EUR', value: '12.00' },
      metadata: { refund: ID },
    });
    assert.equal(asked[1]?.headers['idempotency-key'], `${ID}.0`);
    const found = mollie({ _embedded: { refunds: [{ status: 'refunded', metadata: { refund: ID } }] } });
    assert.equal(await found.provider.refund(REFUND), 'done');
    assert.equal(found.asked.length, 1);
  });

  it('reads no notification about an id that no session can have', () => {
    const { provider } = mollie();
    const read = (body: string) => provider.readNotification({ body, signature: undefined });
    assert.deepEqual(read('id=tr_1'), { session: 'tr_1' });
    for (const body of [
      '',
      'id=',
      'id=%00',
      'id=tr%201',
      'id=tr_%F0%9F%92%B6',
      'id[]=tr_1',
      'id=tr_1&id=tr_2',
    ])
      assert.equal(read(body), undefined, body);
    assert.equal(read(`id=${'a'.repeat(256)}`), undefined);
  });

  it('refuses an account that has no method which settles at once', async () => {
    const { provider } = mollie({ _embedded: { methods: [{ id: 'banktransfer' }] } });
    await assert.rejects(
      provider.checkKey(),
      (error) => error instanceof ProviderRefused && /no method switched on/.test(error.message),
    );
  });

  it('is told amounts with as many decimals as the currency has', () => {
    assert.deepEqual(mollieAmount(2_450, 'EUR'), { currency: 'EUR', value: '24.50' });
    assert.deepEqual(mollieAmount(120_000, 'JPY'), { currency: 'JPY', value: '1200' });
  });
});
