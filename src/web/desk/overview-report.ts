import {
  addDays,
  type CalendarDay,
  type DayRange,
  firstOfMonth,
  isoWeekday,
  lastOfMonth,
  monthAt,
  monthOf,
  parseCalendarDay,
} from '../../core/calendar-day.ts';
import { requirePermission } from '../../core/permissions.ts';
import { capitalised } from '../../core/text.ts';
import { asHeading } from '../../core/words.ts';
import { openDays } from '../../hours/index.ts';
import type { Answer } from '../../http/answer.ts';
import { listPriceRules, ruleOfMonthOn } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { choices, factList, section } from '../../pages/parts.ts';
import { table } from '../../pages/table.ts';
import type { FoundReport, GroupingName, ReportName } from '../../reports/index.ts';
import { valuedBars } from './bars.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { moneyBridge } from './money-bridge.ts';
import { fileButtons } from './report-files.ts';
import { nameOfRow, type Question } from './report-tables.ts';
import { reportsTexts } from './reports-texts.ts';

export const OVERVIEW_REPORT = '/desk/reports/overview';

/** A month or a year. */
interface Period extends DayRange {
  readonly isYear: boolean;
}

/** The address of the page about the month or the year of that day. */
export function overviewOf(day: CalendarDay, length: 'month' | 'year'): string {
  return `${OVERVIEW_REPORT}?of=${length === 'year' ? day.slice(0, 4) : monthOf(day)}`;
}

/** A month or a year on one page: who came, what was sold by rate of VAT and category, and how that became payments. */
export async function showOverview(desk: DeskRequest): Promise<Answer> {
  const { language, words, calendar, query, actor, reports, store, terms } = desk;
  const period = periodOf(query.get('of') ?? '') ?? (periodOf(monthOf(calendar.today())) as Period);
  const ask = async (name: ReportName, by: GroupingName): Promise<Asked> => {
    const question: Question = { name, by, range: period, dayOf: 'sale' };
    return { question, found: await reports.get(actor, name, question) };
  };
  const [opened, rules, visits, entries, rates, categories, money] = await Promise.all([
    openDays(store, period.from, period.to),
    listPriceRules(store, actor, terms.rules),
    ask('visits', period.isYear ? 'month' : 'day'),
    ask('visits', 'entry'),
    ask('sales', 'vat'),
    ask('sales', 'category'),
    ask('money', period.isYear ? 'month' : 'day'),
  ]);
  const say = reportsTexts(language);
  const { persons = 0 } = visits.found.total.figures;
  const { admitted = 0 } = entries.found.rows.find(({ cells }) => cells[0] === 'ticket')?.figures ?? {};
  const { revenue = 0, paid = 0 } = money.found.total.figures;
  const open = new Set(opened.map(({ date }) => date));
  const noteOn = (day: CalendarDay) => ruleOfMonthOn(rules, day)?.name;
  const openSoFar = [...open].filter((day) => day <= calendar.today()).length;
  const onOpenDay = openSoFar > 0 && words.number(Math.round(persons / openSoFar));
  const main = html`
    ${otherPeriods(desk, period)}
    ${factList('figures', [
      [say('visitorsWith', { tickets: words.number(admitted) }), words.number(persons)],
      [say('visitorsOnOpenDay'), onOpenDay],
      [say('revenueWithVat'), words.money(revenue)],
      [say('paymentsReceived'), words.money(paid)],
    ])}
    ${section(say(period.isYear ? 'visitorsByMonth' : 'visitorsByDay'), visitors(desk, visits, period, { open, noteOn }))}
    <div class="halves">
      <section>
        ${ratesTable(desk, rates)}
        ${categoriesTable(desk, categories)}
      </section>
      <section>${moneyBridge(desk, money.found.total)}</section>
    </div>
    ${asTables(desk, [visits, entries, rates, categories, money])}
  `;
  const lead = requirePermission(actor, 'read-reports') === 'own' && say('ownOnly');
  return deskPage(desk, {
    title: nameOf(desk, period),
    ...(lead && { lead }),
    beside: html`
      <p class="actions">
        <button data-print hidden>${say('print')}</button>
        ${fileButtons(desk, queryOf(money))}
      </p>
    `,
    main,
    here: '/desk/reports',
    scripts: [deskAssets.address('print.js')],
  });
}

interface Asked {
  readonly question: Question;
  readonly found: FoundReport;
}

/** @param typed YYYY or YYYY-MM; undefined: there is no such year or month */
function periodOf(typed: string): Period | undefined {
  const isYear = typed.length === 4;
  const first = parseCalendarDay(isYear ? `${typed}-01-01` : `${typed}-01`);
  if (first === undefined) return undefined;
  const last = isYear ? (`${typed}-12-31` as CalendarDay) : lastOfMonth(first);
  return { from: first, to: last, isYear };
}

function nameOf({ words }: Clerk, { from, isYear }: Period): string {
  return isYear ? from.slice(0, 4) : asHeading(words.month(from));
}

/** The periods before and after it, and the year of a month or the months of a year. */
function otherPeriods(clerk: Clerk, period: Period): Html {
  const { from, isYear } = period;
  const length = isYear ? 'year' : 'month';
  const near = [-1, 0, 1].flatMap((step) => monthAt(firstOfMonth(from), isYear ? 12 * step : step) ?? []);
  const linkTo = (day: CalendarDay, of: typeof length) => {
    const href = overviewOf(day, of);
    return { href, text: nameOf(clerk, { from: day, to: day, isYear: of === 'year' }) };
  };
  const links = [...near.map((day) => linkTo(day, length)), linkTo(from, isYear ? 'month' : 'year')];
  return choices(reportsTexts(clerk.language)('period'), links, overviewOf(from, length), 'views');
}

/** What the chart says of its days. */
interface DayNotes {
  readonly open: ReadonlySet<CalendarDay>;
  readonly noteOn: (day: CalendarDay) => string | undefined;
}

/**
 * A bar with its value for each day or month, also for those without visitors. Sundays stand out, days on which the museum is closed
 * are marked, and those with a price of their own in the month have a note.
 */
function visitors(
  clerk: Clerk,
  { question, found }: Asked,
  { from, to, isYear }: Period,
  { open, noteOn }: DayNotes,
): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const [first, ...others] = found.rows;
  if (first === undefined) return html`<p class="quiet">${say('noVisits')}</p>`;
  const personsOf = ({ figures }: typeof first) => figures.persons ?? 0;
  const persons = new Map(found.rows.map((row) => [row.cells[0], personsOf(row)]));
  const days = isYear ? monthsIn(from) : daysIn(from, to);
  const bars = days.map((day) => {
    const value = persons.get(isYear ? monthOf(day) : day) ?? 0;
    const below = isYear ? words.shortMonth(day) : `${Number(day.slice(8))}`;
    const mark = !isYear && value === 0 && !open.has(day) && say('closed');
    const above = value > 0 && words.number(value);
    return {
      value,
      above,
      mark,
      below,
      ...(!isYear && { isStrong: isoWeekday(day) === 7, note: noteOn(day) }),
    };
  });
  const most = others.reduce((one, other) => (personsOf(other) > personsOf(one) ? other : one), first);
  const what = nameOfRow(clerk, question, most.cells);
  const summary = say('mostOn', { what, number: words.number(personsOf(most)) });
  return html`
    <figure class="curve valued">
      ${valuedBars(bars, summary)}
      <figcaption>${summary}</figcaption>
    </figure>
  `;
}

function monthsIn(first: CalendarDay): CalendarDay[] {
  return Array.from({ length: 12 }, (_, month) => monthAt(first, month)).filter((day) => day !== undefined);
}

function daysIn(from: CalendarDay, to: CalendarDay): CalendarDay[] {
  return Array.from({ length: Number(to.slice(8)) }, (_, day) => addDays(from, day));
}

function ratesTable(clerk: Clerk, { question, found }: Asked): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const rows = rowsWithTotal(clerk, question, found);
  const money = (head: string, figure: string) => ({
    head,
    cell: ({ figures }: (typeof rows)[number]) => words.money(figures[figure] ?? 0),
    isNumber: true,
  });
  return table(
    say('revenueByVat'),
    rows,
    [
      { head: say('rate'), cell: ({ name }) => name },
      money(say('net'), 'net'),
      money(say('tax'), 'tax'),
      money(say('gross'), 'revenue'),
    ],
    say('noSales'),
    ({ isTotal }) => isTotal,
  );
}

function categoriesTable(clerk: Clerk, { question, found }: Asked): Html {
  const { language, words } = clerk;
  const say = reportsTexts(language);
  const rows = rowsWithTotal(clerk, question, found);
  type Row = (typeof rows)[number];
  const inRevenue = ({ figures: { sold = 0, exchanged = 0, cancelled = 0, ...others } }: Row) =>
    sold - (others.void ?? 0) - exchanged - cancelled;
  return table(
    say('soldByCategory'),
    rows,
    [
      { head: asHeading(say('byCategory')), cell: ({ name }) => name },
      { head: say('tickets'), cell: (row) => words.number(inRevenue(row)), isNumber: true },
      { head: say('persons'), cell: ({ figures }) => words.number(figures.persons ?? 0), isNumber: true },
      { head: say('revenue'), cell: ({ figures }) => words.money(figures.revenue ?? 0), isNumber: true },
    ],
    say('noSales'),
    ({ isTotal }) => isTotal,
  );
}

function rowsWithTotal(clerk: Clerk, question: Question, { rows, total }: FoundReport) {
  const named = rows.map(({ cells, figures }) => {
    return { name: nameOfRow(clerk, question, cells), figures, isTotal: false };
  });
  const all = { name: reportsTexts(clerk.language)('total'), figures: total.figures, isTotal: true };
  return named.length === 0 ? [] : [...named, all];
}

/** Where the reports stand that the page is made of, as tables and as files. */
function asTables({ language }: Clerk, asked: readonly Asked[]): Html {
  const say = reportsTexts(language);
  const links = asked.map((each) => {
    const { name, by } = each.question;
    const text = `${say(name)}, ${say(`by${capitalised(by)}`)}`;
    return html`<a href="/desk/reports?${`${new URLSearchParams(queryOf(each))}`}">${text}</a>\n`;
  });
  return html`<p class="files">${say('asTables')} ${links}</p>`;
}

/** The query of the report's own page. */
function queryOf({ question: { name, by, range } }: Asked): Record<string, string> {
  return { report: name, from: range.from, to: range.to, by };
}
