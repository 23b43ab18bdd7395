import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { countMoves } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { type Bought, findBought } from './buyers-tickets.ts';
import { type VisitRules, visitStart } from './visit.ts';

/** How often a buyer can move a ticket by choice. */
const MOST_MOVES = 3;
/** For how many days after its day a buyer can move a ticket for what was called off. */
const DAYS_AFTER = 14;

/** A ticket that is not void, and whether its buyer can move it. */
export interface Movable {
  readonly ticket: Ticket;
  /** What it is for was called off: it is moved without a difference. */
  readonly isCalledOff: boolean;
  /** The last instant; undefined: see `because` and `lastDay`. */
  readonly until: number | undefined;
  /** The last day, for what was called off. */
  readonly lastDay: CalendarDay | undefined;
  /** Why it can't be moved; undefined: it can. */
  readonly because: 'off' | 'over' | 'too-late' | 'admitted' | 'paid-back' | 'too-often' | undefined;
}

/** Where a buyer wants to move tickets of one kind: for general entry, or one event. */
export interface MoveWish {
  readonly ticketIds: readonly Uuid[];
  readonly day: CalendarDay;
  /** HH:mm; undefined: it is sold for whole days. */
  readonly entryTime: string | undefined;
}

/** Which of the tickets can be moved. */
export async function findMovable(
  queries: Queries,
  { tickets }: Bought,
  rules: VisitRules,
): Promise<Movable[]> {
  const { days, selling } = rules;
  const { moveHours } = selling.terms.settings.now.shop;
  const today = await days.current();
  const moves = await countMoves(
    queries,
    tickets.map(({ ticket }) => ticket.number),
  );
  return Promise.all(
    tickets.map(async ({ ticket, state, isUsed, isPaidBack }): Promise<Movable> => {
      const isCalledOff = state === 'cancelled';
      const lastDay = isCalledOff ? addDays(ticket.day, DAYS_AFTER) : undefined;
      const may = { ticket, isCalledOff, lastDay, until: undefined, because: undefined };
      if (isUsed) return { ...may, because: 'admitted' };
      if (isCalledOff && isPaidBack) return { ...may, because: 'paid-back' };
      if (lastDay !== undefined) return today > lastDay ? { ...may, because: 'over' } : may;
      if (moveHours === 'off') return { ...may, because: 'off' };
      if (state !== 'valid') return { ...may, because: 'over' };
      if ((moves.get(ticket.number) ?? 0) >= MOST_MOVES) return { ...may, because: 'too-often' };
      const until = (await visitStart(queries, [ticket], rules)) - moveHours * 3_600_000;
      return { ...may, until, because: selling.clock.now() <= until ? undefined : 'too-late' };
    }),
  );
}

/** Those tickets of the order, in the order of their numbers. @throws Refusal ticket-void or too-late-to-void */
export async function requireMovable(
  queries: Queries,
  orderId: Uuid,
  ticketIds: readonly Uuid[],
  rules: VisitRules,
): Promise<Movable[]> {
  const all = await findMovable(queries, await findBought(queries, orderId, rules), rules);
  const meant = all.filter(({ ticket }) => ticketIds.includes(ticket.ticketId));
  const missing = ticketIds.find((id) => !meant.some(({ ticket }) => ticket.ticketId === id));
  if (missing !== undefined) throw new Refusal('ticket-void', { ticketId: missing, asked: 'change' });
  const refused = meant.find(({ because }) => because !== undefined);
  if (refused !== undefined) {
    const because = refused.because === 'admitted' ? 'admitted' : 'time';
    const { moveHours } = rules.selling.terms.settings.now.shop;
    throw new Refusal('too-late-to-void', { hours: moveHours === 'off' ? 0 : moveHours, because });
  }
  return meant;
}
