import { listAccounts } from '../../accounts/index.ts';
import { may } from '../../core/permissions.ts';
import { parseUuid, uuidV7 } from '../../core/uuid.ts';
import { labelled } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { fieldsOf, type Submitted } from '../../pages/forms.ts';
import { html } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import type { Webhook } from '../../webhooks/index.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { deskPage } from './desk-page.ts';
import { done } from './done.ts';
import { pathId } from './path-id.ts';
import { postForm } from './post-form.ts';
import { readSettings, refusedSettings, type WebhookField, webhookForm } from './webhook-form.ts';
import { stateOfWebhook, WEBHOOKS, webhookName, webhookSecretPage } from './webhook-page.ts';
import { webhooksTexts } from './webhooks-texts.ts';

/** Which other systems are told what happens. */
export async function showWebhooks(desk: DeskRequest): Promise<Answer> {
  const { language, words, actor } = desk;
  const say = webhooksTexts(language);
  const listed = await desk.webhooks.list(actor);
  const rows = await Promise.all(
    listed.map(async (webhook) => ({
      webhook,
      ...(await desk.webhooks.countUndelivered(actor, webhook.webhookId)),
    })),
  );
  const nameAndOrigin = (webhook: Webhook) => {
    const name = html`<a href="${WEBHOOKS}/${webhook.webhookId}" dir="auto">${webhookName(webhook)}</a>`;
    return html`${name}<br><small>${new URL(webhook.url).origin}</small>`;
  };
  const columns: Column<(typeof rows)[number]>[] = [
    { head: say('system'), cell: ({ webhook }) => nameAndOrigin(webhook) },
    { head: say('state'), cell: ({ webhook }) => stateOfWebhook(desk, webhook) },
    { head: say('waiting'), cell: ({ waiting }) => words.number(waiting), isNumber: true },
    { head: say('failed'), cell: ({ failed }) => words.number(failed), isNumber: true },
  ];
  const main = html`
    <section class="sent">${table(say('title'), rows, columns, say('none'))}</section>
    <p><a class="button action" href="${WEBHOOKS}/new">${say('add')}</a></p>
  `;
  return deskPage(desk, { title: say('title'), lead: say('lead'), main, here: WEBHOOKS });
}

/** The form for a new webhook. It carries the id of what it adds: sent twice, it adds one. */
export async function showNewWebhook(
  desk: DeskRequest,
  submitted?: Submitted<WebhookField>,
): Promise<Answer> {
  const say = webhooksTexts(desk.language);
  const fields = fieldsOf<WebhookField>(desk.language, submitted);
  const more = fields.hidden('webhookId', uuidV7(desk.clock.now()));
  const main = webhookForm(desk, {
    at: `${WEBHOOKS}/new`,
    fields,
    sellers: await sellersOf(desk),
    button: say('add'),
    more,
  });
  return deskPage(desk, { title: say('add'), main, here: WEBHOOKS, form: fields });
}

export const addWebhook = postForm<WebhookField>(
  async (desk, sent) => {
    const webhookId = parseUuid(sent.values.webhookId ?? '') ?? uuidV7(desk.clock.now());
    const settings = readSettings(desk, sent);
    if (!('url' in settings)) return sent.again(settings);
    const added = await desk.webhooks.addOnce(desk.actor, { ...settings, enabled: true }, webhookId);
    if (added === undefined) return done(`${WEBHOOKS}/${webhookId}`, 'webhookAlready');
    return webhookSecretPage(desk, added, webhooksTexts(desk.language)('added'));
  },
  showNewWebhook,
  refusedSettings,
);

/** The accounts whose sales a webhook may hear of. */
async function sellersOf({ store }: DeskOptions): Promise<string[]> {
  const accounts = await listAccounts(store);
  return accounts.filter(({ role }) => may(role, 'sell-tickets')).map(({ username }) => username);
}

/** The form for the settings of a webhook. */
export async function showWebhookToEdit(
  desk: DeskRequest,
  submitted?: Submitted<WebhookField>,
): Promise<Answer> {
  const say = webhooksTexts(desk.language);
  const settings = await desk.webhooks.get(desk.actor, pathId(desk.request, 'webhookId'));
  const at = `${WEBHOOKS}/${settings.webhookId}/edit`;
  const fields = fieldsOf<WebhookField>(desk.language, submitted);
  const main = webhookForm(desk, {
    at,
    fields,
    settings,
    sellers: await sellersOf(desk),
    button: say('save'),
  });
  const title = labelled(desk.language, say('edit'), webhookName(settings));
  return deskPage(desk, { title, main, here: WEBHOOKS, form: fields });
}

export const editWebhook = postForm<WebhookField>(
  async (desk, sent) => {
    const webhookId = pathId(desk.request, 'webhookId');
    const settings = readSettings(desk, sent);
    if (!('url' in settings)) return sent.again(settings);
    await desk.webhooks.change(desk.actor, webhookId, settings);
    return done(`${WEBHOOKS}/${webhookId}`, 'webhookChanged');
  },
  showWebhookToEdit,
  refusedSettings,
);
