import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { openGifts } from '../../fixtures/gifts.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, generalPurchase } from '../../fixtures/samples.ts';
import { findAccountId } from '../../src/accounts/index.ts';
import { giveBackToGifts, redeemGifts, returnGifts } from '../../src/gifts/index.ts';

describeOnDatabase((openMuseum) => {
  test('what is left of a gift voucher is told to whoever sells, however its code is typed', async (t) => {
    const museum = await openMuseum(t);
    const { sell } = await openGifts(museum);
    const { code } = await sell({ message: 'Dear Ada', recipient: 'ada@example.com' });
    const gift = code.toUpperCase().replaceAll('-', ' ');
    const look = await museum.api('POST', '/gifts/look', { body: { gift }, as: 'cashier' });
    assert.equal(look.headers['cache-control'], 'no-store');
    assert.deepEqual(look.json, { balance: 50, currency: 'EUR', validTo: '2030-12-31', state: 'valid' });
    const wrong = { body: { gift: code.slice(0, -1) }, as: 'cashier' } as const;
    assertRefused(await museum.api('POST', '/gifts/look', wrong), 404, 'gift-not-found');
  });

  test('whoever guesses codes has to wait, and a right one is still taken', async (t) => {
    const museum = await openMuseum(t);
    const { code } = await (await openGifts(museum)).sell();
    const look = (gift: string, as: 'cashier' | 'partner' = 'partner') =>
      museum.api('POST', '/gifts/look', { body: { gift }, as });
    for (let guess = 1; guess <= 20; guess += 1)
      assertRefused(await look(`k7m2-qdxp-3fha-${2222 + guess}`), 404, 'gift-not-found');
    const slowed = await look('k7m2-qdxp-3fha-9trc');
    assertRefused(slowed, 429, 'too-many-guesses');
    assert.equal(slowed.headers['retry-after'], '900');
    assert.equal((await look(code)).status, 200);
    assertRefused(await look('k7m2-qdxp-3fha-9trc', 'cashier'), 404, 'gift-not-found');
  });

  test('the codes of an order are shown to those who sell it, and nowhere else', async (t) => {
    const museum = await openMuseum(t);
    const { issue } = await openGifts(museum);
    const { ticketId: orderId } = await buyTicket(museum, generalPurchase(), 'partner');
    const soldBy = (await findAccountId(museum.store, 'partner')) as never;
    const recipient = 'ada@example.com';
    await issue({ orderId, soldBy }, { orderId, soldBy, cents: 1_250, message: 'Dear Ada', recipient });
    const answer = await museum.api('GET', `/orders/${orderId}/gifts`, { as: 'partner' });
    assert.equal(answer.headers['cache-control'], 'no-store');
    const [first, second] = answer.json;
    const standing = { currency: 'EUR', validTo: '2030-12-31', state: 'valid' };
    assert.deepEqual(first, { index: 0, code: first.code, amount: 50, balance: 50, ...standing });
    const written = { message: 'Dear Ada', to: recipient };
    assert.deepEqual(second, {
      ...{ index: 1, code: second.code, amount: 12.5, balance: 12.5 },
      ...standing,
      ...written,
    });
    const { text } = await museum.api('GET', `/orders/${orderId}`);
    assert.ok(!text.includes(first.code) && !text.includes(second.code));
    const strange = await museum.api('GET', `/orders/${orderId}/gifts`, { as: 'other-partner' });
    assertRefused(strange, 404, 'order-not-found');
    const looks = await museum.api('GET', '/journal?kind=gift.shown');
    assert.equal(looks.json.length, 1);
  });

  test('staff correct a gift voucher and replace one that was lost, and get its code where codes are', async (t) => {
    const museum = await openMuseum(t);
    const { issue } = await openGifts(museum);
    const { ticketId: orderId } = await buyTicket(museum, generalPurchase());
    await issue({ orderId });
    const codeNow = async () => (await museum.api('GET', `/orders/${orderId}/gifts`)).json[0].code;
    const code = await codeNow();
    const change = (what: string, body: object) =>
      museum.api('POST', `/gifts/${what}`, { body: { orderId, index: 0, reason: 'Lost', ...body } });
    const corrected = await change('correct', { amount: -7.5 });
    assert.deepEqual(corrected.json, {
      ...{ index: 0, amount: 50, balance: 42.5 },
      ...{ currency: 'EUR', validTo: '2030-12-31', state: 'valid' },
    });
    const tooLow = await change('correct', { amount: -42.51 });
    assertRefused(tooLow, 409, 'gift-balance-too-low');
    assert.equal(tooLow.json.balance, 42.5);
    for (const amount of [0, 0.001, 1_000_000.01, '1'])
      assertRefused(await change('correct', { amount }), 400, 'invalid-request', ['body /amount']);
    assertRefused(await change('correct', { amount: 1, index: 1 }), 404, 'gift-not-found');
    const replaced = await change('replace', {});
    assert.deepEqual(replaced.json, corrected.json);
    assert.notEqual(await codeNow(), code);
    const old = await museum.api('POST', '/gifts/look', { body: { gift: code } });
    assertRefused(old, 404, 'gift-not-found');
  });

  test('the report of gift vouchers says what the museum owes at the end of each month', async (t) => {
    const museum = await openMuseum(t);
    const { act, issue, show, terms } = await openGifts(museum);
    const [sold] = await issue({}, { cents: 2_000 });
    const orderId = sold?.orderId as never;
    const [code] = (await show(orderId)).map((gift) => gift.code as string);
    const paidFor = (await buyTicket(museum, generalPurchase())).ticketId;
    museum.clock.advance(40 * 86_400_000); // 10 April
    await act((context) => {
      const uses = [{ code: code as string, cents: 3_000 }];
      return redeemGifts(context, { orderId: paidFor, currency: 'EUR', uses }, terms);
    });
    await act((context) => giveBackToGifts(context, { orderId: paidFor, cents: 500 }, terms));
    await act((context) => returnGifts(context, { orderId, items: [1] }, terms));
    const report = async (query: string, as: 'viewer' | 'partner' = 'viewer') =>
      (await museum.api('GET', `/reports/gifts?${query}`, { as })).json;
    const none = { issued: 0, redeemed: 0, givenBack: 0, returned: 0, expired: 0, corrected: 0 };
    const march = { ...none, month: '2027-03', issued: 70, outstanding: 70 };
    const april = { ...none, redeemed: 30, givenBack: 5, returned: 20, outstanding: 25 };
    const both = await report('by=month&startDate=2027-03-01&endDate=2027-04-30');
    assert.deepEqual(both.rows, [march, { month: '2027-04', ...april }]);
    assert.deepEqual(both.total, { ...april, issued: 70 });
    const alone = await report('by=month&startDate=2027-04-01&endDate=2027-04-30');
    assert.deepEqual([alone.rows, alone.total], [[{ month: '2027-04', ...april }], april]);
    const later = await report('by=month&startDate=2027-05-01&endDate=2027-07-31');
    assert.deepEqual(later.rows, [{ month: '2027-07', ...none, outstanding: 25 }]);
    assert.deepEqual((await report('startDate=2026-01-01&endDate=2026-01-02')).rows, []);
    assert.deepEqual((await report('by=month&startDate=2027-03-01', 'partner')).rows, []);
  });
});
