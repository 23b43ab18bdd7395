import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { createEvent, eventPurchase, generalPurchase, newEvent, TODAY } from '../../fixtures/samples.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { put } from '../../fixtures/timed-tickets.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { hear, learn } from '../../src/web/gate/assets/knowledge.js';

const COMBINED = { includesEntry: true, takesPlace: false };
const ALONE = { includesEntry: false, takesPlace: false };
/** Today is a Monday on which the museum is open from 09:00 to 18:00; it is 11:00. */
const SETTINGS = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' };

/** Which door a ticket is scanned at: `all` admits everything, `own` its event. */
type DoorName = 'general' | 'own' | 'all';

describeOnDatabase((openMuseum) => {
  /** An event this evening whose tickets include general entry. */
  const tonight = async (museum: Museum, entry: object = COMBINED) => {
    const event = await createEvent(museum, { dates: [TODAY] });
    await put(museum, `/special-events/${event.eventId}/times`, { times: ['20:00'], minutes: 60 });
    await put(museum, `/special-events/${event.eventId}/entry`, entry);
    const buy = () =>
      ticketWithCode(museum, eventPurchase(event.eventId, { ticketDate: TODAY, entryTime: '20:00' }));
    return { ...event, buy };
  };
  const doorOf = (eventId: string, door: DoorName) =>
    door === 'all' ? {} : { admits: door === 'own' ? eventId : 'general' };
  const scanning = (museum: Museum, eventId: string, ticketId: string) => {
    return async (door: DoorName, direction: 'in' | 'out' = 'in') => {
      const body = { ticketId, direction, ...doorOf(eventId, door) };
      const { json } = await museum.api('POST', '/check-ins', { body });
      return json.reason ?? json.verdict;
    };
  };
  const toTheEvening = ({ clock }: Museum) => clock.advance(9 * 3_600_000);
  const stateOf = async (museum: Museum, ticketId: string) =>
    (await museum.api('GET', `/tickets/${ticketId}`)).json.state;

  it('says whether tickets for an event include general entry: at first they do not', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum);
    const path = `/special-events/${eventId}/entry`;
    assert.deepEqual((await museum.api('GET', path, { as: 'partner' })).json, ALONE);
    for (const entry of [{ includesEntry: true, takesPlace: true }, COMBINED, ALONE]) {
      await put(museum, path, entry);
      assert.deepEqual((await museum.api('GET', path)).json, entry);
    }
    const half = await museum.api('PUT', path, { body: { includesEntry: true } });
    assert.deepEqual(half.json, { includesEntry: true, takesPlace: false });
    assert.deepEqual((await museum.api('PUT', path, { body: {} })).json, ALONE);
    assert.deepEqual(
      Object.keys((await museum.api('GET', `/special-events/${eventId}`)).json).sort(),
      [...Object.keys(newEvent()), 'eventId'].sort(),
    );
    for (const [body, ...faults] of [
      [{ includesEntry: 'yes', takesPlace: false }, 'body /includesEntry'],
      [{ ...ALONE, price: 1 }, 'body /price'],
    ] as const)
      assertRefused(await museum.api('PUT', path, { body }), 400, 'invalid-request', faults);
    assertRefused(await museum.api('PUT', path, { body: COMBINED, as: 'cashier' }), 403, 'forbidden');
    const gone = '/special-events/01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27/entry';
    assertRefused(await museum.api('PUT', gone, { body: COMBINED }), 404, 'event-not-found');
    const [entry] = (await museum.api('GET', `/journal?subject=${eventId}`)).json;
    assert.deepEqual([entry.kind, entry.details.after], ['event.entry-set', ALONE]);
  });

  it('admits by one entry into the museum at any time, and by the other into the event', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, buy } = await tonight(museum);
    const { ticketId } = await buy();
    const scan = scanning(museum, eventId, ticketId);
    assert.equal(await scan('own'), 'too-early');
    assert.equal(await scan('general'), 'admitted');
    assert.equal(await stateOf(museum, ticketId), 'valid');
    assert.equal(await scan('general'), 'already-admitted');
    assert.equal(await scan('all'), 'already-admitted');
    const inside = async () => (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    assert.deepEqual(
      await inside().then(({ admitted, inside: now, sold }) => [admitted, now, sold]),
      [1, 1, 1],
    );
    toTheEvening(museum);
    assert.equal(await scan('own'), 'admitted');
    assert.equal(await stateOf(museum, ticketId), 'admitted');
    assert.equal(await scan('own'), 'already-admitted');
    assert.deepEqual(await inside().then(({ admitted, inside: now }) => [admitted, now]), [1, 1]);
    assert.equal(await scan('own', 'out'), 'left');
    assert.equal(await inside().then((now) => now.inside), 1);
    assert.equal(await scan('own'), 'admitted');
    assert.equal(await scan('all', 'out'), 'left');
    assert.deepEqual(await inside().then(({ left, inside: now }) => [left, now]), [1, 0]);
    assert.equal(await scan('own', 'out'), 'not-inside');
    assert.equal(await scan('general'), 'admitted');
  });

  it('uses both entries at a door for everything, and lets in once after it at the door of its event', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, buy } = await tonight(museum);
    const [one, other] = [(await buy()).ticketId, (await buy()).ticketId];
    const scan = scanning(museum, eventId, one);
    assert.equal(await scan('all'), 'admitted');
    assert.equal(await scan('general'), 'already-admitted');
    toTheEvening(museum);
    assert.equal(await scan('own'), 'admitted');
    assert.equal(await scan('own'), 'already-admitted');
    const late = scanning(museum, eventId, other);
    assert.equal(await late('own'), 'admitted');
    assert.equal(await late('all'), 'already-admitted');
    assert.equal(await late('general'), 'admitted');
  });

  it('takes an admission by either entry back by itself', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, buy } = await tonight(museum);
    const { ticketId } = await buy();
    const admit = async (door: DoorName) =>
      (await museum.api('POST', '/check-ins', { body: { ticketId, ...doorOf(eventId, door) } })).json
        .checkInId;
    const undo = (checkInId: string) => museum.api('POST', `/check-ins/${checkInId}/undo`);
    toTheEvening(museum);
    const [entered, seen] = [await admit('general'), await admit('own')];
    assert.equal((await undo(entered)).status, 200);
    assert.equal(await stateOf(museum, ticketId), 'admitted');
    assert.equal((await undo(seen)).status, 200);
    assert.equal(await stateOf(museum, ticketId), 'valid');
    assert.equal((await museum.api('GET', `/occupancy?date=${TODAY}`)).json.inside, 0);
  });

  it('is a fact of the sale: it is given to what was sold before, and taken from nothing', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum, { dates: [TODAY] });
    const path = `/special-events/${event.eventId}/entry`;
    const buy = async () =>
      (await ticketWithCode(museum, eventPurchase(event.eventId, { ticketDate: TODAY }))).ticketId;
    const has = async (ticketId: string) => {
      const admitted = await scanning(museum, event.eventId, ticketId)('general');
      return admitted === 'admitted' || admitted === 'already-admitted';
    };
    const before = await buy();
    assert.equal(await has(before), false);
    await put(museum, path, COMBINED);
    assert.equal(await has(before), true);
    const items = [{ ticketType: 'event', eventId: event.eventId, ticketDate: TODAY, quantity: 1 }];
    const held = (await museum.api('POST', '/orders', { body: { items, hold: 600 } })).json;
    const during = await buy();
    await put(museum, path, ALONE);
    museum.clock.advance(-3_600_000);
    const after = await buy();
    const confirmed = await museum.api('POST', `/orders/${held.orderId}/confirm`, { body: {} });
    const [promised] = confirmed.json.items[0].tickets;
    assert.deepEqual(await Promise.all([before, during, promised.ticketId, after].map(has)), [
      true,
      true,
      true,
      false,
    ]);
    await put(museum, path, COMBINED);
    assert.equal(await has(after), true);
  });

  it('admits to its event only on a day on which the museum is closed', async (t) => {
    const museum = await openMuseum(t);
    await put(museum, `/museum-hours/${TODAY}`, { closed: true });
    const { eventId, buy } = await tonight(museum);
    const scan = scanning(museum, eventId, (await buy()).ticketId);
    assert.equal(await scan('general'), 'cancelled');
    assert.equal(await scan('all'), 'too-early');
    toTheEvening(museum);
    assert.equal(await scan('all'), 'admitted');
  });

  it('pays back in full who did not go to an event that was called off, also when they came into the museum', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, buy } = await tonight(museum);
    const [entered, seen] = [(await buy()).ticketId, (await buy()).ticketId];
    assert.equal(await scanning(museum, eventId, entered)('general'), 'admitted');
    toTheEvening(museum);
    assert.equal(await scanning(museum, eventId, seen)('own'), 'admitted');
    museum.clock.advance(1_000);
    assert.equal((await museum.api('DELETE', `/special-events/${eventId}`)).status, 204);
    assert.deepEqual(
      [await stateOf(museum, entered), await stateOf(museum, seen)],
      ['cancelled', 'admitted'],
    );
    const account = (await museum.api('GET', `/orders/${entered}`)).json;
    assert.deepEqual([account.account.due, account.total], [25, 25]);
    assert.equal(await scanning(museum, eventId, entered)('general'), 'cancelled');
    const instead = { ticketType: 'general', ticketDate: '2027-03-02', reason: 'Called off' };
    const exchange = (ticketId: string) =>
      museum.api('POST', `/tickets/${ticketId}/exchange`, { body: instead });
    assertRefused(await exchange(seen), 409, 'ticket-admitted');
    assert.equal((await exchange(entered)).status, 201);
    await assertSound(museum);
  });

  it('was used by either entry, for exchanges and for partners', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await tonight(museum);
    const purchase = eventPurchase(eventId, { ticketDate: TODAY, entryTime: '20:00' });
    const { ticketId } = (await museum.api('POST', '/tickets', { body: purchase, as: 'partner' })).json;
    assert.equal(await scanning(museum, eventId, ticketId)('general'), 'admitted');
    const body = { reason: 'Ill' };
    const voided = await museum.api('POST', `/tickets/${ticketId}/void`, { body, as: 'partner' });
    assertRefused(voided, 409, 'too-late-to-void');
    assert.equal(voided.json.because ?? 'admitted', 'admitted');
    assertRefused(await museum.api('POST', `/tickets/${ticketId}/void`, { body }), 409, 'ticket-admitted');
    const instead = { ticketType: 'general', ticketDate: TODAY };
    const exchanged = await museum.api('POST', `/tickets/${ticketId}/exchange`, { body: instead });
    assertRefused(exchanged, 409, 'ticket-admitted');
  });

  it('is decided by gates without a network as by the service, and what they decided is handed in', async (t) => {
    const museum = await openMuseum(t);
    const { eventId, buy } = await tonight(museum);
    const news = async (cursor?: string) => {
      const path = cursor === undefined ? 'snapshot' : `news?since=${encodeURIComponent(cursor)}`;
      return (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;
    };
    const [one, other] = [await buy(), await buy()];
    const first = await news();
    assert.deepEqual([first.entered, first.exited, first.openDays], [[], [], [TODAY]]);
    assert.equal(first.events[0].entryThrough, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    const heard = learn(first, 0);
    const alike = async (steps: readonly (readonly [DoorName, 'in' | 'out'])[]) => {
      for (const [door, direction] of steps) {
        for (const { ticketId, code } of [one, other]) {
          const way = direction === 'out' ? { direction } : {};
          const scan = { ...doorOf(eventId, door), ...way };
          const alone = { ...scan, code, checkInId: uuidV7(museum.clock.now()) };
          const now = museum.clock.now();
          const { decision } = await decideAlone(alone as never, heard, SETTINGS as never, now);
          const body = { ...scan, ticketId };
          const { json } = await museum.api('POST', '/check-ins', { body, as: 'gate' });
          assert.deepEqual(
            [decision.verdict, decision.reason, decision.message],
            [json.verdict, json.reason, json.message],
            `${door} ${direction}`,
          );
        }
        museum.clock.advance(2_000);
        hear(heard, await news(heard.cursor));
      }
    };
    await alike([
      ['own', 'in'],
      ['general', 'in'],
      ['all', 'in'],
      ['own', 'out'],
      ['general', 'out'],
    ]);
    const { exited, entered, admitted } = await news();
    assert.deepEqual([exited.length, entered, admitted], [2, [], []]);
    await alike([['all', 'in']]);
    toTheEvening(museum);
    await alike([
      ['own', 'in'],
      ['own', 'in'],
      ['all', 'out'],
      ['own', 'in'],
    ]);
    const again = learn(await news(), 0);
    const { is, entered: by } = heard.presences.get(one.ticketId) ?? {};
    const known = again.presences.get(one.ticketId);
    assert.deepEqual([known?.is, known?.entered?.is], [is, by?.is]);

    const { ticketId } = await buy();
    const at = new Date(museum.clock.now()).toISOString();
    const report = (door: DoorName) => ({
      ...{ ticketId, at, verdict: 'admitted', ...doorOf(eventId, door) },
      checkInId: uuidV7(museum.clock.now()),
    });
    const reported = await museum.api('POST', '/check-ins/batch', {
      body: { checkIns: [report('general'), report('own'), report('own')] },
    });
    assert.deepEqual(
      reported.json.map(({ conflict = false }: { conflict?: boolean }) => conflict),
      [false, false, true],
    );
  });

  it('takes a place of general entry with the sale, and gives it back with the ticket', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum, { dates: [TODAY, '2027-03-02'] });
    const at = `/special-events/${event.eventId}/entry`;
    await put(museum, at, { includesEntry: true, takesPlace: true });
    await put(museum, '/capacity/general', { capacity: 2 });
    const buy = (changes: object = {}, as: Asker = 'admin') =>
      museum.api('POST', '/tickets', {
        body: eventPurchase(event.eventId, { ticketDate: TODAY, ...changes }),
        as,
      });
    const enter = () => museum.api('POST', '/tickets', { body: generalPurchase({ ticketDate: TODAY }) });
    const soldOn = async (day: string, ticketType = 'general') => {
      const query = `startDate=${day}&endDate=${day}&ticketType=${ticketType}`;
      return (await museum.api('GET', `/availability?${query}`)).json[0].sold;
    };
    const { ticketId } = (await buy()).json;
    assert.equal((await enter()).status, 201);
    const query = `startDate=${TODAY}&endDate=${TODAY}&ticketType=event`;
    const [offered] = (await museum.api('GET', `/availability?${query}`)).json;
    assert.deepEqual([offered.left, offered.onSale], [0, false]);
    assertRefused(await buy(), 409, 'sold-out');
    assertRefused(await enter(), 409, 'sold-out');
    assert.deepEqual([await soldOn(TODAY), await soldOn(TODAY, 'event')], [2, 1]);
    await assertSound(museum);

    const moved = { eventId: event.eventId, ticketType: 'event', ticketDate: '2027-03-02' };
    const exchanged = await museum.api('POST', `/tickets/${ticketId}/exchange`, { body: moved });
    assert.equal(exchanged.status, 201, exchanged.text);
    assert.deepEqual([await soldOn(TODAY), await soldOn('2027-03-02')], [1, 1]);
    const body = { reason: 'Ill' };
    const next = exchanged.json.ticketId;
    assert.equal((await museum.api('POST', `/tickets/${next}/void`, { body })).status, 200);
    assert.equal(await soldOn('2027-03-02'), 0);

    const items = [{ ticketType: 'event', eventId: event.eventId, ticketDate: TODAY, quantity: 1 }];
    const hold = () => museum.api('POST', '/orders', { body: { items, hold: 60 } });
    assert.equal((await hold()).status, 201);
    assertRefused(await hold(), 409, 'sold-out');
    await assertSound(museum);
    museum.clock.advance(61_000);
    const again = (await hold()).json;
    assert.equal(await soldOn(TODAY), 2);
    museum.clock.advance(61_000);
    const late = await museum.api('POST', `/orders/${again.orderId}/confirm`, { body: {} });
    assert.equal(late.status, 200, late.text);
    assert.deepEqual([await soldOn(TODAY), await soldOn(TODAY, 'event')], [2, 1]);
    await assertSound(museum);

    await put(museum, at, COMBINED);
    assert.equal((await buy()).status, 201);
    assert.equal(await soldOn(TODAY), 2);
    await assertSound(museum);
  });

  it('keeps apart what a held order has with a place of general entry, and without', async (t) => {
    const museum = await openMuseum(t);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    const wanted = (quantity: number) => ({
      items: [{ ticketType: 'event', eventId, ticketDate: TODAY, quantity }],
    });
    const held = await museum.api('POST', '/orders', { body: { ...wanted(1), hold: 600 } });
    await put(museum, `/special-events/${eventId}/entry`, { includesEntry: true, takesPlace: true });
    const path = `/orders/${held.json.orderId}`;
    for (const quantity of [3, 2, 1]) {
      const changed = await museum.api('PUT', `${path}/items`, { body: wanted(quantity) });
      assert.equal(changed.status, 200, changed.text);
      await assertSound(museum);
    }
    assert.equal((await museum.api('PUT', `${path}/items`, { body: wanted(2) })).status, 200);
    assert.equal((await museum.api('POST', `${path}/confirm`, { body: {} })).status, 200);
    await assertSound(museum);
  });

  it('takes no place on a closed day, and as many as there are where general entry has times', async (t) => {
    const museum = await openMuseum(t);
    const event = await createEvent(museum, { dates: [TODAY, '2027-03-02', '2027-03-03'] });
    await put(museum, `/special-events/${event.eventId}/entry`, { includesEntry: true, takesPlace: true });
    await put(museum, '/capacity/general', { capacity: 1 });
    await put(museum, '/museum-hours/2027-03-02', { closed: true });
    await put(museum, '/general-entry/times/2027-03-03', { every: 60, places: 1, lastEntry: 60 });
    const buy = (ticketDate: string) =>
      museum.api('POST', '/tickets', { body: eventPurchase(event.eventId, { ticketDate }) });
    for (const day of ['2027-03-02', '2027-03-02', '2027-03-03', '2027-03-03'])
      assert.equal((await buy(day)).status, 201, day);
    await assertSound(museum);
    const postpone = { from: '2027-03-03', to: TODAY };
    const path = `/special-events/${event.eventId}/postpone`;
    assertRefused(await museum.api('POST', path, { body: postpone }), 409, 'sold-out');
    const forced = await museum.api('POST', path, { body: { ...postpone, force: true } });
    assert.equal(forced.status, 200, forced.text);
    await assertSound(museum);
  });

  it('is said on tickets, on the page of its event and where it is sold', async (t) => {
    const museum = await openMuseum(t, {
      settings: { MUSEUM_SHOP: 'on', MUSEUM_PAYMENTS: 'desk', MUSEUM_PUBLIC_URL: 'https://shop.example' },
    });
    const { eventId } = await tonight(museum);
    for (const path of [`/events/${eventId}`, `/visit?date=${TODAY}`, '/'])
      assert.match((await museum.ask('GET', path)).text, /includes general entry/i, path);
  });
});
