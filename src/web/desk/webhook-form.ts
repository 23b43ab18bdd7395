import { Refusal, type RefusalFacts } from '../../core/refusal.ts';
import { type Fields, readFields, type Submitted, textField } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import {
  MESSAGE_TYPES,
  type MessageType,
  WEBHOOK_LIMITS,
  type WebhookSettings,
} from '../../webhooks/index.ts';
import type { Clerk } from './desk-page.ts';
import { faultsAmong, formTo, type Sent } from './post-form.ts';
import { webhooksTexts } from './webhooks-texts.ts';

/** `all` and the types of messages are checkboxes. */
export type WebhookField = 'webhookId' | 'url' | 'seller' | 'description' | 'all' | MessageType;

/** The settings in the form, without `enabled`. */
export type FormSettings = Omit<WebhookSettings, 'enabled'>;

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
export function readSettings(
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
export function refusedSettings(error: unknown, { language }: Clerk): Submitted<WebhookField> | undefined {
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

export interface WebhookFormParts {
  /** Where it is posted to. */
  readonly at: string;
  readonly fields: Fields<WebhookField>;
  /** The settings that the form shows at first. */
  readonly settings?: FormSettings;
  /** User names of the accounts that may sell. */
  readonly sellers: readonly string[];
  readonly button: string;
  /** Further fields, hidden ones. */
  readonly more?: Piece;
}

export function webhookForm(
  clerk: Clerk,
  { at, fields, settings, sellers, button, more }: WebhookFormParts,
): Html {
  const say = webhooksTexts(clerk.language);
  const seller = {
    label: say('seller'),
    hint: say('sellerHint'),
    value: settings?.seller ?? '',
    options: [
      { value: '', text: say('allSellers') },
      ...sellers.map((name) => ({ value: name, text: name })),
    ],
  };
  const content = html`
    ${more}
    ${fields.inputs(textsOf(clerk, settings))}
    ${typeFields(clerk, fields, settings)}
    ${fields.select('seller', seller)}
    <button class="action">${button}</button>
  `;
  return formTo(clerk, at, content);
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
