import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { addCategories } from '../../fixtures/timed-tickets.ts';
import { calendarTexts } from '../../src/web/desk/calendar/calendar-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { pricesTexts } from '../../src/web/desk/settings/prices-texts.ts';

const say = pricesTexts('en');
const sayTimes = calendarTexts('en');
const sayDone = doneTexts('en');

const PRICES = '/desk/settings/prices';
const DAY = `${PRICES}/day`;
const SUNDAY = '2027-03-07';
const TIMES = '/desk/settings/times';

type Form = Record<string, string>;

async function formOn(staff: Staff, path: string, action = path): Promise<Form> {
  return (await staff.get(path)).form(action) as Form;
}

async function readBy(museum: Museum, path: string) {
  return (await museum.api('GET', path)).json;
}

/** A museum with the categories standard, reduced and family, and a manager at the desk. */
async function priced(museum: Museum): Promise<Staff> {
  await addCategories(museum);
  return signInStaff(museum, 'manager');
}

describeOnSqlite((openMuseum) => {
  test('adults, students with a card, children under six and families get their prices on one page', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    let page = await manager.get(PRICES);
    for (let added = 0; added < 3; added += 1)
      page = await manager.post(PRICES, { ...(page.form(PRICES) as Form), step: 'add' });
    const saved = await manager.post(PRICES, {
      ...(page.form(PRICES) as Form),
      ...{ 'name-0': 'Adults', 'price-0': '12' },
      ...{ 'name-1': 'Students', 'price-1': '8,50', 'proof-1': 'student card', 'unitType-1': 'STUDENT' },
      ...{ 'name-2': 'Children under 6', 'price-2': '0', 'maxAge-2': '5', 'name-de-2': 'Kinder unter 6' },
      ...{
        'name-3': 'Familie Müller & Co',
        'shortName-3': 'Familie',
        'price-3': '',
        'places-3': '4',
        'unitType-3': 'FAMILY',
      },
    });
    assert.equal(saved.location, `${PRICES}?done=pricesChanged`, saved.problem());
    const common = { places: 1, onSale: true };
    assert.deepEqual(await readBy(museum, '/categories'), [
      { category: 'standard', name: 'Adults', unitType: 'ADULT', ...common },
      { category: 'students', name: 'Students', unitType: 'STUDENT', proof: 'student card', ...common },
      {
        ...{ category: 'children-under-6', name: 'Children under 6', names: { de: 'Kinder unter 6' } },
        ...{ unitType: 'ADULT', maxAge: 5, ...common },
      },
      {
        category: 'familie-muller-co',
        name: 'Familie Müller & Co',
        shortName: 'Familie',
        unitType: 'FAMILY',
        ...common,
        places: 4,
      },
    ]);
    assert.deepEqual(await readBy(museum, '/general-entry/prices'), [
      { category: 'standard', price: 12 },
      { category: 'students', price: 8.5 },
      { category: 'children-under-6', price: 0 },
    ]);
    const viewer = await (await signInStaff(museum, 'viewer')).get(`${PRICES}?done=pricesChanged`);
    assert.equal(viewer.message(), sayDone('pricesChanged'));
    assert.deepEqual(viewer.actions(), []);
    assert.deepEqual(viewer.rows().slice(1, 3), [
      ['Students', 'student card', '€8.50'],
      ['Children under 6', say('agesTo', { to: 5 }), 'Free'],
    ]);
  });

  test('a form that was sent twice, or changes nothing, adds nothing', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const form = await formOn(manager, PRICES);
    assert.equal((await manager.post(PRICES, form)).location, `${PRICES}?done=nothing`);
    const added = {
      ...(await manager.post(PRICES, { ...form, step: 'add' })).form(PRICES),
      'name-3': 'Seniors',
    } as Form;
    for (let sent = 0; sent < 2; sent += 1)
      assert.equal((await manager.post(PRICES, added)).location, `${PRICES}?done=pricesChanged`);
    assert.equal((await readBy(museum, '/categories')).length, 4);
  });

  test('every fault stands beside its field, everything typed is kept and nothing is saved', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const typed: Form = {
      ...(await formOn(manager, PRICES)),
      ...{ 'price-0': '', 'places-0': '2', 'price-1': '8.505', 'minAge-1': '18', 'maxAge-1': '6' },
      ...{ 'name-2': 'Reduced', 'places-2': '21', 'unitType-2': 'ALIEN', 'proof-2': 'x'.repeat(121) },
      'shortName-2': 'x'.repeat(13),
    };
    const page = await manager.post(PRICES, typed);
    assert.equal(page.status, 400);
    assert.deepEqual(
      page.faultyFields(),
      'price-0 places-0 price-1 maxAge-1 shortName-2 unitType-2 proof-2 places-2 name-2'.split(' '),
    );
    assert.equal(page.fault('maxAge-1'), say('agesFault'));
    assert.equal(page.fault('name-2'), say('nameTwice'));
    assert.equal(page.fault('places-0'), say('standardPlaces'));
    const { 'unitType-2': _, ...kept } = typed;
    const { 'unitType-2': __, ...shown } = page.form(PRICES);
    assert.deepEqual(shown, kept);
    assert.equal((await readBy(museum, '/general-entry/prices'))[0].price, 10);
  });

  test('a currency without cents takes whole amounts only', async (t) => {
    const museum = await openMuseum(t, { settings: { MUSEUM_CURRENCY: 'JPY' } });
    const manager = await signInStaff(museum, 'manager');
    const form = await formOn(manager, PRICES);
    assert.ok((await manager.post(PRICES, { ...form, 'price-0': '12.5' })).fault('price-0'));
    assert.equal((await manager.post(PRICES, { ...form, 'price-0': '1200' })).status, 303);
  });

  test('categories are moved and removed, the standard one stays the first', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const start = await manager.get(PRICES);
    assert.deepEqual(start.buttons('step'), ['remove-1', 'up-2', 'remove-2', 'add']);
    const form = start.form(PRICES) as Form;
    const moved = (await manager.post(PRICES, { ...form, step: 'up-2' })).form(PRICES) as Form;
    assert.deepEqual([moved['name-1'], moved['name-2']], ['Family', 'Reduced']);
    for (const step of ['remove-0', 'up-1', 'up-0', 'up-999'])
      assert.deepEqual((await manager.post(PRICES, { ...moved, step })).form(PRICES), moved, step);
    const left = (await manager.post(PRICES, { ...moved, step: 'remove-2' })).form(PRICES) as Form;
    assert.equal((await manager.post(PRICES, left)).status, 303);
    assert.deepEqual(
      (await readBy(museum, '/categories')).map(({ category }: Form) => category),
      ['standard', 'family'],
    );
    assert.equal((await readBy(museum, '/general-entry/prices')).length, 2);
    const forged = await manager.post(PRICES, { ...left, 'category-0': 'adults' });
    assert.equal(forged.fault('name-0'), say('standardFirst'));
  });

  test('a category that is sold can’t be removed: it is said plainly, and is in the list again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    await buyTicket(museum, generalPurchase({ category: 'family' }));
    const form = await formOn(manager, PRICES);
    const left = (await manager.post(PRICES, { ...form, 'name-1': 'Fewer', step: 'remove-2' })).form(PRICES);
    const refused = await manager.post(PRICES, left as Form);
    assert.equal(refused.status, 409);
    assert.ok(refused.problem()?.includes(say('inUse', { categories: 'Family' })), refused.problem());
    const again = refused.form(PRICES) as Form;
    assert.deepEqual([again['name-1'], again['name-2']], ['Fewer', 'Family']);
    const recast = await manager.post(PRICES, { ...again, 'places-2': '5' });
    assert.deepEqual([recast.status, recast.fault('places-2')], [409, say('sold')]);
    const { 'onSale-2': _, ...offSale } = again;
    assert.equal((await manager.post(PRICES, offSale)).status, 303);
    assert.equal((await readBy(museum, '/categories'))[2].onSale, false);
  });

  test('who saves second is told what it says now, and can replace it', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const form = { ...(await formOn(manager, PRICES)), 'price-1': '7' };
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 11 }] });
    const refused = await manager.post(PRICES, form);
    assert.equal(refused.status, 409);
    assert.match(refused.problem() ?? '', /Standard €11/);
    const again = refused.form(PRICES) as Form;
    assert.deepEqual([again['price-0'], again['price-1']], ['10', '7']);
    assert.equal((await manager.post(PRICES, again)).status, 303);
  });

  test('as many categories as there may be, with the longest names in five languages, are saved', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const names = (at: number) => `${at}${'展'.repeat(58)}`;
    const fields = Array.from({ length: 64 }, (_, at) => [
      [`category-${at}`, at === 0 ? 'standard' : `c${at}`],
      ...['name', 'name-de', 'name-fr', 'name-es', 'name-nl'].map((name) => [`${name}-${at}`, names(at)]),
      ...[
        [`unitType-${at}`, 'ADULT'],
        [`places-${at}`, '1'],
        [`price-${at}`, '1'],
        [`proof-${at}`, '証'.repeat(120)],
      ],
      ...(at < 20 ? [[`onSale-${at}`, '1']] : []),
    ]).flat() as [string, string][];
    const seen = (await formOn(manager, PRICES)).seen as string;
    assert.equal(
      (await manager.post(PRICES, [...fields, ['seen', seen]])).location,
      `${PRICES}?done=pricesChanged`,
    );
    const form = (await manager.get(PRICES)).form(PRICES) as Form;
    const again = await manager.post(PRICES, { ...form, 'onSale-20': '1', 'price-1': '2' });
    assert.deepEqual([again.status, again.faultyFields()], [400, ['onSale-20']]);
    assert.equal((await manager.post(PRICES, { ...form, 'price-1': '2' })).status, 303);
  });

  test('of two who save at the same moment, one is told of the other', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const admin = await signInStaff(museum, 'admin');
    const form = await formOn(manager, PRICES);
    const saved = await Promise.all([
      manager.post(PRICES, { ...form, 'price-1': '7' }),
      admin.post(PRICES, { ...form, 'price-2': '30' }),
    ]);
    assert.deepEqual(saved.map(({ status }) => status).sort(), [303, 409]);
  });

  test('a free Sunday gets its prices, is listed, changed, and is as usual again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await priced(museum);
    const address = `${DAY}?date=${SUNDAY}`;
    const form = await formOn(manager, address, DAY);
    assert.deepEqual([form['price-standard'], form['price-family']], ['10', '12']);
    const wrong = await manager.post(DAY, { ...form, 'price-standard': '', 'price-family': 'no' });
    assert.deepEqual(wrong.faultyFields(), ['price-standard', 'price-family']);
    assert.equal(wrong.value('price-family'), 'no');
    const free = { ...form, 'price-standard': '0', 'price-reduced': '', 'price-family': '0' };
    assert.equal((await manager.post(DAY, free)).location, `${PRICES}?done=dayPricesChanged`);
    assert.deepEqual(await readBy(museum, `/general-entry/prices/${SUNDAY}`), [
      { category: 'standard', price: 0 },
      { category: 'family', price: 0 },
    ]);
    const list = await manager.get(PRICES);
    assert.ok(list.links(DAY).includes(address));
    assert.equal(list.row('Sunday 7 March 2027')?.[1], 'Standard Free · Family Free');
    assert.equal((await manager.post(DAY, form)).status, 409);
    const own = await formOn(manager, address, DAY);
    assert.equal((await manager.post(DAY, { ...own, step: 'usual' })).status, 303);
    assert.equal((await manager.post(DAY, { ...own, step: 'usual' })).status, 303);
    assert.equal((await readBy(museum, `/general-entry/prices/${SUNDAY}`)).length, 3);
    assert.equal((await manager.get(`${DAY}?date=2027-02-30`)).location, PRICES);
  });

  test('general entry is sold for entry times, and for whole days again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const form = await formOn(manager, TIMES);
    assert.equal(form.ticketsAre, 'days');
    const timed = { ...form, ticketsAre: 'times', every: '30', placesEach: '40', lastEntry: '60' };
    const unused = await manager.post(TIMES, { ...timed, ticketsAre: 'days' });
    assert.deepEqual([unused.faultyFields(), unused.value('every')], [['ticketsAre'], '30']);
    const wrong = { ...timed, every: '32', placesEach: '-1', lastEntry: '' };
    assert.deepEqual((await manager.post(TIMES, wrong)).faultyFields(), ['every', 'placesEach', 'lastEntry']);
    assert.equal((await manager.post(TIMES, timed)).location, `${TIMES}?done=timesChanged`);
    const { every, places, lastEntry } = await readBy(museum, '/general-entry/times');
    assert.deepEqual([every, places, lastEntry], [30, 40, 60]);
    const page = await manager.get(TIMES);
    const values = { day: 'Monday 1 March 2027', count: 17, first: '09:00', last: '17:00' };
    assert.ok(page.text().includes(sayTimes('timesOnDay', values)), page.text());
    assert.ok((await manager.get('/desk/settings/places')).text().includes(sayTimes('placesOfTimes')));
    const late = await manager.post(TIMES, { ...timed, every: '15' });
    assert.equal(late.status, 409);
    assert.match(late.problem() ?? '', /every 30 minutes, 40 places each/);
    const whole = { ...(page.form(TIMES) as Form), ticketsAre: 'days' };
    assert.equal((await manager.post(TIMES, whole)).status, 303);
    assert.equal((await readBy(museum, '/general-entry/times')).every, null);
  });

  test('only who arranges the programme changes prices and times', async (t) => {
    const museum = await openMuseum(t);
    const cashier = await signInStaff(museum, 'cashier');
    assert.equal((await cashier.get(PRICES)).status, 200);
    for (const path of [TIMES, `${DAY}?date=${TODAY}`]) assert.equal((await cashier.get(path)).status, 403);
    for (const path of [PRICES, TIMES, DAY])
      assert.equal((await cashier.post(path, { date: TODAY })).status, 403);
  });
});
