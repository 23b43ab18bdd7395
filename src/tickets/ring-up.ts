import { BASE_PATH } from '../doors/api/contract/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock, MuseumCalendar } from '../core/clock.ts';
import { Problem } from '../doors/api/problems.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Answer, problemAnswer, success } from '../http/answer.ts';
import type { Caller } from '../doors/api/caller.ts';
import { findAnswer, type IdempotentRequest, keepAnswers, keyReused } from '../idempotency/idempotency.ts';
import type { Transaction } from '../store/index.ts';
import { type ConfirmationCodes, confirmationCode } from '../codes/confirmation-code.ts';
import { type Sale, sellEventPlaces, sellGeneralPlaces } from './sale.ts';
import { lockCurrentKeyId } from '../codes/signing-key-store.ts';
import { type Purchase, showTicket, type Ticket } from './ticket.ts';
import { addTickets } from './ticket-store.ts';

/** One purchase on its way through the till. */
export interface Order {
  readonly caller: Caller;
  readonly purchase: Purchase;
  /** Present when the request carried an Idempotency-Key. */
  readonly idempotent: IdempotentRequest | undefined;
}

export interface RingUpOptions {
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly newId: () => Uuid;
  readonly codes: ConfirmationCodes;
  readonly currency: string;
  readonly generalPriceCents: number;
}

/** What has become of a batch: an answer for each order, and how many tickets were newly sold. */
export interface Rung {
  readonly answers: readonly Answer[];
  readonly sold: number;
}

/** An order with what has become of it so far. */
interface Line {
  readonly order: Order;
  answer: Answer | undefined;
  /** An earlier line of the batch with the same idempotency key, whose answer this one shares. */
  repeats: Line | undefined;
}

/** The lines of a batch that are for the same day of the same event, or for general entry on the same day. */
interface Slot {
  readonly eventId: Uuid | undefined;
  readonly day: CalendarDay;
  readonly lines: Line[];
}

/**
 * Sells what it can of `orders` inside `tx` and says for each, in order, what to answer. Places are taken for a
 * whole slot at once, slot after slot in an order that every till keeps to, so that no two wait for each
 * other. `numbers` are as many ticket numbers as there are orders. Statements that do not depend on each other are
 * sent together, which saves PostgreSQL the journeys between them; taking places is not among them.
 */
export async function ringUp(
  tx: Transaction,
  orders: readonly Order[],
  numbers: readonly number[],
  options: RingUpOptions,
): Promise<Rung> {
  const now = options.clock.now();
  const lines = orders.map((order): Line => ({ order, answer: undefined, repeats: undefined }));
  const [keyId] = await Promise.all([lockCurrentKeyId(tx), recallAnswers(tx, lines, now)]);
  const fresh = lines.filter(({ answer, repeats }) => answer === undefined && repeats === undefined);
  const print = ticketPrinter(numbers, keyId, now, options);
  const tickets: Ticket[] = [];
  for (const slot of slotsOf(fresh)) {
    const sale = await sellSlot(tx, slot, options);
    for (const [index, line] of slot.lines.entries()) {
      if (index < sale.taken) {
        const ticket = print(line.order, sale.priceCents);
        tickets.push(ticket);
        line.answer = soldAnswer(ticket, sale);
      } else {
        line.answer = problemAnswer(sale.refusal as Problem);
      }
    }
  }
  await Promise.all([addTickets(tx, tickets), keepAnswers(tx, fresh.flatMap(answerToKeep), now)]);
  return { answers: lines.map((line) => (line.repeats ?? line).answer as Answer), sold: tickets.length };
}

/** Finds the lines whose idempotency key has an answer already, belongs to another request, or comes twice. */
async function recallAnswers(tx: Transaction, lines: readonly Line[], now: number): Promise<void> {
  const keyed = lines.flatMap((line) => {
    const { idempotent } = line.order;
    return idempotent === undefined ? [] : [{ line, idempotent }];
  });
  const known = await Promise.all(keyed.map(({ idempotent }) => recall(tx, idempotent, now)));
  const running = new Map<string, Line>();
  for (const [index, { line, idempotent }] of keyed.entries()) {
    line.answer = known[index];
    if (line.answer !== undefined) continue;
    const key = `${idempotent.caller.accountId} ${idempotent.key}`;
    const earlier = running.get(key);
    if (earlier === undefined) running.set(key, line);
    else if (earlier.order.idempotent?.hash === idempotent.hash) line.repeats = earlier;
    else line.answer = problemAnswer(keyReused(idempotent.key));
  }
}

async function recall(tx: Transaction, request: IdempotentRequest, now: number): Promise<Answer | undefined> {
  try {
    return await findAnswer(tx, request, now);
  } catch (error) {
    if (error instanceof Problem) return problemAnswer(error);
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
  { codes, newId, currency }: RingUpOptions,
) {
  const spelled = codes.spell(numbers);
  let printed = 0;
  return ({ caller, purchase }: Order, priceCents: number): Ticket => {
    const position = printed++;
    return {
      number: numbers[position] as number,
      ticketId: newId(),
      ticketType: purchase.ticketType,
      eventId: purchase.eventId ?? null,
      ticketDate: purchase.ticketDate,
      priceCents,
      currency,
      confirmationCode: confirmationCode(purchase.ticketType, spelled[position] as string),
      keyId,
      email: purchase.email,
      phone: purchase.phone ?? null,
      soldBy: caller.accountId,
      soldAt: now,
    };
  };
}

function soldAnswer(ticket: Ticket, { eventName }: Sale): Answer {
  const location = `${BASE_PATH}/tickets/${ticket.ticketId}/qr`;
  return success('buyMuseumTickets', showTicket(ticket, eventName), { location });
}

function answerToKeep({ order: { idempotent }, answer }: Line) {
  return idempotent === undefined || answer === undefined ? [] : [{ request: idempotent, answer }];
}
