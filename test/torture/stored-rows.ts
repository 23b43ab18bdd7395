import type { Snapshot } from '../../src/store/index.ts';

/** What a ticket is for, as the database has it. */
export interface StoredFor {
  /** Null: general entry. */
  readonly eventId: string | null;
  readonly ticketDate: string;
  readonly entryTime: string | null;
  readonly places: number;
}

export interface TicketRow extends StoredFor {
  readonly number: number;
  readonly ticketId: string;
  readonly ticketType: string;
  readonly confirmationCode: string;
  readonly orderId: string | null;
  readonly email: string | null;
}

export interface OrderRow {
  readonly orderId: string;
  /** Null: sold in the shop. */
  readonly reference: string | null;
  readonly state: string;
  readonly items: readonly (StoredFor & {
    readonly category: string;
    readonly priceCents: number;
    readonly ticketIds: readonly string[];
  })[];
  readonly expiresAt: number | null;
  readonly releasedAt: number | null;
  readonly releasedBy: string | null;
}

export function readTickets(snapshot: Snapshot): Promise<TicketRow[]> {
  return snapshot.all<TicketRow>(
    `SELECT tickets.number, ticket_id AS "ticketId", ticket_type AS "ticketType", event_id AS "eventId",
            ticket_date AS "ticketDate", entry_time AS "entryTime", coalesce(places, 1) AS places,
            confirmation_code AS "confirmationCode", order_id AS "orderId", email
       FROM tickets LEFT JOIN contacts ON contacts.number = tickets.number ORDER BY tickets.number`,
  );
}

export async function readOrders(snapshot: Snapshot): Promise<OrderRow[]> {
  const rows = await snapshot.all<Omit<OrderRow, 'items'> & { readonly items: string }>(
    `SELECT order_id AS "orderId", reference, state, items, expires_at AS "expiresAt",
            released_at AS "releasedAt", released_by AS "releasedBy" FROM orders`,
  );
  return rows.map((row) => ({ ...row, items: JSON.parse(row.items) }));
}
