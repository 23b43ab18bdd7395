/** Webhooks: messages to other systems about what happens. */
export type { DayHours, Message } from './messages.ts';
export {
  MESSAGE_TYPES,
  type MessageType,
  WEBHOOK_LIMITS,
  type Webhook,
  type WebhookSettings,
  type WebhookWithSecret,
} from './webhook.ts';
export { requireAddress } from './webhook-address.ts';
export { connectionFault, FAILURE_REASONS, giveUpRest, webhookChannel } from './webhook-channel.ts';
export { webhookFeed } from './webhook-feed.ts';
export { WebhookSecrets } from './webhook-secrets.ts';
export { deleteRemovedWebhooks, findDisabledWithBacklog, hasRemoved } from './webhook-store.ts';
export { Webhooks } from './webhooks.ts';
