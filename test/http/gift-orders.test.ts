/** Orders with gift vouchers: held, sold when they are paid, and bought back. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { assertSound } from '../../fixtures/sound.ts';

const tickets = { ticketType: 'general', ticketDate: '2027-03-14', quantity: 2 };
const gift = (amount: number, more: object = {}) => ({ gift: { amount, ...more } });
const written = { message: 'Dear Ada', to: 'ada@example.com', language: 'de' };

const place = async (museum: Museum, items: readonly object[], more: object = { paidBy: 'cash' }) => {
  const placed = await museum.api('POST', '/orders', { body: { items, ...more } });
  assert.equal(placed.status, 201, placed.text);
  return placed.json;
};
const giftsOf = async (museum: Museum, orderId: string) =>
  (await museum.api('GET', `/orders/${orderId}/gifts`)).json;

const moneyOf = async (museum: Museum) => {
  const { json } = await museum.api('GET', '/reports/money');
  return { startDate: json.startDate, total: json.total, byMethod: json.total.byMethod };
};

describeOnDatabase((openMuseum) => {
  it('sells gift vouchers with tickets, without value added tax, and says no code', async (t) => {
    const museum = await openMuseum(t);
    const order = await place(museum, [gift(50, written), tickets, gift(12.5)]);
    assert.deepEqual(
      order.items.map(({ kind, price, quantity }: Record<string, unknown>) => [kind, price, quantity]),
      [
        ['gift', 50, 1],
        ['ticket', 0, 2],
        ['gift', 12.5, 1],
      ],
    );
    assert.equal(order.total, 62.5);
    assert.deepEqual(order.account, { worth: 62.5, paid: 62.5, due: 0, kept: 0 });
    const gifts = await giftsOf(museum, order.orderId);
    assert.deepEqual(
      gifts.map(({ index, amount, balance, message, to }: Record<string, unknown>) => [
        ...[index, amount, balance, message, to],
      ]),
      [
        [0, 50, 50, 'Dear Ada', 'ada@example.com'],
        [2, 12.5, 12.5, undefined, undefined],
      ],
    );
    const { text } = await museum.api('GET', `/orders/${order.orderId}`);
    for (const { code } of gifts) assert.ok(!text.includes(code));
    const stored = await museum.store.all<{ goods: string }>('SELECT goods FROM orders');
    assert.ok(
      stored.every(({ goods }) => !goods.includes('Ada')),
      'the gift voucher alone has the words',
    );
    await assertSound(museum);
  });

  it('issues held gift vouchers once they are paid, and none that are released', async (t) => {
    const museum = await openMuseum(t);
    const held = await place(museum, [gift(50, written)], { hold: 600 });
    assert.equal(held.state, 'held');
    assert.deepEqual(await giftsOf(museum, held.orderId), []);
    const confirmed = await museum.api('POST', `/orders/${held.orderId}/confirm`, {
      body: { paidBy: 'card' },
    });
    assert.equal(confirmed.json.account.worth, 50);
    const [issued] = await giftsOf(museum, held.orderId);
    assert.equal(issued.message, 'Dear Ada');
    const again = await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'card' } });
    assert.equal(again.status, 200);
    assert.equal((await giftsOf(museum, held.orderId)).length, 1);
    const other = await place(museum, [gift(20)], { hold: 600 });
    await museum.api('POST', `/orders/${other.orderId}/release`);
    assert.deepEqual(await giftsOf(museum, other.orderId), []);
    await assertSound(museum);
  });

  it('refuses amounts that staff do not sell, by name of the item', async (t) => {
    const museum = await openMuseum(t);
    for (const amount of [9.99, 500.01]) {
      const body = { items: [tickets, gift(amount)], paidBy: 'cash' };
      const answer = await museum.api('POST', '/orders', { body });
      assertRefused(answer, 400, 'gift-amount-invalid', ['body /items/1/gift/amount']);
    }
    const both = { ...gift(50), article: 'guide', quantity: 1 };
    assertRefused(
      await museum.api('POST', '/orders', { body: { items: [both], paidBy: 'cash' } }),
      400,
      'invalid-request',
      ['body /items/0/article', 'body /items/0/gift'],
    );
  });

  it('buys gift vouchers back: unused ones with the rest, used ones by name and for what is left', async (t) => {
    const museum = await openMuseum(t);
    const order = await place(museum, [gift(50), gift(30), tickets]);
    const path = `/orders/${order.orderId}/void`;
    const taken = { orderId: order.orderId, index: 1, amount: -10, reason: 'Spent' };
    assert.equal((await museum.api('POST', '/gifts/correct', { body: taken })).status, 200);
    const refund = { method: 'cash', amount: 50 };
    const first = await museum.api('POST', path, { body: { reason: 'Changed mind', refund } });
    assert.deepEqual(first.json.account, { worth: 30, paid: 30, due: 0, kept: 0 });
    assert.equal(first.json.state, 'sold');
    const second = await museum.api('POST', path, {
      body: { reason: 'Changed mind', gifts: [1], refund: { method: 'cash', amount: 20 } },
    });
    assert.deepEqual(second.json.account, { worth: 10, paid: 10, due: 0, kept: 0 });
    const { startDate, total, byMethod } = await moneyOf(museum);
    assert.equal(typeof startDate, 'string');
    assert.deepEqual([total.gifts, total.revenue, total.due, total.kept, total.paid], [10, 0, 0, 0, 10]);
    assert.equal(byMethod.cash, 10);
    const none = { body: { reason: 'Changed mind', gifts: [1] } };
    assertRefused(await museum.api('POST', path, none), 409, 'gift-not-valid');
    const strange = { body: { reason: 'Changed mind', gifts: [2] } };
    assertRefused(await museum.api('POST', path, strange), 404, 'gift-not-found');
    await assertSound(museum);
  });

  it('closes an order of gift vouchers alone that were all bought back', async (t) => {
    const museum = await openMuseum(t);
    const order = await place(museum, [gift(50)]);
    const body = { reason: 'Changed mind', refund: { method: 'cash', amount: 50 } };
    const answer = await museum.api('POST', `/orders/${order.orderId}/void`, { body });
    assert.equal(answer.json.state, 'void');
    assert.deepEqual(answer.json.account, { worth: 0, paid: 0, due: 0, kept: 0 });
    await assertSound(museum);
  });
});
