import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import type { Museum } from '../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../fixtures/samples.ts';

const [DAY, NEXT] = ['2027-03-02', '2027-03-03'];
const MAIL = { MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9', MUSEUM_MAIL_FROM: 'a@example.org' };

async function close(museum: Museum, body: object, query = '') {
  return museum.api('POST', `/museum-hours/close${query}`, { body });
}

async function stateOf(museum: Museum, ticketId: string): Promise<string> {
  return (await museum.api('GET', `/tickets/${ticketId}`)).json.state;
}

describeOnEachDatabase((openMuseum) => {
  it('says what closing a day will do, and does just that', async (t) => {
    const museum = await openMuseum(t, { settings: MAIL });
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12.5 }] });
    const [one, other] = [generalPurchase({ ticketDate: DAY }), generalPurchase({ ticketDate: NEXT })];
    const first = await buyTicket(museum, one);
    await buyTicket(museum, one);
    const later = await buyTicket(museum, other);
    const closing = { from: DAY, to: DAY, reason: 'water leak' };
    const preview = await close(museum, closing, '?preview=true');
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(preview.json, { tickets: 2, persons: 2, orders: 2, mails: 1, money: 25 });
    assert.equal(await stateOf(museum, first.ticketId), 'valid');
    assert.equal((await museum.api('GET', `/museum-hours/${DAY}`)).json.closed, undefined);
    assert.deepEqual((await close(museum, closing)).json, preview.json);
    assert.equal(await stateOf(museum, first.ticketId), 'cancelled');
    assert.equal(await stateOf(museum, later.ticketId), 'valid');
    const hours = (await museum.api('GET', `/museum-hours/${DAY}`)).json;
    assert.deepEqual(hours, { date: DAY, closed: true, reason: 'water leak' });
    const again = { tickets: 0, persons: 0, orders: 0, mails: 0, money: 0 };
    assert.deepEqual((await close(museum, closing)).json, again);
  });

  it('closes nothing until it is said of each event of the days whether it takes place', async (t) => {
    const museum = await openMuseum(t);
    const staying = await createEvent(museum, { name: 'Concert', dates: [DAY, '2027-03-09'] });
    const off = await createEvent(museum, { name: 'Workshop', dates: [DAY, '2027-03-09'] });
    const buy = (eventId: string, ticketDate: string) =>
      buyTicket(museum, eventPurchase(eventId, { ticketDate }));
    const [stays, goes] = [await buy(staying.eventId, DAY), await buy(off.eventId, DAY)];
    const later = await buy(off.eventId, '2027-03-09');
    const closing = { from: DAY, to: NEXT, events: { [staying.eventId]: 'takes-place' } };
    for (const query of ['', '?preview=true']) {
      const refused = await close(museum, closing, query);
      assert.equal(refused.status, 409, refused.text);
      assert.equal(refused.json.type, '/problems/events-undecided');
      assert.deepEqual(refused.json.events, [{ eventId: off.eventId, name: 'Workshop', dates: [DAY] }]);
    }
    const decided = { ...closing, events: { ...closing.events, [off.eventId.toUpperCase()]: 'called-off' } };
    assert.equal((await close(museum, decided)).json.tickets, 1);
    assert.deepEqual(
      [await stateOf(museum, stays.ticketId), await stateOf(museum, goes.ticketId)],
      ['valid', 'cancelled'],
    );
    assert.equal(await stateOf(museum, later.ticketId), 'valid');
    assert.deepEqual((await museum.api('GET', `/special-events/${off.eventId}`)).json.dates, ['2027-03-09']);
  });

  it('cancels an event whose last date is called off, by itself or with its day', async (t) => {
    const museum = await openMuseum(t);
    const [alone, withDay] = [
      await createEvent(museum, { dates: [DAY] }),
      await createEvent(museum, { dates: [DAY] }),
    ];
    const sold = await buyTicket(museum, eventPurchase(alone.eventId, { ticketDate: DAY }));
    await museum.api('POST', `/special-events/${alone.eventId}/call-off`, { body: { dates: [DAY] } });
    await close(museum, { from: DAY, to: DAY, events: { [withDay.eventId]: 'called-off' } });
    for (const { eventId } of [alone, withDay])
      assert.equal((await museum.api('GET', `/special-events/${eventId}`)).status, 404);
    assert.equal((await museum.api('GET', `/tickets/${sold.ticketId}`)).json.because, 'event-cancelled');
  });

  it('refuses to close what is over, too much at once, or events that are none', async (t) => {
    const museum = await openMuseum(t);
    const past = await close(museum, { from: '2027-02-28', to: TODAY });
    assert.deepEqual([past.status, past.json.type], [409, '/problems/date-past']);
    const faults = async (body: object) =>
      (await close(museum, body)).json.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(await faults({ from: NEXT, to: DAY }), ['/to']);
    assert.deepEqual(await faults({ from: DAY, to: '2028-03-02' }), ['/to']);
    assert.deepEqual(await faults({ from: DAY, to: DAY, events: { a: 'called-off' } }), ['/events/a']);
  });

  it('calls off one date of an event, or all to come with the event', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [DAY, NEXT], price: 25 });
    const [first, second] = [
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: DAY })),
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: NEXT })),
    ];
    const callOff = (body?: object, query = '') =>
      museum.api('POST', `/special-events/${eventId}/call-off${query}`, { body });
    const preview = await callOff(undefined, '?preview=true');
    assert.equal(preview.json.tickets, 2, preview.text);
    const wrong = await callOff({ dates: ['2027-03-09'] });
    assert.deepEqual([wrong.status, wrong.json.type], [409, '/problems/not-an-event-day']);
    const one = await callOff({ dates: [DAY], reason: 'The guide is ill.', refund: 'choose' });
    const figures = { tickets: 1, persons: 1, orders: 1, mails: 0, money: 25 };
    assert.deepEqual(one.json, figures, 'no mail is sent where it is not set up');
    assert.equal(await stateOf(museum, first.ticketId), 'cancelled');
    assert.equal(await stateOf(museum, second.ticketId), 'valid');
    const kept = await museum.store.get('SELECT day, reason, refund FROM called_off');
    assert.deepEqual({ ...kept }, { day: DAY, reason: 'The guide is ill.', refund: 'choose' });
    assert.equal((await callOff({})).json.tickets, 1);
    assert.equal(await stateOf(museum, second.ticketId), 'cancelled');
    assert.equal((await callOff({})).status, 404);
  });
});
