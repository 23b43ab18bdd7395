import type { Delivery } from '../deliveries/index.ts';
import { instantFormat } from './database.ts';
import { table } from './table.ts';

/** A table of deliveries, for the commands `mail` and `webhooks`. */
export function deliveryTable(deliveries: readonly Delivery[], timeZone: string, nothing: string): string {
  if (deliveries.length === 0) return nothing;
  const format = instantFormat(timeZone);
  const rows = deliveries.map(({ deliveryId, kind, subject, state, attempts, madeAt, nextAt, answer }) => [
    deliveryId,
    kind,
    subject,
    state,
    `${attempts}`,
    format.format(madeAt),
    nextAt === null ? '' : format.format(nextAt),
    answer ?? '',
  ]);
  return table(['ID', 'KIND', 'ABOUT', 'STATE', 'ATTEMPTS', 'HAPPENED', 'NEXT ATTEMPT', 'RESPONSE'], rows);
}
