import { record } from '../journal/index.ts';
import type { ActionContext } from '../store/index.ts';
import { findStandings } from './standing.ts';
import type { Ticket } from './ticket.ts';
import type { BecauseVoid } from './voids.ts';

/** Why a ticket becomes void: exchanged, when there is a ticket that replaces it. */
interface NewVoid {
  readonly reason: string | undefined;
  readonly replacedBy?: number;
  /** Whether its buyer gives it back. */
  readonly isReturned?: boolean;
  /** Whether the use of its code is not given back. */
  readonly keepsUse?: boolean;
}

/** Writes the rows for a void ticket, which is locked and has given back its places. */
export async function writeVoid(
  context: ActionContext,
  ticket: Ticket,
  { reason = '', replacedBy, isReturned = false, keepsUse = false }: NewVoid,
): Promise<void> {
  const { tx, actor, now } = context;
  const { number, ticketId, day } = ticket;
  const standing = (await findStandings(tx, [ticket], day)).get(number);
  const because: BecauseVoid = isReturned ? 'returned' : replacedBy === undefined ? 'voided' : 'exchanged';
  await tx.insert(
    'voids',
    [
      ...['number', 'ticket_id', 'ticket_date', 'reason', 'voided_at', 'voided_by', 'replaced_by', 'because'],
      'keeps_use',
    ],
    [[number, ticketId, day, reason, now, actor.accountId, replacedBy ?? null, because, keepsUse ? 1 : null]],
  );
  await tx.touch('events'); // what is cached for pictures is read again
  const was = standing?.state === 'cancelled' ? { was: 'cancelled' } : {};
  const details = {
    number,
    ...(replacedBy !== undefined && { replacedBy }),
    ...(isReturned && { because }),
    ...was,
  };
  await record(context, { kind: 'ticket.void', subject: ticketId, details });
}
