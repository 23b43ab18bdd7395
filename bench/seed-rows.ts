import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { addAccount } from '../src/accounts/index.ts';
import { ConfirmationCodes, ensureSigningKey, lockCurrentKeyId } from '../src/codes/index.ts';
import { OPERATOR } from '../src/core/actor.ts';
import { addDays, type CalendarDay } from '../src/core/calendar-day.ts';
import { systemClock } from '../src/core/clock.ts';
import { type Uuid, uuidV7 } from '../src/core/uuid.ts';
import { localTimes } from '../src/core/zoned-time.ts';
import { Jobs } from '../src/jobs/index.ts';
import { aggregationJob } from '../src/reports/index.ts';
import { type SqlValue, type Store, secretOf, type Transaction } from '../src/store/index.ts';
import { ContactHashes } from '../src/tickets/index.ts';
import { progressBar } from './progress.ts';

/**
 * A museum that has been open for years: its events, and tickets sold for them and for general entry, with
 * counters, numbers and codes as the service itself would have left them.
 */
export interface SeedSize {
  readonly events: number;
  readonly tickets: number;
}

export const CREDENTIALS = { username: 'bench', password: 'a long night at the museum' } as const;

/** The event that is sold in rows 3 and 4 and in the rush. Its days are in the future. */
export const HOT_EVENT = 'The night of the tills';
export const UNLIMITED_DAY = '2036-06-01' as CalendarDay;
export const LIMITED_DAY = '2036-06-02' as CalendarDay;
export const SOLD_OUT_DAY = '2036-06-03' as CalendarDay;
const PLENTY = 1_000_000_000;
const SOLD_OUT_AT = 100;
const HOT_EVERY = 50;

/** Days that hold exactly ten events, however many are stored. */
export const WINDOW = { from: '2036-01-01' as CalendarDay, to: '2036-01-08' as CalendarDay } as const;
export const WINDOW_EVENTS = 10;

const FIRST_EVENT_DAY = '2035-01-01' as CalendarDay;
const EVENT_DAYS = 300;
const BATCH_SIZE = 5_000;
const FIRST_SALE_AT = Date.UTC(2025, 0, 1);
const MS_BETWEEN_SALES = 20;

interface SeededEvent {
  readonly eventId: Uuid;
  readonly name: string;
  readonly dates: readonly CalendarDay[];
}

export async function seedRows(store: Store, size: SeedSize): Promise<void> {
  const { accountId } = await addAccount(
    store,
    OPERATOR,
    { ...CREDENTIALS, role: 'admin' },
    systemClock.now(),
  );
  const events = await addEvents(store, size.events);
  await addTickets(store, events, accountId, size.tickets);
  await setCounters(store, size.tickets);
  await aggregateReports(store);
}

async function addEvents(store: Store, count: number): Promise<readonly SeededEvent[]> {
  const clock = tickingClock();
  const newId = () => uuidV7(clock.now());
  const events = Array.from({ length: count }, (_, index) => ({ eventId: newId(), ...programme(index) }));
  const showProgress = progressBar('Seeding events ', count);
  await inBatches(count, showProgress, (from, to) =>
    store.transaction(async (tx) => {
      const batch = events.slice(from, to);
      await tx.insert(
        'special_events',
        ['event_id', 'name', 'location', 'description', 'dates', 'created_at', 'changed_at'],
        batch.map(({ eventId, name, dates }, index) => [
          eventId,
          name,
          `East wing, room ${(from + index) % 40}`,
          `${name}: a guided evening with the curators who brought these works together, from loans of ` +
            'eleven collections, with music in the courtyard afterwards.',
          JSON.stringify(dates),
          FIRST_SALE_AT,
          FIRST_SALE_AT,
        ]),
      );
      await tx.insert(
        'prices',
        ['product', 'day', 'category', 'price_cents'],
        batch.map(({ eventId }) => [eventId, '', 'standard', 1_250]),
      );
      await tx.insert(
        'slots',
        ['product', 'day', 'capacity'],
        batch.flatMap(({ eventId, name, dates }) =>
          dates.map((day): SqlValue[] => [eventId, day, name === HOT_EVENT ? placesOn(day) : null]),
        ),
      );
    }),
  );
  return events;
}

/** Event 0 is the hot one, the next ten fill the window, the others are spread over the year before. */
function programme(index: number): Omit<SeededEvent, 'eventId'> {
  if (index === 0) return { name: HOT_EVENT, dates: [UNLIMITED_DAY, LIMITED_DAY, SOLD_OUT_DAY] };
  if (index <= WINDOW_EVENTS) {
    return { name: `Winter evening ${index}`, dates: threeDays(addDays(WINDOW.from, (index - 1) % 4)) };
  }
  return { name: `Evening number ${index}`, dates: threeDays(addDays(FIRST_EVENT_DAY, index % EVENT_DAYS)) };
}

function threeDays(first: CalendarDay): CalendarDay[] {
  return [first, addDays(first, 1), addDays(first, 2)];
}

function placesOn(day: CalendarDay): number | null {
  if (day === UNLIMITED_DAY) return null;
  return day === LIMITED_DAY ? PLENTY : SOLD_OUT_AT;
}

async function addTickets(
  store: Store,
  events: readonly SeededEvent[],
  soldBy: Uuid,
  count: number,
): Promise<void> {
  const clock = tickingClock();
  const newId = () => uuidV7(clock.now());
  const key = Buffer.from(await secretOf(store, systemClock, 'confirmation-codes'), 'base64').subarray(0, 16);
  const codes = new ConfirmationCodes(key);
  const hashes = await ContactHashes.open(store, systemClock);
  await ensureSigningKey(store, systemClock.now());
  await inBatches(count, progressBar('Seeding tickets', count), (from, to) =>
    store.transaction(async (tx) => {
      const keyId = await lockCurrentKeyId(tx);
      const numbers = Array.from({ length: to - from }, (_, index) => from + index + 1);
      const spelled = codes.spell(numbers);
      const rows = numbers.map((number, index): SqlValue[] => {
        const sale = saleOf(number, events);
        return [
          number,
          newId(),
          sale.type,
          sale.eventId,
          sale.day,
          sale.type === 'event' ? 1_250 : 0,
          'EUR',
          `ticket-${sale.type}-${spelled[index]}`,
          keyId,
          soldBy,
          clock.now(),
        ];
      });
      await tx.insert('tickets', TICKET_COLUMNS, rows);
      await tx.insert(
        'contacts',
        ['number', 'email', 'phone', 'email_hash'],
        numbers.map((number) => contactOf(number, hashes)),
      );
    }),
  );
}

const TICKET_COLUMNS = [
  'number',
  'ticket_id',
  'ticket_type',
  'event_id',
  'ticket_date',
  'price_cents',
  'currency',
  'confirmation_code',
  'key_id',
  'sold_by',
  'sold_at',
];

function contactOf(number: number, hashes: ContactHashes): SqlValue[] {
  const email = `visitor-${number}@example.com`;
  return [number, email, number % 3 === 0 ? `+49 30 ${number}` : null, hashes.of(email)];
}

/**
 * The first hundred fill the day that is sold out. Of the others every fiftieth is for the hot event and every third
 * for general entry.
 */
function saleOf(number: number, events: readonly SeededEvent[]) {
  if (number <= SOLD_OUT_AT) {
    return { type: 'event', eventId: (events[0] as SeededEvent).eventId, day: SOLD_OUT_DAY };
  }
  if (number % HOT_EVERY === 1) {
    return { type: 'event', eventId: (events[0] as SeededEvent).eventId, day: UNLIMITED_DAY };
  }
  if (number % 3 === 0) {
    return { type: 'general', eventId: null, day: addDays(FIRST_EVENT_DAY, number % EVENT_DAYS) };
  }
  const event = events[1 + (number % (events.length - 1))] as SeededEvent;
  return {
    type: 'event',
    eventId: event.eventId,
    day: event.dates[number % event.dates.length] as CalendarDay,
  };
}

/** Sets every counter from the rows. */
async function setCounters(store: Store, tickets: number): Promise<void> {
  await store.transaction(async (tx: Transaction) => {
    await tx.run(
      `UPDATE slots SET sold = counted.sold
         FROM (SELECT event_id, ticket_date, count(*) AS sold FROM tickets
                WHERE ticket_type = 'event' GROUP BY event_id, ticket_date) AS counted
        WHERE slots.product = counted.event_id AND slots.day = counted.ticket_date`,
    );
    await tx.run(
      `INSERT INTO slots (product, day, sold)
         SELECT 'general', ticket_date, count(*) FROM tickets WHERE ticket_type = 'general' GROUP BY ticket_date`,
    );
    await tx.run('UPDATE ticket_numbers SET next = ? WHERE id = 1', [tickets + 1]);
    await tx.run('UPDATE figures_progress SET old_tickets_end = ?', [tickets]); // the seeded tickets are in no journal
  });
}

/** Aggregates the reports as the service would, so that it does not do so during a measurement. */
async function aggregateReports(store: Store): Promise<void> {
  const jobs = new Jobs({ store, clock: systemClock, log: pino({ level: 'silent' }) });
  jobs.add(aggregationJob(store, systemClock, localTimes('UTC')));
  jobs.start();
  const left = 'SELECT id FROM figures_progress WHERE old_tickets_to IS NOT NULL';
  while ((await store.get(left)) !== undefined) await sleep(50);
  await jobs.stop();
}

/** A clock that advances with each reading, as if the sales were spread over years. */
function tickingClock() {
  let now = FIRST_SALE_AT;
  return { now: () => (now += MS_BETWEEN_SALES) };
}

async function inBatches(
  count: number,
  showProgress: (done: number) => void,
  work: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    await work(from, Math.min(count, from + BATCH_SIZE));
    showProgress(Math.min(count, from + BATCH_SIZE));
  }
}
