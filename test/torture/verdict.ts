import { checkMuseum } from '../../src/check/index.ts';
import { readAnswer } from '../../src/doors/api/repeatable.ts';
import { type DatabaseAddress, inspectStore, type Snapshot } from '../../src/store/index.ts';
import {
  type Chronicle,
  type EventRecord,
  fieldsOf,
  type PurchaseRecord,
  USUAL_CAPACITY,
} from './chronicle.ts';
import { judgeGate } from './gate-verdict.ts';
import { judgeJournal, type SalePositions } from './journal-verdict.ts';
import type { Timeline } from './timeline.ts';

/** Holds the chronicle against the database while nobody changes it, and accuses what does not agree. */
export async function judge(address: DatabaseAddress, chronicle: Chronicle): Promise<void> {
  await inspectStore(address, async (snapshot) => {
    for await (const difference of checkMuseum(snapshot)) chronicle.accuse(`check: ${difference}`);
    const tickets = await snapshot.all<TicketRow>(
      'SELECT * FROM tickets JOIN contacts USING (number) ORDER BY number',
    );
    judgeSales(tickets, chronicle);
    judgePlaces(tickets, chronicle, await judgeJournal(snapshot, chronicle));
    await judgeEvents(snapshot, chronicle);
    await judgeDays(snapshot, chronicle);
    await judgeKeys(snapshot, chronicle);
    await judgeGate(snapshot, chronicle);
  });
}

/** No ticket that was told is missing or altered, none was sold twice, and none to whom it was refused. */
function judgeSales(tickets: readonly TicketRow[], chronicle: Chronicle): void {
  const byEmail = Map.groupBy(tickets, ({ email }) => email);
  for (const email of byEmail.keys()) {
    if (!chronicle.purchases.has(email)) chronicle.accuse(`nobody asked for the ticket of ${email}`);
  }
  for (const record of chronicle.purchases.values()) {
    const sold = byEmail.get(record.email) ?? [];
    if (sold.length > 1) chronicle.accuse(`${name(record)} was sold ${sold.length} tickets`);
    if (record.answer === undefined) continue;
    if (record.answer.status !== 201) {
      if (sold.length > 0) chronicle.accuse(`${name(record)} was refused and yet sold a ticket`);
    } else if (sold[0] === undefined) {
      chronicle.accuse(`the ticket of ${name(record)} is missing: ${record.answer.text}`);
    } else if (!isAsTold(sold[0], record)) {
      chronicle.accuse(`the ticket of ${name(record)} is altered: ${JSON.stringify(sold[0])}`);
    }
  }
}

function isAsTold(row: TicketRow, { body, answer }: PurchaseRecord): boolean {
  const told = JSON.parse(answer?.text ?? '{}');
  return (
    row.ticket_id === told.ticketId &&
    row.confirmation_code === told.confirmationCode &&
    row.ticket_type === told.ticketType &&
    row.ticket_type === body.ticketType &&
    row.ticket_date === told.ticketDate &&
    row.ticket_date === body.ticketDate &&
    row.event_id === (body.eventId ?? null)
  );
}

/** No sale that capacity, dates, opening or cancellation forbade for as long as it took from asking to answer. */
function judgePlaces(tickets: readonly TicketRow[], chronicle: Chronicle, positions: SalePositions): void {
  const soldSoFar = new Map<string, number>();
  for (const ticket of inOrderOfSale(tickets, positions)) {
    const { event_id, ticket_date, email } = ticket;
    const slot = slotOf(ticket);
    const record = chronicle.purchases.get(email);
    const position = (soldSoFar.get(slot) ?? 0) + 1;
    soldSoFar.set(slot, position);
    if (record?.answeredAt === undefined) continue;
    const { sentAt: from, answeredAt: to } = record;
    const event = chronicle.events.get(event_id ?? '');
    const rules = event ?? chronicle.days.get(ticket_date);
    const capacity = rules?.capacity.between(from, to)?.value ?? null;
    if (capacity !== null && position > capacity) {
      chronicle.accuse(`${name(record)} was sold place ${position} of ${capacity} on ${slot}`);
    }
    if (event === undefined) {
      const isOpen = chronicle.days.get(ticket_date)?.isOpen.between(from, to)?.value ?? true;
      if (!isOpen) chronicle.accuse(`${name(record)} was sold general entry on ${ticket_date}, a closed day`);
    } else {
      judgeEventDay(event, record, ticket_date, chronicle);
    }
  }
}

/**
 * The entry of a sale gets its position while the day's places are locked, so that positions are in the order of the
 * sales of each day, however many tills there are; within an entry the numbers are.
 */
function inOrderOfSale(tickets: readonly TicketRow[], positions: SalePositions): TicketRow[] {
  const positionOf = ({ number }: TicketRow) => positions.get(number) ?? 0;
  return tickets.toSorted((one, other) => positionOf(one) - positionOf(other) || one.number - other.number);
}

function slotOf({ event_id, ticket_date }: TicketRow): string {
  return `${event_id} ${ticket_date}`;
}

function judgeEventDay(event: EventRecord, record: PurchaseRecord, day: string, chronicle: Chronicle): void {
  const { sentAt: from, answeredAt: to = from } = record;
  const dates = event.version.between(from, to)?.value.dates ?? [day];
  if (!dates.includes(day)) {
    chronicle.accuse(`${name(record)} was sold ${event.eventId} on ${day}, which is not one of its dates`);
  }
  if (event.isCancelled.between(from, to)?.value) {
    chronicle.accuse(`${name(record)} was sold a ticket for ${event.eventId}, which was cancelled`);
  }
}

/** Every event is whole, and in the version that was told last or the one that was asked for since. */
async function judgeEvents(snapshot: Snapshot, chronicle: Chronicle): Promise<void> {
  const rows = await snapshot.all<EventRow>('SELECT * FROM special_events');
  const byId = new Map(rows.map((row) => [row.event_id, row]));
  for (const { eventId, version, capacity, isCancelled } of chronicle.events.values()) {
    const row = byId.get(eventId);
    if (row === undefined) {
      chronicle.accuse(`the event ${eventId} is missing`);
      continue;
    }
    const stored = JSON.stringify(storedFields(row));
    if (!version.possible.some((each) => JSON.stringify(fieldsOf(each)) === stored)) {
      chronicle.accuse(`the event ${eventId} is none of the versions it may be in: ${stored}`);
    }
    expectOneOf(chronicle, `the capacity of ${eventId}`, capacity, row.capacity);
    expectOneOf(chronicle, `whether ${eventId} is cancelled`, isCancelled, row.cancelled_at !== null);
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

/** Once nobody asks for anything any more, there are as many events as were announced: none twice. */
export async function countEvents(address: DatabaseAddress, chronicle: Chronicle): Promise<void> {
  await inspectStore(address, async (snapshot) => {
    const row = await snapshot.get<{ count: number }>('SELECT count(*) AS count FROM special_events');
    if (row?.count === chronicle.events.size) return;
    chronicle.accuse(`${chronicle.events.size} events were announced, and there are ${row?.count}`);
  });
}

async function judgeDays(snapshot: Snapshot, chronicle: Chronicle): Promise<void> {
  const closed = await snapshot.all<{ day: string }>('SELECT day FROM special_days WHERE time_open IS NULL');
  const limited = await snapshot.all<{ day: string; capacity: number }>(
    'SELECT day, capacity FROM general_days',
  );
  for (const { day, isOpen, capacity } of chronicle.days.values()) {
    const isClosed = closed.some((row) => row.day === day);
    const places = limited.find((row) => row.day === day)?.capacity ?? USUAL_CAPACITY;
    expectOneOf(chronicle, `whether the museum is open on ${day}`, isOpen, !isClosed);
    expectOneOf(chronicle, `the capacity on ${day}`, capacity, places);
  }
}

function expectOneOf<Value>(chronicle: Chronicle, what: string, timeline: Timeline<Value>, stored: Value) {
  if (timeline.possible.includes(stored)) return;
  chronicle.accuse(`${what} is ${stored}, and was last set to ${timeline.possible.join(' or ')}`);
}

/** Every answer to a purchase with a key is kept as it was told. */
async function judgeKeys(snapshot: Snapshot, chronicle: Chronicle): Promise<void> {
  const rows = await snapshot.all<{ idempotency_key: string; answer: string }>(
    'SELECT idempotency_key, answer FROM kept_answers',
  );
  const kept = new Map(rows.map((row) => [row.idempotency_key, readAnswer(row.answer)]));
  for (const { key, answer } of chronicle.purchases.values()) {
    if (key === undefined || answer === undefined) continue;
    const row = kept.get(key);
    if (row?.status === answer.status && row.body === answer.text) continue;
    chronicle.accuse(`the key ${key} was answered ${answer.text}, and keeps ${row?.body ?? 'nothing'}`);
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
  readonly cancelled_at: number | null;
}
