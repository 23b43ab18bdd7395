/**
 * What comes at the same moment, through the whole service. What survives a kill in the middle is tested in
 * races.system.test.ts.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { type Answer, Connections } from '../fixtures/client.ts';
import { describeOnEachDatabase } from '../fixtures/databases.ts';
import { credentials, type Museum } from '../fixtures/museum.ts';
import { assertRefused } from '../fixtures/refused.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../fixtures/samples.ts';
import { addCategories, put } from '../fixtures/timed-tickets.ts';
import { createApp } from '../src/app/app.ts';
import { readConfig } from '../src/app/config.ts';
import { findNotKept, keepCalledOff } from '../src/called-off/index.ts';
import { checkMuseum } from '../src/check/index.ts';
import { SERVICE } from '../src/core/actor.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import { uuidV7 } from '../src/core/uuid.ts';
import { setDay } from '../src/hours/index.ts';
import { inspectStore, type Store, type Transaction } from '../src/store/index.ts';

const DAY = '2027-03-05';
const OTHER_DAY = '2027-03-06';
const PLACES = 10;
const BUYERS = 100;
const LATECOMERS = 20;
const FIFTY = Array.from({ length: 50 }, (_, index) => index);
const GATES = 50;
const ROUNDS = 3;
const HOLD_MS = 60_000;

describeOnEachDatabase((openMuseum) => {
  describe('the last places', () => {
    it('sells the last ten places to ten of a hundred buyers who come at once', async (test) => {
      const museum = await openMuseum(test);
      const crowd = openDoors(museum);
      test.after(() => crowd.goHome());
      const eventId = await announce(museum);
      const answers = await crowd.buy(eventId, DAY);
      assert.deepEqual(countStatuses(answers), { 201: PLACES, 409: BUYERS - PLACES });
      for (const { status, json } of answers) {
        if (status === 409) assert.equal(json.type, '/problems/sold-out');
      }
      assert.equal(await counterOf(museum, eventId, DAY), PLACES);
      assert.equal((await ticketsFor(museum, eventId, DAY)).length, PLACES);
      await nothingDiffers(museum);
    });

    it('sells a family of four its places at an entry time all together or not at all, in a crowd of families and single visitors', async (test) => {
      const museum = await openMuseum(test);
      const crowd = openDoors(museum);
      test.after(() => crowd.goHome());
      await addCategories(museum);
      const eventId = await announce(museum);
      await put(museum, `/special-events/${eventId}/times`, { times: ['11:00', '14:30'] });
      await put(museum, `/special-events/${eventId}/prices`, [
        { category: 'standard', price: 5 },
        { category: 'family', price: 15 },
      ]);
      const family = { category: 'family', entryTime: '14:30' };
      const [mixed, families] = await Promise.all([
        crowd.buy(eventId, DAY, BUYERS / 2, (buyer) => ({
          ...(buyer % 2 ? family : {}),
          entryTime: '11:00',
        })),
        crowd.buy(eventId, DAY, BUYERS / 2, () => family),
      ]);
      assert.deepEqual(countStatuses(families), { 201: 2, 409: BUYERS / 2 - 2 });
      for (const { status, json } of [...mixed, ...families])
        if (status !== 201) assert.equal(json.type, '/problems/sold-out');
      const single = await crowd.buy(eventId, DAY, LATECOMERS, () => ({ entryTime: '14:30' }));
      assert.equal(countStatuses(single)[201], 2, 'what is too few for a family is sold to others');
      for (const entryTime of ['11:00', '14:30']) {
        const sold = await ticketPlaces(museum, eventId, entryTime);
        assert.ok(sold.every((places) => places === 1 || places === 4));
        assert.equal(
          sold.reduce((sum, places) => sum + places, 0),
          PLACES,
          entryTime,
        );
        assert.equal(await counterOf(museum, eventId, DAY, entryTime), PLACES);
      }
      await nothingDiffers(museum);
    });

    it('sells no place too many while capacity and dates change under the crowd', async (test) => {
      const museum = await openMuseum(test);
      const crowd = openDoors(museum);
      test.after(() => crowd.goHome());
      const eventId = await announce(museum);
      const [answers] = await Promise.all([
        crowd.buy(eventId, DAY),
        rearrange(museum, eventId, [4, 12, 7, 12, 9]),
      ]);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.match(json.type, /\/(sold-out|not-an-event-day)$/);
      }
      assert.ok(sold.length <= 12);
      assert.equal(await counterOf(museum, eventId, DAY), sold.length);
      assert.deepEqual(await ticketsFor(museum, eventId, DAY), ticketIds(sold));
      // What is left can be bought after, and no more.
      await limitEvent(museum, eventId, 12);
      assert.equal(countStatuses(await crowd.buy(eventId, DAY, LATECOMERS))[201] ?? 0, 12 - sold.length);
      assert.equal(await counterOf(museum, eventId, DAY), 12);
      await nothingDiffers(museum);
    });

    it('sells nothing for an event once it is cancelled, however many are buying', async (test) => {
      const museum = await openMuseum(test);
      const crowd = openDoors(museum);
      test.after(() => crowd.goHome());
      const eventId = await announce(museum);
      await limitEvent(museum, eventId, null);
      const [answers, cancelled] = await Promise.all([
        crowd.buy(eventId, DAY),
        museum.api('DELETE', `/special-events/${eventId}`),
      ]);
      assert.equal(cancelled.status, 204);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.equal(json.type, '/problems/event-not-found');
      }
      assert.deepEqual(await ticketsFor(museum, eventId, DAY), ticketIds(sold));
      assert.equal(countStatuses(await crowd.buy(eventId, DAY, LATECOMERS))[404], LATECOMERS);
      await nothingDiffers(museum);
    });

    it('sells general entry up to the capacity and not on closed days, while both change', async (test) => {
      const museum = await openMuseum(test);
      const crowd = openDoors(museum);
      test.after(() => crowd.goHome());
      const day = '2027-04-01';
      await limitDay(museum, day, PLACES);
      const [answers, told] = await Promise.all([crowd.buy(undefined, day), closeAndOpen(museum, day)]);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { status, json } of answers) {
        if (status !== 201) assert.match(json.type, /\/(sold-out|museum-closed)$/);
      }
      for (const ticketsSold of told) assert.ok(ticketsSold <= sold.length);
      assert.ok(sold.length <= PLACES);
      assert.deepEqual(await ticketsFor(museum, null, day), ticketIds(sold));
      assert.equal(
        countStatuses(await crowd.buy(undefined, day, LATECOMERS))[201] ?? 0,
        PLACES - sold.length,
      );
      assert.equal((await ticketsFor(museum, null, day)).length, PLACES);
      const closed = await museum.api('PUT', `/museum-hours/${day}`, {
        body: { closed: true, reason: 'Full' },
      });
      assert.equal(closed.json.ticketsSold, PLACES);
      await nothingDiffers(museum);
    });
  });

  describe('the same key', () => {
    it('decides each of fifty keys once, sold or sold out, when each comes ten times in a crowd', async (test) => {
      const museum = await openMuseum(test);
      const { eventId } = await createEvent(museum);
      await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 10 } });
      const purchase = eventPurchase(eventId);
      const ask = (key: string) =>
        museum.api('POST', '/tickets', { body: purchase, headers: { 'idempotency-key': key } });
      const keys = Array.from({ length: 50 }, (_, number) => `key-${number}`);
      const crowd = Array.from({ length: 10 }, () => keys).flat();
      const answers = await Promise.all(crowd.map(ask));

      const decided = new Map(keys.map((key, index) => [key, answers[index] as Answer]));
      for (const [index, key] of crowd.entries()) {
        assert.deepEqual(told(answers[index]), told(decided.get(key)));
      }
      const sold = [...decided.values()].filter(({ status }) => status === 201);
      assert.equal(sold.length, 10);
      assert.equal(new Set(sold.map(({ json }) => json.ticketId)).size, 10);
      assert.equal(await countTickets(museum), 10);

      // With room for all, whoever was refused is refused again under the same key.
      await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 100 } });
      for (const key of keys) assert.deepEqual(told(await ask(key)), told(decided.get(key)));
      assert.equal(await countTickets(museum), 10);
    });

    it('sells one ticket for a key that comes to two services on one database at once', async (test) => {
      const museum = await openMuseum(test);
      const ask = await openInstances(test, museum);
      for (let round = 1; round <= 3; round++) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => ask('/tickets', generalPurchase(), `round-${round}`)),
        );
        for (const answer of answers) assert.deepEqual(told(answer), told(answers[0]));
        assert.equal(answers[0]?.status, 201);
        assert.equal(await countTickets(museum), round);
      }
    });
  });

  describe('orders at two services on one database', () => {
    it('gives each of the last places of two days to one order of a crowd that wants them crosswise', async (test) => {
      const museum = await openMuseum(test);
      const ask = await openInstances(test, museum);
      for (let round = 0; round < ROUNDS; round++) {
        const days = [`2027-04-1${round}`, `2027-05-1${round}`];
        for (const day of days) await limitDay(museum, day, PLACES);
        const items = days.map((ticketDate) => ({ ticketType: 'general', ticketDate, quantity: 1 }));
        const answers = await Promise.all(
          FIFTY.map((index) => ask('/orders', { items: index % 4 < 2 ? items : items.toReversed() })),
        );
        assert.deepEqual(countStatuses(answers), { 201: PLACES, 409: 50 - PLACES });
        for (const { status, json } of answers)
          if (status === 409) assert.equal(json.type, '/problems/sold-out');
        for (const day of days) assert.equal((await ticketsFor(museum, null, day)).length, PLACES);
      }
      await nothingDiffers(museum);
    });

    it('sells an order once that is confirmed many times, released and ends at once', async (test) => {
      const museum = await openMuseum(test);
      const ask = await openInstances(test, museum);
      await museum.api('PUT', '/general-entry/prices', { body: [{ category: 'standard', price: 12 }] });
      for (let round = 0; round < ROUNDS; round++) {
        const { orderId } = await hold(museum, DAY);
        museum.clock.advance(HOLD_MS);
        const [released, ...confirmed] = await Promise.all([
          ask(`/orders/${orderId}/release`),
          ...FIFTY.slice(0, 10).map(() => ask(`/orders/${orderId}/confirm`, { paidBy: 'card' })),
        ]);
        assert.ok(released.status === 200 || released.status === 409, released.text);
        for (const answer of confirmed) assert.deepEqual(told(answer), told(confirmed[0]));
        const { state, items, payments } = confirmed[0]?.json ?? {}; // one that was released first is taken up again
        assert.deepEqual([confirmed[0]?.status, state, items[0].tickets.length], [200, 'sold', PLACES]);
        assert.equal(payments.length, 1);
      }
      await nothingDiffers(museum);
    });

    it('sells an order whose hold has ended, or its places to somebody else, but never both', async (test) => {
      const museum = await openMuseum(test);
      const ask = await openInstances(test, museum);
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const day = `2027-04-1${round}`;
        await limitDay(museum, day, PLACES);
        const { orderId, items } = await hold(museum, day);
        museum.clock.advance(HOLD_MS);
        const others = () => ask('/orders', { items });
        const confirm = () => ask(`/orders/${orderId}/confirm`);
        const acts = [confirm, confirm, others, others];
        const answers = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
        for (const { status, json } of answers)
          if (status > 201) assert.match(json.type, /\/(sold-out|hold-expired)$/);
        const sold = new Set(answers.flatMap(({ status, json }) => (status > 201 ? [] : json.orderId)));
        assert.equal(sold.size, 1);
        const { state } = (await museum.api('GET', `/orders/${orderId}`)).json;
        assert.equal(state, sold.has(orderId) ? 'sold' : 'released');
        assert.equal((await ticketsFor(museum, null, day)).length, PLACES);
      }
      await nothingDiffers(museum);
    });
  });

  describe('the same ticket at many gates', () => {
    it('admits a ticket once at fifty gates that scan it at once', async (test) => {
      const museum = await openMuseum(test);
      const connections = new Connections(GATES);
      test.after(() => connections.close());
      for (let round = 0; round < ROUNDS; round++) {
        const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
        const answers = await Promise.all(
          Array.from({ length: GATES }, (_, gate) =>
            connections.ask(museum.port, 'POST', '/v1.1/check-ins', {
              headers: { authorization: credentials('gate') },
              body: { ticketId, gate: `Door ${gate}` },
            }),
          ),
        );
        assert.deepEqual(counted(answers), { admitted: 1, 'already-admitted': GATES - 1 });
        assert.equal(await passagesOf(museum.store, ticketId), 1);
      }
      assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, ROUNDS * GATES);
      assert.equal((await museum.api('GET', '/occupancy')).json.inside, ROUNDS);
    });

    it('lets in once with a card that is shown at fifty doors of two instances at once, and tells them apart from others', async (test) => {
      const museum = await openMuseum(test);
      const card = { card: 'museumkaart', name: 'Museumkaart', pattern: '#{8}', category: 'standard' };
      await museum.api('PUT', '/cards', { body: [{ ...card, mode: 'show', perDay: 1, offline: 'admit' }] });
      const ask = await askInstances(test, museum);
      const show = (code: string) =>
        ask('POST', '/check-ins', { as: 'gate', body: { code, shown: true, gate: code } });
      const shown = await Promise.all(
        FIFTY.flatMap((door) => [show('12345678'), show(`${87654300 + door}`)]),
      );
      const came = shown.map(({ json }) => json).filter(({ verdict }) => verdict === 'admitted');
      assert.equal(came.length, 1 + FIFTY.length);
      assert.equal((await museum.api('GET', '/occupancy')).json.inside, 1 + FIFTY.length);
      await nothingDiffers(museum);
    });

    it('refuses two passages of a ticket with one turn, whoever writes them', async (test) => {
      const museum = await openMuseum(test);
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      await museum.api('POST', '/check-ins', { body: { ticketId } });
      const again = museum.store.transaction((tx) =>
        tx.run(
          `INSERT INTO check_ins (check_in_id, scan_hash, number, ticket_date, turn, direction, verdict, message, day, at, recorded_at, is_conflict)
           SELECT ?, '', number, ticket_date, turn, direction, verdict, message, day, at, recorded_at, 0 FROM check_ins`,
          [uuidV7(0)],
        ),
      );
      await assert.rejects(again, { name: 'UniqueViolation' });
    });
  });

  describe('requests at once', () => {
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
      const listed = await museum.store.all('SELECT day FROM slots WHERE listed = 1 ORDER BY day');
      assert.deepEqual(
        listed.map(({ day }) => day),
        last.dates,
      );
    });

    it('keeps both of two changes made at once to different fields', async (test) => {
      const museum = await openMuseum(test);
      const { eventId } = await createEvent(museum);
      const path = `/special-events/${eventId}`;
      for (const index of FIFTY.slice(0, 10)) {
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

    it('changes a rule for one of all who have seen the same of it, at two services on one database', async (test) => {
      const museum = await openMuseum(test, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
      const ask = await askInstances(test, museum);
      const { eventId } = await createEvent(museum);
      const added = { url: 'http://127.0.0.1:9/news', types: ['*'], enabled: false };
      const { webhookId } = (await museum.api('POST', '/webhooks', { body: added })).json;
      const prices = (index: number) => [{ category: 'standard', price: index + 1 }];
      const rules: [method: string, path: string, change: (index: number) => object][] = [
        ['PUT', '/capacity/general', (index) => ({ capacity: index })],
        ['PUT', `/capacity/general/${DAY}`, (index) => ({ capacity: 100 + index })],
        ['PUT', `/capacity/events/${eventId}`, (index) => ({ capacity: index })],
        ['PUT', '/general-entry/prices', prices],
        ['PUT', `/special-events/${eventId}/prices`, prices],
        ['PUT', `/special-events/${eventId}/texts`, (index) => ({ texts: { de: { name: `${index}` } } })],
        [
          'PUT',
          `/special-events/${eventId}/times/2027-03-14`,
          (index) => ({ times: [`${index + 1}:00`.padStart(5, '0')] }),
        ],
        ['PUT', `/museum-hours/${DAY}`, (index) => ({ timeOpen: `10:${10 + index}`, timeClose: '17:00' })],
        ['PATCH', `/webhooks/${webhookId}`, (index) => ({ description: `Number ${index}` })],
      ];
      for (const [method, path, change] of rules) {
        const all = (headers: Record<string, string>) =>
          Promise.all(
            FIFTY.slice(0, 10).map((index) =>
              ask(method, path, { body: change(index), headers, as: 'admin' }),
            ),
          );
        assert.deepEqual(countStatuses(await all({})), { 200: 10 }, `${path}: the last writer wins`);
        const tag = (await museum.api('GET', path)).headers.etag as string;
        await ask(method, path, { body: change(20), headers: { 'if-match': tag }, as: 'admin' });
        const seen = (await museum.api('GET', path)).headers.etag as string;
        assert.deepEqual(countStatuses(await all({ 'if-match': seen })), { 200: 1, 412: 9 }, path);
      }
      await nothingDiffers(museum);
    });

    it('changes a webhook in every way at once, and sells meanwhile, without anybody waiting for somebody who waits for them', async (test) => {
      const museum = await openMuseum(test, { settings: { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' } });
      const ask = await askInstances(test, museum);
      const added = { url: 'http://127.0.0.1:9/news', types: ['*'] };
      const { webhookId } = (await museum.api('POST', '/webhooks', { body: added })).json;
      const path = `/webhooks/${webhookId}`;
      const headers = { 'if-match': '*' };
      const change = (body: object, more = {}) => ask('PATCH', path, { body, as: 'admin', ...more });
      const act = (action: string) => ask('POST', `${path}/${action}`, { as: 'admin' });
      const sell = () => ask('POST', '/tickets', { body: generalPurchase() });
      for (let round = 0; round < 3; round += 1) {
        const crowd = FIFTY.slice(0, 5).flatMap((index) => [
          ...[change({ description: `${index}` }), change({ enabled: true }, { headers })],
          ...[act('rotate'), act('test'), sell()],
        ]);
        assert.deepEqual(countStatuses(await Promise.all(crowd)), { 200: 15, 201: 10 });
        for (const enabled of [false, true]) {
          const few = [change({ enabled }), change({ enabled }, { headers }), act('rotate'), sell()];
          assert.deepEqual(countStatuses(await Promise.all(few)), { 200: 3, 201: 1 });
        }
      }
      await nothingDiffers(museum);
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

    it('makes a draft of an event, or sells it, whole or at a time, but never both', async (test) => {
      const museum = await openMuseum(test);
      for (let round = 0; round < 2 * ROUNDS; round += 1) {
        const { eventId } = await createEvent(museum);
        const at = round % 2 === 0 ? {} : { entryTime: '11:00' };
        if (round % 2 === 1) await put(museum, `/special-events/${eventId}/times`, { times: ['11:00'] });
        const purchase = eventPurchase(eventId, at);
        const [draft, ...sales] = await Promise.all([
          museum.api('PUT', `/special-events/${eventId}/visibility`, { body: { visibility: 'draft' } }),
          ...FIFTY.map(() => museum.api('POST', '/tickets', { body: purchase })),
        ]);
        const sold = sales.filter(({ status }) => status === 201);
        if (sold.length > 0) assertRefused(draft, 409, 'event-sold');
        else assert.equal(draft.status, 200);
        for (const answer of sales.filter(({ status }) => status !== 201))
          assertRefused(answer, 409, 'not-announced');
      }
      await nothingDiffers(museum);
    });
  });

  describe('changes of the programme at two services on one database', () => {
    it('calls off what does not take place, and nothing else, while days are closed, opened, taken off and sold', async (test) => {
      const museum = await openMuseum(test);
      const ask = await askInstances(test, museum);
      const eventId = await announce(museum);
      await limitEvent(museum, eventId, null);
      if (museum.database.kind === 'postgres') await showUnlockedClosing(museum);
      const change = (method: string, path: string, body: object) =>
        ask(method, path, { body, as: 'manager' });
      const hours = `/museum-hours/${DAY}`;
      const sold: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const sales = FIFTY.slice(0, 20).map((index) => {
          const body =
            index % 2 ? eventPurchase(eventId, { ticketDate: DAY }) : generalPurchase({ ticketDate: DAY });
          return ask('POST', '/tickets', { body });
        });
        const changes = [
          change('PUT', hours, { closed: true, reason: 'Flood' }),
          change('PUT', hours, { timeOpen: '10:00', timeClose: '17:00' }),
          change('PATCH', `/special-events/${eventId}`, { dates: [OTHER_DAY] }),
          change('PATCH', `/special-events/${eventId}`, { dates: [DAY, OTHER_DAY] }),
          change('POST', '/museum-hours/close', { from: DAY, to: DAY, events: { [eventId]: 'called-off' } }),
        ];
        for (const { status, text } of await Promise.all(changes)) assert.equal(status, 200, text);
        for (const { status, json, text } of await Promise.all(sales)) {
          if (status === 201) sold.push(json.ticketId);
          else assert.match(text, /museum-closed|not-an-event-day/);
        }
        await nothingDiffers(museum);
        const isClosed = (await museum.api('GET', hours)).json.closed === true;
        const { dates } = (await museum.api('GET', `/special-events/${eventId}`)).json;
        for (const ticketId of sold) {
          const { ticketType, state } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
          const isOff = ticketType === 'general' ? isClosed : !dates.includes(DAY);
          assert.equal(state, isOff ? 'cancelled' : 'valid');
        }
        await change('PUT', hours, { timeOpen: '10:00', timeClose: '17:00' });
        await change('PATCH', `/special-events/${eventId}`, { dates: [DAY, OTHER_DAY] });
      }
    });

    it('postpones a date with all that was sold or held for it, while that is sold, held, confirmed and made void', async (test) => {
      const museum = await openMuseum(test);
      const ask = await askInstances(test, museum);
      const eventId = await announce(museum);
      await limitEvent(museum, eventId, null);
      const item = { ticketType: 'event', eventId, ticketDate: DAY, quantity: 2 };
      const order = (more: object = {}) => ask('POST', '/orders', { body: { items: [item], ...more } });
      const placed = await Promise.all(
        FIFTY.slice(0, 12).map((index) => order(index % 2 ? { hold: HOLD_MS / 1_000 } : {})),
      );
      const [to, reason] = ['2027-03-12', 'Ill'];
      const answers = await Promise.all([
        ask('POST', `/special-events/${eventId}/postpone`, {
          body: { from: DAY, to, reason },
          as: 'manager',
        }),
        ...placed.map(({ json: { orderId, state } }) =>
          state === 'held'
            ? ask('POST', `/orders/${orderId}/confirm`, { body: {} })
            : ask('POST', `/orders/${orderId}/void`, { body: { reason }, as: 'manager' }),
        ),
        ...FIFTY.slice(0, 10).map((index) => order(index % 2 ? { hold: HOLD_MS / 1_000 } : {})),
      ]);
      for (const { status, text } of answers) assert.ok(status < 400 || /not-an-event-day/.test(text), text);
      const left = await museum.store.get<{ count: number }>(
        `SELECT count(*) AS count FROM tickets WHERE ticket_date = ?
            AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number)`,
        [DAY],
      );
      assert.equal(Number(left?.count), 0);
      const held = await museum.store.all<{ items: string }>("SELECT items FROM orders WHERE state = 'held'");
      for (const { items } of held) assert.ok(!items.includes(DAY), items);
      await nothingDiffers(museum);
    });
  });
});

/** Without the locks of a change of the programme, a sale that has begun is not seen by who closes the day. */
async function showUnlockedClosing(museum: Museum): Promise<void> {
  const { store, clock } = museum;
  const [day, today] = [calendarDay(DAY), calendarDay(TODAY)];
  const sell = (places: number) => (tx: Transaction) =>
    tx.run("UPDATE slots SET sold = sold + ? WHERE product = 'general' AND day = ?", [places, day]);
  const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: DAY }));
  await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
  await store.transaction(async (tx) => {
    await sell(1)(tx);
    await store.transaction(async (closing) => {
      const now = clock.now();
      await setDay({ tx: closing, actor: SERVICE, now }, day, { opening: null, reason: null });
      await keepCalledOff(closing, 'general', { now, today });
    });
  });
  assert.deepEqual(await findNotKept(store, { now: clock.now(), today }), ['general']);
  await store.transaction(sell(-1));
  assert.equal((await museum.api('DELETE', `/museum-hours/${DAY}`)).status, 204);
}

/** Opens a second instance. @returns what asks both in turn, as a cashier */
async function askInstances(test: TestContext, museum: Museum) {
  const config = readConfig({ PORT: '0', MUSEUM_TIME_ZONE: 'Europe/Berlin' });
  const other = await createApp(
    { ...config, database: museum.database },
    { clock: museum.clock, log: pino({ level: 'silent' }) },
  );
  test.after(() => other.close());
  const ports = [museum.port, Number(new URL(await other.listen()).port)];
  const connections = new Connections();
  test.after(() => connections.close());
  let turn = 0;
  const ask: Museum['api'] = (method, path, { as = 'cashier', headers, ...rest } = {}) => {
    const signed = { authorization: credentials(as) as string, ...headers };
    return connections.ask(ports[turn++ % 2] as number, method, `/v1.1${path}`, { ...rest, headers: signed });
  };
  return ask;
}

/** The same for what is sold. */
async function openInstances(test: TestContext, museum: Museum) {
  const ask = await askInstances(test, museum);
  return (path: string, body?: object, key?: string) =>
    ask('POST', path, {
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(body && { body }),
    });
}

/** Holds all places of a day, or as many. */
async function hold(museum: Museum, ticketDate: string) {
  const items = [{ ticketType: 'general', ticketDate, quantity: PLACES }];
  const { status, json, text } = await museum.api('POST', '/orders', {
    body: { items, hold: HOLD_MS / 1_000 },
  });
  assert.equal(status, 201, text);
  return { orderId: json.orderId as string, items };
}

async function limitDay(museum: Museum, day: string, capacity: number): Promise<void> {
  const { status } = await museum.api('PUT', `/capacity/general/${day}`, { body: { capacity } });
  assert.equal(status, 200);
}

async function announce(museum: Museum): Promise<string> {
  const body = { name: 'Night', location: 'Hall', eventDescription: '', dates: [DAY, OTHER_DAY], price: 1 };
  const { eventId } = (await museum.api('POST', '/special-events', { body })).json;
  await limitEvent(museum, eventId, PLACES);
  return eventId;
}

async function limitEvent(museum: Museum, eventId: string, capacity: number | null): Promise<void> {
  const { status } = await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity } });
  assert.equal(status, 200);
}

/** Changes the capacity again and again, and takes the day off and puts it back in between. */
async function rearrange(museum: Museum, eventId: string, capacities: readonly number[]): Promise<void> {
  for (const capacity of capacities) {
    await limitEvent(museum, eventId, capacity);
    for (const dates of [[OTHER_DAY], [OTHER_DAY, DAY]]) {
      const changed = await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates } });
      assert.deepEqual(changed.json.dates, dates);
    }
  }
}

/** @returns how many tickets were sold for the day each time that it was closed */
async function closeAndOpen(museum: Museum, day: string): Promise<number[]> {
  const told: number[] = [];
  for (let time = 1; time <= 5; time++) {
    const closed = await museum.api('PUT', `/museum-hours/${day}`, {
      body: { closed: true, reason: 'Flood' },
    });
    told.push(closed.json.ticketsSold);
    const { status } = await museum.api('DELETE', `/museum-hours/${day}`);
    assert.equal(status, 204);
  }
  return told;
}

/** Buyers, each with a connection of its own. */
function openDoors(museum: Museum) {
  const connections = new Connections(BUYERS);
  return {
    goHome: () => connections.close(),
    /** Each asks for one ticket, all at once. Without an event it is for general entry. `wanted`: what else each asks for. */
    async buy(
      eventId: string | undefined,
      ticketDate: string,
      buyers = BUYERS,
      wanted: (buyer: number) => object = () => ({}),
    ): Promise<Answer[]> {
      const kind = eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId };
      return Promise.all(
        Array.from({ length: buyers }, (_, buyer) =>
          connections.ask(museum.port, 'POST', '/v1.1/tickets', {
            headers: { authorization: credentials('cashier') },
            body: { ...kind, ticketDate, email: `buyer-${buyer}@example.com`, ...wanted(buyer) },
          }),
        ),
      );
    },
  };
}

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function ticketIds(answers: readonly Answer[]): string[] {
  return answers.map(({ json }) => json.ticketId).sort();
}

async function counterOf({ store }: Museum, eventId: string, day: string, startsAt = ''): Promise<number> {
  const row = await store.get<{ sold: number }>(
    'SELECT sold FROM slots WHERE product = ? AND day = ? AND starts_at = ?',
    [eventId, day, startsAt],
  );
  return row?.sold ?? 0;
}

/** The places of each ticket that was sold for an entry time of the event. */
async function ticketPlaces({ store }: Museum, eventId: string, entryTime: string): Promise<number[]> {
  const rows = await store.all<{ places: number }>(
    'SELECT coalesce(places, 1) AS places FROM tickets WHERE event_id = ? AND entry_time = ?',
    [eventId, entryTime],
  );
  return rows.map(({ places }) => Number(places));
}

/** The ids of the tickets, in order. Without an event, of general entry. */
async function ticketsFor({ store }: Museum, eventId: string | null, day: string): Promise<string[]> {
  const rows = await store.all<{ ticket_id: string }>(
    `SELECT ticket_id FROM tickets WHERE ticket_date = ? AND event_id IS ${eventId === null ? '' : 'NOT '}NULL
        AND coalesce(event_id, '') = ? ORDER BY ticket_id`,
    [day, eventId ?? ''],
  );
  return rows.map(({ ticket_id }) => ticket_id);
}

async function nothingDiffers({ database }: Museum): Promise<void> {
  const differences: string[] = [];
  await inspectStore(database, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) differences.push(difference);
  });
  assert.deepEqual(differences, []);
}

/** What must be the same when an answer is given again. */
function told(answer: Answer | undefined) {
  return { status: answer?.status, location: answer?.headers.location, text: answer?.text };
}

async function countTickets({ store }: Museum): Promise<number> {
  const row = await store.get<{ count: number }>('SELECT count(*) AS count FROM tickets');
  return row?.count ?? 0;
}

async function passagesOf(store: Store, ticketId: string): Promise<number> {
  const rows = await store.all('SELECT turn FROM check_ins WHERE ticket_id = ? AND turn IS NOT NULL', [
    ticketId,
  ]);
  return rows.length;
}

function counted(answers: readonly { json: { verdict: string; reason?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { json } of answers) {
    const told = json.reason ?? json.verdict;
    counts[told] = (counts[told] ?? 0) + 1;
  }
  return counts;
}
