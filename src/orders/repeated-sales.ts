import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { findAnswer, type RepeatableRequest } from '../idempotency/index.ts';
import type { Transaction } from '../store/index.ts';
import type { SoldTicket } from '../tickets/index.ts';
import type { KeptAnswer, Line, Sale } from './sale.ts';

/** Finds the lines whose idempotency key has an answer already, belongs to another request, or comes twice. */
export async function recallAnswers(tx: Transaction, lines: readonly Line[], now: number): Promise<void> {
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
  request: RepeatableRequest,
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

/** The answer to keep for a repeatable request, written by its interface. It replaces the line's outcome. */
export function answerToKeep(line: Line) {
  const { request, outcome } = line;
  if (request.repeatable === undefined || outcome === undefined || 'answer' in outcome) return [];
  const answer = request.repeatable.write(outcome);
  if (answer === undefined) return [];
  line.outcome = { answer };
  const isRefusal = outcome instanceof Refusal;
  return [{ request: request.repeatable, answer, isRefusal, ...(!isRefusal && { made: madeIn(outcome) }) }];
}

/** The id of the order, or of the ticket that was sold alone. */
function madeIn({ order, tickets }: Sale): Uuid {
  return order?.orderId ?? (tickets[0] as SoldTicket).ticket.ticketId;
}
