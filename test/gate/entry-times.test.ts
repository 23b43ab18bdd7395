import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { addCategories, put, sellByTime, sellTimed } from '../../fixtures/timed-tickets.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { hear, learn } from '../../src/web/gate/assets/knowledge.js';

const TOMORROW = '2027-03-02';

describeOnDatabase((openMuseum) => {
  it('comes to the same at each moment around a time, with and without a network', async (test) => {
    const museum = await openMuseum(test);
    await addCategories(museum);
    const { eventId } = await createEvent(museum, { dates: [TODAY] });
    await put(museum, `/special-events/${eventId}/times`, { times: ['14:30'], minutes: 60 });
    const student = await sellTimed(museum, forToday({ category: 'reduced' }));
    await sellByTime(museum);
    const general = await sellTimed(museum, forToday({ entryTime: '14:30' }));
    const event = await sellTimed(museum, eventPurchase(eventId, { ticketDate: TODAY, entryTime: '14:30' }));
    const family = await sellTimed(museum, forToday({ entryTime: '14:30', category: 'family' }));
    const knowledge = learn(await snapshot(museum), 0);

    const early = 'For 14:30; it is 13:05, in 75 minutes.';
    const admitted = 'General entry, Monday 1 March.';
    for (const [clock, generals, events] of [
      ['13:05', early, early],
      ['14:19:59.999', 'For 14:30; it is 14:19, in 1 minute.', 'For 14:30; it is 14:19, in 1 minute.'],
      ['14:20', admitted, 'Sorolla and the sea, Monday 1 March.'],
      ['15:00', admitted, 'Sorolla and the sea, Monday 1 March.'],
      ['15:00:00.001', 'For 14:30; it is 15:00, valid until 15:00.', 'Sorolla and the sea, Monday 1 March.'],
      ['15:30', 'For 14:30; it is 15:30, valid until 15:00.', 'For 14:30; it is 15:30, valid until 15:30.'],
    ] as const) {
      moveTo(museum, `${TODAY}T${clock}+01:00`);
      const persons = generals === admitted ? `${generals} Family, 4 persons.` : generals;
      const always = `${admitted} Reduced: ask for a student card.`;
      for (const [{ code }, message] of [
        [general, generals],
        [event, events],
        [family, persons],
        [student, always],
      ] as const)
        assert.deepEqual(await bothSay(museum, code, knowledge), message, clock);
    }
  });

  it('knows the times of the night after a date, also of the one after the next', async (test) => {
    const museum = await openMuseum(test);
    for (const day of [TODAY, TOMORROW])
      await museum.api('PUT', `/museum-hours/${day}`, { body: { timeOpen: '20:00', timeClose: '02:00' } });
    await sellByTime(museum);
    const { eventId } = await createEvent(museum, { name: 'Owls', dates: [TOMORROW] });
    await put(museum, `/special-events/${eventId}/times`, { times: ['01:00'], minutes: 60 });
    const tonight = await sellTimed(museum, forToday({ entryTime: '01:00' }));
    const next = await sellTimed(museum, generalPurchase({ ticketDate: TOMORROW, entryTime: '01:00' }));
    const owls = await sellTimed(
      museum,
      eventPurchase(eventId, { ticketDate: TOMORROW, entryTime: '01:00' }),
    );
    moveTo(museum, `${TOMORROW}T00:40+01:00`);
    const knowledge = learn(await snapshot(museum), 0);
    const say = async ({ code }: { code: string }) => bothSay(museum, code, knowledge);
    assert.equal(await say(tonight), 'For 01:00; it is 00:40, in 10 minutes.');
    moveTo(museum, `${TOMORROW}T00:55+01:00`);
    assert.equal(await say(tonight), 'General entry, Monday 1 March.');
    assert.equal(await say(owls), 'Owls, Tuesday 2 March.');
    assert.equal(await say(next), 'For Wednesday 3 March, 01:00; it is 00:55, in 24 hours.');
  });

  it('takes the first of two times when clocks are set back, with and without a network', async (test) => {
    const night = '2027-10-31';
    for (const [timeZone, entryTime, first] of [
      ['Europe/Berlin', '02:30', '2027-10-31T00:30:00Z'],
      ['America/Santiago', '23:30', '2027-04-04T02:30:00Z'],
    ] as const) {
      const ticketDate = timeZone === 'Europe/Berlin' ? night : '2027-04-03';
      const museum = await openMuseum(test, { timeZone });
      const { eventId } = await createEvent(museum, { name: 'Bats', dates: [ticketDate] });
      await put(museum, `/special-events/${eventId}/times`, { times: [entryTime], minutes: 60 });
      const { code } = await sellTimed(museum, eventPurchase(eventId, { ticketDate, entryTime }));
      moveTo(museum, new Date(Date.parse(first) - 11 * 60_000).toISOString());
      const knowledge = learn(await snapshot(museum), 0);
      assert.match(await bothSay(museum, code, knowledge, timeZone), /in 1 minute\.$/);
      moveTo(museum, first);
      assert.match(await bothSay(museum, code, knowledge, timeZone), /^Bats, /);
      moveTo(museum, new Date(Date.parse(first) + 60 * 60_000).toISOString());
      assert.match(await bothSay(museum, code, knowledge, timeZone), /valid until/);
    }
  });

  it('asks for the time at the first entry only, and never at the exit', async (test) => {
    const museum = await openMuseum(test);
    await sellByTime(museum);
    const { ticketId } = await sellTimed(museum, forToday({ entryTime: '11:00' }));
    const scan = async (direction: 'in' | 'out') => {
      const { json } = await museum.api('POST', '/check-ins', { body: { ticketId, direction }, as: 'gate' });
      return json.reason ?? json.verdict;
    };
    moveTo(museum, `${TODAY}T11:40+01:00`);
    assert.deepEqual([await scan('out'), await scan('in')], ['not-inside', 'too-late']);
    const override = { ticketId, override: 'Train was late' };
    const kept = await museum.api('POST', '/check-ins', { body: override, as: 'gate' });
    assert.equal(kept.status, 403);
    const { json } = await museum.api('POST', '/check-ins', { body: override, as: 'cashier' });
    assert.deepEqual(
      [json.verdict, json.message],
      ['admitted', 'Admitted anyway. For 11:00; it is 11:40, valid until 11:30.'],
    );
    moveTo(museum, `${TODAY}T13:00+01:00`);
    assert.deepEqual(
      [await scan('in'), await scan('out'), await scan('in')],
      ['already-admitted', 'left', 'admitted'],
    );
  });

  it('asks again for the time when the first entry was undone', async (test) => {
    const museum = await openMuseum(test);
    await sellByTime(museum);
    const { ticketId } = await sellTimed(museum, forToday({ entryTime: '11:00' }));
    const scan = () => museum.api('POST', '/check-ins', { body: { ticketId } });
    moveTo(museum, `${TODAY}T11:25+01:00`);
    const { checkInId } = (await scan()).json;
    moveTo(museum, `${TODAY}T11:31+01:00`);
    assert.equal((await museum.api('POST', `/check-ins/${checkInId}/undo`)).status, 200);
    assert.equal((await scan()).json.reason, 'too-late');
  });

  it('follows MUSEUM_ENTRY_EARLY and MUSEUM_ENTRY_LATE, which the snapshot tells', async (test) => {
    const settings = { MUSEUM_ENTRY_EARLY: '0', MUSEUM_ENTRY_LATE: '5' };
    const museum = await openMuseum(test, { settings });
    await sellByTime(museum);
    const { code } = await sellTimed(museum, forToday({ entryTime: '11:00' }));
    const knowledge = learn(await snapshot(museum), 0);
    assert.deepEqual(knowledge.entry, { early: 0, late: 5 });
    assert.equal(await bothSay(museum, code, knowledge), 'General entry, Monday 1 March.');
    moveTo(museum, `${TODAY}T11:06+01:00`);
    assert.equal(await bothSay(museum, code, knowledge), 'For 11:00; it is 11:06, valid until 11:05.');
  });

  it('admits all persons of a ticket with one scan, and counts them; reports count tickets', async (test) => {
    const museum = await openMuseum(test);
    await addCategories(museum);
    const family = await sellTimed(museum, forToday({ category: 'family' }));
    const student = await sellTimed(museum, forToday({ category: 'reduced' }));
    const scan = (ticketId: string, direction?: 'out') =>
      museum.api('POST', '/check-ins', { body: { ticketId, direction } });
    await scan(family.ticketId);
    await scan(student.ticketId);
    const twice = { checkInId: uuidV7(museum.clock.now()), at: '2027-03-01T10:00:01Z', verdict: 'admitted' };
    const batch = { checkIns: [{ ...twice, ticketId: family.ticketId }] };
    assert.equal((await museum.api('POST', '/check-ins/batch', { body: batch })).json[0].conflict, true);
    const figures = async () => {
      const { sold, admitted, left, inside, conflicts, events, quarterHours } = (
        await museum.api('GET', '/occupancy')
      ).json;
      return [
        [sold, admitted, left, inside, conflicts],
        events.map((event: Record<string, number>) => [event.sold, event.admitted]),
        quarterHours,
      ];
    };
    assert.deepEqual(await figures(), [[5, 5, 0, 5, 1], [[5, 5]], [{ from: '11:00', in: 9, out: 0 }]]);
    await scan(family.ticketId, 'out');
    assert.deepEqual((await figures())[0], [5, 5, 4, 1, 1]);
    const report = (await museum.api('GET', `/reports/visits?startDate=${TODAY}&endDate=${TODAY}`)).json;
    assert.deepEqual([report.total.admitted, report.total.persons], [2, 5]);
  });

  it('tells what a ticket is for, and a repeated scan the same, though the category is another now', async (test) => {
    const museum = await openMuseum(test);
    await addCategories(museum);
    await sellByTime(museum);
    const { ticketId, confirmationCode } = await sellTimed(
      museum,
      forToday({ category: 'reduced', entryTime: '11:00' }),
    );
    const body = { ticketId, checkInId: uuidV7(museum.clock.now()) };
    const first = await museum.api('POST', '/check-ins', { body });
    assert.deepEqual(first.json.ticket, {
      ...{ ticketId, ticketType: 'general', ticketDate: TODAY, entryTime: '11:00' },
      ...{ category: 'reduced', places: 1, proof: 'student card', confirmationCode },
    });
    const categories = (await museum.api('GET', '/categories')).json;
    await put(
      museum,
      '/categories',
      categories.map(({ proof: _, ...category }: Record<string, unknown>) => category),
    );
    const again = await museum.api('POST', '/check-ins', { body });
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });

  it('tells gates how long an event takes now, and that its date is cancelled', async (test) => {
    const museum = await openMuseum(test);
    const { eventId } = await createEvent(museum, { dates: [TODAY, TOMORROW] });
    const times = `/special-events/${eventId}/times`;
    await put(museum, times, { times: ['10:00'], minutes: 60 });
    const { code } = await sellTimed(
      museum,
      eventPurchase(eventId, { ticketDate: TODAY, entryTime: '10:00' }),
    );
    const knowledge = learn(await snapshot(museum), 0);
    assert.equal(await bothSay(museum, code, knowledge), 'For 10:00; it is 11:00, valid until 11:00.');
    await put(museum, times, { times: ['10:00'], minutes: 90 });
    hear(knowledge, await snapshot(museum, knowledge.cursor));
    assert.equal(await bothSay(museum, code, knowledge), 'Sorolla and the sea, Monday 1 March.');
    await put(museum, times, { times: [] });
    hear(knowledge, await snapshot(museum, knowledge.cursor));
    moveTo(museum, `${TODAY}T11:30+01:00`);
    assert.equal(await bothSay(museum, code, knowledge), 'For 10:00; it is 11:30, valid until 11:30.');
    const { events } = (await museum.api('GET', '/occupancy')).json;
    assert.deepEqual(
      events.map(({ sold }: { sold: number }) => sold),
      [0, 1],
    );
    await museum.api('PATCH', `/special-events/${eventId}`, { body: { dates: [TOMORROW] } });
    hear(knowledge, await snapshot(museum, knowledge.cursor));
    assert.match(await bothSay(museum, code, knowledge), /was cancelled\.$/);
  });

  it('tells gates of categories that are new, with the number that codes have', async (test) => {
    const museum = await openMuseum(test);
    const knowledge = learn(await snapshot(museum), 0);
    await addCategories(museum);
    const { code } = await sellTimed(museum, forToday({ category: 'family' }));
    hear(knowledge, await snapshot(museum, knowledge.cursor));
    assert.deepEqual(
      [...knowledge.categories.values()],
      [
        { number: 0, category: 'standard', name: 'Standard', places: 1 },
        { number: 1, category: 'reduced', name: 'Reduced', proof: 'student card', places: 1 },
        { number: 2, category: 'family', name: 'Family', places: 4 },
      ],
    );
    assert.equal(await bothSay(museum, code, knowledge), 'General entry, Monday 1 March. Family, 4 persons.');
  });
});

const forToday = (changes: Record<string, unknown>) => generalPurchase({ ticketDate: TODAY, ...changes });

function moveTo({ clock }: Museum, instant: string): void {
  clock.advance(Date.parse(instant) - clock.now());
}

/** The snapshot, or the changes since a cursor. */
async function snapshot(museum: Museum, since?: string) {
  await sealEverything(museum.store);
  const path = since === undefined ? 'snapshot' : `news?since=${encodeURIComponent(since)}`;
  return (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;
}

/** What the service says to the code, after it was compared with what a gate says by itself. An admission is undone. */
async function bothSay(
  museum: Museum,
  code: string,
  knowledge: ReturnType<typeof learn>,
  timeZone = 'Europe/Berlin',
): Promise<string> {
  const now = museum.clock.now();
  const scan = { code, checkInId: uuidV7(now) };
  const settings = { language: 'en', timeZone, reentry: 'after-exit' };
  const { decision } = await decideAlone(scan, knowledge, settings as never, now);
  const { json } = await museum.api('POST', '/check-ins', { body: scan, as: 'gate' });
  const { verdict, reason, message } = json;
  assert.deepEqual(
    { verdict: decision.verdict, reason: decision.reason, message: decision.message },
    { verdict, reason, message },
  );
  if (verdict === 'admitted') await museum.api('POST', `/check-ins/${json.checkInId}/undo`, { as: 'gate' });
  return message;
}
