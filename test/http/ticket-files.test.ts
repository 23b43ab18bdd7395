import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';

const DAY = '2027-03-02';
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const NOTHING = ['*/*;q=0', '*;q=.0', 'application/problem+json;q=0', 'nonsense'];
const BEGINNINGS = {
  'image/png': '\x89PNG',
  'application/pdf': '%PDF-1.7',
  'image/svg+xml': '<svg xmlns',
} as const;

describeOnDatabase((openMuseum) => {
  const place = async (museum: Museum, items: object[], more: object = {}, as: Asker = 'partner') => {
    const placed = await museum.api('POST', '/orders', { body: { items, ...more }, as });
    assert.equal(placed.status, 201, placed.text);
    return placed.json;
  };
  const general = (quantity: number) => ({ ticketType: 'general', ticketDate: DAY, quantity });
  const printed = (museum: Museum, orderId: string, as: Asker = 'partner') =>
    museum.api('GET', `/orders/${orderId}/tickets.pdf`, { as });
  const pagesOf = ({ bytes }: { bytes: Buffer }) => bytes.toString('latin1').split('/Type /Page ').length - 1;

  it('shows a ticket as PNG, PDF or SVG, whichever is preferred, and as PNG when nothing is', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    const path = `/tickets/${ticketId}/qr`;
    const wanted: [accept: string | undefined, mediaType: keyof typeof BEGINNINGS][] = [
      [undefined, 'image/png'],
      ['*/*', 'image/png'],
      ['image/*', 'image/png'],
      ['', 'image/png'],
      ['image/avif,image/webp,*/*;q=0.8', 'image/png'],
      ['application/pdf, image/svg+xml, image/png', 'image/png'],
      ['application/pdf', 'application/pdf'],
      ['application/*', 'application/pdf'],
      ['image/png;q=0.5, application/pdf', 'application/pdf'],
      ['Image/SVG+XML', 'image/svg+xml'],
      ['image/png;q=0, image/*', 'image/svg+xml'],
      ['application/problem+json', 'image/png'], // clients that openapi-generator makes for Java, Python and Ruby
      ['application/problem+json, application/pdf;q=0.1', 'application/pdf'],
      ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'image/png'], // HttpURLConnection
    ];
    const tags = new Map<string, string>();
    for (const [accept, mediaType] of wanted) {
      const asked = accept === undefined ? {} : { accept };
      const got = await museum.api('GET', path, { headers: asked });
      assert.deepEqual(
        [got.status, got.headers['content-type'], got.headers.vary, got.headers['cache-control']],
        [200, mediaType, 'Accept', 'private'],
        accept,
      );
      assert.ok(got.bytes.toString('latin1').startsWith(BEGINNINGS[mediaType]), accept);
      const tag = got.headers.etag as string;
      assert.equal(tags.get(mediaType) ?? tag, tag, 'the same representation has the same tag');
      tags.set(mediaType, tag);
      const head = await museum.api('HEAD', path, { headers: asked });
      assert.deepEqual(
        [head.status, head.headers.etag, head.headers['content-length'], head.bytes.length],
        [200, tag, `${got.bytes.length}`, 0],
      );
      const known = await museum.api('GET', path, { headers: { ...asked, 'if-none-match': tag } });
      assert.deepEqual([known.status, known.headers.etag, known.headers.vary], [304, tag, 'Accept']);
    }
    assert.equal(new Set(tags.values()).size, 3, 'each representation has a tag of its own');
    const other = { accept: 'application/pdf', 'if-none-match': tags.get('image/png') };
    assert.equal((await museum.api('GET', path, { headers: other })).status, 200);
  });

  it('says in what else a ticket can be had when nothing of it is acceptable', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    for (const accept of ['text/html', 'application/json', 'image/webp', 'image/png;q=0', ...NOTHING]) {
      const refused = await museum.api('GET', `/tickets/${ticketId}/qr`, { headers: { accept } });
      assertRefused(refused, 406, 'not-acceptable');
      assert.match(refused.json.detail, /image\/png, application\/pdf, image\/svg\+xml/);
      assert.equal(refused.headers.vary, 'Accept');
    }
  });

  it('prints the tickets of an order, a page each, for its seller and for staff', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum, { dates: [DAY] });
    const { orderId, orderCode } = await place(museum, [
      general(98),
      { ticketType: 'event', eventId: event.eventId, ticketDate: DAY, quantity: 2 },
    ]);
    const got = await printed(museum, orderId);
    assert.deepEqual(
      [got.status, got.headers['content-type'], got.headers['cache-control'], pagesOf(got)],
      [200, 'application/pdf', 'private', 100],
    );
    assert.equal(got.headers['content-disposition'], `inline; filename="${orderCode}.pdf"`);
    const headers = { 'if-none-match': got.headers.etag };
    assert.equal((await museum.api('GET', `/orders/${orderId}/tickets.pdf`, { headers })).status, 304);
    assert.equal(pagesOf(await printed(museum, orderId, 'cashier')), 100);
    assertRefused(await printed(museum, orderId, 'other-partner'), 404, 'order-not-found');
    assertRefused(await printed(museum, orderId, 'gate'), 403, 'forbidden');
    assertRefused(await printed(museum, NO_ID), 404, 'order-not-found');
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    assert.equal(pagesOf(await printed(museum, orderId)), 98, 'those of a cancelled event are left out');
  });

  it('prints a ticket that was sold alone', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, generalPurchase());
    const got = await printed(museum, ticketId, 'cashier');
    assert.deepEqual([got.status, pagesOf(got)], [200, 1]);
    assert.equal(got.headers['content-disposition'], 'inline; filename="ticket.pdf"');
  });

  it('prints nothing of an order that has no tickets, or none that admits', async (t) => {
    const museum = await openMuseum(t);
    const held = await place(museum, [general(1)], { hold: 600 });
    assertRefused(await printed(museum, held.orderId), 409, 'order-not-sold');
    await museum.api('POST', `/orders/${held.orderId}/release`, { as: 'partner' });
    assertRefused(await printed(museum, held.orderId), 409, 'order-not-sold');
    const sold = await place(museum, [general(2)]);
    const [first] = sold.items[0].tickets;
    await museum.api('POST', `/tickets/${first.ticketId}/void`, { body: { reason: 'Ill' } });
    assert.equal(pagesOf(await printed(museum, sold.orderId)), 1);
    await museum.api('POST', `/orders/${sold.orderId}/void`, { body: { reason: 'Ill' } });
    const nothing = await printed(museum, sold.orderId);
    assert.deepEqual([nothing.status, nothing.json.type], [410, '/problems/ticket-void']);
    const event = await createEvent(museum, { dates: [DAY] });
    const item = { ticketType: 'event', eventId: event.eventId, ticketDate: DAY, quantity: 1 };
    const cancelled = await place(museum, [item]);
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    assertRefused(await printed(museum, cancelled.orderId), 410, 'event-cancelled');
  });
});
