import type { CalendarDay } from '../../../core/calendar-day.ts';
import { SALES_BY, VISITS_BY } from '../../../reports/index.ts';
import { dayField } from './fields.ts';
import { NOT_BEFORE } from './formats.ts';
import { operation } from './operation.ts';
import { Type } from './schema.ts';

/** What was sold and who came, over days. */

const count = (description: string) => Type.Integer({ minimum: 0, description });

const takings = () => ({
  sold: count('Tickets sold, those for which another was exchanged too.'),
  void: count('Tickets made void, without those that were exchanged.'),
  exchanged: count('Tickets given back for another.'),
  revenue: Type.Number({
    format: 'float',
    description: 'What was sold less what was made void or exchanged, exact to the hundredth.',
  }),
});

const salesFigures = () => ({
  ...takings(),
  general: Type.Object(takings(), { description: 'Of these, general entry.' }),
  event: Type.Object(takings(), { description: 'Of these, special events.' }),
});

const visitFigures = () => ({
  admitted: count('Tickets that came in, each once a day.'),
  left: count('Of these, tickets that are out again.'),
  conflicts: count('Second admissions of a ticket, by gates that could not know of the first.'),
});

const range = () => ({
  startDate: dayField('First day of the report.'),
  endDate: dayField('Last day of the report.'),
});

const date = () => Type.Optional(dayField('The day; by day.'));
const eventId = () =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The event; null: general entry; by event.',
    }),
  );
const eventName = () =>
  Type.Optional(Type.String({ description: 'Name of the event, or General entry; by event.' }));

export const SalesReport = Type.Object(
  {
    ...range(),
    by: Type.Enum([...SALES_BY], { type: 'string', description: 'What the rows stand for.' }),
    currency: Type.String({ description: 'Currency of the revenue (ISO 4217).' }),
    rows: Type.Array(
      Type.Object({
        date: date(),
        eventId: eventId(),
        eventName: eventName(),
        seller: Type.Optional(Type.String({ description: 'User name of who sold; by seller.' })),
        ...salesFigures(),
      }),
      { description: 'Only what something happened of: days in order, events and sellers by name.' },
    ),
    total: Type.Object(salesFigures(), { description: 'All rows together.' }),
  },
  { additionalProperties: false, title: 'SalesReport' },
);

export const VisitsReport = Type.Object(
  {
    ...range(),
    by: Type.Enum([...VISITS_BY], { type: 'string', description: 'What the rows stand for.' }),
    rows: Type.Array(
      Type.Object({
        date: date(),
        eventId: eventId(),
        eventName: eventName(),
        hour: Type.Optional(
          Type.String({
            pattern: '^[0-9]{2}:00$',
            description:
              'The hour in which tickets came in for the first time, or left for good, HH:mm in the museum’s time zone; by hour.',
          }),
        ),
        ...visitFigures(),
      }),
      { description: 'Only what something happened of: days and hours in order, events by name.' },
    ),
    total: Type.Object(visitFigures(), { description: 'All rows together.' }),
  },
  { additionalProperties: false, title: 'VisitsReport' },
);

const rangeQuery = () => ({
  startDate: Type.Optional(dayField('First day of the report; 29 days before endDate when left out.')),
  endDate: Type.Optional(
    Type.Unsafe<CalendarDay>({
      ...dayField('Last day of the report, included; today in the museum’s time zone when left out.'),
      [NOT_BEFORE]: 'startDate',
    }),
  ),
});

const march = { startDate: '2027-03-01', endDate: '2027-03-31', by: 'day' };
const headersOf = (report: 'sales' | 'visits') => ({
  headers: { Vary: 'Accept: JSON and CSV are two answers.' },
  headerExamples: { Vary: 'Accept' },
  optionalHeaders: {
    'Content-Disposition': {
      description: 'Of CSV: the name to save it under.',
      example: `attachment; filename="${report}-${march.startDate}-${march.endDate}.csv"`,
    },
  },
});
const general = { sold: 388, void: 3, exchanged: 2, revenue: 4596 };
const events = { sold: 40, void: 0, exchanged: 1, revenue: 975 };
const sales = { sold: 428, void: 3, exchanged: 3, revenue: 5571, general, event: events };
const visits = { admitted: 402, left: 397, conflicts: 1 };

export const getSalesReport = operation({
  id: 'getSalesReport',
  method: 'GET',
  path: '/reports/sales',
  tag: 'Reports',
  summary: 'Report what was sold',
  description:
    'Reports what was sold, made void and exchanged on the days of a range, whatever day the tickets are for. A partner gets its own sales. With Accept: text/csv it is CSV (RFC 4180) with a header row.',
  permission: 'read-reports',
  request: {
    query: Type.Object({
      ...rangeQuery(),
      by: Type.Optional(
        Type.Enum([...SALES_BY], {
          type: 'string',
          default: 'day',
          description: 'What the rows stand for.',
        }),
      ),
    }),
  },
  parameterExamples: march,
  success: {
    status: 200,
    description: 'The report as of now.',
    mediaType: 'application/json',
    schema: SalesReport,
    ...headersOf('sales'),
    examples: {
      month: {
        summary: 'A month by day',
        value: { ...march, currency: 'EUR', rows: [{ date: '2027-03-13', ...sales }], total: sales },
      },
      sellers: {
        summary: 'A month by who sold',
        value: {
          ...march,
          by: 'seller',
          currency: 'EUR',
          rows: [{ seller: 'shop', ...sales }],
          total: sales,
        },
      },
      events: {
        summary: 'A month by event',
        value: {
          ...march,
          by: 'event',
          currency: 'EUR',
          rows: [{ eventId: null, eventName: 'General entry', ...sales }],
          total: sales,
        },
      },
    },
    csvExample:
      'date,sold,void,exchanged,revenue,currency,generalSold,generalVoid,generalExchanged,generalRevenue,eventSold,eventVoid,eventExchanged,eventRevenue\r\n2027-03-13,428,3,3,5571.00,EUR,388,3,2,4596.00,40,0,1,975.00\r\n',
  },
  problems: [],
});

export const getVisitsReport = operation({
  id: 'getVisitsReport',
  method: 'GET',
  path: '/reports/visits',
  tag: 'Reports',
  summary: 'Report who came',
  description:
    'Reports who was let in on the days of a range. A partner gets those whose tickets it sold. With Accept: text/csv it is CSV (RFC 4180) with a header row.',
  permission: 'read-reports',
  request: {
    query: Type.Object({
      ...rangeQuery(),
      by: Type.Optional(
        Type.Enum([...VISITS_BY], {
          type: 'string',
          default: 'day',
          description: 'What the rows stand for.',
        }),
      ),
    }),
  },
  parameterExamples: march,
  success: {
    status: 200,
    description: 'The report as of now.',
    mediaType: 'application/json',
    schema: VisitsReport,
    ...headersOf('visits'),
    examples: {
      month: {
        summary: 'A month by day',
        value: { ...march, rows: [{ date: '2027-03-13', ...visits }], total: visits },
      },
      hours: {
        summary: 'A month by hour',
        value: {
          ...march,
          by: 'hour',
          rows: [{ hour: '10:00', ...visits }],
          total: visits,
        },
      },
      events: {
        summary: 'A month by event',
        value: {
          ...march,
          by: 'event',
          rows: [{ eventId: null, eventName: 'General entry', ...visits }],
          total: visits,
        },
      },
    },
    csvExample: 'date,admitted,left,conflicts\r\n2027-03-13,402,397,1\r\n',
  },
  problems: [],
});
