import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePermission } from '../../core/permissions.ts';
import { parseUuid, type Uuid, uuidV7 } from '../../core/uuid.ts';
import { labelled } from '../../core/words.ts';
import { type Answer, send } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { Submitted } from '../../pages/forms.ts';
import { html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import type { Webhook } from '../../webhooks/index.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf, deskPage } from './desk-page.ts';
import { pathId } from './path-id.ts';
import { hasFaults, readSettings, type WebhookField, webhookForm, withRefusal } from './webhook-form.ts';
import { nameOf, secretPage, stateOfWebhook, WEBHOOKS } from './webhook-page.ts';
import { webhooksTexts } from './webhooks-texts.ts';

/** Which other systems are told what happens; adding and changing them. */
export function routeWebhooks(app: FastifyInstance, desk: DeskOptions): void {
  app.get(WEBHOOKS, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const isRemoved = (request.query as { done?: string }).done === 'removed';
    send(request, reply, await listPage(clerk, desk, isRemoved));
  });
  app.get(`${WEBHOOKS}/new`, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    requirePermission(clerk.actor, 'manage-webhooks');
    send(request, reply, newPage(clerk, desk, uuidV7(desk.clock.now())));
  });
  app.post(`${WEBHOOKS}/new`, async (request, reply) => send(request, reply, await add(request, desk)));
  app.get(`${WEBHOOKS}/:webhookId/edit`, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const webhook = await desk.webhooks.get(clerk.actor, pathId(request, 'webhookId'));
    send(request, reply, editPage(clerk, desk, webhook));
  });
  app.post(`${WEBHOOKS}/:webhookId/edit`, async (request, reply) =>
    send(request, reply, await change(request, desk)),
  );
}

async function listPage(clerk: Clerk, desk: DeskOptions, isRemoved: boolean): Promise<Answer> {
  const { language, words, actor } = clerk;
  const say = webhooksTexts(language);
  const listed = await desk.webhooks.list(actor);
  const rows = await Promise.all(
    listed.map(async (webhook) => {
      const { waiting, failed } = await desk.webhooks.countUndelivered(actor, webhook.webhookId);
      return [
        html`<a href="${WEBHOOKS}/${webhook.webhookId}" dir="auto">${nameOf(webhook)}</a><br><small>${new URL(webhook.url).origin}</small>`,
        stateOfWebhook(clerk, webhook),
        words.number(waiting),
        words.number(failed),
      ];
    }),
  );
  const columns = [
    { text: say('system') },
    { text: say('state') },
    { text: say('waiting'), isNumber: true },
    { text: say('failed'), isNumber: true },
  ];
  const main = html`<section class="sent">${table(say('title'), columns, rows, say('none'))}</section>
<p><a class="button action" href="${WEBHOOKS}/new">${say('add')}</a></p>`;
  return deskPage(clerk, desk, {
    ...{ title: say('title'), lead: say('lead'), main, here: WEBHOOKS },
    ...(isRemoved && { message: say('doneRemoved') }),
  });
}

/** The form carries the id of what it adds: sent twice, it adds one. */
function newPage(
  clerk: Clerk,
  desk: DeskOptions,
  webhookId: Uuid,
  submitted: Submitted<WebhookField> = {},
  status = 200,
): Answer {
  const say = webhooksTexts(clerk.language);
  const { main, isFaulty } = webhookForm(clerk, {
    ...{ at: `${WEBHOOKS}/new`, submitted, button: say('add') },
    more: html`<input type="hidden" name="webhookId" value="${webhookId}">`,
  });
  return deskPage(clerk, desk, { title: say('add'), main, here: WEBHOOKS, isFaulty }, status);
}

async function add(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  requirePermission(clerk.actor, 'manage-webhooks');
  const given = formOf(request).get('webhookId') ?? '';
  const webhookId = parseUuid(given) ?? uuidV7(desk.clock.now());
  const { settings, submitted } = readSettings(clerk, request);
  if (hasFaults(submitted)) return newPage(clerk, desk, webhookId, submitted, 400);
  try {
    const added = await desk.webhooks.addOnce(clerk.actor, { ...settings, enabled: true }, webhookId);
    if (added === undefined) return seeOther(`${WEBHOOKS}/${webhookId}?done=already`);
    return secretPage(clerk, desk, added, webhooksTexts(clerk.language)('added'));
  } catch (error) {
    return newPage(clerk, desk, webhookId, withRefusal(clerk, submitted, error), 400);
  }
}

function editPage(
  clerk: Clerk,
  desk: DeskOptions,
  webhook: Webhook,
  submitted: Submitted<WebhookField> = {},
  status = 200,
): Answer {
  const say = webhooksTexts(clerk.language);
  const at = `${WEBHOOKS}/${webhook.webhookId}/edit`;
  const { main, isFaulty } = webhookForm(clerk, { at, submitted, settings: webhook, button: say('save') });
  const title = labelled(clerk.language, say('edit'), nameOf(webhook));
  return deskPage(clerk, desk, { title, main, here: WEBHOOKS, isFaulty }, status);
}

async function change(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const webhook = await desk.webhooks.get(clerk.actor, pathId(request, 'webhookId'));
  const { settings, submitted } = readSettings(clerk, request);
  if (hasFaults(submitted)) return editPage(clerk, desk, webhook, submitted, 400);
  try {
    await desk.webhooks.change(clerk.actor, webhook.webhookId, settings);
    return seeOther(`${WEBHOOKS}/${webhook.webhookId}?done=saved`);
  } catch (error) {
    return editPage(clerk, desk, webhook, withRefusal(clerk, submitted, error), 400);
  }
}
