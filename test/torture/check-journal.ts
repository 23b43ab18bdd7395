import type { Snapshot } from '../../src/store/index.ts';
import type { History } from './history.ts';

/** An entry of the journal. */
export interface Entry {
  readonly position: number;
  readonly kind: string;
  readonly subject: string;
  // biome-ignore lint/suspicious/noExplicitAny: the details, different for each kind
  readonly facts: any;
}

/** In the order of their positions. */
export async function readEntries(snapshot: Snapshot): Promise<Entry[]> {
  const rows = await snapshot.all<{ position: number; kind: string; subject: string; details: string }>(
    'SELECT position, kind, subject, details FROM journal ORDER BY position',
  );
  return rows.map(({ details, ...entry }) => ({ ...entry, facts: JSON.parse(details) }));
}

/**
 * Compares the journal with the tables: repeating its entries in order must give the same museum. So every acknowledged
 * action is in it, in order and once, and no action that was refused or lost.
 */
export async function checkJournal(
  snapshot: Snapshot,
  all: readonly Entry[],
  history: History,
): Promise<void> {
  const entries = (...kinds: string[]) => all.filter(({ kind }) => kinds.includes(kind));
  for (const [what, stored, journalled] of [
    [
      'events',
      await eventsStored(snapshot),
      eventsFromJournal(
        entries(
          ...['event.announced', 'event.changed', 'event.cancelled'],
          ...['event.capacity-set', 'event.times-set'],
        ),
      ),
    ],
    [
      'closed days',
      await closedDaysStored(snapshot),
      closedDaysFromJournal(entries('hours.day-set', 'hours.day-cleared')),
    ],
    [
      'capacities',
      await capacitiesStored(snapshot),
      capacitiesFromJournal(entries('capacity.day-set', 'capacity.day-cleared')),
    ],
  ] as const) {
    for (const difference of differences(stored, journalled))
      history.addViolation(`the journal on ${what}: ${difference}`);
  }
  const announced = entries('event.announced').map(({ subject }) => subject);
  if (new Set(announced).size < announced.length) history.addViolation('the journal tells twice of an event');
  await checkSaleEntries(snapshot, entries('tickets.sold'), history);
}

// biome-ignore lint/suspicious/noExplicitAny: rows, and events as the journal tells of them
type Facts = any;

async function checkSaleEntries(
  snapshot: Snapshot,
  sales: readonly Entry[],
  history: History,
): Promise<void> {
  const told = new Set<number>();
  for (const { facts } of sales) {
    for (const number of facts.tickets as number[]) {
      if (told.has(number)) history.addViolation(`the journal tells twice of the sale of ticket ${number}`);
      told.add(number);
    }
  }
  const tickets = await snapshot.all<{ number: number }>('SELECT number FROM tickets');
  const sold = new Set(tickets.map(({ number }) => number));
  for (const number of sold) {
    if (!told.has(number)) history.addViolation(`the journal lacks the sale of ticket ${number}`);
  }
  for (const number of told) {
    if (!sold.has(number))
      history.addViolation(`the journal tells of ticket ${number}, which was never sold`);
  }
}

/** Each event as it is, by its id. */
async function eventsStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Facts>(
    "SELECT special_events.*, price_cents FROM special_events JOIN prices ON product = event_id AND category = 'standard'",
  );
  return new Map(
    rows.map((row) => [
      row.event_id,
      asText(
        ...[row.name, JSON.parse(row.dates), row.price_cents, row.capacity],
        ...[JSON.parse(row.times), row.cancelled_at !== null],
      ),
    ]),
  );
}

function eventsFromJournal(entries: readonly Entry[]): Map<string, string> {
  const events = new Map<string, Facts>();
  for (const { kind, subject, facts } of entries) {
    const event = events.get(subject) ?? { capacity: null, times: [], isCancelled: false };
    if (kind === 'event.cancelled') event.isCancelled = true;
    else if (kind === 'event.capacity-set') event.capacity = facts.after;
    else if (kind === 'event.times-set') event.times = facts.after.times;
    else Object.assign(event, facts.after);
    events.set(subject, event);
  }
  return new Map(
    [...events].map(([id, { name, dates, priceCents, capacity, times, isCancelled }]) => [
      id,
      asText(name, dates, priceCents, capacity, times, isCancelled),
    ]),
  );
}

async function closedDaysStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Facts>('SELECT day, time_open FROM special_days');
  return new Map(rows.map((row) => [row.day, row.time_open === null ? 'closed' : 'open']));
}

function closedDaysFromJournal(entries: readonly Entry[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { kind, subject, facts } of entries) {
    if (kind === 'hours.day-cleared') days.delete(subject);
    else days.set(subject, facts.after.opening === null ? 'closed' : 'open');
  }
  return days;
}

async function capacitiesStored(snapshot: Snapshot): Promise<Map<string, string>> {
  const rows = await snapshot.all<Facts>('SELECT day, capacity FROM slots WHERE own_capacity = 1');
  return new Map(rows.map((row) => [row.day, asText(row.capacity)]));
}

function capacitiesFromJournal(entries: readonly Entry[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { kind, subject, facts } of entries) {
    if (kind === 'capacity.day-cleared') days.delete(subject);
    else days.set(subject, asText(facts.after));
  }
  return days;
}

function asText(...values: unknown[]): string {
  return JSON.stringify(values);
}

function* differences(stored: ReadonlyMap<string, string>, journalled: ReadonlyMap<string, string>) {
  for (const id of new Set([...stored.keys(), ...journalled.keys()])) {
    if (stored.get(id) !== journalled.get(id))
      yield `${id} is ${stored.get(id)}, and was told to be ${journalled.get(id)}`;
  }
}
