import { type CalendarDay, dayNumber } from '../../core/calendar-day.ts';
import { asHeading, labelled } from '../../core/words.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { PaymentFigures, PaymentsBy, PaymentsReport, PaymentsRow } from '../../payments/index.ts';
import {
  clockTime,
  type DayOf,
  type SalesBy,
  type SalesReport,
  type SalesRow,
  type Takings,
  type VisitFigures,
  type VisitsBy,
  type VisitsReport,
  type VisitsRow,
} from '../../reports/index.ts';
import { labelledBars } from './bars.ts';
import type { Clerk } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { reportsTexts } from './reports-texts.ts';

const HEADINGS = {
  day: 'byDay',
  month: 'byMonth',
  event: 'byEvent',
  seller: 'bySeller',
  hour: 'byHour',
  category: 'byCategory',
  method: 'byMethod',
} as const;

/** Sales as figures, a chart and a table. */
export function salesFound(
  clerk: Clerk,
  { rows, total }: SalesReport,
  { by, dayOf }: { readonly by: SalesBy; readonly dayOf: DayOf },
): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const [general, events] = [total.general, total.event].map((part) => words.money(part.revenueCents));
  const cells = ({ sold, void: voided, exchanged, revenueCents }: Takings) => [
    ...[sold, voided, exchanged].map(words.number),
    words.money(revenueCents),
  ];
  const columns = [say('sold'), say('void'), say('exchanged'), say('revenue')];
  const chart = rows.map((row) => ({ name: nameOf(clerk, row), place: placeOf(row), value: row.sold }));
  return html`${figures(columns, cells(total))}${
    rows.length > 0 &&
    html`<p class="quiet">${say('generalAndEvents', { general: `${general}`, events: `${events}` })}</p>\n`
  }${chartOf(clerk, say('sold'), by, chart)}${tableOf(
    say(dayOf === 'sale' ? 'salesOf' : 'salesOfVisits', { by: say(HEADINGS[by]) }),
    [say(HEADINGS[by]), ...columns],
    rows.map((row) => [nameOf(clerk, row), ...cells(row)]),
    [say('total'), ...cells(total)],
    say('noSales'),
  )}`;
}

/** Visits in the same way. */
export function visitsFound(clerk: Clerk, { rows, total }: VisitsReport, by: VisitsBy): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const cells = ({ admitted, left, conflicts }: VisitFigures) =>
    [admitted, left, conflicts].map(words.number);
  const columns = [say('admitted'), say('left'), say('conflicts')];
  const chart = rows.map((row) => ({ name: nameOf(clerk, row), place: placeOf(row), value: row.admitted }));
  return html`${figures(columns, cells(total))}${chartOf(clerk, say('admitted'), by, chart)}${tableOf(
    say('visitsOf', { by: say(HEADINGS[by]) }),
    [say(HEADINGS[by]), ...columns],
    rows.map((row) => [nameOf(clerk, row), ...cells(row)]),
    [say('total'), ...cells(total)],
    say('noVisits'),
  )}`;
}

/** Payments in the same way. */
export function paymentsFound(clerk: Clerk, { rows, total }: PaymentsReport, by: PaymentsBy): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const cells = ({ count, paidCents, refundedCents }: PaymentFigures) => [
    words.number(count),
    ...[paidCents, refundedCents, paidCents - refundedCents].map((cents) => words.money(cents)),
  ];
  const columns = [say('payments'), say('paid'), say('refunded'), say('balance')];
  const chart = rows.map((row) => ({ name: nameOf(clerk, row), place: placeOf(row), value: row.count }));
  return html`${figures(columns, cells(total))}${chartOf(clerk, say('payments'), by, chart)}${tableOf(
    say('paymentsOf', { by: say(HEADINGS[by]) }),
    [say(HEADINGS[by]), ...columns],
    rows.map((row) => [nameOf(clerk, row), ...cells(row)]),
    [say('total'), ...cells(total)],
    say('noPayments'),
  )}`;
}

type Row = SalesRow | VisitsRow | PaymentsRow;

function nameOf({ language, words }: Clerk, row: Row): string {
  switch (row.by) {
    case 'day':
      return words.day(row.day);
    case 'month':
      return words.month(`${row.month}-01` as CalendarDay);
    case 'hour':
      return clockTime(row.hour);
    case 'seller':
      return row.seller;
    case 'method':
      return moneyTexts(language)(row.method);
    case 'category':
      return row.categoryName;
    case 'event':
      return row.eventName ?? wordTexts(language)('generalEntry');
  }
}

/** The day, month or hour of a row, as a number; undefined for other rows. */
function placeOf(row: Row): number | undefined {
  if (row.by === 'day') return dayNumber(row.day);
  if (row.by === 'month') return Number(row.month.slice(0, 4)) * 12 + Number(row.month.slice(5));
  return row.by === 'hour' ? row.hour : undefined;
}

function figures(names: readonly string[], values: readonly string[]): Html {
  return html`<dl class="figures">
${names.map((name, at) => html`<div><dt>${name}</dt><dd>${values[at]}</dd></div>\n`)}</dl>
`;
}

interface Bar {
  readonly name: string;
  readonly place: number | undefined;
  readonly value: number;
}

/** A chart with a caption that sums it up; none for fewer than two bars. @param what the counted thing */
function chartOf(
  { language, words }: Clerk,
  what: string,
  by: SalesBy | VisitsBy | PaymentsBy,
  all: readonly Bar[],
): Html | false {
  const [first, last] = [all.at(0)?.name, all.at(-1)?.name];
  if (first === undefined || last === undefined || all.length < 2) return false;
  const say = reportsTexts(language);
  const most = all.reduce((one, other) => (other.value > one.value ? other : one));
  const number = words.number(most.value);
  const range =
    by === 'day' || by === 'month' ? `${asHeading(say('days', { from: first, to: last }))}. ` : '';
  const summary = `${range}${say('mostOn', { what: most.name, number })}`;
  return html`<figure class="curve wide">
${labelledBars(withoutGaps(all), summary, { top: labelled(language, what, number), first, last })}
<figcaption>${summary}</figcaption>
</figure>
`;
}

/** More bars can't be told apart. A single day from a wrong clock could otherwise add millions of them. */
const MOST_BARS = 4_000;

/** The counts, with 0 for days, months or hours in between without any, unless these are too many. */
function withoutGaps(all: readonly Bar[]): number[] {
  const [first = 0, last = 0] = [all.at(0)?.place, all.at(-1)?.place];
  if (last - first >= MOST_BARS) return all.map(({ value }) => value);
  return all.flatMap(({ place = 0, value }, index) => {
    const empty = Math.max(0, place - (all[index - 1]?.place ?? place) - 1);
    return [...Array.from({ length: empty }, () => 0), value];
  });
}

function tableOf(
  caption: string,
  [what = '', ...names]: readonly string[],
  rows: readonly (readonly Piece[])[],
  total: readonly Piece[],
  empty: string,
): Html {
  const columns: Column[] = [{ text: what }, ...names.map((text) => ({ text, isNumber: true }))];
  return table(caption, columns, rows.length > 1 ? [...rows, total] : rows, empty);
}
