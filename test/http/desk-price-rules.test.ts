import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { priceRulesTexts } from '../../src/web/desk/settings/price-rules-texts.ts';

const say = priceRulesTexts('en');
const RULES = '/desk/settings/prices/rules';
const RULE = '/desk/settings/prices/rule';
const API = '/general-entry/price-rules';
const TIMES = '/desk/settings/times';

type Form = Record<string, string>;

const named = (name: string) => ({ name, prices: [{ category: 'standard', price: 1 }] });

describeOnSqlite((openMuseum) => {
  const rulesOf = async (museum: Museum) => (await museum.api('GET', API)).json;
  const formOn = async (staff: Staff, path: string, action: string) =>
    (await staff.get(path)).form(action) as Form;

  test('a free first Sunday and cheaper evenings are rules of a form each, in an order that can be changed', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const manager = await signInStaff(museum, 'manager');
    assert.ok((await manager.get(RULES)).text().includes(say('none')));
    const free = {
      ...(await formOn(manager, RULE, RULE)),
      ...{ name: 'First Sunday', 'weekday-7': 'on', nth: '1' },
      ...{ 'price-standard': '0', 'unsold-family': 'on' },
    };
    const saved = await manager.post(RULE, free);
    assert.equal(saved.location, `${RULES}?done=pricesChanged`, saved.problem());
    const evening = {
      ...(await formOn(manager, RULE, RULE)),
      ...{ name: 'Summer evenings', from: '2027-06-01', to: '2027-08-31', fromTime: '17:00' },
      'price-reduced': '4,50',
    };
    await manager.post(RULE, evening);
    const sunday = {
      ...{ name: 'First Sunday', weekdays: [7], nth: 1 },
      prices: [
        { category: 'standard', price: 0 },
        { category: 'family', price: null },
      ],
    };
    const summer = {
      ...{ name: 'Summer evenings', from: '2027-06-01', to: '2027-08-31', fromTime: '17:00' },
      prices: [{ category: 'reduced', price: 4.5 }],
    };
    assert.deepEqual(await rulesOf(museum), [sunday, summer]);
    const seen = await formOn(manager, RULES, RULES);
    assert.equal(
      (await manager.post(RULES, { ...seen, step: 'up-1' })).location,
      `${RULES}?done=pricesChanged`,
    );
    assert.deepEqual(await rulesOf(museum), [summer, sunday]);
    const edited = await formOn(manager, `${RULE}?rule=2`, RULE);
    assert.deepEqual(
      [edited.name, edited.nth, edited['price-standard'], 'weekday-7' in edited, 'unsold-family' in edited],
      ['First Sunday', '1', '0', true, true],
    );
    await manager.post(RULE, { ...edited, nth: 'last', 'weekday-6': 'on' });
    assert.deepEqual(await rulesOf(museum), [summer, { ...sunday, weekdays: [6, 7], nth: 'last' }]);
    await manager.post(RULES, { ...(await formOn(manager, RULES, RULES)), step: 'remove-0' });
    assert.deepEqual((await rulesOf(museum)).length, 1);
    assert.equal((await manager.get(`${RULE}?rule=2`)).location, RULES);
  });

  test('a rule that makes no sense is said at its fields, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const wrong = {
      ...(await formOn(manager, RULE, RULE)),
      ...{ name: '', nth: '2', from: '2027-06-02', to: '2027-06-01', fromTime: '10:00', toTime: '10:00' },
    };
    const page = await manager.post(RULE, wrong);
    assert.equal(page.status, 400);
    assert.deepEqual(page.faultyFields(), ['name', 'nth', 'to', 'toTime', 'price-standard']);
    assert.equal(page.value('from'), '2027-06-02');
    const both = { ...wrong, name: 'Both', 'price-standard': '1', 'unsold-standard': 'on' };
    const again = await manager.post(RULE, { ...both, nth: '', to: '', toTime: '' });
    assert.deepEqual(again.faultyFields(), ['price-standard']);
    assert.equal(again.value('unsold-standard'), 'on');
    assert.deepEqual(await rulesOf(museum), []);
  });

  test('a rule that somebody else has changed meanwhile is not lost', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const begun = { ...(await formOn(manager, RULE, RULE)), name: 'Mine', 'price-standard': '2' };
    await put(museum, API, [named('Theirs')]);
    const page = await manager.post(RULE, begun);
    assert.equal(page.status, 409);
    assert.ok(page.problem()?.includes('Theirs'));
    await manager.post(RULE, page.form(RULE) as Form);
    assert.deepEqual(
      (await rulesOf(museum)).map(({ name }: { name: string }) => name),
      ['Theirs', 'Mine'],
    );
    assert.equal((await (await signInStaff(museum, 'cashier')).get(RULES)).status, 403);
  });

  test('entry times on some days of the week are ticked, and none means all', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const every = { ticketsAre: 'times', every: '30', placesEach: '', lastEntry: '60' };
    await manager.post(TIMES, {
      ...(await formOn(manager, TIMES, TIMES)),
      ...every,
      ...{ 'weekday-6': 'on', 'weekday-7': 'on' },
    });
    const times = { every: 30, places: null, lastEntry: 60 };
    const stored = async () => (await museum.api('GET', '/general-entry/times')).json;
    assert.deepEqual(await stored(), { ...times, weekdays: [6, 7] });
    const { 'weekday-6': _saturday, 'weekday-7': _sunday, ...form } = await formOn(manager, TIMES, TIMES);
    await manager.post(TIMES, form as Form);
    assert.deepEqual(await stored(), times);
  });

  test('a day has entry times of its own, or none, until it is as usual again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const [page, at, api] = [
      '/desk/calendar/2027-03-06',
      '/desk/calendar/2027-03-06/times',
      '/general-entry/times',
    ];
    await put(museum, api, { every: 60, places: 5, lastEntry: 60 });
    const own = { ticketsAre: 'times', every: '30', placesEach: '7', lastEntry: '0' };
    const saved = await manager.post(at, { ...(await formOn(manager, page, at)), ...own });
    assert.equal(saved.location, `${page}?done=timesChanged`, saved.problem());
    const stored = async () => (await museum.api('GET', `${api}/2027-03-06`)).json;
    assert.deepEqual(await stored(), { every: 30, places: 7, lastEntry: 0 });
    const shown = await formOn(manager, page, at);
    assert.deepEqual([shown.ticketsAre, shown.every], ['times', '30']);
    await manager.post(at, { ...shown, ticketsAre: 'days' });
    assert.deepEqual(await stored(), { every: null });
    const unused = await manager.post(at, {
      ...(await formOn(manager, page, at)),
      ...{ ticketsAre: 'usual', every: '15' },
    });
    assert.deepEqual([unused.status, ...unused.faultyFields()], [400, 'ticketsAre']);
    await manager.post(at, { ...(await formOn(manager, page, at)), ticketsAre: 'usual' });
    assert.deepEqual(await stored(), { every: 60, places: 5, lastEntry: 60 });
  });
});
