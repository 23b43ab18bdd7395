import type { TSchema } from 'typebox';
import { NOT_BEFORE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import type { CalendarDay } from '../../../core/calendar-day.ts';
import { capitalised } from '../../../core/text.ts';
import {
  DAYS_OF,
  type FigureTable,
  type KeyColumn,
  namesForPrograms,
  type ReportName,
  reportOf,
} from '../../../reports/index.ts';
import { articleField, cardField, categoryField, dayField, entryKindField } from '../contract/fields.ts';
import { moneyField, recordedMethodField } from '../orders/payment-fields.ts';
import examples from './examples.json' with { type: 'json' };

/** What was sold and who came, over days. */
export const reportOperations = resource(
  { tag: 'Reports', permission: 'read-reports', examples },
  {
    getSalesReport: report('sales'),
    getVisitsReport: report('visits'),
    getPaymentsReport: report('payments'),
    getMoneyReport: report('money'),
    getGiftsReport: report('gifts'),
  },
);

function report(name: ReportName) {
  return {
    method: 'GET',
    path: `/reports/${name}`,
    summary: `Get the ${name} report`,
    description: `${reportOf(name).description} With Accept: text/csv the response is CSV (RFC 4180) with a header row.`,
    query: reportQuery(name),
    success: {
      description: 'The current report.',
      schema: reportSchema(name),
      headers: { Vary: 'Accept: the response is JSON or CSV.' },
      optionalHeaders: { 'Content-Disposition': 'For CSV: the name of the file.' },
    },
  } as const;
}

function reportQuery(name: ReportName) {
  const dayOf = Type.Optional(
    dayOfField('The day that a ticket is counted on: the day of its sale, or the day of the visit.', {
      default: 'sale',
    }),
  );
  return Type.Object({
    startDate: Type.Optional(dayField('First day of the report; when left out, 29 days before endDate.')),
    endDate: Type.Optional(
      Type.Unsafe<CalendarDay>({
        ...dayField(
          'Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later.',
        ),
        [NOT_BEFORE]: 'startDate',
      }),
    ),
    by: Type.Optional(byField(name, { default: 'day' })),
    // Requests for reports without it may have it in their type: they are refused before.
    ...(reportOf(name).daysOf ? { dayOf } : ({} as { dayOf: typeof dayOf })),
  });
}

function reportSchema(name: ReportName) {
  const { groupings, figures, parts = {}, rows, currency, daysOf } = reportOf(name);
  const columns = Object.values(groupings).flatMap((grouping) => Object.entries(grouping.columns));
  const more = Object.assign({}, ...Object.values(groupings).map((grouping) => grouping.more?.figures));
  const sums = () => ({
    ...figureFields(figures),
    ...optional(figureFields(more)),
    ...fieldsFrom(
      Object.entries(parts).map(([part, own]) => {
        return [part, Type.Object(figureFields(own.figures), { description: own.description })];
      }),
    ),
  });
  return Type.Object(
    {
      startDate: dayField('First day of the report.'),
      endDate: dayField('Last day of the report.'),
      by: byField(name),
      ...(daysOf && { dayOf: dayOfField('The day that a ticket is counted on.') }),
      ...(currency && { currency: Type.String({ description: currency }) }),
      rows: Type.Array(
        Type.Object({
          ...fieldsFrom(columns.map(([column, key]) => [column, Type.Optional(keyField(key))])),
          ...fieldsFrom(name === 'sales' ? [['kind', Type.Optional(otherField())]] : []),
          ...sums(),
        }),
        { description: rows },
      ),
      total: Type.Object(sums(), { description: 'The sum of all rows.' }),
    },
    { title: `${capitalised(name)}Report` },
  );
}

function byField(name: ReportName, options: { readonly default?: string } = {}) {
  return Type.Enum(Object.keys(reportOf(name).groupings), {
    type: 'string',
    title: `${capitalised(name)}By`,
    ...options,
    description: 'How the rows are grouped.',
  });
}

function dayOfField(description: string, options: { readonly default?: string } = {}) {
  return Type.Enum([...DAYS_OF], { type: 'string', title: 'DayOf', ...options, description });
}

function figureFields(table: FigureTable) {
  return fieldsFrom(
    namesForPrograms(table).map((name) => {
      const { kind, description = '' } = table[name] as FigureTable[string];
      if (kind === 'money') return [name, moneyField(description)];
      return [name, Type.Integer({ ...(kind === 'count' && { minimum: 0 }), description })];
    }),
  );
}

function keyField({ kind, description }: KeyColumn): TSchema {
  switch (kind) {
    case 'day':
      return dayField(description);
    case 'period':
      return Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])(-[0-9]{2})?$', description });
    case 'month':
      return Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description });
    case 'hour':
      return Type.String({ pattern: '^[0-9]{2}:00$', description });
    case 'event':
    case 'code':
      return Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description });
    case 'category':
      return { ...categoryField(), description };
    case 'article':
      return { ...articleField(), description };
    case 'card':
      return { ...cardField(), description };
    case 'vat':
      return Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 100, description });
    case 'method':
      return recordedMethodField(description);
    case 'entry':
      return entryKindField(description);
    case 'name':
      return Type.String({ description });
  }
}

function otherField() {
  return Type.Enum(['other'], {
    type: 'string',
    title: 'SalesRowKind',
    description:
      'In a report by event or by category: what is no ticket, without an eventId or a category; left out of other rows. Kinds may be added; a client must take those that it does not know.',
  });
}

function optional(fields: Record<string, TSchema>): Record<string, TSchema> {
  return fieldsFrom(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]));
}

function fieldsFrom(fields: readonly (readonly [string, TSchema])[]): Record<string, TSchema> {
  return Object.fromEntries(fields);
}
