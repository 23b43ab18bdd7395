import type { TObject, TSchema } from 'typebox';
import { strict, Type } from '../contract/schema.ts';
import { bodyFaults } from '../contract/validation.ts';
import { COLOUR_PATTERN, colourFault } from '../core/colour.ts';
import { EMAIL_CHARACTERS } from '../core/email.ts';
import { LANGUAGES } from '../core/language.ts';
import { HIGHEST_PRICE } from '../core/money.ts';
import { PHONE_CHARACTERS, PHONE_PATTERN } from '../core/phone.ts';
import { SOME_INK } from '../core/text.ts';
import { PAYMENT_WAYS } from '../payments/index.ts';
import { type MuseumSettings, REENTRIES, WORDED_MAILS } from './museum-settings.ts';

/** In characters, and in hours. */
export const SETTING_LIMITS = {
  name: 100,
  address: 200,
  website: 500,
  sentence: 120,
  vatNote: 200,
  payment: 60,
  words: 1_000,
  hours: 8_760,
} as const;

const WEBSITE_PATTERN = '^https?://[^\\s<>"]+$';

type Schema = Readonly<Record<string, unknown>>;

const text = (most: number, what: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: most,
  pattern: SOME_INK,
  description: `${what}: 1 to ${most} characters, not only white space.`,
});

const whole = (least: number, most: number, what: string): Schema => ({
  type: 'integer',
  minimum: least,
  maximum: most,
  description: `${what}: a whole number from ${least} to ${most}.`,
});

const email = (what: string): Schema => ({
  type: 'string',
  format: 'email',
  maxLength: EMAIL_CHARACTERS,
  description: `${what}: an e-mail address.`,
});

const choice = (title: string, choices: readonly string[], what: string): Schema => ({
  title,
  type: 'string',
  enum: [...choices],
  description: `${what}: ${choices.join(', ')}.`,
});

const group = (properties: Readonly<Record<string, Schema>>, description: string): Schema => ({
  type: 'object',
  properties,
  description,
});

const byName = (names: readonly string[], each: Schema, description: string): Schema =>
  group(Object.fromEntries(names.map((name) => [name, each])), description);

const byLanguage = (most: number, what: string): Schema =>
  byName(LANGUAGES, text(most, what), `${what}, by language.`);

const amount = (what: string): Schema => ({
  type: 'number',
  minimum: 0.01,
  maximum: HIGHEST_PRICE,
  multipleOf: 0.01,
  description: `${what}: 0.01 to ${HIGHEST_PRICE}, at most two decimals.`,
});

/** A schema that several members share, so that descriptions of the interface have it once. */
const shared = (title: string, schema: Schema): Schema => ({ ...schema, title });

const ownWords = shared(
  'OwnWords',
  group(
    {
      before: text(SETTING_LIMITS.words, 'Paragraphs above those of the service'),
      after: text(SETTING_LIMITS.words, 'Paragraphs below them'),
    },
    'Paragraphs of the museum’s own in a mail, in one language.',
  ),
);

/** Every setting, with its limits. */
const MEMBER_SCHEMAS: Readonly<Record<keyof MuseumSettings, Schema>> = {
  name: text(SETTING_LIMITS.name, 'Name of the museum'),
  address: text(SETTING_LIMITS.address, 'Postal address of the museum'),
  phone: {
    type: 'string',
    minLength: PHONE_CHARACTERS.least,
    maxLength: PHONE_CHARACTERS.most,
    pattern: PHONE_PATTERN,
    description:
      'Telephone number of the museum: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces.',
  },
  email: email('E-mail address of the museum'),
  website: {
    type: 'string',
    maxLength: SETTING_LIMITS.website,
    pattern: WEBSITE_PATTERN,
    description: `Address of the museum’s website: it begins with https:// or http://, and has at most ${SETTING_LIMITS.website} characters.`,
  },
  sentence: shared(
    'Sentence',
    byLanguage(SETTING_LIMITS.sentence, 'What kind of place the museum is, on the home page'),
  ),
  colour: {
    type: 'string',
    pattern: COLOUR_PATTERN,
    description:
      'Colour of the museum: a hash and six hexadecimal digits, such as #0b5d4e. Text in it must be readable on the pages: with a contrast of 4.5 or more.',
  },
  language: choice('Language', LANGUAGES, 'Language of mails, tickets and events'),
  languages: {
    type: 'array',
    items: choice('Language', LANGUAGES, 'A language'),
    minItems: 1,
    uniqueItems: true,
    description: 'Languages that visitors may choose; the museum’s own is always one of them.',
  },
  vat: {
    type: 'number',
    minimum: 0,
    maximum: 100,
    multipleOf: 0.01,
    description:
      'Percentage of value added tax in prices without a rate of their own: 0 to 100, at most two decimals. 0 is a rate.',
  },
  vatNote: shared(
    'VatNote',
    byLanguage(SETTING_LIMITS.vatNote, 'What receipts say of that for which there is no rate'),
  ),
  shop: shared(
    'ShopSettings',
    group(
      {
        open: { type: 'boolean', description: 'Whether visitors buy by themselves.' },
        payments: {
          type: 'array',
          items: choice('PaymentWay', PAYMENT_WAYS, 'A way to pay'),
          uniqueItems: true,
          description:
            'Ways to pay, in the order in which they are offered: those that are connected. With none, only what is free is sold.',
        },
        cancelHours: whole(
          0,
          SETTING_LIMITS.hours,
          'Until so many hours before the visit buyers give tickets back',
        ),
        moveHours: {
          type: ['integer', 'string'],
          minimum: 0,
          maximum: SETTING_LIMITS.hours,
          pattern: '^off$',
          description: `Until so many hours before the visit buyers move tickets: a whole number from 0 to ${SETTING_LIMITS.hours}, or "off".`,
        },
        paymentNames: byName(
          PAYMENT_WAYS,
          shared('PaymentName', byLanguage(SETTING_LIMITS.payment, 'Name of a way to pay')),
          'What visitors read of each way to pay, by language.',
        ),
      },
      'The shop.',
    ),
  ),
  entry: group(
    {
      early: whole(0, 1_440, 'Minutes before its entry time from which a ticket is admitted'),
      late: whole(0, 1_440, 'Minutes after its entry time until which a ticket is admitted'),
      reentry: choice('Reentry', REENTRIES, 'Whether a ticket that was admitted is admitted again'),
    },
    'Admission.',
  ),
  salesDays: whole(1, 3_650, 'Days after today for which tickets are sold'),
  partnerVoidHours: whole(
    0,
    SETTING_LIMITS.hours,
    'Hours after the sale in which partners make their own sales void',
  ),
  retentionDays: whole(
    0,
    36_500,
    'Days after the visit for which addresses and telephone numbers are kept; 0 means for ever',
  ),
  gift: group(
    {
      least: amount('The least that a gift voucher is worth'),
      most: amount('The most that a gift voucher is worth'),
      years: whole(1, 30, 'Years after the one of the sale in which a gift voucher is valid'),
    },
    'Gift vouchers.',
  ),
  mail: shared(
    'MailSettings',
    group(
      {
        replyTo: email('Where answers to mails go'),
        words: byName(
          WORDED_MAILS,
          shared('OwnWordsByLanguage', byName(LANGUAGES, ownWords, 'The paragraphs, by language.')),
          'Paragraphs of the museum’s own in mails: with tickets, about a reservation, about what is called off.',
        ),
      },
      'Mail to visitors.',
    ),
  ),
};

/** Members that are null while nothing is set, as their default is nothing. */
const NOTHING_BY_DEFAULT = ['address', 'phone', 'email', 'website', 'colour', 'vat', 'replyTo'];
/** Groups of which each member is there only if it is set. */
const SPARSE = ['sentence', 'vatNote', 'paymentNames', 'words'];

/** The settings in an answer: all of them. */
export const settingsSchema = Type.Unsafe<MuseumSettings>({
  ...shownAs({ type: 'object', properties: MEMBER_SCHEMAS }, true),
  title: 'MuseumSettings',
  description: 'The settings as they count.',
});

function shownAs({ properties, minItems: _, multipleOf: __, ...schema }: Schema, isWhole: boolean): Schema {
  if (properties === undefined) return schema;
  const members = Object.entries(properties as Readonly<Record<string, Schema>>);
  const shown = members.map(([name, each]) => {
    const inside = shownAs(each, isWhole && !SPARSE.includes(name));
    return [name, isWhole && NOTHING_BY_DEFAULT.includes(name) ? nullable(inside) : inside];
  });
  return {
    ...schema,
    ...(isWhole && { required: members.map(([name]) => name) }),
    properties: Object.fromEntries(shown),
  };
}

/** A merge patch (RFC 7396) of settings. */
export type SettingsPatch = Readonly<Record<string, unknown>>;

const patchMembers = Object.fromEntries(
  Object.entries(MEMBER_SCHEMAS).map(([name, each]) => [name, patchOf(each)]),
);

/** A merge patch of the settings; also with these as its member `settings`, as answers have them. */
export const settingsPatchSchema: TObject = strict(
  Type.Object({
    ...patchMembers,
    settings: Type.Optional(
      Type.Unsafe<SettingsPatch>({
        type: 'object',
        properties: patchMembers,
        additionalProperties: false,
        description: 'The same patch, as a member: then nothing else is beside it.',
      }),
    ),
  }),
  'MuseumSettingsPatch',
);

/** The schema of what changes a value: null takes it back to its default, and members that are left out stay. */
function patchOf({ properties, title, enum: choices, ...schema }: Schema): TSchema {
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>);
  const inside = Object.fromEntries(members.map(([name, each]) => [name, patchOf(each)]));
  const below = properties === undefined ? {} : { properties: inside, additionalProperties: false };
  const named = title === undefined || Array.isArray(choices) ? {} : { title: `${title}Patch` };
  // A null among the values of an enumeration has no name in generated clients.
  const chosen = Array.isArray(choices) ? { pattern: `^(?:${choices.join('|')})$` } : {};
  return Type.Optional(Type.Unsafe<unknown>(nullable({ ...schema, ...below, ...named, ...chosen })));
}

function nullable({ type, ...schema }: Schema): Schema {
  return { ...schema, type: [type, 'null'].flat() };
}

/** A value that is wrong, by JSON pointer, with a sentence that says why. */
export interface FaultOfSetting {
  readonly pointer: string;
  readonly detail: string;
}

/** Every fault of a patch, of any shape. */
export function patchFaults(patch: unknown): FaultOfSetting[] {
  return [...bodyFaults(settingsPatchSchema, patch), ...furtherPatchFaults(patch)];
}

/** The faults of a patch of any shape that its schema can't say. */
export function furtherPatchFaults(body: unknown): FaultOfSetting[] {
  const { settings, ...beside } = (body ?? {}) as { readonly settings?: unknown };
  const isBoth = settings !== undefined && Object.keys(beside).length > 0;
  const detail = 'settings must stand alone: the members beside it belong into it.';
  const { colour, website } = patchIn(body);
  const isColour = typeof colour === 'string' && new RegExp(COLOUR_PATTERN).test(colour);
  const fault = isColour ? colourFault(colour) : undefined;
  const isSite = typeof website === 'string' && new RegExp(WEBSITE_PATTERN).test(website);
  const isNowhere = isSite && !URL.canParse(website);
  const at = (member: string) => (settings === undefined ? `/${member}` : `/settings/${member}`);
  return [
    ...(isBoth ? [{ pointer: '/settings', detail }] : []),
    ...(fault === undefined ? [] : [{ pointer: at('colour'), detail: `colour ${fault}.` }]),
    ...(isNowhere ? [{ pointer: at('website'), detail: 'website is not an address of the web.' }] : []),
  ];
}

/** The patch itself, where it is given as a member too. */
export function patchIn(body: unknown): SettingsPatch {
  if (typeof body !== 'object' || body === null) return {};
  const { settings = body } = body as { readonly settings?: unknown };
  return typeof settings === 'object' && settings !== null ? (settings as SettingsPatch) : {};
}
