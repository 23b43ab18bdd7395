import { checkMuseum } from '../../src/check/index.ts';
import { type DatabaseAddress, inspectStore, type Snapshot } from '../../src/store/index.ts';
import { readAnswer } from '../../src/web/api/repeatable.ts';
import { checkJournal, type SalePositions } from './check-journal.ts';
import { checkOrders } from './check-orders.ts';
import { checkScans } from './check-scans.ts';
import {
  type EventRecord,
  fieldsOf,
  type History,
  type PurchaseRecord,
  placesWanted,
  USUAL_CAPACITY,
} from './history.ts';
import type { Timeline } from './timeline.ts';

/** Compares the history with the database while nobody changes it. Each difference is a violation. */
export async function checkHistory(address: DatabaseAddress, history: History): Promise<void> {
  await inspectStore(address, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) history.addViolation(`check: ${difference}`);
    const tickets = await snapshot.all<TicketRow>(
      'SELECT * FROM tickets JOIN contacts USING (number) ORDER BY number',
    );
    checkSales(tickets, history);
    checkSaleRules(tickets, history, await checkJournal(snapshot, history));
    await checkEvents(snapshot, history);
    await checkDays(snapshot, history);
    await checkKeptAnswers(snapshot, history);
    await checkOrders(snapshot, history);
    await checkScans(snapshot, history);
  });
}

/** Checks that no acknowledged ticket is missing or altered, and that no purchase got two tickets, or one after a refusal. */
function checkSales(tickets: readonly TicketRow[], history: History): void {
  const byEmail = Map.groupBy(tickets, ({ email }) => email);
  for (const email of byEmail.keys()) {
    if (!history.purchases.has(email)) history.addViolation(`nobody asked for the ticket of ${email}`);
  }
  for (const record of history.purchases.values()) {
    const sold = byEmail.get(record.email) ?? [];
    if (sold.length > 1) history.addViolation(`${name(record)} was sold ${sold.length} tickets`);
    if (record.answer === undefined) continue;
    if (record.answer.status !== 201) {
      if (sold.length > 0) history.addViolation(`${name(record)} was refused and yet sold a ticket`);
    } else if (sold[0] === undefined) {
      history.addViolation(`the ticket of ${name(record)} is missing: ${record.answer.text}`);
    } else if (!isAsAnswered(sold[0], record)) {
      history.addViolation(`the ticket of ${name(record)} is altered: ${JSON.stringify(sold[0])}`);
    }
  }
}

function isAsAnswered(row: TicketRow, record: PurchaseRecord): boolean {
  const { body, answer } = record;
  const ticket = JSON.parse(answer?.text ?? '{}');
  return (
    row.ticket_id === ticket.ticketId &&
    row.confirmation_code === ticket.confirmationCode &&
    row.ticket_type === ticket.ticketType &&
    row.ticket_type === body.ticketType &&
    row.ticket_date === ticket.ticketDate &&
    row.ticket_date === body.ticketDate &&
    row.event_id === (body.eventId ?? null) &&
    row.entry_time === (body.entryTime ?? null) &&
    placesOf(row) === placesWanted(record)
  );
}

/** Checks that no sale was made that capacity, dates, times, opening or cancellation forbade all the time from request to answer. */
function checkSaleRules(tickets: readonly TicketRow[], history: History, positions: SalePositions): void {
  const soldSoFar = new Map<string, number>();
  for (const ticket of inOrderOfSale(tickets, positions)) {
    const { event_id, ticket_date, entry_time, email } = ticket;
    const slot = slotOf(ticket);
    const record = history.purchases.get(email);
    const position = (soldSoFar.get(slot) ?? 0) + placesOf(ticket);
    soldSoFar.set(slot, position);
    if (record?.answeredAt === undefined) continue;
    const { sentAt: from, answeredAt: to } = record;
    const event = history.events.get(event_id ?? '');
    const ofDay = event?.capacity ?? history.days.get(ticket_date)?.capacity;
    const places = event === undefined && entry_time !== null ? history.placesAtTimes : ofDay;
    const capacity = places?.between(from, to)?.value ?? null;
    if (capacity !== null && position > capacity) {
      history.addViolation(`${name(record)} was sold place ${position} of ${capacity} on ${slot}`);
    }
    if (event === undefined) {
      const isOpen = history.days.get(ticket_date)?.isOpen.between(from, to)?.value ?? true;
      if (!isOpen)
        history.addViolation(`${name(record)} was sold general entry on ${ticket_date}, a closed day`);
      const isByTime = history.placesAtTimes.between(from, to);
      if (isByTime !== undefined && (isByTime.value === null) !== (entry_time === null))
        history.addViolation(
          `${name(record)} was sold general entry at ${entry_time}, which is not for sale`,
        );
    } else {
      checkEventRules(event, record, ticket, history);
    }
  }
}

/**
 * The entry of a sale gets its position while the day's places are locked, so that the sales of each day have rising
 * positions, however many tills there are. Within an entry the ticket numbers rise.
 */
function inOrderOfSale(tickets: readonly TicketRow[], positions: SalePositions): TicketRow[] {
  const positionOf = ({ number }: TicketRow) => positions.get(number) ?? 0;
  return tickets.toSorted((one, other) => positionOf(one) - positionOf(other) || one.number - other.number);
}

function slotOf({ event_id, ticket_date, entry_time }: TicketRow): string {
  return `${event_id} ${ticket_date}${entry_time === null ? '' : ` ${entry_time}`}`;
}

function placesOf({ places }: TicketRow): number {
  return places ?? 1;
}

function checkEventRules(
  event: EventRecord,
  record: PurchaseRecord,
  { ticket_date: day, entry_time: time }: TicketRow,
  history: History,
): void {
  const { sentAt: from, answeredAt: to = from } = record;
  const dates = event.version.between(from, to)?.value.dates ?? [day];
  if (!dates.includes(day)) {
    history.addViolation(
      `${name(record)} was sold ${event.eventId} on ${day}, which is not one of its dates`,
    );
  }
  const times = event.times.between(from, to)?.value;
  const isForSale = times === undefined || (time === null ? times.length === 0 : times.includes(time));
  if (!isForSale)
    history.addViolation(`${name(record)} was sold ${event.eventId} at ${time}, which is not for sale`);
  if (event.isCancelled.between(from, to)?.value) {
    history.addViolation(`${name(record)} was sold a ticket for ${event.eventId}, which was cancelled`);
  }
}

/** Checks that every event is whole, and in the last acknowledged version or the one that was requested since. */
async function checkEvents(snapshot: Snapshot, history: History): Promise<void> {
  const rows = await snapshot.all<EventRow>(
    "SELECT special_events.*, price_cents FROM special_events JOIN prices ON product = event_id AND category = 'standard'",
  );
  const byId = new Map(rows.map((row) => [row.event_id, row]));
  for (const { eventId, version, capacity, times, isCancelled } of history.events.values()) {
    const row = byId.get(eventId);
    if (row === undefined) {
      history.addViolation(`the event ${eventId} is missing`);
      continue;
    }
    const stored = JSON.stringify(storedFields(row));
    if (!version.possible.some((each) => JSON.stringify(fieldsOf(each)) === stored)) {
      history.addViolation(`the event ${eventId} is none of the versions it may be in: ${stored}`);
    }
    expectOneOf(history, `the capacity of ${eventId}`, capacity, row.capacity);
    if (!times.possible.some((each) => JSON.stringify(each) === row.times))
      history.addViolation(`the times of ${eventId} are ${row.times}, and were last set to others`);
    expectOneOf(history, `whether ${eventId} is cancelled`, isCancelled, row.cancelled_at !== null);
  }
}

function storedFields({ name, location, description, dates, price_cents }: EventRow) {
  return {
    name,
    location,
    eventDescription: description,
    dates: JSON.parse(dates),
    price: price_cents / 100,
  };
}

/** Checks, once no request is running, that there are as many events as were announced: none twice. */
export async function countEvents(address: DatabaseAddress, history: History): Promise<void> {
  await inspectStore(address, async (snapshot) => {
    const row = await snapshot.get<{ count: number }>('SELECT count(*) AS count FROM special_events');
    if (row?.count === history.events.size) return;
    history.addViolation(`${history.events.size} events were announced, and there are ${row?.count}`);
  });
}

async function checkDays(snapshot: Snapshot, history: History): Promise<void> {
  const closed = await snapshot.all<{ day: string }>('SELECT day FROM special_days WHERE time_open IS NULL');
  const limited = await snapshot.all<{ day: string; capacity: number }>(
    "SELECT day, capacity FROM slots WHERE product = 'general' AND starts_at = ''",
  );
  const general = await snapshot.get<{ places: number | null }>(
    'SELECT CASE WHEN every_minutes IS NOT NULL THEN places_each END AS places FROM general_admission',
  );
  expectOneOf(history, 'the places at each time', history.placesAtTimes, general?.places ?? null);
  for (const { day, isOpen, capacity } of history.days.values()) {
    const isClosed = closed.some((row) => row.day === day);
    const places = limited.find((row) => row.day === day)?.capacity ?? USUAL_CAPACITY;
    expectOneOf(history, `whether the museum is open on ${day}`, isOpen, !isClosed);
    expectOneOf(history, `the capacity on ${day}`, capacity, places);
  }
}

function expectOneOf<Value>(history: History, what: string, timeline: Timeline<Value>, stored: Value) {
  if (timeline.possible.includes(stored)) return;
  history.addViolation(`${what} is ${stored}, and was last set to ${timeline.possible.join(' or ')}`);
}

/** Checks that every answer to a purchase with a key is kept as it was given. */
async function checkKeptAnswers(snapshot: Snapshot, history: History): Promise<void> {
  const rows = await snapshot.all<{ idempotency_key: string; answer: string }>(
    'SELECT idempotency_key, answer FROM kept_answers',
  );
  const kept = new Map(rows.map((row) => [row.idempotency_key, readAnswer(row.answer)]));
  for (const { key, answer } of history.purchases.values()) {
    if (key === undefined || answer === undefined) continue;
    const row = kept.get(key);
    if (row?.status === answer.status && row.body === answer.text) continue;
    history.addViolation(`the key ${key} was answered ${answer.text}, and keeps ${row?.body ?? 'nothing'}`);
  }
}

function name({ email, key }: PurchaseRecord): string {
  return key === undefined ? email : `${email} (${key})`;
}

interface TicketRow {
  readonly number: number;
  readonly ticket_id: string;
  readonly ticket_type: string;
  readonly event_id: string | null;
  readonly ticket_date: string;
  readonly entry_time: string | null;
  /** Null: one. */
  readonly places: number | null;
  readonly confirmation_code: string;
  readonly email: string;
}

interface EventRow {
  readonly event_id: string;
  readonly name: string;
  readonly location: string;
  readonly description: string;
  readonly dates: string;
  readonly price_cents: number;
  readonly capacity: number | null;
  readonly times: string;
  readonly cancelled_at: number | null;
}
