import type { Uuid } from '../../core/uuid.ts';
import type { FoundEntry } from '../../journal/index.ts';
import { html, type Piece } from '../../pages/html.ts';
import type { Queries } from '../../store/index.ts';
import { findTicketsByNumber } from '../../tickets/index.ts';
import { ACCOUNTS } from './accounts-page.ts';
import type { Clerk } from './desk-page.ts';
import { journalTexts } from './journal-texts.ts';

/** The tickets that were sold alone, by number. */
export type SoldAlone = ReadonlyMap<number, Uuid>;

export async function findSoldAlone(queries: Queries, found: readonly FoundEntry[]): Promise<SoldAlone> {
  const numbers = found.map(soldIn).filter(({ length }) => length === 1);
  const tickets = await findTicketsByNumber(queries, numbers.flat());
  return new Map(tickets.map(({ number, ticketId }) => [number, ticketId]));
}

/** What an entry is about, in words and with a way there, where the entry itself only has an id or a number. */
export function subjectOf({ language }: Clerk, entry: FoundEntry, alone: SoldAlone): Piece {
  const { kind, subject, details } = entry;
  if (kind.startsWith('account.') && 'name' in details)
    return html`<a href="${`${ACCOUNTS}/${subject}`}">${`${details.name}`}</a>`;
  const numbers = soldIn(entry);
  if (numbers.length > 0) {
    const count = journalTexts(language)('tickets', { count: numbers.length });
    const ticketId = numbers.length === 1 && alone.get(numbers[0] as number);
    return ticketId ? html`<a href="/desk/tickets/${ticketId}">${count}</a>` : count;
  }
  return html`<a href="${`/desk/journal?${new URLSearchParams({ subject })}`}">${subject}</a>`;
}

/** The numbers of the tickets that an entry says were sold. */
function soldIn({ kind, details }: FoundEntry): readonly number[] {
  return kind === 'tickets.sold' ? (details as { readonly tickets: readonly number[] }).tickets : [];
}
