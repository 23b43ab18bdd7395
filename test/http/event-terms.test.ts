import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  newEvent,
  TODAY,
  WITH_WEBHOOKS,
} from '../../fixtures/samples.ts';
import { SHOP_SETTINGS, shopperIn } from '../../fixtures/shop.ts';
import { assertSound } from '../../fixtures/sound.ts';

const DAY = '2027-03-14';
const OTHER = '2027-03-15';
const ALL = `startDate=${DAY}&endDate=2027-03-21&limit=30`;
const CATEGORIES = [
  { category: 'standard', name: 'Adult', unitType: 'ADULT' },
  { category: 'member', name: 'Member', unitType: 'OTHER' },
];

describeOnDatabase((openMuseum) => {
  const put = async (museum: Museum, path: string, body: object) => {
    const answer = await museum.api('PUT', path, { body, as: 'manager' });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const create = async (museum: Museum, visibility: string) => {
    const answer = await museum.api('POST', `/special-events?visibility=${visibility}`, { body: newEvent() });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.eventId as string;
  };
  const buy = (museum: Museum, body: Record<string, unknown>, as: Asker = 'manager') =>
    museum.api('POST', '/tickets', { body, as });
  const setVisibility = (museum: Museum, eventId: string, visibility: string, as: Asker = 'manager') =>
    museum.api('PUT', `/special-events/${eventId}/visibility`, { body: { visibility }, as });
  const listed = async (museum: Museum, as: Asker) => {
    const ids = (list: readonly { readonly eventId?: string }[]) =>
      list.flatMap(({ eventId }) => eventId ?? []);
    const events = await museum.api('GET', `/special-events?${ALL}`, { as });
    const offers = await museum.api('GET', `/availability?${ALL}&ticketType=event`, { as });
    return [...new Set([...ids(events.json), ...ids(offers.json)])];
  };

  it('is public unless it is made otherwise', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const shown = await museum.api('GET', `/special-events/${eventId}/visibility`, { as: 'viewer' });
    assert.deepEqual([shown.status, shown.json], [200, { visibility: 'public' }]);
    assertRefused(await setVisibility(museum, eventId, 'secret'), 400, 'invalid-request', [
      'body /visibility',
    ]);
    assertRefused(await setVisibility(museum, eventId, 'draft', 'cashier'), 403, 'forbidden');
  });

  it('is a draft that nobody finds but who arranges the programme, and that nobody buys', async (t) => {
    const museum = await openMuseum(t);
    const eventId = await create(museum, 'draft');
    for (const path of ['', '/visibility', '/prices', '/times', `/times/${DAY}`])
      for (const [as, status] of [
        ['manager', 200],
        ['cashier', 404],
        ['partner', 404],
      ] as const) {
        const answer = await museum.api('GET', `/special-events/${eventId}${path}`, { as });
        assert.equal(answer.status, status, `${as} ${path}`);
      }
    for (const as of ['admin', 'cashier', 'partner'] as const) assert.deepEqual(await listed(museum, as), []);
    const purchase = eventPurchase(eventId);
    assertRefused(await buy(museum, purchase), 409, 'not-announced');
    assertRefused(await buy(museum, purchase, 'cashier'), 404, 'event-not-found');
    await put(museum, `/special-events/${eventId}/times`, { times: ['11:00'] });
    assertRefused(await buy(museum, { ...purchase, entryTime: '11:00' }), 409, 'not-announced');
    assertRefused(await buy(museum, { ...purchase, entryTime: '11:00' }, 'partner'), 404, 'event-not-found');
    const today = newEvent({ dates: [TODAY] });
    await museum.api('POST', '/special-events?visibility=draft', { body: today });
    assert.deepEqual((await museum.api('GET', '/gate/snapshot', { as: 'gate' })).json.events, []);
    await assertSound(museum);
    assert.equal((await setVisibility(museum, eventId, 'public')).status, 200);
    assert.deepEqual(await listed(museum, 'partner'), [eventId]);
    await buyTicket(museum, { ...purchase, entryTime: '11:00' }, 'partner');
    await assertSound(museum);
  });

  it('can’t become a draft while tickets of it are sold or held', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
    assertRefused(await setVisibility(museum, eventId, 'draft'), 409, 'event-sold');
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
    const { email: _, ...item } = eventPurchase(eventId);
    const held = await museum.api('POST', '/orders', {
      body: { items: [{ ...item, quantity: 1 }], hold: 600 },
    });
    assert.equal(held.status, 201, held.text);
    assertRefused(await setVisibility(museum, eventId, 'draft'), 409, 'event-sold');
    await museum.api('POST', `/orders/${held.json.orderId}/release`);
    assert.equal((await setVisibility(museum, eventId, 'draft')).status, 200);
    await assertSound(museum);
  });

  it('is unlisted: staff find it, partners and visitors only by its id or link', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const eventId = await create(museum, 'unlisted');
    assert.deepEqual(await listed(museum, 'cashier'), [eventId]);
    assert.deepEqual(await listed(museum, 'partner'), []);
    const offered = await museum.api('GET', `/availability?${ALL}&eventId=${eventId}`, { as: 'partner' });
    assert.equal(offered.json.length, 3);
    await buyTicket(museum, eventPurchase(eventId), 'partner');
    const shopper = shopperIn(museum);
    for (const path of ['/', `/visit?date=${DAY}`, '/programme.ics', '/sitemap.xml'])
      assert.doesNotMatch((await museum.ask('GET', path)).text, new RegExp(eventId), path);
    const page = await shopper.get(`/events/${eventId}`);
    assert.match(page.html, /<meta name="robots" content="noindex">/);
    assert.doesNotMatch(page.html, /application\/ld\+json/);
    const link = `/visit?date=${DAY}&event=${eventId}`;
    assert.ok(page.html.includes(link.replace('&', '&amp;')), page.html);
    const visit = await shopper.get(link);
    assert.match(visit.html, /<meta name="robots" content="noindex">/);
    assert.match(visit.html, new RegExp(`name="${eventId}\\.standard"`));
    await museum.api('PUT', `/special-events/${eventId}/visibility`, { body: { visibility: 'public' } });
    museum.clock.advance(1_000); // pages for everybody may be a second old
    assert.match((await museum.ask('GET', '/sitemap.xml')).text, new RegExp(eventId));
  });

  it('tells webhooks that it is published when it is first public, and nothing while it is a draft', async (t) => {
    const museum = await openMuseum(t, { settings: WITH_WEBHOOKS });
    const receiver = await startReceiver(t);
    await museum.api('POST', '/webhooks', { body: { url: receiver.url, types: ['*'] } });
    const eventId = await create(museum, 'draft');
    const moveTo = async (location: string) => {
      const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body: { location } });
      assert.equal(changed.status, 200, changed.text);
    };
    await moveTo('Great hall');
    const dropped = await create(museum, 'draft');
    await museum.api('DELETE', `/special-events/${dropped}`);
    // All at once: what was hidden stays so, whenever it is read.
    for (const visibility of ['unlisted', 'public', 'unlisted', 'public'])
      assert.equal((await setVisibility(museum, eventId, visibility)).status, 200);
    await moveTo('Hall');
    await receiver.has(2);
    assert.equal((await setVisibility(museum, eventId, 'draft')).status, 200);
    await moveTo('Attic');
    const { eventId: marker } = await createEvent(museum);
    await receiver.has(3);
    assert.deepEqual(receiver.received.map(({ json }) => `${json.type} ${json.data.eventId}`).toSorted(), [
      `special-event.changed ${eventId}`,
      `special-event.published ${eventId}`,
      `special-event.published ${marker}`,
    ]);
    const told = receiver.received.filter(({ json }) => json.data.eventId === eventId);
    assert.deepEqual(told.map(({ json }) => json.data.location).toSorted(), ['Great hall', 'Hall']);
  });

  it('has entry times of its own on a date, which go with the date', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const at = `/special-events/${eventId}/times`;
    const timesOn = async (day: string) => (await museum.api('GET', `${at}/${day}`)).json.times;
    await put(museum, at, { times: ['11:00', '14:30'] });
    assert.deepEqual(await timesOn(DAY), ['11:00', '14:30']);
    assert.deepEqual(await put(museum, `${at}/${DAY}`, { times: ['18:30'] }), { times: ['18:30'] });
    const offered = await museum.api(
      'GET',
      `/availability?startDate=${DAY}&endDate=${OTHER}&ticketType=event`,
    );
    assert.deepEqual(
      offered.json.map(({ times }: { times: { entryTime: string }[] }) =>
        times.map((each) => each.entryTime),
      ),
      [['18:30'], ['11:00', '14:30']],
    );
    const purchase = eventPurchase(eventId);
    assertRefused(await buy(museum, { ...purchase, entryTime: '11:00' }), 409, 'no-such-entry-time');
    assertRefused(await buy(museum, purchase), 409, 'entry-time-needed');
    await buyTicket(museum, { ...purchase, entryTime: '18:30' });
    await put(museum, `${at}/${OTHER}`, { times: [] });
    await buyTicket(museum, { ...purchase, ticketDate: OTHER });
    await put(museum, at, { times: [] });
    assert.deepEqual([await timesOn(DAY), await timesOn(OTHER)], [['18:30'], []]);
    await assertSound(museum);
    assert.equal((await museum.api('DELETE', `${at}/${OTHER}`)).status, 204);
    assertRefused(await museum.api('DELETE', `${at}/${OTHER}`), 404, 'exception-not-found');
    assertRefused(await museum.api('GET', `${at}/2027-03-16`), 409, 'not-an-event-day');
    assertRefused(
      await museum.api('PUT', `${at}/2027-03-16`, { body: { times: [] } }),
      409,
      'not-an-event-day',
    );
    for (const dates of [[OTHER], [DAY, OTHER]])
      assert.equal(
        (await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } })).status,
        200,
      );
    assert.deepEqual(await timesOn(DAY), [], 'they went with the date');
    await assertSound(museum);
  });

  it('takes the entry times of a date along when it is postponed, unless the new date has its own', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [DAY, OTHER] });
    const at = `/special-events/${eventId}/times`;
    await put(museum, at, { times: ['11:00'] });
    await put(museum, `${at}/${DAY}`, { times: ['18:30'] });
    await buyTicket(museum, { ...eventPurchase(eventId), entryTime: '18:30' });
    const postpone = (from: string, to: string) =>
      museum.api('POST', `/special-events/${eventId}/postpone`, { body: { from, to } });
    assertRefused(await postpone(DAY, OTHER), 409, 'times-missing');
    assert.equal((await postpone(DAY, '2027-03-20')).status, 200);
    assert.deepEqual((await museum.api('GET', `${at}/2027-03-20`)).json, { times: ['18:30'] });
    await put(museum, `${at}/${OTHER}`, { times: ['18:30', '20:00'] });
    assert.equal((await postpone('2027-03-20', OTHER)).status, 200);
    assert.deepEqual((await museum.api('GET', `${at}/${OTHER}`)).json, { times: ['18:30', '20:00'] });
    await assertSound(museum);
  });

  it('has a time that clocks show twice once, and leaves out one that they skip', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-28'] });
    await put(museum, `/special-events/${eventId}/times/2027-03-28`, { times: ['01:30', '02:30', '03:30'] });
    const days = 'startDate=2027-03-28&endDate=2027-03-28&ticketType=event';
    const [row] = (await museum.api('GET', `/availability?${days}`)).json;
    assert.deepEqual(
      row.times.map(({ entryTime }: { entryTime: string }) => entryTime),
      ['01:30', '03:30'],
    );
    const purchase = eventPurchase(eventId, { ticketDate: '2027-03-28', entryTime: '02:30' });
    assertRefused(await buy(museum, purchase), 409, 'no-such-entry-time');
    const { eventId: autumn } = await createEvent(museum, { dates: ['2027-10-31'], name: 'Bats' });
    await put(museum, `/special-events/${autumn}/times/2027-10-31`, { times: ['02:30', '03:30'] });
    const twice = 'startDate=2027-10-31&endDate=2027-10-31&ticketType=event';
    const [shown] = (await museum.api('GET', `/availability?${twice}`)).json;
    assert.deepEqual(
      shown.times.map(({ entryTime }: { entryTime: string }) => entryTime),
      ['02:30', '03:30'],
    );
    await buyTicket(museum, eventPurchase(autumn, { ticketDate: '2027-10-31', entryTime: '02:30' }));
  });

  it('shows visitors no price of standard where that is not sold', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    await put(museum, '/categories', CATEGORIES);
    const { eventId } = await createEvent(museum);
    await put(museum, `/special-events/${eventId}/prices`, [
      { category: 'standard', price: 25, onSale: false },
      { category: 'member', price: 8 },
    ]);
    const shopper = shopperIn(museum);
    for (const path of ['/', `/events/${eventId}`, `/visit?date=${DAY}`]) {
      const { html } = await shopper.get(path);
      assert.doesNotMatch(html, /€25/, path);
      assert.match(html, /€8\.00/, path);
    }
    const [, graph = ''] =
      /ld\+json">(.*?)<\/script>/s.exec((await shopper.get(`/events/${eventId}`)).html) ?? [];
    const { offers } = JSON.parse(graph)['@graph'][1];
    assert.deepEqual(
      offers.map(({ name, price }: { name: string; price: number }) => [name, price]),
      [['Member', 8]],
    );
  });

  it('is not sold to standard where its prices say so', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, '/categories', CATEGORIES);
    const { eventId } = await createEvent(museum);
    const at = `/special-events/${eventId}/prices`;
    const prices = [
      { category: 'standard', price: 25, onSale: false },
      { category: 'member', price: 9 },
    ];
    assert.deepEqual(await put(museum, at, prices), prices);
    assert.deepEqual((await museum.api('GET', at)).json, prices);
    assertRefused(await buy(museum, eventPurchase(eventId)), 409, 'category-not-sold');
    await assertSound(museum);
    await buyTicket(museum, eventPurchase(eventId, { category: 'member' }));
    const days = `startDate=${DAY}&endDate=${DAY}&ticketType=event`;
    const [row] = (await museum.api('GET', `/availability?${days}`)).json;
    assert.deepEqual([row.sold, row.prices], [1, [{ category: 'member', name: 'Member', price: 9 }]]);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 30 } });
    assertRefused(await buy(museum, eventPurchase(eventId)), 409, 'category-not-sold');
    const refused = async (path: string, body: object, pointer: string) =>
      assertRefused(await museum.api('PUT', path, { body }), 400, 'invalid-request', [`body ${pointer}`]);
    await refused(at, [{ category: 'standard', price: 25, onSale: false }], '/0/onSale');
    const member = { category: 'member', price: 9, onSale: false };
    await refused(at, [{ category: 'standard', price: 25 }, member], '/1/onSale');
    await refused('/general-entry/prices', prices, '/0/onSale');
    await put(museum, at, [{ category: 'standard', price: 25, onSale: true }]);
    await buyTicket(museum, eventPurchase(eventId));
  });
});
