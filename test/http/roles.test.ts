import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ROLES, type Role } from '../../src/core/permissions.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { operations } from '../../src/doors/api/contract/index.ts';
import type { Answer } from '../support/client.ts';
import { rememberContents } from '../support/contents.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { credentials, type Museum } from '../support/museum.ts';
import { assertRefused } from '../support/refused.ts';
import {
  addWebhook,
  buyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  NEW_WEBHOOK,
  newEvent,
  TODAY,
  WITH_WEBHOOKS,
} from '../support/samples.ts';

const CHALLENGE = 'Basic realm="museum", charset="UTF-8"';
const EVERYBODY = ROLES;
const ARRANGERS: readonly Role[] = ['admin', 'manager'];
const DESK: readonly Role[] = ['admin', 'manager', 'cashier'];
const DOORS: readonly Role[] = [...DESK, 'gate'];
const SELLERS: readonly Role[] = ['admin', 'manager', 'cashier', 'partner'];

/** The permission table of the house, operation by operation. */
const MAY: Record<string, readonly Role[]> = {
  listSpecialEvents: EVERYBODY,
  getSpecialEvent: EVERYBODY,
  getMuseumHours: EVERYBODY,
  getWeeklyHours: EVERYBODY,
  getAvailability: EVERYBODY,
  createSpecialEvent: ARRANGERS,
  updateSpecialEvent: ARRANGERS,
  deleteSpecialEvent: ARRANGERS,
  setSpecialDay: ARRANGERS,
  deleteSpecialDay: ARRANGERS,
  setWeeklyHours: ARRANGERS,
  getGeneralCapacity: ARRANGERS,
  setGeneralCapacity: ARRANGERS,
  getDayCapacity: ARRANGERS,
  setDayCapacity: ARRANGERS,
  deleteDayCapacity: ARRANGERS,
  getEventCapacity: ARRANGERS,
  setEventCapacity: ARRANGERS,
  buyMuseumTickets: SELLERS,
  getTicketCode: SELLERS,
  getTicket: SELLERS,
  findTickets: SELLERS,
  voidTicket: DESK,
  exchangeTicket: DESK,
  checkIn: DOORS,
  recordCheckIns: DOORS,
  undoCheckIn: DOORS,
  getGateSnapshot: DOORS,
  getGateNews: DOORS,
  getOccupancy: ['admin', 'manager', 'cashier', 'gate', 'viewer'],
  getSalesReport: ['admin', 'manager', 'partner', 'viewer'],
  getVisitsReport: ['admin', 'manager', 'partner', 'viewer'],
  listJournal: ['admin'],
  createWebhook: ['admin'],
  listWebhooks: ['admin'],
  getWebhook: ['admin'],
  updateWebhook: ['admin'],
  deleteWebhook: ['admin'],
  rotateWebhookSecret: ['admin'],
  testWebhook: ['admin'],
  replayWebhook: ['admin'],
  listWebhookDeliveries: ['admin'],
  retryWebhookDelivery: ['admin'],
};

type Attempt = { readonly method: string; readonly path: string; readonly body?: unknown };

/** A request that each operation answers with success, to whoever may make it. */
async function attempts(museum: Museum, as: Role): Promise<Record<string, Attempt>> {
  const { eventId } = await createEvent(museum);
  const doomed = await createEvent(museum);
  const seller = SELLERS.includes(as) ? as : 'admin';
  const sold = await museum.api('POST', '/tickets', { body: generalPurchase(), as: seller });
  const day = '2027-03-20';
  const exception = '2027-03-27';
  await museum.api('PUT', `/museum-hours/${exception}`, { body: { closed: true } });
  await museum.api('PUT', `/capacity/general/${exception}`, { body: { capacity: 1 } });
  const event = `/special-events/${eventId}`;
  const general = '/capacity/general';
  const capacity = { capacity: 100 };
  return {
    listSpecialEvents: { method: 'GET', path: '/special-events' },
    getSpecialEvent: { method: 'GET', path: event },
    createSpecialEvent: { method: 'POST', path: '/special-events', body: newEvent() },
    updateSpecialEvent: { method: 'PATCH', path: event, body: { price: 1 } },
    deleteSpecialEvent: { method: 'DELETE', path: `/special-events/${doomed.eventId}` },
    buyMuseumTickets: { method: 'POST', path: '/tickets', body: eventPurchase(eventId) },
    getTicketCode: { method: 'GET', path: `/tickets/${sold.json.ticketId}/qr` },
    getMuseumHours: { method: 'GET', path: '/museum-hours' },
    setSpecialDay: { method: 'PUT', path: `/museum-hours/${day}`, body: { closed: true } },
    deleteSpecialDay: { method: 'DELETE', path: `/museum-hours/${exception}` },
    getWeeklyHours: { method: 'GET', path: '/weekly-hours' },
    setWeeklyHours: {
      method: 'PUT',
      path: '/weekly-hours',
      body: (await museum.api('GET', '/weekly-hours')).json,
    },
    getGeneralCapacity: { method: 'GET', path: general },
    setGeneralCapacity: { method: 'PUT', path: general, body: capacity },
    getDayCapacity: { method: 'GET', path: `${general}/${day}` },
    setDayCapacity: { method: 'PUT', path: `${general}/${day}`, body: capacity },
    deleteDayCapacity: { method: 'DELETE', path: `${general}/${exception}` },
    getEventCapacity: { method: 'GET', path: `/capacity/events/${eventId}` },
    setEventCapacity: { method: 'PUT', path: `/capacity/events/${eventId}`, body: capacity },
    getAvailability: { method: 'GET', path: '/availability' },
    ...(await attemptsAtTheDoor(museum, sold.json.ticketId, as)),
    ...(await attemptsAtNews(museum)),
  };
}

async function attemptsAtNews(museum: Museum): Promise<Record<string, Attempt>> {
  const { webhookId, deliveryId } = await addWebhook(museum);
  const { webhookId: doomed } = await addWebhook(museum);
  const webhook = `/webhooks/${webhookId}`;
  return {
    createWebhook: { method: 'POST', path: '/webhooks', body: NEW_WEBHOOK },
    listWebhooks: { method: 'GET', path: '/webhooks' },
    getWebhook: { method: 'GET', path: webhook },
    updateWebhook: { method: 'PATCH', path: webhook, body: { description: 'Shop' } },
    deleteWebhook: { method: 'DELETE', path: `/webhooks/${doomed}` },
    rotateWebhookSecret: { method: 'POST', path: `${webhook}/rotate` },
    testWebhook: { method: 'POST', path: `${webhook}/test` },
    replayWebhook: { method: 'POST', path: `${webhook}/replay`, body: { since: `${TODAY}T00:00:00Z` } },
    listWebhookDeliveries: { method: 'GET', path: `${webhook}/deliveries` },
    retryWebhookDelivery: { method: 'POST', path: `${webhook}/deliveries/${deliveryId}/retry` },
  };
}

async function attemptsAtTheDoor(
  museum: Museum,
  ticketId: string,
  as: Role,
): Promise<Record<string, Attempt>> {
  const [ill, late, today] = await Promise.all(
    ['2027-03-02', '2027-03-02', TODAY].map((ticketDate) =>
      buyTicket(museum, generalPurchase({ ticketDate })),
    ),
  );
  const exchange = { ticketType: 'general', ticketDate: '2027-03-05', reason: 'Late' };
  const admitted = await museum.api('POST', '/check-ins', {
    body: { ticketId: today.ticketId },
    as: DOORS.includes(as) ? as : 'gate',
  });
  const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
  const checkIn = { checkInId: uuidV7(0), code: 'x', at: '2027-03-01T09:00:00Z', verdict: 'refused' };
  return {
    getTicket: { method: 'GET', path: `/tickets/${ticketId}` },
    findTickets: { method: 'GET', path: '/tickets?ticketDate=2027-03-02' },
    voidTicket: { method: 'POST', path: `/tickets/${ill.ticketId}/void`, body: { reason: 'Ill' } },
    exchangeTicket: { method: 'POST', path: `/tickets/${late.ticketId}/exchange`, body: exchange },
    checkIn: { method: 'POST', path: '/check-ins', body: { code: 'x' } },
    recordCheckIns: { method: 'POST', path: '/check-ins/batch', body: { checkIns: [checkIn] } },
    undoCheckIn: { method: 'POST', path: `/check-ins/${admitted.json.checkInId}/undo` },
    getGateSnapshot: { method: 'GET', path: '/gate/snapshot' },
    getGateNews: { method: 'GET', path: `/gate/news?since=${cursor}` },
    getOccupancy: { method: 'GET', path: '/occupancy' },
    getSalesReport: { method: 'GET', path: '/reports/sales' },
    getVisitsReport: { method: 'GET', path: '/reports/visits' },
    listJournal: { method: 'GET', path: '/journal' },
  };
}

describeOnEachDatabase((openMuseum) => {
  for (const role of ROLES) {
    it(`lets a ${role} do what the table says, and nothing else`, async (test) => {
      const museum = await openMuseum(test, { settings: WITH_WEBHOOKS });
      const requests = await attempts(museum, role);
      const refusals: [string, Attempt][] = [];
      for (const id of Object.keys(MAY).filter((each) => each in operations)) {
        const attempt = requests[id] as Attempt;
        if (!MAY[id]?.includes(role)) refusals.push([id, attempt]);
        else {
          const answer = await museum.api(attempt.method, attempt.path, { ...attempt, as: role });
          assert.ok(answer.status >= 200 && answer.status < 300, `${id}: ${answer.status} ${answer.text}`);
        }
      }
      const assertUnchanged = await rememberContents(museum);
      for (const [, { method, path, body }] of refusals) {
        assertRefused(await museum.api(method, path, { body, as: role }), 403, 'forbidden');
        // Before anything of the request is looked at: a stranger to the work learns nothing about it.
        const nonsense = await museum.api(method, path, { body: '{', as: role });
        assertRefused(nonsense, 403, 'forbidden');
      }
      await assertUnchanged();
    });
  }

  it('has a line in the table for every operation', () => {
    const untold = Object.keys(operations).filter((id) => !(id in MAY));
    assert.deepEqual(untold, []);
  });

  it('answers every operation with 401 and how to sign in, unless the credentials are right', async (test) => {
    const museum = await openMuseum(test);
    const requests = await attempts(museum, 'admin');
    await museum.api('GET', '/special-events', { headers: { authorization: 'Basic eDp5' } });
    const assertUnchanged = await rememberContents(museum);
    for (const [id, { method, path, body }] of Object.entries(requests)) {
      const none = await museum.api(method, path, { body, as: 'nobody' });
      assertRefused(none, 401, 'unauthorized');
      assert.equal(none.headers['www-authenticate'], CHALLENGE, id);
    }
    const admin = credentials('admin') as string;
    for (const authorization of [
      '',
      'Basic',
      'Basic ',
      'Bearer abc',
      `Digest ${admin}`,
      admin.slice(6),
      'Basic ====',
      'Basic YWRtaW4', // no colon
      'Basic OnB3', // no name
      `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`,
      `Basic ${Buffer.from('admin:a\0b').toString('base64')}`,
      `${admin}, ${admin}`,
      `${admin}=`,
    ]) {
      const answer = await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } });
      assertRefused(answer, 401, 'unauthorized');
      assert.equal(answer.headers['www-authenticate'], CHALLENGE, authorization);
    }
    await assertUnchanged();
    for (const authorization of [admin.replace('Basic', 'bAsIc'), admin.replace(' ', '  ')]) {
      const answer = await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } });
      assert.equal(answer.status, 200, authorization);
    }
  });

  it('gives an unknown name, a wrong password and a disabled account one and the same answer', async (test) => {
    const museum = await openMuseum(test);
    await museum.store.transaction(async (tx) => {
      await tx.run('UPDATE accounts SET disabled_at = ? WHERE username = ?', [museum.clock.now(), 'viewer']);
      await tx.touch('accounts');
    });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const answers: Answer[] = [];
    for (const authorization of [
      basic('nobody-by-that-name:correct horse'),
      basic('admin:wrong horse'),
      credentials('viewer'),
    ]) {
      answers.push(await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } }));
    }
    for (const answer of answers) {
      assertRefused(answer, 401, 'unauthorized');
      assert.equal(answer.text, answers[0]?.text);
    }
  });

  it('refuses an account at once that was disabled elsewhere, or has another role or password', async (test) => {
    const museum = await openMuseum(test);
    const change = (sql: string) =>
      museum.store.transaction(async (tx) => {
        await tx.run(sql);
        await tx.touch('accounts');
      });
    const buy = () => museum.api('POST', '/tickets', { body: generalPurchase(), as: 'cashier' });
    assert.equal((await buy()).status, 201);
    await change("UPDATE accounts SET role = 'viewer' WHERE username = 'cashier'");
    assertRefused(await buy(), 403, 'forbidden');
    await change("UPDATE accounts SET role = 'cashier', disabled_at = 1 WHERE username = 'cashier'");
    assertRefused(await buy(), 401, 'unauthorized');
    await change("UPDATE accounts SET disabled_at = NULL WHERE username = 'cashier'");
    assert.equal((await buy()).status, 201);
  });

  it('slows down whoever guesses passwords, and nobody else', async (test) => {
    const museum = await openMuseum(test);
    const guess = () =>
      museum.api('GET', '/special-events', {
        as: 'nobody',
        headers: { authorization: `Basic ${Buffer.from('admin:guess').toString('base64')}` },
      });
    let answer = await guess();
    for (let guesses = 1; answer.status === 401 && guesses < 50; guesses++) answer = await guess();
    assertRefused(answer, 429, 'too-many-sign-ins');
    const seconds = Number(answer.headers['retry-after']);
    assert.ok(Number.isInteger(seconds) && seconds >= 1, answer.headers['retry-after']);
    assert.equal(answer.headers['www-authenticate'], undefined);
    await buyTicket(museum, generalPurchase(), 'cashier');
    museum.clock.advance(seconds * 1_000);
    assertRefused(await guess(), 401, 'unauthorized');
  });
});
