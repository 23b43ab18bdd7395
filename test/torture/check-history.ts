import { checkMuseum } from '../../src/check/index.ts';
import { type DatabaseAddress, inspectStore, type Snapshot } from '../../src/store/index.ts';
import { readAnswer } from '../../src/web/api/repeatable.ts';
import { checkJournal, readEntries } from './check-journal.ts';
import { checkMoney, paidBack } from './check-money.ts';
import { checkOrders } from './check-orders.ts';
import { checkPlaces } from './check-places.ts';
import { checkScans } from './check-scans.ts';
import {
  type EventRecord,
  fieldsOf,
  type History,
  type PurchaseRecord,
  placesWanted,
  USUAL_CAPACITY,
  type WantedTicket,
} from './history.ts';
import type { ProviderServer } from './provider-server.ts';
import { readOrders, readTickets, type TicketRow } from './stored-rows.ts';
import type { Timeline } from './timeline.ts';

/** Compares the history with the database while nobody changes it. Each difference is a violation. */
export async function checkHistory(
  address: DatabaseAddress,
  history: History,
  provider: ProviderServer,
): Promise<void> {
  const asOf = Date.now();
  const before = paidBack(provider, history);
  await inspectStore(address, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) history.addViolation(`check: ${difference}`);
    const tickets = await readTickets(snapshot);
    const orders = await readOrders(snapshot);
    const entries = await readEntries(snapshot);
    checkSales(tickets, history);
    checkSaleRules(history);
    checkPlaces(entries, tickets, orders, history);
    await checkJournal(snapshot, entries, history);
    await checkEvents(snapshot, history);
    await checkDays(snapshot, history);
    await checkKeptAnswers(snapshot, history);
    await checkOrders(snapshot, orders, tickets, history, asOf);
    await checkScans(snapshot, history);
    await checkMoney(snapshot, provider, before, history);
  });
}

/** Checks that no acknowledged ticket is missing or altered, and that no purchase got two tickets, or one after a refusal. */
function checkSales(tickets: readonly TicketRow[], history: History): void {
  const alone = tickets.filter(({ orderId }) => orderId === null);
  const byEmail = Map.groupBy(alone, ({ email }) => email ?? '');
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
    row.ticketId === ticket.ticketId &&
    row.confirmationCode === ticket.confirmationCode &&
    row.ticketType === ticket.ticketType &&
    row.ticketType === body.ticketType &&
    row.ticketDate === ticket.ticketDate &&
    row.ticketDate === body.ticketDate &&
    row.eventId === (body.eventId ?? null) &&
    row.entryTime === (body.entryTime ?? null) &&
    row.places === placesWanted(record)
  );
}

/** Checks that nothing was sold or held that dates, times, opening or cancellation forbade all the time from request to answer. */
function checkSaleRules(history: History): void {
  for (const record of history.purchases.values()) {
    const { answer, body, sentAt: from, answeredAt: to = from } = record;
    if (answer?.status === 201) checkRules({ who: name(record), from, to }, body, history);
  }
  for (const { reference: who, shown, items, sentAt: from, answeredAt: to = from } of history.orders) {
    if (shown !== undefined) for (const item of items) checkRules({ who, from, to }, item, history);
  }
}

/** Who bought something, and from when to when the request was on its way. */
interface Buying {
  readonly who: string;
  readonly from: number;
  readonly to: number;
}

function checkRules(
  buying: Buying,
  { eventId, ticketDate, entryTime }: WantedTicket,
  history: History,
): void {
  const event = history.events.get(eventId ?? '');
  const faults =
    event === undefined
      ? generalFaults(buying, ticketDate, entryTime, history)
      : eventFaults(buying, ticketDate, entryTime, event);
  for (const fault of faults) history.addViolation(`${buying.who} was sold ${fault}`);
}

function* generalFaults({ from, to }: Buying, day: string, time: string | undefined, history: History) {
  if (history.days.get(day)?.isOpen.between(from, to)?.value === false)
    yield `general entry on ${day}, a closed day`;
  const isByTime = history.placesAtTimes.between(from, to);
  if (isByTime !== undefined && (isByTime.value === null) !== (time === undefined))
    yield `general entry at ${time}, which is not for sale`;
}

function* eventFaults({ from, to }: Buying, day: string, time: string | undefined, event: EventRecord) {
  const { eventId, version, times, isCancelled } = event;
  if (version.between(from, to)?.value.dates.includes(day) === false)
    yield `${eventId} on ${day}, which is not one of its dates`;
  const known = times.between(from, to)?.value;
  const isForSale = known === undefined || (time === undefined ? known.length === 0 : known.includes(time));
  if (!isForSale) yield `${eventId} at ${time}, which is not for sale`;
  if (isCancelled.between(from, to)?.value) yield `a ticket for ${eventId}, which was cancelled`;
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
    // Those of forms of the shop are no answers of the API.
    "SELECT idempotency_key, answer FROM kept_answers WHERE idempotency_key NOT LIKE 'shop: %'",
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
