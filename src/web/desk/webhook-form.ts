import type { FastifyRequest } from 'fastify';
import { Refusal, type RefusalFacts } from '../../core/refusal.ts';
import { formOf } from '../../http/sessions.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { MESSAGE_TYPES, type MessageType, type WebhookSettings } from '../../webhooks/index.ts';
import type { Clerk } from './desk-page.ts';
import { webhooksTexts } from './webhooks-texts.ts';

const [URL_CHARACTERS, DESCRIPTION_CHARACTERS] = [2048, 200];

/** `all` and the types of messages are checkboxes. */
export type WebhookField = 'url' | 'description' | 'all' | MessageType;

/** The settings in the form, without `enabled`. */
export type FormSettings = Omit<WebhookSettings, 'enabled'>;

/** The settings that were typed, and the faults that the form itself can find. */
export function readSettings(
  { language }: Clerk,
  request: FastifyRequest,
): { readonly settings: FormSettings; readonly submitted: Submitted<WebhookField> } {
  const say = webhooksTexts(language);
  const form = formOf(request);
  const [url, description] = [(form.get('url') ?? '').trim(), (form.get('description') ?? '').trim()];
  const types = form.has('all') ? (['*'] as const) : MESSAGE_TYPES.filter((type) => form.has(type));
  const isAddress = /^[^\s\p{Cc}]+$/u.test(url) && url.length <= URL_CHARACTERS;
  const isDescription = [...description].length <= DESCRIPTION_CHARACTERS;
  const faults = {
    ...(!isAddress && { url: say('malformed') }),
    ...(!isDescription && { description: say('descriptionFault') }),
    ...(types.length === 0 && { all: say('typesFault') }),
  };
  const values = { ...Object.fromEntries(form), url, description };
  return { settings: { url, types, description }, submitted: { values, faults } };
}

export function hasFaults({ faults = {} }: Submitted<WebhookField>): boolean {
  return Object.keys(faults).length > 0;
}

/** Turns a refusal into a fault of a field. @throws errors that are not about the form */
export function withRefusal(
  { language }: Clerk,
  { values = {} }: Submitted<WebhookField>,
  error: unknown,
): Submitted<WebhookField> {
  const say = webhooksTexts(language);
  if (!(error instanceof Refusal)) throw error;
  switch (error.kind) {
    case 'webhook-address-refused': {
      const { faults } = error.facts as RefusalFacts['webhook-address-refused'];
      return { values, faults: { url: faults.map((fault) => say(fault)).join(' ') } };
    }
    case 'too-many-webhooks':
      return { values, fault: say('tooMany', { limit: (error.facts as { limit: number }).limit }) };
    default:
      throw error;
  }
}

export interface WebhookFormParts {
  /** Where it is posted to. */
  readonly at: string;
  readonly submitted: Submitted<WebhookField>;
  /** The settings that the form shows at first. */
  readonly settings?: FormSettings | undefined;
  readonly button: string;
  /** Further fields, hidden ones. */
  readonly more?: Piece;
}

export function webhookForm(
  { language, session }: Clerk,
  { at, submitted, settings, button, more }: WebhookFormParts,
): { readonly main: Html; readonly isFaulty: boolean } {
  const say = webhooksTexts(language);
  const fields = fieldsOf<WebhookField>(language, submitted);
  const address = { type: 'url', required: true, maxlength: URL_CHARACTERS, autocomplete: 'off' };
  const main = html`${fields.faults()}<form method="post" action="${at}">${csrfField(session.csrfToken)}${more}
${fields.input('url', { label: say('address'), hint: say('addressHint'), value: settings?.url, with: address })}${fields.input(
  'description',
  {
    label: say('description'),
    hint: say('descriptionHint'),
    value: settings?.description,
    with: { maxlength: DESCRIPTION_CHARACTERS, autocomplete: 'off' },
  },
)}${typeFields(language, fields, settings)}<button class="action">${button}</button>
</form>`;
  return { main, isFaulty: fields.isFaulty };
}

function typeFields(
  language: Clerk['language'],
  fields: Fields<WebhookField>,
  settings: FormSettings | undefined,
): Html {
  const say = webhooksTexts(language);
  const isTicked = (type: MessageType | '*') => (settings?.types.includes(type) ? 'on' : undefined);
  const boxes = MESSAGE_TYPES.map((type) => fields.checkbox(type, { label: type, value: isTicked(type) }));
  return html`<fieldset>
<legend>${say('types')}</legend>
${fields.checkbox('all', { label: say('everything'), value: isTicked('*') })}${boxes}</fieldset>
`;
}
