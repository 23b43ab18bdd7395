/** Webhooks: messages to other systems about what happens. */
export type { HoursMessage, Message } from './messages.ts';
export {
  deleteRemovedWebhooks,
  findDisabledWithBacklog,
  hasRemoved,
  MESSAGE_TYPES,
  type MessageType,
  requireAddress,
  WEBHOOK_LIMITS,
  type Webhook,
  type WebhookSettings,
  type WebhookWithSecret,
} from './webhook.ts';
export { connectionFault, FAILURE_REASONS, giveUpRest, webhookChannel } from './webhook-channel.ts';
export { webhookFeed } from './webhook-feed.ts';
export { WebhookSecrets } from './webhook-secrets.ts';
export { Webhooks } from './webhooks.ts';
