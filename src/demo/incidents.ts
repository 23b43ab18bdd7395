import { uuidV7 } from '../core/uuid.ts';
import { undoAdmission } from '../gate/index.ts';
import { GENERAL } from '../offers/index.ts';
import { voidTicket } from '../orders/index.ts';
import type { DemoContext, DemoStep } from './demo-step.ts';
import { at, type DemoMoment, openDayFrom } from './month.ts';
import type { PlannedEvent } from './programme.ts';
import { GARDEN_DOOR, MAIN_DOOR, type Party, pass } from './visitors.ts';

const WHY_VOID = ['Bought twice by mistake', 'The school has changed its plans', 'Paid back at the desk'];
const WHY_EXCHANGED = ['Missed the ferry', 'Comes another day', 'Rain'];

/** What does not go as planned: tickets given back and exchanged, and scans that the gate refuses. */
export function planIncidents(parties: readonly Party[], events: readonly PlannedEvent[]): DemoStep[] {
  const absent = parties.filter(({ day, visit }) => day <= 0 && visit === undefined);
  const guests = parties.filter(({ day, visit }) => day <= 0 && visit !== undefined);
  const early = parties.filter(({ day, event, buys }) => day > 1 && event === undefined && buys.day < -1);
  return [
    ...everyNth(absent, 3, 0).flatMap(giveBack),
    ...everyNth(absent, 3, 1).map(exchange),
    ...everyNth(absent, 3, 2).flatMap(comeTooLate),
    ...everyNth(guests, 14, 3).flatMap(comeTooEarly),
    ...everyNth(guests, 17, 5).map(comeTwice),
    ...everyNth(guests, 23, 9).flatMap(stepOut),
    ...everyNth(guests, 13, 7).flatMap((party) => mistakeTheDoor(party, events)),
    ...everyNth(guests, 70, 40).flatMap(admitByMistake),
    ...everyNth(guests, 90, 60).map(admitOffline),
    ...everyNth(early, 6, 2).flatMap(mistakeTheDay),
    ...[-12, -6, -1, 0].map(showPoster),
  ];
}

function everyNth<T>(all: readonly T[], n: number, from: number): T[] {
  return all.filter((_, index) => index % n === from);
}

function later({ day, minute }: DemoMoment, minutes: number): DemoMoment {
  return { day, minute: minute + minutes };
}

function arrivalOf({ visit }: Party): DemoMoment {
  if (visit === undefined) throw new Error('They never come.');
  return visit.comes;
}

/** One in three tries to come in all the same. Refused: void. */
function giveBack(party: Party, index: number): DemoStep[] {
  const reason = WHY_VOID[index % WHY_VOID.length] as string;
  const back: DemoStep = {
    when: { day: party.day, minute: at(9, 5 + 3 * index) },
    run: async ({ tx, staff: { cashier }, selling }) => {
      for (const ticketId of party.tickets) await voidTicket(tx, cashier, ticketId, { reason }, selling);
    },
  };
  const attempt = {
    when: { day: party.day, minute: at(12, index) },
    run: (context: DemoContext) => pass(context, party),
  };
  return index % 3 === 0 ? [back, attempt] : [back];
}

/** For general entry on a day to come. */
function exchange(party: Party, index: number): DemoStep {
  const reason = WHY_EXCHANGED[index % WHY_EXCHANGED.length] as string;
  return {
    when: { day: party.day, minute: at(9, 15 + 3 * index) },
    run: async ({ till, staff: { cashier }, dayOf }) => {
      const { orderId, tickets: ticketIds } = party;
      if (orderId === undefined) return; // they came too late to buy
      const day = dayOf(openDayFrom(1 + (index % 9)));
      const instead = { ticketIds, product: GENERAL, day, entryTime: null, reason } as const;
      await till.exchange(cashier, orderId, instead, { read: async (_, made) => made });
    },
  };
}

/** Refused: already admitted. */
function comeTwice(party: Party): DemoStep {
  return {
    when: later(arrivalOf(party), 6),
    run: (context) => pass(context, { tickets: party.tickets.slice(0, 1), gate: GARDEN_DOOR }),
  };
}

/** Refused: it is not time yet. */
function comeTooEarly(party: Party): DemoStep[] {
  const { day, entryTime } = party;
  if (entryTime === undefined) return [];
  return [{ when: { day, minute: entryTime - 25 }, run: (context) => pass(context, party) }];
}

/** Refused: the event is over. */
function comeTooLate(party: Party): DemoStep[] {
  const { day, event, entryTime } = party;
  if (event === undefined || entryTime === undefined) return [];
  const when = { day, minute: entryTime + event.minutes + 10 };
  return [{ when, run: (context) => pass(context, party) }];
}

/** Out to the yard, and in again. */
function stepOut(party: Party): DemoStep[] {
  const { comes, leaves } = party.visit as NonNullable<Party['visit']>;
  if (leaves.minute - comes.minute < 60) return [];
  return [
    { when: later(comes, 25), run: (context) => pass(context, party, 'out') },
    { when: later(comes, 40), run: (context) => pass(context, party) },
  ];
}

/** Refused: for another event. */
function mistakeTheDoor(party: Party, events: readonly PlannedEvent[]): DemoStep[] {
  const other = events.find(({ days, name }) => days.includes(party.day) && name !== party.event?.name);
  if (other === undefined) return [];
  return [
    {
      when: later(arrivalOf(party), 15),
      run: ({ gate, staff, events }) => {
        const [ticketId] = party.tickets;
        const admits = events.get(other.name);
        if (ticketId === undefined || admits === undefined) return Promise.resolve();
        return gate.scan(staff.gate, { ticketId, gate: other.location, admits });
      },
    },
  ];
}

/** Taken back a minute later, and done again when they really come in. */
function admitByMistake(party: Party): DemoStep[] {
  const when = later(arrivalOf(party), -4);
  const run = async (context: DemoContext) => {
    const { tx, gate, staff, clock } = context;
    for (const { checkIn } of await pass(context, party)) {
      if (checkIn.verdict === 'admitted')
        await undoAdmission({ tx, actor: staff.gate, now: clock.now() }, checkIn.checkInId, gate.rules);
    }
  };
  return party.buys.day < party.day ? [{ when, run }] : [];
}

/** Another door had no network, and let the same ticket in. */
function admitOffline(party: Party): DemoStep {
  return {
    when: later(arrivalOf(party), 12),
    run: async ({ gate, staff, clock }) => {
      const [ticketId] = party.tickets;
      if (ticketId === undefined) return;
      const scan = { checkInId: uuidV7(clock.now()), ticketId, gate: GARDEN_DOOR };
      const reported = { at: clock.now() - 5 * 60_000, verdict: 'admitted' } as const;
      await gate.recordBatch(staff.gate, [{ ...scan, ...reported }]);
    },
  };
}

/** Refused: for another day. One in two is let in all the same. */
function mistakeTheDay(party: Party, index: number): DemoStep[] {
  const when = { day: openDayFrom(Math.max(party.buys.day + 1, -5 + index)), minute: at(13, 10 + index) };
  if (when.day > 0) return [];
  const refused: DemoStep = {
    when,
    run: (context) => pass(context, { tickets: party.tickets, gate: MAIN_DOOR }),
  };
  return index % 2 === 1 ? [refused, letInEarly(party, later(when, 2))] : [refused];
}

function letInEarly(party: Party, when: DemoMoment): DemoStep {
  const scan = { gate: MAIN_DOOR, override: 'Came a day early, from far away' };
  return {
    when,
    run: ({ gate, staff }) =>
      Promise.all(party.tickets.map((ticketId) => gate.scan(staff.cashier, { ticketId, ...scan }))),
  };
}

/** Refused: no ticket code of any kind. */
function showPoster(day: number): DemoStep {
  const scan = { code: 'https://www.example.org/the-whale', gate: MAIN_DOOR };
  return {
    when: { day, minute: at(11, 22) },
    run: ({ gate, staff }) => gate.scan(staff.gate, scan),
  };
}
