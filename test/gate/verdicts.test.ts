import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decide } from '../../src/gate/verdict.js';
import type { Known, KnownTicket } from '../../src/gate/verdict-types.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import type { Museum } from '../support/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../support/samples.ts';

const TOMORROW = '2027-03-02';
const GATE = 'East door';

/** What has become of a ticket before it is scanned. */
const PASTS = ['fresh', 'void', 'cancelled', 'inside', 'left'] as const;
type Past = (typeof PASTS)[number];

describeOnEachDatabase((openMuseum) => {
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
});

type Shown = { readonly eventId: string; readonly name: string };

async function make(
  museum: Museum,
  kind: 'general' | 'event',
  ticketDate: string,
  past: Past,
  evening: Shown,
): Promise<{ ticketId: string; known: KnownTicket }> {
  const event =
    past === 'cancelled' ? await createEvent(museum, { name: 'Gone', dates: [TODAY, TOMORROW] }) : evening;
  const purchase =
    kind === 'event' ? eventPurchase(event.eventId, { ticketDate }) : generalPurchase({ ticketDate });
  const { ticketId } = await buyTicket(museum, purchase);
  const known: KnownTicket = {
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
  ticket: KnownTicket,
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
