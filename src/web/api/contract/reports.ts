import { NOT_BEFORE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import type { CalendarDay } from '../../../core/calendar-day.ts';
import { PAYMENTS_BY } from '../../../payments/index.ts';
import { DAYS_OF, SALES_BY, VISITS_BY } from '../../../reports/index.ts';
import examples from './examples/reports.json' with { type: 'json' };
import { categoryField, dayField } from './fields.ts';

import { methodField, moneyField } from './payments.ts';

/** What was sold and who came, over days. */

const count = (description: string) => Type.Integer({ minimum: 0, description });

const takings = () => ({
  sold: count('Tickets sold, including those sold in an exchange.'),
  void: count('Tickets voided, not including exchanged tickets.'),
  exchanged: count('Tickets that were exchanged for another ticket.'),
  revenue: Type.Number({
    format: 'float',
    description:
      'Price of the tickets sold, less the price of those voided or exchanged; at most two decimals.',
  }),
});

const salesFigures = () => ({
  ...takings(),
  general: Type.Object(takings(), { description: 'The figures for general entry.' }),
  event: Type.Object(takings(), { description: 'The figures for special events.' }),
});

const visitFigures = () => ({
  admitted: count('Tickets that were admitted, each counted once per day.'),
  left: count('Of these, tickets whose visitor has left.'),
  conflicts: count(
    'Second admissions of a ticket, by gates that did not know of the first because they were offline.',
  ),
});

const range = () => ({
  startDate: dayField('First day of the report.'),
  endDate: dayField('Last day of the report.'),
});

const date = () => Type.Optional(dayField('The day; only in a report by day.'));
const month = () =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
      description: 'The month, YYYY-MM; only in a report by month.',
    }),
  );
const eventId = () =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Identifier of the special event, null for general entry; only in a report by event.',
    }),
  );
const eventName = () =>
  Type.Optional(
    Type.String({ description: 'Name of the event, or "General entry"; only in a report by event.' }),
  );

const categoryOf = () => ({
  category: Type.Optional({
    ...categoryField(),
    description: 'Category of the visitors; only in a report by category.',
  }),
  categoryName: Type.Optional(
    Type.String({ description: 'Name of the category; only in a report by category.' }),
  ),
});

export const SalesReport = Type.Object(
  {
    ...range(),
    by: Type.Enum([...SALES_BY], {
      type: 'string',
      title: 'SalesBy',
      description: 'How the rows are grouped.',
    }),
    dayOf: Type.Enum([...DAYS_OF], {
      type: 'string',
      title: 'DayOf',
      description: 'The day that a ticket is counted on.',
    }),
    currency: Type.String({ description: 'Currency of the revenue (ISO 4217).' }),
    rows: Type.Array(
      Type.Object({
        date: date(),
        month: month(),
        eventId: eventId(),
        eventName: eventName(),
        seller: Type.Optional(
          Type.String({
            description: 'User name of the account that sold the tickets; only in a report by seller.',
          }),
        ),
        ...categoryOf(),
        ...salesFigures(),
      }),
      {
        description:
          'One row for each day, month, event, seller or category with figures. Days, months and categories are in order; events and sellers are sorted by name.',
      },
    ),
    total: Type.Object(salesFigures(), { description: 'The sum of all rows.' }),
  },
  { title: 'SalesReport' },
);

export const VisitsReport = Type.Object(
  {
    ...range(),
    by: Type.Enum([...VISITS_BY], {
      type: 'string',
      title: 'VisitsBy',
      description: 'How the rows are grouped.',
    }),
    rows: Type.Array(
      Type.Object({
        date: date(),
        month: month(),
        eventId: eventId(),
        eventName: eventName(),
        hour: Type.Optional(
          Type.String({
            pattern: '^[0-9]{2}:00$',
            description:
              'The hour in which tickets were first admitted, or left for the last time, HH:mm in the museum’s time zone; only in a report by hour.',
          }),
        ),
        ...categoryOf(),
        ...visitFigures(),
      }),
      {
        description:
          'One row for each day, month, event, hour or category with figures. Days, months, hours and categories are in order; events are sorted by name.',
      },
    ),
    total: Type.Object(visitFigures(), { description: 'The sum of all rows.' }),
  },
  { title: 'VisitsReport' },
);

const paymentFigures = () => ({
  count: count('Payments, including those that pay back.'),
  paid: moneyField('What was paid.'),
  refunded: moneyField('What was paid back: zero or more.'),
});

export const PaymentsReport = Type.Object(
  {
    ...range(),
    by: Type.Enum([...PAYMENTS_BY], {
      type: 'string',
      title: 'PaymentsBy',
      description: 'How the rows are grouped.',
    }),
    currency: Type.String({ description: 'Currency of the amounts (ISO 4217).' }),
    rows: Type.Array(
      Type.Object({
        date: date(),
        month: month(),
        method: Type.Optional(methodField('How it was paid; only in a report by method.')),
        seller: Type.Optional(
          Type.String({
            description:
              'User name of the account that took the money, or paid it back; only in a report by seller. Empty: the service itself.',
          }),
        ),
        ...paymentFigures(),
      }),
      {
        description:
          'One row for each day, month, method or seller with payments. Days and months are in order; sellers are sorted by name.',
      },
    ),
    total: Type.Object(paymentFigures(), { description: 'The sum of all rows.' }),
  },
  { title: 'PaymentsReport' },
);

const rangeQuery = () => ({
  startDate: Type.Optional(dayField('First day of the report; when left out, 29 days before endDate.')),
  endDate: Type.Optional(
    Type.Unsafe<CalendarDay>({
      ...dayField(
        'Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later.',
      ),
      [NOT_BEFORE]: 'startDate',
    }),
  ),
});

const headers = {
  headers: { Vary: 'Accept: the response is JSON or CSV.' },
  optionalHeaders: { 'Content-Disposition': 'For CSV: the name of the file.' },
} as const;

export const reportOperations = resource(
  { tag: 'Reports', permission: 'read-reports', examples },
  {
    getSalesReport: {
      method: 'GET',
      path: '/reports/sales',
      summary: 'Get the sales report',
      description:
        'Gets the tickets that were sold, voided and exchanged on the days of a range, for any ticket date; or with dayOf=visit the tickets for the days of a range, whenever they were sold. A partner gets only its own sales. With Accept: text/csv the response is CSV (RFC 4180) with a header row.',
      request: {
        query: Type.Object({
          ...rangeQuery(),
          by: Type.Optional(
            Type.Enum([...SALES_BY], {
              type: 'string',
              title: 'SalesBy',
              default: 'day',
              description: 'How the rows are grouped.',
            }),
          ),
          dayOf: Type.Optional(
            Type.Enum([...DAYS_OF], {
              type: 'string',
              title: 'DayOf',
              default: 'sale',
              description:
                'The day that a ticket is counted on: the day of its sale, or the day of the visit.',
            }),
          ),
        }),
      },
      success: {
        description: 'The current report.',
        schema: SalesReport,
        ...headers,
      },
    },
    getVisitsReport: {
      method: 'GET',
      path: '/reports/visits',
      summary: 'Get the visits report',
      description:
        'Gets the tickets that were admitted on the days of a range. A partner gets only the tickets that it sold. With Accept: text/csv the response is CSV (RFC 4180) with a header row.',
      request: {
        query: Type.Object({
          ...rangeQuery(),
          by: Type.Optional(
            Type.Enum([...VISITS_BY], {
              type: 'string',
              title: 'VisitsBy',
              default: 'day',
              description: 'How the rows are grouped.',
            }),
          ),
        }),
      },
      success: {
        description: 'The current report.',
        schema: VisitsReport,
        ...headers,
      },
    },
    getPaymentsReport: {
      method: 'GET',
      path: '/reports/payments',
      summary: 'Get the payments report',
      description:
        'Gets what was paid and paid back on the days of a range, as far as the museum was told. A partner gets only its own payments. With Accept: text/csv the response is CSV (RFC 4180) with a header row.',
      request: {
        query: Type.Object({
          ...rangeQuery(),
          by: Type.Optional(
            Type.Enum([...PAYMENTS_BY], {
              type: 'string',
              title: 'PaymentsBy',
              default: 'day',
              description: 'How the rows are grouped.',
            }),
          ),
        }),
      },
      success: {
        description: 'The current report.',
        schema: PaymentsReport,
        ...headers,
      },
    },
  },
);
