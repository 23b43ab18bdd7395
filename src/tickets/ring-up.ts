import { type ConfirmationCodes, confirmationCode, lockCurrentKeyId } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { type MuseumCalendar, type SteadyClock, trustedNow } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { findAnswer, keepAnswers, type Repeatable } from '../idempotency/index.ts';
import { record } from '../journal/index.ts';
import type { Transaction } from '../store/index.ts';
import { type Sale, sellEventPlaces, sellGeneralPlaces } from './sale.ts';
import type { Contact, Purchase, SoldTicket, Ticket } from './ticket.ts';
import { addContacts, addTickets } from './ticket-store.ts';

/** The actor of a sale: always an account, which is stored with the ticket. */
export type Seller = Actor & { readonly accountId: Uuid };

/** One purchase on its way through the till. */
export interface Order {
  readonly seller: Seller;
  readonly purchase: Purchase;
  /** Present when the request may be repeated. */
  readonly repeatable: Repeatable<SoldTicket | Refusal> | undefined;
}

/** The outcome of an order. For a repeatable one it is the answer: written now, or kept since the first time. */
export type OrderOutcome = SoldTicket | Refusal | KeptAnswer;

export interface KeptAnswer {
  readonly answer: string;
}

export interface RingUpOptions {
  readonly clock: SteadyClock;
  readonly calendar: MuseumCalendar;
  readonly codes: ConfirmationCodes;
  readonly currency: string;
  readonly generalPriceCents: number;
}

/** The outcome of a batch: one for each order, and the number of newly sold tickets. */
export interface RingUpResult {
  readonly outcomes: readonly OrderOutcome[];
  readonly sold: number;
}

/** An order with its outcome so far. */
interface Line {
  readonly order: Order;
  outcome: OrderOutcome | undefined;
  /** An earlier line of the batch with the same idempotency key, whose outcome this one shares. */
  repeats: Line | undefined;
}

/** The lines of a batch that are for the same day of the same event, or for general entry on the same day. */
interface Slot {
  readonly eventId: Uuid | undefined;
  readonly day: CalendarDay;
  readonly lines: Line[];
}

/**
 * Sells as many of `orders` as possible inside `tx`, and returns the outcome of each, in order. Places are taken for a
 * whole slot at once. All tills lock slots in the same order, which prevents deadlocks. A slot with fewer places left than
 * wanted takes a second statement, out of that order: if two tills deadlock there, the database aborts one, which is
 * retried. `numbers` holds one ticket number for each order.
 * Independent statements are sent together, which saves round trips to PostgreSQL.
 */
export async function ringUp(
  tx: Transaction,
  orders: readonly Order[],
  numbers: readonly number[],
  options: RingUpOptions,
): Promise<RingUpResult> {
  const now = options.clock.now();
  const lines = orders.map((order): Line => ({ order, outcome: undefined, repeats: undefined }));
  const [keyId] = await Promise.all([
    lockCurrentKeyId(tx),
    recallAnswers(tx, lines, trustedNow(options.clock)),
  ]);
  const fresh = lines.filter(({ outcome, repeats }) => outcome === undefined && repeats === undefined);
  const print = ticketPrinter(numbers, keyId, now, options);
  const sold: SoldLine[] = [];
  const slots = slotsOf(fresh);
  const sales = await Promise.all(slots.map((slot) => sellSlot(tx, slot, options)));
  for (const [position, slot] of slots.entries()) {
    const sale = sales[position] as Sale;
    for (const [index, line] of slot.lines.entries()) {
      if (index < sale.taken) {
        const ticket = print(line.order, sale.priceCents);
        line.outcome = { ticket, eventName: sale.eventName };
        sold.push({ order: line.order, ticket });
      } else {
        line.outcome = sale.refusal as Refusal;
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
  return { outcomes: lines.map((line) => (line.repeats ?? line).outcome as OrderOutcome), sold: sold.length };
}

interface SoldLine {
  readonly order: Order;
  readonly ticket: Ticket;
}

/** Finds the lines whose idempotency key has an answer already, belongs to another request, or comes twice. */
async function recallAnswers(tx: Transaction, lines: readonly Line[], now: number): Promise<void> {
  const keyed = lines.flatMap((line) => {
    const { repeatable } = line.order;
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
    else if (earlier.order.repeatable?.hash === repeatable.hash) line.repeats = earlier;
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

function slotsOf(lines: readonly Line[]): Slot[] {
  const slots = new Map<string, Slot>();
  for (const line of lines) {
    const { eventId, ticketDate } = line.order.purchase;
    const key = `${eventId ?? ''} ${ticketDate}`;
    const slot = slots.get(key);
    if (slot === undefined) slots.set(key, { eventId, day: ticketDate, lines: [line] });
    else slot.lines.push(line);
  }
  return [...slots].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, slot]) => slot);
}

function sellSlot(tx: Transaction, { eventId, day, lines }: Slot, options: RingUpOptions): Promise<Sale> {
  const today = options.calendar.today();
  if (eventId !== undefined) return sellEventPlaces(tx, eventId, day, lines.length, today);
  return sellGeneralPlaces(tx, day, lines.length, today, options.generalPriceCents);
}

function ticketPrinter(
  numbers: readonly number[],
  keyId: string,
  now: number,
  { codes, currency }: RingUpOptions,
) {
  const spelled = codes.spell(numbers);
  let printed = 0;
  return ({ seller, purchase }: Order, priceCents: number): Ticket => {
    const position = printed++;
    return {
      number: numbers[position] as number,
      ticketId: uuidV7(now),
      ticketType: purchase.ticketType,
      eventId: purchase.eventId ?? null,
      ticketDate: purchase.ticketDate,
      priceCents,
      currency,
      confirmationCode: confirmationCode(purchase.ticketType, spelled[position] as string),
      keyId,
      soldBy: seller.accountId,
      soldAt: now,
    };
  };
}

function contactOf({ order: { purchase }, ticket: { number } }: SoldLine): Contact[] {
  const { email, phone = null } = purchase;
  return email === undefined ? [] : [{ number, email, phone }];
}

/** Records one entry for all sales of a seller through one channel in this batch, so that the journal costs little. */
async function recordSales(tx: Transaction, sold: readonly SoldLine[], now: number): Promise<void> {
  const bySeller = Map.groupBy(sold, ({ order: { seller } }) => `${seller.accountId} ${seller.channel}`);
  await Promise.all(
    [...bySeller.values()].map((lines) => {
      const [{ order, ticket }] = lines as [SoldLine];
      const details = {
        tickets: lines.map((line) => line.ticket.number),
        requests: lines.map((line) => line.order.seller.requestId ?? null),
      };
      const { requestId: _ofOne, ...actor } = order.seller;
      return record(tx, actor, now, { kind: 'tickets.sold', subject: `${ticket.number}`, details });
    }),
  );
}

/** Records an entry for a sale that took the last place of a day. */
async function recordFullDays(
  tx: Transaction,
  slots: readonly Slot[],
  sales: readonly Sale[],
  now: number,
): Promise<void> {
  for (const [index, { eventId = null, day, lines }] of slots.entries()) {
    const { taken, takesLast } = sales[index] as Sale;
    if (!takesLast) continue;
    const { seller } = (lines[taken - 1] as Line).order;
    await record(tx, seller, now, { kind: 'day.sold-out', subject: day, details: { eventId } });
  }
}

/** The answer to keep for a repeatable order, written by its interface. It replaces the line's outcome. */
function answerToKeep(line: Line) {
  const { order, outcome } = line;
  if (order.repeatable === undefined || outcome === undefined || 'answer' in outcome) return [];
  const answer = order.repeatable.write(outcome);
  line.outcome = { answer };
  const isRefusal = outcome instanceof Refusal;
  return [
    { request: order.repeatable, answer, isRefusal, ...(!isRefusal && { made: outcome.ticket.ticketId }) },
  ];
}
