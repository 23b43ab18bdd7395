import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { ANY_TEXT } from '../../../core/text.ts';
import { MOST_CODES, NOTE_CHARACTERS } from '../../../discounts/index.ts';
import { limitField, NEXT_PAGE, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };
import { Code, CodeChanges, CodeInput, codeFaults, codeIdField } from './fields.ts';

/** Codes that make tickets cheaper, or open what is sold only with one. */

export const codeOperations = resource(
  { tag: 'Operations', permission: 'arrange-programme', parameters: { codeId: codeIdField() }, examples },
  {
    makeCodes: {
      method: 'POST',
      path: '/codes',
      summary: 'Make codes',
      description: `Makes a code that makes tickets cheaper or opens what is sold only with one, or draws up to ${MOST_CODES} that do the same. What they do never changes. Send an Idempotency-Key, so that the request is safe to retry.`,
      takesKey: true,
      body: { schema: CodeInput, faultsOf: codeFaults },
      success: {
        status: 201,
        description: 'The new codes.',
        schema: Type.Array(Code, { title: 'Codes' }),
      },
      problems: ['code-taken', 'event-not-found', 'category-unknown', 'seller-unknown'],
    },
    listCodes: {
      method: 'GET',
      path: '/codes',
      summary: 'List codes',
      description: `Lists codes, newest first. A code is listed if it matches all given filters. With Accept: text/csv the response is CSV (RFC 4180) with a header row, and a page has ${MOST_CODES} codes unless limit says otherwise.`,
      query: Type.Object({
        note: Type.Optional(wordsField(NOTE_CHARACTERS, 'The whole note')),
        code: Type.Optional(
          Type.String({
            pattern: ANY_TEXT,
            description: 'The whole code, in upper or lower case, with or without hyphens.',
          }),
        ),
        limit: limitField('codes', MOST_CODES),
        after: Type.Optional(
          Type.String({
            format: 'codes-cursor',
            description: 'Cursor of the next page, from the header Link.',
          }),
        ),
      }),
      success: {
        description: 'The codes on this page.',
        schema: Type.Array(Code, { title: 'Codes' }),
        headers: { Vary: 'Accept: the response is JSON or CSV.' },
        optionalHeaders: { ...NEXT_PAGE, 'Content-Disposition': 'For CSV: the name of the file.' },
      },
    },
    changeCode: {
      method: 'PATCH',
      path: '/codes/{codeId}',
      summary: 'Change a code',
      description:
        'Changes what a code may still be used for; what is left out stays as it is. Tickets that have it keep it.',
      body: CodeChanges,
      success: { description: 'The code.', schema: Code },
      problems: ['code-not-found'],
    },
  },
);
