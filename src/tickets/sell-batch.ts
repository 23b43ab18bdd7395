import { type ConfirmationCodes, confirmationCode, lockCurrentKeyId } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { type SteadyClock, trustedNow } from '../core/clock.ts';
import { may } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { findAnswer, keepAnswers, type Repeatable } from '../idempotency/index.ts';
import { record } from '../journal/index.ts';
import {
  type OfferTerms,
  type PlacesSold,
  type Quote,
  type Slot,
  STANDARD,
  sellPlaces,
  slotKey,
  slotOf,
  type Wanted,
} from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Contact, Purchase, SoldTicket, Ticket } from './ticket.ts';
import { addContacts, addTickets } from './ticket-store.ts';

/** The actor of a sale: always an account, which is stored with the ticket. */
export type Seller = Actor & { readonly accountId: Uuid };

/** One purchase on its way through the till. */
export interface PurchaseRequest {
  readonly seller: Seller;
  readonly purchase: Purchase;
  /** Present when the request may be repeated. */
  readonly repeatable: Repeatable<SoldTicket | Refusal> | undefined;
}

/** The outcome of a purchase. For a repeatable one it is the answer: written now, or kept since the first time. */
export type PurchaseOutcome = SoldTicket | Refusal | KeptAnswer;

export interface KeptAnswer {
  readonly answer: string;
}

export interface SellingOptions {
  readonly clock: SteadyClock;
  readonly codes: ConfirmationCodes;
  readonly terms: OfferTerms;
}

/** The outcomes of a batch: one for each purchase, and the number of newly sold tickets. */
export interface BatchResult {
  readonly outcomes: readonly PurchaseOutcome[];
  readonly sold: number;
}

/** A purchase of the batch with its outcome so far. */
interface Line {
  readonly request: PurchaseRequest;
  outcome: PurchaseOutcome | undefined;
  /** An earlier line of the batch with the same idempotency key, whose outcome this one shares. */
  repeats: Line | undefined;
}

/** The lines of a batch that take places in the same slot. */
interface SlotLines {
  readonly slot: Slot;
  readonly lines: Line[];
}

/**
 * Sells as many of the purchases as possible inside `tx`, and returns the outcome of each, in order. Places are taken for
 * a whole slot at once. `numbers` holds one ticket number for each purchase. Independent statements are sent together,
 * which saves round trips to PostgreSQL.
 */
export async function sellBatch(
  tx: Transaction,
  requests: readonly PurchaseRequest[],
  numbers: readonly number[],
  options: SellingOptions,
): Promise<BatchResult> {
  const now = options.clock.now();
  const lines = requests.map((request): Line => ({ request, outcome: undefined, repeats: undefined }));
  const [keyId] = await Promise.all([
    lockCurrentKeyId(tx),
    recallAnswers(tx, lines, trustedNow(options.clock)),
  ]);
  const fresh = lines.filter(({ outcome, repeats }) => outcome === undefined && repeats === undefined);
  const makeTicket = ticketMaker(numbers, keyId, now, options);
  const sold: SoldLine[] = [];
  const slots = bySlot(fresh);
  const demands = slots.map(({ slot, lines }) => ({ slot, wanted: lines.map(wantedBy) }));
  const sales = await sellPlaces(tx, demands, options.terms);
  for (const [position, slot] of slots.entries()) {
    const { outcomes, eventName } = sales[position] as PlacesSold;
    for (const [index, line] of slot.lines.entries()) {
      const outcome = outcomes[index] as Quote | Refusal;
      if (outcome instanceof Refusal) {
        line.outcome = outcome;
      } else {
        const ticket = makeTicket(line.request, outcome);
        line.outcome = { ticket, eventName };
        sold.push({ request: line.request, ticket });
      }
    }
  }
  const toKeep = fresh.flatMap(answerToKeep);
  await Promise.all([
    addTickets(
      tx,
      sold.map(({ ticket }) => ticket),
    ),
    addContacts(tx, sold.flatMap(contactOf)),
    recordSales(tx, sold, now),
    keepAnswers(tx, toKeep, now),
  ]);
  await recordFullDays(tx, slots, sales, now);
  return {
    outcomes: lines.map((line) => (line.repeats ?? line).outcome as PurchaseOutcome),
    sold: sold.length,
  };
}

interface SoldLine {
  readonly request: PurchaseRequest;
  readonly ticket: Ticket;
}

/** Finds the lines whose idempotency key has an answer already, belongs to another request, or comes twice. */
async function recallAnswers(tx: Transaction, lines: readonly Line[], now: number): Promise<void> {
  const keyed = lines.flatMap((line) => {
    const { repeatable } = line.request;
    return repeatable === undefined ? [] : [{ line, repeatable }];
  });
  const known = await Promise.all(keyed.map(({ repeatable }) => recall(tx, repeatable, now)));
  const running = new Map<string, Line>();
  for (const [index, { line, repeatable }] of keyed.entries()) {
    line.outcome = known[index];
    if (line.outcome !== undefined) continue;
    const key = `${repeatable.accountId} ${repeatable.key}`;
    const earlier = running.get(key);
    if (earlier === undefined) running.set(key, line);
    else if (earlier.request.repeatable?.hash === repeatable.hash) line.repeats = earlier;
    else line.outcome = new Refusal('idempotency-key-reused', { key: repeatable.key });
  }
}

async function recall(
  tx: Transaction,
  request: Repeatable<SoldTicket | Refusal>,
  now: number,
): Promise<KeptAnswer | Refusal | undefined> {
  try {
    const answer = await findAnswer(tx, request, now);
    return answer === undefined ? undefined : { answer };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function wantedBy({ request: { seller, purchase } }: Line): Wanted {
  return { category: purchase.category ?? STANDARD, mayBeLate: may(seller.role, 'sell-past-times') };
}

/** In the order in which slots are locked. */
function bySlot(lines: readonly Line[]): SlotLines[] {
  const slots = new Map<string, SlotLines>();
  for (const line of lines) {
    const slot = slotOf(line.request.purchase);
    const key = slotKey(slot);
    const found = slots.get(key);
    if (found === undefined) slots.set(key, { slot, lines: [line] });
    else found.lines.push(line);
  }
  return [...slots].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function ticketMaker(
  numbers: readonly number[],
  keyId: string,
  now: number,
  { codes, terms: { currency } }: SellingOptions,
) {
  const spelled = codes.spell(numbers);
  let made = 0;
  return ({ seller, purchase }: PurchaseRequest, quote: Quote): Ticket => {
    const position = made++;
    return {
      number: numbers[position] as number,
      ticketId: uuidV7(now),
      ticketType: purchase.ticketType,
      eventId: purchase.eventId ?? null,
      ticketDate: purchase.ticketDate,
      entryTime: purchase.entryTime ?? null,
      ...quote,
      currency,
      confirmationCode: confirmationCode(purchase.ticketType, spelled[position] as string),
      keyId,
      soldBy: seller.accountId,
      soldAt: now,
    };
  };
}

function contactOf({ request: { purchase }, ticket: { number } }: SoldLine): Contact[] {
  const { email, phone = null } = purchase;
  return email === undefined ? [] : [{ number, email, phone }];
}

/** Records one entry for all sales of a seller through one channel in this batch, so that the journal costs little. */
async function recordSales(tx: Transaction, sold: readonly SoldLine[], now: number): Promise<void> {
  const bySeller = Map.groupBy(sold, ({ request: { seller } }) => `${seller.accountId} ${seller.channel}`);
  await Promise.all(
    [...bySeller.values()].map((lines) => {
      const [{ request, ticket }] = lines as [SoldLine];
      const details = {
        tickets: lines.map((line) => line.ticket.number),
        requests: lines.map((line) => line.request.seller.requestId ?? null),
      };
      const { requestId: _ofOne, ...actor } = request.seller;
      return record(tx, actor, now, { kind: 'tickets.sold', subject: `${ticket.number}`, details });
    }),
  );
}

/** Records an entry for a sale that took the last place of a slot. */
async function recordFullDays(
  tx: Transaction,
  slots: readonly SlotLines[],
  sales: readonly PlacesSold[],
  now: number,
): Promise<void> {
  for (const [index, { lines }] of slots.entries()) {
    const { outcomes, takesLast } = sales[index] as PlacesSold;
    if (!takesLast) continue;
    const last = outcomes.findLastIndex((outcome) => !(outcome instanceof Refusal));
    const { seller, purchase } = (lines[last] as Line).request;
    const details = { eventId: purchase.eventId ?? null };
    await record(tx, seller, now, { kind: 'day.sold-out', subject: purchase.ticketDate, details });
  }
}

/** The answer to keep for a repeatable purchase, written by its interface. It replaces the line's outcome. */
function answerToKeep(line: Line) {
  const { request, outcome } = line;
  if (request.repeatable === undefined || outcome === undefined || 'answer' in outcome) return [];
  const answer = request.repeatable.write(outcome);
  line.outcome = { answer };
  const isRefusal = outcome instanceof Refusal;
  return [
    { request: request.repeatable, answer, isRefusal, ...(!isRefusal && { made: outcome.ticket.ticketId }) },
  ];
}
