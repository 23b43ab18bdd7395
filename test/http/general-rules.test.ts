import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused, type FaultPlace } from '../../fixtures/refused.ts';
import { generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';

const RULES = '/general-entry/price-rules';
const TIMES = '/general-entry/times';
/** Today is a Monday; general entry is open from 09:00 to 18:00, and it is 11:00. */
const [TUESDAY, SATURDAY, SUNDAY] = ['2027-03-02', '2027-03-06', '2027-03-07'];
const HOURLY = { every: 60, places: 3, lastEntry: 60 };

const price = (category: string, amount: number | null) => ({ category, price: amount });
const FREE = { name: 'Free', prices: [price('standard', 0)] };

describeOnDatabase((openMuseum) => {
  const dayOf = async (museum: Museum, date: string, as: Asker = 'partner') => {
    const query = `startDate=${date}&endDate=${date}&ticketType=general`;
    return (await museum.api('GET', `/availability?${query}`, { as })).json[0];
  };
  const pricesOf = (rows: readonly { category: string; price: number }[] | undefined) =>
    rows?.map(({ category, price: amount }) => `${category} ${amount}`);
  const timesOf = async (museum: Museum, date: string): Promise<string[] | undefined> =>
    (await dayOf(museum, date)).times?.map(({ entryTime }: { entryTime: string }) => entryTime);
  const buy = async (museum: Museum, body: Record<string, unknown>, as: Asker = 'partner') =>
    museum.api('POST', '/tickets', { body: generalPurchase(body), as });

  const costOf = async (museum: Museum, body: Record<string, unknown>, as?: Asker): Promise<number> => {
    const bought = await buy(museum, body, as);
    assert.equal(bought.status, 201, bought.text);
    return (await museum.api('GET', `/tickets/${bought.json.ticketId}`)).json.price;
  };

  it('sells entry times on some weekdays only, and on a day with times of its own by these', async (t) => {
    const museum = await openMuseum(t);
    const weekend = { ...HOURLY, weekdays: [6, 7] };
    await put(museum, TIMES, { ...weekend, weekdays: [7, 6] });
    assert.deepEqual((await museum.api('GET', TIMES)).json, weekend);
    assert.deepEqual((await museum.api('GET', '/museum')).json.generalEntry.entryTimes, weekend);
    assert.equal(await timesOf(museum, TUESDAY), undefined);
    assert.equal((await timesOf(museum, SATURDAY))?.length, 9);
    assert.equal((await buy(museum, { ticketDate: TUESDAY })).status, 201);
    assertRefused(await buy(museum, { ticketDate: SATURDAY }), 409, 'entry-time-needed');

    const own = { every: 240, places: 1, lastEntry: 0 };
    await put(museum, `${TIMES}/${TUESDAY}`, own);
    await put(museum, `${TIMES}/${SUNDAY}`, { every: null });
    assert.deepEqual((await museum.api('GET', `${TIMES}/${TUESDAY}`)).json, own);
    assert.deepEqual((await museum.api('GET', `${TIMES}/${SUNDAY}`)).json, { every: null });
    assert.deepEqual((await museum.api('GET', `${TIMES}/${SATURDAY}`)).json, HOURLY);
    assert.deepEqual(await timesOf(museum, TUESDAY), ['09:00', '13:00', '17:00']);
    assert.equal((await buy(museum, { ticketDate: SUNDAY })).status, 201);
    const at = { ticketDate: TUESDAY, entryTime: '13:00' };
    assert.equal((await buy(museum, at)).status, 201);
    assertRefused(await buy(museum, at), 409, 'sold-out');
    await put(museum, TIMES, { ...HOURLY, places: 9 });
    assertRefused(await buy(museum, at), 409, 'sold-out');

    assert.equal((await museum.api('DELETE', `${TIMES}/${TUESDAY}`)).status, 204);
    assertRefused(await museum.api('DELETE', `${TIMES}/${TUESDAY}`), 404, 'exception-not-found');
    assert.equal((await buy(museum, at)).status, 201);
    const [slot] = (await dayOf(museum, TUESDAY)).times.filter(
      ({ entryTime }: { entryTime: string }) => entryTime === '13:00',
    );
    assert.deepEqual([slot.capacity, slot.sold], [9, 2]);
    const kinds = (await museum.api('GET', '/journal?subject=2027-03-02')).json.map(
      ({ kind }: { kind: string }) => kind,
    );
    assert.deepEqual(kinds.toSorted(), ['times.day-cleared', 'times.day-set']);
    await assertSound(museum);
  });

  it('names what is wrong with weekdays and with the times of a day', async (t) => {
    const museum = await openMuseum(t);
    const asked = (path: string, body: object, as: Asker = 'manager') =>
      museum.api('PUT', path, { body, as });
    for (const [weekdays, fault] of [
      [[], '/weekdays'],
      [[0], '/weekdays/0'],
      [[8], '/weekdays/0'],
      [[1, 1], '/weekdays/1'],
    ] as const)
      assertRefused(await asked(TIMES, { ...HOURLY, weekdays }), 400, 'invalid-request', [`body ${fault}`]);
    const day = `${TIMES}/${TUESDAY}`;
    assertRefused(await asked(day, { ...HOURLY, weekdays: [1] }), 400, 'invalid-request', ['body /weekdays']);
    assertRefused(await asked(day, { every: 30 }), 400, 'invalid-request', [
      'body /places',
      'body /lastEntry',
    ]);
    assert.equal((await asked(day, HOURLY, 'cashier')).status, 403);
    assert.equal((await asked(`${TIMES}/2027-02-30`, HOURLY)).status, 400);
  });

  it('takes the first rule that fits a day and entry time, and shows prices at times where they differ', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const rules = [
      { ...FREE, weekdays: [7], nth: 1, prices: [price('standard', 0), price('family', null)] },
      { name: 'Evening', fromTime: '16:00', prices: [price('standard', 5), price('reduced', 4)] },
      { name: 'Weekend', weekdays: [6, 7], prices: [{ ...price('standard', 15), vat: 7 }] },
    ];
    await put(museum, RULES, rules);
    assert.deepEqual((await museum.api('GET', RULES, { as: 'partner' })).json, rules);
    assert.deepEqual(pricesOf((await dayOf(museum, SUNDAY)).prices), ['standard 0', 'reduced 11']);
    assert.deepEqual(pricesOf((await dayOf(museum, SATURDAY)).prices), [
      'standard 15',
      'reduced 11',
      'family 12',
    ]);
    await put(museum, TIMES, { ...HOURLY, places: null });
    const { times, prices } = await dayOf(museum, SATURDAY);
    assert.deepEqual(pricesOf(prices), ['standard 15', 'reduced 11', 'family 12']);
    const differing = times.filter((time: object) => 'prices' in time);
    assert.deepEqual(
      differing.map((time: { entryTime: string; prices: [] }) => [
        time.entryTime,
        ...(pricesOf(time.prices) ?? []),
      ]),
      ['16:00', '17:00'].map((time) => [time, 'standard 5', 'reduced 4', 'family 12']),
    );
    assert.ok((await dayOf(museum, SUNDAY)).times.every((time: object) => !('prices' in time)));
    const at = (entryTime: string, more = {}) => costOf(museum, { ticketDate: SATURDAY, entryTime, ...more });
    assert.equal(await at('15:00'), 15);
    assert.equal(await at('16:00'), 5);
    assert.equal(await at('17:00', { category: 'reduced' }), 4);
    const family = { ticketDate: SUNDAY, entryTime: '16:00', category: 'family' };
    assertRefused(await buy(museum, family), 409, 'category-not-sold');
    await put(museum, `/general-entry/prices/${SATURDAY}`, [price('standard', 2)]);
    assert.equal(await at('17:00'), 2);
    assert.ok((await dayOf(museum, SATURDAY)).times.every((time: object) => !('prices' in time)));
  });

  it('sells by a rule with times what staff sell for today while the clock is inside it, without entry times', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, RULES, [{ ...FREE, fromTime: '11:30', toTime: '12:00' }]);
    const costs = (as: Asker, ticketDate = TODAY) => costOf(museum, { ticketDate }, as);
    await put(museum, '/general-entry/prices', [price('standard', 12)]);
    const usual = await costs('cashier');
    assert.equal(usual, 12);
    museum.clock.advance(30 * 60_000);
    assert.deepEqual([await costs('cashier'), await costs('partner')], [0, usual]);
    assert.equal(await costs('cashier', TUESDAY), usual);
    assert.deepEqual(pricesOf((await dayOf(museum, TODAY, 'cashier')).prices), ['standard 0']);
    assert.deepEqual(pricesOf((await dayOf(museum, TODAY)).prices), [`standard ${usual}`]);
    museum.clock.advance(30 * 60_000);
    assert.equal(await costs('cashier'), usual);
  });

  it('keeps the price of what is held or sold when rules change', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, RULES, [FREE]);
    const items = [{ ticketType: 'general', ticketDate: TUESDAY, quantity: 1 }];
    const held = await museum.api('POST', '/orders', { body: { items, hold: 600 } });
    assert.equal(held.status, 201, held.text);
    const { ticketId } = (await buy(museum, { ticketDate: TUESDAY })).json;
    await put(museum, RULES, [{ ...FREE, prices: [price('standard', 20)] }]);
    const confirmed = await museum.api('POST', `/orders/${held.json.orderId}/confirm`, { body: {} });
    assert.equal(confirmed.json.total, 0, confirmed.text);
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.price, 0);
    assert.equal(await costOf(museum, { ticketDate: TUESDAY }), 20);
  });

  it('names what is wrong with rules, and changes nothing then', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, RULES, [FREE]);
    const faults: [object, ...FaultPlace[]][] = [
      [{ ...FREE, weekdays: [7], nth: 5 }, 'body /0/nth'],
      [{ ...FREE, from: '2027-03-02', to: '2027-03-01' }, 'body /0/to'],
      [{ ...FREE, fromTime: '10:00', toTime: '10:00' }, 'body /0/toTime'],
      [{ ...FREE, fromTime: '24:00' }, 'body /0/fromTime'],
      [{ ...FREE, prices: [] }, 'body /0/prices'],
      [{ ...FREE, prices: [price('standard', -1)] }, 'body /0/prices/0/price'],
      [{ ...FREE, prices: [price('standard', 1), price('standard', 2)] }, 'body /0/prices/1/category'],
      [{ ...FREE, name: ' ' }, 'body /0/name'],
      [{ ...FREE, colour: 'red' }, 'body /0/colour'],
    ];
    for (const [rule, ...pointers] of faults)
      assertRefused(await museum.api('PUT', RULES, { body: [rule] }), 400, 'invalid-request', pointers);
    const many = await museum.api('PUT', RULES, { body: Array(51).fill(FREE) });
    assertRefused(many, 400, 'invalid-request', ['body ']);
    const unknown = await museum.api('PUT', RULES, {
      body: [FREE, { ...FREE, prices: [price('standard', 1), price('nobody', 2)] }],
    });
    assertRefused(unknown, 400, 'category-unknown', ['body /1/prices/1/category']);
    assert.deepEqual((await museum.api('GET', RULES)).json, [FREE]);
    assert.equal((await museum.api('PUT', RULES, { body: [], as: 'cashier' })).status, 403);
    await put(museum, RULES, Array(50).fill(FREE));
    await put(museum, RULES, []);
    assert.deepEqual((await museum.api('GET', RULES)).json, []);
  });

  it('keeps a category that a rule names', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const [standard, , family] = (await museum.api('GET', '/categories')).json;
    await put(museum, '/general-entry/prices', [price('standard', 10), price('family', 20)]);
    await put(museum, RULES, [{ ...FREE, prices: [price('reduced', 1)] }]);
    const refused = await museum.api('PUT', '/categories', { body: [standard, family] });
    assertRefused(refused, 409, 'category-in-use');
    assert.deepEqual(pricesOf((await dayOf(museum, TUESDAY)).prices), [
      'standard 10',
      'reduced 1',
      'family 20',
    ]);
    await put(museum, RULES, []);
    assert.equal((await museum.api('PUT', '/categories', { body: [standard, family] })).status, 200);
  });
});
