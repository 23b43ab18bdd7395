import { DELIVERY_STATES } from '../../../deliveries/index.ts';
import { NEWS_TYPES, type NewsType } from '../../../webhooks/index.ts';
import {
  ANY_TEXT,
  deliveryIdField,
  instantField,
  limitField,
  nextPageHeader,
  webhookIdField,
} from './fields.ts';
import { operation } from './operation.ts';
import { Type } from './schema.ts';

/** Webhooks (the Operations group). Their messages are in news.ts. */

const urlField = () =>
  Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern:
      '^[hH][tT][tT][pP][sS]?://[^/\\\\\\s\\u0000-\\u001F\\u007F\\uD800-\\uDFFF][^\\s\\u0000-\\u001F\\u007F\\uD800-\\uDFFF]*$',
    description:
      'Where the news is posted: an https address of the public internet, such as https://example.com/news, without credentials, at most 2048 characters, no white space.',
  });

const typesField = () =>
  Type.Unsafe<(NewsType | '*')[]>({
    type: 'array',
    items: { enum: ['*', ...NEWS_TYPES], type: 'string', title: 'NewsFilter' },
    minItems: 1,
    maxItems: NEWS_TYPES.length,
    uniqueItems: true,
    description: 'The types of news that it wants, at least one; * stands for all.',
  });

const descriptionField = () =>
  Type.String({
    maxLength: 200,
    pattern: ANY_TEXT,
    description: 'For staff: what it is, at most 200 characters.',
  });

const enabledField = () => Type.Boolean({ description: 'Whether it is told anything.' });

const secretField = () =>
  Type.String({
    description:
      'What its messages are signed with (Standard Webhooks): whsec_ and 32 bytes in base64. Shown only this once.',
  });

const webhookFields = () => ({
  webhookId: webhookIdField(),
  url: urlField(),
  types: typesField(),
  description: descriptionField(),
  enabled: enabledField(),
  createdAt: instantField('When it was made.'),
  changedAt: instantField('When it was last changed.'),
  goneAt: Type.Optional(instantField('When it answered 410 (Gone), which disabled it.')),
});

export const Webhook = Type.Object(webhookFields(), { additionalProperties: false, title: 'Webhook' });

const WebhookWithSecret = Type.Object(
  { ...webhookFields(), secret: secretField() },
  { additionalProperties: false, title: 'WebhookWithSecret' },
);

const WebhookInput = Type.Object(
  {
    url: urlField(),
    types: typesField(),
    description: Type.Optional(descriptionField()),
    enabled: Type.Optional(enabledField()),
  },
  { additionalProperties: false, title: 'WebhookInput' },
);

const WebhookChange = Type.Object(
  {
    url: Type.Optional(urlField()),
    types: Type.Optional(typesField()),
    description: Type.Optional(descriptionField()),
    enabled: Type.Optional(enabledField()),
  },
  { additionalProperties: false, title: 'WebhookChange' },
);

const Delivery = Type.Object(
  {
    deliveryId: deliveryIdField(),
    type: Type.Enum([...NEWS_TYPES], { type: 'string', description: 'The type of the news.' }),
    subject: Type.String({ description: 'The ticket, event or day that it is about.' }),
    state: Type.Enum([...DELIVERY_STATES], {
      type: 'string',
      description:
        'waiting for its (next) attempt, delivered, failed for good, or dropped without being sent.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
    createdAt: instantField('When it happened.'),
    nextAttemptAt: Type.Optional(instantField('When it is tried next, while it waits.')),
    settledAt: Type.Optional(instantField('When it was delivered, or given up.')),
    lastAnswer: Type.Optional(
      Type.String({
        description: 'What came of the last attempt: the status and the beginning of the answer.',
      }),
    ),
    lastAttemptAt: Type.Optional(instantField('When that was.')),
  },
  { additionalProperties: false, title: 'WebhookDelivery' },
);

const WebhookPath = Type.Object({ webhookId: webhookIdField() });
const DeliveryPath = Type.Object({ webhookId: webhookIdField(), deliveryId: deliveryIdField() });

const webhookId = '01a0d5c4-b1e0-7d22-8a4f-6c3b9e5d7f10';
const wished = {
  url: 'https://shop.example.com/museum-news',
  types: ['ticket.sold', 'ticket.void', 'day.sold-out'],
  description: 'The shop at the corner',
  enabled: true,
};
const shop = {
  webhookId,
  ...wished,
  createdAt: '2027-03-01T09:00:00.000Z',
  changedAt: '2027-03-01T09:00:00.000Z',
};
const withSecret = { ...shop, secret: 'whsec_bXVzZXVtIGV4YW1wbGUgc2VjcmV0LCBub3QgcmVhbCE=' };
const sold = {
  type: 'ticket.sold',
  subject: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  createdAt: '2027-03-01T10:00:00.000Z',
};
const delivered = {
  ...sold,
  deliveryId: '01a0d5c4-b3f2-7c51-9d07-4e8a1b6f2c93',
  state: 'delivered',
  attempts: 1,
  settledAt: '2027-03-01T10:00:01.250Z',
  lastAnswer: 'HTTP 204',
  lastAttemptAt: '2027-03-01T10:00:01.250Z',
};
const waiting = {
  ...sold,
  deliveryId: '01a0d5c4-b3f5-7a02-b3c6-90d1e72f4a58',
  state: 'waiting',
  attempts: 1,
  nextAttemptAt: '2027-03-01T10:00:06.250Z',
  lastAnswer: 'HTTP 503',
  lastAttemptAt: '2027-03-01T10:00:01.250Z',
};
const failed = {
  ...delivered,
  deliveryId: '01a0d5c4-b3f3-7e18-a5d9-2c6f0b74e81a',
  state: 'failed',
  attempts: 10,
  settledAt: '2027-03-04T13:41:09.300Z',
  lastAnswer: 'HTTP 503',
  lastAttemptAt: '2027-03-04T13:41:09.300Z',
};
const test = {
  deliveryId: waiting.deliveryId,
  type: 'webhook.test',
  subject: webhookId,
  state: 'waiting',
  attempts: 0,
  createdAt: sold.createdAt,
  nextAttemptAt: sold.createdAt,
};

const COMMON = { tag: 'Operations', permission: 'manage-webhooks' } as const;

export const createWebhook = operation({
  ...COMMON,
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'Has another system told what happens, from now on. The answer shows the secret that its messages are signed with, once.',
  request: {
    body: {
      mediaTypes: ['application/json'],
      schema: WebhookInput,
      examples: {
        some: { summary: 'Some news', value: wished },
        all: { summary: 'Everything', value: { url: wished.url, types: ['*'] } },
      },
    },
  },
  success: {
    status: 201,
    description: 'Created',
    mediaType: 'application/json',
    schema: WebhookWithSecret,
    headers: { Location: 'Address of the new webhook.' },
    headerExamples: { Location: '/webhooks/{webhookId}' },
    examples: { made: { summary: 'With its secret', value: withSecret } },
  },
  problems: ['webhook-address-refused', 'too-many-webhooks'],
});

export const listWebhooks = operation({
  ...COMMON,
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'Lists all webhooks, the oldest first. Secrets are not shown.',
  request: {},
  success: {
    status: 200,
    description: 'The webhooks.',
    mediaType: 'application/json',
    schema: Type.Array(Webhook, { title: 'Webhooks' }),
    headers: {},
    examples: {
      one: { summary: 'One webhook', value: [shop] },
      none: { summary: 'No webhook', value: [] },
    },
  },
  problems: [],
});

const examples = {
  enabled: { summary: 'A webhook', value: shop },
  gone: {
    summary: 'One that answered 410',
    value: { ...shop, enabled: false, goneAt: '2027-03-02T08:30:00.000Z' },
  },
};

export const getWebhook = operation({
  ...COMMON,
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Get a webhook',
  description: 'Gets a webhook. Its secret is not shown.',
  request: { path: WebhookPath },
  parameterExamples: { webhookId },
  success: {
    status: 200,
    description: 'The webhook.',
    mediaType: 'application/json',
    schema: Webhook,
    headers: {},
    examples,
  },
  problems: ['webhook-not-found'],
});

export const updateWebhook = operation({
  ...COMMON,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  summary: 'Change a webhook',
  description:
    'Changes the members that are given (RFC 7396). A webhook that is disabled gives up what waits for it; enabled again, it is told what happens from then on.',
  request: {
    path: WebhookPath,
    body: {
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      schema: WebhookChange,
      examples: { pause: { summary: 'Disable it', value: { enabled: false } } },
    },
  },
  parameterExamples: { webhookId },
  success: {
    status: 200,
    description: 'The webhook as it is now.',
    mediaType: 'application/json',
    schema: Webhook,
    headers: {},
    examples: { disabled: { summary: 'Disabled', value: { ...shop, enabled: false } } },
  },
  problems: ['webhook-not-found', 'webhook-address-refused'],
});

export const deleteWebhook = operation({
  ...COMMON,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Remove a webhook',
  description: 'Removes a webhook. It is told nothing more, and what it was told is forgotten.',
  request: { path: WebhookPath },
  parameterExamples: { webhookId },
  success: { status: 204, description: 'Removed. No content.', headers: {} },
  problems: ['webhook-not-found'],
});

export const rotateWebhookSecret = operation({
  ...COMMON,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate',
  summary: 'Rotate a webhook’s secret',
  description:
    'Gives a webhook a new secret, shown once. For 24 hours messages are signed with the old one as well, and with those of rotations before it in that time.',
  request: { path: WebhookPath },
  parameterExamples: { webhookId },
  success: {
    status: 200,
    description: 'The webhook with its new secret.',
    mediaType: 'application/json',
    schema: WebhookWithSecret,
    headers: {},
    examples: { rotated: { summary: 'With its new secret', value: withSecret } },
  },
  problems: ['webhook-not-found'],
});

export const testWebhook = operation({
  ...COMMON,
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a test',
  description:
    'Sends news of the type webhook.test, whatever types the webhook wants. Its deliveries tell what came of it.',
  request: { path: WebhookPath },
  parameterExamples: { webhookId },
  success: {
    status: 201,
    description: 'The delivery, which is sent at once.',
    mediaType: 'application/json',
    schema: Delivery,
    headers: { Location: 'Address of the deliveries.' },
    headerExamples: { Location: `/webhooks/${webhookId}/deliveries` },
    examples: { test: { summary: 'About to be sent', value: test } },
  },
  problems: ['webhook-not-found', 'webhook-disabled'],
});

export const replayWebhook = operation({
  ...COMMON,
  id: 'replayWebhook',
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  summary: 'Tell it again',
  description:
    'Tells a webhook again all that it wants to know and that happened since an instant, under the same ids as the first time; also what was before the webhook was made.',
  request: {
    path: WebhookPath,
    body: {
      mediaTypes: ['application/json'],
      schema: Type.Object(
        { since: instantField('What happened then or later is told again.') },
        { additionalProperties: false, title: 'Replay' },
      ),
      examples: { since: { summary: 'Since a morning', value: { since: '2027-03-01T09:00:00Z' } } },
    },
  },
  parameterExamples: { webhookId },
  success: {
    status: 200,
    description: 'What is gone through; the deliveries follow.',
    mediaType: 'application/json',
    schema: Type.Object(
      {
        since: instantField('The same, in UTC with milliseconds.'),
        entries: Type.Integer({
          minimum: 0,
          description:
            'How many entries of the journal are gone through: each is news or not, or that of many sales.',
        }),
      },
      { additionalProperties: false, title: 'ReplayBegun' },
    ),
    headers: {},
    examples: {
      begun: { summary: 'Some entries', value: { since: '2027-03-01T09:00:00.000Z', entries: 41 } },
    },
  },
  problems: ['webhook-not-found', 'webhook-disabled'],
});

export const listWebhookDeliveries = operation({
  ...COMMON,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List a webhook’s deliveries',
  description:
    'Lists what a webhook was told and is to be told, the newest first. What arrived is forgotten after 30 days, what failed after 90.',
  request: {
    path: WebhookPath,
    query: Type.Object({
      state: Type.Optional(
        Type.Enum([...DELIVERY_STATES], { type: 'string', description: 'Only those in this state.' }),
      ),
      limit: limitField('How many'),
      after: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Where the page before ended: a cursor from its Link, to be sent as it is.',
        }),
      ),
    }),
  },
  parameterExamples: { webhookId, state: 'waiting', limit: 30, after: delivered.deliveryId },
  success: {
    status: 200,
    description: 'The deliveries on this page.',
    mediaType: 'application/json',
    schema: Type.Array(Delivery, { title: 'WebhookDeliveries' }),
    headers: {},
    optionalHeaders: nextPageHeader(`/webhooks/${webhookId}/deliveries`, delivered.deliveryId),
    examples: {
      some: {
        summary: 'One that waits, one that has failed and one that arrived',
        value: [waiting, failed, delivered],
      },
      none: { summary: 'Nothing was sent yet', value: [] },
    },
  },
  problems: ['webhook-not-found'],
});

export const retryWebhookDelivery = operation({
  ...COMMON,
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
  summary: 'Send a delivery again',
  description:
    'Sends a delivery again at once under the same id, whatever came of it before, with all its attempts before it.',
  request: { path: DeliveryPath },
  parameterExamples: { webhookId, deliveryId: delivered.deliveryId },
  success: {
    status: 200,
    description: 'The delivery, which waits again.',
    mediaType: 'application/json',
    schema: Delivery,
    headers: {},
    examples: { again: { summary: 'About to be sent again', value: waiting } },
  },
  problems: ['webhook-not-found', 'delivery-not-found', 'webhook-disabled'],
});
