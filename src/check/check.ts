import { checkArticles } from '../articles/index.ts';
import { checkCalledOff } from '../called-off/index.ts';
import { checkCards } from '../cards/index.ts';
import { ConfirmationCodes } from '../codes/index.ts';
import { addDays, parseCalendarDay } from '../core/calendar-day.ts';
import { checkDiscounts } from '../discounts/index.ts';
import { checkEvents } from '../events/index.ts';
import { checkGifts } from '../gifts/index.ts';
import { checkHours } from '../hours/index.ts';
import { checkJournal } from '../journal/index.ts';
import { checkSlots } from '../offers/index.ts';
import { checkOrders } from '../orders/index.ts';
import { checkPasses } from '../passes/index.ts';
import { checkOnlinePayments } from '../payments/index.ts';
import { checkDatabase, findSecret, type Queries, type Snapshot } from '../store/index.ts';
import { checkImportedCodes, checkTickets } from '../tickets/index.ts';
import { checkVisits } from '../visits/index.ts';

export interface CheckFigures {
  readonly tickets: number;
  readonly orders: number;
  readonly keptAnswers: number;
  readonly events: number;
  readonly eventDays: number;
  readonly generalDays: number;
  /** Days with more tickets than places. No fault: a capacity may be lowered below the number sold. */
  readonly overfullDays: number;
  readonly journalEntries: number;
  /** The newest seal of the journal, which covers all sealed entries. */
  readonly journalHead: string;
}

/** Called now and then with a description of the current step. */
export type OnProgress = (doing: string) => void;

/**
 * Recounts all redundant data from the rows, and yields each difference as a sentence.
 * @returns the figures; undefined when the database could not be read far enough, or (without any difference) when it
 * was never used.
 */
export async function* checkMuseum(
  snapshot: Snapshot,
  onProgress: OnProgress = () => {},
): AsyncGenerator<string, CheckFigures | undefined> {
  onProgress('checking the database file');
  if (!(yield* checkDatabase(snapshot)) || !(await wasEverUsed(snapshot))) return undefined;
  const codes = yield* confirmationCodes(snapshot);
  if (codes === undefined) return undefined;
  return yield* recount(snapshot, codes, onProgress);
}

/** False until the first start of the service has finished: there is nothing to compare before. */
export async function wasEverUsed(queries: Queries): Promise<boolean> {
  const row = await queries.get(
    `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM accounts)
       OR EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM tickets)
       OR EXISTS (SELECT 1 FROM special_events) OR EXISTS (SELECT 1 FROM check_ins)`,
  );
  return row !== undefined;
}

async function* confirmationCodes(snapshot: Snapshot): AsyncGenerator<string, ConfirmationCodes | undefined> {
  const secret = await findSecret(snapshot, 'confirmation-codes');
  const key = Buffer.from(secret ?? '', 'base64').subarray(0, 16);
  if (key.length === 16) return new ConfirmationCodes(key);
  yield 'The secret for confirmation codes is missing or damaged.';
  return undefined;
}

async function* recount(
  snapshot: Snapshot,
  codes: ConfirmationCodes,
  onProgress: OnProgress,
): AsyncGenerator<string, CheckFigures> {
  const tickets = yield* checkTickets(snapshot, codes, (read) => onProgress(`read ${read} tickets`));
  yield* checkImportedCodes(snapshot);
  onProgress('recounting the sold places');
  yield* checkHours(snapshot);
  const events = yield* checkEvents(snapshot);
  yield* checkDaysToCome(snapshot);
  const orders = yield* checkOrders(snapshot, tickets);
  yield* checkDiscounts(snapshot, tickets.byCode);
  yield* checkArticles(snapshot);
  yield* checkCards(snapshot);
  yield* checkOnlinePayments(snapshot);
  yield* checkGifts(snapshot);
  yield* checkVisits(snapshot);
  yield* checkPasses(snapshot, tickets.bySlot);
  const slots = yield* checkSlots(snapshot, tickets.bySlot);
  onProgress('verifying the journal');
  const journal = yield* checkJournal(snapshot);
  return {
    tickets: tickets.tickets,
    orders,
    keptAnswers: yield* checkKeptAnswers(snapshot),
    events,
    ...slots,
    journalEntries: journal.entries,
    journalHead: journal.head,
  };
}

/** Not those that may be over in some time zone, by the last entry of the journal: a backup is as old as that. */
async function* checkDaysToCome(queries: Queries): AsyncGenerator<string, void> {
  const last = await queries.get<{ at: number }>('SELECT at FROM journal ORDER BY position DESC LIMIT 1');
  const day = parseCalendarDay(new Date(Number(last?.at ?? 0)).toISOString().slice(0, 10));
  if (day !== undefined) yield* checkCalledOff(queries, addDays(day, 2));
}

/** The ticket, order or event that a kept answer names must exist. @returns how many answers are kept */
async function* checkKeptAnswers(queries: Queries): AsyncGenerator<string, number> {
  const orphans = await queries.all<{ idempotency_key: string; made: string }>(
    `SELECT idempotency_key, made FROM kept_answers WHERE made IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM tickets WHERE ticket_id = made)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE order_id = made)
        AND NOT EXISTS (SELECT 1 FROM special_events WHERE event_id = made) LIMIT 1000`,
  );
  for (const { idempotency_key: key, made } of orphans) {
    yield `The response stored for the Idempotency-Key ${key} refers to ${made}, which does not exist.`;
  }
  const row = await queries.get<{ kept: number }>('SELECT count(*) AS kept FROM kept_answers');
  return row?.kept ?? 0;
}
