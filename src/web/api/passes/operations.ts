import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { ANY_TEXT } from '../../../core/text.ts';
import { PASS_STATES } from '../../../passes/index.ts';
import {
  askedEmailField,
  dayField,
  holderField,
  instantField,
  limitField,
  NEXT_PAGE,
  orderIdField,
  PARAMETERS,
  passCodeField,
  passIdField,
  passTypeField,
  whyField,
} from '../contract/fields.ts';
import { orderSchema, RenewalInput } from '../orders/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Passes of the museum: who holds them, and what they were used for. */

const PassEntry = Type.Object(
  {
    day: dayField('The museum’s day on which somebody came in.'),
    at: Type.Optional(instantField('When that was; left out after 90 days.')),
    gate: Type.Optional(Type.String({ description: 'Name of the door; left out after 90 days.' })),
    persons: Type.Integer({ minimum: 1, description: 'How many came in.' }),
  },
  { title: 'PassEntry' },
);

export const PassRecord = Type.Object(
  {
    passId: passIdField(),
    passCode: passCodeField(),
    passType: passTypeField(),
    state: Type.Enum([...PASS_STATES], {
      type: 'string',
      title: 'PassState',
      description:
        'State of the pass, the first that applies: void, it was paid back; blocked, also because another replaces it; expired; not-yet, its first day is to come; used-up, no entries are left; valid.',
    }),
    holder: Type.Optional(Type.String({ description: 'Who may use it, until it is erased.' })),
    from: dayField('First day on which it admits.'),
    to: dayField('Last day on which it admits.'),
    entriesLeft: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'How many times it still admits; left out: any number of times.',
      }),
    ),
    orderId: orderIdField('Identifier of the order that it was sold with.'),
    entries: Type.Array(PassEntry, {
      description:
        'Each time that somebody came in with it, the oldest first, not counting who came in again after leaving.',
    }),
  },
  { title: 'Pass' },
);

const success = { description: 'The pass.', schema: PassRecord } as const;

const reasonOf = (description: string) =>
  Type.Object({ reason: whyField(description) }, { additionalProperties: false, title: 'PassReason' });

export const passOperations = resource(
  { tag: 'Orders', permission: 'fetch-tickets', parameters: PARAMETERS, examples },
  {
    findPasses: {
      method: 'GET',
      path: '/passes',
      summary: 'Find passes',
      description:
        'Finds passes by code, by the whole name of the holder, or by the e-mail address of the buyer, the newest first; a pass must meet all that are given. A partner only finds those that it sold.',
      query: Type.Object({
        passCode: Type.Optional(
          Type.String({
            pattern: ANY_TEXT,
            description: 'The code, whole or only its eleven characters, in upper or lower case.',
          }),
        ),
        holder: Type.Optional(
          Type.String({
            pattern: ANY_TEXT,
            description: 'The whole name of the holder, whatever its case and accents.',
          }),
        ),
        email: Type.Optional(askedEmailField(' of the buyer')),
        limit: limitField('passes', 500),
        after: Type.Optional(
          Type.String({
            format: 'passes-cursor',
            description: 'Cursor of the next page, from the header Link.',
          }),
        ),
      }),
      success: {
        description: 'The passes on this page.',
        schema: Type.Array(PassRecord, { title: 'Passes' }),
        optionalHeaders: NEXT_PAGE,
      },
    },
    getPass: {
      method: 'GET',
      path: '/passes/{passId}',
      summary: 'Get a pass',
      description: 'Gets a pass with its entries. A partner can only get passes that it sold.',
      success,
      problems: ['pass-not-found'],
    },
    changePass: {
      method: 'PATCH',
      path: '/passes/{passId}',
      summary: 'Name the holder of a pass',
      description: 'Sets who may use a pass.',
      permission: 'sell-tickets',
      body: Type.Object(
        { holder: holderField('Who may use the pass') },
        { additionalProperties: false, title: 'PassChange' },
      ),
      success: { ...success, headers: { ETag: 'Entity tag of the pass with its holder.' } },
      problems: ['pass-not-found', 'pass-not-changed'],
    },
    getPassCode: {
      method: 'GET',
      path: '/passes/{passId}/qr',
      summary: 'Get the QR code of a pass',
      description:
        'Gets the image of a pass, with a QR code to scan at the entrance: a PNG file, or with Accept a PDF file of one page, or an SVG file of paths. The name of the holder is not on it.',
      success: {
        description: 'The image of the pass.',
        mediaType: 'image/png',
        otherMediaTypes: ['application/pdf', 'image/svg+xml'],
        headers: {
          Vary: 'Accept: the image is available as other media types too.',
          'Cache-Control': 'private: shared caches must not store the image.',
        },
      },
      problems: ['pass-not-found', 'pass-withdrawn', 'not-acceptable'],
    },
    blockPass: {
      method: 'POST',
      path: '/passes/{passId}/block',
      summary: 'Block a pass',
      description:
        'Blocks a pass, which then admits nobody, also at gates without a network once they have heard of it.',
      permission: 'void-tickets',
      body: reasonOf('Why the pass is blocked'),
      success,
      problems: ['pass-not-found', 'pass-not-changed'],
    },
    unblockPass: {
      method: 'POST',
      path: '/passes/{passId}/unblock',
      summary: 'Unblock a pass',
      description: 'Lets a pass that was blocked admit again.',
      permission: 'void-tickets',
      success,
      problems: ['pass-not-found', 'pass-not-changed'],
    },
    replacePass: {
      method: 'POST',
      path: '/passes/{passId}/replace',
      summary: 'Replace a pass',
      description:
        'Gives a pass that was lost a new code: another pass with the same days, holder and entries has its place, and the old one is blocked for good.',
      permission: 'void-tickets',
      body: reasonOf('Why the pass is replaced'),
      success: { description: 'The new pass.', schema: PassRecord },
      problems: ['pass-not-found', 'pass-not-changed'],
    },
    renewPass: {
      method: 'POST',
      path: '/passes/{passId}/renew',
      summary: 'Renew a pass',
      description:
        'Sells or holds an order of one pass of the same type, holder and buyer, at today’s price, that begins on the day after the last of this one, or today if that is over.',
      permission: 'sell-tickets',
      takesKey: true,
      body: RenewalInput,
      success: {
        status: 201,
        description: 'The order of the new pass.',
        schema: orderSchema,
        headers: { Location: 'Address of the order.' },
      },
      problems: [
        ...(['pass-not-found', 'pass-not-changed', 'pass-invalid', 'pass-not-sold'] as const),
        ...(['payments-not-total', 'gift-not-found', 'gift-not-valid', 'gift-balance-too-low'] as const),
        'too-many-guesses',
      ],
    },
  },
);
