/** Gift vouchers that were bought in the shop, on the page of their order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCheckout, visitorOrder } from '../../fixtures/checkout.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { SHOP_SETTINGS as settings, shopperIn } from '../../fixtures/shop.ts';
import { OrderSecrets } from '../../src/codes/index.ts';

describeOnSqlite((openMuseum) => {
  test('gift vouchers have code, balance and last day there, and a file, until nothing is left of them', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const gifts = [{ cents: 5_000, message: 'Dear <Ada>', position: 0 }];
    const { orderId, orderCode } = await (await openCheckout(museum)).place(
      visitorOrder({ items: [], gifts }),
    );
    const secrets = await OrderSecrets.open(museum.store, museum.clock);
    const at = `/order/${secrets.secretOf(orderId)}`;
    assert.equal((await shopper.get(`${at}/gifts.pdf`)).status, 404);
    await museum.api('POST', `/orders/${orderId}/confirm`, { body: { paidBy: 'cash' } });
    const [{ code }] = (await museum.api('GET', `/orders/${orderId}/gifts`)).json;
    const page = await shopper.get(at);
    assert.equal(page.status, 200);
    for (const part of [code, '€50.00 left, valid to', 'Dear <Ada>'])
      assert.ok(page.text().includes(part), `${part} in ${page.text()}`);
    assert.deepEqual(page.links(`${at}/gifts.pdf`), [`${at}/gifts.pdf`]);
    assert.equal(page.headers['cache-control'], 'no-store');
    const pdf = await shopper.get(`${at}/gifts.pdf`);
    assert.deepEqual(
      [pdf.status, pdf.headers['content-type'], pdf.headers['cache-control']],
      [200, 'application/pdf', 'no-store'],
    );
    assert.ok(`${pdf.headers['content-disposition']}`.includes(`${orderCode}.pdf`));
    const taken = { orderId, index: 0, amount: -50, reason: 'Spent' };
    await museum.api('POST', '/gifts/correct', { body: taken });
    const after = await shopper.get(at);
    assert.ok(after.text().includes('Used up') && !after.text().includes(code));
    assert.equal((await shopper.get(`${at}/gifts.pdf`)).status, 404);
  });
});
