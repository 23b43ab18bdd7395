/** Articles at the desk: the list under Settings, selling them, and what becomes of them on the page of an order. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { orderHistoryTexts } from '../../src/web/desk/order-history-texts.ts';
import { articlesTexts } from '../../src/web/desk/settings/articles-texts.ts';

const say = articlesTexts('en');
const happened = orderHistoryTexts('en');
const LIST = '/desk/settings/articles';
const FORM = `${LIST}/article`;
const NEW = { article: '', kind: 'extra', 'channels-desk': '1', 'channels-shop': '1', onSale: 'on' };

describeOnSqlite((openMuseum) => {
  test('a manager adds an extra and a donation, changes one, and puts the other first', async (t) => {
    const museum = await openMuseum(t);
    const clerk = await signInStaff(museum, 'manager');
    assert.match((await clerk.get('/desk/settings')).text(), new RegExp(say('none')));
    const add = async (typed: Record<string, string>) => {
      const blank = (await clerk.get(FORM)).form(FORM) as Record<string, string>;
      return clerk.post(FORM, { ...NEW, seen: blank.seen ?? '', ...typed });
    };
    const wrong = await add({ name: 'Guide', price: '4', suggested: '3 3' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text(), new RegExp(say('suggestedFault')));
    const guide = await add({ name: 'Audio guide', price: '4', vat: '21', 'with-general': '1' });
    assert.equal(guide.location, `${LIST}?done=articlesChanged`);
    await add({ name: 'Für das Dach', kind: 'donation', suggested: '3 5 10', least: '1' });
    const listed = async () => (await museum.api('GET', '/articles')).json;
    assert.deepEqual(
      (await listed()).map(({ article, price, suggested, vat, withTicketFor }: Record<string, unknown>) => [
        ...[article, price, suggested, vat, withTicketFor],
      ]),
      [
        ['audio-guide', 4, undefined, 21, ['general']],
        ['fur-das-dach', undefined, [3, 5, 10], undefined, undefined],
      ],
    );
    const shown = (await clerk.get(`${FORM}?article=audio-guide`)).form(FORM) as Record<string, string>;
    await clerk.post(FORM, { ...shown, name: 'Audio tour' });
    const list = (await clerk.get(LIST)).form(LIST) as Record<string, string>;
    await clerk.post(LIST, { ...list, step: 'up-1' });
    assert.deepEqual(
      (await listed()).map(({ name, price }: Record<string, unknown>) => [name, price]),
      [
        ['Für das Dach', undefined],
        ['Audio tour', 4],
      ],
    );
    const stale = await clerk.post(FORM, { ...shown, name: 'Guide' });
    assert.equal(stale.status, 409);
  });

  test('Sell takes articles with tickets and alone, and the order hands them out, takes them back and pays back', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    const guide = { article: 'audio-guide', kind: 'extra', name: 'Audio guide', price: 4 };
    const roof = { article: 'roof', kind: 'donation', name: 'The roof' };
    const articles = [guide, roof].map((each) => ({ ...each, onSale: true, channels: ['desk'] }));
    assert.equal((await museum.api('PUT', '/articles', { body: articles })).status, 200);
    const clerk = await signInStaff(museum, 'cashier');
    const typed = { date: TODAY, key: randomUUID(), 'article_audio-guide': '2', article_roof: '2.5' };
    const sum = await clerk.post('/desk/sell', { ...typed, step: 'add-up', general: '1' });
    assert.match(sum.text(), /€22\.50/);
    const sold = await clerk.post('/desk/sell', { ...typed, paidBy: 'cash' });
    const at = sold.location?.split('?')[0] as string;
    assert.match(at, /^\/desk\/orders\//);
    const again = await clerk.post('/desk/sell', { ...typed, paidBy: 'cash' });
    assert.equal(again.location, sold.location);
    const unread = await clerk.post('/desk/sell', { ...typed, 'article_audio-guide': 'two', paidBy: 'cash' });
    assert.equal(unread.status, 400);
    const order = async () => (await museum.api('GET', `/orders/${at.split('/').at(-1)}`)).json;
    assert.deepEqual([(await order()).total, (await order()).payments[0].method], [10.5, 'cash']);
    const step = (name: string, quantity: string) =>
      clerk.post(`${at}/hand-out`, { article: 'audio-guide', key: randomUUID(), quantity, step: name });
    assert.equal((await step('handOut', '2')).location, `${at}?done=articlesHandedOut`);
    assert.equal((await step('handOut', '1')).status, 409);
    assert.equal((await step('takeBack', '1')).location, `${at}?done=articlesTakenBack`);
    const form = (await clerk.get(at)).form(`${at}/articles`) as Record<string, string>;
    const back = { ...form, 'back-audio-guide': '1', reason: 'Broken', refund: 'cash', amount: '4' };
    assert.equal((await clerk.post(`${at}/articles`, back)).location, `${at}?done=articlesReturned`);
    assert.equal((await clerk.post(`${at}/articles`, back)).location, `${at}?done=articlesReturned`);
    const { account, items } = await order();
    assert.deepEqual(account, { worth: 6.5, paid: 6.5, due: 0, kept: 0 });
    assert.deepEqual([items[0].returned, items[0].handedOut], [1, 1]);
    const history = (await clerk.get(at)).text();
    for (const [what, values] of [
      ['bought', { quantity: 2, name: 'Audio guide' }],
      ['donated', { quantity: 1, name: 'The roof' }],
      ['handedOut', { quantity: 2, name: 'Audio guide' }],
      ['takenBack', { quantity: 1, name: 'Audio guide' }],
      ['articleReturned', { quantity: 1, name: 'Audio guide' }],
    ] as const)
      assert.ok(history.includes(happened(what, values)), what);
    assert.ok(!history.includes(happened('sold', { count: 0 })));
    await assertSound(museum);
  });

  test('a sale with a donation is undone whole', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
    const roof = { article: 'roof', kind: 'donation', name: 'The roof', onSale: true, channels: ['desk'] };
    await museum.api('PUT', '/articles', { body: [roof] });
    const clerk = await signInStaff(museum, 'cashier');
    const typed = { date: TODAY, key: randomUUID(), general: '1', article_roof: '5', paidBy: 'card' };
    await clerk.post('/desk/sell', typed);
    const [{ orderId }] = (await museum.api('GET', '/orders?state=sold')).json;
    const undone = await clerk.post(`/desk/orders/${orderId}/undo`, {});
    assert.equal(undone.location, `/desk/orders/${orderId}?done=saleUndone`);
    const { state, account } = (await museum.api('GET', `/orders/${orderId}`)).json;
    assert.deepEqual([state, account.paid], ['void', 0]);
    await assertSound(museum);
  });
});
