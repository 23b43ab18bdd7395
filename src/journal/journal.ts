import type { Channel } from '../core/actor.ts';
import type { Uuid } from '../core/uuid.ts';
import type { ActionContext } from '../store/index.ts';

/** The kinds of entries, named as staff say it. */
export const JOURNAL_KINDS = [
  'event.prepared',
  'event.announced',
  'event.visibility-set',
  'event.changed',
  'event.cancelled',
  'event.postponed',
  'event.capacity-set',
  'event.prices-set',
  'event.texts-set',
  'event.times-set',
  'event.date-times-set',
  'event.date-times-cleared',
  'event.entry-set',
  'hours.week-set',
  'hours.day-set',
  'hours.day-cleared',
  'capacity.general-set',
  'capacity.day-set',
  'capacity.day-cleared',
  'categories.set',
  'articles.set',
  'pass-types.set',
  'cards.set',
  'card.numbers-set',
  'card.visit-settled',
  'prices.general-set',
  'prices.day-set',
  'prices.day-cleared',
  'prices.rules-set',
  'times.general-set',
  'times.day-set',
  'times.day-cleared',
  'codes.made',
  'code.changed',
  'cards.admitted',
  'cards.left',
  'tickets.sold',
  'tickets.imported',
  'articles.sold',
  'articles.returned',
  'articles.handed-out',
  'passes.sold',
  'pass.named',
  'pass.blocked',
  'pass.unblocked',
  'pass.replaced',
  'passes.void',
  'passes.admitted',
  'passes.left',
  'order.held',
  'order.changed',
  'order.extended',
  'order.released',
  'order.sold',
  'order.void',
  'order.returned',
  'order.withdrawn',
  'payment.started',
  'payment.recorded',
  'refund.due',
  'drawer.float-set',
  'drawer.paid-in',
  'drawer.paid-out',
  'due.recorded',
  'drawer.counted',
  'gift.issued',
  'gift.redeemed',
  'gift.given-back',
  'gift.returned',
  'gift.expired',
  'gift.corrected',
  'gift.replaced',
  'gift.shown',
  'day.sold-out',
  'tickets.admitted',
  'tickets.left',
  'admission.undone',
  'check-in.corrected',
  'visitors.counted',
  'count.undone',
  'ticket.void',
  'tickets.called-off',
  'tickets.taken-up',
  'account.added',
  'account.password-set',
  'account.role-set',
  'account.disabled',
  'account.enabled',
  'account.mailing-set',
  'account.sessions-ended',
  'account.token-added',
  'account.token-revoked',
  'account.second-factor-set',
  'account.second-factor-removed',
  'account.recovery-codes-made',
  'account.signed-in',
  'account.sign-in-failed',
  'account.signed-out',
  'keys.rotated',
  'keys.revoked',
  'webhook.added',
  'webhook.changed',
  'webhook.removed',
  'webhook.secret-rotated',
  'webhook.replayed',
  'webhook.tested',
  'webhook.retried',
  'webhook.gone',
  'mail.retried',
  'ticket.mailed-again',
  'contact.corrected',
  'picture.set',
  'picture.described',
  'picture.removed',
  'contacts.exported',
  'contacts.erased',
  'first-step.put-aside',
  'settings.changed',
  'text.set',
  'text.removed',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** An entry to record. */
export interface NewEntry {
  readonly kind: JournalKind;
  /** What it happened to: an id, a day, a name. */
  readonly subject: string;
  /** What was before and what is after, as JSON. Never a visitor's e-mail address or telephone number, nor a password. */
  readonly details: object;
}

/** A recorded entry. */
export interface Entry extends NewEntry {
  /** Instant, milliseconds UTC. */
  readonly at: number;
  readonly accountId: Uuid | null;
  readonly channel: Channel;
  readonly requestId: string | null;
}

/** Who did it on the command line, as the machine knew them; undefined for entries that came in another way. */
export function systemUserOf({ channel, details }: Pick<Entry, 'channel' | 'details'>): string | undefined {
  const { systemUser }: { readonly systemUser?: unknown } = details;
  return channel === 'cli' && typeof systemUser === 'string' ? systemUser : undefined;
}

const COLUMNS = ['at', 'account_id', 'channel', 'request_id', 'kind', 'subject', 'details'] as const;

/**
 * Records an entry in the transaction of the action: both are committed, or neither. Of the command line, the details
 * name the system user too, so that the seal covers it.
 */
export async function record(
  { tx, actor: { accountId, channel, requestId, systemUser }, now }: ActionContext,
  { kind, subject, details }: NewEntry,
): Promise<void> {
  const isCommand = channel === 'cli' && systemUser !== undefined;
  const text = JSON.stringify(isCommand ? { ...details, systemUser } : details);
  const row = [now, accountId, channel, requestId ?? null, kind, subject, text];
  await tx.insert('journal', COLUMNS, [row]);
}
