import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { tagged } from '../../../http/conditional.ts';
import type { WebhookSettings, Webhooks } from '../../../webhooks/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import { nextLink } from '../cursor.ts';
import { showDelivery, showWebhook } from '../presenters.ts';
import type { HandlersOf } from '../route.ts';
import { noContent, success } from '../success.ts';

const PATH = `${BASE_PATH}/webhooks`;

type WebhookOperations =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'replayWebhook'
  | 'listWebhookDeliveries'
  | 'retryWebhookDelivery';

export function webhookHandlers({
  webhooks,
}: {
  readonly webhooks: Webhooks;
}): HandlersOf<WebhookOperations> {
  return {
    createWebhook: async ({ actor, body }) => {
      const { secret, ...webhook } = await webhooks.add(actor, {
        seller: null,
        description: '',
        enabled: true,
        ...body,
      });
      const location = `${PATH}/${webhook.webhookId}`;
      return success('createWebhook', { ...showWebhook(webhook), secret }, { location });
    },

    listWebhooks: async ({ actor }) => success('listWebhooks', (await webhooks.list(actor)).map(showWebhook)),

    getWebhook: async ({ actor, path: { webhookId } }) =>
      success('getWebhook', showWebhook(await webhooks.get(actor, webhookId))),

    updateWebhook: async ({ actor, path: { webhookId }, body }) =>
      tagged(
        success(
          'updateWebhook',
          showWebhook(await webhooks.change(actor, webhookId, body as Partial<WebhookSettings>)),
        ),
      ),

    deleteWebhook: async ({ actor, path: { webhookId } }) => {
      await webhooks.remove(actor, webhookId);
      return noContent();
    },

    rotateWebhookSecret: async ({ actor, path: { webhookId } }) => {
      const { secret, ...webhook } = await webhooks.rotate(actor, webhookId);
      return success('rotateWebhookSecret', { ...showWebhook(webhook), secret });
    },

    testWebhook: async ({ actor, path: { webhookId } }) => {
      const location = `${PATH}/${webhookId}/deliveries`;
      return success('testWebhook', showDelivery(await webhooks.test(actor, webhookId)), { location });
    },

    replayWebhook: async ({ actor, path: { webhookId }, body }) => {
      const since = Date.parse(body.since);
      const entries = await webhooks.replay(actor, webhookId, since);
      return success('replayWebhook', { since: instant(since), entries });
    },

    listWebhookDeliveries: async ({ actor, path: { webhookId }, query }) => {
      const { state, limit = 30, after } = query;
      const question = {
        ...(state !== undefined && { state }),
        ...(after !== undefined && { before: after as Uuid }),
      };
      const found = await webhooks.deliveries(actor, webhookId, { ...question, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1)?.deliveryId : undefined;
      const next = last === undefined ? {} : nextLink(`${PATH}/${webhookId}/deliveries`, query, last);
      return success('listWebhookDeliveries', page.map(showDelivery), next);
    },

    retryWebhookDelivery: async ({ actor, path: { webhookId, deliveryId } }) =>
      success('retryWebhookDelivery', showDelivery(await webhooks.retry(actor, webhookId, deliveryId))),
  };
}
