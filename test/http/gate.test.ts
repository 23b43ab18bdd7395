import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeJobs } from '../../fixtures/contents.ts';
import { describeOnDatabase, describeOnEachDatabase } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { findAccountId } from '../../src/accounts/index.ts';
import { ConfirmationCodes, findKeys, KeyRing, rotateKeys, signTicketCode } from '../../src/codes/index.ts';
import { newSigningKey, type SigningKey } from '../../src/codes/ticket-keys.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { calendarDay } from '../../src/core/calendar-day.ts';
import { type Uuid, uuidV7 } from '../../src/core/uuid.ts';
import { Gate } from '../../src/gate/index.ts';
import { MuseumDays } from '../../src/hours/index.ts';
import { settingsOf } from '../../src/settings/index.ts';

const TOMORROW = '2027-03-02';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ids = (() => {
  let count = 0;
  return () => `0199f3a2-7b1c-4d3e-8f4a-${(++count).toString(16).padStart(12, '0')}`;
})();

const forToday = () => generalPurchase({ ticketDate: TODAY });

describeOnDatabase((openMuseum) => {
  it('admits a ticket once, says when and where, and lets it in again after it has left', async (test) => {
    const museum = await openMuseum(test);
    const ticket = await buyTicket(museum, forToday());
    const first = await scan(museum, { ticketId: ticket.ticketId, gate: 'East door' });
    assert.equal(first.status, 201);
    assert.deepEqual(
      [first.json.verdict, first.json.message, first.json.at],
      ['admitted', 'General entry, Monday 1 March.', '2027-03-01T10:00:00.000Z'],
    );
    assert.deepEqual(first.json.ticket, {
      ticketId: ticket.ticketId,
      ticketType: 'general',
      ticketDate: TODAY,
      category: 'standard',
      places: 1,
      confirmationCode: ticket.confirmationCode,
    });
    museum.clock.advance(34 * MINUTE);
    const second = await scan(museum, { confirmationCode: ticket.confirmationCode });
    assert.equal(second.status, 201);
    const { checkInId: _, ticket: __, ...told } = second.json;
    assert.deepEqual(told, {
      verdict: 'refused',
      reason: 'already-admitted',
      message: 'Admitted at 11:00 at East door, 34 minutes ago.',
      at: '2027-03-01T10:34:00.000Z',
      earlier: { at: '2027-03-01T10:00:00.000Z', gate: 'East door' },
    });
    const left = await scan(museum, { ticketId: ticket.ticketId, direction: 'out' });
    assert.equal(left.json.verdict, 'left');
    const again = await scan(museum, { ticketId: ticket.ticketId, direction: 'out' });
    assert.deepEqual([again.json.verdict, again.json.reason], ['refused', 'not-inside']);
    const back = await scan(museum, { ticketId: ticket.ticketId });
    assert.equal(back.json.verdict, 'admitted');
  });

  it('admits by a confirmation code as people type it, in capitals and with a space', async (test) => {
    const museum = await openMuseum(test);
    const { confirmationCode } = await buyTicket(museum, forToday());
    const { json } = await scan(museum, { confirmationCode: ` ${confirmationCode.toUpperCase()}\n` });
    assert.deepEqual([json.verdict, json.ticket?.confirmationCode], ['admitted', confirmationCode]);
  });

  it('refuses what is no ticket, of this museum or any more', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum, { dates: [TODAY] });
    const other = await createEvent(museum, { name: 'The night of the moths', dates: [TODAY] });
    const forEvent = await buyTicket(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
    const forOther = await buyTicket(museum, eventPurchase(other.eventId, { ticketDate: TODAY }));
    const later = await buyTicket(museum, generalPurchase());
    const voided = await buyTicket(museum, forToday());
    await museum.api('POST', `/tickets/${voided.ticketId}/void`, { body: { reason: 'Ill' } });
    await museum.api('DELETE', `/special-events/${other.eventId}`);
    const [{ key }] = (await findKeys(museum.store)) as unknown as [{ key: SigningKey }];
    const claims = {
      ticketId: event.eventId,
      ticketType: 'general',
      ticketDate: calendarDay(TODAY),
    } as const;
    const signed = signTicketCode(claims, key);
    const forged = signTicketCode(claims, { ...newSigningKey(), keyId: key.keyId });
    const cases: [Record<string, unknown>, string, string][] = [
      [{ code: 'https://example.com' }, 'unreadable', 'This is not a ticket code.'],
      [{ code: '' }, 'unreadable', 'This is not a ticket code.'],
      [{ code: '\u0000\ud800 nonsense' }, 'unreadable', 'This is not a ticket code.'],
      [{ code: 'x'.repeat(60_000) }, 'unreadable', 'This is not a ticket code.'],
      [{ confirmationCode: 'nonsense' }, 'unreadable', 'This is not a ticket code.'],
      [{ code: forged }, 'forged', 'This code was not signed by the museum: it is forged or damaged.'],
      [{ code: signed.toLowerCase() }, 'unknown-ticket', 'No ticket with this code was sold.'],
      [{ ticketId: event.eventId }, 'unknown-ticket', 'No ticket with this code was sold.'],
      [
        { confirmationCode: 'ticket-general-p3wz8r-b6gta' },
        'unknown-ticket',
        'No ticket with this code was sold.',
      ],
      [
        { confirmationCode: later.confirmationCode.replace('general', 'event') },
        'unknown-ticket',
        'No ticket with this code was sold.',
      ],
      [{ ticketId: voided.ticketId }, 'void', 'This ticket was voided at 11:00.'],
      [
        { ticketId: forOther.ticketId },
        'cancelled',
        'The night of the moths on Monday 1 March was cancelled.',
      ],
      [
        { ticketId: forEvent.ticketId, admits: 'general' },
        'other-event',
        'For Sorolla and the sea; this door admits general entry.',
      ],
      [
        { ticketId: later.ticketId, admits: event.eventId },
        'other-event',
        'For general entry; this door admits Sorolla and the sea.',
      ],
      [{ ticketId: later.ticketId }, 'wrong-day', 'For Tuesday 2 March; today is Monday 1 March.'],
    ];
    for (const [what, reason, message] of cases) {
      const { status, json } = await scan(museum, what);
      assert.deepEqual([status, json.verdict, json.reason, json.message], [201, 'refused', reason, message]);
    }
    const kept = await museum.store.all('SELECT reason FROM check_ins');
    assert.equal(kept.length, cases.length, 'every scan is kept');
  });

  it('gives the same answer for ever to the same id and scan, and 422 to another scan', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkInId = ids();
    const first = await scan(museum, { ticketId, checkInId, gate: 'East door' });
    museum.clock.advance(90 * 24 * HOUR);
    await museum.restart();
    const again = await scan(museum, { ticketId, checkInId: checkInId.toUpperCase(), gate: 'East door' });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(again.text, first.text);
    const others = [
      { ticketId: ids() },
      { direction: 'out' },
      { gate: 'West door' },
      { admits: 'general' },
      { override: 'Forgot her coat' },
    ];
    for (const otherwise of others) {
      const body = { ticketId, checkInId, gate: 'East door', ...otherwise };
      assert.deepEqual(
        outcome(await scan(museum, body, 'cashier')),
        [422, '/problems/check-in-id-reused'],
        JSON.stringify(otherwise),
      );
    }
  });

  it('gives the same answer to a scan that is repeated after it was undone', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkInId = ids();
    const first = await scan(museum, { ticketId, checkInId });
    assert.equal((await museum.api('POST', `/check-ins/${checkInId}/undo`)).status, 200);
    assert.equal((await scan(museum, { ticketId, checkInId })).text, first.text);
    const checkIns = [{ checkInId, ticketId, at: first.json.at, verdict: 'admitted' }];
    const batch = await museum.api('POST', '/check-ins/batch', { body: { checkIns } });
    assert.deepEqual(batch.json, [first.json]);
  });

  it('writes down who let in whom, though both came through in one moment', async (test) => {
    const museum = await openMuseum(test);
    const { store, clock } = museum;
    const timeZone = 'Europe/Berlin';
    const codes = await ConfirmationCodes.open(store, clock);
    const days = new MuseumDays(store, clock, timeZone);
    const keys = new KeyRing(store);
    const gate = new Gate({
      store,
      clock,
      days,
      keys,
      codes,
      timeZone,
      settings: { now: settingsOf({}, {}) },
    });
    const scans = [];
    for (const role of ['gate', 'cashier'] as const) {
      const { ticketId } = await buyTicket(museum, forToday());
      const accountId = (await findAccountId(store, role)) as Uuid;
      scans.push([{ accountId, role, channel: 'api' }, { ticketId }] as const);
    }
    await Promise.all(scans.map(([actor, scan]) => gate.scan(actor, scan)));
    const { json: told } = await museum.api('GET', '/journal?kind=tickets.admitted');
    assert.deepEqual(told.map(({ account }: { account: string }) => account).toSorted(), ['cashier', 'gate']);
  });

  it('lets in all the same whom somebody answers for, where that is possible', async (test) => {
    const museum = await openMuseum(test);
    const later = await buyTicket(museum, generalPurchase());
    const override = 'Came a day early, house half empty';
    const let_in = await scan(museum, { ticketId: later.ticketId, override }, 'cashier');
    assert.deepEqual(
      [let_in.json.verdict, let_in.json.message],
      ['admitted', 'Admitted anyway. For Tuesday 2 March; today is Monday 1 March.'],
    );
    await museum.api('POST', `/tickets/${later.ticketId}/void`, { body: { reason: 'x', force: true } });
    const voided = await scan(museum, { ticketId: later.ticketId, override }, 'cashier');
    assert.equal(voided.json.reason, 'void');
    const gate = await scan(museum, { ticketId: later.ticketId, override }, 'gate');
    assert.deepEqual([gate.status, gate.json.type], [403, '/problems/forbidden']);
  });

  it('takes an admission back, for whoever made it and for whoever is in charge', async (test) => {
    const museum = await openMuseum(test);
    const [one, other] = [await buyTicket(museum, forToday()), await buyTicket(museum, forToday())];
    const undo = (id: string, as: Asker) => museum.api('POST', `/check-ins/${id}/undo`, { as });
    const mine = (await scan(museum, { ticketId: one.ticketId }, 'gate')).json.checkInId;
    assert.deepEqual(outcome(await undo(mine, 'cashier')), [409, '/problems/not-undoable']);
    const undone = await undo(mine, 'gate');
    assert.deepEqual([undone.status, undone.json.undoneAt], [200, '2027-03-01T10:00:00.000Z']);
    assert.deepEqual(outcome(await undo(mine, 'gate')), [409, '/problems/not-undoable']);
    const again = (await scan(museum, { ticketId: one.ticketId }, 'gate')).json;
    assert.equal(again.verdict, 'admitted');

    museum.clock.advance(MINUTE);
    await scan(museum, { ticketId: one.ticketId, direction: 'out' });
    assert.deepEqual(outcome(await undo(again.checkInId, 'gate')), [409, '/problems/not-undoable'], 'left');
    museum.clock.advance(MINUTE);
    const back = (await scan(museum, { ticketId: one.ticketId }, 'gate')).json.checkInId;
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => undo(back, 'gate')));
    assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, 409, 409, 409]);

    const late = (await scan(museum, { ticketId: other.ticketId }, 'gate')).json.checkInId;
    museum.clock.advance(10 * MINUTE + 1);
    assert.deepEqual(outcome(await undo(late, 'gate')), [409, '/problems/not-undoable']);
    assert.equal((await undo(late, 'manager')).status, 200);
    const refused = (await scan(museum, { code: 'nothing' })).json.checkInId;
    assert.deepEqual(outcome(await undo(refused, 'admin')), [409, '/problems/not-undoable']);
    assert.deepEqual(outcome(await undo(ids(), 'admin')), [404, '/problems/check-in-not-found']);
    const gone = (await scan(museum, { ticketId: other.ticketId }, 'gate')).json.checkInId;
    museum.clock.advance(24 * HOUR);
    assert.deepEqual(outcome(await undo(gone, 'admin')), [409, '/problems/not-undoable']);
  });

  it('takes an admission back within ten minutes for whoever made it, after midnight too', async (test) => {
    const museum = await openMuseum(test);
    museum.clock.advance(13 * HOUR - 2 * MINUTE); // 23:58
    const made: [Asker, string][] = [];
    for (const as of ['gate', 'manager', 'admin'] as const) {
      const { ticketId } = await buyTicket(museum, forToday());
      made.push([as, (await scan(museum, { ticketId }, as)).json.checkInId]);
    }
    museum.clock.advance(10 * MINUTE);
    const undo = (id: string | undefined, as: Asker) => museum.api('POST', `/check-ins/${id}/undo`, { as });
    assert.deepEqual(outcome(await undo(made[0]?.[1], 'manager')), [409, '/problems/not-undoable']);
    for (const [as, id] of made) assert.equal((await undo(id, as)).status, 200, as);
  });

  it('judges by when a gate without a network took back an admission that it had decided itself', async (test) => {
    const museum = await openMuseum(test);
    const { clock } = museum;
    /** Admitted now, taken back so much later by a clock that is so far ahead, and said after two hours. */
    const undo = async (later: number, ahead = 0, as: Asker = 'gate') => {
      const { ticketId } = await buyTicket(museum, forToday());
      const at = (time: number) => new Date(time + ahead).toISOString();
      const checkInId = uuidV7(clock.now());
      const checkIns = [{ checkInId, ticketId, at: at(clock.now()), verdict: 'admitted' }];
      const undoneAt = at(clock.now() + later);
      clock.advance(2 * HOUR);
      const sentAt = at(clock.now());
      const handed = await museum.api('POST', '/check-ins/batch', { body: { checkIns, sentAt }, as });
      assert.equal(handed.status, 200, handed.text);
      const query = new URLSearchParams({ undoneAt, sentAt });
      const answer = await museum.api('POST', `/check-ins/${checkInId}/undo?${query}`, { as });
      const { state } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
      return { status: answer.status, reason: answer.json.reason, undoneAt: answer.json.undoneAt, state };
    };
    const inTime = { status: 200, reason: undefined, state: 'valid' };
    const late = { status: 409, reason: 'too-late', undoneAt: undefined, state: 'admitted' };
    const at = (later: number) => new Date(clock.now() + later).toISOString();
    assert.deepEqual(await undo(MINUTE), { ...inTime, undoneAt: at(MINUTE - 2 * HOUR) });
    // A clock that is far off is put right; one that is a little off costs nobody their ten minutes.
    assert.deepEqual(await undo(9 * MINUTE, -HOUR), { ...inTime, undoneAt: at(9 * MINUTE - 2 * HOUR) });
    for (const ahead of [-2 * MINUTE, 2 * MINUTE])
      assert.equal((await undo(10 * MINUTE, ahead)).status, 200, `${ahead}`);
    assert.deepEqual(await undo(13 * MINUTE), late);
    assert.deepEqual(await undo(13 * MINUTE, -HOUR), late);
    clock.advance(-clock.now() + Date.parse('2027-03-01T22:00:00Z')); // 23:00
    assert.equal((await undo(40 * MINUTE, 0, 'manager')).status, 200);
  });

  it('believes no device about an admission that the service decided, or that was recorded long ago', async (test) => {
    const museum = await openMuseum(test);
    const { clock } = museum;
    const oneScan = async () => {
      const { ticketId } = await buyTicket(museum, forToday());
      return { checkInId: uuidV7(clock.now()), ticketId };
    };
    const [online, offline, other] = [await oneScan(), await oneScan(), await oneScan()];
    const at = new Date(clock.now()).toISOString();
    await scan(museum, online, 'cashier');
    await scan(museum, other, 'cashier');
    const hand = (checkIn: object) =>
      museum.api('POST', '/check-ins/batch', { body: { checkIns: [checkIn] }, as: 'cashier' });
    await hand({ ...offline, at, verdict: 'admitted' });
    clock.advance(11 * MINUTE);
    const query = new URLSearchParams({ undoneAt: new Date(clock.now() - 10 * MINUTE).toISOString() });
    for (const { checkInId, ticketId } of [online, offline]) {
      const undone = await museum.api('POST', `/check-ins/${checkInId}/undo?${query}`, { as: 'cashier' });
      assert.deepEqual([undone.status, undone.json.reason], [409, 'too-late']);
      const voided = await museum.api('POST', `/tickets/${ticketId}/void`, {
        body: { reason: 'Never came' },
        as: 'cashier',
      });
      assert.deepEqual(outcome(voided), [409, '/problems/ticket-admitted']);
    }
    // Nor does it help to say that the visitor was turned away.
    const told = await hand({ ...other, at, verdict: 'refused' });
    assert.deepEqual([told.status, told.json[0].verdict], [200, 'admitted']);
  });

  it('takes an admission back once, and says so to whoever asks again', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const { checkInId } = (await scan(museum, { ticketId }, 'gate')).json;
    const undo = (query = '') => museum.api('POST', `/check-ins/${checkInId}/undo${query}`, { as: 'gate' });
    assert.equal((await undo('?undoneAt=yesterday')).status, 400);
    assert.equal((await undo()).status, 200);
    for (const query of ['', '?undoneAt=2027-03-01T10:00:00Z'])
      assert.equal((await undo(query)).json.reason, 'undone');
  });

  it('lets a day last until closing time where that lies after midnight', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const [one, other] = [await buyTicket(museum, forToday()), await buyTicket(museum, forToday())];
    museum.clock.advance(14 * HOUR + 59 * MINUTE); // 01:59 in Berlin
    assert.equal((await scan(museum, { ticketId: one.ticketId })).json.verdict, 'admitted');
    const { date, admitted } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([date, admitted], [TODAY, 1]);
    const stateOfOther = async () => (await museum.api('GET', `/tickets/${other.ticketId}`)).json.state;
    assert.equal(await stateOfOther(), 'valid');
    const snapshot = (await museum.api('GET', '/gate/snapshot')).json;
    assert.deepEqual([snapshot.day, snapshot.validUntil], [TODAY, '2027-03-02T01:00:00.000Z']);
    museum.clock.advance(MINUTE);
    assert.equal(await stateOfOther(), 'expired');
    const late = (await scan(museum, { ticketId: other.ticketId })).json;
    assert.deepEqual(
      [late.reason, late.message],
      ['wrong-day', 'For Monday 1 March; today is Tuesday 2 March.'],
    );
  });

  it('ends a late day once, in the nights in which the clocks change too', async (test) => {
    for (const [evening, validUntil] of [
      ['2027-03-27', '2027-03-28T01:00:00.000Z'], // 02:30 is skipped
      ['2027-10-30', '2027-10-31T00:30:00.000Z'], // and shown twice
    ]) {
      const noon = Date.parse(`${evening}T12:00:00Z`);
      const museum = await openMuseum(test, { clock: manualClock(noon) });
      await museum.api('PUT', `/museum-hours/${evening}`, {
        body: { timeOpen: '18:00', timeClose: '02:30' },
      });
      const day = async () => (await museum.api('GET', '/occupancy')).json.date;
      assert.equal((await museum.api('GET', '/gate/snapshot')).json.validUntil, validUntil);
      museum.clock.advance(Date.parse(`${validUntil}`) - noon - 1);
      assert.equal(await day(), evening);
      for (let minute = 0; minute < 90; minute += 15) {
        museum.clock.advance(minute === 0 ? 1 : 15 * MINUTE);
        assert.notEqual(await day(), evening);
      }
    }
  });

  it('counts whoever leaves after the day is over as having left it', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const { ticketId } = await buyTicket(museum, forToday());
    await scan(museum, { ticketId });
    museum.clock.advance(15 * HOUR); // 02:00 in Berlin
    assert.equal((await scan(museum, { ticketId, direction: 'out' })).json.verdict, 'left');
    const evening = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    assert.deepEqual([evening.admitted, evening.left, evening.inside], [1, 1, 0]);
    const morning = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([morning.admitted, morning.left, morning.quarterHours], [0, 0, []]);
    const { total } = (await museum.api('GET', `/reports/visits?startDate=${TODAY}&endDate=${TODAY}&by=day`))
      .json;
    assert.deepEqual([total.admitted, total.left], [1, 1]);
  });

  it('takes a day on which the house is open round the clock to last until the same time of the next', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '09:00', timeClose: '09:00' } });
    const { validUntil } = (await museum.api('GET', '/gate/snapshot')).json;
    assert.equal(validUntil, '2027-03-02T08:00:00.000Z');
  });

  it('counts tickets of both days for the earlier one between midnight and closing', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const event = await createEvent(museum, { dates: [TOMORROW] });
    const earlier = await buyTicket(museum, forToday());
    const later = await buyTicket(museum, generalPurchase({ ticketDate: TOMORROW }));
    const evening = await buyTicket(museum, eventPurchase(event.eventId, { ticketDate: TOMORROW }));
    museum.clock.advance(13 * HOUR + 10 * MINUTE); // 00:10 in Berlin
    for (const { ticketId } of [earlier, later, evening])
      assert.equal((await scan(museum, { ticketId })).json.verdict, 'admitted');
    museum.clock.advance(20 * MINUTE);
    await scan(museum, { ticketId: later.ticketId, direction: 'out' });
    const { date, admitted, left, inside, events, quarterHours } = (await museum.api('GET', '/occupancy'))
      .json;
    assert.deepEqual({ date, admitted, left, inside }, { date: TODAY, admitted: 3, left: 1, inside: 2 });
    assert.deepEqual(events, [
      { eventId: null, name: 'General entry', sold: 1, admitted: 2 },
      { eventId: event.eventId, name: event.name, sold: 0, admitted: 1 },
    ]);
    assert.deepEqual(quarterHours, [
      { from: '00:00', in: 3, out: 0 },
      { from: '00:30', in: 0, out: 1 },
    ]);

    museum.clock.advance(10 * HOUR);
    const empty = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([empty.date, empty.admitted, empty.inside], [TOMORROW, 0, 0]);
    assert.equal((await scan(museum, { ticketId: evening.ticketId })).json.reason, 'already-admitted');
    assert.equal((await scan(museum, { ticketId: later.ticketId })).json.verdict, 'admitted');
    const report = await museum.api('GET', `/reports/visits?startDate=${TODAY}&endDate=${TOMORROW}&by=day`);
    assert.deepEqual(
      report.json.rows.map(({ date, admitted, left }: Record<string, unknown>) => [date, admitted, left]),
      [
        [TODAY, 3, 1],
        [TOMORROW, 1, 0],
      ],
    );
  });

  it('takes back for a manager, as long as the day of the ticket is on, what was admitted before closing', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const tickets = [forToday(), generalPurchase({ ticketDate: TOMORROW })];
    const [earlier, later] = await Promise.all(tickets.map((each) => buyTicket(museum, each)));
    museum.clock.advance(14 * HOUR); // 01:00 in Berlin
    const admit = async (ticketId: string) => (await scan(museum, { ticketId })).json.checkInId;
    const made = [await admit(earlier.ticketId), await admit(later.ticketId)];
    museum.clock.advance(2 * HOUR);
    const undo = (id: string) => museum.api('POST', `/check-ins/${id}/undo`, { as: 'manager' });
    assert.equal((await undo(made[0])).json.reason, 'too-late');
    assert.equal((await undo(made[1])).status, 200);
    const { admitted } = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    assert.equal(admitted, 1);
  });

  it('counts whoever goes out and comes back within one instant as inside', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    await scan(museum, { ticketId });
    museum.clock.advance(HOUR);
    for (const direction of ['out', 'in']) await scan(museum, { ticketId, direction });
    const { admitted, left, inside } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([admitted, left, inside], [1, 0, 1]);
  });

  it('counts whoever leaves by a clock that is behind as having left, and lets them in again', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    await scan(museum, { ticketId });
    museum.clock.advance(-7 * MINUTE); // or another instance, whose clock is seven minutes behind
    for (const direction of ['out', 'in', 'out']) {
      const { verdict } = (await scan(museum, { ticketId, direction })).json;
      assert.equal(verdict, direction === 'in' ? 'admitted' : 'left');
    }
    const { admitted, left, inside } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual([admitted, left, inside], [1, 1, 0]);
  });

  it('takes a ticket of which it only heard that it left for one that was never admitted', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const at = new Date(museum.clock.now()).toISOString();
    const left = { checkInId: ids(), at, ticketId, direction: 'out', verdict: 'left' };
    assert.equal((await museum.api('POST', '/check-ins/batch', { body: { checkIns: [left] } })).status, 200);
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.state, 'valid');
    const body = { reason: 'A mistake.' };
    assert.equal((await museum.api('POST', `/tickets/${ticketId}/void`, { body })).status, 200);
  });

  it('keeps the figures of a day that took place when its event is cancelled afterwards', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum, { dates: [TODAY] });
    const [{ ticketId }] = [
      await buyTicket(museum, eventPurchase(event.eventId, { ticketDate: TODAY })),
      await buyTicket(museum, eventPurchase(event.eventId, { ticketDate: TODAY })),
    ];
    await scan(museum, { ticketId, admits: event.eventId });
    museum.clock.advance(24 * HOUR);
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    const { sold, admitted, events } = (await museum.api('GET', `/occupancy?date=${TODAY}`)).json;
    assert.deepEqual([sold, admitted, events.length], [2, 1, 2]);
  });

  it('publishes a key that was rotated for as long as a ticket that it signed is admitted', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const { ticketId } = await buyTicket(museum, forToday());
    const published = async () => (await museum.ask('GET', '/.well-known/jwks.json')).json.keys.length;
    assert.equal(await published(), 1);
    await rotateKeys(museum.store, OPERATOR, museum.clock.now());
    assert.equal(await published(), 2);
    museum.clock.advance(14 * HOUR + 59 * MINUTE); // 01:59 in Berlin
    assert.equal(await published(), 2);
    assert.equal((await scan(museum, { ticketId })).json.verdict, 'admitted');
    museum.clock.advance(MINUTE);
    assert.equal(await published(), 1);
  });

  it('tells of a new key together with its rotation, though nobody has been told yet that it was rotated', async (test) => {
    const museum = await openMuseum(test);
    await buyTicket(museum, forToday());
    const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
    const rotating = rotateKeys(museum.store, OPERATOR, museum.clock.now());
    const told = async () => (await museum.api('GET', `/gate/news?since=${cursor}`)).json.keys.keys.length;
    let count = 0;
    while (count === 0) {
      await museum.ask('GET', '/.well-known/jwks.json');
      count = await told();
    }
    assert.equal(count, 2);
    await rotating;
  });

  it('counts who is inside', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum, { dates: [TODAY] });
    const general = await Promise.all([1, 2, 3].map(() => buyTicket(museum, forToday())));
    const evening = await buyTicket(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
    for (const { ticketId } of [...general.slice(0, 2), evening]) await scan(museum, { ticketId });
    museum.clock.advance(16 * MINUTE);
    await scan(museum, { ticketId: evening.ticketId, direction: 'out' });
    const { status, json } = await museum.api('GET', `/occupancy?date=${TODAY}`, { as: 'viewer' });
    assert.equal(status, 200);
    assert.deepEqual(json, {
      date: TODAY,
      sold: 4,
      admitted: 3,
      left: 1,
      inside: 2,
      entries: [
        { entry: 'ticket', admitted: 3, left: 1, inside: 2 },
        { entry: 'pass', admitted: 0, left: 0, inside: 0 },
        { entry: 'card', admitted: 0, left: 0, inside: 0 },
        { entry: 'counted', admitted: 0, left: 0, inside: 0 },
      ],
      conflicts: 0,
      events: [
        { eventId: null, name: 'General entry', sold: 3, admitted: 2 },
        { eventId: event.eventId, name: event.name, sold: 1, admitted: 1 },
      ],
      quarterHours: [
        { from: '11:00', in: 3, out: 0 },
        { from: '11:15', in: 0, out: 1 },
      ],
    });
    assert.equal((await museum.api('GET', '/occupancy', { as: 'partner' })).status, 403);
  });

  it('tells a gate what it needs to decide alone, and then what has changed', async (test) => {
    const museum = await openMuseum(test);
    const event = await createEvent(museum, { dates: [TODAY] });
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => buyTicket(museum, forToday())));
    await scan(museum, { ticketId: one.ticketId, gate: 'East door' });
    await museum.api('POST', `/tickets/${two.ticketId}/void`, { body: { reason: 'Ill' } });
    await sealEverything(museum.store);
    const answer = await museum.api('GET', '/gate/snapshot', { as: 'gate' });
    const snapshot = answer.json;
    assert.equal(answer.status, 200);
    const { keys, cursor, ...known } = snapshot;
    assert.deepEqual(known, {
      day: TODAY,
      validUntil: '2027-03-01T23:00:00.000Z',
      categories: [{ number: 0, category: 'standard', name: 'Standard', places: 1 }],
      cards: [],
      passTypes: [],
      blockedPasses: [],
      passEntries: [],
      entry: { early: 10, late: 30 },
      nights: [],
      openDays: [TODAY],
      events: [{ eventId: event.eventId, name: event.name, minutes: 60, cancelled: false }],
      cancelledDates: [],
      closedDays: [],
      postponed: [],
      admitted: [one.ticketId],
      admittedAt: [Date.parse('2027-03-01T10:00:00Z') / 1000],
      admittedGates: [0],
      gates: ['East door'],
      left: [],
      entered: [],
      enteredAt: [],
      enteredGates: [],
      exited: [],
      takenBack: [],
      void: [two.ticketId],
      exchanged: [],
      imported: [],
      revokedKeys: [],
    });
    assert.deepEqual(keys, (await museum.ask('GET', '/.well-known/jwks.json')).json);
    const headers = { 'if-none-match': answer.headers.etag };
    assert.equal((await museum.api('GET', '/gate/snapshot', { headers })).status, 304);
    const small = await museum.api('GET', '/gate/snapshot', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(small.headers['content-encoding'], 'gzip');

    const changes = async (since: string) => {
      await sealEverything(museum.store);
      return museum.api('GET', `/gate/news?since=${encodeURIComponent(since)}`, { as: 'gate' });
    };
    const nothing = (await changes(cursor)).json;
    assert.deepEqual([nothing.admitted, nothing.void, nothing.events], [[], [], []]);
    const made = (await scan(museum, { ticketId: three.ticketId })).json.checkInId;
    const scanned = await changes(cursor);
    assert.deepEqual(scanned.json.admitted, [three.ticketId]);
    assert.ok(scanned.bytes.length < 1_000);
    await scan(museum, { ticketId: one.ticketId, direction: 'out' });
    await museum.api('POST', `/check-ins/${made}/undo`);
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    const later = (await changes(scanned.json.cursor)).json;
    assert.deepEqual(
      [later.admitted, later.left, later.takenBack, later.events],
      [
        [],
        [one.ticketId],
        [three.ticketId],
        [{ eventId: event.eventId, name: event.name, minutes: 60, cancelled: true }],
      ],
    );
    // From the first cursor on it comes to the same.
    const all = (await changes(cursor)).json;
    assert.deepEqual([all.left, all.takenBack], [[one.ticketId], [three.ticketId]]);
    assert.equal(all.cursor, later.cursor);
  });

  it('tells at once of what has just happened, and not again', async (test) => {
    const museum = await openMuseum(test);
    await takeJobs(museum); // on PostgreSQL, a cursor made while the journal is being sealed may tell some of it again
    const event = await createEvent(museum, { dates: [TODAY] });
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => buyTicket(museum, forToday())));
    const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
    await scan(museum, { ticketId: one.ticketId });
    await museum.api('POST', `/tickets/${two.ticketId}/void`, { body: { reason: 'Ill' } });
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    const changes = async (since: string) => (await museum.api('GET', `/gate/news?since=${since}`)).json;
    const first = await changes(cursor);
    assert.deepEqual([first.admitted, first.void], [[one.ticketId], [two.ticketId]]);
    assert.deepEqual(first.events, [
      { eventId: event.eventId, name: event.name, minutes: 60, cancelled: true },
    ]);
    await scan(museum, { ticketId: three.ticketId });
    for (const isSealed of [false, true]) {
      if (isSealed) await sealEverything(museum.store);
      const later = await changes(first.cursor);
      assert.deepEqual([later.admitted, later.void, later.events], [[three.ticketId], [], []]);
      assert.deepEqual((await changes(later.cursor)).admitted, []);
    }
    const { cursor: all } = (await museum.api('GET', '/gate/snapshot')).json;
    assert.deepEqual((await changes(all)).admitted, []);
  });

  it('tells a gate that somebody is not inside, whose gate has refused what the service admitted', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkInId = ids();
    await scan(museum, { ticketId, checkInId });
    const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
    const at = new Date(museum.clock.now()).toISOString();
    const refused = { ticketId, checkInId, at, verdict: 'refused', reason: 'wrong-day' };
    const batch = await museum.api('POST', '/check-ins/batch', { body: { checkIns: [refused] } });
    assert.equal(batch.status, 200, batch.text);
    const { json: changes } = await museum.api('GET', `/gate/news?since=${cursor}`);
    assert.deepEqual([changes.admitted, changes.takenBack], [[], [ticketId]]);
  });

  it('takes no cursor that is not of this day and this museum', async (test) => {
    const museum = await openMuseum(test);
    await buyTicket(museum, forToday());
    await sealEverything(museum.store);
    const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
    const changes = (since: string, day = TODAY) =>
      museum.api('GET', `/gate/news?day=${day}&since=${encodeURIComponent(since)}`);
    assert.equal((await changes(cursor)).status, 200);
    for (const [since, day] of [[cursor, '2027-03-02'], ['nonsense'], ['MjAy'], [`${cursor}A`]]) {
      const answer = await changes(since as string, day);
      assert.deepEqual([answer.status, answer.json.errors[0].pointer], [400, '/since'], answer.text);
    }
    const other = Buffer.from(`${TODAY} 1 0123456789abcdef`).toString('base64url');
    assert.deepEqual(outcome(await changes(other)), [410, '/problems/cursor-expired']);
    const ahead = Buffer.from(`${TODAY} 4711 0123456789abcdef`).toString('base64url');
    assert.deepEqual(outcome(await changes(ahead)), [410, '/problems/cursor-expired']);
    assert.equal((await museum.api('GET', '/gate/news')).status, 400);
  });

  it('tells a gate of the tickets of both days, as long as the day lasts past midnight', async (test) => {
    const museum = await openMuseum(test);
    const snapshotOf = async () => {
      await sealEverything(museum.store);
      const {
        day,
        admitted,
        left,
        void: voids,
        events,
        cursor,
      } = (await museum.api('GET', '/gate/snapshot')).json;
      return {
        day,
        admitted,
        left,
        void: voids,
        events: events.map(({ name }: { name: string }) => name),
        cursor,
      };
    };
    const changesSince = async (cursor: string) => {
      await sealEverything(museum.store);
      return museum.api('GET', `/gate/news?since=${encodeURIComponent(cursor)}`);
    };
    const makeVoid = ({ ticketId }: { ticketId: string }) =>
      museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill' } });
    const buy = () => buyTicket(museum, generalPurchase({ ticketDate: TOMORROW }));
    const both = await createEvent(museum, { name: 'Both', dates: [TODAY, TOMORROW] });
    const next = await createEvent(museum, { name: 'Next', dates: [TOMORROW] });
    const [before, after] = [await buy(), await buy()];
    const [inside, gone, back] = [await buy(), await buy(), await buy()];
    const plain = await snapshotOf();
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    assert.deepEqual(outcome(await changesSince(plain.cursor)), [410, '/problems/cursor-expired']);

    // What is void before midnight is known to whoever has no network from then on.
    const early = await snapshotOf();
    await makeVoid(before);
    assert.deepEqual((await changesSince(early.cursor)).json.void, [before.ticketId]);
    const evening = await snapshotOf();
    assert.deepEqual([evening.void, evening.events], [[before.ticketId], ['Both']]);

    museum.clock.advance(13 * HOUR); // midnight in Berlin
    assert.deepEqual(outcome(await changesSince(evening.cursor)), [410, '/problems/cursor-expired']);
    const midnight = await snapshotOf();
    assert.deepEqual(
      [midnight.day, midnight.void, midnight.events],
      [TODAY, [before.ticketId], ['Both', 'Next']],
    );
    await makeVoid(after);
    for (const { ticketId } of [inside, gone]) await scan(museum, { ticketId });
    await scan(museum, { ticketId: gone.ticketId, direction: 'out' });
    const { checkInId } = (await scan(museum, { ticketId: back.ticketId })).json;
    await museum.api('POST', `/check-ins/${checkInId}/undo`);
    await museum.api('PATCH', `/special-events/${both.eventId}`, { body: { dates: [TOMORROW] } });
    await museum.api('PATCH', `/special-events/${next.eventId}`, { body: { name: 'Then' } });
    const changes = (await changesSince(midnight.cursor)).json;
    assert.deepEqual(
      [changes.admitted, changes.left, changes.takenBack, changes.void],
      [[inside.ticketId], [gone.ticketId], [back.ticketId], [after.ticketId]],
    );
    assert.deepEqual(changes.events, [
      { eventId: both.eventId, name: 'Both', minutes: 60, cancelled: false },
      { eventId: next.eventId, name: 'Then', minutes: 60, cancelled: false },
    ]);
    const night = await snapshotOf();
    assert.deepEqual(
      [night.admitted, night.left, night.void, night.events],
      [[inside.ticketId], [gone.ticketId], [before.ticketId, after.ticketId], ['Both', 'Then']],
    );

    museum.clock.advance(2 * HOUR); // closing time
    assert.deepEqual(outcome(await changesSince(night.cursor)), [410, '/problems/cursor-expired']);
    const { cursor: _cursor, ...morning } = await snapshotOf();
    const { cursor: _before, ...known } = night;
    assert.deepEqual(morning, { ...known, day: TOMORROW });
  });

  it('calls an event of both days cancelled once none of them is left', async (test) => {
    const museum = await openMuseum(test);
    await museum.api('PUT', `/museum-hours/${TODAY}`, { body: { timeOpen: '18:00', timeClose: '02:00' } });
    const { eventId } = await createEvent(museum, { dates: [TODAY, TOMORROW] });
    for (const ticketDate of [TODAY, TOMORROW])
      await buyTicket(museum, eventPurchase(eventId, { ticketDate }));
    museum.clock.advance(13 * HOUR); // midnight in Berlin
    const told = async () => {
      const { events, cancelledDates } = (await museum.api('GET', '/gate/snapshot')).json;
      return [events.map(({ cancelled }: { cancelled: boolean }) => cancelled), cancelledDates[0]?.dates];
    };
    assert.deepEqual(await told(), [[false], undefined]);
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [TOMORROW] } });
    assert.deepEqual(await told(), [[false], [TODAY]]);
    await museum.api('DELETE', `/special-events/${eventId}`);
    assert.deepEqual(await told(), [[true], [TODAY, TOMORROW]]);
  });

  it('asks for a new snapshot when the day of a cursor is over', async (test) => {
    const museum = await openMuseum(test);
    await sealEverything(museum.store);
    const { cursor } = (await museum.api('GET', '/gate/snapshot')).json;
    museum.clock.advance(24 * HOUR);
    const changes = (query: string) =>
      museum.api('GET', `/gate/news?since=${encodeURIComponent(cursor)}${query}`);
    assert.deepEqual(outcome(await changes('')), [410, '/problems/cursor-expired']);
    assert.equal((await changes(`&day=${TODAY}`)).status, 200);
  });

  it('says what is wrong with a scan', async (test) => {
    const museum = await openMuseum(test);
    const wrong: [unknown, string][] = [
      [{}, ''],
      [{ code: 'x', ticketId: ids() }, ''],
      [{ ticketId: 'nine' }, '/ticketId'],
      [{ code: 'x', gate: 'x'.repeat(61) }, '/gate'],
      [{ code: 'x', gate: ' ' }, '/gate'],
      [{ code: 'x', direction: 'up' }, '/direction'],
      [{ code: 'x', admits: 'all' }, '/admits'],
      [{ code: 'x', override: 'x'.repeat(201) }, '/override'],
      [{ code: 'x', checkInId: '1' }, '/checkInId'],
      [{ code: 7 }, '/code'],
      [{ code: 'x', gates: 'East' }, '/gates'],
    ];
    for (const [body, pointer] of wrong) {
      const { status, json, text } = await scan(museum, body);
      assert.deepEqual([status, json.errors?.[0]?.pointer], [400, pointer], text);
    }
    for (const as of ['partner', 'viewer'] as const) {
      assert.equal((await scan(museum, { code: 'x' }, as)).status, 403);
      assert.equal((await museum.api('GET', '/gate/snapshot', { as })).status, 403);
    }
    assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, 0);
  });
});

describeOnEachDatabase((openMuseum) => {
  it('answers one id that comes fifty times at once with one admission', async (test) => {
    const museum = await openMuseum(test);
    const { ticketId } = await buyTicket(museum, forToday());
    const checkInId = ids();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => scan(museum, { ticketId, checkInId })),
    );
    assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers[0]?.json.verdict, 'admitted');
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  });
});

function scan(museum: Museum, body: unknown, as: Asker = 'gate') {
  return museum.api('POST', '/check-ins', { body, as });
}

function outcome({ status, json }: { status: number; json: { type?: string } }) {
  return [status, json.type];
}
