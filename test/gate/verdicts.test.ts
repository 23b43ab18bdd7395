import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { ticketWithCode } from '../../fixtures/gate-page.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { passWithCode } from '../../fixtures/passes.ts';
import { ANNUAL_PASS } from '../../fixtures/right-question.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { decide } from '../../src/gate/verdict.js';
import type { Known, TicketAtGate } from '../../src/gate/verdict-types.ts';
import { decideAlone } from '../../src/web/gate/assets/decide-alone.js';
import { hear, learn } from '../../src/web/gate/assets/knowledge.js';

const TOMORROW = '2027-03-02';
const LATER = '2027-03-03';
const GATE = 'East door';

/** What has become of a ticket before it is scanned. */
const PASTS = ['fresh', 'void', 'exchanged', 'cancelled', 'inside', 'left'] as const;
type Past = (typeof PASTS)[number];

describeOnDatabase((openMuseum) => {
  it('comes to what the pure function comes to, whatever has happened to the ticket and at whichever door', async (test) => {
    const museum = await openMuseum(test);
    const evening = await createEvent(museum, { name: 'Evening', dates: [TODAY, TOMORROW] });
    const doors = [undefined, 'general', evening.eventId];
    for (const past of PASTS) {
      for (const kind of ['general', 'event'] as const) {
        if (past === 'cancelled' && kind === 'general') continue;
        for (const ticketDate of [TODAY, TOMORROW]) {
          const { ticketId, known } = await make(museum, kind, ticketDate, past, evening);
          for (const direction of ['in', 'out'] as const) {
            for (const admits of doors) {
              // What is let in or out would be another ticket for the next door.
              const body = { ticketId, direction, ...(admits !== undefined && { admits }) };
              const all = knowing(museum, known, direction, admits, evening);
              const expected = decide(all);
              if (expected.verdict !== 'refused') continue;
              const { json } = await museum.api('POST', '/check-ins', { body, as: 'gate' });
              assert.deepEqual(shown(json), told(expected), JSON.stringify({ past, kind, ...body }));
            }
          }
          const override = decide({
            ...knowing(museum, known, 'in', 'general', evening),
            door: { direction: 'in', admits: 'general', isOverridden: true },
          });
          const body = { ticketId, admits: 'general', override: 'I know them' };
          const { json } = await museum.api('POST', '/check-ins', { body, as: 'cashier' });
          assert.deepEqual(
            shown(json),
            told(override),
            JSON.stringify({ past, kind, ticketDate, override: true }),
          );
        }
      }
    }
  });

  it('comes to the same without a network, also for days that events have lost', async (test) => {
    const museum = await openMuseum(test);
    const { clock } = museum;
    const events = {
      'loses today': await createEvent(museum, { name: 'Concert', dates: [TODAY, TOMORROW] }),
      'loses tomorrow': await createEvent(museum, { name: 'Dance', dates: [TODAY, TOMORROW] }),
      'never on today, loses tomorrow': await createEvent(museum, {
        name: 'Poetry',
        dates: [TOMORROW, LATER],
      }),
      'is cancelled': await createEvent(museum, { name: 'Film', dates: [TODAY, TOMORROW] }),
      'loses tomorrow and gets it back': await createEvent(museum, {
        name: 'Play',
        dates: [TODAY, TOMORROW],
      }),
    };
    const tickets: { what: string; code: string }[] = [];
    for (const [what, { eventId, dates }] of Object.entries(events)) {
      for (const ticketDate of dates) {
        const { code } = await ticketWithCode(museum, eventPurchase(eventId, { ticketDate }));
        tickets.push({ what: `${what}: for ${ticketDate}`, code });
      }
    }
    const change = (event: Shown, dates: readonly string[]) =>
      museum.api('PATCH', `/special-events/${event.eventId}`, { body: { dates } });
    const exchanged = await ticketWithCode(museum, generalPurchase({ ticketDate: TODAY }));
    const known = async (since?: string) => {
      await sealEverything(museum.store);
      const path = since === undefined ? 'snapshot' : `news?since=${encodeURIComponent(since)}`;
      return (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;
    };
    const heard = learn(await known(), 0);
    await change(events['loses today'], [TOMORROW]);
    const body = { ticketType: 'general', ticketDate: TOMORROW };
    await museum.api('POST', `/tickets/${exchanged.ticketId}/exchange`, { body });
    await change(events['loses tomorrow'], [TODAY]);
    await change(events['never on today, loses tomorrow'], [LATER]);
    await museum.api('DELETE', `/special-events/${events['is cancelled'].eventId}`);
    await change(events['loses tomorrow and gets it back'], [TODAY]);
    hear(heard, await known(heard.cursor));
    await change(events['loses tomorrow and gets it back'], [TODAY, TOMORROW]);
    hear(heard, await known(heard.cursor));

    const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'always' } as const;
    const ofToday = [...tickets, { what: 'exchanged', code: exchanged.code }];
    const compare = async (knowledge: typeof heard, those: typeof tickets) => {
      for (const { what, code } of those) {
        const scan = { code, checkInId: uuidV7(clock.now()) };
        const { decision } = await decideAlone(scan, knowledge, settings as never, clock.now());
        const { json } = await museum.api('POST', '/check-ins', { as: 'gate', body: scan });
        assert.deepEqual([decision.verdict, decision.reason], [json.verdict, json.reason], what);
        const isTold = decision.reason === 'cancelled' || decision.reason === 'void';
        if (isTold) assert.equal(decision.message, json.message);
        if (json.verdict === 'admitted') await museum.api('POST', `/check-ins/${json.checkInId}/undo`);
      }
    };
    await compare(heard, ofToday);
    await compare(learn(await known(), 0), ofToday);
    clock.advance(86_400_000);
    await compare(learn(await known(), 0), tickets);
  });

  it('comes to the same with passes, which a gate learns from a snapshot and from changes', async (test) => {
    const museum = await openMuseum(test);
    const { clock } = museum;
    const type = { ...ANNUAL_PASS, persons: 2, named: false };
    const types = [
      type,
      { ...type, passType: 'ten', entries: 1 },
      { ...type, passType: 'booked', walkIn: 'never' },
      { ...type, passType: 'twice', perDay: 2 },
    ];
    assert.equal((await museum.api('PUT', '/pass-types', { body: types })).status, 200);
    const sell = async (pass: string, from?: string) => {
      const place = types.findIndex(({ passType }) => passType === pass);
      return { what: pass, ...(await passWithCode(museum, pass, place, from === undefined ? {} : { from })) };
    };
    const [blocked, used, inside, left, lost] = [
      await sell('annual'),
      await sell('ten'),
      await sell('annual'),
      await sell('twice'),
      await sell('annual'),
    ];
    const passes = [blocked, used, inside, left, lost, await sell('annual'), await sell('booked')];
    passes.push(await sell('annual', TOMORROW));
    const known = async (since?: string) => {
      await sealEverything(museum.store);
      const path = since === undefined ? 'snapshot' : `news?since=${encodeURIComponent(since)}`;
      return (await museum.api('GET', `/gate/${path}`, { as: 'gate' })).json;
    };
    const scan = (code: string, direction = 'in') =>
      museum.api('POST', '/check-ins', { as: 'gate', body: { code, direction, gate: GATE } });
    const post = (passId: string, what: string, body?: object) =>
      museum.api('POST', `/passes/${passId}/${what}`, body && { body });
    const heard = learn(await known(), 0);
    await post(blocked.passId, 'block', { reason: 'Lost' });
    await scan(used.code);
    clock.advance(61_000);
    await scan(used.code, 'out');
    await scan(inside.code);
    await scan(left.code);
    await scan(left.code, 'out');
    await scan(left.code);
    const again = (await post(lost.passId, 'replace', { reason: 'Lost' })).json.passId;
    assert.notEqual(again, lost.passId);
    const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'after-exit' } as const;
    const compare = async (knowledge: typeof heard) => {
      const reasons: unknown[] = [];
      for (const { what, code } of passes) {
        for (const direction of ['in', 'out'] as const) {
          const asked = { code, checkInId: uuidV7(clock.now()), ...(direction === 'out' && { direction }) };
          const { decision } = await decideAlone(asked, knowledge, settings as never, clock.now());
          const { json } = await museum.api('POST', '/check-ins', { as: 'gate', body: asked });
          // When somebody has left, snapshots do not say.
          const say = ({ earlier: _, ...same }: ReturnType<typeof told>) =>
            same.reason === 'not-inside' ? { ...same, message: '' } : same;
          assert.deepEqual(say(shown(json) as never), say(told(decision)), `${what} ${direction}`);
          reasons.push(decision.reason ?? decision.verdict);
          if (json.verdict !== 'refused') await museum.api('POST', `/check-ins/${json.checkInId}/undo`);
        }
      }
      return reasons;
    };
    hear(heard, await known(heard.cursor));
    assert.deepEqual(await compare(heard), [
      ...['pass-blocked', 'pass-blocked', 'admitted', 'not-inside', 'already-admitted', 'left'],
      ...['admitted', 'left', 'pass-blocked', 'pass-blocked', 'admitted', 'not-inside'],
      ...['not-booked', 'not-inside', 'pass-not-yet', 'pass-not-yet'],
    ]);
    await post(blocked.passId, 'unblock');
    hear(heard, await known(heard.cursor));
    await compare(heard);
    await compare(learn(await known(), 0));
  });

  it('knows which day is on from the service, also in a browser whose rules of the time zone are old', async (test) => {
    const museum = await openMuseum(test, { timeZone: 'America/Los_Angeles' });
    museum.clock.advance(Date.parse('2027-03-01T00:30-08:00') - museum.clock.now());
    const { code } = await ticketWithCode(museum);
    const knowledge = learn((await museum.api('GET', '/gate/snapshot', { as: 'gate' })).json, 0);
    const now = museum.clock.now();
    const anHourBehind = { language: 'en', timeZone: 'Etc/GMT+9', reentry: 'always' };
    const { decision } = await decideAlone(
      { code, checkInId: uuidV7(now) },
      knowledge,
      anHourBehind as never,
      now,
    );
    assert.equal(decision.verdict, 'admitted');
  });

  it('verifies a code also in a browser that refuses a key with anything but the key in it', async (test) => {
    const museum = await openMuseum(test);
    const { code } = await ticketWithCode(museum);
    const knowledge = learn((await museum.api('GET', '/gate/snapshot', { as: 'gate' })).json, 0);
    const { importKey } = crypto.subtle;
    test.mock.method(crypto.subtle, 'importKey', (...options: Parameters<typeof importKey>) => {
      const members = Object.keys(options[1]).sort().join();
      if (members !== 'crv,kty,x') throw new DOMException(members, 'DataError');
      return importKey.apply(crypto.subtle, options);
    });
    const now = museum.clock.now();
    const settings = { language: 'en', timeZone: 'Europe/Berlin', reentry: 'always' };
    const scan = { code, checkInId: uuidV7(now) };
    const { decision } = await decideAlone(scan, knowledge, settings as never, now);
    assert.equal(decision.verdict, 'admitted');
  });
});

type Shown = { readonly eventId: string; readonly name: string };

async function make(
  museum: Museum,
  kind: 'general' | 'event',
  ticketDate: string,
  past: Past,
  evening: Shown,
): Promise<{ ticketId: string; known: TicketAtGate }> {
  const event =
    past === 'cancelled' ? await createEvent(museum, { name: 'Gone', dates: [TODAY, TOMORROW] }) : evening;
  const purchase =
    kind === 'event' ? eventPurchase(event.eventId, { ticketDate }) : generalPurchase({ ticketDate });
  const { ticketId } = await buyTicket(museum, purchase);
  const known: TicketAtGate = {
    ticketDate,
    eventId: kind === 'event' ? event.eventId : null,
    ...(kind === 'event' && { eventName: event.name }),
  };
  const scan = async (direction: 'in' | 'out') => {
    const body = { ticketId, direction, gate: GATE, ...(direction === 'in' && { override: 'x' }) };
    const { json } = await museum.api('POST', '/check-ins', { body });
    assert.notEqual(json.verdict, 'refused', json.message);
    return { at: museum.clock.now(), gate: GATE };
  };
  if (past === 'void') {
    await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'x' } });
    return { ticketId, known: { ...known, isVoid: true, voidAt: museum.clock.now() } };
  }
  if (past === 'exchanged') {
    const { email: _, ...body } = purchase;
    assert.equal((await museum.api('POST', `/tickets/${ticketId}/exchange`, { body })).status, 201);
    return { ticketId, known: { ...known, isVoid: true, isExchanged: true } };
  }
  if (past === 'cancelled') {
    await museum.api('DELETE', `/special-events/${event.eventId}`);
    return { ticketId, known: { ...known, isCancelled: true } };
  }
  if (past === 'fresh') return { ticketId, known };
  const lastIn = await scan('in');
  museum.clock.advance(61_000);
  if (past === 'inside') return { ticketId, known: { ...known, lastDirection: 'in', lastIn } };
  const lastOut = await scan('out');
  museum.clock.advance(1_000);
  return { ticketId, known: { ...known, lastDirection: 'out', lastIn, lastOut } };
}

function knowing(
  { clock }: Museum,
  ticket: TicketAtGate,
  direction: 'in' | 'out',
  admits: string | undefined,
  evening: Shown,
): Known {
  return {
    ticket,
    door: {
      direction,
      ...(admits !== undefined && { admits }),
      ...(admits === evening.eventId && { admitsName: evening.name }),
    },
    days: [TODAY],
    now: clock.now(),
    timeZone: 'Europe/Berlin',
    reentry: 'after-exit',
    entry: { early: 10, late: 30 },
  };
}

/** What the service has told of a decision, and what it is to tell. */
function shown({ verdict, reason, message, earlier }: Record<string, unknown>) {
  return { verdict, reason, message, earlier };
}

function told({ verdict, reason, message, earlier }: ReturnType<typeof decide>) {
  const passage = earlier && { ...earlier, at: new Date(earlier.at).toISOString() };
  return { verdict, reason: verdict === 'refused' ? reason : undefined, message, earlier: passage };
}
