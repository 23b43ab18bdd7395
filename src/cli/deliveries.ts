import { Option } from 'commander';
import type { Uuid } from '../core/uuid.ts';
import { DELIVERY_STATES, type Delivery } from '../deliveries/index.ts';
import { instantFormat } from './database.ts';
import { CommandFailed } from './failure.ts';
import { jsonArrayOf } from './output.ts';
import { textTable } from './table.ts';

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

export const stateOption = () =>
  new Option('--state <state>', 'only those in this state').choices(DELIVERY_STATES);

/** @throws CommandFailed unless either one delivery is named, or all that have failed are asked for */
export function requireOneOrFailed(what: string, id: Uuid | undefined, failed: boolean): void {
  if ((id === undefined) === failed) return;
  throw new CommandFailed(`give the id of the ${what} to resend, or --failed for all that have failed.`, 2);
}

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
  return textTable(
    ['ID', 'KIND', 'ABOUT', 'STATE', 'ATTEMPTS', 'HAPPENED', 'NEXT ATTEMPT', 'RESPONSE'],
    rows,
  );
}
