/** Codes in the shop: applied without scripts, in links, and kept in no page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { SHOP_SETTINGS as settings, shopperIn, stateOn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { shopRefusalsTexts } from '../../src/web/shop/shop-refusals-texts.ts';
import { visitTexts } from '../../src/web/shop/visit-texts.ts';

const say = visitTexts('en');
const sayNo = shopRefusalsTexts('en');
const DAY = '2027-03-02';

async function makeCode({ api }: Museum, more: object = {}) {
  const made = await api('POST', '/codes', {
    body: { code: 'SPRING-27', kind: 'percent', value: 20, ...more },
  });
  assert.equal(made.status, 201, made.text);
  return made.json[0];
}

async function usedOf({ api }: Museum, code = 'SPRING-27'): Promise<number> {
  return (await api('GET', `/codes?code=${code}`)).json[0].used;
}

/** An event that is sold only with a code. */
async function hiddenEvent(museum: Museum): Promise<string> {
  const { eventId } = await createEvent(museum, { dates: [DAY] });
  const path = `/special-events/${eventId}/visibility`;
  assert.equal((await museum.api('PUT', path, { body: { visibility: 'code' } })).status, 200);
  return eventId;
}

describeOnSqlite((openMuseum) => {
  test('only a museum with codes for visitors asks for one', async (t) => {
    const museum = await openMuseum(t, { settings });
    const shopper = shopperIn(museum);
    const asks = async () => (await shopper.get(`/visit?date=${DAY}`)).hasField('code');
    assert.equal(await asks(), false);
    await makeCode(museum, { code: 'PARTNERS-27', channels: ['desk', 'partners'] });
    assert.equal(await asks(), false);
    const { codeId } = await makeCode(museum, { channels: ['shop'] });
    assert.equal(await asks(), true);
    await museum.api('PATCH', `/codes/${codeId}`, { body: { validTo: '2027-02-28T00:00:00Z' } });
    assert.equal(await asks(), false, 'it is over');
    await museum.api('PATCH', `/codes/${codeId}`, { body: { validTo: null, enabled: false } });
    assert.equal(await asks(), false);
  });

  test('Apply shows the price with the code and the full one, and what is bought costs that', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum, { perOrder: 1 });
    const shopper = shopperIn(museum);
    const choice = { 'general.standard': '2', code: ' spring 27' };
    const applied = await shopper.order(DAY, { ...choice, step: 'apply' });
    assert.equal(applied.status, 200, applied.problem());
    assert.match(applied.html, /<output[^>]*>€16\.20<\/output>/);
    assert.match(applied.html, /<s>€9\.00<\/s>\s*€7\.20/);
    assert.ok(applied.text().includes(say('codeApplied', { count: 1 })));
    assert.equal(await usedOf(museum), 0);
    const at = await shopper.buy(DAY, choice);
    const page = await shopper.get(at);
    assert.equal(stateOn(page), 'held');
    assert.ok(page.html.includes('<s>€9.00</s>') && page.text().includes('€16.20'));
    assert.equal(await usedOf(museum), 1);
    await assertSound(museum);
  });

  test('a code that fits nothing says why, and one that is wrong is told in one way', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum, { for: { weekdays: [7] } });
    await makeCode(museum, { code: 'OVER-2026', validTo: '2026-12-31T00:00:00Z' });
    await makeCode(museum, { code: 'ONCE-2027', uses: 1 });
    const shopper = shopperIn(museum);
    const faultOf = async (code: string, step = 'apply') => {
      const page = await shopper.order(DAY, { 'general.standard': '1', code, step });
      assert.deepEqual([page.status, page.faultyFields()], [409, ['code']]);
      assert.equal(page.value('code'), code);
      return page.fault('code');
    };
    assert.equal(await faultOf('spring-27'), sayNo('codeForOtherDays'));
    for (const wrong of ['UNKNOWN-27', 'OVER-2026', 'x'.repeat(101)])
      assert.equal(await faultOf(wrong, ''), sayNo('codeInvalid'));
    await shopper.buy(DAY, { 'general.standard': '1', code: 'once2027' });
    assert.equal(await faultOf('ONCE-2027'), sayNo('codeUsedUp'));
    const none = await shopper.order(DAY, { code: 'ONCE-2027', step: 'apply' });
    assert.equal(none.fault('code'), say('chooseSome'));
  });

  test('where fewer tickets get the code than fit, the page is shown again before anything is ordered', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum, { uses: 1 });
    const shopper = shopperIn(museum);
    const choice = { 'general.standard': '2', code: 'SPRING-27' };
    const first = await shopper.order(DAY, choice);
    assert.equal(first.fault('code'), say('fewerReduced', { count: 1 }));
    assert.match(first.html, /<output[^>]*>€16\.20<\/output>/);
    assert.equal(await usedOf(museum), 0);
    const again = await shopper.post('/visit', { ...first.form('/visit'), ...choice });
    assert.equal(again.status, 303, again.problem());
    assert.equal(await usedOf(museum), 1);
  });

  test('what a code makes free is ordered at once, and counts as free for its network', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum, { value: 100 });
    const shopper = shopperIn(museum);
    const choice = { 'general.standard': '2', code: 'SPRING-27' };
    const applied = await shopper.order(DAY, { ...choice, step: 'apply' });
    assert.ok(applied.html.includes(`>${say('order')}</button>`));
    assert.equal(stateOn(await shopper.get(await shopper.buy(DAY, choice))), 'sold');
    await assertSound(museum);
  });

  test('an event for who has a code is found and bought only with its link, which no page keeps', async (t) => {
    const museum = await openMuseum(t, { settings });
    const eventId = await hiddenEvent(museum);
    await makeCode(museum);
    await makeCode(museum, {
      code: 'MEMBERS-27',
      kind: 'access',
      value: undefined,
      for: { eventIds: [eventId] },
    });
    const shopper = shopperIn(museum);
    const at = `/events/${eventId}`;
    const missing = await shopper.get(`/events/01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24`);
    for (const path of [at, `${at}?code=UNKNOWN-27`, `${at}?code=SPRING-27`]) {
      const hidden = await shopper.get(path);
      assert.deepEqual([hidden.status, hidden.heading()], [404, missing.heading()]);
    }
    const link = `${at}?code=members27`;
    const shown = await shopper.get(link);
    assert.deepEqual(
      [shown.status, shown.headers['cache-control'], shown.headers.etag],
      [200, 'no-store', undefined],
    );
    const [toTickets = ''] = /\/visit\?date=[^"#]*/.exec(shown.html) ?? [];
    const visit = await shopper.get(toTickets.replaceAll('&amp;', '&'));
    assert.equal(visit.headers['cache-control'], 'no-store');
    assert.equal(visit.value('code'), 'members27');
    const form = {
      ...(visit.form('/visit') as object),
      email: 'ada@example.com',
      [`${eventId}.standard`]: '1',
    };
    const bought = await shopper.post('/visit', form);
    assert.equal(bought.status, 303, bought.problem());
    assert.equal(await usedOf(museum, 'MEMBERS-27'), 1);
    const { code: _, ...without } = form as Record<string, string>;
    assert.equal((await shopper.post('/visit', without)).status, 400);
    for (const path of [
      at,
      `/visit?date=${DAY}`,
      `/visit?date=${DAY}&event=${eventId}`,
      '/',
      '/programme.ics',
      '/sitemap.xml',
    ]) {
      const page = await shopper.get(path);
      assert.ok(
        !/members/i.test(page.html) && (path.includes(eventId) || !page.html.includes(eventId)),
        path,
      );
    }
    const home = await shopper.get('/?code=members27');
    assert.ok(!/members/i.test(home.html));
    await assertSound(museum);
  });

  test('a code in the address of a day fills the form in and is kept in no page', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum);
    const shopper = shopperIn(museum);
    const page = await shopper.get(`/visit?date=${DAY}&standard=2&code=spring-27`);
    assert.equal(page.value('code'), 'spring-27');
    assert.match(page.html, /<output[^>]*>€14\.40<\/output>/);
    assert.equal(page.headers['cache-control'], 'no-store');
    const plain = await shopper.get(`/visit?date=${DAY}&standard=2`);
    assert.ok(!/spring/i.test(plain.html));
    const other = await shopper.order(DAY, { 'general.standard': '1', code: 'SPRING-27', day: '2027-03-03' });
    assert.match(other.location ?? '', /^\/visit\?date=2027-03-03&code=SPRING-27&general\.standard=1$/);
  });

  test('wrong codes of a network are slowed, wherever they are tried, and a right one is taken', async (t) => {
    const museum = await openMuseum(t, { settings });
    await makeCode(museum);
    const eventId = await hiddenEvent(museum);
    const shopper = shopperIn(museum);
    const tries = (code: string) => shopper.order(DAY, { 'general.standard': '1', code, step: 'apply' });
    for (let guess = 0; guess < 19; guess++) assert.equal((await tries(`WRONG-${guess}-27`)).status, 409);
    assert.equal((await shopper.get(`/events/${eventId}?code=WRONG-19-27`)).status, 404);
    const slowed = await tries('WRONG-20-27');
    assert.deepEqual([slowed.status, slowed.fault('code')], [429, sayNo('codeTooMany')]);
    assert.ok(Number(slowed.headers['retry-after']) > 0);
    assert.equal((await shopper.get(`/events/${eventId}?code=WRONG-21-27`)).status, 429);
    assert.equal((await tries('SPRING-27')).status, 200);
  });
});
