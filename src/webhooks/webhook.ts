import type { Uuid } from '../core/uuid.ts';

/** The types of messages; `*` stands for all of them. */
export const MESSAGE_TYPES = [
  'special-event.published',
  'special-event.changed',
  'special-event.cancelled',
  'ticket.sold',
  'ticket.void',
  'ticket.admitted',
  'ticket.admission-undone',
  'day.sold-out',
  'hours.changed',
  'keys.revoked',
  'webhook.test',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** In characters. */
export const WEBHOOK_LIMITS = { url: 2048, description: 200 } as const;

/** The settings of a webhook. */
export interface WebhookSettings {
  /** Where to post the messages. */
  readonly url: string;
  /** The types of messages that it gets. */
  readonly types: readonly (MessageType | '*')[];
  /** User name of the account whose sales it hears of, and of nothing else; null: of all that happens. */
  readonly seller: string | null;
  /** For staff; may be empty. */
  readonly description: string;
  readonly enabled: boolean;
}

/** A webhook: the address of another system that gets messages. Instants are milliseconds UTC. */
export interface Webhook extends WebhookSettings {
  readonly webhookId: Uuid;
  readonly createdAt: number;
  readonly changedAt: number;
  /** When it answered 410 (Gone), which disabled it; null: it did not, or was enabled again. */
  readonly goneAt: number | null;
}

/** A webhook with the secret that its messages are signed with: shown when it is made, and never again. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}
