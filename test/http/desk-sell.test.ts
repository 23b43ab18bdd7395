import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sellTexts } from '../../src/doors/desk/sell-texts.ts';
import { hiddenField, Visitor } from '../support/browsing.ts';
import { describeOnDatabase } from '../support/databases.ts';
import { manualClock } from '../support/manual-clock.ts';
import type { Museum } from '../support/museum.ts';
import { createEvent, newEvent, TODAY } from '../support/samples.ts';
import { textFaults } from '../support/text-faults.ts';

interface Desk {
  readonly museum: Museum;
  readonly eventId: string;
  readonly clerk: Visitor;
  readonly csrf: string;
  /** Sends the form; what is not given is as on the page. */
  sell(fields: Record<string, string>): ReturnType<Visitor['post']>;
  soldToday(): Promise<number>;
}

/** Five places for general entry today, and two for an event. */
async function openedDesk(museum: Museum, username = 'cashier'): Promise<Desk> {
  await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '18:00' } });
  await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 5 } });
  const { eventId } = (await museum.api('POST', '/special-events', { body: newEvent({ dates: [TODAY] }) }))
    .json;
  await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 2 } });
  const clerk = new Visitor(museum);
  await clerk.signIn(username);
  const csrf = await clerk.token('/desk/sell');
  return {
    museum,
    eventId,
    clerk,
    csrf,
    sell: (fields) => clerk.post('/desk/sell', { csrf, date: TODAY, key: randomUUID(), ...fields }),
    async soldToday() {
      return (await museum.api('GET', `/occupancy?date=${TODAY}`)).json.sold;
    },
  };
}

function idsIn(location = ''): string[] {
  return (new URLSearchParams(location.split('?')[1]).get('tickets') ?? '').split(',');
}

test('every text of selling is there in every language', () => {
  assert.deepEqual(textFaults(sellTexts), []);
});

describeOnDatabase((openMuseum) => {
  test('several tickets are sold at once, with or without an e-mail address, and can be printed', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const page = (await desk.clerk.get('/desk/sell')).text;
    assert.match(page, /Sorolla and the sea.*€25\.00/s);
    assert.match(page, /id="general" name="general" value="1"|value="1"[^>]*name="general"/);
    const sold = await desk.sell({ general: '2', [desk.eventId]: '1' });
    assert.equal(sold.status, 303);
    const ids = idsIn(sold.headers.location);
    assert.equal(ids.length, 3);
    assert.equal(await desk.soldToday(), 3);
    const printed = await desk.clerk.get(sold.headers.location as string);
    assert.match(printed.text, /3 tickets are sold\./);
    assert.match(printed.text, /To pay <strong>€[\d.]+<\/strong>/);
    const [, onRoll = ''] = /href="([^"]*paper=roll)"/.exec(printed.text) ?? [];
    assert.match((await desk.clerk.get(onRoll.replaceAll('&amp;', '&'))).text, /To pay <strong>€/);
    const image = await desk.clerk.get(`/desk/tickets/${ids[0]}/image.png`);
    assert.equal(image.headers['content-type'], 'image/png');
    const records = await Promise.all(ids.map((id) => desk.museum.api('GET', `/tickets/${id}`)));
    for (const { json } of records)
      assert.deepEqual([json.email, json.soldBy, json.state], [undefined, 'cashier', 'valid']);
    const mailed = await desk.sell({ general: '1', email: ' ada@example.com ' });
    const { json } = await desk.museum.api('GET', `/tickets/${idsIn(mailed.headers.location)[0]}`);
    assert.equal(json.email, 'ada@example.com');
  });

  test('what is void meanwhile, or cancelled, is neither printed nor paid', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const { headers } = await desk.sell({ general: '1', [desk.eventId]: '2' });
    const [, first, second] = idsIn(headers.location) as [string, string, string];
    await desk.museum.api('POST', `/tickets/${first}/void`, { body: { reason: 'Ill' } });
    const { text } = await desk.clerk.get(headers.location as string);
    const left = new RegExp(`<a href="/desk/tickets/${first}">ticket-event-[^ ]* is not printed: void\\.`);
    assert.match(text, left);
    assert.match(text, new RegExp(`To pay <strong>€25\\.00<.*data-print.*${second}/image\\.png`, 's'));
    assert.doesNotMatch(text, new RegExp(`${first}/image`));
    await desk.museum.api('DELETE', `/special-events/${desk.eventId}`);
    const none = (await desk.clerk.get(`/desk/print?tickets=${second}`)).text;
    assert.match(none, /is not printed: event cancelled\./);
    assert.doesNotMatch(none, /<img|data-print hidden/);
  });

  test('all are sold or none: the page comes back with what was typed, and says at which', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const answer = await desk.sell({ general: '3', [desk.eventId]: '3', email: 'ada@example.com' });
    assert.equal(answer.status, 409);
    assert.equal(await desk.soldToday(), 0);
    assert.match(
      answer.text,
      new RegExp(`<a href="#${desk.eventId}">Sorolla and the sea on Monday 1 March 2027`),
    );
    assert.match(answer.text, new RegExp(`id="${desk.eventId}-fault"`));
    assert.match(answer.text, /value="ada@example\.com"/);
    assert.match(answer.text, /name="general" value="3"/);
    assert.match(answer.text, /Error: Sell/);
  });

  test('of two events of one name, the one that is sold out is blamed', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const tour = async (location: string, capacity: number) => {
      const { eventId } = await createEvent(desk.museum, { name: 'Guided tour', location, dates: [TODAY] });
      await desk.museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity } });
      return eventId;
    };
    const [first, second] = [await tour('Door A', 5), await tour('Door B', 1)];
    const { status, text } = await desk.sell({ [first]: '1', [second]: '2' });
    assert.equal(status, 409);
    assert.match(text, new RegExp(`<a href="#${second}">Guided tour on Monday 1 March 2027`));
    assert.doesNotMatch(text, new RegExp(`"#${first}"|"${first}-fault"`));
  });

  test('an event that is sold out leads to its other days', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    await desk.museum.api('PUT', `/capacity/events/${desk.eventId}`, { body: { capacity: 0 } });
    const { text } = await desk.clerk.get('/desk/sell');
    const row = `sold out · <a href="/desk/events/${desk.eventId}">other days</a>`;
    assert.ok(text.includes(row));
  });

  test('what is gone meanwhile is told at its row, keeps what was typed, and is not added up', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const places = (of: string, capacity: number) =>
      desk.museum.api('PUT', `/capacity/${of}`, { body: { capacity } });
    await places(`events/${desk.eventId}`, 0);
    const event = new RegExp(
      `<a href="#${desk.eventId}">Sorolla.*"${desk.eventId}-fault".*<span id="${desk.eventId}">sold out`,
      's',
    );
    const { text } = await desk.sell({ general: '0', [desk.eventId]: '1', email: 'ada@example.com' });
    assert.match(text, event);
    assert.match(text, /value="ada@example\.com".*<output[^>]*>€0\.00<\/output>/s);
    await places(`general/${TODAY}`, 0);
    const last = await desk.sell({ general: '1', email: 'ada@example.com' });
    assert.equal(last.status, 409);
    assert.match(
      last.text,
      /<a href="#general">General entry.*"general-fault".*<span id="general">sold out/s,
    );
    assert.match(last.text, /Nothing can be sold for Monday.*value="ada@example\.com"/s);
    assert.doesNotMatch(last.text, /class="action"/);
    assert.equal((await desk.sell({ email: 'ada@example.com' })).status, 400);
  });

  test('a page that was left open over midnight says of each row that its day is over', async (t) => {
    const clock = manualClock(Date.parse('2027-03-01T22:50:00Z')); // 23:50 in Berlin
    const desk = await openedDesk(await openMuseum(t, { clock }));
    clock.advance(20 * 60_000);
    for (const [general, sentence] of [
      ['1', 'Monday 1 March 2027 is over\\.'],
      ['60', 'Say how many tickets you sell'],
    ] as const) {
      const { text } = await desk.sell({ general });
      assert.match(text, new RegExp(sentence));
      for (const field of ['general', desk.eventId])
        assert.match(text, new RegExp(`<span id="${field}">day is over</span>`));
      assert.doesNotMatch(text, />closed</);
    }
  });

  test('another day is shown with what was typed, and nothing is sold for a day that was not shown', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const day = '2027-03-08';
    const tomorrow = '2027-03-02';
    await desk.museum.api('PUT', `/museum-hours/${tomorrow}`, { body: { closed: true, reason: 'Storm' } });
    const typed = { shown: TODAY, date: day, general: '4', [desk.eventId]: '1', email: 'ada@' };
    for (const form of [typed, { ...typed, step: 'show' }]) {
      const { status, text } = await desk.sell(form);
      assert.equal(status, 200);
      assert.match(text, /<p class="lead[^>]*>Monday 8 March 2027/);
      assert.match(text, /name="general" value="4".*value="ada@"/s);
      assert.match(text, /href="\?date=2027-03-08&amp;language=de"/);
      assert.equal(hiddenField(text, 'shown'), day);
    }
    const closed = await desk.sell({ ...typed, date: tomorrow });
    assert.match(closed.text, /Nothing can be sold for Tuesday.*value="ada@"/s);
    const open = await desk.sell({ shown: tomorrow, date: day, email: 'ada@example.com' });
    assert.match(open.text, /name="general" value="1".*value="ada@example\.com"/s);
    assert.equal(await desk.soldToday(), 0);
    const form = { shown: day, date: day, general: '4', email: 'ada@example.com' };
    assert.equal((await desk.sell(form)).status, 303);
  });

  test('too many are told where most were asked for', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    for (const [general, event, field] of [
      ['1', '60', desk.eventId],
      ['60', '1', 'general'],
      ['1', 'two', desk.eventId],
      ['0', '0', 'general'],
    ] as const) {
      const { text } = await desk.sell({ general, [desk.eventId]: event });
      assert.match(text, new RegExp(`<a href="#${field}">Say how many.*id="${field}-fault"`, 's'));
    }
  });

  test('a form that is sent twice sells once, also when both come at the same moment', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const key = hiddenField((await desk.clerk.get('/desk/sell')).text, 'key');
    const lastPlaces = { key, general: '2', [desk.eventId]: '2' };
    const answers = await Promise.all([1, 2, 3].map(() => desk.sell(lastPlaces)));
    answers.push(await desk.sell(lastPlaces));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303],
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
    assert.equal(await desk.soldToday(), 4);
    const other = await desk.sell({ key, general: '1' });
    assert.equal(other.status, 409);
    assert.notEqual(hiddenField(other.text, 'key'), key);
    assert.equal(await desk.soldToday(), 4);
  });

  test('nothing is sold that can’t be: no number, too many, no address, a closed or past day', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    for (const fields of [
      { general: '0' },
      { general: 'two' },
      { general: '-1', [desk.eventId]: '2' },
      { general: '51' },
      { general: '1.5' },
      { general: '1', email: 'nobody' },
    ] as Record<string, string>[]) {
      assert.equal((await desk.sell(fields)).status, 400, JSON.stringify(fields));
    }
    assert.equal((await desk.sell({ general: '1', date: '2027-02-28' })).status, 409);
    await desk.museum.api('PUT', `/museum-hours/${TODAY}`, { body: { closed: true, reason: 'Storm' } });
    const closed = await desk.sell({ general: '1' });
    assert.equal(closed.status, 409);
    assert.match(closed.text, /The museum is closed on Monday 1 March 2027\./);
    assert.equal(await desk.soldToday(), 0);
  });

  test('adding up sells nothing', async (t) => {
    const desk = await openedDesk(await openMuseum(t));
    const answer = await desk.sell({ step: 'add-up', general: '0', [desk.eventId]: '2' });
    assert.equal(answer.status, 200);
    assert.match(answer.text, /<output[^>]*>€50\.00<\/output>/);
    assert.equal(await desk.soldToday(), 0);
  });

  test('who may not sell does not get to, and who may not see a ticket sees none', async (t) => {
    const museum = await openMuseum(t);
    const desk = await openedDesk(museum);
    const ids = idsIn((await desk.sell({ general: '1' })).headers.location);
    const viewer = new Visitor(museum);
    await viewer.signIn('viewer');
    const csrf = await viewer.token('/desk');
    const page = await viewer.get('/desk/sell');
    assert.equal(page.status, 403);
    assert.match(page.text, /Your role, viewer, does not include this/);
    assert.equal((await viewer.post('/desk/sell', { csrf, general: '1', date: TODAY })).status, 403);
    assert.equal((await desk.clerk.post('/desk/sell', { general: '1', date: TODAY })).status, 403);
    const partner = new Visitor(museum);
    assert.equal((await partner.signIn('partner', '/desk')).status, 303);
    assert.equal((await partner.get('/desk')).headers.location, '/desk/sell');
    assert.equal((await partner.get(`/desk/tickets/${ids[0]}/image.png`)).status, 404);
    assert.equal((await partner.get(`/desk/print?tickets=${ids[0]}`)).status, 404);
    assert.equal((await desk.clerk.get('/desk/print?tickets=x')).status, 404);
  });

  test('a form of another session is refused, and so is one of another site', async (t) => {
    const museum = await openMuseum(t);
    const desk = await openedDesk(museum);
    const other = new Visitor(museum);
    await other.signIn('cashier');
    const form = { csrf: desk.csrf, general: '1', date: TODAY };
    assert.equal((await other.post('/desk/sell', form)).status, 403);
    assert.equal((await desk.clerk.post('/desk/sell', form, { origin: 'https://a.example' })).status, 403);
    assert.equal(await desk.soldToday(), 0);
  });
});
