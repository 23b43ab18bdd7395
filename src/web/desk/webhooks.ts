import { listAccounts } from '../../accounts/index.ts';
import { may } from '../../core/permissions.ts';
import { Refusal, type RefusalFacts } from '../../core/refusal.ts';
import { parseUuid, uuidV7 } from '../../core/uuid.ts';
import { labelled } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, readFields, type Submitted, textField } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import {
  MESSAGE_TYPES,
  type MessageType,
  WEBHOOK_LIMITS,
  type Webhook,
  type WebhookSettings,
} from '../../webhooks/index.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { done } from './done.ts';
import { pathId } from './links.ts';
import { faultsAmong, formTo, postForm, type Sent } from './post-form.ts';
import { stateOfWebhook, WEBHOOKS, webhookName, webhookSecretPage } from './webhook.ts';
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
  return deskPage(desk, { title: say('title'), lead: say('lead'), main, here: SETTINGS_PAGE });
}

/** The form for a new webhook. It carries the id of what it adds: sent twice, it adds one. */
export async function showNewWebhook(
  desk: DeskRequest,
  submitted?: Submitted<WebhookField>,
): Promise<Answer> {
  const say = webhooksTexts(desk.language);
  const fields = fieldsOf<WebhookField>(desk.language, submitted);
  const more = fields.hidden('webhookId', uuidV7(desk.clock.now()));
  const main = await webhookForm(desk, {
    at: `${WEBHOOKS}/new`,
    fields,
    button: say('add'),
    more,
  });
  return deskPage(desk, { title: say('add'), main, here: SETTINGS_PAGE, form: fields });
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
  const main = await webhookForm(desk, {
    at,
    fields,
    settings,
    button: say('save'),
  });
  const title = labelled(desk.language, say('edit'), webhookName(settings));
  return deskPage(desk, { title, main, here: SETTINGS_PAGE, form: fields });
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

/** `all` and the types of messages are checkboxes. */
type WebhookField = 'webhookId' | 'url' | 'seller' | 'description' | 'all' | MessageType;

/** The settings in the form, without `enabled`. */
type FormSettings = Omit<WebhookSettings, 'enabled'>;

/** The texts of the form. */
function textsOf({ language }: Clerk, settings?: FormSettings) {
  const say = webhooksTexts(language);
  const { url, description } = WEBHOOK_LIMITS;
  return {
    url: {
      label: say('address'),
      hint: say('addressHint'),
      value: settings?.url,
      with: { type: 'url', required: true, maxlength: url, autocomplete: 'off' },
      read: (typed: string) => (/^[^\s\p{Cc}]+$/u.test(typed) && typed.length <= url ? typed : undefined),
      fault: say('malformed'),
    },
    description: textField(
      {
        label: say('description'),
        hint: say('descriptionHint'),
        value: settings?.description,
        fault: say('descriptionFault', { most: description }),
      },
      { most: description },
    ),
  };
}

/** The settings that were typed, or the faults that the form itself can find. */
function readSettings(
  clerk: Clerk,
  { form, values }: Sent<WebhookField>,
): FormSettings | Submitted<WebhookField> {
  const types = form.has('all') ? (['*'] as const) : MESSAGE_TYPES.filter((type) => form.has(type));
  const read = readFields(textsOf(clerk), values);
  const faults = faultsAmong<WebhookField>({
    ...('faults' in read && read.faults),
    all: types.length === 0 && webhooksTexts(clerk.language)('typesFault'),
  });
  if (faults !== undefined || 'faults' in read) return faults ?? {};
  const { url, description } = read.typed;
  return { url, types, seller: values.seller || null, description };
}

/** What is wrong with the settings, by a refusal of them. */
function refusedSettings(error: unknown, { language }: Clerk): Submitted<WebhookField> | undefined {
  const say = webhooksTexts(language);
  if (!(error instanceof Refusal)) return undefined;
  switch (error.kind) {
    case 'webhook-address-refused': {
      const { faults } = error.facts as RefusalFacts['webhook-address-refused'];
      return { faults: { url: faults.map((fault) => say(fault)).join(' ') } };
    }
    case 'seller-unknown':
      return { faults: { seller: say('sellerFault') } };
    case 'too-many-webhooks':
      return { fault: say('tooMany', error.facts as RefusalFacts['too-many-webhooks']) };
    default:
      return undefined;
  }
}

interface WebhookFormParts {
  /** Where it is posted to. */
  readonly at: string;
  readonly fields: Fields<WebhookField>;
  /** The settings that the form shows at first. */
  readonly settings?: FormSettings;
  readonly button: string;
  /** Further fields, hidden ones. */
  readonly more?: Piece;
}

async function webhookForm(
  desk: DeskRequest,
  { at, fields, settings, button, more }: WebhookFormParts,
): Promise<Html> {
  const say = webhooksTexts(desk.language);
  const seller = {
    label: say('seller'),
    hint: say('sellerHint'),
    value: settings?.seller ?? '',
    options: [
      { value: '', text: say('allSellers') },
      ...(await sellersOf(desk)).map((name) => ({ value: name, text: name })),
    ],
  };
  const content = html`
    ${more}
    ${fields.inputs(textsOf(desk, settings))}
    ${typeFields(desk, fields, settings)}
    ${fields.select('seller', seller)}
    <button class="action">${button}</button>
  `;
  return formTo(desk, at, content);
}

function typeFields(
  { language }: Clerk,
  fields: Fields<WebhookField>,
  settings: FormSettings | undefined,
): Html {
  const say = webhooksTexts(language);
  const isTicked = (type: MessageType | '*') => (settings?.types.includes(type) ? 'on' : undefined);
  const boxes = MESSAGE_TYPES.map((type) => fields.checkbox(type, { label: type, value: isTicked(type) }));
  return html`
    <fieldset>
      <legend>${say('types')}</legend>
      ${fields.checkbox('all', { label: say('everything'), value: isTicked('*') })}
      ${boxes}
    </fieldset>
  `;
}
