import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  newEvent,
  TODAY,
  YESTERDAY,
} from '../../fixtures/samples.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const CODE = '[2-9a-hjkmnp-tv-z]{6}-[2-9a-hjkmnp-tv-z]{5}';
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';

describeOnDatabase((openMuseum) => {
  it('sells a ticket for general entry', async (test) => {
    const museum = await openMuseum(test);
    const sold = await museum.api('POST', '/tickets', {
      body: generalPurchase({ phone: '+44 20 7946 0018' }),
    });
    assert.equal(sold.status, 201);
    assert.equal(sold.headers['content-type'], 'application/json');
    const { ticketId, confirmationCode, ...rest } = sold.json;
    assert.deepEqual(rest, {
      message: 'Museum general entry ticket purchased',
      ticketType: 'general',
      ticketDate: '2027-03-02',
    });
    assert.match(confirmationCode, new RegExp(`^ticket-general-${CODE}$`));
    assert.equal(sold.headers.location, `/v1.1/tickets/${ticketId}/qr`);
    assert.equal((await museum.ask('GET', sold.headers.location)).status, 200);
  });

  it('sells a ticket for a special event, which names it', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { name: 'Nacht der Künste \u{1F3A8}' });
    const sold = await museum.api('POST', '/tickets', { body: eventPurchase(eventId) });
    assert.equal(sold.status, 201);
    const { ticketId, confirmationCode, ...rest } = sold.json;
    assert.deepEqual(rest, {
      message: 'Museum special event ticket purchased',
      eventName: 'Nacht der Künste \u{1F3A8}',
      ticketType: 'event',
      ticketDate: '2027-03-14',
    });
    assert.match(confirmationCode, new RegExp(`^ticket-event-${CODE}$`));
    assert.equal(sold.headers.location, `/v1.1/tickets/${ticketId}/qr`);
  });

  it('stores what was sold, to whom and by whom, as it was written', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { price: 19.99 });
    const purchase = eventPurchase(eventId, { email: '"Ada L."@Example.COM', phone: '(020) 7946-0018/9' });
    const sold = (await museum.api('POST', '/tickets', { body: purchase, as: 'partner' })).json;
    const row = await museum.store.get(
      'SELECT t.*, c.email, c.phone, a.username FROM tickets t JOIN contacts c USING (number) JOIN accounts a ON a.account_id = t.sold_by',
    );
    const { ticket_id, ticket_date, event_id, price_cents, currency, email, phone, username, sold_at } =
      row ?? {};
    assert.deepEqual(
      { ticket_id, ticket_date, event_id, price_cents, currency, email, phone, username, sold_at },
      {
        ticket_id: sold.ticketId,
        ticket_date: '2027-03-14',
        event_id: eventId,
        price_cents: 1999,
        currency: 'EUR',
        email: '"Ada L."@Example.COM',
        phone: '(020) 7946-0018/9',
        username: 'partner',
        sold_at: museum.clock.now(),
      },
    );
  });

  it('keeps the price that a ticket was sold at', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { price: 25 });
    await buyTicket(museum, eventPurchase(eventId));
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { price: 30 } });
    await buyTicket(museum, eventPurchase(eventId));
    const rows = await museum.store.all('SELECT price_cents FROM tickets ORDER BY number');
    assert.deepEqual(
      rows.map(({ price_cents }) => price_cents),
      [2500, 3000],
    );
  });

  it('gives the image of a ticket, which only its own devices may keep', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    const image = await museum.api('GET', `/tickets/${ticketId}/qr`);
    assert.equal(image.status, 200);
    assert.equal(image.headers['content-type'], 'image/png');
    assert.match(image.headers['cache-control'] as string, /\bprivate\b/);
    assert.match(image.headers.etag as string, /^"[^"]+"$/);
    assert.equal(Number(image.headers['content-length']), image.bytes.length);
    assert.deepEqual(image.bytes.subarray(0, 8), PNG);
    assert.deepEqual((await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes, image.bytes);
  });

  it('sells for today and for two years ahead, never for a day that is over', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, {
      dates: [YESTERDAY, TODAY, '2029-02-28', '2029-03-01', '9999-12-31'],
    });
    for (const ticketDate of [TODAY, '2029-02-28']) {
      await buyTicket(museum, generalPurchase({ ticketDate }));
      await buyTicket(museum, eventPurchase(eventId, { ticketDate }));
    }
    const assertUnchanged = await rememberContents(museum);
    for (const ticketDate of [YESTERDAY, '0001-01-01']) {
      const general = await museum.api('POST', '/tickets', { body: generalPurchase({ ticketDate }) });
      assertRefused(general, 409, 'date-past');
      const event = await museum.api('POST', '/tickets', { body: eventPurchase(eventId, { ticketDate }) });
      assertRefused(event, 409, 'date-past');
    }
    for (const ticketDate of ['2029-03-01', '9999-12-31']) {
      for (const body of [generalPurchase({ ticketDate }), eventPurchase(eventId, { ticketDate })]) {
        const refused = await museum.api('POST', '/tickets', { body });
        assertRefused(refused, 409, 'too-far-ahead');
        assert.match(refused.json.detail, /2029-02-28/);
      }
    }
    await assertUnchanged();
  });

  it('refuses a ticket for a day the event is not on', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const undated = await createEvent(museum, { dates: [] });
    const assertUnchanged = await rememberContents(museum);
    const other = await museum.api('POST', '/tickets', {
      body: eventPurchase(eventId, { ticketDate: TODAY }),
    });
    assertRefused(other, 409, 'not-an-event-day');
    assert.match(other.json.detail, /2027-03-14, 2027-03-15, 2027-03-21/);
    assertRefused(
      await museum.api('POST', '/tickets', { body: eventPurchase(undated.eventId) }),
      409,
      'not-an-event-day',
    );
    await assertUnchanged();
  });

  it('refuses a ticket for a day that was taken off the event, and cancels those sold for it', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-15'] } });
    assertRefused(
      await museum.api('POST', '/tickets', { body: eventPurchase(eventId) }),
      409,
      'not-an-event-day',
    );
    assertRefused(await museum.api('GET', `/tickets/${ticketId}/qr`), 410, 'event-cancelled');
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: ['2027-03-14'] } });
    assert.equal((await museum.api('GET', `/tickets/${ticketId}/qr`)).status, 200);
    await buyTicket(museum, eventPurchase(eventId));
  });

  it('has no picture for a day on which the museum is closed, and says why', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    await museum.api('PUT', '/museum-hours/2027-03-02', { body: { closed: true, reason: 'Floods' } });
    const picture = await museum.api('GET', `/tickets/${ticketId}/qr`);
    assertRefused(picture, 410, 'event-cancelled');
    assert.match(picture.json.detail, /^The museum is closed on 2027-03-02 \(Floods\)/);
  });

  it('refuses general entry on a day on which the museum is closed', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    await museum.api('PUT', '/museum-hours/2027-03-14', { body: { closed: true, reason: 'Floods' } });
    const assertUnchanged = await rememberContents(museum);
    const closed = await museum.api('POST', '/tickets', {
      body: generalPurchase({ ticketDate: '2027-03-14' }),
    });
    assertRefused(closed, 409, 'museum-closed');
    await assertUnchanged();
    await buyTicket(museum, eventPurchase(eventId)); // an event may be on when the museum is closed
  });

  it('refuses a ticket for an event that is unknown or cancelled', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    await museum.api('DELETE', `/special-events/${eventId}`);
    const assertUnchanged = await rememberContents(museum);
    for (const id of [NO_ID, eventId]) {
      assertRefused(
        await museum.api('POST', '/tickets', { body: eventPurchase(id) }),
        404,
        'event-not-found',
      );
    }
    await assertUnchanged();
  });

  it('sells as many tickets as there are places, and says what is left on other dates', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const { eventId: unlimited } = await createEvent(museum, { name: 'Tides' });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 2 } });
    await museum.api('PUT', '/capacity/general/2027-03-02', { body: { capacity: 1 } });
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-15' }));
    await buyTicket(museum, generalPurchase());
    const event = await museum.api('POST', '/tickets', { body: eventPurchase(eventId) });
    assertRefused(event, 409, 'sold-out');
    assert.deepEqual(event.json.otherDates, [
      { date: '2027-03-15', left: 1 },
      { date: '2027-03-21', left: 2 },
    ]);
    assertRefused(await museum.api('POST', '/tickets', { body: generalPurchase() }), 409, 'sold-out');
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-15' }));
    for (const [query, days] of [
      [`eventId=${eventId}`, [[eventId, 0, false]]],
      [
        'ticketType=event',
        [
          [eventId, 0, false],
          [unlimited, null, true],
        ],
      ],
      ['ticketType=general', [[undefined, null, true]]],
    ] as const) {
      const range = 'startDate=2027-03-14&endDate=2027-03-14';
      const { json } = await museum.api('GET', `/availability?${range}&${query}`);
      assert.deepEqual(
        json.map((day: Record<string, unknown>) => [day.eventId, day.left, day.onSale]),
        days,
        query,
      );
    }
  });

  it('answers 404 for the image of a ticket that never was', async (test) => {
    const museum = await openMuseum(test);
    assertRefused(await museum.api('GET', `/tickets/${NO_ID}/qr`), 404, 'ticket-not-found');
  });

  it('shows a partner the tickets it has sold itself, and no others', async (test) => {
    const museum = await openMuseum(test);
    const sold = await museum.api('POST', '/tickets', { body: generalPurchase(), as: 'partner' });
    const path = `/tickets/${sold.json.ticketId}/qr`;
    for (const as of ['partner', 'cashier', 'manager', 'admin'] as const)
      assert.equal((await museum.api('GET', path, { as })).status, 200, as);
    const other = await museum.api('GET', path, { as: 'other-partner' });
    assertRefused(other, 404, 'ticket-not-found');
    const unknown = await museum.api('GET', `/tickets/${NO_ID}/qr`, { as: 'other-partner' });
    assert.equal(
      other.text.replace(sold.json.ticketId, ''),
      unknown.text.replace(NO_ID, ''),
      'tells an unknown ticket from another one’s',
    );
  });

  it('names the event as it is called when the ticket is sold', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, newEvent());
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { name: 'Renamed' } });
    assert.equal((await buyTicket(museum, eventPurchase(eventId))).eventName, 'Renamed');
  });

  it('tells a partner nothing of a ticket that another account sold, nor that its event was cancelled', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum);
    const others = await buyTicket(museum, eventPurchase(eventId));
    const own = await museum.api('POST', '/tickets', { as: 'partner', body: eventPurchase(eventId) });
    await museum.api('DELETE', `/special-events/${eventId}`);
    const refused = await museum.api('GET', `/tickets/${others.ticketId}/qr`, { as: 'partner' });
    assertRefused(refused, 404, 'ticket-not-found');
    const cancelled = await museum.api('GET', `/tickets/${own.json.ticketId}/qr`, { as: 'partner' });
    assertRefused(cancelled, 410, 'event-cancelled');
  });
});
