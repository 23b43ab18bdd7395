import type { Delivery } from '../deliveries/index.ts';
import { instantFormat } from './database.ts';
import { jsonArrayOf } from './output.ts';
import { table } from './table.ts';

/** What `museum mail list` and `museum webhooks deliveries` print as JSON. */
export const DELIVERIES_AS_JSON = jsonArrayOf(
  'deliveryId',
  'type',
  'subject',
  'state',
  'attempts',
  'createdAt',
  'nextAttemptAt?',
  'settledAt?',
  'lastAnswer?',
  'lastAttemptAt?',
);

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
