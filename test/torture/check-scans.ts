import type { Snapshot } from '../../src/store/index.ts';
import type { History } from './history.ts';

/** Checks that no ticket was admitted twice, and that every scan is stored with the verdict that the gate got. */
export async function checkScans(snapshot: Snapshot, history: History): Promise<void> {
  const rows = await snapshot.all<CheckInRow>(
    'SELECT check_in_id, ticket_id, verdict, turn FROM check_ins ORDER BY ticket_id, turn',
  );
  const kept = new Map(rows.map((row) => [row.check_in_id, row]));
  const admitted = new Set<string>();
  for (const { ticket_id, verdict } of rows) {
    if (verdict !== 'admitted' || ticket_id === null) continue;
    if (admitted.has(ticket_id)) history.addViolation(`the ticket ${ticket_id} was admitted twice`);
    admitted.add(ticket_id);
  }
  for (const { checkInId, ticketId, verdict, text } of history.scans) {
    const row = kept.get(checkInId);
    if (row?.verdict === verdict && row.ticket_id === ticketId) continue;
    history.addViolation(`the scan ${checkInId} was told ${text}, and is ${JSON.stringify(row)}`);
  }
}

interface CheckInRow {
  readonly check_in_id: string;
  readonly ticket_id: string | null;
  readonly verdict: string;
  readonly turn: number | null;
}
