import { addDays, type CalendarDay, eachDay, LAST_DAY } from '../../../core/calendar-day.ts';
import { compareText } from '../../../core/text.ts';
import { type MuseumSettings, patchIn, settingsAfter } from '../../../settings/index.ts';
import type { InputOf, Operation } from '../contract/index.ts';
import { type DayPage, dayPage, rangeOf } from '../day-pages.ts';
import { implied, type Members, mostLike, suiting } from './likeness.ts';
import { madeCodes } from './made-codes.ts';
import { type Moment, momentAt, moved } from './moved.ts';

const SECONDS_PER_DAY = 86_400;

/** Path, query and body of a valid request. */
export interface MockRequest {
  readonly path?: Members;
  readonly query?: Members;
  readonly body?: Members;
}

/**
 * An example with the values of the request in it, so that a client's first check ("is it the name that I sent?") passes:
 * members of body, query and path that the answer has too; and in a list, only days that were asked for.
 */
export function echoed(op: Operation, example: unknown, asked: MockRequest, moment: Moment): unknown {
  const { properties = {}, items } = (op.success as { schema?: Schema }).schema ?? {};
  const { path = {}, query = {}, body = {} } = asked;
  if (Array.isArray(body)) return body.map((item: Members) => ({ ...defaultsOf(op), ...item }));
  if (Array.isArray(example)) {
    const fields = items?.properties ?? {};
    if (op.id === 'makeCodes') return madeCodes(example[0], body).map((code) => withSent(code, body, fields));
    // Visits of a batch have no outcome of their own.
    const sent = Object.values(op.id === 'recordCheckIns' ? { checkIns: [], ...body } : body).find(
      Array.isArray,
    );
    if (sent !== undefined)
      return sent.map((scan: Members) => {
        const like = ofItsKind(
          op,
          mostLike<Members>(example, (one) => one, scan),
          scan,
          moment,
        );
        return withSent(moved(like, momentAt(Date.parse(`${scan.at}`), moment)), scan, fields);
      });
    if (isPaged(op)) {
      const { days } = pageAsked(op, query, moment.today);
      return onDaysAsked(example, query, days === undefined ? [] : eachDay(days.from, days.to));
    }
    return inRange(suiting(example, query), query).map((item) => withSent(item, query, fields));
  }
  // The path of an exchange names the old ticket, the answer the new one.
  const named = op.id === 'exchangeTicket' ? { replaces: path.ticketId } : path;
  const { rows, ...answer } = withSent(
    ofItsKind(op, onDay(replaced(op, example as Members, asked.body), query), body, moment),
    { ...named, ...nested(query), ...changed(op, example as Members, body) },
    properties,
  );
  return Array.isArray(rows) ? { ...answer, rows: inRange(rows, query) } : answer;
}

/** The members of the answer that the body changes. */
function changed({ id, method }: Operation, example: Members, body: Members): Members {
  if (id === 'updateSettings') return withPatch(example, body);
  return method === 'PATCH' ? patched(example, body) : body;
}

/** The parameter `alt.en` of a query is the member `en` of `alt`. */
function nested(query: Members): Members {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const [outer = '', inner] = name.split('.');
    members[outer] = inner === undefined ? value : { ...(members[outer] as Members), [inner]: value };
  }
  return members;
}

/** The members of a merge patch (RFC 7396), of which those that are objects change only what they name. */
function patched(example: Members, patch: Members): Members {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = Object.entries(patch).map(([name, value]) => {
    if (!isObject(value)) return [name, value];
    const merged = Object.entries({ ...(example[name] as Members), ...(value as Members) });
    return [name, Object.fromEntries(merged.filter(([, each]) => each !== null))];
  });
  return Object.fromEntries(members);
}

/** The settings as the patch leaves them. */
function withPatch({ settings }: Members, body: Members): Members {
  return { settings: settingsAfter(settings as MuseumSettings, patchIn(body)) };
}

/** What the items of a list that was put have where they say nothing. */
function defaultsOf({ request }: Operation): Members {
  const { items } = (request.body?.schema ?? {}) as Schema;
  const fields = Object.entries(items?.properties ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  );
}

/** Whether the operation lists something by pages of days. */
export function isPaged({ request }: Operation): boolean {
  return 'page' in (request.query?.properties ?? {});
}

/** A snapshot for a gate, moved to the day that was asked for. */
function onDay(example: Members, { day }: Members): Members {
  if (day === undefined || !('validUntil' in example)) return example;
  const later = Date.parse(`${day}`) - Date.parse(`${example.day}`);
  return {
    ...example,
    validUntil: new Date(Date.parse(`${example.validUntil}`) + later).toISOString(),
    admittedAt: (example.admittedAt as number[]).map(
      (seconds) => Date.parse(`${day}`) / 1_000 + (seconds % SECONDS_PER_DAY),
    ),
  };
}

/** Without the optional members that a PUT left out: a PUT replaces everything. */
function replaced({ method, request, success }: Operation, example: Members, body: Members = {}): Members {
  if (method !== 'PUT') return example;
  const settable = (request.body?.schema as Schema | undefined)?.properties ?? {};
  const { required = [] } = (success as { schema?: Schema }).schema ?? {};
  const isKept = (name: string) => !(name in settable) || name in body || required.includes(name);
  return Object.fromEntries(Object.entries(example).filter(([name]) => isKept(name)));
}

/** The items moved to the days from `startDate` on, if there is one, and not past `endDate`; those without a day unchanged. */
function inRange(items: readonly Members[], { startDate, endDate = LAST_DAY }: Members = {}): Members[] {
  return items.flatMap((item, index) => {
    if (!('date' in item || 'at' in item)) return [item];
    const [told] = String(item.date ?? item.at).split('T');
    const day = startDate === undefined ? (told as CalendarDay) : addDays(startDate as CalendarDay, index);
    if (day > (endDate as CalendarDay)) return [];
    return {
      ...item,
      ...('date' in item && { date: day }),
      ...('at' in item && { at: `${day}${String(item.at).slice(day.length)}` }),
    };
  });
}

type Properties = Readonly<Record<string, Schema>>;

interface Schema {
  readonly default?: unknown;
  readonly format?: string;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** The members that were sent, where the answer has them too, or its ticket has. */
function withSent(example: Members, sent: Members, properties: Properties): Members {
  const known = Object.entries(sent).filter(([name]) => name in properties);
  const answer: Members = {
    ...example,
    ...Object.fromEntries(known.map(([name, value]) => [name, written(value, properties[name])])),
  };
  const { ticket: { properties: ofTicket } = {} } = properties;
  if (!('ticket' in answer) || ofTicket === undefined) return answer;
  return { ...answer, ticket: withSent(answer.ticket as Members, sent, ofTicket) };
}

/** As the service writes it: instants in UTC with milliseconds, UUIDs in lower case. */
function written(value: unknown, { format }: Schema = {}): unknown {
  if (typeof value !== 'string') return value;
  if (format === 'date-time') return new Date(value).toISOString();
  return format === 'uuid' ? value.toLowerCase() : value;
}

/** The answer to a scan, about a ticket of the kind that its confirmation code names. */
function ofItsKind({ examples }: Operation, example: Members, scan: Members, moment: Moment): Members {
  const { ticketType } = implied(scan);
  if (ticketType === undefined || !('ticket' in example)) return example;
  const samples = Object.values(examples.success ?? {}).flatMap(({ value }) => value as Members[]);
  const sample = mostLike(samples, ({ ticket }) => ticket, { ticketType });
  return { ...example, ticket: moved(sample, moment).ticket };
}

/** The items that meet the filters, moved to the days of the page, one after another. */
function onDaysAsked(items: readonly Members[], query: Members, days: readonly CalendarDay[]): Members[] {
  return items
    .filter((item) => ['ticketType', 'eventId'].every((name) => !(name in query) || name in item))
    .filter(({ ticketType }) => query.ticketType === undefined || ticketType === query.ticketType)
    .flatMap((item, index) =>
      onDays({ ...item, ...('eventId' in query && { eventId: query.eventId }) }, days, index),
    )
    .sort(byFirstDay);
}

function onDays(item: Members, days: readonly CalendarDay[], index: number): Members[] {
  if (Array.isArray(item.dates)) {
    const dates = days.slice(0, item.dates.length);
    return dates.length === 0 ? [] : [{ ...item, dates }];
  }
  const date = days[index];
  return date === undefined ? [] : [{ ...item, date }];
}

/** The page that was asked for. The range has no end where the operation takes none. */
export function pageAsked({ request }: Operation, query: Members, today: CalendarDay): DayPage {
  const { startDate, endDate, page, limit } = query as Partial<InputOf<'listSpecialEvents'>['query']>;
  const from = startDate ?? today;
  const takesEnd = 'endDate' in (request.query?.properties ?? {});
  const range = takesEnd ? rangeOf(from, endDate) : { from, to: LAST_DAY, isOpen: true };
  return dayPage(range, page, limit);
}

/** As the service orders its lists: by first date, then by name. */
function byFirstDay(one: Members, other: Members): number {
  const keyOf = ({ date, dates, name, eventName }: Members) =>
    [date ?? (dates as CalendarDay[] | undefined)?.[0], name ?? eventName ?? ''].map(String);
  const [[day = '', text = ''], [otherDay = '', otherText = '']] = [keyOf(one), keyOf(other)] as [
    string[],
    string[],
  ];
  return compareText(day, otherDay) || compareText(text, otherText);
}
