import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  TODAY,
} from '../../fixtures/samples.ts';
import { type Staff, signInStaff } from '../../fixtures/staff.ts';
import { affectedTexts } from '../../src/web/desk/affected-texts.ts';
import { calendarTexts } from '../../src/web/desk/calendar/calendar-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';

const sayDone = doneTexts('en');

type Form = Readonly<Record<string, string>>;

const DAY = '2027-03-12';
const ADDRESS = `/desk/calendar/${DAY}`;
const CLOSED = { state: 'closed', reason: 'New floor' };

const say = calendarTexts('en');

/** What the form that is sent to that address carries in its field `seen`. */
async function seenOn(staff: Staff, page: string, address: string): Promise<string> {
  return (await staff.get(page)).valueIn(address, 'seen') as string;
}

async function hoursOn(museum: Museum, day: string) {
  const { json } = await museum.api('GET', `/museum-hours?startDate=${day}&limit=1`);
  return json[0];
}

async function capacityOn(museum: Museum, day: string) {
  return (await museum.api('GET', `/capacity/general/${day}`)).json.capacity;
}

/** The usual week as a form, open from 09:00 to 18:00, but for what is changed. */
function weekForm(changes: Form = {}): Form {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const times = days.flatMap((day) => [
    [`open-${day}`, '09:00'],
    [`close-${day}`, '18:00'],
  ]);
  return { ...Object.fromEntries(times), ...changes };
}

describeOnSqlite((openMuseum) => {
  test('a month shows hours, closures with their reason, events, places and how full each day is', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', '/capacity/general', { body: { capacity: 60 } });
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 4 } });
    await museum.api('PUT', `/museum-hours/${DAY}`, { body: { closed: true, reason: 'New <floor>' } });
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'] });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 12 } });
    const gone = await createEvent(museum, { name: 'Comets', dates: ['2027-03-14'] });
    await museum.api('DELETE', `/special-events/${gone.eventId}`);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    await buyTicket(museum, eventPurchase(eventId));
    await fillDay(museum, '2027-03-20', 9);
    const viewer = await signInStaff(museum, 'viewer');
    const page = await viewer.get('/desk/calendar');
    assert.equal(page.heading(), 'March 2027');
    assert.equal(page.links('/desk/calendar/2027-03-').length, 31);
    const cell = (day: string) => page.around(`/desk/calendar/${day}`);
    const today = cell(TODAY);
    assert.ok(today.includes(say('hours', { open: '09:00', close: '18:00' })), today);
    assert.ok(today.includes(say('soldOf', { sold: 1, capacity: 4 })), today);
    assert.match(page.html, /aria-current="date"/);
    assert.ok(cell('2027-03-02').includes(say('soldOf', { sold: 0, capacity: 60 })));
    assert.ok(cell(DAY).includes(say('closedFor', { reason: 'New <floor>' })));
    assert.doesNotMatch(cell(DAY), /60/);
    assert.ok(cell('2027-03-14').includes(`Sorolla and the sea ${say('soldOf', { sold: 1, capacity: 12 })}`));
    assert.ok(cell('2027-03-20').includes(say('more', { count: 5 })));
    assert.doesNotMatch(page.text(), /Comets/);
    assert.deepEqual(page.links('/desk/settings/hours'), []);
    const day = await viewer.get('/desk/calendar/2027-03-14');
    assert.ok(day.row('Comets'));
    assert.ok(day.text().includes(say('cancelledEvents', { count: 1 })));
    assert.deepEqual(page.links('?date='), ['?date=2027-02-01', '?date=2027-04-01']);
    for (const odd of ['?date=0001-01-01', '?date=9999-12-31', '?date=soon', '/0001-01-01', '/9999-12-31'])
      assert.equal((await viewer.get(`/desk/calendar${odd}`)).status, 200, odd);
    assert.equal((await viewer.get('/desk/calendar/2027-02-29')).status, 404);
  });

  test('headings begin with a capital where a language writes days and months small', async (t) => {
    const manager = new Visitor(await openMuseum(t), { 'accept-language': 'fr' });
    await manager.signIn('manager');
    const read = async (path: string) => new PageReader(await manager.get(path));
    const headings = ['/desk', '/desk/calendar', `/desk/calendar/${TODAY}`].map(async (path) =>
      (await read(path)).heading(),
    );
    assert.deepEqual(await Promise.all(headings), [
      'Lundi 1er mars 2027',
      'Mars 2027',
      'Lundi 1er mars 2027',
    ]);
    assert.match((await read('/desk/calendar')).html, /scope="col">Lundi<.*scope="col">Mardi</);
    assert.ok((await read('/desk/settings/hours')).text().includes('Lundi'));
    assert.match((await read('/desk/reports')).lead() ?? '', /^Du /);
    assert.match((await read('/desk/sell')).lead() ?? '', /^Lundi 1er mars 2027/);
  });

  test('a day gets hours of its own, is closed for a reason, and is as usual again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const save = async (form: Form) =>
      manager.post(`${ADDRESS}/hours`, { seen: await seenOn(manager, ADDRESS, `${ADDRESS}/hours`), ...form });
    const open = await save({ state: 'open', timeOpen: '10:00', timeClose: '01:30', reason: '' });
    assert.equal(open.location, `${ADDRESS}?done=dayChanged`);
    assert.deepEqual(await hoursOn(museum, DAY), { date: DAY, timeOpen: '10:00', timeClose: '01:30' });
    const day = await manager.get(`${ADDRESS}?done=dayChanged`);
    assert.equal(day.message(), sayDone('dayChanged'));
    assert.ok(day.lead()?.includes(say('hours', { open: '10:00', close: '01:30' })), day.lead());
    assert.ok(day.lead()?.includes(say('special')));
    assert.equal((await save(CLOSED)).status, 303);
    assert.notEqual((await hoursOn(museum, DAY))?.date, DAY);
    assert.ok((await manager.get(ADDRESS)).lead()?.includes(say('closedFor', { reason: 'New floor' })));
    assert.equal((await save({ state: 'usual' })).status, 303);
    assert.equal((await save({ state: 'usual' })).status, 303);
    assert.deepEqual(await hoursOn(museum, DAY), { date: DAY, timeOpen: '09:00', timeClose: '18:00' });
  });

  test('closing a day for which tickets are sold names them first, and asks what becomes of its events', async (t) => {
    const museum = await openMuseum(t);
    for (const email of ['ada@example.com', 'ADA@example.com', 'grace@example.com'])
      await buyTicket(museum, generalPurchase({ ticketDate: DAY, email }));
    const { eventId } = await createEvent(museum, { dates: [DAY], name: 'Sorolla & sea' });
    const manager = await signInStaff(museum, 'manager');
    const form = { seen: await seenOn(manager, ADDRESS, `${ADDRESS}/hours`), ...CLOSED };
    assert.ok((await manager.get(ADDRESS)).text().includes(say('ticketsHere', { count: 3 })));
    const asked = await manager.post(`${ADDRESS}/hours`, form);
    assert.equal(asked.status, 200);
    assert.equal(asked.heading(), say('closeTitle', { day: 'Friday 12 March 2027' }));
    for (const sentence of [
      say('ticketsConcerned', { count: 3 }),
      affectedTexts('en')('leftAddress', { count: 2 }),
      'Sorolla & sea, Fri 12 Mar 2027',
    ])
      assert.ok(asked.text().includes(sentence), sentence);
    assert.equal((await hoursOn(museum, DAY)).date, DAY);
    const closing = '/desk/calendar/closing';
    const carried = { ...asked.form(closing), [`event-${eventId}`]: 'takes-place' } as Record<string, string>;
    assert.equal((await manager.post(closing, carried)).status, 303);
    assert.notEqual((await hoursOn(museum, DAY))?.date, DAY);
  });

  test('of two who change a day, the week or the places at once the second sees what the first did', async (t) => {
    const museum = await openMuseum(t);
    const [first, second] = [await signInStaff(museum, 'manager'), await signInStaff(museum, 'admin')];
    const cases = [
      {
        page: ADDRESS,
        address: `${ADDRESS}/hours`,
        one: CLOSED,
        other: { state: 'open', timeOpen: '10:00', timeClose: '17:00', reason: '' },
        now: say('closedFor', { reason: 'New floor' }),
        kept: ['timeOpen', '10:00'],
      },
      {
        page: ADDRESS,
        address: `${ADDRESS}/places`,
        one: { placesAre: 'own', figure: '30' },
        other: { placesAre: 'own', figure: '45' },
        now: '30',
        kept: ['figure', '45'],
      },
      {
        page: '/desk/settings/places',
        address: '/desk/settings/places',
        one: { capacity: '400' },
        other: { capacity: '' },
        now: '400',
        kept: ['capacity', ''],
      },
      {
        page: '/desk/settings/hours',
        address: '/desk/settings/hours',
        one: weekForm({ 'open-1': '', 'close-1': '' }),
        other: weekForm({ 'close-4': '21:00' }),
        now: say('hours', { open: '09:00', close: '18:00' }),
        kept: ['close-4', '21:00'],
      },
    ] as const;
    for (const { page, address, one, other, now, kept } of cases) {
      const seen = await seenOn(first, page, address);
      assert.equal((await first.post(address, { ...one, seen })).status, 303, address);
      assert.equal((await first.post(address, { ...one, seen })).status, 303, `${address}, pressed twice`);
      const answer = await second.post(address, { ...other, seen });
      assert.equal(answer.status, 409, address);
      assert.match(answer.problem() ?? '', /\bmanager\b.*\b11:00\b/);
      assert.ok(answer.problem()?.includes(now), now);
      assert.equal(answer.value(kept[0]), kept[1]);
      const again = { ...other, seen: answer.valueIn(address, 'seen') as string };
      assert.equal((await second.post(address, again)).status, 303, address);
    }
    assert.deepEqual((await hoursOn(museum, DAY)).timeOpen, '10:00');
    assert.equal(await capacityOn(museum, DAY), 45);
    assert.equal(await capacityOn(museum, '2027-03-13'), null);
    const { json } = await museum.api('GET', '/weekly-hours');
    assert.deepEqual([json.monday?.timeOpen, json.thursday.timeClose], ['09:00', '21:00']);
  });

  test('what was seen stays what was seen while a form comes back with faults', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const seen = await seenOn(manager, ADDRESS, `${ADDRESS}/hours`);
    await museum.api('PUT', `/museum-hours/${DAY}`, { body: { closed: true } });
    const faulty = await manager.post(`${ADDRESS}/hours`, {
      seen,
      state: 'open',
      timeOpen: '10:00',
      timeClose: '',
    });
    assert.equal(faulty.status, 400);
    assert.equal(faulty.valueIn(`${ADDRESS}/hours`, 'seen'), seen);
  });

  test('a day has a figure of its own for its places, or the general one', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const save = async (form: Form) =>
      manager.post(`${ADDRESS}/places`, {
        seen: await seenOn(manager, ADDRESS, `${ADDRESS}/places`),
        ...form,
      });
    const general = { seen: 'null', capacity: '400' };
    assert.equal((await manager.post('/desk/settings/places', general)).status, 303);
    assert.equal(await capacityOn(museum, DAY), 400);
    assert.equal((await save({ placesAre: 'own', figure: '30' })).status, 303);
    assert.equal(await capacityOn(museum, DAY), 30);
    assert.equal((await manager.get(ADDRESS)).value('figure'), '30');
    assert.equal((await save({ placesAre: 'own', figure: '' })).status, 303);
    assert.equal(await capacityOn(museum, DAY), null);
    for (let time = 0; time < 2; time += 1) assert.equal((await save({ placesAre: 'general' })).status, 303);
    assert.equal(await capacityOn(museum, DAY), 400);
  });

  test('the usual week is changed, and says first which tickets it leaves before closed doors', async (t) => {
    const museum = await openMuseum(t);
    for (const ticketDate of [TODAY, '2027-03-08', '2027-03-08', '2027-03-15', '2027-03-09'])
      await buyTicket(museum, generalPurchase({ ticketDate }));
    await museum.api('PUT', '/museum-hours/2027-03-15', { body: { timeOpen: '10:00', timeClose: '12:00' } });
    const manager = await signInStaff(museum, 'manager');
    const address = '/desk/settings/hours';
    const closed = { 'open-1': '', 'close-1': '' };
    const form = {
      ...weekForm({ ...closed, 'close-4': '21:00' }),
      seen: await seenOn(manager, address, address),
    };
    const asked = await manager.post(address, form);
    assert.equal(asked.heading(), say('closeWeekTitle'));
    assert.ok(asked.text().includes(say('ticketsConcerned', { count: 3 })));
    assert.deepEqual(asked.rows(), [
      ['Monday 1 March 2027', '1'],
      ['Monday 8 March 2027', '2'],
    ]);
    assert.equal((await museum.api('GET', '/weekly-hours')).json.monday.timeOpen, '09:00');
    assert.equal((await manager.post(address, { ...form, confirmed: '1' })).status, 303);
    const { json } = await museum.api('GET', '/weekly-hours');
    assert.deepEqual([json.monday, json.thursday.timeClose], [null, '21:00']);
  });

  test('a night that is under way after midnight is closed like a day to come, but nobody is mailed about it', async (t) => {
    const museum = await openMuseum(t);
    const night = { 'open-1': '18:00', 'close-1': '02:00' };
    const address = '/desk/settings/hours';
    const planner = await signInStaff(museum, 'manager');
    await planner.post(address, { ...weekForm(night), seen: await seenOn(planner, address, address) });
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    museum.clock.advance(14.5 * 3_600_000);
    const manager = await signInStaff(museum, 'manager');
    const day = `/desk/calendar/${TODAY}`;
    for (const [page, form] of [
      [`${day}/hours`, { ...CLOSED, seen: await seenOn(manager, day, `${day}/hours`) }],
      [
        address,
        { ...weekForm({ 'open-1': '', 'close-1': '' }), seen: await seenOn(manager, address, address) },
      ],
    ] as const) {
      const asked = await manager.post(page, form);
      assert.ok(asked.text().includes(say('ticketsConcerned', { count: 1 })));
      for (const key of ['toldByMail', 'leftAddress'] as const)
        assert.ok(!asked.text().includes(affectedTexts('en')(key, { count: 1 })), key);
    }
  });

  test('each fault stands at its field, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const week = '/desk/settings/hours';
    for (const [address, form, field, typed] of [
      [
        `${ADDRESS}/hours`,
        { state: 'open', timeOpen: '25:00', timeClose: '18:00' },
        'timeOpen',
        ['timeClose', '18:00'],
      ],
      [
        `${ADDRESS}/hours`,
        { state: 'open', timeOpen: '10:00', timeClose: '' },
        'timeClose',
        ['timeOpen', '10:00'],
      ],
      [
        `${ADDRESS}/hours`,
        { state: 'closed', reason: 'x'.repeat(201) },
        'reason',
        ['reason', 'x'.repeat(201)],
      ],
      [`${ADDRESS}/hours`, { state: 'open?' }, 'state', undefined],
      [
        `${ADDRESS}/hours`,
        { state: 'usual', timeOpen: '11:00', timeClose: '' },
        'state',
        ['timeOpen', '11:00'],
      ],
      [
        `${ADDRESS}/hours`,
        { state: 'closed', timeOpen: '11:00', timeClose: '15:00' },
        'state',
        ['timeClose', '15:00'],
      ],
      [`${ADDRESS}/hours`, { state: 'usual', reason: 'New floor' }, 'state', ['reason', 'New floor']],
      [
        `${ADDRESS}/hours`,
        { state: 'open', timeOpen: '11:00', timeClose: '15:00', reason: 'New floor' },
        'state',
        ['reason', 'New floor'],
      ],
      [`${ADDRESS}/places`, { placesAre: 'general', figure: '40' }, 'placesAre', ['figure', '40']],
      [`${ADDRESS}/places`, { placesAre: 'own', figure: '-1' }, 'figure', ['figure', '-1']],
      ['/desk/settings/places', { capacity: 'many' }, 'capacity', ['capacity', 'many']],
      [week, weekForm({ 'open-3': '' }), 'open-3', undefined],
      [week, weekForm({ 'close-7': 'late' }), 'close-7', ['close-7', 'late']],
    ] as const) {
      const answer = await manager.post(address, { seen: 'null', ...form });
      assert.equal(answer.status, 400, field);
      assert.deepEqual(answer.faultyFields(), [field]);
      assert.notEqual(answer.fault(field), undefined, field);
      if (typed !== undefined) assert.equal(answer.value(typed[0]), typed[1], field);
    }
    const wrong = await manager.post(week, { seen: 'null', ...weekForm({ 'open-3': '' }) });
    assert.equal(wrong.fault('open-3'), say('weekTimesFault', { weekday: 'Wednesday' }));
  });

  test('what the form showed is no typing: an own day is as usual again with its old hours, reason and figure', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const saveAt = async (address: string, form: Form) =>
      (await manager.post(address, { seen: await seenOn(manager, ADDRESS, address), ...form })).location;
    const hours = { timeOpen: '10:00', timeClose: '12:00' };
    await museum.api('PUT', `/museum-hours/${DAY}`, { body: hours });
    assert.equal(await saveAt(`${ADDRESS}/hours`, { ...hours, ...CLOSED }), `${ADDRESS}?done=dayChanged`);
    assert.equal(
      await saveAt(`${ADDRESS}/hours`, { ...CLOSED, state: 'usual' }),
      `${ADDRESS}?done=dayChanged`,
    );
    await museum.api('PUT', `/capacity/general/${DAY}`, { body: { capacity: 30 } });
    const general = { placesAre: 'general', figure: '30' };
    assert.equal(await saveAt(`${ADDRESS}/places`, general), `${ADDRESS}?done=placesChanged`);
    assert.equal(await capacityOn(museum, DAY), null);
  });

  test('whoever saves what is there already hears that nothing was changed, and nothing is on record', async (t) => {
    const museum = await openMuseum(t);
    const manager = await signInStaff(museum, 'manager');
    const week = '/desk/settings/hours';
    for (const [page, address, form] of [
      [ADDRESS, `${ADDRESS}/hours`, { state: 'usual' }],
      [ADDRESS, `${ADDRESS}/places`, { placesAre: 'general', figure: '' }],
      ['/desk/settings/places', '/desk/settings/places', { capacity: '' }],
      [week, week, weekForm()],
    ] as const) {
      const seen = await seenOn(manager, page, address);
      const { location } = await manager.post(address, { seen, ...form });
      assert.equal(location, `${page}?done=nothing`);
      assert.equal((await manager.get(location)).message(), sayDone('nothing'));
    }
    const kinds = `kind LIKE 'hours.%' OR kind LIKE 'capacity.%'`;
    assert.deepEqual(await museum.store.all(`SELECT kind FROM journal WHERE ${kinds}`), []);
  });

  test('only those who arrange the programme may; a reason is shown as it was written', async (t) => {
    const museum = await openMuseum(t);
    const reason = '<script>alert(1)</script>';
    const manager = await signInStaff(museum, 'manager');
    assert.equal(
      (await manager.post(`${ADDRESS}/hours`, { seen: 'null', state: 'closed', reason })).status,
      303,
    );
    for (const path of ['/desk/calendar', ADDRESS]) {
      const page = await manager.get(path);
      assert.ok(page.html.includes('&lt;script&gt;'));
      assert.ok(!page.html.includes(reason));
    }
    const pages = ['/desk/settings/hours', '/desk/settings/places'];
    const posts = [...pages, `${ADDRESS}/hours`, `${ADDRESS}/places`];
    for (const role of ['cashier', 'partner', 'gate', 'viewer'] as const) {
      const clerk = await signInStaff(museum, role);
      const day = await clerk.get(ADDRESS);
      assert.equal(day.status, 200);
      assert.equal(day.here(), '/desk/calendar');
      assert.deepEqual(
        day.actions().filter((action) => action.startsWith(ADDRESS)),
        [],
      );
      for (const path of pages) assert.equal((await clerk.get(path)).status, 403, `${role} ${path}`);
      for (const path of posts)
        assert.equal((await clerk.post(path, { ...weekForm(), ...CLOSED })).status, 403, `${role} ${path}`);
    }
    for (const path of posts)
      assert.equal((await manager.visitor.post(path, { csrf: 'x' })).status, 403, path);
  });
});
