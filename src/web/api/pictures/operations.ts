import type { TOptional, TString } from 'typebox';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { LANGUAGES, type Language } from '../../../core/language.ts';
import type { Permission } from '../../../core/roles.ts';
import {
  LOGO_TYPES,
  PHOTOGRAPH_TYPES,
  PICTURE_FILE_FORMATS,
  PICTURE_LIMITS,
} from '../../../pictures/index.ts';
import { PARAMETERS, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Pictures of special events and of the museum. */

const altField = (language: Language) =>
  wordsField(PICTURE_LIMITS.alt, `What the picture shows, for those who don’t see it (${language})`);
const creditField = () => wordsField(PICTURE_LIMITS.credit, 'Whose picture it is');

/** Texts by language: as they are, or null where one is taken away. */
const altFields = (kind: 'string' | ['string', 'null']) =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, Type.Optional({ ...altField(language), type: kind })]),
  );

const Picture = Type.Object(
  {
    width: Type.Integer({ minimum: 1, description: 'Width of what was sent, in pixels, upright.' }),
    height: Type.Integer({ minimum: 1, description: 'Height of what was sent, in pixels, upright.' }),
    alt: Type.Unsafe<Readonly<Partial<Record<Language, string>>>>({
      type: 'object',
      properties: altFields('string'),
      description: 'What the picture shows, by language.',
    }),
    credit: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Whose picture it is; null: nobody is named.',
    }),
    addresses: Type.Array(
      Type.Object({
        width: Type.Integer({ minimum: 1, description: 'Width of the file, in pixels.' }),
        format: Type.Enum([...PICTURE_FILE_FORMATS], {
          type: 'string',
          title: 'PictureFormat',
          description: 'Format of the file.',
        }),
        address: Type.String({
          description:
            'Path of the file on the server of the museum, for everybody, until the picture is changed.',
        }),
      }),
      { description: 'Its files: none is wider than what was sent.' },
    ),
  },
  { title: 'Picture' },
);

const PictureChange = Type.Object(
  {
    alt: Type.Optional(
      Type.Unsafe<Readonly<Partial<Record<Language, string | null>>>>({
        type: 'object',
        properties: altFields(['string', 'null']),
        additionalProperties: false,
        description: 'What the picture shows, by language; null takes a text away.',
      }),
    ),
    credit: Type.Optional(
      Type.Unsafe<string | null>({ ...creditField(), type: ['string', 'null'] } as never),
    ),
  },
  { additionalProperties: false, title: 'PictureChange' },
);

type AltName = `alt.${Language}`;
const altParameters = Object.fromEntries(
  LANGUAGES.map((language) => [`alt.${language}`, Type.Optional(altField(language))]),
) as Record<AltName, TOptional<TString>>;
const Words = Type.Object({ ...altParameters, credit: Type.Optional(creditField()) });

const PATCHES = ['application/json', 'application/merge-patch+json'] as const;

/** The declarations of the operations of one picture. */
function pictureOf<const At extends `/${string}`, const Who extends Permission>(
  path: At,
  { name, types, permission }: { name: string; types: readonly string[]; permission: Who },
) {
  const missing = path.includes('{eventId}') ? (['event-not-found'] as const) : [];
  const shared = { path, permission } as const;
  const success = { description: 'The picture.', schema: Picture } as const;
  return {
    get: {
      ...shared,
      method: 'GET',
      summary: `Get the ${name}`,
      description: `Gets the ${name}: what it shows, and where its files are.`,
      success,
      problems: [...missing, 'picture-not-found'],
    },
    set: {
      ...shared,
      method: 'PUT',
      creates: true,
      summary: `Set the ${name}`,
      description: `Sets the ${name}, in place of the one that is there. The file is made smaller, turned upright, and loses what cameras write into it, such as the place. Of what moves, the first picture is kept. \`alt\` in the museum’s language is required.`,
      query: Words,
      file: { mediaTypes: types, limit: PICTURE_LIMITS.bytes },
      success,
      problems: [...missing, 'picture-unusable'],
    },
    describe: {
      ...shared,
      method: 'PATCH',
      summary: `Describe the ${name}`,
      description: `Changes what is said of the ${name} by merge patch (RFC 7396). Its text in the museum’s language can’t be taken away.`,
      body: { mediaTypes: PATCHES, schema: PictureChange },
      success,
      problems: [...missing, 'picture-not-found'],
    },
    remove: {
      ...shared,
      method: 'DELETE',
      summary: `Remove the ${name}`,
      description: `Removes the ${name}: its files are not found any more.`,
      success: { description: 'It is removed. No content.' },
      problems: [...missing, 'picture-not-found'],
    },
  } as const;
}

const ofEvent = pictureOf('/special-events/{eventId}/picture', {
  name: 'picture of a special event',
  types: PHOTOGRAPH_TYPES,
  permission: 'arrange-programme',
});
const ofMuseum = pictureOf('/museum/picture', {
  name: 'picture of the museum',
  types: PHOTOGRAPH_TYPES,
  permission: 'manage-museum',
});
const logo = pictureOf('/museum/logo', {
  name: 'logo of the museum',
  types: LOGO_TYPES,
  permission: 'manage-museum',
});

export const pictureOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getEventPicture: ofEvent.get,
    setEventPicture: ofEvent.set,
    describeEventPicture: ofEvent.describe,
    removeEventPicture: ofEvent.remove,
    getMuseumPicture: ofMuseum.get,
    setMuseumPicture: ofMuseum.set,
    describeMuseumPicture: ofMuseum.describe,
    removeMuseumPicture: ofMuseum.remove,
    getMuseumLogo: logo.get,
    setMuseumLogo: logo.set,
    describeMuseumLogo: logo.describe,
    removeMuseumLogo: logo.remove,
  },
);
