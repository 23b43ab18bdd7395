import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  newEvent,
} from '../../fixtures/samples.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/;
const NO_EVENT = '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

describeOnDatabase((openMuseum) => {
  it('creates an event, says where it is, and gives it there', async (test) => {
    const museum = await openMuseum(test);
    const created = await museum.api('POST', '/special-events', { body: newEvent() });
    assert.equal(created.status, 201);
    assert.equal(created.headers['content-type'], 'application/json');
    const { eventId, ...rest } = created.json;
    assert.match(eventId, UUID_V7);
    assert.deepEqual(rest, newEvent());
    assert.equal(created.headers.location, `/v1.1/special-events/${eventId}`);
    assert.match(created.headers.etag as string, STRONG_TAG);

    const read = await museum.ask('GET', created.headers.location as string);
    assert.equal(read.status, 200);
    assert.equal(read.headers['content-type'], 'application/json');
    assert.equal(read.headers.etag, created.headers.etag);
    assert.deepEqual(read.json, created.json);
  });

  it('gives every event an id of its own, which rises', async (test) => {
    const museum = await openMuseum(test);
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await createEvent(museum)).eventId),
    );
    assert.equal(new Set(ids).size, 20);
    const { eventId: later } = await createEvent(museum);
    assert.ok(ids.every((id) => id < later));
  });

  it('keeps an event without dates, which no listing shows', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: [], eventDescription: '' });
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}`)).json.dates, []);
    assert.deepEqual((await museum.api('GET', '/special-events')).json, []);
  });

  it('takes the largest event there can be', async (test) => {
    const museum = await openMuseum(test);
    const dates = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const largest = {
      name: '\u{1F3DB}'.repeat(200),
      location: '\u{1F5FA}'.repeat(200),
      eventDescription: '\u{1F58C}'.repeat(5_000),
      dates,
      price: 1_000_000,
    };
    const { eventId, ...kept } = await createEvent(museum, largest);
    assert.deepEqual(kept, largest);
    assert.deepEqual((await museum.api('GET', `/special-events/${eventId}`)).json, { eventId, ...largest });
  });

  it('keeps dates in the order sent, past ones too', async (test) => {
    const museum = await openMuseum(test);
    const dates = ['2027-03-21', '1999-12-31', '2027-03-14', '9999-12-31', '0001-01-01'];
    assert.deepEqual((await createEvent(museum, { dates })).dates, dates);
  });

  it('reads an id in either case and writes it in lower case', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    const path = `/special-events/${event.eventId.toUpperCase()}`;
    assert.deepEqual((await museum.api('GET', path)).json, event);
    assert.equal((await museum.api('PATCH', path, { body: { price: 1 } })).json.eventId, event.eventId);
    const { ticketId } = await buyTicket(museum, eventPurchase(event.eventId.toUpperCase()));
    assert.equal((await museum.api('GET', `/tickets/${ticketId.toUpperCase()}/qr`)).status, 200);
    assert.equal((await museum.api('DELETE', path)).status, 204);
  });

  it('replaces the fields given and leaves the others', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    const path = `/special-events/${event.eventId}`;
    let expected = event;
    for (const change of [
      { name: 'Sorolla by night' },
      { location: 'West wing' },
      { eventDescription: '' },
      { price: 0.07 },
      { dates: ['2027-03-22'] },
      { dates: [] },
      { dates: ['2027-03-14', '2027-03-22'], price: 12.5, name: 'Sorolla' },
    ]) {
      expected = { ...expected, ...change };
      const changed = await museum.api('PATCH', path, { body: change });
      assert.equal(changed.status, 200);
      assert.deepEqual(changed.json, expected);
      const read = await museum.api('GET', path);
      assert.deepEqual(read.json, expected);
      assert.equal(read.headers.etag, changed.headers.etag);
    }
  });

  it('changes nothing for {}, and takes merge patches by their own media type', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum);
    const path = `/special-events/${event.eventId}`;
    const before = await museum.api('GET', path);
    const assertUnchanged = await rememberContents(museum);
    const nothing = await museum.api('PATCH', path, { body: {} });
    assert.equal(nothing.status, 200);
    assert.deepEqual([nothing.json, nothing.headers.etag], [event, before.headers.etag]);
    await assertUnchanged();
    for (const type of ['application/merge-patch+json', 'Application/Merge-Patch+JSON; charset=utf-8']) {
      const body = JSON.stringify({ price: type.length });
      const changed = await museum.api('PATCH', path, { body, headers: { 'content-type': type } });
      assert.deepEqual([changed.status, changed.json.price], [200, type.length]);
      assert.equal(changed.headers['content-type'], 'application/json');
    }
  });

  it('refuses to take a field away', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const assertUnchanged = await rememberContents(museum);
    const body = { name: null, location: null, eventDescription: null, dates: null, price: null };
    const refused = await museum.api('PATCH', `/special-events/${eventId}`, { body });
    const places = [
      'body /name',
      'body /location',
      'body /eventDescription',
      'body /dates',
      'body /price',
    ] as const;
    assertRefused(refused, 400, 'invalid-request', places);
    await assertUnchanged();
  });

  it('shows a change in every listing at once', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-02'] });
    const names = async (query: string) =>
      (await museum.api('GET', `/special-events?${query}`)).json.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names('startDate=2027-03-02'), ['Sorolla and the sea']);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { name: 'Renamed' } });
    assert.deepEqual(await names('startDate=2027-03-02'), ['Renamed']);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-04-02'] } });
    assert.deepEqual(await names('startDate=2027-03-02'), []);
    assert.deepEqual(await names('startDate=2027-04-02'), ['Renamed']);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.deepEqual(await names('startDate=2027-04-02'), []);
  });

  it('cancels an event: it is gone from every answer, and its tickets are kept but admit no one', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
    const general = await buyTicket(museum, generalPurchase());

    const deleted = await museum.api('DELETE', path);
    assert.equal(deleted.status, 204);
    assert.equal(deleted.bytes.length, 0);
    assert.equal(deleted.headers['content-type'], undefined);
    assert.equal(deleted.headers['content-length'], undefined);

    for (const method of ['GET', 'DELETE'])
      assertRefused(await museum.api(method, path), 404, 'event-not-found');
    assertRefused(await museum.api('PATCH', path, { body: {} }), 404, 'event-not-found');
    assert.deepEqual((await museum.api('GET', '/special-events?startDate=2027-03-14')).json, []);
    const late = await museum.api('POST', '/tickets', { body: eventPurchase(eventId) });
    assertRefused(late, 404, 'event-not-found');

    assertRefused(await museum.api('GET', `/tickets/${ticketId}/qr`), 410, 'event-cancelled');
    assert.equal((await museum.api('GET', `/tickets/${general.ticketId}/qr`)).status, 200);
    const kept = await museum.store.all('SELECT ticket_id FROM tickets ORDER BY number');
    assert.deepEqual(
      kept.map((row) => row.ticket_id),
      [ticketId, general.ticketId],
    );
  });

  it('answers 404 for an event that never was', async (test) => {
    const museum = await openMuseum(test);
    assertRefused(await museum.api('GET', NO_EVENT), 404, 'event-not-found');
    assertRefused(await museum.api('DELETE', NO_EVENT), 404, 'event-not-found');
    assertRefused(await museum.api('PATCH', NO_EVENT, { body: { price: 1 } }), 404, 'event-not-found');
  });

  it('takes no notice of a body where none belongs', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const headers = { 'content-type': 'text/plain' };
    const read = await museum.api('GET', `/special-events/${eventId}`, { body: 'what is this', headers });
    assert.equal(read.status, 200);
    assert.equal((await museum.api('GET', '/special-events', { body: '{', headers: {} })).status, 200);
    const deleted = await museum.api('DELETE', `/special-events/${eventId}`, {
      body: 'reason: rain',
      headers,
    });
    assert.equal(deleted.status, 204);
  });
});

describeOnEachDatabase((openMuseum) => {
  it('puts 500 events on a day and no more, however many come at once', async (test) => {
    const museum = await openMuseum(test);
    const day = '2027-06-01';
    await fillDay(museum, day, 498);
    const there = await createEvent(museum, { dates: [day] });
    const create = () => museum.api('POST', '/special-events', { body: newEvent({ dates: [day] }) });
    const elsewhere = await Promise.all(Array.from({ length: 5 }, () => createEvent(museum)));
    const move = ({ eventId }: { eventId: string }) =>
      museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-05-31', day] } });
    const answers = await Promise.all([...Array.from({ length: 10 }, create), ...elsewhere.map(move)]);
    const refused = answers.filter(({ status }) => status >= 400);
    assert.equal(refused.length, 14);
    for (const answer of refused) assertRefused(answer, 409, 'day-full-of-events');
    const listed = async () =>
      (await museum.api('GET', `/special-events?startDate=${day}&endDate=${day}`)).json.length;
    assert.equal(await listed(), 500);

    const keyed = { body: newEvent({ dates: [day] }), headers: { 'idempotency-key': 'k' } };
    const full = await museum.api('POST', '/special-events', keyed);
    assertRefused(full, 409, 'day-full-of-events');

    const path = `/special-events/${there.eventId}`;
    assert.equal((await museum.api('PATCH', path, { body: { name: 'Renamed', dates: [day] } })).status, 200);
    assert.equal((await museum.api('DELETE', path)).status, 204);
    assert.equal((await museum.api('POST', '/special-events', keyed)).text, full.text);
    assert.equal((await create()).status, 201);
    assert.equal(await listed(), 500);
  });
});
