import { addDays, type CalendarDay, eachDay, LAST_DAY } from '../../../core/calendar-day.ts';
import { compareText } from '../../../core/text.ts';
import type { Operation } from '../contract/index.ts';
import { dayPage, rangeOf } from '../day-pages.ts';

type Members = Readonly<Record<string, unknown>>;

/** What was asked: path, query and body of a request that the operation allows. */
export interface Asked {
  readonly path?: Members;
  readonly query?: Members;
  readonly body?: Members;
}

/**
 * An example with what was sent in it, so that a client's first check ("is it the name that I sent?") passes: the
 * members of the body, the query and the path that the answer has too, and in a list only days that were asked for.
 */
export function echoed(op: Operation, example: unknown, asked: Asked, today: CalendarDay): unknown {
  const { properties = {}, items } = (op.success as { schema?: Schema }).schema ?? {};
  if (Array.isArray(example)) {
    const sent = Object.values(asked.body ?? {}).find(Array.isArray);
    if (sent !== undefined) return sent.map((each) => withSent(example[0], each, items?.properties ?? {}));
    const isPaged = op.request.query !== undefined && 'page' in op.request.query.properties;
    if (isPaged) return onDaysAsked(example, asked.query ?? {}, daysAsked(op, asked.query ?? {}, today));
    return inRange(example, asked.query).map((item) =>
      withSent(item, asked.query ?? {}, items?.properties ?? {}),
    );
  }
  const { rows, ...answer } = withSent(
    replaced(op, example as Members, asked.body),
    { ...asked.path, ...asked.query, ...asked.body },
    properties,
  );
  return Array.isArray(rows) ? { ...answer, rows: inRange(rows, asked.query) } : answer;
}

/** Without what a PUT could have set and has not: all that it leaves out is gone. */
function replaced({ method, request, success }: Operation, example: Members, body: Members = {}): Members {
  if (method !== 'PUT') return example;
  const settable = (request.body?.schema as Schema | undefined)?.properties ?? {};
  const { required = [] } = (success as { schema?: Schema }).schema ?? {};
  const isKept = (name: string) => !(name in settable) || name in body || required.includes(name);
  return Object.fromEntries(Object.entries(example).filter(([name]) => isKept(name)));
}

/** The items moved to the days from `startDate` on, one after another, as far as `endDate` lets them. */
function inRange(items: readonly Members[], { startDate, endDate = LAST_DAY }: Members = {}): Members[] {
  return items.flatMap((item, index) => {
    const [told] = String(item.date ?? item.at ?? startDate).split('T');
    const day = startDate === undefined ? (told as CalendarDay) : addDays(startDate as CalendarDay, index);
    if (day > (endDate as CalendarDay)) return [];
    return {
      ...item,
      ...('date' in item && { date: day }),
      ...('at' in item && { at: `${day}${String(item.at).slice(day.length)}` }),
    };
  });
}

interface Schema {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** The members that were sent, where the answer has them too. */
function withSent(example: Members, sent: Members, properties: object): Members {
  const known = Object.entries(sent).filter(([name]) => name in properties);
  return { ...example, ...Object.fromEntries(known) };
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

/** Those of the page, whose range goes on for ever where an operation takes no end. */
function daysAsked(
  { request }: Operation,
  { startDate, endDate, page, limit }: Members,
  today: CalendarDay,
): CalendarDay[] {
  const from = (startDate ?? today) as CalendarDay;
  const takesEnd = 'endDate' in (request.query?.properties ?? {});
  const range = takesEnd ? rangeOf(from, endDate as CalendarDay | undefined) : { from, to: LAST_DAY };
  const { days } = dayPage(range, page as number, limit as number);
  return days === undefined ? [] : eachDay(days.from, days.to);
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
