import { findArticles } from '../../articles/index.ts';
import { findCards } from '../../cards/index.ts';
import { requirePermission } from '../../core/permissions.ts';
import { capitalised } from '../../core/text.ts';
import { asHeading } from '../../core/words.ts';
import { hasDiscounts } from '../../discounts/index.ts';
import { hasGifts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { csvAnswer } from '../../http/csv.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { choices } from '../../pages/parts.ts';
import type { Language } from '../../pages/texts.ts';
import {
  DAYS_OF,
  type DecimalMark,
  GROUPING_NAMES,
  type GroupingName,
  REPORTS,
  type ReportName,
  reportAsShown,
  reportOf,
  reportRange,
  reportTable,
} from '../../reports/index.ts';
import { dayInputs, readDays } from './days-asked.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage } from './desk-page.ts';
import { overviewOf } from './overview-report.ts';
import { faultsAmong } from './post-form.ts';
import { fileButtons } from './report-files.ts';
import { type Question, reportFound } from './report-tables.ts';
import { reportsTexts } from './reports-texts.ts';

const ADDRESS = '/desk/reports';

type Name = 'report' | 'from' | 'to' | 'by' | 'dayOf';
type Typed = Partial<Readonly<Record<Name, string>>>;

/** The parsed query of a report, and the text that was typed. */
interface Asked {
  readonly typed: Readonly<Record<Name, string>>;
  readonly question: Question;
  /** Undefined: the query is valid. */
  readonly faults: Submitted<Name>['faults'];
}

/** What was sold and who came, as a table with a chart. */
export function showReport(desk: DeskRequest): Promise<Answer> {
  return reportPage(desk, askedIn(desk));
}

/** The report as a file. */
export function downloadReport(desk: DeskRequest): Promise<Answer> {
  const asked = askedIn(desk);
  return (asked.faults ? reportPage : fileOf)(desk, asked);
}

function askedIn(desk: DeskRequest): Asked {
  const typed: Typed = Object.fromEntries(desk.query);
  const { from, to, faults } = readDays(desk, typed);
  const range = reportRange(desk.calendar.today(), {
    ...(from && { startDate: from }),
    ...(to && { endDate: to }),
  });
  const { report = '', by = '' } = typed;
  const name = Object.hasOwn(REPORTS, report) ? (report as ReportName) : 'sales';
  const { groupings, daysOf: countedOn } = reportOf(name);
  // Articles are for no day.
  const daysOf = by === 'article' ? undefined : countedOn;
  const question: Question = {
    name,
    range,
    by: Object.hasOwn(groupings, by) ? (by as GroupingName) : 'day',
    dayOf: daysOf?.find((day) => day === typed.dayOf) ?? 'sale',
  };
  const shown = { from: typed.from || range.from, to: typed.to || range.to };
  return {
    typed: { report: name, ...shown, by: question.by, dayOf: daysOf ? question.dayOf : '' },
    question,
    faults: faultsAmong<Name>(faults)?.faults,
  };
}

async function reportPage(desk: DeskRequest, { typed, question, faults }: Asked): Promise<Answer> {
  const { language, words, actor, reports } = desk;
  const say = reportsTexts(language);
  const scope = requirePermission(actor, 'read-reports');
  const fields = fieldsOf<Name>(language, { values: typed, ...(faults && { faults }) });
  const found =
    faults === undefined && reportFound(desk, question, await reports.get(actor, question.name, question));
  const main = html`
    ${form(desk, fields, await reportsOf(desk))}
    ${found && typed.dayOf && dayChoice(desk, typed)}
    ${found}
    ${
      found &&
      html`
        <p class="files">
          <a href="${overviewOf(question.range.to, 'month')}">${say('wholeMonth')}</a>
          <a href="${overviewOf(question.range.to, 'year')}">${say('wholeYear')}</a>
        </p>
      `
    }
  `;
  const { from, to } = question.range;
  const days = from === to ? words.day(from) : say('days', { from: words.day(from), to: words.day(to) });
  const lead = `${asHeading(days)}.${scope === 'own' ? ` ${say('ownOnly')}` : ''}`;
  const title = say(question.name);
  const beside = found && html`<p class="actions">${fileButtons(desk, typed)}</p>`;
  return deskPage(desk, { title, ...(found && { lead }), beside, main, here: ADDRESS, form: fields });
}

interface OnOffer {
  readonly reports: readonly ReportName[];
  readonly groupings: readonly GroupingName[];
}

/** What a museum has never had is in none of its reports: articles, codes, cards of others, gift vouchers. */
async function reportsOf({ store }: DeskRequest): Promise<OnOffer> {
  const [articles, code, cards, gifts] = await Promise.all([
    findArticles(store),
    hasDiscounts(store),
    findCards(store),
    hasGifts(store),
  ]);
  const has: Readonly<Partial<Record<ReportName | GroupingName, boolean>>> = {
    ...{ article: articles.length > 0, code, card: cards.length > 0, gifts },
  };
  const isHad = (name: ReportName | GroupingName) => has[name] ?? true;
  return {
    reports: (Object.keys(REPORTS) as ReportName[]).filter(isHad),
    groupings: GROUPING_NAMES.filter(isHad),
  };
}

/** What the chosen report has no rows by gives rows by day. */
function form(clerk: Clerk, fields: Fields<Name>, { reports, groupings }: OnOffer): Html {
  const say = reportsTexts(clerk.language);
  const names = reports.map((value) => ({ value, text: say(value) }));
  const ways = groupings.map((value) => {
    const having = reports.filter((name) => value in REPORTS[name].groupings);
    const text = say(`by${capitalised(value)}`);
    const isOfAll = having.length === reports.length;
    return { value, text: isOfAll ? text : `${text} (${having.map((name) => say(name)).join(', ')})` };
  });
  return html`
    <form method="get" action="${ADDRESS}" class="asks">
      ${fields.select('report', { label: say('report'), options: names })}
      ${dayInputs(clerk, fields)}
      ${fields.select('by', { label: say('by'), options: ways })}
      ${fields.hidden('dayOf', 'sale')}
      <button class="action">${say('show')}</button>
    </form>
  `;
}

/** Whether tickets are counted on the day of their sale or of the visit. */
function dayChoice({ language }: Clerk, typed: Asked['typed']): Html {
  const say = reportsTexts(language);
  const href = (dayOf: string) => `${ADDRESS}?${new URLSearchParams({ ...typed, dayOf })}`;
  const links = DAYS_OF.map((dayOf) => ({
    href: href(dayOf),
    text: say(dayOf === 'sale' ? 'onSale' : 'onVisit'),
  }));
  return choices(say('counted'), links, href(typed.dayOf), 'views');
}

/** Excel takes the letters of a file without this mark for those of another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

async function fileOf(desk: DeskRequest, { question }: Asked): Promise<Answer> {
  const { name, range } = question;
  const isForExcel = desk.query.get('format') === 'excel';
  const mark = isForExcel ? decimalMarkOf(desk.language) : '.';
  const found = await desk.reports.get(desk.actor, name, question);
  const report = reportAsShown(name, found, question, desk.currency);
  const table = reportTable(name, report, mark);
  const answer = csvAnswer(`${name}-${range.from}-${range.to}`, table, mark === ',' ? ';' : ',');
  const headers = { ...answer.headers, 'cache-control': 'no-store' };
  return { ...answer, headers, body: isForExcel ? BYTE_ORDER_MARK + answer.body : answer.body };
}

function decimalMarkOf(language: Language): DecimalMark {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}
