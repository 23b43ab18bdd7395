import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import type { PageReader } from '../../fixtures/page-reader.ts';
import { buyTicket, createEvent, eventPurchase } from '../../fixtures/samples.ts';
import { PUBLIC_URL, SHOP_SETTINGS } from '../../fixtures/shop.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { addCategories } from '../../fixtures/timed-tickets.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { doneTexts } from '../../src/web/desk/done-texts.ts';
import { eventsTexts } from '../../src/web/desk/events/events-texts.ts';

const say = eventsTexts('en');
const sayDone = doneTexts('en');
const DAY = '2027-03-14';

type Form = Readonly<Record<string, string>>;

const NEW: Form = { name: 'Members’ evening', location: 'Hall', description: '', price: '9', picked: DAY };

function formAt(page: PageReader, action: string): Form {
  const form = page.form(action);
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')) as Form;
}

async function announce(museum: Museum, more: Form): Promise<string> {
  const manager = await signInStaff(museum, 'manager');
  const form = formAt(await manager.get('/desk/events/new'), '/desk/events/new');
  const made = await manager.post('/desk/events/new', { ...form, ...NEW, ...more });
  const [, eventId] = /^\/desk\/events\/([\w-]+)\?done=/.exec(`${made.location}`) ?? [];
  assert.ok(eventId, made.html);
  return eventId;
}

describeOnSqlite((openMuseum) => {
  test('an event is kept as a draft, which only who arranges the programme finds, and announced later', async (t) => {
    const museum = await openMuseum(t);
    const eventId = await announce(museum, { visibility: 'draft' });
    const at = `/desk/events/${eventId}`;
    const [manager, cashier] = await Promise.all(
      ['manager', 'cashier'].map((name) => signInStaff(museum, name)),
    );
    const sees = async (path: string) => {
      const pages = await Promise.all([manager, cashier].map((staff) => staff?.get(path)));
      return pages.map((page) => page?.text().includes('Members’ evening'));
    };
    assert.deepEqual(await sees('/desk/events'), [true, false]);
    assert.deepEqual(await sees('/desk/events?by=name'), [true, false]);
    assert.deepEqual(await sees(`/desk/sell?date=${DAY}`), [false, false]);
    assert.equal((await cashier?.get(at))?.status, 404);
    const page = (await manager?.get(at)) as PageReader;
    assert.equal(page.fact(say('visibility')), say('isDraft'));
    const form = formAt(page, `${at}/visibility`);
    const saved = await manager?.post(`${at}/visibility`, { ...form, visibility: 'unlisted' });
    const shown = (await manager?.get(saved?.location ?? '')) as PageReader;
    assert.deepEqual(
      [shown.message(), shown.fact(say('visibility'))],
      [sayDone('visibilityChanged'), say('isUnlisted')],
    );
    assert.deepEqual(await sees(`/desk/sell?date=${DAY}`), [true, true]);
    const old = (await manager?.post(`${at}/visibility`, { ...form, visibility: 'public' })) as PageReader;
    assert.equal(old.status, 409);
    assert.ok(old.text().includes(say('changedMeanwhile')));
    await buyTicket(museum, eventPurchase(eventId));
    const again = formAt((await manager?.get(at)) as PageReader, `${at}/visibility`);
    const sold = (await manager?.post(`${at}/visibility`, { ...again, visibility: 'draft' })) as PageReader;
    assert.equal(sold.status, 409);
    assert.ok(sold.text().includes(deskTexts('en')('eventSold')));
  });

  test('an unlisted event’s page has the link that sells it', async (t) => {
    const museum = await openMuseum(t, { settings: SHOP_SETTINGS });
    const eventId = await announce(museum, { visibility: 'unlisted' });
    const page = await (await signInStaff(museum, 'cashier')).get(`/desk/events/${eventId}`);
    assert.equal(page.fact(say('link')), `${PUBLIC_URL}/events/${eventId}`);
  });

  test('what an event says in other languages is written in its form', async (t) => {
    const museum = await openMuseum(t);
    const eventId = await announce(museum, { 'name-de': 'Abend der Mitglieder', 'location-fr': 'Salle' });
    const textsOf = async () => (await museum.api('GET', `/special-events/${eventId}/texts`)).json;
    assert.deepEqual(await textsOf(), {
      textLanguage: 'en',
      texts: { de: { name: 'Abend der Mitglieder' }, fr: { location: 'Salle' } },
    });
    const manager = await signInStaff(museum, 'manager');
    const at = `/desk/events/${eventId}/edit`;
    const page = await manager.get(at);
    const form = formAt(page, at);
    assert.equal(form['name-de'], 'Abend der Mitglieder');
    assert.equal(form['name-en'], undefined, 'its own language has the fields above');
    const long = await manager.post(at, { ...form, 'name-de': 'x'.repeat(201) });
    assert.equal(long.status, 400);
    assert.match(long.html, /<details[^>]* open/);
    await manager.post(at, { ...form, 'name-de': '', 'description-es': 'Noche' });
    assert.deepEqual((await textsOf()).texts, {
      es: { eventDescription: 'Noche' },
      fr: { location: 'Salle' },
    });
  });

  test('an event is sold without its first category', async (t) => {
    const museum = await openMuseum(t);
    await addCategories(museum);
    const eventId = await announce(museum, { standardOff: 'on', 'price-reduced': '5' });
    const prices = async () => (await museum.api('GET', `/special-events/${eventId}/prices`)).json;
    assert.deepEqual(await prices(), [
      { category: 'standard', price: 9, onSale: false },
      { category: 'reduced', price: 5 },
    ]);
    const manager = await signInStaff(museum, 'manager');
    const sell = await manager.get(`/desk/sell?date=${DAY}`);
    assert.ok(!sell.html.includes(`${eventId}.standard`));
    assert.ok(sell.html.includes(`${eventId}.reduced`), sell.html);
    const at = `/desk/events/${eventId}/edit`;
    const { standardOff: _, ...form } = formAt(await manager.get(at), at);
    await manager.post(at, form);
    assert.equal((await prices())[0].onSale, undefined);
  });

  test('a date gets entry times of its own, and those of the event again', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const manager = await signInStaff(museum, 'manager');
    const at = `/desk/events/${eventId}/times/${DAY}`;
    assert.ok((await manager.get(`/desk/events/${eventId}`)).links(at).includes(at));
    const form = formAt(await manager.get(at), at);
    const wrong = await manager.post(at, { ...form, times: '25:00' });
    assert.equal(wrong.status, 400);
    const saved = await manager.post(at, { ...form, times: '18.30' });
    const page = await manager.get(saved.location ?? '');
    assert.equal(page.message(), sayDone('dateTimesChanged'));
    assert.ok(page.text().includes('18:30'));
    const timesOn = async () =>
      (await museum.api('GET', `/special-events/${eventId}/times/${DAY}`)).json.times;
    assert.deepEqual(await timesOn(), ['18:30']);
    assert.equal((await manager.post(at, { ...form, times: '19:00' })).status, 409, 'changed meanwhile');
    const current = formAt(await manager.get(at), at);
    assert.equal(current.times, '18:30');
    await manager.post(at, { ...current, step: 'usual' });
    assert.deepEqual(await timesOn(), []);
    assert.equal((await manager.get(`/desk/events/${eventId}/times/2027-03-16`)).status, 404);
  });
});
