import { randomUUID } from 'node:crypto';
import { trustedNow } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { type Once, recall } from '../../idempotency/index.ts';
import { eventIn } from '../../offers/index.ts';
import type { WantedItem } from '../../orders/index.ts';
import type { DeskRequest } from './desk-options.ts';

/**
 * What a form does once, however often it is sent. A refusal is not kept: it is shown, and the next attempt has a new key.
 * @param form its name
 * @param key drawn for each form that is shown
 * @param content what must be equal when it is sent again
 * @param write what is kept of the outcome
 */
export function formOnce<Outcome>(
  { actor, hashes }: DeskRequest,
  form: string,
  key: string | undefined,
  content: Readonly<Record<string, unknown>>,
  write: (outcome: Outcome) => string,
): Once<Outcome> {
  return {
    accountId: actor.accountId,
    key: `desk: ${key && isUuid(key) ? key : randomUUID()}`,
    hash: hashes.of(`desk: ${form}`, content),
    keep: (outcome) => (outcome instanceof Refusal ? undefined : write(outcome)),
  };
}

/** What the form has kept if it was sent before: what it asks for can be impossible by now, because it was done. */
export async function keptOf<Outcome>(
  { store, clock }: DeskRequest,
  request: Once<Outcome>,
): Promise<string | undefined> {
  const known = await store.transaction((tx) => recall(tx, request, trustedNow(clock)));
  return known?.kept;
}

/** As in the hashes of forms that were sent before an update, which are kept: the members' names and their order. */
export function hashedItem<Item extends Omit<WantedItem, 'quantity'>>({
  product,
  day: ticketDate,
  ...rest
}: Item) {
  const eventId = eventIn(product);
  const kind = eventId === null ? { ticketType: 'general' } : { ticketType: 'event', eventId };
  return { ticketDate, ...kind, ...rest };
}
