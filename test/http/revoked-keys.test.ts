import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { openForResellers } from '../../fixtures/reseller.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { scan } from '../../fixtures/scan.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { until } from '../../fixtures/until.ts';
import { checkMuseum } from '../../src/check/index.ts';
import { findKeys, revokeKey } from '../../src/codes/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { type Uuid, uuidV7 } from '../../src/core/uuid.ts';
import { inspectStore } from '../../src/store/index.ts';
import { decideAlone, isWithdrawn } from '../../src/web/gate/assets/decide-alone.js';
import { hasChanges, hear, learn } from '../../src/web/gate/assets/knowledge.js';

const WITHDRAWN = 'Withdrawn code: ask for the new ticket.';
const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as never;

describeOnDatabase((openMuseum) => {
  const forToday = () => generalPurchase({ ticketDate: TODAY });
  const imageOf = (museum: Museum, ticketId: Uuid, headers = {}) =>
    museum.api('GET', `/tickets/${ticketId}/qr`, { headers });
  const codeOf = async (museum: Museum, ticketId: Uuid) => scan((await imageOf(museum, ticketId)).bytes);
  const checkIn = async (museum: Museum, body: object, language = 'en') =>
    (await museum.api('POST', '/check-ins', { body, headers: { 'accept-language': language } })).json;
  const currentKey = async ({ store }: Museum) =>
    (await findKeys(store)).find(({ isCurrent }) => isCurrent)?.keyId as string;
  const revoke = async (museum: Museum, isMailed = false) => {
    const keyId = await currentKey(museum);
    const reason = 'A backup was lost';
    return {
      keyId,
      ...(await revokeKey(museum.store, OPERATOR, keyId, { reason, isMailed }, museum.clock.now())),
    };
  };
  const known = async (museum: Museum, path: string) =>
    (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;

  it('gives a ticket a new code, picture and entity tag, and admits nobody with the old one', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, forToday());
    const [before, oldCode] = [await imageOf(museum, ticketId), await codeOf(museum, ticketId)];
    const { keyId, replacedBy } = await revoke(museum);
    const after = await imageOf(museum, ticketId, { 'if-none-match': before.headers.etag });
    assert.equal(after.status, 200, 'a copy of the old picture is not current any more');
    assert.notEqual(after.headers.etag, before.headers.etag);
    const newCode = await scan(after.bytes);
    assert.deepEqual([oldCode.slice(1, 3), newCode.slice(1, 3)], [keyId, replacedBy]);
    const refused = await checkIn(museum, { code: oldCode });
    assert.deepEqual(
      [refused.verdict, refused.reason, refused.message, refused.ticket],
      ['refused', 'forged', WITHDRAWN, undefined],
    );
    assert.equal((await checkIn(museum, { code: newCode })).verdict, 'admitted');
    const { json: jwks } = await museum.ask('GET', '/.well-known/jwks.json');
    assert.deepEqual(
      jwks.keys.map(({ kid }: { kid: string }) => kid),
      [replacedBy],
    );
    const { json: entries } = await museum.api('GET', '/journal?kind=keys.revoked');
    assert.deepEqual(
      entries.map(({ subject, details }: { subject: string; details: { reason: string } }) => [
        subject,
        details.reason,
      ]),
      [[keyId, 'A backup was lost']],
    );
    const faults: string[] = [];
    await inspectStore(museum.database, async (snapshot) => {
      for await (const fault of checkMuseum(snapshot)) faults.push(fault);
    });
    assert.deepEqual(faults, []);
  });

  it('keeps a sale, an exchange and a key that is rotated afterwards valid', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, forToday());
    await revoke(museum);
    const second = await revoke(museum);
    const code = await codeOf(museum, ticketId);
    assert.equal(code.slice(1, 3), second.replacedBy, 'also after its replacement was revoked');
    const bought = await buyTicket(museum, forToday());
    assert.equal((await codeOf(museum, bought.ticketId)).slice(1, 3), second.replacedBy);
    assert.equal((await checkIn(museum, { code })).verdict, 'admitted');
  });

  it('is known to gates without a network from the next changes on, and is no forgery in large letters', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, forToday());
    const code = await codeOf(museum, ticketId);
    await sealEverything(museum.store);
    const knowledge = learn(await known(museum, 'snapshot'), 0);
    const ask = async (text: string) => {
      const scanned = { code: text, checkInId: uuidV7(museum.clock.now()) };
      return (await decideAlone(scanned, knowledge, settings, museum.clock.now())).decision;
    };
    assert.equal((await ask(code)).verdict, 'admitted');
    assert.equal(isWithdrawn(code, knowledge), false);
    const { keyId } = await revoke(museum);
    const news = await known(museum, `news?since=${knowledge.cursor}`);
    assert.deepEqual(news.revokedKeys, [keyId]);
    assert.ok(hasChanges(news));
    hear(knowledge, news);
    assert.deepEqual(await ask(code), { verdict: 'refused', reason: 'forged', message: WITHDRAWN });
    assert.equal(isWithdrawn(code, knowledge), true);
    assert.equal((await ask(await codeOf(museum, ticketId))).verdict, 'admitted');
    assert.deepEqual((await known(museum, 'snapshot')).revokedKeys, [keyId]);
  });

  it('records for the ticket what a gate has admitted before it heard of it', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, forToday());
    const code = await codeOf(museum, ticketId);
    await revoke(museum);
    const checkIns = [
      { checkInId: uuidV7(museum.clock.now()), code, at: '2027-03-01T09:59:00.000Z', verdict: 'admitted' },
    ];
    const { json } = await museum.api('POST', '/check-ins/batch', { body: { checkIns } });
    assert.deepEqual([json[0].verdict, json[0].ticket?.ticketId], ['admitted', ticketId]);
    const again = await checkIn(museum, { code: await codeOf(museum, ticketId) });
    assert.equal(again.reason, 'already-admitted');
  });

  it('lets the desk find the ticket of whoever brings an old code', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await buyTicket(museum, forToday());
    const code = await codeOf(museum, ticketId);
    await revoke(museum);
    const visitor = new Visitor(museum);
    await visitor.signIn('cashier');
    const csrf = await visitor.token('/desk/tickets');
    const found = await visitor.post('/desk/tickets', { csrf, code });
    assert.equal(found.headers.location, `/desk/tickets/${ticketId}`);
  });

  it('shows resellers the new code of a booking, and tells webhooks, also one of a seller', async (t) => {
    const receiver = await startReceiver(t);
    const { museum, reseller } = await openForResellers(openMuseum, t, {
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
    });
    await museum.api('POST', '/webhooks', { body: { url: receiver.url, types: ['*'], seller: 'partner' } });
    const made = await reseller.confirm(await reseller.reserve());
    const codeIn = (booking: typeof made) =>
      booking.unitItems[0].ticket.deliveryOptions.find(
        ({ deliveryFormat }: { deliveryFormat: string }) => deliveryFormat === 'QRCODE',
      ).deliveryValue as string;
    const { keyId, replacedBy } = await revoke(museum);
    const after = codeIn(await reseller.get('GET', `/bookings/${made.uuid}`));
    assert.deepEqual([codeIn(made).slice(1, 3), after.slice(1, 3)], [keyId, replacedBy]);
    const told = () => receiver.received.map(({ json }) => json);
    await until(async () => told().some(({ type }) => type === 'keys.revoked'));
    assert.deepEqual(told().find(({ type }) => type === 'keys.revoked').data, { keyId, replacedBy });
  });

  it('mails the new tickets when it is asked to: one mail for an order, none for void tickets', async (t) => {
    const server = await startMailServer(t);
    const museum = await openMuseum(t, {
      settings: { MUSEUM_SMTP_URL: server.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' },
    });
    const { eventId } = await createEvent(museum);
    const alone = await buyTicket(museum, eventPurchase(eventId));
    const voided = await buyTicket(museum, eventPurchase(eventId, { email: 'gone@example.com' }));
    await server.has(2);
    await museum.api('POST', `/tickets/${voided.ticketId}/void`, { body: { reason: 'Ill' } });
    await server.has(3);
    const items = [
      { ticketType: 'event', eventId, ticketDate: '2027-03-14', quantity: 2 },
      { ticketType: 'general', ticketDate: '2027-03-02', quantity: 1 },
    ];
    const order = await museum.api('POST', '/orders', {
      body: { items, email: 'grace@example.com', language: 'de' },
    });
    assert.equal(order.status, 201, order.text);
    await server.has(4);
    const { replacedBy } = await revoke(museum, true);
    await server.has(6);
    const mails = server.arrived.slice(4);
    const [toAda, toGrace] = ['ada@example.com', 'grace@example.com'].map((to) =>
      mails.find((each) => each.to === to),
    );
    assert.equal(toAda?.mail.subject, 'New code for your ticket: Sorolla and the sea, Sunday 14 March 2027');
    assert.match(
      toAda?.mail.text ?? '',
      new RegExp(`The old code no longer admits you[\\s\\S]+${alone.confirmationCode}`),
    );
    assert.match(toGrace?.mail.subject ?? '', /^Neue Codes für Ihre Tickets von /);
    const pictures = toGrace?.mail.attachments.filter(({ contentType }) => contentType === 'image/png') ?? [];
    const ticketPictures = pictures.filter(({ filename }) => filename?.startsWith('ticket-'));
    assert.ok(ticketPictures.length >= 3);
    for (const { content } of ticketPictures) assert.equal((await scan(content)).slice(1, 3), replacedBy);
    assert.ok(toGrace?.mail.attachments.some(({ contentType }) => contentType === 'application/pdf'));
  });
});
