import { EXACTLY_ONE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { LANGUAGES } from '../../../core/language.ts';
import { SOME_INK } from '../../../core/text.ts';
import type { TextsByLanguage } from '../../../core/texts-by-language.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import {
  furtherPatchFaults,
  settingsPatchSchema,
  settingsSchema,
  TEXT_LIMITS,
  TEXT_NAMES,
  TEXT_PATHS,
  textFaults,
} from '../../../settings/index.ts';
import examples from './examples.json' with { type: 'json' };

/** What staff set about the museum, and its own texts (the Operations group). */

const Settings = Type.Object(
  {
    settings: settingsSchema,
    fixed: Type.Array(Type.String({ description: 'The path of a setting, such as shop/open.' }), {
      description: 'Settings that the environment of the service sets, so that they are not changed here.',
    }),
    changedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When a setting was changed last. Instant (RFC 3339); null: never.',
    }),
    changedBy: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'User name of the account that did it; null: the operator on the command line, or nobody.',
    }),
  },
  { title: 'Settings' },
);

const inLanguages = (options: { readonly additionalProperties?: false }) =>
  Type.Unsafe<TextsByLanguage>({
    type: 'object',
    properties: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        {
          type: 'string',
          minLength: 1,
          maxLength: TEXT_LIMITS.text,
          pattern: SOME_INK,
          description: `Text in the language ${language}: 1 to ${TEXT_LIMITS.text} characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup.`,
        },
      ]),
    ),
    ...options,
    description: 'The text, by language.',
  });

const ownTextFields = (options: { readonly additionalProperties?: false }) => ({
  address: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.address,
      pattern: '^https?://[^\\s<>"]+$',
      description: `Address of the page elsewhere: it begins with https:// or http://, and has at most ${TEXT_LIMITS.address} characters.`,
    }),
  ),
  texts: Type.Optional(inLanguages(options)),
});

const OwnText = Type.Object(ownTextFields({}), { title: 'OwnText' });

const OwnTextInput = Type.Object(ownTextFields({ additionalProperties: false }), {
  additionalProperties: false,
  title: 'OwnTextInput',
  [EXACTLY_ONE]: ['address', 'texts'],
});

const inBody = <Found extends { readonly pointer: string; readonly detail: string }>(
  found: readonly Found[],
) => found.map(({ pointer, detail }): Fault => ({ in: 'body', pointer, detail }));

const TEXT = '/settings/texts/{name}';
const PATHS = TEXT_NAMES.map((name) => `${name} at ${TEXT_PATHS[name]}`).join(', ');

const parameters = {
  name: Type.Enum([...TEXT_NAMES], { type: 'string', title: 'TextName', description: 'Which text.' }),
};

export const settingsOperations = resource(
  { tag: 'Operations', parameters, examples },
  {
    getSettings: {
      method: 'GET',
      path: '/settings',
      summary: 'Get the settings',
      description:
        'Gets what staff set about the museum, as it counts: what the environment of the service sets, else what staff have chosen, else the default.',
      permission: 'read-settings',
      success: { description: 'The settings.', schema: Settings },
    },
    updateSettings: {
      method: 'PATCH',
      path: '/settings',
      summary: 'Change the settings',
      description:
        'Changes settings by merge patch (RFC 7396), all or none: members in the request replace those that count, null takes them back to the default, the others stay unchanged. Every instance of the service uses the change within a second.',
      permission: 'manage-museum',
      query: Type.Object({
        force: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'true: also if addresses are erased at once by it, which can’t be undone.',
          }),
        ),
      }),
      body: {
        mediaTypes: ['application/json', 'application/merge-patch+json'],
        schema: settingsPatchSchema,
        limit: 262_144,
        faultsOf: (body) => inBody(furtherPatchFaults(body)),
      },
      success: {
        description: 'The settings after the change.',
        schema: Settings,
        headers: { ETag: 'Entity tag of the changed settings.' },
      },
      problems: ['setting-not-possible', 'set-by-operator', 'not-ready', 'would-erase'],
    },
    getOwnText: {
      method: 'GET',
      path: TEXT,
      summary: 'Get a text of the museum',
      description: `Gets a text of the museum’s own. Visitors read them at their own addresses: ${PATHS}.`,
      permission: 'read-settings',
      success: { description: 'The text, or where it is.', schema: OwnText },
      problems: ['text-not-found'],
    },
    setOwnText: {
      method: 'PUT',
      path: TEXT,
      summary: 'Set a text of the museum',
      creates: true,
      description:
        'Sets a text of the museum’s own, or the address of a page elsewhere. It is linked at the foot of every page for visitors and of every mail. Where a text is missing in the reader’s language, it is shown in the museum’s, else in English, else in the first.',
      permission: 'manage-museum',
      body: {
        schema: OwnTextInput,
        limit: 1_048_576,
        faultsOf: (body) => inBody(textFaults(body)),
      },
      success: { description: 'The current text.', schema: OwnText },
    },
    deleteOwnText: {
      method: 'DELETE',
      path: TEXT,
      summary: 'Remove a text of the museum',
      description: 'Removes a text of the museum’s own, and the links to it.',
      permission: 'manage-museum',
      success: { description: 'The text is removed. No content.' },
      problems: ['text-not-found'],
    },
  },
);
