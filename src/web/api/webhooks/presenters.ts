import { instant } from '../../../core/clock.ts';
import type { Delivery } from '../../../deliveries/index.ts';
import type { Webhook } from '../../../webhooks/index.ts';
import type { OutputOf } from '../contract/index.ts';

export function presentWebhook(webhook: Webhook): OutputOf<'getWebhook'> {
  const { createdAt, changedAt, goneAt, types, seller, ...same } = webhook;
  return {
    ...same,
    ...(seller !== null && { seller }),
    types: [...types],
    createdAt: instant(createdAt),
    changedAt: instant(changedAt),
    ...(goneAt !== null && { goneAt: instant(goneAt) }),
  };
}

export function showDelivery(delivery: Delivery): OutputOf<'retryWebhookDelivery'> {
  const { deliveryId, kind, subject, state, attempts, madeAt, nextAt, settledAt, answer, answeredAt } =
    delivery;
  return {
    deliveryId,
    type: kind as OutputOf<'retryWebhookDelivery'>['type'],
    subject,
    state,
    attempts,
    createdAt: instant(madeAt),
    ...(nextAt !== null && { nextAttemptAt: instant(nextAt) }),
    ...(settledAt !== null && { settledAt: instant(settledAt) }),
    ...(answer !== null && { lastAnswer: answer }),
    ...(answeredAt !== null && { lastAttemptAt: instant(answeredAt) }),
  };
}
