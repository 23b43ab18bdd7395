/** Codes: what they make cheaper, how often they can be used, and when a use is given back. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { put } from '../../fixtures/timed-tickets.ts';
import { findDiscountsById } from '../../src/discounts/index.ts';

const DAY = '2027-03-14'; // a Sunday
const LATER = '2027-03-15';
const CATEGORIES = [
  { category: 'standard', name: 'Standard', unitType: 'ADULT' },
  { category: 'child', name: 'Child', unitType: 'CHILD' },
];
const PRICES = [
  { category: 'standard', price: 12.5 },
  { category: 'child', price: 5 },
];

const general = (more: object = {}) => ({ ticketType: 'general', ticketDate: DAY, quantity: 1, ...more });
const child = (more: object = {}) => general({ category: 'child', ...more });

const make = async (museum: Museum, body: object) => {
  const made = await museum.api('POST', '/codes', { body });
  assert.equal(made.status, 201, made.text);
  return made.json;
};
const makeOne = async (museum: Museum, body: object = {}) => {
  const [code] = await make(museum, { code: 'SPRING-27', kind: 'percent', value: 20, ...body });
  return code;
};
const place = (museum: Museum, items: readonly object[], more: object = {}) =>
  museum.api('POST', '/orders', { body: { items, ...more } });
const placed = async (museum: Museum, items: readonly object[], more: object = { code: 'SPRING-27' }) => {
  const answer = await place(museum, items, more);
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
};
const act = async (museum: Museum, method: 'POST' | 'PUT', path: string, body: object = {}) => {
  const answer = await museum.api(method, path, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
const usedOf = async (museum: Museum, code = 'SPRING-27') =>
  (await museum.api('GET', `/codes?code=${code}`)).json[0].used;
const pricesIn = ({ items }: { items: { price: number; fullPrice?: number; quantity: number }[] }) =>
  items.map(({ price, fullPrice, quantity }) => [quantity, price, fullPrice]);
const ticketIdsIn = ({ items }: { items: { tickets: { ticketId: string; state: string }[] }[] }) =>
  items
    .flatMap(({ tickets }) => tickets)
    .filter(({ state }) => state !== 'void')
    .map(({ ticketId }) => ticketId);

describeOnDatabase((openMuseum) => {
  const opened = async (t: Parameters<typeof openMuseum>[0]) => {
    const museum = await openMuseum(t);
    await put(museum, '/categories', CATEGORIES);
    await put(museum, '/general-entry/prices', PRICES);
    return museum;
  };

  it('reduces the dearest tickets first, at most so many of an order, whatever the case and hyphens of the code', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { perOrder: 2 });
    const sold = await placed(museum, [child({ quantity: 2 }), general()], {
      code: ' spring 2-7',
      paidBy: 'card',
    });
    assert.deepEqual(pricesIn(sold), [
      [1, 4, 5],
      [1, 5, undefined],
      [1, 10, 12.5],
    ]);
    assert.equal(sold.total, 19);
    assert.deepEqual(
      sold.payments.map(({ amount }: { amount: number }) => amount),
      [19],
    );
    assert.equal(await usedOf(museum), 2);
    await assertSound(museum);
  });

  const PRICED: readonly [object, number][] = [
    [{ kind: 'percent', value: 33 }, 8.38],
    [{ kind: 'amount', value: 20 }, 0],
    [{ kind: 'price', value: 20 }, 12.5],
    [{ kind: 'price', value: 3 }, 3],
    [{ kind: 'access', value: undefined }, 12.5],
  ];
  it('rounds half up, and asks neither less than nothing nor more than the price', async (t) => {
    const museum = await opened(t);
    for (const [index, [terms, price]] of PRICED.entries()) {
      const code = `NUMBER-0${index}`;
      await makeOne(museum, { code, ...terms });
      const sold = await placed(museum, [general()], { code });
      assert.equal(sold.items[0].price, price, JSON.stringify(terms));
    }
  });

  const UNFIT: readonly [string, object][] = [
    ['channel', { channels: ['shop'] }],
    ['seller', { sellers: ['partner'] }],
    ['ticket-type', { for: { ticketType: 'event' } }],
    ['category', { for: { categories: ['child'] } }],
    ['day', { for: { from: LATER } }],
    ['weekday', { for: { weekdays: [1, 2, 3] } }],
    ['entry-time', { for: { entryTimes: { from: '10:00', to: '12:00' } } }],
  ];
  it('says why a code fits nothing of an order, and sells nothing then', async (t) => {
    const museum = await opened(t);
    for (const [index, [because, rule]] of UNFIT.entries()) {
      const code = `NUMBER-0${index}`;
      await makeOne(museum, { code, ...rule });
      const answer = await place(museum, [general()], { code });
      assertRefused(answer, 409, 'code-not-applicable');
      assert.equal(answer.json.because, because);
    }
    assert.deepEqual((await museum.api('GET', '/orders?state=sold')).json, []);
    await assertSound(museum);
  });

  it('refuses a code that is unknown, not valid yet, over or disabled in the same words', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { code: 'NOT-YET-27', validFrom: '2027-12-01T00:00:00Z' });
    await makeOne(museum, { code: 'OVER-2026', validTo: '2026-12-01T00:00:00Z' });
    const { codeId } = await makeOne(museum, { code: 'DISABLED-27' });
    await museum.api('PATCH', `/codes/${codeId}`, { body: { enabled: false } });
    const details = new Set();
    for (const code of ['UNKNOWN-27', 'NOT-YET-27', 'OVER-2026', 'DISABLED-27']) {
      const answer = await place(museum, [general()], { code });
      assertRefused(answer, 409, 'code-invalid');
      details.add(answer.json.detail);
    }
    assert.equal(details.size, 1);
  });

  it('takes uses when an order is held, and gives them back when it is released or made void', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { uses: 3 });
    const held = await placed(museum, [general({ quantity: 2 })], { code: 'SPRING-27', hold: 600 });
    const both = await placed(museum, [general({ quantity: 2 })]);
    assert.deepEqual(pricesIn(both), [
      [1, 10, 12.5],
      [1, 12.5, undefined],
    ]);
    assertRefused(await place(museum, [general()], { code: 'SPRING-27' }), 409, 'code-used-up');
    await act(museum, 'POST', `/orders/${held.orderId}/release`);
    assert.equal(await usedOf(museum), 1);
    await act(museum, 'POST', `/orders/${both.orderId}/void`, { reason: 'Ill' });
    assert.equal(await usedOf(museum), 0);
    const again = await act(museum, 'POST', `/orders/${held.orderId}/confirm`, { paidBy: 'cash' });
    assert.equal(again.total, 20);
    assert.equal(await usedOf(museum), 2);
    await assertSound(museum);
  });

  it('is noticed by the check when it says another number of uses than tickets have it', async (t) => {
    const museum = await opened(t);
    await makeOne(museum);
    await placed(museum, [general()]);
    await museum.store.transaction((tx) => tx.run('UPDATE discount_codes SET used = 3', []));
    await assert.rejects(assertSound(museum), /The code SPRING-27 says that 3 tickets have it, but 1 do\./);
  });

  it('does not take a released order up again whose uses are gone', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { uses: 1 });
    const held = await placed(museum, [general()], { code: 'SPRING-27', hold: 600 });
    await act(museum, 'POST', `/orders/${held.orderId}/release`);
    await placed(museum, [general()]);
    const late = await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'cash' } });
    assertRefused(late, 409, 'hold-expired');
    await assertSound(museum);
  });

  it('keeps the code of a held order, takes it off, or replaces it', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { perOrder: 1 });
    await makeOne(museum, { code: 'OTHER-2027', kind: 'amount', value: 1 });
    const { orderId } = await placed(museum, [child()], { code: 'SPRING-27', hold: 600 });
    const path = `/orders/${orderId}/items`;
    const dearer = await act(museum, 'PUT', path, { items: [child(), general()] });
    assert.deepEqual(pricesIn(dearer), [
      [1, 5, undefined],
      [1, 10, 12.5],
    ]);
    const other = await act(museum, 'PUT', path, { items: [child(), general()], code: 'other2027' });
    assert.deepEqual(pricesIn(other), [
      [1, 4, 5],
      [1, 11.5, 12.5],
    ]);
    assert.deepEqual([await usedOf(museum), await usedOf(museum, 'OTHER-2027')], [0, 2]);
    const none = await act(museum, 'PUT', path, { items: [child()], code: null });
    assert.deepEqual(pricesIn(none), [[1, 5, undefined]]);
    assert.equal(await usedOf(museum, 'OTHER-2027'), 0);
    await assertSound(museum);
  });

  it('keeps the reduced price and the use in an exchange where the code fits, and asks the full price elsewhere', async (t) => {
    const museum = await opened(t);
    await makeOne(museum, { uses: 2, for: { from: DAY, to: LATER } });
    const { orderId } = await placed(museum, [general({ quantity: 2 })], {
      code: 'SPRING-27',
      paidBy: 'card',
    });
    const same = await act(museum, 'POST', `/orders/${orderId}/exchange`, { ticketDate: LATER });
    assert.deepEqual(pricesIn(same), [
      [2, 10, 12.5],
      [2, 10, 12.5],
    ]);
    assert.equal(await usedOf(museum), 2);
    const [ticketId] = ticketIdsIn(same);
    const away = {
      ticketIds: [ticketId],
      ticketDate: '2027-03-16',
      payment: { method: 'cash', amount: 2.5 },
    };
    const moved = await act(museum, 'POST', `/orders/${orderId}/exchange`, away);
    assert.deepEqual(pricesIn(moved).at(-1), [1, 12.5, undefined]);
    assert.equal(await usedOf(museum), 1);
    await assertSound(museum);
  });

  it('sells an event that needs a code to partners only with one that opens it', async (t) => {
    const museum = await opened(t);
    const { eventId } = await createEvent(museum, { dates: [DAY] });
    await put(museum, `/special-events/${eventId}/visibility`, { visibility: 'code' });
    await makeOne(museum, {
      code: 'MEMBERS-27',
      kind: 'access',
      value: undefined,
      for: { eventIds: [eventId] },
    });
    await makeOne(museum, {});
    const items = [{ ticketType: 'event', eventId, ticketDate: DAY, quantity: 1 }];
    const buy = (more: object, as: 'partner' | 'cashier') =>
      museum.api('POST', '/orders', { body: { items, ...more }, as });
    assertRefused(await buy({}, 'partner'), 409, 'code-needed');
    assertRefused(await buy({ code: 'SPRING-27' }, 'partner'), 409, 'code-needed');
    assert.equal((await buy({ code: 'MEMBERS-27' }, 'partner')).status, 201);
    assert.equal((await buy({}, 'cashier')).status, 201);
    assert.deepEqual([await usedOf(museum), await usedOf(museum, 'MEMBERS-27')], [0, 1]);
    await assertSound(museum);
  });

  it('draws ten thousand codes once, however often they are asked for, and lists them as CSV', async (t) => {
    const museum = await opened(t);
    const body = { count: 10_000, prefix: 'PRESS-', kind: 'price', value: 0, uses: 1, note: 'Press' };
    const headers = { 'idempotency-key': 'press-1' };
    const first = await museum.api('POST', '/codes', { body, headers });
    assert.equal(first.status, 201, first.text.slice(0, 500));
    const again = await museum.api('POST', '/codes', { body, headers });
    assert.equal(again.text, first.text);
    const codes = first.json.map(({ code }: { code: string }) => code);
    assert.equal(new Set(codes).size, 10_000);
    assert.match(codes[0], /^PRESS-[2-9a-hjkmnp-tv-z]{10}$/);
    const csv = await museum.api('GET', '/codes?note=Press', { headers: { accept: 'text/csv' } });
    const lines = csv.text.trimEnd().split('\r\n');
    assert.equal(lines.length, 10_001);
    assert.deepEqual(new Set(lines.slice(1).map((line: string) => line.split(',')[0])), new Set(codes));
    const page = await museum.api('GET', '/codes?note=Press&limit=2');
    const [, next] = /<\/v1\.1([^>]+)>; rel="next"/.exec(`${page.headers.link}`) ?? [];
    const more = await museum.api('GET', next as string);
    assert.equal(new Set([...page.json, ...more.json].map(({ codeId }) => codeId)).size, 4);
  });

  const FAULTS: readonly [string, object][] = [
    ['/code', { code: undefined }],
    ['/count', { count: 3 }],
    ['/prefix', { prefix: 'A' }],
    ['/code', { code: 'FREE', value: 100 }],
    ['/code', { code: '----A---' }],
    ['/value', { value: undefined }],
    ['/value', { value: 0.5 }],
    ['/value', { kind: 'access' }],
    ['/value', { kind: 'amount', value: 0 }],
    ['/for/to', { for: { from: LATER, to: DAY } }],
    ['/validTo', { validFrom: '2027-03-02T00:00:00Z', validTo: '2027-03-01T00:00:00Z' }],
  ];
  it('names what is wrong with a new code', async (t) => {
    const museum = await opened(t);
    for (const [pointer, more] of FAULTS) {
      const body = { code: 'SPRING-27', kind: 'percent', value: 20, ...more };
      const answer = await museum.api('POST', '/codes', { body });
      assertRefused(answer, 400, 'invalid-request', [`body ${pointer}`]);
    }
    await makeOne(museum, { code: 'ONCE', value: 100, uses: 1 });
    assertRefused(
      await museum.api('POST', '/codes', { body: { code: 'on-ce', kind: 'percent', value: 10 } }),
      409,
      'code-taken',
    );
  });

  it('slows an account that tries codes out, and still takes a right one', async (t) => {
    const museum = await opened(t);
    await makeOne(museum);
    const guess = (code: string) => place(museum, [general()], { code });
    for (let tries = 0; tries < 20; tries++)
      assertRefused(await guess(`WRONG-${tries}-27`), 409, 'code-invalid');
    const slowed = await guess('WRONG-20-27');
    assertRefused(slowed, 429, 'too-many-guesses');
    assert.ok(Number(slowed.headers['retry-after']) > 0);
    assert.equal((await guess('SPRING-27')).status, 201);
    museum.clock.advance(15 * 60_000);
    assertRefused(await guess('WRONG-21-27'), 409, 'code-invalid');
  });
});

describeOnEachDatabase((openMuseum) => {
  it('gives the last use to one of forty buyers', async (t) => {
    const museum = await openMuseum(t);
    await makeOne(museum, { uses: 1 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => place(museum, [general()], { code: 'SPRING-27' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 39);
    for (const answer of refused) assertRefused(answer, 409, 'code-used-up');
    assert.equal(await usedOf(museum), 1);
    await assertSound(museum);
  });

  it('counts one use twice without the guard', async (t) => {
    const museum = await openMuseum(t);
    const { codeId } = await makeOne(museum, { uses: 1 });
    const read = async () => (await findDiscountsById(museum.store, [codeId])).get(codeId)?.used ?? 0;
    const [one, other] = await Promise.all([read(), read()]); // both see a use left
    for (const used of [one, other])
      if (used < 1)
        await museum.store.transaction((tx) =>
          tx.run('UPDATE discount_codes SET used = used + 1 WHERE code_id = ?', [codeId]),
        );
    assert.equal(await read(), 2);
  });

  it('has as many uses taken as tickets, whatever is held, released, sold, moved, voided and over at once', async (t) => {
    const museum = await openMuseum(t);
    await makeOne(museum, { uses: 12 });
    const other = await makeOne(museum, { code: 'OTHER-2027', uses: 12 });
    const post = (path: string, body: object = {}) => museum.api('POST', path, { body });
    const held = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        placed(museum, [general({ quantity: 2 })], {
          code: index % 2 === 0 ? 'SPRING-27' : 'OTHER-2027',
          ...(index < 4 ? { hold: 60 } : { paidBy: 'cash' }),
        }),
      ),
    );
    const [released, confirmed, left, changed, voided, moved] = held.map(({ orderId }) => orderId);
    await Promise.all([
      post(`/orders/${released}/release`),
      post(`/orders/${released}/confirm`, { paidBy: 'cash' }),
      post(`/orders/${confirmed}/confirm`, { paidBy: 'cash' }),
      museum.api('PUT', `/orders/${changed}/items`, { body: { items: [general()], code: 'SPRING-27' } }),
      post(`/orders/${voided}/void`, { reason: 'Ill' }),
      post(`/orders/${moved}/exchange`, { ticketDate: LATER, reason: 'Ill' }),
      museum.api('PATCH', `/codes/${other.codeId}`, { body: { uses: 20 } }),
      ...Array.from({ length: 20 }, (_, index) =>
        place(museum, [general({ quantity: 1 + (index % 3), ticketDate: index % 2 === 0 ? DAY : LATER })], {
          code: index % 3 === 0 ? 'OTHER-2027' : 'SPRING-27',
          ...(index % 4 === 0 && { hold: 60 }),
        }),
      ),
    ]);
    assert.ok((await usedOf(museum)) <= 12);
    await assertSound(museum);
    museum.clock.advance(61_000);
    await Promise.all([post(`/orders/${left}/confirm`, { paidBy: 'cash' }), place(museum, [general()])]);
    await assertSound(museum);
  });
});
