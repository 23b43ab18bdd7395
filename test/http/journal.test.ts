import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../../fixtures/browsing.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import {
  addWebhook,
  buyTicket,
  createEvent,
  generalPurchase,
  TODAY,
  WITH_WEBHOOKS,
} from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import {
  addAccount,
  disableAccount,
  enableAccount,
  endSessions,
  setMailing,
  setPassword,
  setRole,
} from '../../src/accounts/index.ts';
import { rotateKeys } from '../../src/codes/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';

const DAY_MS = 86_400_000;

async function list(museum: Museum, query = '') {
  const answer = await museum.api('GET', `/journal${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** An event, a ticket of a cashier that is made void the day after, and another event. */
async function someDays(museum: Museum) {
  const { eventId } = await createEvent(museum);
  const { ticketId } = await buyTicket(museum, generalPurchase({ email: 'ada@example.com' }), 'cashier');
  museum.clock.advance(DAY_MS);
  const voided = await museum.api('POST', `/tickets/${ticketId}/void`, {
    body: { reason: 'Ill' },
    as: 'manager',
  });
  assert.equal(voided.status, 200, voided.text);
  await createEvent(museum, { name: 'Tides' });
  return { eventId, ticketId };
}

describeOnDatabase((openMuseum) => {
  test('what happened is listed at once, the newest first, with who did it and through which door', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, ticketId } = await someDays(museum);
    const all = await list(museum);
    assert.deepEqual(
      all.map(({ kind, account }: Record<string, string>) => [kind, account]),
      [
        ['event.announced', 'admin'],
        ['ticket.void', 'manager'],
        ['tickets.sold', 'cashier'],
        ['event.announced', 'admin'],
      ],
    );
    const [, voided] = all;
    assert.deepEqual(
      [voided.subject, voided.door, voided.at, Object.keys(voided.details)],
      [ticketId, 'api', '2027-03-02T10:00:00.000Z', []],
    );
    assert.match(voided.requestId, /^[\w-]{8,}$/);
    assert.doesNotMatch(JSON.stringify(all), /ada@example/);
    await sealEverything(museum.store);
    assert.deepEqual(
      (await list(museum)).map(({ number }: { number: number }) => number),
      [4, 3, 2, 1],
    );

    const kinds = async (query: string) =>
      (await list(museum, query)).map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(await kinds('?endDate=2027-03-01'), ['tickets.sold', 'event.announced']);
    assert.deepEqual(await kinds('?startDate=2027-03-02'), ['event.announced', 'ticket.void']);
    assert.deepEqual(await kinds('?startDate=2027-03-03'), []);
    assert.deepEqual(await kinds('?kind=ticket.void'), ['ticket.void']);
    for (const id of [eventId, eventId.toUpperCase()])
      assert.deepEqual(await kinds(`?subject=${id}`), ['event.announced']);
    assert.deepEqual(await kinds('?account=cashier'), ['tickets.sold']);
    assert.deepEqual(await kinds('?account=nobody'), []);
    assert.deepEqual(await kinds('?account=admin&endDate=2027-03-01'), ['event.announced']);
  });

  test('every change of the programme, the house, the accounts and the webhooks is in it', async (t) => {
    const museum = await openMuseum(t, { settings: WITH_WEBHOOKS });
    const { store, clock } = museum;
    const { eventId } = await createEvent(museum);
    const ask = async (method: string, path: string, body?: object) => {
      const { status, text } = await museum.api(method, path, body === undefined ? {} : { body });
      assert.ok(status < 300, `${method} ${path}: ${text}`);
    };
    await ask('PATCH', `/special-events/${eventId}`, { name: 'Tides' });
    await ask('PUT', `/capacity/events/${eventId}`, { capacity: 5 });
    await ask('DELETE', `/special-events/${eventId}`);
    await ask('PUT', '/weekly-hours', (await museum.api('GET', '/weekly-hours')).json);
    await ask('PUT', '/museum-hours/2027-03-20', { closed: true });
    await ask('DELETE', '/museum-hours/2027-03-20');
    await ask('PUT', '/capacity/general', { capacity: 100 });
    await ask('PUT', '/capacity/general/2027-03-20', { capacity: 10 });
    await ask('DELETE', '/capacity/general/2027-03-20');
    await sealEverything(store);
    const { webhookId, deliveryId } = await addWebhook(museum);
    await ask('PATCH', `/webhooks/${webhookId}`, { description: 'Shop' });
    await ask('POST', `/webhooks/${webhookId}/rotate`);
    await ask('POST', `/webhooks/${webhookId}/replay`, { since: `${TODAY}T00:00:00Z` });
    await ask('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/retry`);
    await ask('DELETE', `/webhooks/${webhookId}`);
    const eve = { username: 'eve', password: 'correct horse', role: 'viewer' } as const;
    await addAccount(store, OPERATOR, eve, clock.now());
    await setPassword(store, OPERATOR, 'eve', 'battery staple', clock.now());
    await setRole(store, OPERATOR, 'eve', 'partner', clock.now());
    await setMailing(store, OPERATOR, 'eve', 'self', clock.now());
    await endSessions(store, OPERATOR, 'eve', clock.now());
    await disableAccount(store, OPERATOR, 'eve', clock.now());
    await enableAccount(store, OPERATOR, 'eve', clock.now());
    await rotateKeys(store, OPERATOR, clock.now());
    const all = await list(museum, '?limit=100');
    assert.deepEqual(all.map(({ kind }: { kind: string }) => kind).reverse(), [
      'event.announced',
      'event.changed',
      'event.capacity-set',
      'event.cancelled',
      'hours.week-set',
      'hours.day-set',
      'hours.day-cleared',
      'capacity.general-set',
      'capacity.day-set',
      'capacity.day-cleared',
      'webhook.added',
      'webhook.tested',
      'webhook.changed',
      'webhook.secret-rotated',
      'webhook.replayed',
      'webhook.retried',
      'webhook.removed',
      'account.added',
      'account.password-set',
      'account.role-set',
      'account.mailing-set',
      'account.sessions-ended',
      'account.disabled',
      'account.enabled',
      'keys.rotated',
    ]);
    const { details } = all.find(({ kind }: { kind: string }) => kind === 'capacity.day-set');
    assert.deepEqual(details, { before: 100, after: 10 });
  });

  test('all that happened to a ticket is found by its id, also when others were sold and let in with it', async (t) => {
    const museum = await openMuseum(t);
    const buy = async () => `${(await buyTicket(museum, generalPurchase({ ticketDate: TODAY }))).ticketId}`;
    const [one, other] = await Promise.all([buy(), buy()]);
    museum.clock.advance(60_000);
    const scans = [one, other].map((ticketId) => museum.api('POST', '/check-ins', { body: { ticketId } }));
    const [scan] = await Promise.all(scans);
    museum.clock.advance(60_000);
    await museum.api('POST', `/check-ins/${scan?.json.checkInId}/undo`);
    const body = { ticketType: 'general', ticketDate: TODAY, reason: 'Lost' };
    const replacement = (await museum.api('POST', `/tickets/${one}/exchange`, { body })).json.ticketId;
    for (const seal of [() => undefined, () => sealEverything(museum.store)]) {
      await seal();
      const told = await list(museum, `?subject=${one}`);
      assert.deepEqual(
        told.map(({ kind }: { kind: string }) => kind),
        ['ticket.void', 'admission.undone', 'tickets.admitted', 'tickets.sold'],
      );
      const [voided, undone, admitted, sold] = told;
      assert.deepEqual(await list(museum, `?subject=${one}&kind=ticket.void`), [voided]);
      assert.deepEqual([voided.details, undone.details], [{ replacedBy: replacement }, { tickets: [one] }]);
      assert.ok(admitted.details.tickets.includes(one), JSON.stringify(admitted));
      assert.ok(sold.details.tickets.includes(one) && sold.details.tickets.includes(sold.subject));
    }
    assert.deepEqual(
      (await list(museum, `?subject=${other}`)).map(({ kind }: { kind: string }) => kind),
      ['tickets.admitted', 'tickets.sold'],
    );
    const admin = new Visitor(museum);
    await admin.signIn('admin', '/desk');
    assert.match((await admin.get(`/desk/journal?subject=${one}`)).text, new RegExp(`&quot;${one}&quot;`));
  });

  test('who let visitors in is told of each, also of two who did so at the same moment', async (t) => {
    const museum = await openMuseum(t);
    const doors = ['cashier', 'gate'] as const;
    const tickets = await Promise.all(
      doors.map(() => buyTicket(museum, generalPurchase({ ticketDate: TODAY }))),
    );
    await Promise.all(doors.map((as) => museum.api('GET', '/occupancy', { as }))); // signs them in
    const scans = doors.map((as, index) =>
      museum.api('POST', '/check-ins', { body: { ticketId: tickets[index]?.ticketId }, as }),
    );
    await Promise.all(scans);
    for (const [index, account] of doors.entries()) {
      const told = await list(museum, `?kind=tickets.admitted&account=${account}`);
      assert.deepEqual(told[0]?.details.tickets, [tickets[index]?.ticketId], account);
    }
  });

  test('a page leads to the next by the header Link, whatever happens meanwhile', async (t) => {
    const museum = await openMuseum(t);
    await someDays(museum);
    const seen: string[] = [];
    let path = '/v1.1/journal?limit=3&startDate=2027-03-01';
    for (;;) {
      const { json, headers } = await museum.ask('GET', path);
      seen.push(...json.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`));
      await createEvent(museum);
      const next = /^<([^>]+)>; rel="next"$/.exec(`${headers.link}`)?.[1];
      if (next === undefined) break;
      path = next;
    }
    assert.equal(seen.length, 4);
    assert.equal(new Set(seen).size, 4);
  });

  test('of a changed event it tells what is different now, and nothing when nothing is', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum);
    const change = (body: object) => museum.api('PATCH', `/special-events/${event.eventId}`, { body });
    assert.equal((await change({ name: event.name, dates: event.dates })).status, 200);
    assert.equal((await change({ name: event.name, location: 'Hall' })).status, 200);
    const [newest, first] = await list(museum);
    assert.deepEqual(
      [newest.kind, newest.details],
      ['event.changed', { before: { location: event.location }, after: { location: 'Hall' } }],
    );
    assert.equal(first.kind, 'event.announced');
  });

  test('what can’t be asked is refused, and nobody but an admin is told', async (t) => {
    const museum = await openMuseum(t);
    const wrong = await museum.api(
      'GET',
      '/journal?startDate=2027-03-02&endDate=2027-03-01&kind=tea&limit=101&account=&subject=%00',
    );
    assertRefused(wrong, 400, 'invalid-request', [
      'query /endDate',
      'query /kind',
      'query /limit',
      'query /account',
      'query /subject',
    ]);
    const cursor = await museum.api('GET', '/journal?after=dGlja2V0cyBiZWZvcmUgNDcxMQ');
    assertRefused(cursor, 400, 'invalid-request', ['query /after']);
    assertRefused(await museum.api('GET', '/journal', { as: 'manager' }), 403, 'forbidden');
  });

  test('the page shows it in words, finds by all that is given, and escapes what others have written', async (t) => {
    const museum = await openMuseum(t);
    const { ticketId } = await someDays(museum);
    await createEvent(museum, { name: '<script>alert(1)</script>' });
    const admin = new Visitor(museum);
    await admin.signIn('admin', '/desk');
    const { text } = await admin.get('/desk/journal');
    assert.match(text, /Ticket voided/);
    assert.match(text, /manager · API/);
    assert.doesNotMatch(text, /<script>alert/);
    assert.match(text, /&lt;script&gt;alert/);
    assert.match(text, /<caption><span class="unseen">/, 'the heading says it already');
    assert.match(text, new RegExp(`<a href="/desk/tickets/${ticketId}">1 ticket</a>`));
    assert.match(text, /<a href="\/desk\/accounts\/[0-9a-f-]{36}">admin<\/a>/);
    assert.match(text, /<a href="\/desk\/journal\?subject=[0-9a-f-]{36}">Sorolla and the sea<\/a>/);
    await museum.api('PUT', '/museum-hours/2027-11-21', { body: { closed: true } });
    assert.match(
      (await admin.get('/desk/journal', { 'accept-language': 'de' })).text,
      /<a href="\/desk\/journal\?subject=2027-11-21">Sonntag, 21\. November 2027<\/a>/,
    );
    await museum.api('PUT', '/capacity/general', { body: { capacity: 20 } });
    const week = (await museum.api('GET', '/weekly-hours')).json;
    await museum.api('PUT', '/weekly-hours', { body: { ...week, friday: null } });
    const german = (await admin.get('/desk/journal', { 'accept-language': 'de' })).text;
    assert.match(german, /<a href="\/desk\/journal\?subject=general">Eintritt<\/a>/);
    assert.match(german, /<a href="\/desk\/journal\?subject=week">Übliche Woche<\/a>/);
    const found = (await admin.get(`/desk/journal?subject=${ticketId}&from=2027-03-02`)).text;
    assert.equal(found.match(/<tr>/g)?.length, 2);
    assert.ok(
      found.includes(`href="?subject=${ticketId}&amp;from=2027-03-02&amp;language=de"`),
      'in German too',
    );
    assert.match((await admin.get('/desk/journal?to=2020-01-01')).text, /Nothing found\./);
    const wrong = await admin.get('/desk/journal?account=%3Cb%3E&from=never');
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /There is no account with that name\./);
    for (let more = 0; more < 50; more++) await createEvent(museum);
    const older = /href="(\/desk\/journal\?[^"]+)" rel="next"/.exec((await admin.get('/desk/journal')).text);
    const rest = (await admin.get(`${older?.[1]}`.replaceAll('&amp;', '&'))).text;
    assert.match(rest, /Ticket voided/);
    assert.doesNotMatch(rest, /rel="next"/);
    const manager = new Visitor(museum);
    await manager.signIn('manager', '/desk');
    assert.equal((await manager.get('/desk/journal')).status, 403);
  });
});
