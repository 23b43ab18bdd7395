import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { PageReader } from '../../fixtures/page-reader.ts';
import { buyTicket, createEvent, eventPurchase, fillDay, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { addDays, calendarDay } from '../../src/core/calendar-day.ts';
import { factTexts } from '../../src/tickets/index.ts';
import { affectedTexts } from '../../src/web/desk/affected-texts.ts';
import { callingOffTexts } from '../../src/web/desk/calling-off-texts.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { eventFormTexts } from '../../src/web/desk/events/event-form-texts.ts';
import { eventsTexts } from '../../src/web/desk/events/events-texts.ts';
import { postponeTexts } from '../../src/web/desk/events/postpone-texts.ts';

const sayDone = doneTexts('en');

const say = eventsTexts('en');
const sayForm = eventFormTexts('en');
const sayAffected = affectedTexts('en');

type Form = Readonly<Record<string, string | readonly string[]>>;

const NEW: Form = {
  name: 'Sorolla and the sea',
  location: 'East wing',
  description: 'A guided evening.',
  price: '12,50',
  capacity: '40',
  date: ['2027-03-14', '2027-03-15'],
  month: '2027-03-01',
};

async function at(museum: Museum, username: Asker) {
  const { get, post, visitor } = await signInStaff(museum, username);
  return { get, visitor, post: (path: string, form: Form = {}) => post(path, fieldsOf(form)) };
}

function fieldsOf(form: Form): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each as string]),
  );
}

/** What a browser would send of the form that the event is written in, as it is. */
function formIn(page: PageReader): Record<string, string | string[]> {
  const isForm = (action: string) => action.endsWith('/new') || action.endsWith('/edit');
  return page.form(page.actions().find(isForm) as string);
}

/** The id in the address that the form led to. */
function eventIn({ location, html }: PageReader): string {
  const [, eventId] = /^\/desk\/events\/([\w-]+)\?done=/.exec(`${location}`) ?? [];
  assert.ok(eventId, html);
  return eventId;
}

async function shownBy(museum: Museum, eventId: string) {
  const { json } = await museum.api('GET', `/special-events/${eventId}`);
  const { capacity } = (await museum.api('GET', `/capacity/events/${eventId}`)).json;
  const { eventId: _, ...event } = json;
  return { ...event, capacity };
}

describeOnSqlite((openMuseum) => {
  test('an event is announced with its days of several months, places and price', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const form = formIn(await manager.get('/desk/events/new'));
    assert.equal(form.month, '2027-03-01');
    const turned = await manager.post('/desk/events/new', { ...form, ...NEW, step: '2027-04-01' });
    assert.equal(turned.status, 200);
    assert.ok(turned.subheadings().includes('April 2027'));
    const next = formIn(turned);
    assert.deepEqual(next, {
      ...form,
      ...NEW,
      date: [],
      month: '2027-04-01',
      picked: '2027-03-14 2027-03-15',
    });
    const made = await manager.post('/desk/events/new', { ...next, date: ['2027-04-03'] });
    assert.deepEqual(await shownBy(museum, eventIn(made)), {
      name: 'Sorolla and the sea',
      location: 'East wing',
      eventDescription: 'A guided evening.',
      dates: ['2027-03-14', '2027-03-15', '2027-04-03'],
      price: 12.5,
      capacity: 40,
    });
    const page = await manager.get(made.location as string);
    assert.deepEqual([page.message(), page.heading()], [sayDone('eventAnnounced'), 'Sorolla and the sea']);
  });

  test('an event is announced with a price for each category, its times and its length', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const manager = await at(museum, 'manager');
    const terms = { times: '14:30, 9:00;11h15', minutes: '75', 'price-reduced': '0', 'price-family': '' };
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW, ...terms };
    const turned = formIn(await manager.post('/desk/events/new', { ...form, step: '2027-04-01' }));
    for (const [name, typed] of Object.entries(terms)) assert.equal(turned[name], typed);
    const eventId = eventIn(await manager.post('/desk/events/new', turned));
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}/prices`)).json, [
      { category: 'standard', price: 12.5 },
      { category: 'reduced', price: 0 },
    ]);
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}/times`)).json, {
      times: ['09:00', '11:15', '14:30'],
      minutes: 75,
    });
    const page = await manager.get(`/desk/events/${eventId}`);
    assert.equal(page.fact(say('prices')), 'Standard €12.50 · Reduced Free');
    assert.equal(page.fact(say('times')), '09:00, 11:15, 14:30');
    assert.equal(page.fact(say('length')), say('minutes', { count: 75 }));
    const edited: Form = {
      ...formIn(await manager.get(`/desk/events/${eventId}/edit`)),
      'price-family': '30',
    };
    assert.deepEqual([edited.times, edited['price-reduced']], ['09:00, 11:15, 14:30', '0']);
    await manager.post(`/desk/events/${eventId}/edit`, { ...edited, times: '', 'price-reduced': '' });
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}/prices`)).json, [
      { category: 'standard', price: 12.5 },
      { category: 'family', price: 30 },
    ]);
    const { times, minutes } = (await museum.api('GET', `/special-events/${eventId}/times`)).json;
    assert.deepEqual([times, minutes], [[], 75]);
  });

  test('every Saturday of a range, and times at equal distances, are added to the form', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW, times: '9:30' };
    const range = { from: '2027-05-01', to: '2027-05-31', 'weekday-6': 'on' };
    const dated = formIn(await manager.post('/desk/events/new', { ...form, ...range, step: 'add' }));
    assert.deepEqual([dated.from, dated['weekday-6']], ['', undefined]);
    const evenly = { every: '30', timeFrom: '10:00', timeTo: '11:15' };
    const wrong = await manager.post('/desk/events/new', {
      ...dated,
      ...evenly,
      timeTo: '09:00',
      step: 'add-times',
    });
    assert.deepEqual(wrong.faultyFields(), ['every']);
    const notAdded = await manager.post('/desk/events/new', { ...dated, ...evenly });
    assert.deepEqual(notAdded.faultyFields(), ['every']);
    const timed = formIn(await manager.post('/desk/events/new', { ...dated, ...evenly, step: 'add-times' }));
    assert.equal(timed.times, '09:30, 10:00, 10:30, 11:00');
    const eventId = eventIn(await manager.post('/desk/events/new', timed));
    const { dates } = await shownBy(museum, eventId);
    const saturdays = ['2027-05-01', '2027-05-08', '2027-05-15', '2027-05-22', '2027-05-29'];
    assert.deepEqual(
      dates.filter((day: string) => day.startsWith('2027-05')),
      saturdays,
    );
    const again = formIn(await manager.get(`/desk/events/new?copy=${eventId}&again`));
    const days = [...`${again.picked}`.split(' '), ...[again.date ?? []].flat()];
    const yearLater = saturdays.map((day) => addDays(calendarDay(day), 364));
    assert.ok(
      yearLater.every((day) => days.includes(day)),
      days.join(),
    );
    const { times } = (await museum.api('GET', `/special-events/${eventId}/times`)).json;
    assert.deepEqual(times, ['09:30', '10:00', '10:30', '11:00']);
  });

  test('a price keeps its value added tax when the event is edited or copied', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const manager = await at(museum, 'manager');
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await put(museum, `/special-events/${eventId}/prices`, [
      { category: 'standard', price: 25, vat: 19 },
      { category: 'reduced', price: 12, vat: 7 },
    ]);
    const rates = async (id: string) =>
      (await museum.api('GET', `/special-events/${id}/prices`)).json.map(({ vat }: { vat: number }) => vat);
    const form = formIn(await manager.get(`/desk/events/${eventId}/edit`));
    await manager.post(`/desk/events/${eventId}/edit`, { ...form, price: '26', 'price-reduced': '13' });
    assert.deepEqual(await rates(eventId), [19, 7]);
    const copy = formIn(await manager.get(`/desk/events/new?copy=${eventId}`));
    assert.deepEqual(await rates(eventIn(await manager.post('/desk/events/new', copy))), [19, 7]);
  });

  test('what tickets include of general entry is ticked on a page of its own, said, and copied with the event', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const path = `/desk/events/${eventId}/entry`;
    const entryOf = async (id: string) => (await museum.api('GET', `/special-events/${id}/entry`)).json;
    const form = (await manager.get(path)).form(path);
    assert.deepEqual(Object.keys(form), ['seen']);
    const ticked = { ...form, includesEntry: 'on', takesPlace: 'on' };
    assert.equal((await manager.post(path, ticked)).location, `/desk/events/${eventId}?done=entryChanged`);
    assert.deepEqual(await entryOf(eventId), { includesEntry: true, takesPlace: true });
    assert.match((await manager.get(`/desk/events/${eventId}`)).text(), /includes general entry/);
    assert.match((await manager.get('/desk/sell')).text(), /includes general entry/);
    const stale = await manager.post(path, { ...form, includesEntry: 'on' });
    assert.equal(stale.status, 409);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    for (const page of [`/desk/tickets/${ticketId}`, `/desk/print?tickets=${ticketId}`])
      assert.match((await manager.get(page)).text(), /includes general entry/, page);
    const copy = formIn(await manager.get(`/desk/events/new?copy=${eventId}`));
    const copied = eventIn(await manager.post('/desk/events/new', copy));
    assert.deepEqual(await entryOf(copied), { includesEntry: true, takesPlace: true });
  });

  test('wrong prices, times and lengths are said beside their fields', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const manager = await at(museum, 'manager');
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const faultOf = async (field: string, typed: string) => {
      const page = await manager.post('/desk/events/new', { ...form, [field]: typed });
      assert.deepEqual([page.status, page.faultyFields(), page.value(field)], [400, [field], typed]);
      return page.fault(field);
    };
    const times = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `${Math.floor(at / 12) + 9}:${`${(at % 12) * 5}`.padStart(2, '0')}`,
      );
    assert.ok(await faultOf('price-reduced', '8.505'));
    assert.equal(await faultOf('times', '11:00, 11:03'), sayForm('timeStepFault', { time: '11:03' }));
    assert.equal(await faultOf('times', '25:00'), sayForm('timeFault', { time: '25:00' }));
    assert.equal(await faultOf('times', '9:00 09:00'), sayForm('timeTwice', { time: '09:00' }));
    assert.equal(await faultOf('times', times(97).join(', ')), sayForm('timesFault', { most: 96 }));
    assert.ok(await faultOf('minutes', '4'));
    const most = await manager.post('/desk/events/new', { ...form, times: times(96).join(' ') });
    assert.ok(eventIn(most));
  });

  test('prices and times that somebody else has set meanwhile are named, and replaced by saving again', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const manager = await at(museum, 'manager');
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const address = `/desk/events/${eventId}/edit`;
    const form = formIn(await manager.get(address));
    await put(museum, `/special-events/${eventId}/prices`, [
      { category: 'standard', price: 25 },
      { category: 'reduced', price: 12 },
    ]);
    await put(museum, `/special-events/${eventId}/times`, { times: ['11:00'], minutes: 45 });
    const conflict = await manager.post(address, { ...form, 'price-reduced': '10' });
    assert.deepEqual([conflict.status, conflict.faultyFields()], [409, ['prices']]);
    assert.equal(conflict.fault('prices'), sayForm('nowIs', { now: 'Reduced €12.00' }));
    const again = formIn(conflict);
    assert.deepEqual([again['price-reduced'], again.times, again.minutes], ['10', '11:00', '45']);
    assert.equal((await manager.post(address, again)).status, 303);
    assert.equal((await museum.api('GET', `/special-events/${eventId}/prices`)).json[1].price, 10);
  });

  test('turning months back and forth loses nothing that was typed or picked, right or wrong', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const typed = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const wrong = { ...typed, name: '', price: 'a <b>lot</b>', description: '\n"two"\nlines & more' };
    let form: Form = wrong;
    for (const step of ['2027-04-01', '2027-12-31', '2027-03-01'])
      form = formIn(await manager.post('/desk/events/new', { ...form, step }));
    assert.deepEqual(form, { ...wrong, description: '"two"\nlines & more', picked: '' });
    const refused = await manager.post('/desk/events/new', form);
    assert.equal(refused.status, 400);
    assert.deepEqual(formIn(refused), form);
    assert.deepEqual(refused.faultyFields(), ['name', 'price']);
    for (const field of ['name', 'price']) assert.notEqual(refused.fault(field), undefined, field);
  });

  test('each fault stands at its field: too long, no number, too many days, a range that is none', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const long = 'x'.repeat(201);
    const days = Array.from({ length: 367 }, (_, day) =>
      new Date(Date.UTC(2027, 0, day + 1)).toISOString().slice(0, 10),
    );
    for (const [field, wrong] of [
      ['name', { name: ' \t' }],
      ['name', { name: long }],
      ['location', { location: '' }],
      ['location', { location: long }],
      ['description', { description: '🐚'.repeat(5_001) }],
      ['price', { price: '' }],
      ['price', { price: '-1' }],
      ['price', { price: '1.234' }],
      ['price', { price: '1000000.01' }],
      ['capacity', { capacity: '1.5' }],
      ['capacity', { capacity: '10000001' }],
      ['dates', { date: [], picked: days.join(' ') }],
      ['from', { step: 'add', from: '2027-03-02', to: '2027-03-01' }],
      ['from', { step: 'add', from: '2027-03-02', to: '2029-03-01' }],
      ['from', { from: '2027-03-10', to: '2027-03-12' }],
      ['from', { to: '2027-03-12' }],
    ] as const) {
      const answer = await manager.post('/desk/events/new', { ...form, ...wrong } as Form);
      assert.equal(answer.status, 400, JSON.stringify(wrong).slice(0, 80));
      assert.ok(answer.faultyFields().includes(field), field);
      assert.notEqual(answer.fault(field), undefined, field);
    }
    const longest = {
      name: '🐚'.repeat(200),
      description: '🐚'.repeat(5_000),
      price: '1000000',
      capacity: '',
    };
    eventIn(await manager.post('/desk/events/new', { ...form, ...longest }));
  });

  test('a stretch of days is picked at once, without those on which the museum is closed', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    await museum.api('PUT', '/museum-hours/2027-03-31', { body: { closed: true } });
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const asked = { step: 'add', from: '2027-03-30', to: '2027-04-01' };
    const added = formIn(await manager.post('/desk/events/new', { ...form, ...asked }));
    assert.deepEqual(added, {
      ...form,
      date: ['2027-03-14', '2027-03-15', '2027-03-30'],
      picked: '2027-04-01',
    });
  });

  test('a form that is sent twice announces one event, also when both come at the same moment', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const sent = await Promise.all([1, 2, 3].map(() => manager.post('/desk/events/new', form)));
    sent.push(await manager.post('/desk/events/new', form));
    assert.equal(new Set(sent.map(eventIn)).size, 1);
    const { json } = await museum.api('GET', '/special-events?startDate=2027-03-14');
    assert.equal(json.length, 1);
    const other = await manager.post('/desk/events/new', { ...form, name: 'Another' });
    assert.equal(other.status, 409);
    assert.ok(other.problem()?.includes(deskTexts('en')('formSent')));
    assert.notEqual(formIn(other).key, form.key);
    assert.equal(formIn(other).name, 'Another');
  });

  test('a day that has five hundred events already is named at the days', async (t) => {
    const museum = await openMuseum(t);
    const manager = await at(museum, 'manager');
    await fillDay(museum, '2027-03-14', 500);
    const form = { ...formIn(await manager.get('/desk/events/new')), ...NEW };
    const answer = await manager.post('/desk/events/new', form);
    assert.equal(answer.status, 409);
    assert.deepEqual(answer.faultyFields(), ['dates']);
    const days = 'Sunday 14 March 2027';
    assert.equal(answer.fault('dates'), deskTexts('en')('dayFullOfEvents', { limit: 500, days }));
  });

  test('an event is changed in what was changed, its other days and lines stay as they were', async (t) => {
    const museum = await openMuseum(t);
    const dates = ['2027-05-01', '2027-03-15', '2027-03-14'];
    const { eventId } = await createEvent(museum, { dates, eventDescription: ' One\r\ntwo ' });
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/edit`;
    const form = formIn(await manager.get(address));
    assert.deepEqual(form.date, ['2027-03-14', '2027-03-15']);
    assert.equal(eventIn(await manager.post(address, { ...form, price: '30', capacity: '7' })), eventId);
    const { price, capacity, dates: kept, eventDescription } = await shownBy(museum, eventId);
    assert.deepEqual([price, capacity, kept, eventDescription], [30, 7, dates, ' One\r\ntwo ']);
  });

  test('a form that is saved as it was says that nothing was changed, and is no change', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/edit`;
    const saved = await manager.post(address, formIn(await manager.get(address)));
    assert.equal(saved.location, `/desk/events/${eventId}?done=nothing`);
    assert.equal((await manager.get(saved.location)).message(), sayDone('nothing'));
    const [changes] = await museum.store.all(`SELECT 1 FROM journal WHERE kind = 'event.changed'`);
    assert.equal(changes, undefined);
  });

  test('of two who edit at once the second sees what the first changed, and nothing is lost', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-15'] });
    const [first, second] = [await at(museum, 'manager'), await at(museum, 'admin')];
    const address = `/desk/events/${eventId}/edit`;
    const [one, other] = [formIn(await first.get(address)), formIn(await second.get(address))];
    const changed = { ...one, price: '30', name: 'Sorolla', date: ['2027-03-15', '2027-03-16'] };
    assert.equal((await first.post(address, changed)).status, 303);
    const mine = {
      ...other,
      name: 'Sorolla at night',
      location: 'Garden',
      date: ['2027-03-14', '2027-03-15', '2027-03-20'],
    };
    const answer = await second.post(address, mine);
    assert.equal(answer.status, 409);
    assert.match(answer.problem() ?? '', /\bmanager\b.*\b11:00\b/);
    assert.equal(answer.fault('name'), sayForm('nowIs', { now: 'Sorolla' }));
    assert.deepEqual(answer.rows(), [
      [sayForm('name'), 'Sorolla and the sea', 'Sorolla'],
      [sayForm('price'), '€25.00', '€30.00'],
      [sayForm('dates'), '', sayForm('datesAdded', { days: 'Tue 16 Mar 2027' })],
      [sayForm('dates'), '', sayForm('datesRemoved', { days: 'Sun 14 Mar 2027' })],
    ]);
    const again = formIn(answer);
    const { name, location, price, date } = again;
    assert.deepEqual(
      { name, location, price, date },
      {
        name: 'Sorolla at night',
        location: 'Garden',
        price: '30',
        date: ['2027-03-15', '2027-03-16', '2027-03-20'],
      },
    );
    assert.equal((await second.post(address, again)).status, 303);
    const now = await shownBy(museum, eventId);
    assert.deepEqual([now.name, now.price, now.location], ['Sorolla at night', 30, 'Garden']);
    assert.deepEqual(now.dates, ['2027-03-15', '2027-03-16', '2027-03-20']);
  });

  test('of many who save at the same moment one does, and a form that is sent twice is no conflict', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/edit`;
    const form = formIn(await manager.get(address));
    const blind = ['5', '6'].map((price) =>
      museum.api('PATCH', `/special-events/${eventId}`, { body: { price: Number(price) } }),
    );
    // Whoever does not say what they saw overwrites the other; so would this page.
    assert.deepEqual(
      (await Promise.all(blind)).map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await manager.post(address, { ...form, price: '7' })).status, 409);
    Object.assign(form, formIn(await manager.get(address)));
    const sent = ['1', '2', '3', '4'].map((price) => manager.post(address, { ...form, price }));
    const answers = await Promise.all(sent);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409, 409]);
    const { price } = await shownBy(museum, eventId);
    assert.equal(answers[price - 1]?.status, 303);
    assert.equal((await manager.post(address, { ...form, price: `${price}` })).status, 303);
    const capacities = await Promise.all(
      ['5', '6'].map(async (capacity) =>
        manager.post(address, { ...formIn(await manager.get(address)), capacity }),
      ),
    );
    assert.deepEqual(capacities.map(({ status }) => status).sort(), [303, 409]);
  });

  test('what was typed is kept when the event was cancelled meanwhile', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const manager = await at(museum, 'manager');
    const form = formIn(await manager.get(`/desk/events/${eventId}/edit`));
    await museum.api('DELETE', `/special-events/${eventId}`);
    const answer = await manager.post(`/desk/events/${eventId}/edit`, { ...form, name: 'Typed' });
    assert.equal(answer.status, 410);
    assert.ok(answer.problem()?.includes(deskTexts('en')('eventGone')));
    assert.equal(formIn(answer).name, 'Typed');
    const edit = await manager.get(`/desk/events/${eventId}/edit`);
    assert.equal(edit.location, `/desk/events/${eventId}`);
  });

  test('a day with tickets is taken off only after its consequences were named and confirmed', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-15'] });
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId, { email: 'ADA@example.com' }));
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/edit`;
    const form = { ...formIn(await manager.get(address)), date: ['2027-03-15'] };
    const answer = await manager.post(address, form);
    assert.equal(answer.status, 409);
    assert.ok(answer.subheadings().includes(say('stopAdmitting', { count: 2 })));
    assert.ok(answer.text().includes(sayAffected('leftAddress', { count: 1 })));
    assert.deepEqual((await shownBy(museum, eventId)).dates, ['2027-03-14', '2027-03-15']);
    const confirmed = { ...formIn(answer), confirmed: '2027-03-14' };
    assert.equal((await manager.post(address, { ...confirmed, date: [], picked: '' })).status, 303);
    const [day] = (await manager.get(`/desk/events/${eventId}`)).row('Sunday 14 March 2027') ?? [];
    assert.equal(day, `Sunday 14 March 2027 ${say('takenOff')}`);
  });

  test('an event is copied without its days', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { price: 12.5 });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 9 } });
    await museum.api('DELETE', `/special-events/${eventId}`);
    const manager = await at(museum, 'manager');
    const { name, price, capacity, date, picked } = formIn(
      await manager.get(`/desk/events/new?copy=${eventId}`),
    );
    assert.deepEqual([name, price, capacity, date, picked], ['Sorolla and the sea', '12.50', '9', [], '']);
    assert.equal((await manager.get(`/desk/events/new?copy=${randomUUID()}`)).status, 404);
  });

  test('cancelling names its consequences first, and is done once', async (t) => {
    const museum = await openMuseum(t, {
      settings: { MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9', MUSEUM_MAIL_FROM: 'a@example.org' },
    });
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-14', '2027-03-15'] });
    const bought = [TODAY, '2027-03-14', '2027-03-14', '2027-03-15'].map((ticketDate, index) =>
      buyTicket(
        museum,
        eventPurchase(eventId, { ticketDate, email: index === 3 ? 'grace@example.com' : 'Ada@example.com' }),
      ),
    );
    const tickets = await Promise.all(bought);
    await museum.api('POST', `/tickets/${tickets[3].ticketId}/void`, { body: { reason: 'Ill' } });
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/cancel`;
    const asked = await manager.get(address);
    assert.equal(asked.heading(), say('cancelTitle', { name: 'Sorolla and the sea' }));
    for (const sentence of [say('stopAdmitting', { count: 3 }), sayAffected('toldByMail', { count: 1 })])
      assert.ok(asked.text().includes(sentence), sentence);
    assert.deepEqual(asked.rows(), [
      ['Monday 1 March 2027', '1'],
      ['Sunday 14 March 2027', '2'],
    ]);
    const seen = asked.value('seen') as string;
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 1 } });
    const stale = await manager.post(address, { seen });
    assert.equal(stale.status, 409);
    assert.ok(stale.problem()?.includes(say('changedBefore')));
    const now = { seen: stale.value('seen') as string };
    const sent = await Promise.all([manager.post(address, now), manager.post(address, now)]);
    for (const answer of [...sent, await manager.post(address, now), await manager.get(address)])
      assert.equal(answer.location, `/desk/events/${eventId}?done=eventCancelled`);
    const page = await manager.get(`/desk/events/${eventId}`);
    assert.ok(page.text().includes(say('wasCancelled')));
    assert.deepEqual(page.links(`/desk/events/${eventId}/`), [`/desk/events/${eventId}/holders`]);
    assert.equal((await museum.api('GET', `/special-events/${eventId}`)).status, 404);
    const rows = await museum.store.all("SELECT kind FROM journal WHERE kind = 'event.cancelled'");
    assert.equal(rows.length, 1);
  });

  test('a date is postponed once it was shown what moves, and not when the event has changed meanwhile', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-15'] });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-14' }));
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/postpone`;
    assert.deepEqual((await manager.get(`/desk/events/${eventId}`)).links(address), [address]);
    const first = await manager.get(address);
    const form = { ...first.form(address), from: '2027-03-14', to: '2027-03-14' } as Record<string, string>;
    const same = await manager.post(address, form);
    assert.deepEqual([same.status, same.faultyFields()], [400, ['to']]);
    const asked = await manager.post(address, { ...form, to: '2027-03-22' });
    assert.equal(asked.status, 200, asked.problem());
    assert.ok(asked.text().includes(postponeTexts('en')('tickets')));
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.ticketDate, '2027-03-14');
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Roof' } });
    const carried = asked.form(address) as Record<string, string>;
    const stale = await manager.post(address, carried);
    assert.equal(stale.status, 409);
    const again = { ...carried, seen: stale.value('seen') as string };
    const sent = await manager.post(address, again);
    assert.equal(sent.location, `/desk/events/${eventId}?done=datePostponed`);
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.ticketDate, '2027-03-22');
    assert.equal((await manager.post(address, again)).status, 400, 'the date is gone');
    const from = factTexts('en')('postponedFrom', { day: 'Sunday 14 March 2027' });
    const history = (await manager.get(`/desk/tickets/${ticketId}`)).rows();
    assert.deepEqual(
      history
        .at(-1)
        ?.slice(1)
        .map((cell) => cell.trim()),
      [from, 'manager'],
    );
    assert.ok((await manager.get(`/desk/orders/${ticketId}`)).text().includes(from));
  });

  test('one date is called off with a reason, once, and the event stays', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14', '2027-03-15'], price: 25 });
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-14' }));
    const manager = await at(museum, 'manager');
    const address = `/desk/events/${eventId}/cancel`;
    const whole = await manager.get(address);
    const [link = ''] = whole.links(`${address}?date=`);
    assert.equal(link, `${address}?date=2027-03-14`);
    const asked = await manager.get(link);
    const day = 'Sunday 14 March 2027';
    assert.equal(asked.heading(), callingOffTexts('en')('dateTitle', { name: 'Sorolla and the sea', day }));
    assert.ok(asked.text().includes('€25.00'));
    const form = { ...asked.form(address), reason: 'The guide is ill.' } as Record<string, string>;
    const tooLong = await manager.post(address, { ...form, reason: 'x'.repeat(201) });
    assert.deepEqual([tooLong.status, tooLong.faultyFields()], [400, ['reason']]);
    for (const answer of [await manager.post(address, form), await manager.post(address, form)])
      assert.equal(answer.location, `/desk/events/${eventId}?done=dateCalledOff`);
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}`)).json.dates, ['2027-03-15']);
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.because, 'date-removed');
    const kept = await museum.store.get('SELECT reason, refund FROM called_off');
    assert.deepEqual({ ...kept }, { reason: 'The guide is ill.', refund: 'at-once' });
  });

  test('cancelling, or taking the day off, names who holds tickets for a night that is not over, after midnight too', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const { eventId } = await createEvent(museum, { dates: [TODAY, '2027-03-14'] });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: TODAY }));
    museum.clock.advance(13 * 3_600_000); // 00:00
    const manager = await at(museum, 'manager');
    const assertNames = (page: PageReader) => {
      assert.ok(page.text().includes(say('stopAdmitting', { count: 1 })));
      assert.deepEqual(page.row('Monday 1 March 2027'), ['Monday 1 March 2027', '1']);
    };
    assertNames(await manager.get(`/desk/events/${eventId}/cancel`));
    const form = formIn(await manager.get(`/desk/events/${eventId}/edit`));
    const saved = await manager.post(`/desk/events/${eventId}/edit`, { ...form, date: ['2027-03-14'] });
    assert.equal(saved.status, 409);
    assertNames(saved);
    museum.clock.advance(2 * 3_600_000); // 02:00
    const after = await manager.get(`/desk/events/${eventId}/cancel`);
    assert.ok(after.text().includes(say('nobodyConcerned')));
  });

  test('events are listed by days and by name, past and cancelled ones too', async (t) => {
    const museum = await openMuseum(t);
    const past = await createEvent(museum, { name: 'Éclipse', dates: ['2027-02-03'] });
    const gone = await createEvent(museum, { name: 'Comets', dates: ['2027-03-05'] });
    const next = await createEvent(museum, { name: 'Äther', dates: ['2027-03-04', '2027-04-30'] });
    await museum.api('DELETE', `/special-events/${gone.eventId}`);
    const clerk = await at(museum, 'viewer');
    const listed = async (path: string) =>
      (await clerk.get(path)).links('/desk/events/').map((href) => href.replace('/desk/events/', ''));
    assert.deepEqual(await listed('/desk/events'), [next.eventId, gone.eventId]);
    const says = async (path: string, sentence: string) =>
      assert.ok((await clerk.get(path)).text().includes(sentence), sentence);
    await says('/desk/events', `Comets ${say('cancelled')}`);
    assert.deepEqual(await listed('/desk/events?date=2027-02-01'), [past.eventId]);
    const none = { from: 'Mon 1 Jan 2029', to: 'Sun 28 Jan 2029' };
    await says('/desk/events?date=2029-01-01', say('noneOnDays', none));
    assert.deepEqual(await listed('/desk/events?by=name'), [next.eventId, gone.eventId, past.eventId]);
    assert.deepEqual(await listed('/desk/events?by=name&name=ECLI'), [past.eventId]);
    await says('/desk/events?by=name', `3 Feb 2027 ${say('over')}`);
    await says('/desk/events?by=name&name=%3Cx%3E', say('noneFound'));
    for (const odd of [
      '?date=0001-01-01',
      '?date=9999-12-31',
      '?date=soon',
      '?by=name&after=-1',
      `?by=name&before=${randomUUID()}`,
    ])
      assert.equal((await clerk.get(`/desk/events${odd}`)).status, 200, odd);
  });

  test('an event of a night is listed, and not over, until the museum closes', async (t) => {
    const museum = await openMuseum(t);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    await createEvent(museum, { name: 'Comets', dates: [TODAY] });
    museum.clock.advance(13 * 3_600_000); // 00:00
    const { get } = await at(museum, 'viewer');
    const shown = async () => {
      const [byDay, byName] = [await get('/desk/events'), await get('/desk/events?by=name')];
      return {
        isListed: byDay.row('Comets') !== undefined,
        isOver: byName.row('Comets')?.[1]?.endsWith(say('over')),
      };
    };
    assert.deepEqual(await shown(), { isListed: true, isOver: false });
    museum.clock.advance(2 * 3_600_000); // 02:00
    assert.deepEqual(await shown(), { isListed: false, isOver: true });
  });

  test('the days of an event are in words, with the weekday', async (t) => {
    const museum = await openMuseum(t);
    await createEvent(museum);
    const viewer = new Visitor(museum, { 'accept-language': 'de' });
    await viewer.signIn('viewer');
    const page = new PageReader(await viewer.get('/desk/events?by=name'));
    const german = eventsTexts('de');
    const span = german('fromTo', { from: 'So., 14. März 2027', to: 'So., 21. März 2027' });
    assert.equal(page.row('Sorolla')?.[1], `${span} · ${german('dateCount', { count: 3 })}`);
  });

  test('hundreds of events are listed a page at a time', async (t) => {
    const museum = await openMuseum(t);
    await fillDay(museum, '2027-03-04', 120);
    await createEvent(museum, { name: 'Last', dates: ['2027-03-05'] });
    const { get } = await at(museum, 'viewer');
    const rows = async (path: string) => (await get(path)).rows().length;
    assert.equal(await rows('/desk/events'), 121);
    const turn = async (path: string, way: 'after' | 'before') => {
      const link = (await get(path)).links('?').find((href) => href.includes(`${way}=`));
      return link && `/desk/events${link}`;
    };
    const pages = ['/desk/events?by=name&name=e'];
    for (let next = await turn(pages[0] as string, 'after'); next; next = await turn(next, 'after'))
      pages.push(next);
    assert.deepEqual(await Promise.all(pages.map(rows)), [50, 50, 20]);
    const assertPage = async (path: string, page: number) =>
      assert.ok((await get(path)).text().includes(say('page', { page, pages: 3 })));
    await assertPage(pages[2] as string, 3);
    const second = (await turn(pages[2] as string, 'before')) as string;
    const events = async (path: string) => (await get(path)).links('/desk/events/');
    assert.deepEqual(await events(second), await events(pages[1] as string));
    await assertPage(second, 2);
    const first = (await turn(second, 'before')) as string;
    assert.deepEqual(await events(first), await events(pages[0] as string));
    assert.equal(await turn(first, 'before'), undefined);
  });

  test('what is hostile in names, places and descriptions stays text, on every page', async (t) => {
    const museum = await openMuseum(t);
    const text = `<script>alert(1)</script> "'><img src=x onerror=alert(1)>`;
    const event = { name: text, location: text, eventDescription: text, dates: [TODAY] };
    const { eventId } = await createEvent(museum, event);
    const manager = await at(museum, 'manager');
    const paths = [
      '',
      '?by=name',
      `?by=name&name=${encodeURIComponent('<script>')}`,
      `/${eventId}`,
      `/${eventId}/edit`,
      `/${eventId}/cancel`,
      `/new?copy=${eventId}`,
    ];
    for (const path of paths) {
      const answer = await manager.get(`/desk/events${path}`);
      assert.equal(answer.status, 200, path);
      assert.doesNotMatch(answer.html, /<script>alert|<img/, path);
      assert.match(answer.html, /&lt;script&gt;/, path);
    }
    const form = formIn(await manager.get(`/desk/events/${eventId}/edit`));
    assert.equal(form.name, text);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { name: `${text}2` } });
    const conflict = await manager.post(`/desk/events/${eventId}/edit`, { ...form, name: `${text}3` });
    assert.equal(conflict.status, 409);
    assert.doesNotMatch(conflict.html, /<script>alert|<img/);
  });

  test('only those who arrange the programme may: others see it, and nobody gets in without the token', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const forms = ['/desk/events/new', `/desk/events/${eventId}/edit`, `/desk/events/${eventId}/cancel`];
    for (const role of ['cashier', 'partner', 'gate', 'viewer'] as const) {
      const clerk = await at(museum, role);
      const list = await clerk.get('/desk/events');
      assert.equal(list.here(), '/desk/events');
      const links = [...list.links(), ...(await clerk.get(`/desk/events/${eventId}`)).links()];
      assert.deepEqual(
        links.filter((href) => forms.includes(href)),
        [],
      );
      for (const path of forms) {
        assert.equal((await clerk.get(path)).status, 403, `${role} ${path}`);
        assert.equal((await clerk.post(path, { ...NEW, seen: '{}' })).status, 403, `${role} ${path}`);
      }
    }
    const manager = await at(museum, 'manager');
    for (const path of forms) {
      assert.equal((await manager.visitor.post(path, { csrf: 'x' })).status, 403, path);
      assert.ok(new PageReader(await new Visitor(museum).get(path)).asksToSignIn());
    }
    assert.equal((await manager.post(forms[1] as string, { ...NEW, seen: 'x' })).status, 400);
    assert.equal((await manager.get('/desk/events/nothing')).status, 404);
    assert.equal((await manager.get(`/desk/events/${randomUUID()}`)).status, 404);
  });
});
