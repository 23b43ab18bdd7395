import type { Snapshot } from '../../src/store/index.ts';
import type { Chronicle } from './chronicle.ts';

interface Row {
  readonly position: number;
  readonly kind: string;
  readonly subject: string;
  readonly details: string;
}

/** Where in the journal each ticket was sold: its place in the order of all sales. */
export type SalePositions = ReadonlyMap<number, number>;

/**
 * Holds the journal against the tables: whoever does again what it tells, in its order, comes to the same museum. So
 * every deed that was acknowledged is in it, in order and once, and nothing is that was refused or lost.
 */
export async function judgeJournal(snapshot: Snapshot, chronicle: Chronicle): Promise<SalePositions> {
  const rows = await snapshot.all<Row>(
    'SELECT position, kind, subject, details FROM journal ORDER BY position',
  );
  const entries = (...kinds: string[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).map((row) => ({ ...row, told: JSON.parse(row.details) }));
  for (const [what, stored, told] of [
    [
      'events',
      await eventsStored(snapshot),
      eventsTold(entries('event.announced', 'event.changed', 'event.cancelled', 'event.capacity-set')),
    ],
    [
      'closed days',
      await closedDaysStored(snapshot),
      closedDaysTold(entries('hours.day-set', 'hours.day-cleared')),
    ],
    [
      'capacities',
      await capacitiesStored(snapshot),
      capacitiesTold(entries('capacity.day-set', 'capacity.day-cleared')),
    ],
  ] as const) {
    for (const difference of differences(stored, told))
      chronicle.accuse(`the journal on ${what}: ${difference}`);
  }
  const announced = entries('event.announced').map(({ subject }) => subject);
  if (new Set(announced).size < announced.length) chronicle.accuse('the journal tells twice of an event');
  return judgeSalesTold(snapshot, entries('tickets.sold'), chronicle);
}

type Entry = Row & { readonly told: Told };
// biome-ignore lint/suspicious/noExplicitAny: what deeds write down, each in its own form
type Told = any;

async function judgeSalesTold(
  snapshot: Snapshot,
  sales: readonly Entry[],
  chronicle: Chronicle,
): Promise<SalePositions> {
  const positions = new Map<number, number>();
  for (const { position, told } of sales) {
    for (const number of told.tickets as number[]) {
      if (positions.has(number)) chronicle.accuse(`the journal tells twice of the sale of ticket ${number}`);
      positions.set(number, position);
    }
  }
  const tickets = await snapshot.all<{ number: number }>('SELECT number FROM tickets');
  const sold = new Set(tickets.map(({ number }) => number));
  for (const number of sold) {
    if (!positions.has(number)) chronicle.accuse(`the journal lacks the sale of ticket ${number}`);
  }
  for (const number of positions.keys()) {
    if (!sold.has(number)) chronicle.accuse(`the journal tells of ticket ${number}, which was never sold`);
  }
  return positions;
}

/** Each event as it is, by its id. */
async function eventsStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Told>('SELECT * FROM special_events');
  return new Map(
    rows.map((row) => [
      row.event_id,
      spelled(row.name, JSON.parse(row.dates), row.price_cents, row.capacity, row.cancelled_at !== null),
    ]),
  );
}

function eventsTold(entries: readonly Entry[]): Map<string, string> {
  const events = new Map<string, Told>();
  for (const { kind, subject, told } of entries) {
    const event = events.get(subject) ?? { capacity: null, isCancelled: false };
    if (kind === 'event.cancelled') event.isCancelled = true;
    else if (kind === 'event.capacity-set') event.capacity = told.after;
    else Object.assign(event, told.after);
    events.set(subject, event);
  }
  return new Map(
    [...events].map(([id, { name, dates, priceCents, capacity, isCancelled }]) => [
      id,
      spelled(name, dates, priceCents, capacity, isCancelled),
    ]),
  );
}

async function closedDaysStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Told>('SELECT day, time_open FROM special_days');
  return new Map(rows.map((row) => [row.day, row.time_open === null ? 'closed' : 'open']));
}

function closedDaysTold(entries: readonly Entry[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { kind, subject, told } of entries) {
    if (kind === 'hours.day-cleared') days.delete(subject);
    else days.set(subject, told.after.opening === null ? 'closed' : 'open');
  }
  return days;
}

async function capacitiesStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Told>('SELECT day, capacity FROM general_days WHERE own_capacity = 1');
  return new Map(rows.map((row) => [row.day, spelled(row.capacity)]));
}

function capacitiesTold(entries: readonly Entry[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { kind, subject, told } of entries) {
    if (kind === 'capacity.day-cleared') days.delete(subject);
    else days.set(subject, spelled(told.after));
  }
  return days;
}

function spelled(...values: unknown[]): string {
  return JSON.stringify(values);
}

function* differences(stored: ReadonlyMap<string, string>, told: ReadonlyMap<string, string>) {
  for (const id of new Set([...stored.keys(), ...told.keys()])) {
    if (stored.get(id) !== told.get(id))
      yield `${id} is ${stored.get(id)}, and was told to be ${told.get(id)}`;
  }
}
