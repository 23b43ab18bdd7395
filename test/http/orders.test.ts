import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';

const DAY = '2027-03-02';
const OTHER_DAY = '2027-03-03';
const general = (changes: Record<string, unknown> = {}) => ({
  ticketType: 'general',
  ticketDate: DAY,
  quantity: 1,
  ...changes,
});

const order = (
  museum: Museum,
  body: Record<string, unknown>,
  as: Asker = 'partner',
  headers: Record<string, string> = {},
) => museum.api('POST', '/orders', { body, as, headers });
const placed = async (museum: Museum, body: Record<string, unknown>, as: Asker = 'partner') => {
  const answer = await order(museum, body, as);
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
};
const on = (museum: Museum, orderId: string, action: string, body?: object, as: Asker = 'partner') =>
  museum.api('POST', `/orders/${orderId}/${action}`, { ...(body && { body }), as });
const get = async (museum: Museum, orderId: string, as: Asker = 'partner') =>
  (await museum.api('GET', `/orders/${orderId}`, { as })).json;
const limit = (museum: Museum, capacity: number, day = DAY) =>
  museum.api('PUT', `/capacity/general/${day}`, { body: { capacity } });
const left = async (museum: Museum, day = DAY) => {
  const query = `startDate=${day}&endDate=${day}&ticketType=general`;
  return (await museum.api('GET', `/availability?${query}`)).json[0].left;
};
const withFamilies = async (museum: Museum) => {
  const categories = [
    { category: 'standard', name: 'Adult', unitType: 'ADULT' },
    { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 },
  ];
  await museum.api('PUT', '/categories', { body: categories });
  const prices = [
    { category: 'standard', price: 12, vat: 19 },
    { category: 'family', price: 28, vat: 7 },
  ];
  await museum.api('PUT', '/general-entry/prices', { body: prices });
};

describeOnEachDatabase((openMuseum) => {
  it('sells all or none: one item that can’t be had undoes the others, and its neighbours are served', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 2);
    await limit(museum, 1, OTHER_DAY);
    const both = { items: [general({ quantity: 2 }), general({ ticketDate: OTHER_DAY, quantity: 2 })] };
    const [refused, other] = await Promise.all([
      order(museum, both),
      order(museum, { items: [general({ quantity: 2 })] }),
    ]);
    assertRefused(refused, 409, 'sold-out');
    assert.equal(other.status, 201, other.text);
    assert.deepEqual([await left(museum), await left(museum, OTHER_DAY)], [0, 1]);
    await assertSound(museum);
  });

  it('gives the places of a hold back when its time is over, and takes it up again while they are there', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 2);
    const held = await placed(museum, { items: [general({ quantity: 2 })], hold: 60 });
    museum.clock.advance(59_999);
    assertRefused(await order(museum, { items: [general()] }), 409, 'sold-out');
    museum.clock.advance(1);
    const other = await placed(museum, { items: [general()], hold: 60 }); // at once, whatever the job does
    const released = await get(museum, held.orderId);
    assert.deepEqual(
      [released.state, released.releasedBy, 'expiresAt' in released],
      ['released', 'expiry', false],
    );
    const late = await on(museum, held.orderId, 'confirm', {});
    assertRefused(late, 409, 'hold-expired');
    assert.deepEqual(late.json.left, [{ ticketType: 'general', ticketDate: DAY, left: 1 }]);
    assertRefused(await on(museum, held.orderId, 'extend', { hold: 60 }), 409, 'hold-expired');
    assert.equal((await on(museum, other.orderId, 'release')).json.releasedBy, 'seller');
    assert.equal((await on(museum, other.orderId, 'release')).status, 200);
    assert.equal((await on(museum, held.orderId, 'confirm', {})).json.state, 'sold');
    assert.equal(await left(museum), 0);
    await assertSound(museum);
  });

  it('ends holds by itself, and those of what takes place no more', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum);
    const tour = { ticketType: 'event', eventId: event.eventId, ticketDate: '2027-03-14', quantity: 1 };
    const short = await placed(museum, { items: [general()], hold: 60 });
    const mixed = await placed(museum, { items: [tour, general()], hold: 3_600 });
    const closed = await placed(museum, { items: [general({ ticketDate: OTHER_DAY })], hold: 3_600 });
    museum.clock.advance(60_000);
    await until(async () => (await get(museum, short.orderId)).state === 'released');
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    const left = await on(museum, mixed.orderId, 'confirm', {});
    assert.deepEqual(
      left.json.items.map(({ ticketType }: { ticketType: string }) => ticketType),
      ['general'],
      'only what does not take place leaves an order',
    );
    await museum.api('PUT', `/museum-hours/${OTHER_DAY}`, { body: { closed: true } });
    await until(async () => (await get(museum, closed.orderId)).releasedBy === 'event');
    await assertSound(museum);
  });

  it('gives a repeated order the same answer, and sells it once', async (t) => {
    const museum = await openMuseum(t);
    const body = { items: [general({ quantity: 2 })], email: 'ada@example.com', hold: 60 };
    const key = { 'idempotency-key': 'order-1' };
    const [one, two] = await Promise.all([
      order(museum, body, 'partner', key),
      order(museum, body, 'partner', key),
    ]);
    assert.equal(one.status, 201, one.text);
    assert.equal(one.text, two.text);
    const confirmed = await on(museum, one.json.orderId, 'confirm', { email: 'eve@example.com' });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal((await order(museum, body, 'partner', key)).text, one.text);
    assertRefused(await order(museum, { ...body, hold: 61 }, 'partner', key), 422, 'idempotency-key-reused');
    const kept = await museum.store.all('SELECT answer FROM kept_answers');
    assert.doesNotMatch(JSON.stringify(kept), /ada@|example\.com/);
    assert.equal((await museum.store.all('SELECT number FROM tickets')).length, 2);
  });
});

describeOnDatabase((openMuseum) => {
  it('sells several tickets of several kinds at once, and shows the order', async (t) => {
    const museum = await openMuseum(t);
    await withFamilies(museum);
    const event = await createEvent(museum);
    const body = {
      items: [
        general({ quantity: 2 }),
        general({ category: 'family' }),
        { ticketType: 'event', eventId: event.eventId, ticketDate: '2027-03-14', quantity: 1 },
      ],
      email: 'ada@example.com',
      phone: '112 112',
      reference: 'shop-1017',
      language: 'de',
      paidBy: 'card',
    };
    const answer = await order(museum, body);
    assert.equal(answer.status, 201, answer.text);
    const made = answer.json;
    assert.equal(answer.headers.location, `/v1.1/orders/${made.orderId}`);
    assert.match(made.orderCode, /^order-[2-9a-hjkmnp-tv-z]{6}$/);
    assert.deepEqual(
      [
        made.state,
        made.total,
        made.currency,
        made.reference,
        made.language,
        made.email,
        made.phone,
        made.soldBy,
      ],
      ['sold', 77, 'EUR', 'shop-1017', 'de', 'ada@example.com', '112 112', 'partner'],
    );
    assert.deepEqual(made.vat, [
      { rate: 7, net: 26.17, tax: 1.83 },
      { rate: 19, net: 20.17, tax: 3.83 },
    ]);
    assert.deepEqual(
      made.items.map(
        ({ quantity, price, tickets }: { quantity: number; price: number; tickets: object[] }) => [
          quantity,
          price,
          tickets.length,
        ],
      ),
      [
        [2, 12, 2],
        [1, 28, 1],
        [1, 25, 1],
      ],
    );
    assert.equal(made.payments.length, 1);
    assert.deepEqual([made.payments[0].method, made.payments[0].amount], ['card', 77]);
    assert.deepEqual(await get(museum, made.orderId), made);
    const [{ ticketId, confirmationCode }] = made.items[1].tickets;
    const ticket = (await museum.api('GET', `/tickets/${ticketId}`)).json;
    assert.deepEqual(
      [ticket.orderId, ticket.confirmationCode, ticket.category, ticket.email, ticket.places],
      [made.orderId, confirmationCode, 'family', 'ada@example.com', 4],
    );
    await assertSound(museum);
  });

  it('records each of several payments, which add up to the total', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 5);
    await withFamilies(museum);
    const items = [general({ quantity: 2 })];
    const payments = [
      { method: 'voucher', amount: 10.5 },
      { method: 'cash', amount: 9.5 },
      { method: 'cash', amount: 4 },
    ];
    const paidIn = ({ payments }: { readonly payments: { method: string; amount: number }[] }) =>
      payments.map(({ method, amount }) => ({ method, amount }));
    const sold = await placed(museum, { items, payments });
    assert.deepEqual([sold.state, paidIn(sold)], ['sold', payments]);
    const held = await placed(museum, { items, hold: 60 });
    const [voucher] = payments;
    const tooLittle = await on(museum, held.orderId, 'confirm', { payments: [voucher] });
    assertRefused(tooLittle, 400, 'payments-not-total', ['body /payments']);
    assert.equal(tooLittle.json.total, 24);
    const confirmed = await on(museum, held.orderId, 'confirm', { payments });
    assert.deepEqual([confirmed.json.state, paidIn(confirmed.json)], ['sold', payments]);
    const again = await on(museum, held.orderId, 'confirm', { payments: [voucher] });
    assert.deepEqual([again.status, again.json], [200, confirmed.json]);
    const wrong = await order(museum, { items: [general()], payments });
    assertRefused(wrong, 400, 'payments-not-total', ['body /payments']);
    assert.equal(await left(museum), 1);
    const twice = await order(museum, { items, payments, paidBy: 'card' });
    assertRefused(twice, 400, 'invalid-request', ['body /payments']);
    const early = await order(museum, { items, payments, hold: 60 });
    assertRefused(early, 400, 'invalid-request', ['body /payments']);
    await assertSound(museum);
  });

  it('holds places until the order is confirmed, at the prices of the hold', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 3);
    await withFamilies(museum);
    const held = await placed(museum, { items: [general({ quantity: 2 })], hold: 900 });
    assert.deepEqual(
      [held.state, held.expiresAt, held.payments, 'soldAt' in held, 'tickets' in held.items[0]],
      ['held', '2027-03-01T10:15:00.000Z', [], false, false],
    );
    assert.equal(await left(museum), 1);
    assertRefused(await order(museum, { items: [general({ quantity: 2 })] }), 409, 'sold-out');
    await assertSound(museum);
    const prices = [{ category: 'standard', price: 99 }];
    await museum.api('PUT', '/general-entry/prices', { body: prices });
    const confirmed = await on(museum, held.orderId, 'confirm', {
      paidBy: 'online',
      email: 'ada@example.com',
    });
    assert.equal(confirmed.status, 200, confirmed.text);
    const { state, total, items, payments, email } = confirmed.json;
    assert.deepEqual(
      [state, total, items[0].tickets.length, payments[0].amount, email],
      ['sold', 24, 2, 24, 'ada@example.com'],
    );
    const again = await on(museum, held.orderId, 'confirm', { paidBy: 'cash' });
    assert.deepEqual([again.status, again.json], [200, confirmed.json]);
    assertRefused(await on(museum, held.orderId, 'release'), 409, 'order-sold');
    assertRefused(await on(museum, held.orderId, 'extend', { hold: 60 }), 409, 'order-sold');
    await assertSound(museum);
  });

  it('sells a held entry time that was taken away, but does not take a released one up again', async (t) => {
    const museum = await openMuseum(t);
    const setTimes = (every: number) =>
      museum.api('PUT', '/general-entry/times', { body: { every, places: 4, lastEntry: 0 } });
    await setTimes(30);
    const items = [general({ entryTime: '10:30' })];
    const [held, released] = [
      await placed(museum, { items, hold: 60 }),
      await placed(museum, { items, hold: 60 }),
    ];
    await setTimes(60);
    assert.equal((await on(museum, held.orderId, 'confirm')).json.items[0].entryTime, '10:30');
    await on(museum, released.orderId, 'release');
    const refused = await on(museum, released.orderId, 'confirm');
    assertRefused(refused, 409, 'hold-expired');
    assert.equal(refused.json.left[0].left, 0);
  });

  it('loses no hold, and lets none last longer, when the clock is set a day ahead or back', async (t) => {
    const museum = await openMuseum(t);
    const day = 86_400_000;
    const far = { ticketDate: '2027-06-01' };
    for (const jump of [day, -day]) {
      const { orderId } = await placed(museum, { items: [general(far)], hold: 600 });
      const ends = async () => Date.parse((await get(museum, orderId)).expiresAt);
      const before = await ends();
      museum.clock.setAhead(jump);
      await until(async () => (await ends()) === before + jump);
      museum.clock.advance(599_999);
      assert.equal((await on(museum, orderId, 'extend', { hold: 600 })).status, 200);
      museum.clock.advance(600_000);
      await until(async () => (await get(museum, orderId)).state === 'released');
    }
    await assertSound(museum);
  });

  it('changes a held order: what stays keeps its price, and places are guarded again', async (t) => {
    const museum = await openMuseum(t);
    await withFamilies(museum);
    await limit(museum, 4);
    const held = await placed(museum, { items: [general({ quantity: 3 })], hold: 900 });
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 20 }] });
    const change = (items: object[]) =>
      museum.api('PUT', `/orders/${held.orderId}/items`, { body: { items }, as: 'partner' });
    assertRefused(await change([general({ quantity: 5 })]), 409, 'sold-out');
    const unknown = await change([general({ quantity: 3 }), general({ category: 'chlid' })]);
    assertRefused(unknown, 400, 'category-unknown', ['body /items/1/category']);
    assert.deepEqual(await get(museum, held.orderId), held);
    const { json } = await change([general({ quantity: 4 }), general({ ticketDate: OTHER_DAY })]);
    assert.deepEqual(
      json.items.map(({ ticketDate, price, quantity }: Record<string, unknown>) => [
        ticketDate,
        price,
        quantity,
      ]),
      [
        [DAY, 12, 3],
        [DAY, 20, 1],
        [OTHER_DAY, 20, 1],
      ],
    );
    assert.equal(await left(museum), 0);
    assert.equal((await change([general()])).json.total, 12);
    assert.equal(await left(museum), 3);
    await on(museum, held.orderId, 'confirm', {});
    assertRefused(await change([general()]), 409, 'order-sold');
    await assertSound(museum);
  });

  it('tells the journal of a day that is full by an order, a change or a late confirmation, and of no other', async (t) => {
    const museum = await openMuseum(t);
    await limit(museum, 2);
    const soldOut = async () => (await museum.api('GET', '/journal?kind=day.sold-out')).json.length;
    const refused = await order(museum, {
      items: [general({ quantity: 2 }), general({ ticketDate: '2027-02-01' })],
    });
    assertRefused(refused, 409, 'date-past');
    assert.equal(await soldOut(), 0);
    const { orderId } = await placed(museum, { items: [general({ quantity: 2 })], hold: 60 });
    assert.equal(await soldOut(), 1);
    const change = (quantity: number) =>
      museum.api('PUT', `/orders/${orderId}/items`, {
        body: { items: [general({ quantity })] },
        as: 'partner',
      });
    await change(1);
    await change(2);
    assert.equal(await soldOut(), 2);
    await on(museum, orderId, 'release');
    assert.equal((await on(museum, orderId, 'confirm')).json.state, 'sold');
    assert.equal(await soldOut(), 3);
  });

  it('reads the id of an event in upper case in an item too', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const item = { ticketType: 'event', eventId, ticketDate: '2027-03-14', quantity: 1 };
    const loud = { ...item, eventId: eventId.toUpperCase() };
    assert.equal((await placed(museum, { items: [loud] })).items[0].eventId, eventId);
    assertRefused(await order(museum, { items: [item, loud] }), 400, 'invalid-request', ['body /items/1']);
  });

  it('makes an order void, and pays back no more than what remains paid', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    const sold = await placed(museum, { items: [general({ quantity: 3 })], paidBy: 'card' });
    const [one, two] = sold.items[0].tickets;
    const voidOne = { reason: 'Ill', refund: { method: 'card', amount: 12 } };
    const single = await museum.api('POST', `/tickets/${one.ticketId}/void`, { body: voidOne });
    assert.equal(single.json.state, 'void', single.text);
    const later = { ticketType: 'general', ticketDate: OTHER_DAY, reason: 'Rain' };
    const money = { method: 'cash', amount: 1 };
    const both = { ...later, payment: money, refund: money };
    const torn = await museum.api('POST', `/tickets/${two.ticketId}/exchange`, { body: both });
    assertRefused(torn, 400, 'invalid-request', ['body /refund']);
    const exchanged = await museum.api('POST', `/tickets/${two.ticketId}/exchange`, { body: later });
    assert.equal(exchanged.status, 201, exchanged.text);
    const tooMuch = { reason: 'Ill', refund: { method: 'card', amount: 24.01 } };
    assert.equal(exchanged.json.orderId, sold.orderId);
    const refused = await on(museum, sold.orderId, 'void', tooMuch, 'manager');
    assertRefused(refused, 409, 'refund-too-high');
    assert.equal(refused.json.remains, 24);
    const paid = { reason: 'Ill', refund: { method: 'cash', amount: 12 } };
    const rest = await on(museum, sold.orderId, 'void', paid, 'cashier');
    assert.deepEqual([rest.json.state, rest.json.total], ['void', 36]);
    assertRefused(await on(museum, sold.orderId, 'void', { reason: 'Ill' }, 'cashier'), 409, 'order-void');
    const back = await on(museum, sold.orderId, 'void', paid, 'cashier');
    assert.deepEqual(
      back.json.payments.map(({ amount }: { amount: number }) => amount),
      [36, -12, -12, -12],
    );
    assertRefused(await on(museum, sold.orderId, 'void', paid, 'cashier'), 409, 'refund-too-high');
    await assertSound(museum);
  });

  it('lets a partner void its own sales for some hours and before any admission, and nobody else’s', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_PARTNER_VOID_HOURS: '2' } });
    const items = [general({ ticketDate: '2027-03-01', quantity: 2 })];
    const [first, second, third] = [
      await placed(museum, { items }),
      await placed(museum, { items }),
      await placed(museum, { items }),
    ];
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '/confirm', {}],
      ['POST', '/void', { reason: 'Ill' }],
    ] as const) {
      const asked = await museum.api(method, `/orders/${first.orderId}${path}`, {
        ...(body && { body }),
        as: 'other-partner',
      });
      assertRefused(asked, 404, 'order-not-found');
    }
    assert.equal((await on(museum, first.orderId, 'void', { reason: 'Ill' })).json.state, 'void');
    const [{ ticketId }] = second.items[0].tickets;
    await museum.api('POST', '/check-ins', { body: { ticketId }, as: 'gate' });
    assertRefused(await on(museum, second.orderId, 'void', { reason: 'Ill' }), 409, 'too-late-to-void');
    museum.clock.advance(2 * 3_600_000 + 1);
    assertRefused(await on(museum, third.orderId, 'void', { reason: 'Ill' }), 409, 'too-late-to-void');
    const [ticket] = third.items[0].tickets;
    const alone = await museum.api('POST', `/tickets/${ticket.ticketId}/void`, {
      body: { reason: 'Ill' },
      as: 'partner',
    });
    assertRefused(alone, 409, 'too-late-to-void');
    assert.equal((await on(museum, third.orderId, 'void', { reason: 'Ill' }, 'cashier')).json.state, 'void');
  });

  it('shows a ticket that was sold alone as an order without a code, and does not list it', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    const { ticketId } = await buyTicket(museum, generalPurchase(), 'partner');
    const alone = await get(museum, ticketId);
    assert.deepEqual(
      [alone.orderId, 'orderCode' in alone, alone.state, alone.total, alone.items[0].tickets[0].ticketId],
      [ticketId, false, 'sold', 12, ticketId],
    );
    assert.equal(alone.email, 'ada@example.com');
    assert.deepEqual((await museum.api('GET', '/orders?email=ada@example.com')).json, []);
    assert.deepEqual(await museum.store.all('SELECT * FROM orders'), []);
    assertRefused(await on(museum, ticketId, 'release'), 409, 'order-sold');
    assertRefused(await on(museum, ticketId, 'release', undefined, 'other-partner'), 404, 'order-not-found');
    assert.equal((await on(museum, ticketId, 'void', { reason: 'Ill' })).json.state, 'void');
  });

  it('finds orders by reference, address, code and state, page by page; a partner its own', async (t) => {
    const museum = await openMuseum(t);
    const made = [];
    for (const reference of ['a', 'b', 'a', 'a']) {
      made.push(await placed(museum, { items: [general()], reference, email: 'Ada@example.com' }));
    }
    const held = await placed(museum, { items: [general()], hold: 60 }, 'other-partner');
    const ids = (orders: readonly { orderId: string }[]) => orders.map(({ orderId }) => orderId);
    const found = async (query: string, as: Asker = 'partner') =>
      ids((await museum.api('GET', `/orders?${query}`, { as })).json);
    const [first, second, third, fourth] = ids(made);
    assert.deepEqual(await found('email=ada%40EXAMPLE.com'), [fourth, third, second, first]);
    assert.deepEqual(await found(`orderCode=${made[1].orderCode.slice(6).toUpperCase()}`), [second]);
    assert.deepEqual(await found('orderCode=order-o0l1iu'), []);
    assert.deepEqual(await found('state=held'), []);
    assert.deepEqual(await found('state=held', 'cashier'), [held.orderId]);
    const page = await museum.api('GET', '/orders?reference=a&limit=2', { as: 'partner' });
    assert.deepEqual(ids(page.json), [fourth, third]);
    const [, next] = /<\/v1\.1(.+)>; rel="next"/.exec(page.headers.link as string) ?? [];
    const rest = await museum.api('GET', next as string, { as: 'partner' });
    assert.deepEqual([ids(rest.json), rest.headers.link], [[first], undefined]);
    assertRefused(await museum.api('GET', '/orders'), 400, 'invalid-request', ['query ']);
  });

  it('says everything that is wrong with an order at once', async (t) => {
    const museum = await openMuseum(t);
    const wrong = {
      items: [
        general({ quantity: 60 }),
        general({ quantity: 60 }),
        general({ ticketDate: 'soon', quantity: 0 }),
      ],
      hold: 59,
      paidBy: 'shells',
    };
    const answer = await order(museum, wrong);
    assertRefused(answer, 400, 'invalid-request', [
      'body /hold',
      'body /items',
      'body /items/1',
      'body /items/2/quantity',
      'body /items/2/ticketDate',
      'body /paidBy',
      'body /paidBy',
    ]);
    const unknown = await order(museum, { items: [general(), general({ category: 'chlid' })] });
    assertRefused(unknown, 400, 'category-unknown', ['body /items/1/category']);
    assertRefused(await order(museum, { items: [] }), 400, 'invalid-request', ['body /items']);
    assertRefused(await order(museum, { items: [general()] }, 'viewer'), 403, 'forbidden');
    assertRefused(await order(museum, { items: [general({ ticketDate: '2027-02-01' })] }), 409, 'date-past');
    assert.deepEqual(await museum.store.all('SELECT * FROM orders'), []);
  });

  it('extends a partner’s hold to a day after the order was made at most', async (t) => {
    const museum = await openMuseum(t);
    const held = await placed(museum, { items: [general({ ticketDate: '2027-04-01' })], hold: 60 });
    museum.clock.advance(30_000);
    const extended = await on(museum, held.orderId, 'extend', { hold: 86_400 });
    assert.equal(extended.json.expiresAt, '2027-03-02T10:00:00.000Z');
    const byStaff = await on(museum, held.orderId, 'extend', { hold: 86_400 }, 'cashier');
    assert.equal(byStaff.json.expiresAt, '2027-03-02T10:00:30.000Z');
  });

  it('forgets who held an order that was released a week ago', async (t) => {
    const museum = await openMuseum(t);
    const held = await placed(museum, { items: [general()], email: 'ada@example.com', hold: 60 });
    await on(museum, held.orderId, 'release');
    museum.clock.advance(7 * 86_400_000 - 1);
    assert.equal((await get(museum, held.orderId)).email, 'ada@example.com');
    museum.clock.advance(1);
    await until(async () => (await get(museum, held.orderId)).email === undefined);
    assert.deepEqual((await museum.api('GET', '/orders?email=ada@example.com')).json, []);
  });

  it('reports what was paid and paid back, by day, method and seller; to a partner its own', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_GENERAL_PRICE: '12' } });
    const items = [general({ quantity: 2 })];
    const sold = await placed(museum, { items, paidBy: 'online' });
    await placed(museum, { items, paidBy: 'cash' }, 'cashier');
    await placed(museum, { items }, 'cashier'); // how it was paid was not said
    museum.clock.advance(86_400_000);
    const refund = { reason: 'Ill', refund: { method: 'card', amount: 12 } };
    await on(museum, sold.orderId, 'void', refund, 'cashier');
    const report = async (by: string, as: Asker = 'manager', headers = {}) =>
      museum.api('GET', `/reports/payments?by=${by}`, { as, headers });
    const { rows, total, currency } = (await report('day')).json;
    assert.deepEqual(rows, [
      { date: '2027-03-01', count: 2, paid: 48, refunded: 0 },
      { date: '2027-03-02', count: 1, paid: 0, refunded: 12 },
    ]);
    assert.deepEqual([total, currency], [{ count: 3, paid: 48, refunded: 12 }, 'EUR']);
    assert.deepEqual((await report('seller')).json.rows, [
      { seller: 'cashier', count: 2, paid: 24, refunded: 12 },
      { seller: 'partner', count: 1, paid: 24, refunded: 0 },
    ]);
    assert.deepEqual((await report('method', 'partner')).json.rows, [
      { method: 'online', count: 1, paid: 24, refunded: 0 },
    ]);
    const csv = await report('method', 'manager', { accept: 'text/csv' });
    assert.equal(
      csv.text,
      'method,count,paid,refunded,currency\r\ncash,1,24.00,0.00,EUR\r\ncard,1,0.00,12.00,EUR\r\nonline,1,24.00,0.00,EUR\r\n',
    );
    assertRefused(await report('day', 'cashier'), 403, 'forbidden');
  });

  it('keeps a category that is held, so that the order can be confirmed', async (t) => {
    const museum = await openMuseum(t);
    await withFamilies(museum);
    const held = await placed(museum, { items: [general({ category: 'family' })], hold: 900 });
    const standard = { category: 'standard', name: 'Adult', unitType: 'ADULT' };
    const family = { category: 'family', name: 'Family', unitType: 'FAMILY', places: 4 };
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const put = (body: object) => museum.api('PUT', '/categories', { body });
    assertRefused(await put([standard]), 409, 'category-in-use');
    assertRefused(await put([standard, { ...family, places: 5 }]), 409, 'category-in-use');
    assert.equal((await put([standard, { ...family, onSale: false }])).status, 200);
    const confirmed = await on(museum, held.orderId, 'confirm', {});
    assert.deepEqual([confirmed.json.state, confirmed.json.total], ['sold', 28]);
  });
});
