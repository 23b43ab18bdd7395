import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarTexts } from '../../src/doors/desk/calendar/calendar-texts.ts';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnSqlite } from '../support/databases.ts';
import type { Asker, Museum } from '../support/museum.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  TODAY,
} from '../support/samples.ts';
import { textFaults } from '../support/text-faults.ts';

type Form = Readonly<Record<string, string>>;

const DAY = '2027-03-12';
const ADDRESS = `/desk/calendar/${DAY}`;
const CLOSED = { state: 'closed', reason: 'New floor' };

async function at(museum: Museum, username: Asker) {
  const visitor = new Visitor(museum);
  await visitor.signIn(username);
  const csrf = await visitor.token('/desk/sessions');
  const get = (path: string) => visitor.get(path);
  const post = (path: string, form: Form = {}) => visitor.post(path, { csrf, ...form });
  /** What the form that is sent to that address carries in its field `seen`. */
  const seen = async (page: string, address: string) => seenIn((await get(page)).text, address);
  return { get, post, seen };
}

function seenIn(text: string, address: string): string {
  const form = text.slice(text.indexOf(`action="${address}"`));
  return hiddenField(form, 'seen').replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<');
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

test('every text of the calendar is there in every language', () => {
  assert.deepEqual(textFaults(calendarTexts), []);
});

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
    const viewer = await at(museum, 'viewer');
    const { text } = await viewer.get('/desk/calendar');
    assert.match(text, /<h1>March 2027<\/h1>/);
    assert.equal(text.match(/class="day"/g)?.length, 31);
    const cell = (day: string) =>
      text.slice(text.indexOf(`/desk/calendar/${day}`)).split('</td>', 1)[0] as string;
    assert.match(cell(TODAY), /aria-current="date".*09:00 to 18:00.*1 of 4.*<svg class="share"/s);
    assert.match(cell('2027-03-02'), /0 of 60/);
    assert.match(cell(DAY), /Closed: New &lt;floor&gt;/);
    assert.doesNotMatch(cell(DAY), / of 60/);
    assert.match(cell('2027-03-14'), /Sorolla and the sea<\/a> <span>1 of 12/);
    assert.match(cell('2027-03-20'), /and 5 more/);
    assert.doesNotMatch(text, /Comets|Usual week/);
    assert.match((await viewer.get('/desk/calendar/2027-03-14')).text, /Comets<\/a> <strong>cancelled/);
    assert.match(text, /href="\?date=2027-02-01">Go to February 2027.*href="\?date=2027-04-01"/s);
    for (const odd of ['?date=0001-01-01', '?date=9999-12-31', '?date=soon', '/0001-01-01', '/9999-12-31'])
      assert.equal((await viewer.get(`/desk/calendar${odd}`)).status, 200, odd);
    assert.equal((await viewer.get('/desk/calendar/2027-02-29')).status, 404);
  });

  test('headings begin with a capital where a language writes days and months small', async (t) => {
    const manager = new Visitor(await openMuseum(t), { 'accept-language': 'fr' });
    await manager.signIn('manager');
    const headings = ['/desk', '/desk/calendar', `/desk/calendar/${TODAY}`].map(
      async (path) => /<h1>(.*)<\/h1>/.exec((await manager.get(path)).text)?.[1],
    );
    assert.match((await manager.get('/desk/calendar')).text, /scope="col">Lundi<.*scope="col">Mardi</);
    assert.match((await manager.get('/desk/calendar/week')).text, />Lundi\u00a0: ouvre à</);
    assert.match((await manager.get('/desk/reports')).text, />Du .+\.</);
    assert.match((await manager.get('/desk/sell')).text, />Lundi 1er mars 2027</);
    assert.deepEqual(await Promise.all(headings), [
      'Lundi 1er mars 2027',
      'Mars 2027',
      'Lundi 1er mars 2027',
    ]);
  });

  test('a day gets hours of its own, is closed for a reason, and is as usual again', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const save = async (form: Form) =>
      manager.post(`${ADDRESS}/hours`, { seen: await manager.seen(ADDRESS, `${ADDRESS}/hours`), ...form });
    const open = await save({ state: 'open', timeOpen: '10:00', timeClose: '01:30', reason: '' });
    assert.equal(open.headers.location, `${ADDRESS}?done=day`);
    assert.deepEqual(await hoursOn(museum, DAY), { date: DAY, timeOpen: '10:00', timeClose: '01:30' });
    assert.match(
      (await manager.get(`${ADDRESS}?done=day`)).text,
      /The day is changed\..*10:00 to 01:30 · Other hours/s,
    );
    assert.equal((await save(CLOSED)).status, 303);
    assert.notEqual((await hoursOn(museum, DAY))?.date, DAY);
    assert.match((await manager.get(ADDRESS)).text, /Closed: New floor/);
    assert.equal((await save({ state: 'usual' })).status, 303);
    assert.equal((await save({ state: 'usual' })).status, 303);
    assert.deepEqual(await hoursOn(museum, DAY), { date: DAY, timeOpen: '09:00', timeClose: '18:00' });
  });

  test('closing a day for which tickets are sold names them first, and what stays on', async (t) => {
    const museum = await openMuseum(t);
    for (const email of ['ada@example.com', 'ADA@example.com', 'grace@example.com'])
      await buyTicket(museum, generalPurchase({ ticketDate: DAY, email }));
    await createEvent(museum, { dates: [DAY], name: 'Sorolla & sea' });
    const manager = await at(museum, 'manager');
    const form = { seen: await manager.seen(ADDRESS, `${ADDRESS}/hours`), ...CLOSED };
    assert.match((await manager.get(ADDRESS)).text, /3 tickets for general entry are sold for this day\./);
    const asked = await manager.post(`${ADDRESS}/hours`, form);
    assert.equal(asked.status, 200);
    assert.match(asked.text, /<h1>Close on Friday 12 March 2027\?<\/h1>/);
    assert.match(asked.text, /3 tickets for general entry are sold for days that will be closed\./);
    assert.match(asked.text, /2 people left an address\. No mail is set up/);
    assert.match(asked.text, /Events still take place: Sorolla &amp; sea\./);
    assert.match(asked.text, new RegExp(`href="${ADDRESS}">Stay open</a>`));
    assert.equal((await hoursOn(museum, DAY)).date, DAY);
    const carried = Object.fromEntries(
      ['state', 'reason', 'confirmed'].map((name) => [name, hiddenField(asked.text, name)]),
    );
    const seen = seenIn(asked.text, `${ADDRESS}/hours`);
    assert.equal((await manager.post(`${ADDRESS}/hours`, { ...carried, seen })).status, 303);
    assert.notEqual((await hoursOn(museum, DAY))?.date, DAY);
  });

  test('of two who change a day, the week or the places at once the second sees what the first did', async (t) => {
    const museum = await openMuseum(t);
    const [first, second] = [await at(museum, 'manager'), await at(museum, 'admin')];
    const cases = [
      {
        page: ADDRESS,
        address: `${ADDRESS}/hours`,
        one: CLOSED,
        other: { state: 'open', timeOpen: '10:00', timeClose: '17:00', reason: '' },
        now: /Now it says: Closed: New floor\./,
        kept: /value="10:00"/,
      },
      {
        page: ADDRESS,
        address: `${ADDRESS}/places`,
        one: { placesAre: 'own', figure: '30' },
        other: { placesAre: 'own', figure: '45' },
        now: /Now it says: 30\./,
        kept: /value="45"/,
      },
      {
        page: '/desk/calendar/places',
        address: '/desk/calendar/places',
        one: { capacity: '400' },
        other: { capacity: '' },
        now: /Now it says: 400\./,
        kept: /<input value="" /,
      },
      {
        page: '/desk/calendar/week',
        address: '/desk/calendar/week',
        one: weekForm({ 'open-1': '', 'close-1': '' }),
        other: weekForm({ 'close-4': '21:00' }),
        now: /Now it says: Monday: Closed, Tuesday: 09:00 to 18:00,/,
        kept: /value="21:00"/,
      },
    ];
    for (const { page, address, one, other, now, kept } of cases) {
      const seen = await first.seen(page, address);
      assert.equal((await first.post(address, { ...one, seen })).status, 303, address);
      assert.equal((await first.post(address, { ...one, seen })).status, 303, `${address}, pressed twice`);
      const answer = await second.post(address, { ...other, seen });
      assert.equal(answer.status, 409, address);
      assert.match(answer.text, /manager changed this at 11:00, while you were writing\./);
      assert.match(answer.text, now);
      assert.match(answer.text, kept);
      const again = { ...other, seen: seenIn(answer.text, address) };
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
    const manager = await at(museum, 'manager');
    const seen = await manager.seen(ADDRESS, `${ADDRESS}/hours`);
    await museum.api('PUT', `/museum-hours/${DAY}`, { body: { closed: true } });
    const faulty = await manager.post(`${ADDRESS}/hours`, {
      seen,
      state: 'open',
      timeOpen: '10:00',
      timeClose: '',
    });
    assert.equal(faulty.status, 400);
    assert.equal(seenIn(faulty.text, `${ADDRESS}/hours`), seen);
  });

  test('a day has a figure of its own for its places, or the general one', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const save = async (form: Form) =>
      manager.post(`${ADDRESS}/places`, { seen: await manager.seen(ADDRESS, `${ADDRESS}/places`), ...form });
    const general = { seen: 'null', capacity: '400' };
    assert.equal((await manager.post('/desk/calendar/places', general)).status, 303);
    assert.match((await manager.get('/desk/calendar/places')).text, /<p>Price: Free<\/p>/);
    assert.equal(await capacityOn(museum, DAY), 400);
    assert.equal((await save({ placesAre: 'own', figure: '30' })).status, 303);
    assert.equal(await capacityOn(museum, DAY), 30);
    assert.match((await manager.get(ADDRESS)).text, /value="30".*id="figure"/s);
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
    const manager = await at(museum, 'manager');
    const address = '/desk/calendar/week';
    const closed = { 'open-1': '', 'close-1': '' };
    const form = {
      ...weekForm({ ...closed, 'close-4': '21:00' }),
      seen: await manager.seen(address, address),
    };
    const asked = await manager.post(address, form);
    assert.match(asked.text, /<h1>Close on these weekdays\?<\/h1>/);
    assert.match(asked.text, /3 tickets for general entry are sold for days that will be closed\./);
    assert.match(asked.text, /Monday 1 March 2027.*<span>1<.*Monday 8 March 2027.*<span>2</s);
    assert.doesNotMatch(asked.text, /15 March|9 March/);
    assert.equal((await museum.api('GET', '/weekly-hours')).json.monday.timeOpen, '09:00');
    assert.equal((await manager.post(address, { ...form, confirmed: '1' })).status, 303);
    const { json } = await museum.api('GET', '/weekly-hours');
    assert.deepEqual([json.monday, json.thursday.timeClose], [null, '21:00']);
  });

  test('a night that is under way after midnight is closed like a day to come, but nobody is mailed about it', async (t) => {
    const museum = await openMuseum(t);
    const night = { 'open-1': '18:00', 'close-1': '02:00' };
    const address = '/desk/calendar/week';
    const { post, seen: seenAt } = await at(museum, 'manager');
    await post(address, { ...weekForm(night), seen: await seenAt(address, address) });
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
    museum.clock.advance(14.5 * 3_600_000);
    const manager = await at(museum, 'manager');
    const day = `/desk/calendar/${TODAY}`;
    for (const [page, form] of [
      [`${day}/hours`, { ...CLOSED, seen: await manager.seen(day, `${day}/hours`) }],
      [address, { ...weekForm({ 'open-1': '', 'close-1': '' }), seen: await manager.seen(address, address) }],
    ] as const) {
      const asked = await manager.post(page, form);
      assert.match(asked.text, /1 ticket for general entry is sold for a day that will be closed\./);
      assert.doesNotMatch(asked.text, /left an address/);
    }
  });

  test('each fault stands at its field, with what was typed', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const week = '/desk/calendar/week';
    for (const [address, form, field, typed] of [
      [
        `${ADDRESS}/hours`,
        { state: 'open', timeOpen: '25:00', timeClose: '18:00' },
        'timeOpen',
        'value="18:00"',
      ],
      [`${ADDRESS}/hours`, { state: 'open', timeOpen: '10:00', timeClose: '' }, 'timeClose', 'value="10:00"'],
      [`${ADDRESS}/hours`, { state: 'closed', reason: 'x'.repeat(201) }, 'reason', 'x'.repeat(201)],
      [`${ADDRESS}/hours`, { state: 'open?' }, 'state', ''],
      [`${ADDRESS}/hours`, { state: 'usual', timeOpen: '11:00', timeClose: '' }, 'state', 'value="11:00"'],
      [
        `${ADDRESS}/hours`,
        { state: 'closed', timeOpen: '11:00', timeClose: '15:00' },
        'state',
        'value="15:00"',
      ],
      [`${ADDRESS}/hours`, { state: 'usual', reason: 'New floor' }, 'state', 'value="New floor"'],
      [
        `${ADDRESS}/hours`,
        { state: 'open', timeOpen: '11:00', timeClose: '15:00', reason: 'New floor' },
        'state',
        'value="New floor"',
      ],
      [`${ADDRESS}/places`, { placesAre: 'general', figure: '40' }, 'placesAre', 'value="40"'],
      [`${ADDRESS}/places`, { placesAre: 'own', figure: '-1' }, 'figure', 'value="-1"'],
      ['/desk/calendar/places', { capacity: 'many' }, 'capacity', 'value="many"'],
      [week, weekForm({ 'open-3': '' }), 'open-3', ''],
      [week, weekForm({ 'close-7': 'late' }), 'close-7', 'value="late"'],
    ] as const) {
      const answer = await manager.post(address, { seen: 'null', ...form });
      assert.equal(answer.status, 400, field);
      assert.match(answer.text, new RegExp(`<a href="#${field}">.*id="${field}-fault"`, 's'), field);
      assert.ok(answer.text.includes(typed), field);
    }
    const { text } = await manager.post(week, { seen: 'null', ...weekForm({ 'open-3': '' }) });
    assert.match(text, /Wednesday: write both times, or leave both empty\./);
  });

  test('what the form showed is no typing: an own day is as usual again with its old hours, reason and figure', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const saveAt = async (address: string, form: Form) =>
      (await manager.post(address, { seen: await manager.seen(ADDRESS, address), ...form })).headers.location;
    const hours = { timeOpen: '10:00', timeClose: '12:00' };
    await museum.api('PUT', `/museum-hours/${DAY}`, { body: hours });
    assert.equal(await saveAt(`${ADDRESS}/hours`, { ...hours, ...CLOSED }), `${ADDRESS}?done=day`);
    assert.equal(await saveAt(`${ADDRESS}/hours`, { ...CLOSED, state: 'usual' }), `${ADDRESS}?done=day`);
    await museum.api('PUT', `/capacity/general/${DAY}`, { body: { capacity: 30 } });
    const general = { placesAre: 'general', figure: '30' };
    assert.equal(await saveAt(`${ADDRESS}/places`, general), `${ADDRESS}?done=places`);
    assert.equal(await capacityOn(museum, DAY), null);
  });

  test('whoever saves what is there already hears that nothing was changed, and nothing is on record', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const week = '/desk/calendar/week';
    for (const [page, address, form] of [
      [ADDRESS, `${ADDRESS}/hours`, { state: 'usual' }],
      [ADDRESS, `${ADDRESS}/places`, { placesAre: 'general', figure: '' }],
      ['/desk/calendar/places', '/desk/calendar/places', { capacity: '' }],
      [week, week, weekForm()],
    ] as const) {
      const seen = await manager.seen(page, address);
      const { location } = (await manager.post(address, { seen, ...form })).headers;
      assert.equal(location, `${page}?done=nothing`);
      assert.match((await manager.get(location)).text, /Nothing was changed\./);
    }
    const kinds = `kind LIKE 'hours.%' OR kind LIKE 'capacity.%'`;
    assert.deepEqual(await museum.store.all(`SELECT kind FROM journal WHERE ${kinds}`), []);
  });

  test('only those who arrange the programme may; a reason is shown as it was written', async (t) => {
    const museum = await openMuseum(t);
    const reason = '<script>alert(1)</script>';
    const manager = await at(museum, 'manager');
    assert.equal(
      (await manager.post(`${ADDRESS}/hours`, { seen: 'null', state: 'closed', reason })).status,
      303,
    );
    for (const path of ['/desk/calendar', ADDRESS]) {
      const { text } = await manager.get(path);
      assert.match(text, /Closed: &lt;script&gt;/);
      assert.doesNotMatch(text, /<script>alert/);
    }
    const pages = ['/desk/calendar/week', '/desk/calendar/places'];
    const posts = [...pages, `${ADDRESS}/hours`, `${ADDRESS}/places`];
    for (const role of ['cashier', 'partner', 'gate', 'viewer'] as const) {
      const clerk = await at(museum, role);
      const day = await clerk.get(ADDRESS);
      assert.equal(day.status, 200);
      assert.match(day.text, /aria-current="page">Calendar/);
      assert.doesNotMatch(day.text, /Hours of this day|Save/);
      for (const path of pages) assert.equal((await clerk.get(path)).status, 403, `${role} ${path}`);
      for (const path of posts)
        assert.equal((await clerk.post(path, { ...weekForm(), ...CLOSED })).status, 403, `${role} ${path}`);
    }
    for (const path of posts) assert.equal((await manager.post(path, { csrf: 'x' })).status, 403, path);
  });
});
