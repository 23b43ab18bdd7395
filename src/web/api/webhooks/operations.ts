import { USERNAME_CHARACTERS } from '../../../accounts/index.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { ANY_TEXT } from '../../../core/text.ts';
import { DELIVERY_STATES } from '../../../deliveries/index.ts';
import { MESSAGE_TYPES, type MessageType, WEBHOOK_LIMITS } from '../../../webhooks/index.ts';
import {
  deliveryIdField,
  instantField,
  limitField,
  NEXT_PAGE,
  PARAMETERS,
  webhookIdField,
} from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Webhooks (the Operations group). Their messages are in messages.ts. */

const urlField = () =>
  Type.String({
    minLength: 1,
    maxLength: WEBHOOK_LIMITS.url,
    pattern:
      '^[hH][tT][tT][pP][sS]?://[^/\\\\\\s\\u0000-\\u001F\\u007F\\uD800-\\uDFFF][^\\s\\u0000-\\u001F\\u007F\\uD800-\\uDFFF]*$',
    description: `Address to which messages are sent: an https address of the public internet, such as https://example.com/webhooks, without credentials, at most ${WEBHOOK_LIMITS.url} characters, no white space.`,
  });

const typesField = () =>
  Type.Unsafe<(MessageType | '*')[]>({
    type: 'array',
    items: { enum: ['*', ...MESSAGE_TYPES], type: 'string', title: 'NewsFilter' },
    minItems: 1,
    maxItems: MESSAGE_TYPES.length,
    uniqueItems: true,
    description: 'The types of messages that the webhook receives, at least one; * stands for all.',
  });

const descriptionField = () =>
  Type.String({
    maxLength: WEBHOOK_LIMITS.description,
    pattern: ANY_TEXT,
    description: `Description for staff, at most ${WEBHOOK_LIMITS.description} characters.`,
  });

const enabledField = () => Type.Boolean({ description: 'Whether messages are sent to the webhook.' });

const SELLER = {
  minLength: 1,
  maxLength: USERNAME_CHARACTERS,
  pattern: ANY_TEXT,
  description:
    'User name of an account: the webhook receives only messages about tickets that this account sold, and nothing else.',
};

const secretField = () =>
  Type.String({
    description:
      'Secret that signs the messages (Standard Webhooks): whsec_ and 32 bytes in base64. Shown only in this response.',
  });

const webhookFields = () => ({
  webhookId: webhookIdField(),
  url: urlField(),
  types: typesField(),
  seller: Type.Optional(Type.String(SELLER)),
  description: descriptionField(),
  enabled: enabledField(),
  createdAt: instantField('When the webhook was created.'),
  changedAt: instantField('When the webhook was last changed.'),
  goneAt: Type.Optional(
    instantField('When the receiver responded with 410 (Gone), which disabled the webhook.'),
  ),
});

const Webhook = Type.Object(webhookFields(), { title: 'Webhook' });

const WebhookWithSecret = Type.Object(
  { ...webhookFields(), secret: secretField() },
  { title: 'WebhookWithSecret' },
);

const WebhookInput = Type.Object(
  {
    url: urlField(),
    types: typesField(),
    seller: Type.Optional(Type.String(SELLER)),
    description: Type.Optional(descriptionField()),
    enabled: Type.Optional(enabledField()),
  },
  { additionalProperties: false, title: 'WebhookInput' },
);

const WebhookChange = Type.Object(
  {
    url: Type.Optional(urlField()),
    types: Type.Optional(typesField()),
    seller: Type.Optional(
      Type.Unsafe<string | null>({
        ...SELLER,
        type: ['string', 'null'],
        description: `${SELLER.description} null: it receives messages about everything again.`,
      }),
    ),
    description: Type.Optional(descriptionField()),
    enabled: Type.Optional(enabledField()),
  },
  { additionalProperties: false, title: 'WebhookChange' },
);

const Delivery = Type.Object(
  {
    deliveryId: deliveryIdField(),
    type: Type.Enum([...MESSAGE_TYPES], {
      type: 'string',
      title: 'MessageType',
      description: 'Type of the message.',
    }),
    subject: Type.String({
      description: 'What the message is about: an id of a ticket, event or webhook, a day, or "week".',
    }),
    state: Type.Enum([...DELIVERY_STATES], {
      type: 'string',
      title: 'DeliveryState',
      description:
        'waiting: for the first or next attempt; delivered; failed: there are no more attempts; dropped: not sent.',
    }),
    attempts: Type.Integer({
      minimum: 0,
      description: 'Number of attempts since it was created or last sent again.',
    }),
    createdAt: instantField('When the sale or change that the message reports happened.'),
    nextAttemptAt: Type.Optional(instantField('When the next attempt is due; only while waiting.')),
    settledAt: Type.Optional(instantField('When it was delivered, failed or dropped.')),
    lastAnswer: Type.Optional(
      Type.String({
        description: 'Result of the last attempt, such as the status and the beginning of the response.',
      }),
    ),
    lastAttemptAt: Type.Optional(instantField('Time of that result.')),
  },
  { title: 'WebhookDelivery' },
);

export const webhookOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, permission: 'manage-webhooks', examples },
  {
    createWebhook: {
      method: 'POST',
      path: '/webhooks',
      summary: 'Create a webhook',
      description:
        'Creates a webhook: another system receives messages about what happens from now on. Only this response shows the secret that signs the messages.',
      body: WebhookInput,
      success: {
        status: 201,
        description: 'Created',
        schema: WebhookWithSecret,
        headers: { Location: 'Address of the new webhook.' },
      },
      problems: ['webhook-address-refused', 'seller-unknown', 'too-many-webhooks'],
    },
    listWebhooks: {
      method: 'GET',
      path: '/webhooks',
      summary: 'List webhooks',
      description: 'Lists all webhooks, oldest first. Secrets are not shown.',
      success: {
        description: 'The webhooks.',
        schema: Type.Array(Webhook, { title: 'Webhooks' }),
      },
    },
    getWebhook: {
      method: 'GET',
      path: '/webhooks/{webhookId}',
      summary: 'Get a webhook',
      description: 'Gets a webhook. Its secret is not shown.',
      success: {
        description: 'The webhook.',
        schema: Webhook,
      },
      problems: ['webhook-not-found'],
    },
    updateWebhook: {
      method: 'PATCH',
      path: '/webhooks/{webhookId}',
      summary: 'Update a webhook',
      description:
        'Changes a webhook by merge patch (RFC 7396). Disabling it makes its waiting deliveries fail. When it is enabled again, it receives messages about what happens from then on.',
      body: {
        mediaTypes: ['application/merge-patch+json', 'application/json'],
        schema: WebhookChange,
      },
      success: {
        description: 'The updated webhook.',
        schema: Webhook,
        headers: { ETag: 'Entity tag of the updated webhook.' },
      },
      problems: ['webhook-not-found', 'webhook-address-refused', 'seller-unknown'],
    },
    deleteWebhook: {
      method: 'DELETE',
      path: '/webhooks/{webhookId}',
      summary: 'Delete a webhook',
      description: 'Deletes a webhook and its deliveries. No more messages are sent to it.',
      success: { description: 'Deleted. No content.' },
      problems: ['webhook-not-found'],
    },
    rotateWebhookSecret: {
      method: 'POST',
      path: '/webhooks/{webhookId}/rotate',
      summary: 'Rotate a webhook’s secret',
      description:
        'Replaces the secret of a webhook. Only this response shows the new one. For 24 hours, messages are also signed with the old secret, and with the secrets of earlier rotations in the last 24 hours, five at most.',
      success: {
        description: 'The webhook with its new secret.',
        schema: WebhookWithSecret,
      },
      problems: ['webhook-not-found'],
    },
    testWebhook: {
      method: 'POST',
      path: '/webhooks/{webhookId}/test',
      summary: 'Send a test message',
      description:
        'Sends a message of the type webhook.test, even if the types of the webhook do not include it. The list of deliveries shows the result.',
      success: {
        status: 201,
        description: 'The delivery. It is sent at once.',
        schema: Delivery,
        headers: { Location: 'Address of the deliveries.' },
      },
      problems: ['webhook-not-found', 'webhook-disabled'],
    },
    replayWebhook: {
      method: 'POST',
      path: '/webhooks/{webhookId}/replay',
      summary: 'Replay messages',
      description:
        'Sends all messages of the webhook’s types since an instant again, with the same ids as the first time. That includes messages from before the webhook was created.',
      body: {
        schema: Type.Object(
          { since: instantField('Messages about what happened at this time or later are sent again.') },
          { additionalProperties: false, title: 'Replay' },
        ),
      },
      success: {
        description: 'The replay has started; the deliveries follow.',
        schema: Type.Object(
          {
            since: instantField('The start of the replay, in UTC with milliseconds.'),
            entries: Type.Integer({
              minimum: 0,
              description:
                'Number of journal entries that are read. One entry can lead to no message, one message, or many.',
            }),
          },
          { title: 'ReplayBegun' },
        ),
      },
      problems: ['webhook-not-found', 'webhook-disabled'],
    },
    listWebhookDeliveries: {
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries',
      summary: 'List a webhook’s deliveries',
      description:
        'Lists the deliveries of a webhook, sent and waiting, newest first. Failed deliveries are deleted after 90 days, delivered and dropped ones after 30 days.',
      query: Type.Object({
        state: Type.Optional(
          Type.Enum([...DELIVERY_STATES], {
            type: 'string',
            title: 'DeliveryState',
            description: 'Only deliveries in this state.',
          }),
        ),
        limit: limitField('deliveries'),
        after: Type.Optional(
          Type.String({
            format: 'uuid',
            description: 'Cursor of the next page, from the header Link.',
          }),
        ),
      }),
      success: {
        description: 'The deliveries on this page.',
        schema: Type.Array(Delivery, { title: 'WebhookDeliveries' }),
        optionalHeaders: NEXT_PAGE,
      },
      problems: ['webhook-not-found'],
    },
    retryWebhookDelivery: {
      method: 'POST',
      path: '/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
      summary: 'Send a delivery again',
      description:
        'Sends a delivery again at once with the same id, whatever its state. If this attempt fails, the usual retries follow.',
      success: {
        description: 'The delivery, waiting again.',
        schema: Delivery,
      },
      problems: ['webhook-not-found', 'delivery-not-found', 'webhook-disabled'],
    },
  },
);
