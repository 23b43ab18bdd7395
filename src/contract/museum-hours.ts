import { Type } from 'typebox';
import { dayField, dayPageFields, ifNoneMatchHeader, timeField } from './fields.ts';
import { operation } from './operation.ts';

/** Opening hours (the Operations group). */

export const MuseumDay = Type.Object(
  {
    date: dayField('A day on which the museum is open.'),
    timeOpen: timeField('When the doors open, HH:mm in the museum’s time zone.'),
    timeClose: timeField('When the doors close, HH:mm in the museum’s time zone.'),
  },
  { additionalProperties: false, title: 'MuseumDay' },
);

export const getMuseumHours = operation({
  id: 'getMuseumHours',
  method: 'GET',
  path: '/museum-hours',
  tag: 'Operations',
  summary: 'Get museum hours',
  description:
    'Lists the opening hours, a page of `limit` days from startDate on. Days on which the museum is closed are left out.',
  permission: 'read-programme',
  request: {
    query: Type.Object(dayPageFields()),
    header: Type.Object({ 'if-none-match': ifNoneMatchHeader() }),
  },
  parameterExamples: { startDate: '2027-03-13', page: 1, limit: 2 },
  success: {
    status: 200,
    description: 'The opening hours of the open days on this page.',
    mediaType: 'application/json',
    schema: Type.Array(MuseumDay, { title: 'MuseumHours' }),
    headers: { ETag: 'Entity tag of this page.', Link: 'The first, prev and next page (RFC 8288).' },
    examples: {
      weekend: {
        summary: 'A weekend',
        value: [
          { date: '2027-03-13', timeOpen: '09:00', timeClose: '18:00' },
          { date: '2027-03-14', timeOpen: '09:00', timeClose: '18:00' },
        ],
      },
      closed: { summary: 'Every day of the page is a closed day', value: [] },
    },
  },
  problems: [],
});
