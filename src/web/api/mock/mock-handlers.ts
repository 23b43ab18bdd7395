import { isFile } from '../../../contract/operation.ts';
import { addDays, type CalendarDay } from '../../../core/calendar-day.ts';
import type { Clock, MuseumCalendar } from '../../../core/clock.ts';
import { lazy } from '../../../core/lazy.ts';
import { Refusal } from '../../../core/refusal.ts';
import { preferredOf } from '../../../http/accept.ts';
import type { Answer } from '../../../http/answer.ts';
import { notModified, tagged } from '../../../http/conditional.ts';
import { csvAnswer, prefersCsv } from '../../../http/csv.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { type ReportName, reportTable, type ShownReport } from '../../../reports/index.ts';
import { requireAddress } from '../../../webhooks/index.ts';
import { codesTable } from '../codes/codes-table.ts';
import { isRead, type Operation, type OperationId, type OutputOf, operations } from '../contract/index.ts';
import { nextLink } from '../cursor.ts';
import { pageLinks } from '../day-pages.ts';
import {
  type ExampleAnswer,
  exampleProblems,
  exampleSuccesses,
  fillIn,
  successWith,
} from '../example-answers.ts';
import { problemAnswer, type Refused } from '../problems.ts';
import type { ApiHandler, Handlers } from '../route.ts';
import { echoed, isPaged, pageAsked } from './echo.ts';
import { type Members, mostLike } from './likeness.ts';
import { MadeOrders } from './made-orders.ts';
import { makeTicket, withMadeTicket } from './made-tickets.ts';
import { type Moment, momentAt, moved } from './moved.ts';
import { type Preferences, preferenceApplied, readPreferences } from './preferences.ts';
import { sampleTicket } from './sample-ticket.ts';
import { varied } from './varied.ts';

/** The settings that the mock shares with the service. */
export interface MockRules {
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly currency: string;
  /** Whether the address of a webhook may be private. */
  readonly webhookAllowPrivate: boolean;
}

export interface MockOptions extends MockRules {
  readonly basePath: string;
}

type Order = OutputOf<'getOrder'>;

interface Mock extends MockOptions {
  readonly orders: MadeOrders;
}

/** Answers each operation with one of its examples: the one preferred, or else the one most like the request. */
export function mockHandlers(options: MockOptions): Handlers {
  const mock = { ...options, orders: new MadeOrders() };
  const handlers = Object.values<Operation>(operations).map((op) => [op.id, mockHandler(op, mock)]);
  return Object.fromEntries(handlers) as Handlers;
}

function mockHandler(op: Operation, options: Mock): ApiHandler<OperationId> {
  const declared = lazy(() => declaredAnswers(op, options));
  return async (request, headers) => {
    await requireWebhookAddress(op, request.body, options);
    const preferences = readPreferences(headers.prefer);
    const unknown = unknownId(op, { ...request.path, ...request.body });
    const refused = unknown ?? pastDay(op, request.body, options.calendar.today());
    if (refused !== undefined && preferences.code === undefined && preferences.example === undefined)
      return problemAnswer(refused);
    const candidates = preferred(op, await declared(), preferences);
    const asked = withMadeTicket(op, { ...request.path, ...request.query, ...request.body });
    const chosen = mostLike(candidates, ({ value }) => value, asked);
    const answer = answerOf(op, chosen, request, preferences, options);
    const shown = await inAcceptable(op, answer, headers.accept);
    return applied(inCsv(op, shown, headers.accept), preferences);
  };
}

/** An answer with the sample ticket as that media type. */
async function fileAnswer(
  answer: Answer,
  mediaType = answer.headers['content-type'] as string,
): Promise<Answer> {
  const body = (await sampleTicket())[mediaType] as Uint8Array;
  return tagged({ ...answer, headers: { ...answer.headers, 'content-type': mediaType }, body });
}

/**
 * A picture as what is asked for.
 * @throws HttpRefusal not-acceptable
 */
async function inAcceptable(
  { success }: Operation,
  answer: Answer,
  accept: string | undefined,
): Promise<Answer> {
  if (!('otherMediaTypes' in success) || answer.status !== success.status) return answer;
  const offered = [success.mediaType, ...(success.otherMediaTypes ?? [])];
  return fileAnswer(answer, preferredOf(accept, offered));
}

/** The report or list as CSV, where the operation has that and it is asked for. */
function inCsv(
  { id, path, success, examples }: Operation,
  answer: Answer,
  accept: string | undefined,
): Answer {
  const isCsv = answer.status === success.status && examples.csv !== undefined && prefersCsv(accept);
  if (!isCsv) return answer;
  const shown = JSON.parse(answer.body as string);
  const csv = id === 'listCodes' ? csvAnswer('codes', codesTable(shown)) : reportCsv(path, shown);
  return { ...csv, headers: { ...answer.headers, ...csv.headers } };
}

function reportCsv(path: string, report: ShownReport): Answer {
  const name = path.slice('/reports/'.length) as ReportName;
  return csvAnswer(`${name}-${report.startDate}-${report.endDate}`, reportTable(name, report));
}

/** A success in JSON with the values of the request in it; unchanged: an example asked for by name, and any other answer. */
function answerOf(
  op: Operation,
  { value, answer }: ExampleAnswer,
  request: Parameters<typeof echoed>[2],
  { example, dynamic }: Preferences,
  options: Mock,
): Answer {
  const { basePath, clock, calendar, currency } = options;
  if (answer.status >= 300 || value === undefined || !('schema' in op.success)) return answer;
  const isDynamic = dynamic === 'true';
  if (example !== undefined && !isDynamic) return answer;
  const present = { now: clock.now(), today: calendar.today(), currency };
  const { undoneAt } = (request.query ?? {}) as Members;
  const moment = undoneAt === undefined ? present : momentAt(Date.parse(`${undoneAt}`), present);
  const like = moved(value, moment);
  const shown = isDynamic ? varied(op.success.schema, like) : like;
  const { path, body } = request;
  const query = { ...usualDays(op, moment.today, request.query), ...request.query };
  const asked = {
    ...{ path: withMadeTicket(op, path), query: withMadeTicket(op, query) },
    body: Array.isArray(body) ? body : withMadeTicket(op, body),
  };
  const echo = withNew(op, echoed(op, shown, asked, moment), shown, body, moment, options.orders);
  const { page, link } = pageOf(op, echo, request, basePath);
  const told = successWith(op, page, basePath);
  const headers = { ...told.headers, ...linkOf(op, request.query, options), ...link };
  return { ...told, status: answer.status, headers };
}

/** Each ticket that is sold, and each order, has an id of its own. */
function withNew(
  { id, tag }: Operation,
  answer: unknown,
  example: unknown,
  sent: Members = {},
  moment: Moment,
  orders: MadeOrders,
): unknown {
  if (tag === 'Orders' && Object.hasOwn(Object(answer), 'items'))
    return orders.answer(id as OperationId, answer as Order, example as Order, sent, moment.now);
  if (id !== 'buyMuseumTickets' && id !== 'exchangeTicket') return answer;
  const ticket = answer as Members;
  const made = makeTicket(ticket.ticketType as Parameters<typeof makeTicket>[0]);
  return { ...ticket, ...made, ...('orderId' in ticket && { orderId: ticket.replaces ?? made.ticketId }) };
}

/** A list with a cursor: its first page, or its second and last. */
function pageOf(
  op: Operation,
  all: unknown,
  { path = {}, query = {} }: Parameters<typeof echoed>[2],
  basePath: string,
): { page: unknown; link?: { link: string } } {
  const cursor = op.examples.parameters?.after;
  if (!Array.isArray(all) || cursor === undefined) return { page: all };
  const { limit = all.length, after } = query as { limit?: number; after?: string };
  if (after !== undefined) return { page: all.slice(limit, 2 * limit) };
  const page = all.slice(0, limit);
  if (page.length === all.length) return { page };
  return { page, link: nextLink(fillIn(op.path, path, basePath), query, `${cursor}`) };
}

/** A list that is paged in days: links to its other pages. */
function linkOf(op: Operation, query: Members = {}, { basePath, calendar }: MockOptions): { link?: string } {
  if (!isPaged(op)) return {};
  const filters = ['eventId', 'ticketType'].filter((name) => name in query);
  const asked = Object.fromEntries(filters.map((name) => [name, `${query[name]}`]));
  return { link: pageLinks(basePath + op.path, pageAsked(op, query, calendar.today()), asked) };
}

/** The days of an answer whose request names none: today, or of a report the 30 days up to it. */
function usualDays(op: Operation, today: CalendarDay, { startDate }: Members = {}): Members {
  const { properties = {} } = op.request.query ?? {};
  if (op.path.startsWith('/reports/')) {
    const endDate = startDate === undefined || `${startDate}` < today ? today : startDate;
    return { startDate: addDays(endDate as CalendarDay, -29), endDate };
  }
  return Object.fromEntries(['day', 'date'].flatMap((name) => (name in properties ? [[name, today]] : [])));
}

/** The refusal of a day before today, where the service sells none; undefined when there is none. */
function pastDay(op: Operation, body: unknown, today: CalendarDay): Refused | undefined {
  if (!op.problems.includes('date-past')) return undefined;
  const { ticketDate, items = [] } = (body ?? {}) as {
    ticketDate?: CalendarDay;
    items?: { ticketDate: CalendarDay }[];
  };
  const day = [ticketDate, ...items.map((item) => item.ticketDate)].find((each) => each && each < today);
  return day && new Refusal('date-past', { day, today });
}

/** UUIDs for which the mock answers "not found": all zeros but for the end. */
const UNKNOWN = /^00000000-0000-0000-0000-/;

/** The refusal for the first `UNKNOWN` id in a request; undefined when it has none. */
function unknownId(op: Operation, sent: Readonly<Record<string, unknown>>): Refused | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const kind = `${name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-not-found`;
    const declared = op.problems.find((slug) => slug === kind);
    if (declared !== undefined && UNKNOWN.test(`${value}`)) {
      return { kind: declared, facts: { [name]: value } as never };
    }
  }
  return undefined;
}

/**
 * Checks the address of a webhook without a DNS look-up.
 * @throws Refusal webhook-address-refused
 */
async function requireWebhookAddress(
  op: Operation,
  { url }: Members = {},
  { webhookAllowPrivate }: MockRules,
): Promise<void> {
  if (url === undefined || !op.problems.includes('webhook-address-refused')) return;
  await requireAddress(`${url}`, { allowPrivate: webhookAllowPrivate, lookup: async () => [] });
}

/** Everything that the operation can answer with: its successes first. */
async function declaredAnswers(op: Operation, options: MockOptions): Promise<ExampleAnswer[]> {
  const successes = exampleSuccesses(op, options.basePath);
  const [first] = successes as [ExampleAnswer];
  if (isFile(op)) successes.splice(0, 1, { ...first, answer: await fileAnswer(first.answer) });
  const unchanged = isRead(op)
    ? [{ ...first, name: 'not-modified', answer: notModified((successes[0] as ExampleAnswer).answer) }]
    : [];
  const repeatStatus = 'repeatStatus' in op.success ? op.success.repeatStatus : undefined;
  const repeated =
    repeatStatus === undefined
      ? []
      : successes.map((success) => ({ ...success, answer: { ...success.answer, status: repeatStatus } }));
  return [...successes, ...repeated, ...unchanged, ...exampleProblems(op)];
}

/**
 * The answers that meet the preferences; without any, the successes.
 * @throws HttpRefusal invalid-request naming those that are declared, when none does
 */
function preferred(
  op: Operation,
  declared: readonly ExampleAnswer[],
  { code, example }: Preferences,
): readonly ExampleAnswer[] {
  const ofCode = declared.filter(({ answer }) => code === undefined || `${answer.status}` === code);
  if (ofCode.length === 0) {
    const codes = [...new Set(declared.map(({ answer }) => answer.status))].sort();
    throw notDeclared(`code=${code}`, `The status codes that ${op.id} declares are ${codes.join(', ')}.`);
  }
  if (example === undefined) {
    return code === undefined ? ofCode.filter(({ answer }) => answer.status < 300) : ofCode;
  }
  const named = ofCode.filter(({ name }) => name === example);
  if (named.length > 0) return named;
  const names = ofCode.map(({ name }) => name).join(', ');
  throw notDeclared(
    `example=${example}`,
    `The examples that ${op.id} has${code ? ` for ${code}` : ''} are ${names}.`,
  );
}

function notDeclared(preference: string, known: string): HttpRefusal {
  const detail = `Prefer: ${preference} can’t be met. ${known}`;
  return new HttpRefusal('invalid-request', { faults: [{ in: 'header', pointer: '/prefer', detail }] });
}

function applied(answer: Answer, preferences: Preferences): Answer {
  const header = preferenceApplied(preferences);
  const said = header === undefined ? {} : { 'preference-applied': header };
  const vary = [answer.headers.vary ?? [], 'Prefer'].flat().join(', ');
  return { ...answer, headers: { ...answer.headers, ...said, vary } };
}
