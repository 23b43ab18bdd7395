import { instant } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import { tagged } from '../../../http/conditional.ts';
import type { WebhookSettings } from '../../../webhooks/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import { nextLink } from '../cursor.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { showing, success } from '../success.ts';
import type { webhookOperations } from './operations.ts';
import { presentWebhook, showDelivery } from './presenters.ts';

const PATH = `${BASE_PATH}/webhooks`;

export function webhookHandlers({ webhooks }: Parts<'webhooks'>): HandlersOf<keyof typeof webhookOperations> {
  return {
    ...showing<
      | 'listWebhooks'
      | 'getWebhook'
      | 'deleteWebhook'
      | 'rotateWebhookSecret'
      | 'replayWebhook'
      | 'retryWebhookDelivery'
    >({
      listWebhooks: async ({ actor }) => (await webhooks.list(actor)).map(presentWebhook),

      getWebhook: async ({ actor, path: { webhookId } }) =>
        presentWebhook(await webhooks.get(actor, webhookId)),

      deleteWebhook: ({ actor, path: { webhookId } }) => webhooks.remove(actor, webhookId),

      rotateWebhookSecret: async ({ actor, path: { webhookId } }) => {
        const { secret, ...webhook } = await webhooks.rotate(actor, webhookId);
        return { ...presentWebhook(webhook), secret };
      },

      replayWebhook: async ({ actor, path: { webhookId }, body }) => {
        const since = Date.parse(body.since);
        return { since: instant(since), entries: await webhooks.replay(actor, webhookId, since) };
      },

      retryWebhookDelivery: async ({ actor, path: { webhookId, deliveryId } }) =>
        showDelivery(await webhooks.retry(actor, webhookId, deliveryId)),
    }),

    createWebhook: async ({ actor, body }) => {
      const { secret, ...webhook } = await webhooks.add(actor, {
        seller: null,
        description: '',
        enabled: true,
        ...body,
      });
      const location = `${PATH}/${webhook.webhookId}`;
      return success('createWebhook', { ...presentWebhook(webhook), secret }, { location });
    },

    updateWebhook: async ({ actor, path: { webhookId }, body }) =>
      tagged(
        success(
          'updateWebhook',
          presentWebhook(await webhooks.change(actor, webhookId, body as Partial<WebhookSettings>)),
        ),
      ),

    testWebhook: async ({ actor, path: { webhookId } }) => {
      const location = `${PATH}/${webhookId}/deliveries`;
      return success('testWebhook', showDelivery(await webhooks.test(actor, webhookId)), { location });
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
  };
}
