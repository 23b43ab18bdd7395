/** Extras and donations in the shop: under the tickets of a day, without scripts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS as settings, shopperIn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { visitTexts } from '../../src/web/shop/visit-texts.ts';

const say = visitTexts('en');
const DAY = '2027-03-02';
const GUIDE = {
  ...{ article: 'guide', kind: 'extra', name: 'Audio guide', names: { de: 'Audioguide' }, price: 4 },
  ...{ description: 'Six languages', onSale: true, channels: ['desk', 'shop'] },
};
const ROOF = {
  ...{ article: 'roof', kind: 'donation', name: 'The roof', suggested: [3, 5], least: 1, most: 50 },
  ...{ onSale: true, channels: ['shop'] },
};
const CATALOGUE = { ...GUIDE, article: 'catalogue', name: 'Catalogue', channels: ['desk'] };

describeOnSqlite((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0], articles: readonly object[]) => {
    const museum = await openMuseum(t, { settings });
    assert.equal((await museum.api('PUT', '/articles', { body: articles })).status, 200);
    return museum;
  };

  test('a museum without articles has none of it on its page', async (t) => {
    const museum = await opened(t, [{ ...GUIDE, onSale: false }, CATALOGUE]);
    assert.doesNotMatch((await shopperIn(museum).get(`/visit?date=${DAY}`)).html, /article|donation/);
  });

  test('what the shop sells is ordered with the tickets of a day, and nothing is given unless it is chosen', async (t) => {
    const museum = await opened(t, [GUIDE, CATALOGUE, ROOF]);
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/visit?date=${DAY}`);
    assert.match(page.html, /<input type="radio" id="article_roof" name="article_roof" value="" checked>/);
    assert.match(page.text(), /Audio guide €4\.00.*Six languages.*The roof.*Nothing.*€3\.00.*€5\.00/s);
    assert.match((await shopper.get(`/visit?date=${DAY}&language=de`)).text(), /Audioguide/);
    const typed = { 'general.standard': '2', article_guide: '1', article_roof: '300' };
    const other = await shopper.order(DAY, { ...typed, day: '2027-03-04' });
    assert.equal(
      other.location,
      '/visit?date=2027-03-04&general.standard=2&article_guide=1&article_roof=300',
    );
    assert.equal((await shopper.get(other.location ?? '')).output(), '€25.00');
    const ordered = await shopper.order(DAY, { ...typed, email: 'ada@example.com' });
    assert.equal(ordered.status, 303);
    const [{ items, total }] = (await museum.api('GET', '/orders?state=held')).json;
    assert.deepEqual(
      [
        total,
        ...items.map((each: Record<string, unknown>) => [each.kind, each.article, each.quantity, each.price]),
      ],
      [25, ['ticket', undefined, 2, 9], ['article', 'guide', 1, 4], ['article', 'roof', 1, 3]],
    );
    assert.match(
      (await shopper.get(ordered.location ?? '')).text(),
      /Audio guide.*1 ×.*€4\.00.*The roof.*€3\.00/s,
    );
    await assertSound(museum);
  });

  test('an amount is typed, and one that is not taken is asked for again', async (t) => {
    const museum = await opened(t, [ROOF]);
    const shopper = shopperIn(museum);
    const typed = { 'general.standard': '1', email: 'ada@example.com', article_roof: 'other' };
    const outside = { least: '€1.00', most: '€50.00' };
    for (const amount of ['', '0.5', '51', 'much']) {
      const asked = await shopper.order(DAY, { ...typed, article_roof_other: amount });
      assert.equal(asked.status, 400, amount);
      assert.ok(asked.text().includes(say('donationFault', outside)), amount);
    }
    assert.equal((await shopper.order(DAY, { ...typed, article_roof_other: '7,50' })).status, 303);
    const [{ total }] = (await museum.api('GET', '/orders?state=held')).json;
    assert.equal(total, 16.5);
  });

  test('what is sold only with a ticket for something else says so', async (t) => {
    const museum = await openMuseum(t, { settings });
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    await museum.api('PUT', '/articles', { body: [{ ...GUIDE, withTicketFor: [eventId] }] });
    const typed = { 'general.standard': '1', article_guide: '1', email: 'ada@example.com' };
    const refused = await shopperIn(museum).order(DAY, typed);
    assert.equal(refused.status, 409);
    assert.match(refused.text(), /Audio guide/);
  });
});
