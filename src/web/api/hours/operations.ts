import { EVENT_ON_CLOSED_DAY, type EventOnClosedDay } from '../../../calling-off/index.ts';
import { NOT_BEFORE } from '../../../contract/formats.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { addDays, type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { REASON_CHARACTERS } from '../../../core/text.ts';
import { isUuid } from '../../../core/uuid.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { CallingOffResult, callingOffFields, callingOffQuery } from '../contract/calling-off.ts';
import { dayField, dayPageFields, PARAMETERS, timeField } from '../contract/fields.ts';
import { cleared } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** Opening hours (the Operations group). A closing time at or before the opening time is on the next day. */

const openingFields = () => ({
  timeOpen: timeField('Opening time, HH:mm in the museum’s time zone.'),
  timeClose: timeField(
    'Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen.',
  ),
});

const MuseumDay = Type.Object(
  { date: dayField('A day on which the museum is open.'), ...openingFields() },
  { title: 'MuseumDay' },
);

const WeekdayHours = (options: { readonly title: string; readonly additionalProperties?: false }) =>
  Type.Unsafe<{ timeOpen: string; timeClose: string } | null>({
    ...Type.Object(openingFields(), options),
    type: ['object', 'null'],
    description: 'The opening hours of this weekday; null if the museum is closed.',
  });

const weekFields = (options: Parameters<typeof WeekdayHours>[0]) => ({
  monday: WeekdayHours(options),
  tuesday: WeekdayHours(options),
  wednesday: WeekdayHours(options),
  thursday: WeekdayHours(options),
  friday: WeekdayHours(options),
  saturday: WeekdayHours(options),
  sunday: WeekdayHours(options),
});

/** What the museum does in a usual week. */
export const WeeklyHours = Type.Object(weekFields({ title: 'OpeningTimes' }), { title: 'WeeklyHours' });

const WeeklyHoursInput = Type.Object(
  weekFields({ title: 'OpeningTimesInput', additionalProperties: false }),
  { additionalProperties: false, title: 'WeeklyHoursInput' },
);

const reasonField = () =>
  Type.String({
    minLength: 1,
    maxLength: REASON_CHARACTERS,
    pattern: '^[^\\u0000\\uD800-\\uDFFF]+$',
    description: `Why the museum is closed: 1 to ${REASON_CHARACTERS} characters.`,
  });

const leftOut = (description: string) => ({ not: {}, description });

const SpecialDayHours = Type.Object(
  {
    timeOpen: Type.Optional(openingFields().timeOpen),
    timeClose: Type.Optional(openingFields().timeClose),
    closed: Type.Optional(
      Type.Literal(true, { type: 'boolean', description: 'The museum is closed all day.' }),
    ),
    reason: Type.Optional(reasonField()),
  },
  {
    additionalProperties: false,
    title: 'SpecialDayHours',
    if: { required: ['closed'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
    then: {
      properties: {
        timeOpen: leftOut('must be left out of a closed day'),
        timeClose: leftOut('must be left out of a closed day'),
      },
    },
    else: {
      required: ['timeOpen', 'timeClose'],
      properties: { reason: leftOut('is only for a closed day') },
    },
  },
);

const SpecialDay = Type.Object(
  {
    date: dayField('The day.'),
    timeOpen: Type.Optional(openingFields().timeOpen),
    timeClose: Type.Optional(openingFields().timeClose),
    closed: Type.Optional(Type.Boolean({ description: 'true when the museum is closed all day.' })),
    reason: Type.Optional(Type.String({ description: 'Why the museum is closed.' })),
    ticketsSold: Type.Integer({
      minimum: 0,
      description: 'General entry tickets already sold for the day. While it is closed they are cancelled.',
    }),
  },
  { title: 'SpecialDay' },
);

const HoursOfDay = Type.Object(
  {
    date: dayField('The day.'),
    timeOpen: Type.Optional(openingFields().timeOpen),
    timeClose: Type.Optional(openingFields().timeClose),
    closed: Type.Optional(Type.Boolean({ description: 'true when the museum is closed all day.' })),
    reason: Type.Optional(Type.String({ description: 'Why the museum is closed.' })),
  },
  { title: 'HoursOfDay' },
);

const eventsField = () =>
  Type.Unsafe<Readonly<Record<string, EventOnClosedDay>>>({
    type: 'object',
    additionalProperties: { type: 'string', title: 'EventOnClosedDay', enum: EVENT_ON_CLOSED_DAY },
    description:
      'What becomes of the events of these days, by eventId: "takes-place" (as planned), or "called-off" (on these days).',
  });

const Closing = Type.Object(
  {
    from: dayField('The first day that is closed: today or a later one.'),
    to: Type.Unsafe<CalendarDay>({
      ...dayField('The last day that is closed: at most 365 days after `from`.'),
      [NOT_BEFORE]: 'from',
    }),
    ...callingOffFields(),
    events: Type.Optional(eventsField()),
  },
  { additionalProperties: false, title: 'Closing' },
);

/** How many days are closed at once. */
const MOST_DAYS = 366;

function closingFaults(body: unknown): Fault[] {
  const { from, to, events } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const first = parseCalendarDay(`${from}`);
  const isTooLong = first !== undefined && `${to}` > addDays(first, MOST_DAYS - 1);
  const names = typeof events === 'object' && events !== null ? Object.keys(events) : [];
  const faults = names
    .filter((name) => !isUuid(name))
    .map((name): Fault => {
      const pointer = `/events/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { in: 'body', pointer, detail: `${JSON.stringify(name)} in events is no eventId.` };
    });
  if (!isTooLong || parseCalendarDay(`${to}`) === undefined) return faults;
  const detail = `to must be at most ${MOST_DAYS - 1} days after from.`;
  return [{ in: 'body', pointer: '/to', detail }, ...faults];
}

const DAY = '/museum-hours/{date}';

export const hoursOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getMuseumHours: {
      method: 'GET',
      path: '/museum-hours',
      summary: 'Get museum hours',
      description:
        'Lists the opening hours of a page of `limit` days, starting at startDate. Days on which the museum is closed are left out.',
      permission: 'read-programme',
      query: Type.Object(dayPageFields(31)),
      success: {
        description: 'The opening hours of the open days on this page.',
        schema: Type.Array(MuseumDay, { title: 'MuseumHours' }),
        headers: { Link: 'The first, prev and next page (RFC 8288).' },
      },
    },
    getHoursOfDay: {
      method: 'GET',
      path: DAY,
      summary: 'Get the hours of one day',
      description: 'Gets the opening hours of one day, or that the museum is closed on it.',
      permission: 'read-programme',
      success: { description: 'The hours of the day.', schema: HoursOfDay },
    },
    setSpecialDay: {
      method: 'PUT',
      path: DAY,
      summary: 'Set the hours of one day',
      description:
        'Sets the opening hours of one day, or closes it. Closing a day stops the sale of general entry for it at once, and cancels the tickets already sold until it is opened again; the response says how many they are. Tickets for events of the day stay valid. A past day keeps the hours that it had.',
      permission: 'arrange-programme',
      body: SpecialDayHours,
      success: { description: 'The current hours of the day.', schema: SpecialDay },
      problems: ['date-past'],
    },
    closeMuseum: {
      method: 'POST',
      path: '/museum-hours/close',
      summary: 'Close the museum on some days',
      description:
        'Closes the museum on each day from `from` to `to`, and calls those of its events off on these days that `events` says. What does not take place is cancelled, held orders lose it, and those who left an address are told, with the reason. The answer says what was done; with `preview`, what would be. Calling off what is called off already changes nothing.',
      permission: 'arrange-programme',
      query: callingOffQuery,
      body: { schema: Closing, faultsOf: closingFaults },
      success: { description: 'What it does, in figures.', schema: CallingOffResult },
      problems: ['date-past', 'events-undecided'],
    },
    deleteSpecialDay: {
      ...cleared(DAY, 'hours', 'The usual week applies'),
      problems: ['date-past', 'exception-not-found'],
    },
    getWeeklyHours: {
      method: 'GET',
      path: '/weekly-hours',
      summary: 'Get the weekly hours',
      description:
        'Gets the opening hours of the usual week. They apply to each day without hours of its own.',
      permission: 'read-programme',
      success: { description: 'The usual week.', schema: WeeklyHours },
    },
    setWeeklyHours: {
      method: 'PUT',
      path: '/weekly-hours',
      summary: 'Set the weekly hours',
      description:
        'Sets the opening hours of the usual week. General entry is no longer sold for closed weekdays, and tickets already sold for them are cancelled. Days with hours of their own keep them, and past days those that they had.',
      permission: 'arrange-programme',
      body: WeeklyHoursInput,
      success: { description: 'The current usual week.', schema: WeeklyHours },
    },
  },
);
