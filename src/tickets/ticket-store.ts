import type { TicketType } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import type { Contact, Ticket } from './ticket.ts';

const COLUMNS = [
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
] as const;

export async function addTickets(tx: Transaction, tickets: readonly Ticket[]): Promise<void> {
  await tx.insert('tickets', COLUMNS, tickets.map(toRow));
}

export async function addContacts(tx: Transaction, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map(({ number, email, phone }) => [number, email, phone]);
  await tx.insert('contacts', ['number', 'email', 'phone'], rows);
}

export async function findTicket(queries: Queries, ticketId: Uuid): Promise<Ticket | undefined> {
  const row = await queries.get<TicketRow>(`SELECT ${COLUMNS.join(', ')} FROM tickets WHERE ticket_id = ?`, [
    ticketId,
  ]);
  return row && fromRow(row);
}

/**
 * Reserves `count` ticket numbers for this process, for good: what it does not use stays a gap.
 * @returns the first of them.
 */
export async function reserveNumbers(store: Store, count: number): Promise<number> {
  return store.transaction(async (tx) => {
    const row = await tx.get<{ next: number }>(
      'UPDATE ticket_numbers SET next = next + ? WHERE id = 1 RETURNING next',
      [count],
    );
    if (row === undefined) throw new Error('The table ticket_numbers has lost its row.');
    return row.next - count;
  });
}

interface TicketRow {
  readonly number: number;
  readonly ticket_id: Uuid;
  readonly ticket_type: TicketType;
  readonly event_id: Uuid | null;
  readonly ticket_date: CalendarDay;
  readonly price_cents: number;
  readonly currency: string;
  readonly confirmation_code: string;
  readonly key_id: string;
  readonly sold_by: Uuid;
  readonly sold_at: number;
}

function fromRow(row: TicketRow): Ticket {
  return {
    number: row.number,
    ticketId: row.ticket_id,
    ticketType: row.ticket_type,
    eventId: row.event_id,
    ticketDate: row.ticket_date,
    priceCents: row.price_cents,
    currency: row.currency,
    confirmationCode: row.confirmation_code,
    keyId: row.key_id,
    soldBy: row.sold_by,
    soldAt: row.sold_at,
  };
}

function toRow(ticket: Ticket) {
  return [
    ticket.number,
    ticket.ticketId,
    ticket.ticketType,
    ticket.eventId,
    ticket.ticketDate,
    ticket.priceCents,
    ticket.currency,
    ticket.confirmationCode,
    ticket.keyId,
    ticket.soldBy,
    ticket.soldAt,
  ];
}
