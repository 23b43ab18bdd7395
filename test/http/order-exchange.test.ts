/** Tickets of an order are exchanged together: all or none, once, and for their own places however many are sold. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { put } from '../../fixtures/timed-tickets.ts';

const DAY = '2027-03-14';
const LATER = '2027-03-15';
const CATEGORIES = [
  { category: 'standard', name: 'Standard', unitType: 'ADULT' },
  { category: 'child', name: 'Child', unitType: 'CHILD' },
];
const PRICES = [
  { category: 'standard', price: 12 },
  { category: 'child', price: 5 },
];

interface Ticket {
  readonly ticketId: string;
  readonly state: string;
  readonly replaces?: string;
  readonly replacedBy?: string;
}

const general = (more: object = {}) => ({ ticketType: 'general', ticketDate: DAY, ...more });
const order = async (museum: Museum, items: readonly object[], more: object = { paidBy: 'card' }) => {
  const placed = await museum.api('POST', '/orders', { body: { items, ...more } });
  assert.equal(placed.status, 201, placed.text);
  return placed.json;
};
const exchange = (museum: Museum, orderId: string, body: object, more: object = {}) =>
  museum.api('POST', `/orders/${orderId}/exchange`, { body, ...more });
const exchanged = async (museum: Museum, orderId: string, body: object) => {
  const answer = await exchange(museum, orderId, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
const ticketsIn = ({ items }: { items: { tickets: Ticket[] }[] }) => items.flatMap(({ tickets }) => tickets);
const idsIn = (shown: { items: { tickets: Ticket[] }[] }) => ticketsIn(shown).map(({ ticketId }) => ticketId);
/** What the order's tickets are for that are not void. */
const standingIn = ({ items }: { items: (Record<string, unknown> & { tickets: Ticket[] })[] }) =>
  items.flatMap(({ ticketType, ticketDate, entryTime = null, category, tickets }) =>
    tickets
      .filter(({ state }) => state !== 'void')
      .map(() => [ticketType, ticketDate, entryTime, category].join(' ')),
  );
const leftOn = async (museum: Museum, day: string) => {
  const days = `startDate=${day}&endDate=${day}&ticketType=general`;
  return (await museum.api('GET', `/availability?${days}`)).json[0].left;
};

describeOnDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    await put(museum, '/categories', CATEGORIES);
    await put(museum, '/general-entry/prices', PRICES);
    return museum;
  };

  it('exchanges all tickets of an order, or those that are named; what is left out stays as it is with each', async (t) => {
    const museum = await opened(t);
    const items = [general({ quantity: 2 }), general({ category: 'child', quantity: 1 })];
    const sold = await order(museum, items, { email: 'ada@example.com', paidBy: 'card' });
    const moved = await exchanged(museum, sold.orderId, { ticketDate: LATER });
    assert.deepEqual(standingIn(moved), [
      `general ${LATER}  standard`,
      `general ${LATER}  standard`,
      `general ${LATER}  child`,
    ]);
    assert.deepEqual([moved.total, moved.state, moved.email], [29, 'sold', 'ada@example.com']);
    assert.deepEqual(moved.account, { worth: 29, paid: 29, due: 0, kept: 0 });
    const [one, two] = ticketsIn(moved).filter(({ state }) => state === 'valid') as [Ticket, Ticket];
    assert.equal(one.replaces, idsIn(sold)[0]);
    const { eventId } = await createEvent(museum, { dates: [LATER], price: 12 });
    const other = await exchanged(museum, sold.orderId, { ticketIds: [two.ticketId], eventId });
    assert.deepEqual(standingIn(other).toSorted(), [
      `event ${LATER}  standard`,
      `general ${LATER}  child`,
      `general ${LATER}  standard`,
    ]);
    const [{ email }] = (await museum.api('GET', `/tickets?email=ada@example.com`)).json;
    assert.equal(email, 'ada@example.com');
    await assertSound(museum);
  });

  it('gives tickets another entry time, or none', async (t) => {
    const museum = await opened(t);
    await put(museum, '/general-entry/times', { every: 60, places: 9, lastEntry: 60 });
    const sold = await order(museum, [general({ entryTime: '10:00', quantity: 2 })]);
    const later = await exchanged(museum, sold.orderId, { entryTime: '12:00' });
    assert.deepEqual(standingIn(later), Array(2).fill(`general ${DAY} 12:00 standard`));
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 12 });
    assertRefused(await exchange(museum, sold.orderId, { eventId }), 409, 'no-such-entry-time');
    const whole = await exchanged(museum, sold.orderId, { ticketType: 'event', eventId, entryTime: null });
    assert.deepEqual(standingIn(whole), Array(2).fill(`event ${DAY}  standard`));
    assertRefused(
      await exchange(museum, sold.orderId, { ticketType: 'general', ticketDate: LATER }),
      409,
      'entry-time-needed',
    );
    await assertSound(museum);
  });

  it('says what is wrong with a request', async (t) => {
    const museum = await opened(t);
    const [sold, other] = [
      await order(museum, [general({ quantity: 2 })]),
      await order(museum, [general({ quantity: 1 })]),
    ];
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    const money = { method: 'cash', amount: 1 };
    for (const [body, place] of [
      [{}, 'body '],
      [{ reason: 'Ill', ticketIds: idsIn(sold), refund: money }, 'body '],
      [{ ticketDate: LATER, payment: money, refund: money }, 'body /refund'],
      [{ ticketType: 'event', ticketDate: LATER }, 'body /eventId'],
      [{ ticketType: 'general', eventId }, 'body /eventId'],
      [{ ticketDate: LATER, ticketIds: [] }, 'body /ticketIds'],
      [{ entryTime: 'noon' }, 'body /entryTime'],
      [{ ticketDate: LATER, reason: '' }, 'body /reason'],
    ] as const)
      assertRefused(await exchange(museum, sold.orderId, body), 400, 'invalid-request', [place]);
    const [strange] = idsIn(other) as [string];
    const ticketIds = [...idsIn(sold), strange];
    const wrong = await exchange(museum, sold.orderId, { ticketDate: LATER, ticketIds });
    assertRefused(wrong, 400, 'not-of-order', ['body /ticketIds']);
    assert.ok(wrong.json.detail.includes(strange), wrong.json.detail);
    const unknown = await exchange(museum, sold.orderId, { category: 'senior' });
    assertRefused(unknown, 400, 'category-unknown', ['body /category']);
    for (const as of ['partner', 'gate'] as const)
      assertRefused(await exchange(museum, sold.orderId, { ticketDate: LATER }, { as }), 403, 'forbidden');
    assert.deepEqual((await museum.api('GET', `/orders/${sold.orderId}`)).json, sold);
  });

  it('exchanges by itself what is valid, or cancelled and not used, and what is expired when it is named', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-01', DAY], price: 12 });
    const tour = { ticketType: 'event', eventId, quantity: 1 };
    const sold = await order(museum, [
      general({ ticketDate: '2027-03-01', quantity: 2 }),
      { ...tour, ticketDate: DAY },
      general({ quantity: 1 }),
    ]);
    const [used, missed, cancelled, valid] = idsIn(sold) as [string, string, string, string];
    await museum.api('POST', '/check-ins', { body: { ticketId: used } });
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-01'] } });
    museum.clock.advance(86_400_000);
    const moved = await exchanged(museum, sold.orderId, { ticketType: 'general', ticketDate: LATER });
    const made = ticketsIn(moved).flatMap(({ replaces }) => replaces ?? []);
    assert.deepEqual(made.toSorted(), [cancelled, valid].toSorted());
    assert.deepEqual(moved.account, { worth: 48, paid: 48, due: 0, kept: 0 });
    const again = await exchange(museum, sold.orderId, { ticketIds: [valid], ticketDate: DAY });
    assertRefused(again, 409, 'ticket-void');
    const asUsed = await exchange(museum, sold.orderId, { ticketIds: [missed, used], ticketDate: DAY });
    assertRefused(asUsed, 409, 'ticket-admitted');
    assert.deepEqual((await museum.api('GET', `/orders/${sold.orderId}`)).json, moved);
    const late = await exchanged(museum, sold.orderId, { ticketIds: [missed], ticketDate: DAY });
    assert.ok(standingIn(late).includes(`general ${DAY}  standard`));
    await museum.api('POST', `/orders/${sold.orderId}/void`, {
      body: {
        reason: 'Ill',
        ticketIds: ticketsIn(late).flatMap(({ ticketId, state }) => (state === 'valid' ? ticketId : [])),
      },
    });
    assertRefused(await exchange(museum, sold.orderId, { ticketDate: DAY }), 409, 'nothing-to-exchange');
    const { ticketId } = await buyTicket(museum, generalPurchase());
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
    assertRefused(await exchange(museum, ticketId, { ticketDate: DAY }), 409, 'order-void');
    const held = await order(museum, [general({ quantity: 1 })], { hold: 600 });
    assertRefused(await exchange(museum, held.orderId, { ticketDate: LATER }), 409, 'order-not-sold');
    await assertSound(museum);
  });

  it('is all or none, and what is paid or paid back is of the difference of all together', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 20 });
    const sold = await order(museum, [general({ quantity: 3 })], { paidBy: 'cash' });
    await put(museum, `/capacity/general/${LATER}`, { capacity: 2 });
    assertRefused(await exchange(museum, sold.orderId, { ticketDate: LATER }), 409, 'sold-out');
    const tooMuch = { category: 'child', refund: { method: 'cash', amount: 21.01 } };
    const refused = await exchange(museum, sold.orderId, tooMuch);
    assertRefused(refused, 409, 'refund-too-high');
    assert.equal(refused.json.remains, 21);
    assert.deepEqual((await museum.api('GET', `/orders/${sold.orderId}`)).json, sold);
    assert.equal(await leftOn(museum, LATER), 2);
    const [first, second] = idsIn(sold) as [string, string];
    const dearer = await exchanged(museum, sold.orderId, {
      ticketIds: [first, second],
      eventId,
      payment: { method: 'card', amount: 16 },
    });
    assert.deepEqual(dearer.account, { worth: 52, paid: 52, due: 0, kept: 0 });
    const [, of] = dearer.items as [unknown, { tickets: Ticket[] }];
    const ticketIds = of.tickets.map(({ ticketId }) => ticketId);
    const cheaper = await exchanged(museum, sold.orderId, {
      ticketIds,
      ticketType: 'general',
      category: 'child',
      refund: { method: 'cash', amount: 30 },
      reason: 'Children after all',
    });
    assert.deepEqual(cheaper.account, { worth: 22, paid: 22, due: 0, kept: 0 });
    assert.deepEqual(
      cheaper.payments.map(({ method, amount }: { method: string; amount: number }) => [method, amount]),
      [
        ['cash', 36],
        ['card', 16],
        ['cash', -30],
      ],
    );
    await assertSound(museum);
  });

  it('has its own places, however many are sold there by now, and others only if they are free', async (t) => {
    const museum = await opened(t);
    const sold = await order(museum, [general({ quantity: 3 }), general({ ticketDate: LATER, quantity: 1 })]);
    const [first, second, , elsewhere] = idsIn(sold) as [string, string, string, string];
    await put(museum, `/capacity/general/${DAY}`, { capacity: 1 });
    const asChild = { category: 'child', refund: { method: 'card', amount: 14 } };
    const inside = await exchanged(museum, sold.orderId, { ticketIds: [first, second], ...asChild });
    assert.equal(inside.account.worth, 34);
    const alone = await museum.api('POST', `/tickets/${ticketsIn(inside).at(-1)?.ticketId}/exchange`, {
      body: general({ category: 'standard' }),
    });
    assert.equal(alone.status, 201, alone.text);
    const full = { ticketIds: [elsewhere, alone.json.ticketId], ticketDate: DAY };
    assertRefused(await exchange(museum, sold.orderId, full), 409, 'sold-out');
    const away = { ticketIds: [alone.json.ticketId], ticketDate: LATER };
    assert.equal((await exchange(museum, sold.orderId, away)).status, 200);
    assertRefused(
      await exchange(museum, sold.orderId, { ticketIds: [elsewhere], ticketDate: DAY }),
      409,
      'sold-out',
    );
    assert.deepEqual((await museum.api('GET', '/journal?kind=day.sold-out')).json, []);
    await assertSound(museum);
  });

  it('has its own places at an entry time and of an event too', async (t) => {
    const museum = await opened(t);
    await put(museum, '/general-entry/times', { every: 60, places: 4, lastEntry: 60 });
    const { eventId } = await createEvent(museum, { dates: [DAY], price: 5 });
    const tour = { ticketType: 'event', eventId, ticketDate: DAY };
    const sold = await order(museum, [
      general({ entryTime: '10:00', quantity: 2 }),
      { ...tour, quantity: 2 },
    ]);
    const ofTime = idsIn(sold).slice(0, 2);
    const ofTour = idsIn(sold).slice(2);
    await put(museum, '/general-entry/times', { every: 60, places: 1, lastEntry: 60 });
    await put(museum, `/capacity/events/${eventId}`, { capacity: 0 });
    await put(museum, `/special-events/${eventId}/prices`, PRICES);
    await exchanged(museum, sold.orderId, { ticketIds: ofTime, category: 'child' });
    const moved = await exchanged(museum, sold.orderId, { ticketIds: [ofTour[0]], category: 'child' });
    await exchanged(museum, sold.orderId, { ticketIds: [ofTour[1]], ticketDate: DAY });
    assert.deepEqual(standingIn(moved).toSorted(), [
      `event ${DAY}  child`,
      `event ${DAY}  standard`,
      ...Array(2).fill(`general ${DAY} 10:00 child`),
    ]);
    await assertSound(museum);
  });

  it('answers the same request byte for byte, without doing it again', async (t) => {
    const museum = await opened(t);
    const buyer = { email: 'ada@example.com', phone: '112 34', paidBy: 'cash' };
    const sold = await order(museum, [general({ quantity: 2 })], buyer);
    const headers = { 'idempotency-key': 'move-1' };
    const move = (more: object = {}) =>
      exchange(museum, sold.orderId, { ticketDate: LATER, ...more }, { headers, as: 'cashier' });
    const [first, ...others] = await Promise.all([move(), move(), move()]);
    assert.equal(first?.status, 200, first?.text);
    assert.deepEqual([first?.json.email, first?.json.phone], ['ada@example.com', '112 34']);
    await museum.api('POST', `/orders/${sold.orderId}/void`, { body: { reason: 'Ill' } });
    for (const again of [...others, await move()]) {
      assert.deepEqual([again.status, again.text], [200, first?.text]);
      assert.equal(again.headers['content-type'], first?.headers['content-type']);
    }
    assertRefused(await move({ reason: 'Rain' }), 422, 'idempotency-key-reused');
    const kept = await museum.store.all<{ answer: string }>('SELECT answer FROM kept_answers');
    assert.ok(!kept.some(({ answer }) => answer.includes('ada@')), 'a kept answer names nobody');
    await assertSound(museum);
  });

  it('what was called off is exchanged for what was paid for it, and paid back no more', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [DAY, LATER], price: 30 });
    const tour = { ticketType: 'event', eventId, ticketDate: DAY, quantity: 2 };
    const sold = await order(museum, [tour, general({ quantity: 1 })], { paidBy: 'cash' });
    const [first, second] = idsIn(sold) as [string, string];
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [LATER] } });
    const off = (await museum.api('GET', `/orders/${sold.orderId}`)).json;
    assert.deepEqual(off.account, { worth: 12, paid: 72, due: 60, kept: 0 });
    const moved = await exchanged(museum, sold.orderId, { ticketIds: [first], ticketDate: LATER });
    assert.deepEqual(moved.account, { worth: 42, paid: 72, due: 30, kept: 0 });
    const cheaper = { ticketIds: [second], ticketType: 'general', ticketDate: LATER };
    const tooMuch = { ...cheaper, refund: { method: 'cash', amount: 18.01 } };
    assert.equal((await exchange(museum, sold.orderId, tooMuch)).json.remains, 18);
    const back = await exchanged(museum, sold.orderId, {
      ...cheaper,
      refund: { method: 'cash', amount: 18 },
    });
    assert.deepEqual(back.account, { worth: 54, paid: 54, due: 0, kept: 0 });
    await assertSound(museum);
  });

  it('its seller sees the new tickets, and hears of them', async (t) => {
    const museum = await opened(t);
    const body = { items: [general({ quantity: 2 })], paidBy: 'online' };
    const sold = (await museum.api('POST', '/orders', { body, as: 'partner' })).json;
    const moved = await exchanged(museum, sold.orderId, { ticketDate: LATER });
    const made = ticketsIn(moved).filter(({ state }) => state === 'valid');
    assert.equal(
      (await museum.api('GET', `/orders/${sold.orderId}/tickets.pdf`, { as: 'partner' })).status,
      200,
    );
    for (const { ticketId } of made) {
      const seen = await museum.api('GET', `/tickets/${ticketId}`, { as: 'partner' });
      assert.deepEqual([seen.status, seen.json.orderId], [200, sold.orderId]);
    }
    const voided = await museum.api('POST', `/tickets/${made[0]?.ticketId}/void`, {
      body: { reason: 'Ill' },
      as: 'partner',
    });
    assert.equal(voided.status, 200, voided.text);
    await assertSound(museum);
  });

  it('each old ticket counts as exchanged once, also if it was cancelled, and each new one as sold', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [DAY, LATER], price: 7 });
    const sold = await order(museum, [general({ quantity: 3 })]);
    const off = await order(museum, [{ ticketType: 'event', eventId, ticketDate: DAY, quantity: 1 }]);
    const shows = async (figures: object) => {
      for (const dayOf of ['sale', 'visit']) {
        const days = `startDate=2027-03-01&endDate=${LATER}&dayOf=${dayOf}`;
        const { total } = (await museum.api('GET', `/reports/sales?${days}`)).json;
        assert.deepEqual({ ...total, ...figures }, total, dayOf);
      }
    };
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [LATER] } });
    await shows({ sold: 4, void: 0, exchanged: 0, cancelled: 1, revenue: 36 });
    await exchanged(museum, sold.orderId, { ticketDate: LATER, category: 'child' });
    await shows({ sold: 7, void: 0, exchanged: 3, cancelled: 1, revenue: 15 });
    await exchanged(museum, off.orderId, { ticketDate: LATER });
    await shows({ sold: 8, void: 0, exchanged: 4, cancelled: 0, revenue: 22 });
    const entries = (await museum.api('GET', '/journal?kind=tickets.sold')).json;
    assert.deepEqual(
      entries.map(({ details }: { details: { tickets: unknown[] } }) => details.tickets.length),
      [1, 3, 1, 3],
    );
    assert.equal((await museum.api('GET', '/journal?kind=ticket.void')).json.length, 4);
  });
});
