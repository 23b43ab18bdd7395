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
  /** That it belongs to; null: it was sold alone. */
  readonly orderId: string | null;
  /** Whether another was exchanged for it. */
  readonly isJoined: boolean;
  readonly isVoid: boolean;
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

export async function readTickets(snapshot: Snapshot): Promise<TicketRow[]> {
  const rows = await snapshot.all<
    TicketRow & { readonly joined: string | null; readonly voided: number | null }
  >(
    `SELECT tickets.number, tickets.ticket_id AS "ticketId", ticket_type AS "ticketType", event_id AS "eventId",
            tickets.ticket_date AS "ticketDate", entry_time AS "entryTime", coalesce(places, 1) AS places,
            confirmation_code AS "confirmationCode", coalesce(joined_order, order_id) AS "orderId",
            joined_order AS joined, voids.number AS voided, email
       FROM tickets LEFT JOIN contacts ON contacts.number = tickets.number
       LEFT JOIN voids ON voids.number = tickets.number ORDER BY tickets.number`,
  );
  return rows.map(({ joined, voided, ...ticket }) => {
    return { ...ticket, isJoined: joined !== null, isVoid: voided !== null };
  });
}

export async function readOrders(snapshot: Snapshot): Promise<OrderRow[]> {
  const rows = await snapshot.all<Omit<OrderRow, 'items'> & { readonly items: string }>(
    `SELECT order_id AS "orderId", reference, state, items, expires_at AS "expiresAt",
            released_at AS "releasedAt", released_by AS "releasedBy" FROM orders`,
  );
  return rows.map((row) => ({ ...row, items: JSON.parse(row.items) }));
}
