import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openPaying, visitorOrder } from '../fixtures/checkout.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import { ticketWithCode } from '../fixtures/gate-page.ts';
import { importInto } from '../fixtures/importing.ts';
import type { Museum } from '../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, TODAY } from '../fixtures/samples.ts';
import { sealEverything } from '../fixtures/sealing.ts';
import { rotateKeys } from '../src/codes/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { uuidV7 } from '../src/core/uuid.ts';
import { decideAlone } from '../src/web/gate/assets/decide-alone.js';
import { hear, learn } from '../src/web/gate/assets/knowledge.js';

const [FROM, TO] = [TODAY, '2027-03-02'];

async function postponed(museum: Museum, eventId: string, more: object = {}) {
  const body = { from: FROM, to: TO, reason: 'The guide is ill.', ...more };
  return museum.api('POST', `/special-events/${eventId}/postpone`, { body });
}

async function ticketOf(museum: Museum, ticketId: string) {
  const { state, ticketDate, confirmationCode } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
  return { state, ticketDate, confirmationCode };
}

async function leftOn(museum: Museum, eventId: string, date: string): Promise<number> {
  const rows = (await museum.api('GET', `/availability?startDate=${date}&endDate=${date}&eventId=${eventId}`))
    .json;
  return rows[0]?.left;
}

describeOnEachDatabase((openMuseum) => {
  it('moves tickets that were not used to the new date, with their ids, codes and places', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM, '2027-03-09'] });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 5 } });
    const buy = () => buyTicket(museum, eventPurchase(eventId, { ticketDate: FROM }));
    const [moved, used, gone] = [await buy(), await buy(), await buy()];
    await museum.api('POST', '/check-ins', { body: { ticketId: used.ticketId } });
    await museum.api('POST', `/tickets/${gone.ticketId}/void`, { body: { reason: 'Ill' } });
    const before = await ticketOf(museum, moved.ticketId);
    const answer = await postponed(museum, eventId);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.dates, [TO, '2027-03-09']);
    assert.deepEqual(await ticketOf(museum, moved.ticketId), { ...before, ticketDate: TO });
    assert.equal((await ticketOf(museum, used.ticketId)).ticketDate, FROM);
    assert.equal((await ticketOf(museum, used.ticketId)).state, 'admitted');
    assert.equal((await ticketOf(museum, gone.ticketId)).state, 'void');
    assert.equal(await leftOn(museum, eventId, TO), 4);
    const snapshot = (await museum.api('GET', `/gate/snapshot?day=${TO}`)).json;
    assert.deepEqual(snapshot.postponed, [{ ticketId: moved.ticketId, ticketDate: TO }]);
    const early = (await museum.api('POST', '/check-ins', { body: { ticketId: moved.ticketId } })).json;
    assert.deepEqual([early.verdict, early.reason], ['refused', 'wrong-day']);
    museum.clock.advance(86_400_000);
    const scan = (await museum.api('POST', '/check-ins', { body: { ticketId: moved.ticketId } })).json;
    assert.equal(scan.verdict, 'admitted');
  });

  it('lets gates decide alike with and without a network, by codes that were printed for the old date', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM] });
    const { code } = await ticketWithCode(museum, eventPurchase(eventId, { ticketDate: FROM }));
    const told = async (path: string) => {
      await sealEverything(museum.store);
      return (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;
    };
    const knowledge = learn(await told('snapshot'), 0);
    assert.equal((await postponed(museum, eventId)).status, 200);
    hear(knowledge, await told(`news?since=${encodeURIComponent(knowledge.cursor)}`));
    const bothSay = async (known: typeof knowledge) => {
      const scan = { code, checkInId: uuidV7(museum.clock.now()) };
      const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'never' } as never;
      const { decision } = await decideAlone(scan, known, settings, museum.clock.now());
      const { json } = await museum.api('POST', '/check-ins', { as: 'gate', body: scan });
      assert.deepEqual([decision.verdict, decision.message], [json.verdict, json.message]);
      return [json.verdict, json.reason];
    };
    assert.deepEqual(await bothSay(knowledge), ['refused', 'wrong-day']);
    museum.clock.advance(86_400_000);
    assert.deepEqual(await bothSay(learn(await told('snapshot'), 0)), ['admitted', undefined]);
  });

  it('moves codes of other systems with their tickets', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM] });
    const line = `concert-1,event,${FROM},${eventId},,`;
    await importInto(museum, ['code,ticketType,ticketDate,eventId,entryTime,category', line].join('\n'));
    assert.equal((await postponed(museum, eventId)).status, 200);
    museum.clock.advance(86_400_000);
    const scan = { code: 'concert-1' };
    assert.equal(
      (await museum.api('POST', '/check-ins', { body: scan, as: 'gate' })).json.verdict,
      'admitted',
    );
    assert.equal((await museum.api('GET', '/gate/snapshot')).json.imported.length, 1);
  });

  it('keeps the key of printed codes for gates until the new date, also when it is rotated', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM] });
    await buyTicket(museum, eventPurchase(eventId, { ticketDate: FROM }));
    const keysOn = async (day: string) =>
      (await museum.api('GET', `/gate/snapshot?day=${day}`)).json.keys.keys.map(
        ({ kid }: { kid: string }) => kid,
      );
    const [before] = await keysOn(FROM);
    await rotateKeys(museum.store, OPERATOR, museum.clock.now());
    const far = '2027-04-20';
    assert.ok(!(await keysOn(far)).includes(before));
    const answer = await postponed(museum, eventId, { to: far });
    assert.equal(answer.status, 200, answer.text);
    assert.ok((await keysOn(far)).includes(before));
  });

  it('lets its buyer give it back until the new visit, however late that is', async (t) => {
    const museum = await openMuseum(t);
    const paying = await openPaying(museum, { cancelHours: 72 });
    const { eventId } = await createEvent(museum, { dates: [TO], price: 6 });
    const items = [{ product: eventId, day: calendarDay(TO), quantity: 2 }];
    const order = await paying.checkout.place(visitorOrder({ items }));
    paying.stripe.pay(await paying.start(order));
    assert.equal((await paying.checkout.settle(order.orderId)).state, 'sold');
    const inTheWay = async () =>
      (await paying.checkout.buyersOptions({ ...order, state: 'sold' })).tickets.map(
        ({ because }) => because,
      );
    assert.deepEqual(await inTheWay(), ['too-late', 'too-late']);
    assert.equal((await postponed(museum, eventId, { from: TO, to: '2027-03-03' })).status, 200);
    assert.deepEqual(await inTheWay(), [undefined, undefined]);
  });

  it('moves what orders have of the date, sold or held, and keeps the rest of them', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM, '2027-03-09'] });
    const items = [FROM, '2027-03-09'].map((ticketDate) => {
      return { ticketType: 'event', eventId, ticketDate, quantity: 2 };
    });
    const order = async (more: object = {}) =>
      (await museum.api('POST', '/orders', { body: { items, ...more } })).json.orderId;
    const [sold, held] = [await order(), await order({ hold: 600 })];
    assert.equal((await postponed(museum, eventId)).status, 200);
    for (const orderId of [sold, held]) {
      const shown = (await museum.api('GET', `/orders/${orderId}`)).json;
      const dates = shown.items.map(({ ticketDate }: { ticketDate: string }) => ticketDate);
      assert.deepEqual(dates, [TO, '2027-03-09']);
    }
    const confirmed = await museum.api('POST', `/orders/${held}/confirm`, { body: {} });
    assert.equal(confirmed.status, 200, confirmed.text);
  });

  it('moves nothing where the new date has too few places, or not the times', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [FROM, TO] });
    await museum.api('PUT', `/special-events/${eventId}/times`, { body: { times: ['18:00'] } });
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    const buy = (ticketDate: string) =>
      buyTicket(museum, eventPurchase(eventId, { ticketDate, entryTime: '18:00' }));
    const { ticketId } = await buy(FROM);
    await buy(TO);
    const full = await postponed(museum, eventId);
    assert.deepEqual([full.status, full.json.type], [409, '/problems/sold-out']);
    await museum.api('PUT', `/special-events/${eventId}/times`, { body: { times: ['19:00'] } });
    const missing = await postponed(museum, eventId, { force: true });
    assert.deepEqual(
      [missing.status, missing.json.type, missing.json.entryTimes],
      [409, '/problems/times-missing', ['18:00']],
    );
    assert.equal((await ticketOf(museum, ticketId)).ticketDate, FROM);
    await museum.api('PUT', `/special-events/${eventId}/times`, { body: { times: ['18:00'] } });
    assert.equal((await postponed(museum, eventId, { force: true })).status, 200);
    assert.equal((await ticketOf(museum, ticketId)).ticketDate, TO);
    const same = await museum.api('POST', `/special-events/${eventId}/postpone`, {
      body: { from: TO, to: TO },
    });
    assert.deepEqual(
      same.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/to'],
    );
  });
});
