import { USERNAME_CHARACTERS } from '../../../accounts/index.ts';
import { NOT_BEFORE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import type { CalendarDay } from '../../../core/calendar-day.ts';
import { JOURNAL_KINDS } from '../../../journal/index.ts';
import { dayField, instantField, limitField, NEXT_PAGE, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** What happened, who did it and when. */

export const JournalEntry = Type.Object(
  {
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Number of the entry in the sealed journal; left out until the entry is sealed.',
      }),
    ),
    at: instantField('When it happened.'),
    kind: Type.String({ description: 'Kind of the entry: what happened.' }),
    subject: Type.String({ description: 'What the entry is about: an id, a day or a name.' }),
    account: Type.Optional(
      Type.String({
        description:
          'User name of the account that did it; left out for the operator on the command line, whom systemUser in the details names, and for the service itself.',
      }),
    ),
    door: Type.String({ description: 'Where the request came from: api, desk, gate, shop, cli or job.' }),
    requestId: Type.Optional(Type.String({ description: 'Id of the request, as in the log.' })),
    details: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description:
        'More about the entry, such as the values before and after; never a visitor’s e-mail address or telephone number, nor a password.',
    }),
  },
  { title: 'JournalEntry' },
);

export const journalOperations = resource(
  { tag: 'Reports', permission: 'read-journal', examples },
  {
    listJournal: {
      method: 'GET',
      path: '/journal',
      summary: 'List journal entries',
      description:
        'Lists the entries of the journal, newest first. An entry is listed if it matches all given filters.',
      query: Type.Object({
        startDate: Type.Optional(dayField('First day, in the museum’s time zone.')),
        endDate: Type.Optional(
          Type.Unsafe<CalendarDay>({ ...dayField('Last day, included.'), [NOT_BEFORE]: 'startDate' }),
        ),
        kind: Type.Optional(
          Type.Enum([...JOURNAL_KINDS], {
            type: 'string',
            title: 'JournalKind',
            description: 'Kind of the entry.',
          }),
        ),
        subject: Type.Optional(wordsField(200, 'What the entry is about: an id, a day or a name')),
        account: Type.Optional(wordsField(USERNAME_CHARACTERS, 'User name of the account that did it')),
        limit: limitField('entries'),
        after: Type.Optional(
          Type.String({
            format: 'journal-cursor',
            description: 'Cursor of the next page, from the header Link.',
          }),
        ),
      }),
      success: {
        description: 'The entries on this page.',
        schema: Type.Array(JournalEntry, { title: 'JournalEntries' }),
        optionalHeaders: NEXT_PAGE,
      },
    },
  },
);
