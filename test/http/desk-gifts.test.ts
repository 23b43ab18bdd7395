/** Gift vouchers at the desk: sold, looked up, paid with, corrected and replaced. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { giftsTexts } from '../../src/web/desk/gifts-texts.ts';

const say = giftsTexts('en');

describeOnSqlite((openMuseum) => {
  test('Sell sells a gift voucher, which pays at Sell and for what was reserved; admins correct it and replace its code', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    const cashier = await signInStaff(museum, 'cashier');
    const sell = (typed: Record<string, string>) =>
      cashier.post('/desk/sell', { date: TODAY, key: randomUUID(), ...typed });

    const low = await sell({ gift: '1', paidBy: 'card' });
    assert.deepEqual([low.status, low.text().includes('worth €10.00 to €500.00')], [400, true], low.text());
    const wrong = await sell({ gift: 'ten', giftTo: 'nobody', paidBy: 'card' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text(), new RegExp(say('toFault')));
    const sold = await sell({
      gift: '30',
      giftMessage: 'Dear Ada',
      giftTo: 'ada@example.com',
      paidBy: 'card',
    });
    const at = sold.location as string;
    assert.match(at, /^\/desk\/orders\//);
    const orderId = at.split('/').at(-1) as string;
    const gifts = async () => (await museum.api('GET', `/orders/${orderId}/gifts`)).json;
    const [{ code, amount, message, to }] = await gifts();
    assert.deepEqual([amount, message, to], [30, 'Dear Ada', 'ada@example.com']);
    const page = (await cashier.get(at)).text();
    assert.ok(!page.includes(code) && page.includes('€30.00'), page);
    assert.ok(!page.includes(say('change')));
    const file = await cashier.get(`${at}/gifts.pdf`);
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/pdf']);

    const looked = await cashier.post('/desk/gifts', { gift: code.toUpperCase() });
    assert.match(looked.text(), /Left€30\.00/);
    assert.match((await cashier.post('/desk/gifts', { gift: 'abc' })).text(), new RegExp(say('notFound')));

    const typed = { general: '3', payGift: code };
    const shown = await sell({ ...typed, step: 'apply' });
    assert.match(shown.text(), /pays €30\.00, and then has €0\.00 left.*To pay €6\.00/s);
    const unseen = await sell({ ...typed, paidBy: 'cash' });
    assert.match(unseen.text(), new RegExp(say('checkSum', { sum: '€6.00' })));
    const one = await sell({ general: '1', payGift: code, paysGift: '1200' });
    assert.match(one.location ?? '', /^\/desk\/print\?/);
    const rest = await sell({ ...typed, paysGift: '1800', paidBy: 'cash' });
    assert.match(rest.location ?? '', /^\/desk\/print\?/);
    const { byMethod } = (await museum.api('GET', '/reports/money')).json.total;
    assert.deepEqual([byMethod.gift, byMethod.cash, byMethod.card], [30, 18, 30]);
    const empty = await sell({ ...typed, paysGift: '1800', paidBy: 'cash' });
    assert.match(empty.text(), new RegExp(say('isUsedUp')));
    const forGift = await sell({ gift: '20', payGift: code, paidBy: 'cash' });
    assert.match(forGift.location ?? '', /^\/desk\/orders\//);

    const admin = await signInStaff(museum, 'admin');
    const change = async (how: Record<string, string>) => {
      const form = (await admin.get(at)).form(`${at}/gifts`) as Record<string, string>;
      return admin.post(`${at}/gifts`, { ...form, 'gift-reason': 'Lost', ...how });
    };
    assert.equal((await change({ step: 'correct', 'gift-amount': 'x' })).status, 400);
    const added = await change({ step: 'correct', 'gift-amount': '15.50' });
    assert.equal(added.location, `${at}?done=giftCorrected`);
    const taken = await change({ step: 'correct', 'gift-amount': '-3.50' });
    assert.equal(taken.location, `${at}?done=giftCorrected`);
    assert.equal((await change({ step: 'correct', 'gift-amount': '-13' })).status, 409);
    assert.equal((await change({ step: 'replace' })).location, `${at}?done=giftReplaced`);
    const [replaced] = await gifts();
    assert.equal(replaced.balance, 12);
    assert.notEqual(replaced.code, code);
    assert.match((await admin.get(at)).text(), /Gift voucher replaced by one with a new code.*Lost/s);

    const reserved = await sell({ general: '2', paidBy: 'reserve' });
    const held = reserved.location?.split('?')[0] as string;
    const asked = await cashier.post(`${held}/pay`, { payGift: replaced.code, paidBy: 'cash' });
    assert.match(asked.text(), new RegExp(say('checkSum', { sum: '€12.00' })));
    const paid = await cashier.post(`${held}/pay`, {
      ...{ payGift: replaced.code, paysGift: '1200', paidBy: 'cash' },
    });
    assert.match(paid.location ?? '', /^\/desk\/print\?/);
    assert.equal((await gifts())[0].balance, 0);
    await assertSound(museum);
  });
});
