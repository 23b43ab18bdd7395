import { type DayRange, parseCalendarDay } from '../../core/calendar-day.ts';
import { requirePermission } from '../../core/permissions.ts';
import { asHeading } from '../../core/words.ts';
import { localTimes } from '../../core/zoned-time.ts';
import type { Answer } from '../../http/answer.ts';
import { csvAnswer } from '../../http/csv.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import { getPaymentsReport, PAYMENTS_BY, type PaymentsBy } from '../../payments/index.ts';
import {
  DAYS_OF,
  type DayOf,
  type DecimalMark,
  getSalesReport,
  getVisitsReport,
  paymentsTable,
  type ReportTable,
  reportRange,
  SALES_BY,
  type SalesBy,
  salesTable,
  VISITS_BY,
  type VisitsBy,
  visitsTable,
} from '../../reports/index.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { faultsAmong } from './post-form.ts';
import { paymentsFound, salesFound, visitsFound } from './report-tables.ts';
import { reportsTexts } from './reports-texts.ts';

const ADDRESS = '/desk/reports';

type Name = 'report' | 'from' | 'to' | 'by' | 'dayOf';
type Typed = Partial<Readonly<Record<Name, string>>>;

type Question =
  | { readonly what: 'sales'; readonly by: SalesBy; readonly dayOf: DayOf; readonly range: DayRange }
  | { readonly what: 'visits'; readonly by: VisitsBy; readonly range: DayRange }
  | { readonly what: 'payments'; readonly by: PaymentsBy; readonly range: DayRange };

/** The parsed query of a report, and the text that was typed. */
interface Asked {
  readonly typed: Readonly<Record<Name, string>>;
  readonly question: Question;
  /** Undefined: the query is valid. */
  readonly faults: Submitted<Name>['faults'];
}

/** What was sold and who came, as a table with a chart. */
export function showReport(clerk: Clerk, desk: DeskOptions): Promise<Answer> {
  return reportPage(clerk, desk, askedIn(clerk, desk));
}

/** The same as a file. */
export function downloadReport(clerk: Clerk, desk: DeskOptions): Promise<Answer> {
  const asked = askedIn(clerk, desk);
  return (asked.faults ? reportPage : fileOf)(clerk, desk, asked);
}

function askedIn({ language, query }: Clerk, { calendar }: DeskOptions): Asked {
  const say = reportsTexts(language);
  const typed: Typed = Object.fromEntries(query);
  const [from, to] = [parseCalendarDay(typed.from ?? ''), parseCalendarDay(typed.to ?? '')];
  const range = reportRange(calendar.today(), {
    ...(from && { startDate: from }),
    ...(to && { endDate: to }),
  });
  const isWanted = (by: string) => by === typed.by;
  const questions = new Map<string, Question>([
    ['visits', { what: 'visits', by: VISITS_BY.find(isWanted) ?? 'day', range }],
    ['payments', { what: 'payments', by: PAYMENTS_BY.find(isWanted) ?? 'day', range }],
  ]);
  const question: Question = questions.get(typed.report ?? '') ?? {
    what: 'sales',
    by: SALES_BY.find(isWanted) ?? 'day',
    dayOf: DAYS_OF.find((day) => day === typed.dayOf) ?? 'sale',
    range,
  };
  const wrong = faultsAmong<Name>({
    from: typed.from && from === undefined && say('dayFault'),
    to: (range.to < range.from && say('rangeFault')) || (typed.to && to === undefined && say('dayFault')),
  });
  const shown = { from: typed.from || range.from, to: typed.to || range.to };
  const dayOf = question.what === 'sales' ? question.dayOf : '';
  return {
    typed: { report: question.what, ...shown, by: question.by, dayOf },
    question,
    faults: wrong?.faults,
  };
}

async function reportPage(
  clerk: Clerk,
  desk: DeskOptions,
  { typed, question, faults }: Asked,
): Promise<Answer> {
  const { language, words, actor } = clerk;
  const say = reportsTexts(language);
  const scope = requirePermission(actor, 'read-reports');
  const fields = fieldsOf<Name>(language, { values: typed, ...(faults && { faults }) });
  const file = (how: Readonly<Record<string, string>>) =>
    `${ADDRESS}.csv?${new URLSearchParams({ ...typed, ...how })}`;
  const found = faults === undefined && (await foundBy(clerk, desk, question));
  const main = html`${form(clerk, fields)}${found && question.what === 'sales' && dayChoice(clerk, typed)}${found}${
    found &&
    html`<p class="files"><a href="${file({})}" download>${say('download')}</a>
<a href="${file({ format: 'excel' })}" download>${say('downloadForExcel')}</a></p>
`
  }`;
  const { from, to } = question.range;
  const days = from === to ? words.day(from) : say('days', { from: words.day(from), to: words.day(to) });
  const lead = `${asHeading(days)}.${scope === 'own' ? ` ${say('ownOnly')}` : ''}`;
  const title = say(question.what);
  return deskPage(clerk, desk, { title, ...(found && { lead }), main, here: ADDRESS, form: fields });
}

/** What the chosen report has no rows by gives rows by day. */
function form({ language }: Clerk, fields: Fields<Name>): Html {
  const say = reportsTexts(language);
  const reports = (['sales', 'visits', 'payments'] as const).map((value) => ({ value, text: say(value) }));
  const choices = [
    { value: 'day', text: say('byDay') },
    { value: 'month', text: say('byMonth') },
    { value: 'event', text: `${say('byEvent')} (${say('sales')}, ${say('visits')})` },
    { value: 'category', text: `${say('byCategory')} (${say('sales')}, ${say('visits')})` },
    { value: 'seller', text: `${say('bySeller')} (${say('sales')}, ${say('payments')})` },
    { value: 'hour', text: `${say('byHour')} (${say('visits')})` },
    { value: 'method', text: `${say('byMethod')} (${say('payments')})` },
  ];
  const day = { type: 'date' };
  return html`<form method="get" action="${ADDRESS}" class="asks">
${fields.select('report', { label: say('report'), options: reports })}${fields.input('from', {
  label: say('from'),
  with: day,
})}${fields.input('to', { label: say('to'), with: day })}${fields.select('by', {
  label: say('by'),
  options: choices,
})}${fields.hidden('dayOf', 'sale')}<button class="action">${say('show')}</button>
</form>
`;
}

/** Whether tickets are counted on the day of their sale or of the visit. */
function dayChoice({ language }: Clerk, typed: Asked['typed']): Html {
  const say = reportsTexts(language);
  const link = (dayOf: DayOf) => {
    const href = `${ADDRESS}?${new URLSearchParams({ ...typed, dayOf })}`;
    const isHere = typed.dayOf === dayOf;
    return html`<li><a${attributes({ class: 'way', href, 'aria-current': isHere && 'true' })}>${say(dayOf === 'sale' ? 'onSale' : 'onVisit')}</a></li>\n`;
  };
  return html`<nav class="views" aria-label="${say('counted')}"><ul>
${DAYS_OF.map(link)}</ul></nav>
`;
}

async function foundBy(clerk: Clerk, desk: DeskOptions, question: Question): Promise<Html> {
  switch (question.what) {
    case 'visits':
      return visitsFound(clerk, await visitsOf(clerk, desk, question), question.by);
    case 'payments':
      return paymentsFound(clerk, await paymentsOf(clerk, desk, question), question.by);
    case 'sales':
      return salesFound(clerk, await salesOf(clerk, desk, question), question);
  }
}

/** Excel takes the letters of a file without this mark for those of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

async function fileOf(clerk: Clerk, desk: DeskOptions, { question }: Asked): Promise<Answer> {
  const { what, range } = question;
  const isForExcel = clerk.query.get('format') === 'excel';
  const mark = isForExcel ? decimalMarkOf(clerk.language) : '.';
  const table = await tableOf(clerk, desk, question, mark);
  const answer = csvAnswer(`${what}-${range.from}-${range.to}`, table, mark === ',' ? ';' : ',');
  const headers = { ...answer.headers, 'cache-control': 'no-store' };
  return { ...answer, headers, body: isForExcel ? BYTE_ORDER_MARK + answer.body : answer.body };
}

function decimalMarkOf(language: Language): DecimalMark {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

async function tableOf(
  clerk: Clerk,
  desk: DeskOptions,
  question: Question,
  mark: DecimalMark,
): Promise<ReportTable> {
  const { currency } = desk;
  switch (question.what) {
    case 'visits':
      return visitsTable(await visitsOf(clerk, desk, question), question.by);
    case 'payments':
      return paymentsTable(await paymentsOf(clerk, desk, question), question.by, currency, mark);
    case 'sales':
      return salesTable(await salesOf(clerk, desk, question), question.by, currency, mark);
  }
}

type Of<What extends Question['what']> = Extract<Question, { readonly what: What }>;

function salesOf(
  { actor }: Clerk,
  { store, timeZone, currency }: DeskOptions,
  { range, by, dayOf }: Of<'sales'>,
) {
  return getSalesReport(store, actor, { range, by, dayOf, currency, localOf: localTimes(timeZone) });
}

function paymentsOf({ actor }: Clerk, { store, currency }: DeskOptions, { range, by }: Of<'payments'>) {
  return getPaymentsReport(store, actor, { range, by, currency });
}

function visitsOf({ actor }: Clerk, { store, timeZone }: DeskOptions, { range, by }: Of<'visits'>) {
  return getVisitsReport(store, actor, { range, by, localOf: localTimes(timeZone) });
}
