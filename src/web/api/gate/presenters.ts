import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import {
  type CheckedIn,
  type EntryRule,
  type GateKnowledge,
  type Occupancy,
  type OfflineScan,
  type ReportedUndo,
  type Scan,
  writeChangesCursor,
} from '../../../gate/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { presentTicket } from '../tickets/presenters.ts';

/** Converts between the gate's types and the API's JSON. */

type ScanBody = InputOf<'checkIn'>['body'];

export function readScan(body: ScanBody): Scan {
  const { ticketId, checkInId, admits, ...same } = body;
  return {
    ...same,
    ...(ticketId !== undefined && { ticketId: lower(ticketId) }),
    ...(checkInId !== undefined && { checkInId: lower(checkInId) }),
    ...(admits !== undefined && { admits: admits.toLowerCase() }),
  };
}

export function readOfflineScans(
  bodies: NonNullable<InputOf<'recordCheckIns'>['body']['checkIns']>,
): OfflineScan[] {
  return bodies.map(({ at, verdict, reason, checkInId, ...scan }) => ({
    ...readScan(scan),
    ...(verdict === 'left' && { direction: scan.direction ?? ('out' as const) }),
    checkInId: lower(checkInId),
    at: Date.parse(at),
    verdict,
    ...(reason !== undefined && { reason }),
  }));
}

/** @returns undefined when the admission is taken back now, not at a reported time */
export function readUndo({ undoneAt, sentAt }: InputOf<'undoCheckIn'>['query']): ReportedUndo | undefined {
  if (undoneAt === undefined) return undefined;
  return { at: Date.parse(undoneAt), ...(sentAt !== undefined && { sentAt: Date.parse(sentAt) }) };
}

function lower(uuid: Uuid): Uuid {
  return uuid.toLowerCase() as Uuid;
}

export function showCheckIn({ checkIn, ticket, pass, holder }: CheckedIn): OutputOf<'checkIn'> {
  const { card, checkInId, verdict, reason, message, at, earlier, isConflict, proof } = checkIn;
  return {
    checkInId,
    verdict,
    ...(reason !== null && verdict === 'refused' && { reason }),
    message,
    at: instant(at),
    ...(ticket && {
      ticket: { ...presentTicket(ticket, checkIn.eventName), ...(proof !== null && { proof }) },
    }),
    ...(pass && { pass: showPass(pass) }),
    ...(card && {
      card: {
        ...{ card: card.card, name: card.name, places: card.places },
        ...(holder !== undefined && { holder }),
      },
    }),
    ...(earlier && { earlier: showPassage(earlier) }),
    ...(isConflict && { conflict: true }),
  };
}

function showPass({ pass, name, persons, entriesLeft }: NonNullable<CheckedIn['pass']>) {
  const { passId, passType, holder, to } = pass;
  return {
    ...{ passId, passType, name, persons, to },
    ...(holder !== null && { holder }),
    ...(entriesLeft !== undefined && { entriesLeft }),
  };
}

export function showPassage({ at, gate }: { readonly at: number; readonly gate?: string }) {
  return { at: instant(at), ...(gate !== undefined && { gate }) };
}

export function showKnowledge(known: GateKnowledge, entry: EntryRule): OutputOf<'getGateSnapshot'> {
  const { day, validUntil, keys, events, admitted, left, entered, takenBack, cursor } = known;
  const gates = [...new Set([...admitted, ...entered].flatMap(({ gate }) => gate ?? []))];
  const places = new Map(gates.map((gate, index) => [gate, index]));
  const gatesOf = (passed: GateKnowledge['admitted']) =>
    passed.map(({ gate }) => places.get(gate ?? '') ?? -1);
  const timesOf = (passed: GateKnowledge['admitted']) => passed.map(({ at }) => Math.floor(at / 1_000));
  return {
    day,
    validUntil: instant(validUntil),
    keys: { keys: [...keys] },
    revokedKeys: [...known.revokedKeys],
    categories: [...known.categories],
    cards: known.cards.map((card) => ({ ...card })),
    entry,
    nights: [...known.nights],
    openDays: [...known.openDays],
    events: events.map(({ eventId, name, isCancelled, minutes, entryThrough }) => {
      const entry = entryThrough !== null && { entryThrough };
      return { eventId, name, cancelled: isCancelled, minutes, ...entry };
    }),
    cancelledDates: known.cancelledDates.map(({ dates, ...title }) => ({ ...title, dates: [...dates] })),
    closedDays: [...known.closedDays],
    postponed: known.postponed.map(({ ticketId, day: ticketDate }) => ({ ticketId, ticketDate })),
    admitted: admitted.map(({ ticketId }) => ticketId),
    admittedAt: timesOf(admitted),
    admittedGates: gatesOf(admitted),
    gates,
    left: [...left],
    entered: entered.map(({ ticketId }) => ticketId),
    enteredAt: timesOf(entered),
    enteredGates: gatesOf(entered),
    exited: [...known.exited],
    takenBack: [...takenBack],
    void: [...known.void.map(({ ticketId }) => ticketId), ...known.voidPasses],
    exchanged: known.void.flatMap(({ ticketId, because }) => (because === 'exchanged' ? ticketId : [])),
    passTypes: known.passTypes.map(showTypeForGates),
    blockedPasses: [...known.blockedPasses],
    passEntries: known.passEntries.map(({ at, ...used }) => ({
      ...used,
      ...(at !== undefined && { at: Math.floor(at / 1_000) }),
    })),
    imported: [...known.imported],
    cursor: writeChangesCursor(cursor),
  };
}

function showTypeForGates({ names, entries, covers, ...type }: GateKnowledge['passTypes'][number]) {
  const { number, passType, name, walkIn, named, perDay } = type;
  return {
    ...{ number, passType, name, walkIn, for: covers, named, perDay },
    ...(Object.keys(names).length > 0 && { names }),
    ...(entries !== null && { entries }),
  };
}

export function showOccupancy(occupancy: Occupancy): OutputOf<'getOccupancy'> {
  const { entries, events, quarterHours, cancelled: _, doors: _doors, ...figures } = occupancy;
  return {
    ...figures,
    entries: entries.map((entry) => ({ ...entry, inside: entry.admitted - entry.left })),
    events: events.map(({ eventId, name = 'General entry', sold, admitted }) => {
      return { eventId, name, sold, admitted };
    }),
    quarterHours: quarterHours.map(({ at: _at, ...quarter }) => quarter),
  };
}
