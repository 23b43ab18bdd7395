/** What is sold beside tickets: the list of articles, orders that have some, and what becomes of them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';

const DAY = '2027-03-14';
const GUIDE = {
  ...{
    article: 'audio-guide',
    kind: 'extra',
    name: 'Audio guide',
    names: { de: 'Audioguide' },
    price: 4,
    vat: 21,
  },
  ...{ onSale: true, channels: ['desk', 'shop', 'partners'] },
};
const CATALOGUE = {
  ...{ article: 'catalogue', kind: 'extra', name: 'Catalogue', description: '240 pages', price: 29.5 },
  ...{ onSale: true, channels: ['desk'] },
};
const DONATION = {
  ...{ article: 'donation', kind: 'donation', name: 'Donation', suggested: [2, 5, 10], least: 1, most: 100 },
  ...{ onSale: true, channels: ['desk', 'shop'] },
};
const tickets = (quantity: number) => ({ ticketType: 'general', ticketDate: DAY, quantity });
const guides = (quantity: number) => ({ article: 'audio-guide', quantity });
const donation = (price: number) => ({ article: 'donation', price, quantity: 1 });

const put = (museum: Museum, articles: readonly object[]) =>
  museum.api('PUT', '/articles', { body: articles });
const place = async (museum: Museum, items: readonly object[], more: object = { paidBy: 'cash' }) => {
  const placed = await museum.api('POST', '/orders', { body: { items, ...more } });
  assert.equal(placed.status, 201, placed.text);
  return placed.json;
};
const read = async (museum: Museum, orderId: string) => (await museum.api('GET', `/orders/${orderId}`)).json;
const voidOrder = (museum: Museum, orderId: string, more: object = {}) =>
  museum.api('POST', `/orders/${orderId}/void`, { body: { reason: 'Ill', ...more } });
const handOut = (museum: Museum, orderId: string, body: object, headers = {}) =>
  museum.api('POST', `/orders/${orderId}/hand-out`, { body, headers, as: 'gate' });
const pointersIn = ({ json }: { json: { errors: { pointer: string }[] } }) =>
  json.errors.map(({ pointer }) => pointer);

describeOnDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    assert.equal((await put(museum, [GUIDE, CATALOGUE, DONATION])).status, 200);
    return museum;
  };

  it('lists the articles as they were set, and what was set last', async (t) => {
    const museum = await openMuseum(t);
    assert.deepEqual((await museum.api('GET', '/articles')).json, []);
    const { eventId } = await createEvent(museum);
    const forEvent = { ...CATALOGUE, withTicketFor: ['general', eventId] };
    assert.deepEqual((await put(museum, [DONATION, forEvent])).json, [DONATION, forEvent]);
    assert.deepEqual((await museum.api('GET', '/articles', { as: 'viewer' })).json, [DONATION, forEvent]);
    assert.deepEqual((await put(museum, [forEvent, GUIDE])).json, [forEvent, GUIDE]);
    assert.deepEqual((await museum.api('GET', '/articles')).json, [forEvent, GUIDE]);
    const unknown = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
    assertRefused(await put(museum, [{ ...GUIDE, withTicketFor: [unknown] }]), 404, 'event-not-found');
  });

  it('says all that is wrong with a list', async (t) => {
    const museum = await openMuseum(t);
    const { price: _, ...withoutPrice } = GUIDE;
    const wrong = await put(museum, [
      ...[withoutPrice, GUIDE, { ...CATALOGUE, suggested: [2], least: 1, most: 3 }],
      { ...DONATION, price: 3, vat: 7, least: 20, most: 10 },
      { ...DONATION, article: 'other', suggested: [0.5] },
    ]);
    const expected = [
      ...([
        'body /0/price',
        'body /1/article',
        'body /2/suggested',
        'body /2/least',
        'body /2/most',
      ] as const),
      ...(['body /3/price', 'body /3/vat', 'body /3/most', 'body /4/suggested'] as const),
    ];
    assertRefused(wrong, 400, 'invalid-request', expected);
  });

  it('sells tickets, extras and a donation as one order, shown in the order in which they were asked for', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [guides(2), tickets(2), donation(5)], {
      payments: [
        { method: 'cash', amount: 30 },
        { method: 'card', amount: 7 },
      ],
    });
    const shown = sold.items.map((item: Record<string, unknown>) => [
      item.kind,
      item.article ?? item.category,
      item.price,
      item.quantity,
    ]);
    assert.deepEqual(shown, [
      ['article', 'audio-guide', 4, 2],
      ['ticket', 'standard', 12, 2],
      ['article', 'donation', 5, 1],
    ]);
    assert.equal(sold.total, 37);
    assert.deepEqual(sold.account, { worth: 37, paid: 37, due: 0, kept: 0 });
    assert.deepEqual(sold.vat, [{ rate: 21, net: 6.61, tax: 1.39 }]);
    assert.deepEqual(await read(museum, sold.orderId), sold);
    await assertSound(museum);
  });

  it('sells articles alone, and keeps the address of who bought them, who can print what it was', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [guides(3)], { email: 'ada@example.com' });
    assert.deepEqual([sold.state, sold.total, sold.account.paid], ['sold', 12, 12]);
    assert.equal((await read(museum, sold.orderId)).email, 'ada@example.com');
    const pdf = () => museum.api('GET', `/orders/${sold.orderId}/tickets.pdf`);
    const { status, headers, bytes } = await pdf();
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
    assert.ok(headers['content-disposition']?.includes(sold.orderCode));
    assert.equal(bytes.toString('latin1').split('/Type /Page ').length, 2, 'one page');
    await museum.api('POST', `/orders/${sold.orderId}/void`, { body: { reason: 'Ill' } });
    assertRefused(await pdf(), 409, 'order-void');
    await assertSound(museum);
  });

  it('holds articles, changes them and sells them at the prices of the hold', async (t) => {
    const museum = await opened(t);
    const held = await place(museum, [tickets(1), guides(3)], { hold: 600 });
    assert.deepEqual([held.total, held.account.worth], [24, 0]);
    await put(museum, [{ ...GUIDE, price: 6, onSale: false }, CATALOGUE, DONATION]);
    const change = (items: readonly object[]) =>
      museum.api('PUT', `/orders/${held.orderId}/items`, { body: { items } });
    assert.equal((await change([tickets(1), guides(2)])).json.total, 20);
    assertRefused(await change([tickets(1), guides(4)]), 409, 'article-not-sold');
    const body = { paidBy: 'card' };
    const confirmed = await museum.api('POST', `/orders/${held.orderId}/confirm`, { body });
    assert.deepEqual([confirmed.json.total, confirmed.json.account.worth], [20, 20]);
    await assertSound(museum);
  });

  it('forgets the articles of a hold that is released', async (t) => {
    const museum = await opened(t);
    const held = await place(museum, [tickets(1), guides(3)], { hold: 600 });
    await museum.api('POST', `/orders/${held.orderId}/release`);
    assert.equal((await put(museum, [DONATION])).status, 200);
    await assertSound(museum);
  });

  it('refuses what the museum does not have, and amounts that it does not take', async (t) => {
    const museum = await opened(t);
    const items = [
      ...[tickets(1), { article: 'audio-gide', quantity: 1 }, { ...guides(1), price: 4 }],
      ...[{ article: 'donation', price: 101, quantity: 1 }],
    ];
    const refused = await museum.api('POST', '/orders', { body: { items } });
    assertRefused(refused, 400, 'article-invalid', [
      ...(['body /items/1/article', 'body /items/2/price', 'body /items/3/price'] as const),
    ]);
    const mixed = { article: 'donation', ticketType: 'general', quantity: 1 };
    const shape = await museum.api('POST', '/orders', { body: { items: [mixed, { quantity: 1 }] } });
    assertRefused(shape, 400, 'invalid-request', [
      ...(['body /items/0/ticketType', 'body /items/1/ticketDate', 'body /items/1/ticketType'] as const),
    ]);
    const twice = await museum.api('POST', '/orders', { body: { items: [guides(150), guides(60)] } });
    assert.deepEqual(pointersIn(twice), ['/items', '/items/1']);
  });

  it('sells an article only where it is sold, and together with what it is sold with', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum);
    await put(museum, [{ ...GUIDE, withTicketFor: [eventId] }, CATALOGUE, DONATION]);
    const ask = async (items: readonly object[], as: 'partner' | 'cashier') =>
      museum.api('POST', '/orders', { body: { items }, as });
    assertRefused(await ask([tickets(1), guides(1)], 'cashier'), 409, 'article-not-sold');
    const visit = { ticketType: 'event', eventId, ticketDate: DAY, quantity: 1 };
    assert.equal((await ask([visit, guides(1)], 'partner')).status, 201);
    assertRefused(await ask([{ article: 'catalogue', quantity: 1 }], 'partner'), 409, 'article-not-sold');
    assert.equal((await ask([{ article: 'catalogue', quantity: 1 }], 'cashier')).status, 201);
  });

  it('keeps what was sold in the list, whatever else is set', async (t) => {
    const museum = await opened(t);
    await place(museum, [guides(1)]);
    const refused = await put(museum, [DONATION]);
    assertRefused(refused, 409, 'article-in-use');
    assert.equal((await museum.api('GET', '/articles')).json.length, 3);
    assert.equal((await put(museum, [{ ...GUIDE, onSale: false }])).status, 200);
  });

  it('takes all back but a donation, which only staff name, and pays back', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [tickets(1), guides(2), donation(5)]);
    const back = await voidOrder(museum, sold.orderId, { refund: { method: 'cash', amount: 20 } });
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(back.json.account, { worth: 5, paid: 5, due: 0, kept: 0 });
    assert.deepEqual([back.json.state, back.json.items[1].returned], ['sold', 2]);
    assertRefused(await voidOrder(museum, sold.orderId), 409, 'order-void');
    const articles = [{ article: 'donation', quantity: 1 }];
    const last = await voidOrder(museum, sold.orderId, { articles, refund: { method: 'cash', amount: 5 } });
    assert.deepEqual([last.json.state, last.json.account.paid], ['void', 0]);
    await assertSound(museum);
  });

  it('takes named articles back and leaves the tickets, and named tickets and leaves the articles', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [tickets(2), guides(3)]);
    const one = await voidOrder(museum, sold.orderId, {
      articles: [guides(1)],
      refund: { method: 'cash', amount: 4 },
    });
    assert.deepEqual(one.json.account, { worth: 32, paid: 32, due: 0, kept: 0 });
    const [{ ticketId }] = sold.items[0].tickets;
    const two = await voidOrder(museum, sold.orderId, { ticketIds: [ticketId] });
    assert.deepEqual(two.json.account, { worth: 20, paid: 32, due: 0, kept: 12 });
    const tooMany = await voidOrder(museum, sold.orderId, { articles: [guides(3)] });
    assertRefused(tooMany, 409, 'article-not-left');
    const strange = await voidOrder(museum, sold.orderId, {
      articles: [{ article: 'catalogue', quantity: 1 }],
    });
    assertRefused(strange, 400, 'article-not-ordered', ['body /articles']);
    await assertSound(museum);
  });

  it('hands out no more than was bought and not given back, and once for a key', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [guides(3), donation(5)]);
    const key = { 'idempotency-key': 'till-1-17' };
    for (const _ of [1, 2])
      assert.deepEqual((await handOut(museum, sold.orderId, guides(2), key)).json, {
        ...{ article: 'audio-guide', name: 'Audio guide', quantity: 3, handedOut: 2, returned: 0, left: 1 },
      });
    await voidOrder(museum, sold.orderId);
    assert.equal((await read(museum, sold.orderId)).account.worth, 13);
    assertRefused(await handOut(museum, sold.orderId, guides(1)), 409, 'article-not-left');
    assertRefused(await handOut(museum, sold.orderId, guides(-3)), 409, 'article-not-left');
    assertRefused(
      await handOut(museum, sold.orderId, { article: 'donation', quantity: 1 }),
      409,
      'article-not-left',
    );
    assert.equal((await handOut(museum, sold.orderId, guides(-2))).json.handedOut, 0);
    await voidOrder(museum, sold.orderId);
    assert.equal((await read(museum, sold.orderId)).account.worth, 5);
    await assertSound(museum);
  });

  it('says at the gate what is still to be handed out', async (t) => {
    const museum = await opened(t);
    const today = { ...tickets(1), ticketDate: '2027-03-01' };
    const sold = await place(museum, [today, guides(2), donation(5)]);
    const [{ ticketId }] = sold.items[0].tickets;
    await handOut(museum, sold.orderId, guides(1));
    const scan = (body: object) => museum.api('POST', '/check-ins', { body, as: 'gate' });
    const toHandOut = [{ article: 'audio-guide', name: 'Audio guide', quantity: 1 }];
    assert.deepEqual((await scan({ ticketId })).json.toHandOut, toHandOut);
    assert.equal((await scan({ ticketId })).json.toHandOut, undefined);
    const [, other] = (await place(museum, [today, { ...today, ticketDate: DAY }])).items;
    assert.equal((await scan({ ticketId: other.tickets[0].ticketId })).json.toHandOut, undefined);
  });

  it('reports extras as revenue of another kind, and donations apart, whoever was paid', async (t) => {
    const museum = await opened(t);
    const { orderId } = await place(museum, [tickets(1), guides(3), donation(5)]);
    await place(museum, [guides(1)], {});
    await voidOrder(museum, orderId, { articles: [guides(1)], refund: { method: 'cash', amount: 4 } });
    const report = async (path: string) => (await museum.api('GET', `/reports/${path}`)).json;
    const money = { revenue: 24, donations: 5, gifts: 0, due: 0, kept: 0, paid: 29 };
    const { rows, total } = await report('money');
    const { byMethod, date: _, ...row } = rows[0];
    assert.deepEqual([row, byMethod.cash, byMethod.seller], [money, 25, 4]);
    assert.equal(total.revenue, 24);
    const byEvent = (await report('sales?by=event')).rows;
    const shown = byEvent.map(({ kind, eventId, eventName, sold, revenue }: Record<string, unknown>) => {
      return { kind, eventId, eventName, sold, revenue };
    });
    assert.deepEqual(shown, [
      { kind: undefined, eventId: null, eventName: 'General entry', sold: 1, revenue: 12 },
      { kind: 'other', eventId: undefined, eventName: 'Other', sold: 0, revenue: 12 },
    ]);
    assert.deepEqual(
      (await report('sales?by=category')).rows.map(({ kind, revenue }: Record<string, unknown>) => [
        kind,
        revenue,
      ]),
      [
        [undefined, 12],
        ['other', 12],
      ],
    );
    assert.deepEqual(
      (await report('sales?by=article')).rows.map((each: Record<string, unknown>) => [
        ...[each.article, each.articleName, each.sold, each.void, each.revenue],
      ]),
      [
        ['audio-guide', 'Audio guide', 4, 1, 12],
        ['donation', 'Donation', 1, 0, 5],
      ],
    );
    for (const by of ['day', 'month', 'seller', 'vat'])
      assert.equal((await report(`sales?by=${by}`)).total.revenue, 24, by);
    assert.equal((await report(`sales?dayOf=visit&startDate=${DAY}&endDate=${DAY}`)).total.revenue, 12);
  });

  it('finds who bought articles alone by the address', async (t) => {
    const museum = await opened(t);
    const sold = await place(museum, [guides(1)], { email: 'ada@example.com' });
    const found = await museum.api('GET', '/orders?email=ada%40example.com');
    assert.deepEqual(
      found.json.map(({ orderId }: { orderId: string }) => orderId),
      [sold.orderId],
    );
  });
});

describeOnEachDatabase((openMuseum) => {
  it('hands the last one out or takes it back once, whoever wants it at the same moment', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, [GUIDE]);
    const { orderId } = await place(museum, [guides(1)]);
    const back = { articles: [guides(1)], refund: { method: 'cash', amount: 4 } };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => [
        handOut(museum, orderId, guides(1)),
        voidOrder(museum, orderId, back),
      ]).flat(),
    );
    assert.equal(answers.filter(({ status }) => status < 300).length, 1);
    const [{ handedOut = 0, returned = 0 }] = (await read(museum, orderId)).items;
    assert.equal(handedOut + returned, 1);
    await assertSound(museum);
  });
});
