import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedMail } from 'mailparser';
import { openCheckout, openPaying, reserved, VISIT_DAY, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnDatabase } from '../fixtures/databases.ts';
import { freePort } from '../fixtures/free-port.ts';
import { type Arrived, startMailServer } from '../fixtures/mail-server.ts';
import type { Asker, Museum } from '../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase } from '../fixtures/samples.ts';
import { signInStaff } from '../fixtures/staff.ts';
import { TcpProxy } from '../fixtures/tcp-proxy.ts';
import { until } from '../fixtures/until.ts';
import { OrderSecrets } from '../src/codes/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import type { Uuid } from '../src/core/uuid.ts';
import { NOT_SENT, retryMail } from '../src/mail/index.ts';
import type { Order } from '../src/orders/index.ts';

/** They wait for jobs that look around each second. */
const TESTS_AT_ONCE = 6;
const ON_SALE = { onSale: true, channels: ['desk', 'shop', 'partners'] };
const GUIDE = { article: 'guide', kind: 'extra', name: 'Audio guide', price: 4, ...ON_SALE };
const ROOF = { article: 'roof', kind: 'donation', name: 'The roof', suggested: [3, 5], ...ON_SALE };
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describeOnDatabase((openMuseum) => {
  async function open(test: TestContext, settings: Record<string, string> = {}) {
    const server = await startMailServer(test);
    const museum = await openMuseum(test, {
      settings: {
        MUSEUM_SMTP_URL: server.url,
        MUSEUM_MAIL_FROM: 'tickets@museum.example',
        MUSEUM_NAME: 'Museum of the Sea',
        ...settings,
      },
    });
    return { museum, server };
  }

  const states = async (museum: Museum) =>
    (
      await museum.store.all<{ state: string; kind: string }>(
        'SELECT kind, state FROM deliveries ORDER BY delivery_id',
      )
    ).map(({ kind, state }) => `${kind} ${state}`);

  /** Waits until all that happened so far is planned, and nothing of it is due. */
  async function settled(museum: Museum): Promise<void> {
    await until(async () => {
      const unsealed = await museum.store.get('SELECT position FROM journal WHERE number IS NULL');
      const behind = await museum.store.get(
        "SELECT name FROM feeds WHERE name = 'mail' AND read_to < (SELECT max(number) FROM journal)",
      );
      const due = await museum.store.get(
        "SELECT delivery_id FROM deliveries WHERE state = 'waiting' AND next_at <= ?",
        [museum.clock.now()],
      );
      return unsealed === undefined && behind === undefined && due === undefined;
    });
  }

  it('brings whoever buys a ticket the ticket: picture, text and calendar', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const { ticketId, confirmationCode } = await buyTicket(museum, eventPurchase(eventId));
    await server.has(1);
    const [{ to, from, mail, raw }] = server.arrived as [Arrived];
    assert.deepEqual([to, from], ['ada@example.com', 'tickets@museum.example']);
    assert.deepEqual(mail.from?.value, [{ name: 'Museum of the Sea', address: 'tickets@museum.example' }]);
    assert.equal(mail.subject, 'Your ticket: Sorolla and the sea, Sunday 14 March 2027');
    assert.equal(mail.date?.getTime(), museum.clock.now());
    assert.equal(mail.headers.get('auto-submitted'), 'auto-generated');
    const [{ deliveryId }] = (await museum.store.all<{ deliveryId: string }>(
      'SELECT delivery_id AS "deliveryId" FROM deliveries',
    )) as [{ deliveryId: string }];
    assert.equal(mail.messageId, `<${deliveryId}@museum.example>`);
    for (const text of [mail.text ?? '', mail.html || '']) {
      for (const said of [
        'Sorolla and the sea',
        'East wing, room 4',
        confirmationCode,
        '€25.00',
        '09:00–18:00',
      ])
        assert.ok(text.includes(said), said);
    }
    const picture = (await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes;
    const pictures = mail.attachments.filter(({ contentType }) => contentType === 'image/png');
    assert.deepEqual(pictures.map(({ contentDisposition }) => contentDisposition).toSorted(), [
      'attachment',
      'inline',
    ]);
    for (const { content } of pictures) assert.deepEqual(content, picture);
    const inline = pictures.find(({ contentDisposition }) => contentDisposition === 'inline');
    assert.ok((mail.html || '').includes(`src="cid:${inline?.cid}"`));
    assert.doesNotMatch(mail.html || '', /https?:|<script|<link|url\(/);
    const calendar = mail.attachments.find(({ filename }) => filename === 'ticket.ics');
    const ics = calendar?.content.toString() ?? '';
    for (const line of [
      'METHOD:PUBLISH',
      `UID:${ticketId}@museum.example`,
      'DTSTART:20270314T080000Z',
      'DTEND:20270314T170000Z',
      'SUMMARY:Sorolla and the sea',
      'STATUS:CONFIRMED',
      'END:VCALENDAR',
      'ORGANIZER;CN="Museum of the Sea":mailto:tickets@museum.example',
    ])
      assert.ok(ics.includes(`${line}\r\n`), `${line}\n${ics}`);
    assert.match(raw.toString(), /content-type: text\/calendar/i);
    await settled(museum);
    assert.deepEqual(await states(museum), ['ticket delivered']);
  });

  it('is written in the language of the museum', async (t) => {
    const { museum, server } = await open(t, { MUSEUM_LANGUAGE: 'de' });
    await buyTicket(museum, generalPurchase());
    await server.has(1);
    const [{ mail }] = server.arrived as [Arrived];
    assert.equal(mail.subject, 'Ihr Ticket: Eintritt, Dienstag, 2. März 2027');
    assert.match(mail.text ?? '', /Preis: Kostenlos/);
    assert.match(mail.html || '', /<html lang="de">/);
  });

  const order = async (museum: Museum, body: Record<string, unknown>, as: Asker = 'cashier') => {
    const answer = await museum.api('POST', '/orders', { body, as });
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const twoDays = (eventId: string) => [
    { ticketType: 'event', eventId, ticketDate: '2027-03-14', quantity: 2 },
    { ticketType: 'general', ticketDate: '2027-03-02', quantity: 1 },
  ];

  it('brings an order in one mail in its language, with a picture for each ticket, a calendar entry for each visit, and a receipt', async (t) => {
    const { museum, server } = await open(t, { MUSEUM_VAT: '7', MUSEUM_ADDRESS: 'Quay 1, 10115 Berlin' });
    const { eventId } = await createEvent(museum);
    const body = { items: twoDays(eventId), email: 'ada@example.com', language: 'de' };
    // Both are in one entry of the journal.
    const [made] = await Promise.all([
      order(museum, body),
      buyTicket(museum, generalPurchase({ email: 'bob@example.com' }), 'cashier'),
    ]);
    await server.has(2);
    await settled(museum);
    assert.deepEqual(server.arrived.map(({ to }) => to).toSorted(), ['ada@example.com', 'bob@example.com']);
    const { mail } = server.arrived.find(({ to }) => to === 'ada@example.com') as Arrived;
    assert.equal(mail.subject, `Ihre Tickets: ${made.orderCode}`);
    assert.equal(mail.headers.get('content-language'), 'de');
    const text = mail.text ?? '';
    for (const said of [
      'Sonntag, 14. März 2027',
      'Dienstag, 2. März 2027',
      `Quittung für Bestellung: ${made.orderCode}`,
      'Museum of the Sea, Quay 1, 10115 Berlin',
    ])
      assert.ok(text.includes(said), said);
    assert.match(text, /^Gesamtbetrag: 50,00\s€$/m);
    assert.match(text, /^7\s% USt\. enthalten: 3,27\s€ \(netto 46,73\s€\)$/m);
    const tickets = made.items.flatMap((item: { tickets: object[] }) => item.tickets);
    const calendar = mail.attachments.find(({ filename }) => filename === 'ticket.ics')?.content.toString();
    const unfolded = calendar?.replaceAll('\r\n ', '') ?? '';
    const [one, , other] = tickets;
    const ids = [one, other].map(({ ticketId }: { ticketId: string }) => `UID:${ticketId}@museum.example`);
    assert.deepEqual(unfolded.match(/^UID:.*(?=\r$)/gm)?.toSorted(), ids.toSorted());
    for (const { ticketId, confirmationCode } of tickets) {
      assert.ok(text.includes(confirmationCode));
      assert.ok(unfolded.includes(confirmationCode));
      const picture = (await museum.api('GET', `/tickets/${ticketId}/qr`)).bytes;
      const inline = mail.attachments.filter(
        ({ contentDisposition, cid }) => contentDisposition === 'inline' && cid?.startsWith(ticketId),
      );
      assert.deepEqual(
        inline.map(({ content }) => content),
        [picture],
      );
    }
    const pdfs = mail.attachments.filter(({ contentType }) => contentType === 'application/pdf');
    assert.deepEqual(
      pdfs.map(({ filename }) => filename),
      [`${made.orderCode}.pdf`],
    );
    assert.equal(pdfs[0]?.content.toString('latin1').split('/Type /Page ').length, tickets.length + 1);
  });

  it('tells in one mail that an order is void, but for those of its tickets that were void before', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const made = await order(museum, { items: twoDays(eventId), email: 'ada@example.com' });
    await server.has(1);
    await settled(museum);
    const [first, ...others] = made.items.flatMap(
      ({ tickets }: { tickets: { ticketId: string }[] }) => tickets,
    );
    await museum.api('POST', `/tickets/${first.ticketId}/void`, { body: { reason: 'Ill' } });
    await server.has(2);
    await settled(museum);
    await museum.api('POST', `/orders/${made.orderId}/void`, { body: { reason: 'All are ill' } });
    await server.has(3);
    await settled(museum);
    const [, one, all] = server.arrived.map(({ mail }) => mail) as [unknown, ParsedMail, ParsedMail];
    assert.match(one.subject ?? '', /^Your ticket has been cancelled/);
    assert.equal(all.subject, `Your order has been cancelled: ${made.orderCode}`);
    for (const { confirmationCode } of others) assert.ok(all.text?.includes(confirmationCode));
    assert.ok(!all.text?.includes(first.confirmationCode));
    assert.equal(server.arrived.length, 3);
  });

  const SHOP = {
    MUSEUM_SHOP: 'on',
    MUSEUM_PUBLIC_URL: 'https://museum.example',
    MUSEUM_PAYMENTS: 'desk',
  };

  it('tells a visitor of the shop where to pay what was reserved, where to see it, and that it was cancelled', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    const { orderId, orderCode } = await reserved(checkout, { language: 'de' });
    await server.has(1);
    await settled(museum);
    await checkout.cancel(orderId);
    await server.has(2);
    await settled(museum);
    const [told, cancelled] = server.arrived.map(({ mail }) => mail) as [ParsedMail, ParsedMail];
    assert.equal(told.subject, `Ihre Reservierung: ${orderCode}`);
    assert.match(told.text ?? '', /bis Dienstag, 2\. März 2027.* 18:00 reserviert/);
    assert.match(told.text ?? '', /^https:\/\/museum\.example\/order\/[\w-]{22}$/m);
    assert.equal(cancelled.subject, `Ihre Bestellung wurde storniert: ${orderCode}`);
    assert.match(cancelled.text ?? '', /Sie haben die Bestellung storniert/);
    const [{ id }] = (await museum.store.all<{ id: Uuid }>(
      "SELECT delivery_id AS id FROM deliveries WHERE kind = 'reserved'",
    )) as [{ id: Uuid }];
    await retryMail(museum.store, OPERATOR, id, museum.clock.now());
    await settled(museum);
    assert.deepEqual(await states(museum), ['reserved dropped', 'released delivered'], 'it is over');
  });

  it('tells once that an order was reserved after it was placed, and nobody that an order was left', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['stripe', 'desk'] });
    const { orderId } = await checkout.place(visitorOrder());
    await checkout.reserve(orderId);
    await checkout.reserve(orderId); // a double click
    await checkout.place(visitorOrder());
    const paying = await checkout.place(visitorOrder());
    await museum.store.transaction((tx) =>
      tx.run("UPDATE orders SET held_for = 'provider' WHERE order_id = ?", [paying.orderId]),
    );
    await server.has(1);
    museum.clock.advance(3 * HOUR);
    await server.has(2);
    await settled(museum);
    assert.deepEqual(await states(museum), ['reserved delivered', 'released delivered']);
    const [, { mail }] = server.arrived as [Arrived, Arrived];
    assert.ok(mail.subject?.endsWith(paying.orderCode));
    assert.match(mail.text ?? '', /not paid in time.*If your payment still arrives/s);
  });

  it('with tickets goes before those about orders that are not paid, and the first for somebody before a second', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    server.decide(() => '451 Later');
    const buys = (email: string) => buyTicket(museum, generalPurchase({ email }));
    await reserved(checkout);
    for (const email of ['ada@example.com', 'Ada@example.com', 'bob@example.com']) await buys(email);
    await settled(museum);
    const planned = await museum.store.all('SELECT kind, turn FROM deliveries');
    const shown = planned.map(({ kind, turn }) => `${kind} ${turn}`);
    assert.deepEqual(shown.sort(), ['reserved 100', 'ticket 0', 'ticket 0', 'ticket 1']);
  });

  it('tells once what is to be told of an order while that waits, however often it happens', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    server.decide(() => '451 Later');
    const { orderId } = await reserved(checkout);
    await settled(museum);
    for (const timeClose of ['17:00', '16:00', '15:00']) {
      await museum.api('PUT', `/museum-hours/${VISIT_DAY}`, { body: { timeOpen: '09:00', timeClose } });
      await checkout.reserve(orderId);
      await settled(museum);
    }
    assert.deepEqual(await states(museum), ['reserved waiting']);
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await server.has(1);
    assert.match(server.arrived[0]?.mail.text ?? '', /15:00/);
    await settled(museum);
    assert.deepEqual(await states(museum), ['reserved delivered']);
  });

  it('goes to an address that has never bought five times an hour at most about orders that are not paid', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    /** Somebody orders in the name of Ada, and cancels: two mails. */
    const bother = async () => {
      const { orderId } = await reserved(checkout, { email: 'ada@example.com' });
      await settled(museum);
      await checkout.cancel(orderId);
      await settled(museum);
    };
    for (let count = 0; count < 4; count += 1) await bother();
    assert.equal(server.arrived.length, 5);
    const refused = await museum.store.all('SELECT DISTINCT state, answer FROM deliveries WHERE state <> ?', [
      'delivered',
    ]);
    assert.deepEqual({ ...refused[0] }, { state: 'dropped', answer: NOT_SENT.tooMany });
    const stranger = await reserved(checkout, { email: 'bob@example.com' });
    await server.has(6);
    await settled(museum);
    assert.ok(server.arrived.at(-1)?.mail.subject?.endsWith(stranger.orderCode), 'others get theirs');
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    await buyTicket(museum, generalPurchase({ email: 'ADA@example.com' }));
    await server.has(7);
    await settled(museum);
    assert.match(server.arrived.at(-1)?.mail.subject ?? '', /Your ticket/, 'what she buys is mailed');
    await bother();
    assert.equal(server.arrived.length, 9, 'and now she is no stranger');
  });

  it('about free orders counts too for an address that has never bought, and the page does not say that tickets were mailed', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'], sendsMail: true });
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 0 }] });
    const order = () => checkout.place(visitorOrder({ isFree: true, email: 'ada@example.com' }));
    for (let count = 0; count < 4; count += 1) {
      const { orderId } = await order();
      await settled(museum);
      await checkout.cancel(orderId);
      await settled(museum);
    }
    assert.equal(server.arrived.length, 5);
    const last = await order();
    await settled(museum);
    const given = await museum.store.get(
      'SELECT state, answer FROM deliveries WHERE kind = ? AND subject = ?',
      ['ticket', last.orderCode],
    );
    assert.deepEqual({ ...given }, { state: 'dropped', answer: NOT_SENT.tooMany });
    const secret = (await OrderSecrets.open(museum.store, museum.clock)).secretOf(last.orderId);
    const { text } = await museum.ask('GET', `/order/${secret}`);
    assert.ok(text.includes('.png') && !text.includes('also sent'));
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    await buyTicket(museum, generalPurchase({ email: 'ada@example.com' }));
    await server.has(6);
  });

  it('goes again to an address that was written to too often, once an hour has passed', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const checkout = await openCheckout(museum, { ways: ['desk'] });
    const order = async () => {
      const { orderId } = await reserved(checkout, { email: 'ada@example.com' });
      await settled(museum);
      await checkout.cancel(orderId);
      await settled(museum);
    };
    for (let count = 0; count < 3; count += 1) await order();
    assert.equal(server.arrived.length, 5);
    museum.clock.advance(HOUR);
    await order();
    assert.equal(server.arrived.length, 7);
  });

  it('tells whose payment came too late, or who cancels, how much goes back, and when it is back', async (t) => {
    const { museum, server } = await open(t);
    await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
    const { checkout, stripe, start, run } = await openPaying(museum, { ways: ['stripe'], cancelHours: 12 });
    const ordered = async () => {
      const order = await checkout.place(visitorOrder());
      return { ...order, session: await start(order) };
    };
    const [late, cancelled] = [await ordered(), await ordered()];
    stripe.pay(cancelled.session);
    await checkout.settle(cancelled.orderId);
    await checkout.cancel(cancelled.orderId);
    await checkout.cancel(late.orderId);
    stripe.pay(late.session);
    await checkout.settle(late.orderId);
    await settled(museum);
    await run('pay-back');
    await settled(museum);
    const told = ({ orderCode }: Order) =>
      server.arrived
        .map(({ mail }) => mail)
        .filter(({ subject }) => subject?.includes(orderCode))
        .map(({ subject, text }) => [subject, /^.*(?:€12|after you).*\.$/m.exec(text ?? '')?.[0]])
        .sort(); // those of one moment arrive in any order
    const back =
      '€12.00 has been paid back the way you paid. It may take a few days until you see it in your account.';
    assert.deepEqual(told(late), [
      [`Paid back: €12.00, ${late.orderCode}`, back],
      [
        `You will get €12.00 back: ${late.orderCode}`,
        'Your payment arrived after you had cancelled your order.',
      ],
      [`Your order has been cancelled: ${late.orderCode}`, undefined],
    ]);
    assert.deepEqual(told(cancelled), [
      [`Paid back: €12.00, ${cancelled.orderCode}`, back],
      [
        `Your order has been cancelled: ${cancelled.orderCode}`,
        '€12.00 will be paid back the way you paid. This may take a few days.',
      ],
    ]);
  });

  it('tells of changes to tickets of an order in its language, for one event and day at a time', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    await order(museum, { items: twoDays(eventId), email: 'ada@example.com', language: 'fr' });
    await server.has(1);
    await museum.api('DELETE', `/special-events/${eventId}`);
    await server.has(2);
    await settled(museum);
    const [, { mail }] = server.arrived as [Arrived, Arrived];
    assert.match(mail.subject ?? '', /^Annulé\s: Sorolla/);
    assert.match(mail.text ?? '', /Vos billets ne sont plus valables/);
    assert.equal(server.arrived.length, 2);
  });

  it('tells each buyer once that a date was postponed, with the tickets for the new one', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum, { dates: ['2027-03-14'] });
    const buy = (email: string) => buyTicket(museum, eventPurchase(eventId, { email }));
    const [one, two] = [await buy('ada@example.com'), await buy('Ada@example.com')];
    await buy('grace@example.com');
    await server.has(3);
    const body = { from: '2027-03-14', to: '2027-03-22', reason: 'The guide is ill.' };
    assert.equal((await museum.api('POST', `/special-events/${eventId}/postpone`, { body })).status, 200);
    await server.has(5);
    await settled(museum);
    assert.equal(server.arrived.length, 5);
    const mail = server.arrived.slice(3).find(({ to }) => to.startsWith('ada'))?.mail;
    assert.equal(mail?.subject, 'Postponed to Monday 22 March 2027: Sorolla and the sea');
    for (const said of ['instead of Sunday 14 March 2027', 'Reason: The guide is ill.'])
      assert.ok(mail?.text?.includes(said), said);
    for (const { confirmationCode } of [one, two]) assert.ok(mail?.text?.includes(confirmationCode));
  });

  it('brings a held order once it is sold', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const items = twoDays(eventId);
    const held = await order(museum, { items, email: 'ada@example.com', language: 'nl', hold: 600 });
    await settled(museum);
    assert.equal(server.arrived.length, 0);
    await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: {}, as: 'cashier' });
    await server.has(1);
    await settled(museum);
    assert.deepEqual(
      server.arrived.map(({ mail }) => mail.subject),
      [`Uw tickets: ${held.orderCode}`],
    );
  });

  it('brings who buys articles alone the receipt, and tells of what is given back: once, and not beside a mail about tickets', async (t) => {
    const { museum, server } = await open(t, { MUSEUM_VAT: '19' });
    assert.equal((await museum.api('PUT', '/articles', { body: [GUIDE, ROOF] })).status, 200);
    const articles = [
      { article: 'guide', quantity: 2 },
      { article: 'roof', price: 5, quantity: 1 },
    ];
    const email = 'ada@example.com';
    const { orderId, orderCode } = await order(museum, { items: articles, email, paidBy: 'cash' });
    await server.has(1);
    const [{ mail: brought }] = server.arrived as [Arrived];
    assert.equal(brought.subject, `Your order: ${orderCode}`);
    assert.deepEqual(
      brought.attachments.map(({ filename }) => filename),
      [`${orderCode}.pdf`],
    );
    for (const said of [
      '2 × Audio guide',
      'Donation: The roof',
      '€13.00',
      '19%',
      'Thank you for your donation',
    ])
      assert.ok(brought.text?.includes(said), said);
    const refund = { method: 'cash', amount: 4 };
    const some = { reason: 'One is enough', articles: [{ article: 'guide', quantity: 1 }], refund };
    assert.equal((await museum.api('POST', `/orders/${orderId}/void`, { body: some })).status, 200);
    await server.has(2);
    const { mail: told } = server.arrived[1] as Arrived;
    assert.equal(told.subject, `Given back from your order: ${orderCode}`);
    for (const said of ['Given back: 1 × Audio guide', '€9.00', 'Paid back €4.00'])
      assert.ok(told.text?.includes(said), said);
    const ticket = { ticketType: 'general', ticketDate: '2027-03-02', quantity: 1 };
    const both = await order(museum, { items: [ticket, articles[0]], email: 'bob@example.com' });
    await museum.api('POST', `/orders/${both.orderId}/void`, { body: { reason: 'Ill' } });
    await server.has(3);
    await settled(museum);
    const toBob = server.arrived.filter(({ to }) => to === 'bob@example.com').map(({ mail }) => mail.subject);
    assert.equal(toBob.at(-1), `Your order has been cancelled: ${both.orderCode}`);
    assert.ok(toBob.every((subject) => !subject?.startsWith('Given back')));
  });

  it('keeps its sentences in order around names that are written from right to left', async (t) => {
    const { museum, server } = await open(t, { MUSEUM_NAME: 'متحف (Sea)' });
    const name = 'מוזיאון: ליל הכוכבים (20:00)';
    const { eventId } = await createEvent(museum, { name, location: 'قاعة 4' });
    await buyTicket(museum, eventPurchase(eventId));
    await server.has(1);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Hall \u2067B' } });
    await server.has(2);
    const [{ mail: ticket }, { mail: moved }] = server.arrived as [Arrived, Arrived];
    assert.equal(ticket.subject, `Your ticket: \u2068${name}\u2069, Sunday 14 March 2027`);
    assert.match(ticket.text ?? '', /^Place: \u2068قاعة 4\u2069$/m);
    assert.match(ticket.text ?? '', /a ticket for \u2068متحف \(Sea\)\u2069 was bought/);
    const sentence = `\u2068${name}\u2069 on Sunday 14 March 2027 now takes place here: \u2068Hall \u2067B\u2069\u2069. Previously: \u2068قاعة 4\u2069.`;
    assert.ok(moved.text?.includes(sentence), moved.text);
    const html = moved.html || '';
    assert.ok(html.includes(sentence), html);
    // The direction of a sentence is that of its language, and not that of the name at its beginning.
    assert.match(html, /<table role="presentation" dir="ltr" lang="en"/);
    assert.doesNotMatch(html.slice(0, html.indexOf(sentence)).split('<p').at(-1) ?? '', /dir="auto"/);
  });

  it('has every name on one line, whatever is in it', async (t) => {
    const { museum, server } = await open(t);
    const name = 'Sorolla\r\nPrice: Free\u2028\u202eand the sea';
    const { eventId } = await createEvent(museum, { name, location: 'Hall\n\nBcc: eve@example.com' });
    await buyTicket(museum, eventPurchase(eventId));
    await server.has(1);
    const [{ mail }] = server.arrived as [Arrived];
    assert.equal(mail.subject, 'Your ticket: Sorolla Price: Free and the sea, Sunday 14 March 2027');
    assert.match(mail.text ?? '', /: Sorolla Price: Free and the sea$/m);
    assert.match(mail.text ?? '', /^Place: Hall Bcc: eve@example\.com$/m);
  });

  it('brings each gift voucher to whom it is for, once it is sold, and its buyer the receipt; nothing else has the code', async (t) => {
    const { museum, server } = await open(t);
    const toBob = { gift: { amount: 50, message: 'Bonne fête', to: 'bob@example.com', language: 'fr' } };
    const email = 'ada@example.com';
    const held = await order(museum, { items: [toBob], email, hold: 600 });
    await settled(museum);
    assert.equal(server.arrived.length, 0);
    await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: { paidBy: 'card' } });
    await server.has(2);
    const own = await order(museum, { items: [{ gift: { amount: 20 } }], email, paidBy: 'card' });
    await server.has(3);
    const [{ code }] = (await museum.api('GET', `/orders/${held.orderId}/gifts`)).json;
    const mailTo = (address: string, subject: string) => {
      const found = server.arrived.find(({ to, mail }) => to === address && mail.subject === subject);
      return found?.mail ?? assert.fail(server.arrived.map(({ mail }) => mail.subject).join());
    };
    const brought = mailTo('bob@example.com', 'Votre bon cadeau\u00a0: Museum of the Sea');
    assert.ok(brought.text?.includes(code) && brought.text.includes('Bonne fête'), brought.text);
    assert.doesNotMatch(`${brought.text} ${brought.html}`, new RegExp(`${held.orderCode}|/order/`));
    const receipt = mailTo(email, `Your order: ${held.orderCode}`);
    assert.match(receipt.text ?? '', /Article: Gift voucher\nTotal: €50\.00/);
    const kept = mailTo(email, 'Your gift voucher: Museum of the Sea');
    assert.match(kept.text ?? '', new RegExp(`Receipt for order: ${own.orderCode}`));
    for (const { attachments } of [brought, kept])
      assert.deepEqual(
        attachments.map(({ filename }) => filename),
        ['gift-voucher.pdf'],
      );
    const planned = await museum.store.all<{ content: string; kind: string; id: string }>(
      'SELECT content, kind, delivery_id AS id FROM deliveries',
    );
    assert.ok(!JSON.stringify(planned).includes(code) && !JSON.stringify(planned).includes('bob'));
    const { id } = planned.find(({ kind }) => kind === 'gift') ?? {};
    const clerk = await signInStaff(museum, 'admin');
    const preview = (await clerk.get(`/desk/mail/${id}`)).text();
    assert.ok(preview.includes('····-····') && !preview.includes(code), preview);
  });

  it('is left to sellers that mail themselves', async (t) => {
    const { museum, server } = await open(t);
    await museum.store.transaction((tx) =>
      tx.run("UPDATE accounts SET mails = 'self' WHERE username = 'partner'"),
    );
    await buyTicket(museum, generalPurchase({ email: 'theirs@example.com' }), 'partner');
    const items = [{ ticketType: 'general', ticketDate: '2027-03-02', quantity: 2 }];
    await museum.api('PUT', '/articles', { body: [GUIDE] });
    for (const wanted of [items, [{ article: 'guide', quantity: 1 }], [{ gift: { amount: 20 } }]]) {
      const held = await order(museum, { items: wanted, email: 'theirs@example.com', hold: 600 }, 'partner');
      await museum.api('POST', `/orders/${held.orderId}/confirm`, {
        body: { paidBy: 'cash' },
        as: 'cashier',
      });
    }
    await buyTicket(museum, generalPurchase({ email: 'ours@example.com' }), 'cashier' satisfies Asker);
    await server.has(1);
    await settled(museum);
    assert.deepEqual(
      server.arrived.map(({ to }) => to),
      ['ours@example.com'],
    );
  });

  it('tells everyone once that an event has another place, and nothing that has changed back', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId, { email: 'bob@example.com', ticketDate: '2027-03-15' }));
    await server.has(3);
    await settled(museum);
    const move = (location: string) =>
      museum.api('PATCH', `/special-events/${eventId}`, { body: { location } });
    await move('Great hall');
    await server.has(5);
    await settled(museum);
    const news = server.arrived.slice(3).toSorted((one, other) => (one.to < other.to ? -1 : 1));
    assert.deepEqual(
      news.map(({ to }) => to),
      ['ada@example.com', 'bob@example.com'],
    );
    const [{ mail }] = news as [Arrived];
    assert.match(mail.subject ?? '', /^New location: Sorolla/);
    assert.match(mail.text ?? '', /now takes place here: Great hall\. Previously: East wing, room 4\./);
    assert.equal(
      mail.attachments.filter(({ contentDisposition }) => contentDisposition === 'inline').length >= 2,
      true,
    );

    server.decide(() => '451 Later');
    await move('Small hall');
    await until(async () => (await states(museum)).filter((each) => each === 'moved waiting').length === 2);
    await settled(museum);
    await move('Great hall');
    await settled(museum);
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await until(async () => (await states(museum)).every((each) => !each.endsWith('waiting')));
    assert.equal(server.arrived.length, 5);
    assert.ok((await states(museum)).includes('moved dropped'));
  });

  it('tells what a change was changed back to, when news of it was on the way just then', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, generalPurchase({ email: 'bob@example.com', ticketDate: '2027-03-05' }));
    await server.has(2);
    await settled(museum);
    const setOpen = (closed: boolean) =>
      museum.api('PUT', '/museum-hours/2027-03-05', {
        body: closed ? { closed } : { timeOpen: '09:00', timeClose: '18:00' },
      });
    const move = (location: string) =>
      museum.api('PATCH', `/special-events/${eventId}`, { body: { location } });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.decide(() => promise);
    await move('Great hall');
    await setOpen(true);
    await until(async () => server.offered() === 4);
    await move('East wing, room 4');
    await setOpen(false);
    await until(async () => (await states(museum)).filter((each) => each.endsWith(' waiting')).length === 4);
    resolve(undefined);
    await server.has(6);
    await settled(museum);
    const told = server.arrived.slice(2).map(({ to, mail }) => `${to} ${mail.subject?.split(/ on |:/)[0]}`);
    assert.deepEqual(told.slice(0, 2).toSorted(), [
      'ada@example.com New location',
      'bob@example.com Museum closed',
    ]);
    assert.deepEqual(told.slice(2).toSorted(), [
      'ada@example.com New location',
      'bob@example.com Valid again',
    ]);
    const back = server.arrived.slice(4).find(({ to }) => to === 'ada@example.com');
    assert.match(back?.mail.text ?? '', /now takes place here: East wing, room 4\. Previously: Great hall\./);
  });

  it('tells whoever has a ticket that its day is lost, and that it is back', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, eventPurchase(eventId, { email: 'bob@example.com', ticketDate: '2027-03-15' }));
    await server.has(2);
    await settled(museum);
    const setDates = (dates: string[]) =>
      museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } });
    await setDates(['2027-03-15']);
    await server.has(3);
    const lost = server.arrived[2] as Arrived;
    assert.equal(lost.to, 'ada@example.com');
    assert.match(lost.mail.subject ?? '', /^No longer on Sunday 14 March 2027: Sorolla/);
    assert.match(
      lost.mail.attachments.find(({ filename }) => filename === 'ticket.ics')?.content.toString() ?? '',
      /STATUS:CANCELLED/,
    );
    await settled(museum);
    await setDates(['2027-03-14', '2027-03-15']);
    await server.has(4);
    const back = server.arrived[3] as Arrived;
    assert.deepEqual([back.to, back.mail.subject?.slice(0, 11)], ['ada@example.com', 'Valid again']);
    await settled(museum);
    assert.equal(server.arrived.length, 4);
  });

  it('tells of a cancelled event and of a closed day, once each, and not what is over', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    await buyTicket(museum, eventPurchase(eventId));
    await buyTicket(museum, generalPurchase({ email: 'bob@example.com' }));
    await buyTicket(museum, generalPurchase({ email: 'eve@example.com', ticketDate: '2027-03-01' }));
    await server.has(3);
    await settled(museum);
    museum.clock.advance(DAY);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [] } });
    await server.has(4);
    await settled(museum);
    await museum.api('DELETE', `/special-events/${eventId}`);
    await museum.api('PUT', '/museum-hours/2027-03-02', { body: { closed: true, reason: 'Storm' } });
    await museum.api('PUT', '/museum-hours/2027-03-01', { body: { closed: true } });
    await server.has(5);
    await settled(museum);
    assert.deepEqual(
      server.arrived.slice(3).map(({ to, mail }) => `${to} ${mail.subject?.split(/[:,]/)[0]}`),
      [
        'ada@example.com No longer on Sunday 14 March 2027',
        'bob@example.com Museum closed on Tuesday 2 March 2027',
      ],
    );
    const week = (await museum.api('GET', '/weekly-hours')).json;
    await museum.api('PUT', '/weekly-hours', { body: { ...week, thursday: null } });
    await buyTicket(museum, generalPurchase({ email: 'joe@example.com', ticketDate: '2027-03-05' }));
    await server.has(6);
    await museum.api('PUT', '/weekly-hours', { body: { ...week, friday: null } });
    await server.has(7);
    await settled(museum);
    assert.equal(server.arrived[6]?.to, 'joe@example.com');
    assert.equal(server.arrived.length, 7);
  });

  it('tells once that a day is closed while that waits, with the last reason, and how money goes back', async (t) => {
    const { museum, server } = await open(t, SHOP);
    const paying = await openPaying(museum);
    const order = await paying.checkout.place(visitorOrder());
    paying.stripe.pay(await paying.start(order));
    await paying.checkout.settle(order.orderId);
    await server.has(1);
    await settled(museum);
    server.decide(() => '451 Later');
    const at = `/museum-hours/${VISIT_DAY}`;
    const close = (reason: string) => museum.api('PUT', at, { body: { closed: true, reason } });
    for (const change of [() => close('Storm'), () => museum.api('DELETE', at), () => close('Flood')]) {
      assert.ok((await change()).status < 300);
      await settled(museum);
    }
    assert.deepEqual(
      (await states(museum)).filter((each) => each.startsWith('closed')),
      ['closed waiting'],
    );
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await until(async () => (await states(museum)).every((each) => !each.endsWith('waiting')));
    assert.equal(server.arrived.length, 2);
    const text = server.arrived[1]?.mail.text ?? '';
    for (const said of ['Reason: Flood', '14 days after', '/order/']) assert.ok(text.includes(said), said);
  });

  it('tells of all days of an order that are closed in one mail', async (t) => {
    const { museum, server } = await open(t);
    const [from, to] = ['2027-03-05', '2027-03-06'];
    const items = [from, to].map((ticketDate) => ({ ticketType: 'general', ticketDate, quantity: 2 }));
    await order(museum, { items, email: 'ada@example.com' });
    await server.has(1);
    await settled(museum);
    const closed = await museum.api('POST', '/museum-hours/close', { body: { from, to, reason: 'Flood' } });
    assert.equal(closed.status, 200, closed.text);
    await server.has(2);
    await settled(museum);
    assert.equal(server.arrived.length, 2);
    const { subject, text } = (server.arrived[1] as Arrived).mail;
    assert.equal(subject, 'Museum closed on Friday 5 March 2027 and Saturday 6 March 2027');
    assert.match(text ?? '', /so your visits on these days do not take place/);
  });

  it('tells of each ticket that its event was cancelled, however the address was typed, and whatever became of another', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const sold: Awaited<ReturnType<typeof buyTicket>>[] = [];
    for (const email of ['Ada@example.com', 'ada@example.com', 'ada@Example.com'])
      sold.push(await buyTicket(museum, eventPurchase(eventId, { email })));
    const [{ ticketId }] = sold as [{ ticketId: string }];
    await server.has(3);
    await settled(museum);
    server.decide(() => '451 Later');
    await museum.api('DELETE', `/special-events/${eventId}`);
    await until(async () => (await states(museum)).includes('cancelled waiting'));
    await settled(museum);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Paid back' } });
    await until(async () => (await states(museum)).includes('void waiting'));
    await settled(museum);
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await until(async () => (await states(museum)).every((each) => !each.endsWith('waiting')));
    const told = server.arrived.slice(3).map(({ mail }) => mail);
    assert.deepEqual(told.map(({ subject }) => subject?.split(' ')[0]).toSorted(), ['Cancelled:', 'Your']);
    const codesIn = (start: string) =>
      sold.filter(({ confirmationCode }) =>
        told.some(({ subject, text }) => subject?.startsWith(start) && text?.includes(confirmationCode)),
      );
    assert.deepEqual(codesIn('Your'), sold.slice(0, 1));
    assert.deepEqual(codesIn('Cancelled'), sold.slice(1));
  });

  it('says nothing more about tickets that were exchanged, whatever becomes of their event', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const other = await createEvent(museum, { name: 'Night of the stars' });
    const first = await buyTicket(museum, eventPurchase(eventId));
    const second = await buyTicket(museum, eventPurchase(eventId, { email: 'bob@example.com' }));
    await server.has(2);
    await settled(museum);
    const exchange = ({ ticketId }: { ticketId: string }, body: object) =>
      museum.api('POST', `/tickets/${ticketId}/exchange`, { body: { reason: 'They asked', ...body } });
    await exchange(first, { ticketType: 'event', eventId: other.eventId, ticketDate: '2027-03-14' });
    await exchange(second, { ticketType: 'general', ticketDate: '2027-03-02' });
    await server.has(4);
    await settled(museum);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Great hall' } });
    await museum.api('DELETE', `/special-events/${eventId}`);
    await settled(museum);
    assert.deepEqual((await states(museum)).toSorted(), Array(4).fill('ticket delivered'));
    assert.deepEqual(
      server.arrived.slice(2).map(({ mail }) => mail.subject?.split(':')[0]),
      ['Your new ticket', 'Your new ticket'],
    );
  });

  it('takes what was exchanged off the calendar, also when nobody was told of a ticket between', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const first = await buyTicket(museum, eventPurchase(eventId));
    await server.has(1);
    await settled(museum);
    museum.clock.advance(MINUTE);
    server.decide(() => '450 Later');
    const exchange = async ({ ticketId }: { ticketId: string }, body: object) => {
      const answer = await museum.api('POST', `/tickets/${ticketId}/exchange`, {
        body: { reason: 'They asked', ...body },
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.json;
    };
    const between = await exchange(first, { ticketType: 'general', ticketDate: '2027-03-02' });
    await until(async () => server.offered() === 2);
    await settled(museum);
    server.decide(() => undefined);
    const last = await exchange(between, { ticketType: 'event', eventId, ticketDate: '2027-03-15' });
    await server.has(2);
    await settled(museum);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Great hall' } });
    await server.has(3);
    const entriesOf = ({ mail }: Arrived) => {
      const ics =
        mail.attachments.find(({ filename }) => filename === 'ticket.ics')?.content.toString() ?? '';
      return ics
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((entry) =>
          ['UID', 'DTSTART', 'SUMMARY', 'STATUS'].map(
            (name) => new RegExp(`^${name}:(.*?)(@.*)?\r$`, 'm').exec(entry)?.[1],
          ),
        );
    };
    const [, exchanged, moved] = server.arrived as [Arrived, Arrived, Arrived];
    const show = 'Sorolla and the sea';
    assert.deepEqual(entriesOf(exchanged), [
      [last.ticketId, '20270315T080000Z', show, 'CONFIRMED'],
      [between.ticketId, '20270302T080000Z', 'General entry', 'CANCELLED'],
      [first.ticketId, '20270314T080000Z', show, 'CANCELLED'],
    ]);
    assert.deepEqual(entriesOf(moved), [[last.ticketId, '20270315T080000Z', show, 'CONFIRMED']]);
    await settled(museum);
    const exchangedId = (exchanged.mail.messageId ?? '').slice(1, 37) as Uuid;
    await retryMail(museum.store, OPERATOR, exchangedId, museum.clock.now());
    await server.has(4);
    assert.deepEqual(entriesOf(server.arrived[3] as Arrived), entriesOf(exchanged), 'sent again');
  });

  it('tells of an exchange once, with all new tickets, where they were moved from, and off the calendar what they were', async (t) => {
    const { museum, server } = await open(t);
    const { eventId } = await createEvent(museum);
    const buyer = { email: 'ada@example.com', paidBy: 'cash' };
    const items = [
      { ticketType: 'general', ticketDate: '2027-03-14', quantity: 12 },
      { ticketType: 'event', eventId, ticketDate: '2027-03-14', quantity: 1 },
    ];
    const sold = (await museum.api('POST', '/orders', { body: { items, ...buyer } })).json;
    await server.has(1);
    const [general, [ofEvent]] = sold.items.map(
      ({ tickets }: { tickets: { confirmationCode: string }[] }) => tickets,
    );
    const exchange = async (body: object) => {
      const answer = await museum.api('POST', `/orders/${sold.orderId}/exchange`, { body });
      assert.equal(answer.status, 200, answer.text);
      await settled(museum);
      return server.arrived.at(-1) as Arrived;
    };
    const moved = await exchange({ ticketDate: '2027-03-15' });
    assert.equal(server.arrived.length, 2);
    assert.equal(moved.mail.subject, `Your new tickets: ${sold.orderCode}`);
    const text = moved.mail.text ?? '';
    assert.ok(text.includes('Your 13 new tickets'), text);
    assert.ok(text.includes('Moved from Sunday 14 March 2027.'), text);
    for (const { confirmationCode } of [...general, ofEvent])
      assert.ok(text.includes(confirmationCode), text);
    const ofType = (type: string) =>
      moved.mail.attachments.filter(
        ({ contentType, contentDisposition }) => contentType === type && contentDisposition !== 'inline',
      );
    assert.deepEqual([ofType('image/png').length, ofType('application/pdf').length], [13, 1]);
    const ics = moved.mail.attachments.find(({ filename }) => filename === 'ticket.ics')?.content.toString();
    assert.equal(ics?.match(/STATUS:CANCELLED/g)?.length, 2, 'one for each visit');
    assert.equal(ics?.match(/STATUS:CONFIRMED/g)?.length, 2);
    const { items: now } = (await museum.api('GET', `/orders/${sold.orderId}`)).json;
    const ticketIds = now.at(-1).tickets.map(({ ticketId }: { ticketId: string }) => ticketId);
    const one = await exchange({ ticketIds, ticketType: 'general' });
    assert.equal(one.mail.subject, 'Your new ticket: General entry, Monday 15 March 2027');
    assert.ok(!one.mail.text?.includes('Moved from'), one.mail.text);
    assert.deepEqual(await states(museum), Array(3).fill('ticket delivered'));
  });

  it('says nothing about a ticket that was exchanged before it could be mailed', async (t) => {
    const { museum, server } = await open(t);
    server.decide(() => '450 Later');
    const { eventId } = await createEvent(museum);
    const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
    await until(async () => server.offered() === 1);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { location: 'Great hall' } });
    await until(async () => server.offered() === 2);
    await settled(museum);
    server.decide(() => undefined);
    await museum.api('POST', `/tickets/${ticketId}/exchange`, {
      body: { ticketType: 'general', ticketDate: '2027-03-02', reason: 'They asked' },
    });
    await server.has(1);
    museum.clock.advance(2 * MINUTE);
    await until(async () => (await states(museum)).every((each) => !each.endsWith('waiting')));
    assert.deepEqual((await states(museum)).toSorted(), [
      'moved dropped',
      'ticket delivered',
      'ticket dropped',
    ]);
    assert.equal(server.arrived[0]?.mail.subject?.split(':')[0], 'Your new ticket');
  });

  it('says only that it is off, to whom an event was cancelled before the ticket could be mailed', async (t) => {
    const { museum, server } = await open(t);
    server.decide(() => '450 Later');
    const { eventId } = await createEvent(museum);
    await buyTicket(museum, eventPurchase(eventId));
    await until(async () => (await states(museum)).length === 1 && server.offered() === 1);
    await museum.api('DELETE', `/special-events/${eventId}`);
    await until(async () => (await states(museum)).length === 2 && server.offered() === 2);
    await settled(museum);
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await until(async () => (await states(museum)).every((each) => !each.endsWith('waiting')));
    assert.deepEqual(
      server.arrived.map(({ mail }) => mail.subject?.split(':')[0]),
      ['Cancelled'],
    );
  });

  it('tells of tickets for a night until the museum closes, also after midnight', async (t) => {
    const { museum, server } = await open(t);
    await museum.api('PUT', '/museum-hours/2027-03-01', { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const moved = await createEvent(museum, { name: 'Moon', dates: ['2027-03-01', '2027-03-14'] });
    const cancelled = await createEvent(museum, { name: 'Stars', dates: ['2027-03-01'] });
    const tonight = (name: string) => ({ ticketDate: '2027-03-01', email: `${name}@example.com` });
    server.decide(() => '451 Later');
    const { ticketId } = await buyTicket(museum, generalPurchase(tonight('ada')));
    await buyTicket(museum, eventPurchase(moved.eventId, tonight('bob')));
    await buyTicket(museum, eventPurchase(cancelled.eventId, tonight('eve')));
    await until(async () => server.offered() === 3);
    await settled(museum);
    server.decide(() => undefined);
    museum.clock.advance(13 * HOUR + 5 * MINUTE); // 00:05
    await settled(museum);
    assert.deepEqual(await states(museum), Array(3).fill('ticket delivered'));
    await museum.api('PATCH', `/special-events/${moved.eventId}`, { body: { location: 'Great hall' } });
    await settled(museum);
    await museum.api('DELETE', `/special-events/${cancelled.eventId}`);
    await settled(museum);
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Paid back' } });
    await settled(museum);
    assert.deepEqual(
      server.arrived.slice(3).map(({ to, mail }) => `${to} ${mail.subject?.split(':')[0]}`),
      [
        'bob@example.com New location',
        'eve@example.com Cancelled',
        'ada@example.com Your ticket has been cancelled',
      ],
    );
    museum.clock.advance(2 * HOUR); // 02:05
    await museum.api('PATCH', `/special-events/${moved.eventId}`, { body: { location: 'Small hall' } });
    await settled(museum);
    assert.equal((await states(museum)).length, 6);
  });

  it('sends nothing to whom was erased, nor for days that are over', async (t) => {
    const { museum, server } = await open(t);
    server.decide(() => '450 Later');
    await buyTicket(museum, generalPurchase({ email: 'gone@example.com' }));
    await buyTicket(museum, generalPurchase({ email: 'late@example.com', ticketDate: '2027-03-01' }));
    await until(async () => server.offered() === 2);
    await settled(museum);
    await museum.store.transaction((tx) => tx.run("DELETE FROM contacts WHERE email = 'gone@example.com'"));
    server.decide(() => undefined);
    museum.clock.advance(DAY);
    await until(async () => (await states(museum)).every((each) => each.endsWith('dropped')));
    assert.equal(server.arrived.length, 0);
  });

  it('tries again when the server says 4xx, and not when it says 5xx, and keeps nobody’s address', async (t) => {
    const { museum, server } = await open(t);
    server.decide((to) =>
      to === 'nobody@example.com' ? '550 5.1.1 <nobody@example.com>: unknown' : '451 4.3.0 Later',
    );
    await buyTicket(museum, generalPurchase({ email: 'nobody@example.com', ticketDate: '2027-03-10' }));
    await buyTicket(museum, generalPurchase({ email: 'busy@example.com', ticketDate: '2027-03-10' }));
    await until(async () => server.offered() === 2);
    await settled(museum);
    assert.deepEqual((await states(museum)).toSorted(), ['ticket failed', 'ticket waiting']);
    const kept = JSON.stringify(await museum.store.all('SELECT * FROM deliveries'));
    assert.doesNotMatch(kept, /nobody@|busy@/);
    assert.match(kept, /550 5\.1\.1 <…>: unknown/);
    server.decide(() => undefined);
    museum.clock.advance(2 * MINUTE);
    await server.has(1);
    await settled(museum);
    assert.deepEqual((await states(museum)).toSorted(), ['ticket delivered', 'ticket failed']);
  });

  it('that was put off or given up while the clock was ahead goes out once the clock is right again', async (t) => {
    const { museum, server } = await open(t);
    server.decide(() => '451 Later');
    const buy = async (ticketDate: string) => {
      const offered = server.offered();
      await buyTicket(museum, generalPurchase({ ticketDate }));
      await until(async () => server.offered() > offered);
    };
    await buy('2027-03-05');
    await buy('2027-03-20');
    await settled(museum);
    museum.clock.setAhead(10 * DAY);
    await buy('2027-03-21');
    await until(async () => server.offered() === 4);
    await settled(museum);
    assert.deepEqual(await states(museum), ['ticket dropped', 'ticket failed', 'ticket waiting']);
    server.decide(() => undefined);
    museum.clock.setAhead(-10 * DAY);
    await museum.restart(); // it looks at the start
    await server.has(3);
    await settled(museum);
    assert.deepEqual(await states(museum), ['ticket delivered', 'ticket delivered', 'ticket delivered']);
  });

  it('waits for a server that is away, without asking it all the time, and is the same mail then', async (t) => {
    const network = await TcpProxy.start(t, await freePort());
    const { museum, server } = await open(t, { MUSEUM_SMTP_URL: `smtp://127.0.0.1:${network.port}` });
    for (let number = 0; number < 20; number += 1)
      await buyTicket(museum, generalPurchase({ email: `v${number}@example.com`, ticketDate: '2027-03-10' }));
    await until(
      async () =>
        (await museum.store.all('SELECT delivery_id FROM deliveries WHERE attempts > 0')).length > 0,
    );
    await sleep(1_500);
    const tried = await museum.store.all('SELECT delivery_id FROM deliveries WHERE attempts > 0');
    assert.ok(tried.length <= 4, `${tried.length}`);
    network.target = server.port;
    museum.clock.advance(DAY);
    await server.has(20);
    await until(async () => (await states(museum)).every((each) => each === 'ticket delivered'));
    assert.equal(new Set(server.arrived.map(({ mail }) => mail.messageId)).size, 20);
  });
}, TESTS_AT_ONCE);
