import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { assertRefused } from '../support/refused.ts';
import { createEvent, eventPurchase, generalPurchase } from '../support/samples.ts';

const FIFTY = Array.from({ length: 50 }, (_, index) => index);

describeOnEachDatabase((openMuseum) => {
  it('sells fifty tickets at once: fifty ids and fifty codes, all stored', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const answers = await Promise.all(
      FIFTY.map((index) =>
        museum.api('POST', '/tickets', { body: index % 2 ? eventPurchase(eventId) : generalPurchase() }),
      ),
    );
    const tickets = answers.map(({ status, json, text }) => {
      assert.equal(status, 201, text);
      return json;
    });
    assert.equal(new Set(tickets.map(({ ticketId }) => ticketId)).size, 50);
    assert.equal(new Set(tickets.map(({ confirmationCode }) => confirmationCode)).size, 50);
    const rows = await museum.store.all('SELECT ticket_id, confirmation_code FROM tickets');
    assert.deepEqual(
      rows.map((row) => `${row.ticket_id} ${row.confirmation_code}`).sort(),
      tickets.map(({ ticketId, confirmationCode }) => `${ticketId} ${confirmationCode}`).sort(),
    );
  });

  it('tells each of fifty purchases at once its own outcome', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const outcomes = [
      [generalPurchase(), 201],
      [generalPurchase({ ticketDate: '2027-02-28' }), 409],
      [eventPurchase(eventId), 201],
      [eventPurchase(eventId, { ticketDate: '2027-03-16' }), 409],
      [eventPurchase('01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27'), 404],
      [generalPurchase({ email: 'nobody' }), 400],
    ] as const;
    await Promise.all(
      FIFTY.map(async (index) => {
        const [body, expected] = outcomes[index % outcomes.length] as (typeof outcomes)[number];
        const { status, json, text } = await museum.api('POST', '/tickets', { body });
        assert.equal(status, expected, text);
        if (status === 201) assert.equal(json.ticketType, body.ticketType);
      }),
    );
    const row = await museum.store.get('SELECT count(*) AS count FROM tickets');
    assert.equal(Number(row?.count), FIFTY.filter((index) => index % 6 === 0 || index % 6 === 2).length);
  });

  it('sells no more than there are places, however many want them at once', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 20 } });
    await museum.api('PUT', '/capacity/general/2027-03-02', { body: { capacity: 20 } });
    for (const body of [eventPurchase(eventId), generalPurchase()]) {
      const answers = await Promise.all(FIFTY.map(() => museum.api('POST', '/tickets', { body })));
      assert.equal(answers.filter(({ status }) => status === 201).length, 20);
      for (const answer of answers.filter(({ status }) => status !== 201))
        assertRefused(answer, 409, 'sold-out');
    }
  });

  it('never mixes two changes made at once', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    const changes = FIFTY.map((index) => ({
      name: `Change ${index}`,
      location: `Room ${index}`,
      dates: ['2027-03-01', `2027-04-${String((index % 28) + 1).padStart(2, '0')}`],
      price: index,
    }));
    const answers = await Promise.all(changes.map((body) => museum.api('PATCH', path, { body })));
    for (const [index, { status, json }] of answers.entries()) {
      assert.equal(status, 200);
      const { eventId: _id, eventDescription: _description, ...fields } = json;
      assert.deepEqual(fields, changes[index]);
    }
    const { eventId: _id, eventDescription: _description, ...last } = (await museum.api('GET', path)).json;
    assert.ok(
      changes.some((change) => JSON.stringify(change) === JSON.stringify(last)),
      JSON.stringify(last),
    );
    const listed = await museum.store.all('SELECT day FROM event_days WHERE listed = 1 ORDER BY day');
    assert.deepEqual(
      listed.map(({ day }) => day),
      last.dates,
    );
  });

  it('keeps both of two changes made at once to different fields', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    for (const index of FIFTY) {
      await Promise.all([
        museum.api('PATCH', path, { body: { name: `Name ${index}` } }),
        museum.api('PATCH', path, { body: { price: index } }),
      ]);
      const { name, price } = (await museum.api('GET', path)).json;
      assert.deepEqual([name, price], [`Name ${index}`, index]);
    }
  });

  it('lets one of fifty changes with the same If-Match through', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}`;
    const headers = { 'if-match': (await museum.api('GET', path)).headers.etag };
    const answers = await Promise.all(
      FIFTY.map((index) => museum.api('PATCH', path, { body: { price: 100 + index }, headers })),
    );
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    assert.deepEqual(others, []);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertRefused(answer, 412, 'precondition-failed');
    }
    assert.deepEqual((await museum.api('GET', path)).json, won?.json);
  });

  it('cancels an event once, however often it is asked at once, and sells nothing for it afterwards', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const sales = FIFTY.map(() => museum.api('POST', '/tickets', { body: eventPurchase(eventId) }));
    const cancellations = FIFTY.map(() => museum.api('DELETE', `/special-events/${eventId}`));
    const deleted = await Promise.all(cancellations);
    assert.equal(deleted.filter(({ status }) => status === 204).length, 1);
    for (const answer of deleted.filter(({ status }) => status !== 204)) {
      assertRefused(answer, 404, 'event-not-found');
    }
    const sold = (await Promise.all(sales)).filter(({ status }) => status === 201);
    for (const { json } of sold)
      assertRefused(await museum.api('GET', `/tickets/${json.ticketId}/qr`), 410, 'event-cancelled');
    const row = await museum.store.get('SELECT count(*) AS count FROM tickets');
    assert.equal(Number(row?.count), sold.length);
  });
});
