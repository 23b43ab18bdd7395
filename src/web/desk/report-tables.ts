import { type CalendarDay, dayNumber } from '../../core/calendar-day.ts';
import type { Language } from '../../core/language.ts';
import { capitalised } from '../../core/text.ts';
import { asHeading, labelled } from '../../core/words.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import { table } from '../../pages/table.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { RecordedMethod } from '../../payments/index.ts';
import {
  type FigureName,
  type Figures,
  type FoundReport,
  figureTableOf,
  type GroupingName,
  type KeyColumn,
  keyColumnsOf,
  type ReportName,
  type ReportRequest,
} from '../../reports/index.ts';
import type { EntryKind } from '../../visits/index.ts';
import { labelledBars } from './bars.ts';
import type { Clerk } from './desk-page.ts';
import { moneyBridge } from './money-bridge.ts';
import { moneyTexts } from './money-texts.ts';
import { reportsTexts } from './reports-texts.ts';

/** The report that is asked for. */
export interface Question extends Pick<ReportRequest<GroupingName>, 'range' | 'by' | 'dayOf'> {
  readonly name: ReportName;
}

/** The figures of a row, or of all. */
interface NamedRow {
  readonly name: string;
  readonly sums: Figures;
}

/** A report as figures, a chart of the first of them, and a table. */
export function reportFound(clerk: Clerk, question: Question, { rows, total }: FoundReport): Html {
  const { language, words } = clerk;
  const { name, by, dayOf } = question;
  const say = reportsTexts(language);
  const figures = Object.entries(figureTableOf(name, by)).filter(
    ([figure, { isRare }]) => !isRare || rows.some(({ figures: sums }) => sums[figure]),
  );
  const columns = figures.map(([figure, { kind }]) => ({
    head: say(figure as FigureName),
    cell: ({ sums }: NamedRow) => words[kind === 'money' ? 'money' : 'number'](sums[figure] ?? 0),
    isNumber: true,
  }));
  const all: NamedRow = { name: say('total'), sums: total.figures };
  const bars = rows.map(({ cells, figures: sums }) => ({
    name: nameOfRow(clerk, question, cells),
    place: placeOf(question, cells),
    value: sums[figures[0]?.[0] ?? ''] ?? 0,
    sums,
  }));
  const heading = say(`by${capitalised(by)}`);
  const { general, event } = total.parts;
  const parts = general &&
    by !== 'article' && {
      general: words.money(general.revenue ?? 0),
      events: words.money(event?.revenue ?? 0),
    };
  return html`
    ${
      total.parts.byMethod
        ? rows.length > 0 && moneyBridge(clerk, total)
        : factList(
            'figures',
            columns.map(({ head, cell }) => [head, cell(all)]),
          )
    }
    ${rows.length > 0 && parts && html`<p class="quiet">${say('generalAndEvents', parts)}</p>`}
    ${figures[0]?.[1].kind === 'count' && chartOf(clerk, columns[0]?.head ?? '', question, bars)}
    ${table(
      say(dayOf === 'visit' ? 'salesOfVisits' : `${name}Of`, { by: heading }),
      rows.length > 1 ? [...bars, all] : bars,
      [{ head: heading, cell: ({ name }) => name }, ...columns],
      say(`no${capitalised(name)}`),
      (row) => row === all,
    )}
  `;
}

type Cells = FoundReport['rows'][number]['cells'];

/** What the row with those cells stands for, in words. */
export function nameOfRow({ language, words }: Clerk, question: Question, cells: Cells): string {
  if (cells[0] === null) return nameOfNone(language, question);
  if (cells[0] === '') return reportsTexts(language)('otherSales');
  const name = `${cells.at(-1)}`;
  if (question.by === 'card' && !isOneMonth(question))
    return `${name}, ${words.month(`${cells[0]}-01` as CalendarDay)}`;
  switch (kindOf(question)) {
    case 'day':
      return words.day(name as CalendarDay);
    case 'month':
      return words.month(`${name}-01` as CalendarDay);
    case 'period':
      return question.by === 'month'
        ? words.month(`${name}-01` as CalendarDay)
        : words.day(name as CalendarDay);
    case 'vat':
      return words.percent(Number(name) * 100);
    case 'method':
      return moneyTexts(language)(name as RecordedMethod);
    case 'entry':
      return wordTexts(language)(`entry${capitalised(name as EntryKind)}`);
    default:
      return name;
  }
}

function isOneMonth({ range: { from, to } }: Question): boolean {
  return from.slice(0, 7) === to.slice(0, 7);
}

/** What a row is of that has no rate, no code or no event. */
function nameOfNone(language: Language, { by }: Question): string {
  if (by === 'vat') return reportsTexts(language)('noVat');
  return by === 'code' ? reportsTexts(language)('noCode') : wordTexts(language)('generalEntry');
}

/** The day, month or hour of a row, as a number; undefined for other rows. */
function placeOf(question: Question, [cell]: Cells): number | undefined {
  const name = `${cell}`;
  switch (kindOf(question)) {
    case 'day':
      return dayNumber(name as CalendarDay);
    case 'month':
      return Number(name.slice(0, 4)) * 12 + Number(name.slice(5));
    case 'hour':
      return Number.parseInt(name, 10);
    default:
      return undefined;
  }
}

function kindOf({ name, by }: Question): KeyColumn['kind'] | undefined {
  return Object.values(keyColumnsOf(name, by)).at(-1)?.kind;
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
  { by }: Question,
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
  return html`
    <figure class="curve wide">
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
