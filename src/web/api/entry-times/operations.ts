import { resource } from '../../../contract/operation.ts';
import { strict, Type } from '../../../contract/schema.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { ENTRY_TIME_LIMITS, MOST_PLACES } from '../../../offers/index.ts';
import { entryTimeSchema, PARAMETERS, weekdaysField } from '../contract/fields.ts';
import { cleared, scoped } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** Entry times of general entry and of special events (the Operations group). */

const everyField = () =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: ENTRY_TIME_LIMITS.leastEvery,
    maximum: ENTRY_TIME_LIMITS.mostEvery,
    multipleOf: ENTRY_TIME_LIMITS.step,
    description:
      'Minutes from one entry time to the next: 15 to 240, a multiple of 5; null: tickets are for the whole day.',
  });

const placesEachField = () =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MOST_PLACES,
    description: 'Places at each entry time: a whole number up to 10000000; null means no limit.',
  });

const lastEntryField = () =>
  Type.Integer({
    minimum: 0,
    maximum: ENTRY_TIME_LIMITS.mostLastEntry,
    description: 'The last entry time is so many minutes before closing, or earlier: 0 to 1440.',
  });

const timesFields = () => ({
  every: everyField(),
  places: Type.Optional(placesEachField()),
  lastEntry: Type.Optional(lastEntryField()),
});

export const generalTimesSchema = Type.Object(
  {
    ...timesFields(),
    weekdays: Type.Optional(
      weekdaysField(
        'The days of the week that have entry times; left out: all. On others tickets are for the whole day.',
      ),
    ),
  },
  { title: 'GeneralTimes' },
);

const DayTimes = Type.Object(timesFields(), { title: 'DayTimes' });

/** Where there are entry times, they need their places and their end. */
function missingMembers(body: unknown): Fault[] {
  const given = (body ?? {}) as { readonly every?: unknown };
  if (typeof given.every !== 'number') return [];
  return ['places', 'lastEntry']
    .filter((member) => !(member in given))
    .map((member) => ({ in: 'body', pointer: `/${member}`, detail: `${member} is required but missing.` }));
}

const generalTimes = scoped({
  name: 'entry times',
  success: { description: 'The current entry times.', schema: generalTimesSchema },
  input: { schema: strict(generalTimesSchema, 'GeneralTimesInput'), faultsOf: missingMembers },
});

const dayTimes = scoped({
  name: 'entry times',
  success: { description: 'The current entry times.', schema: DayTimes },
  input: { schema: strict(DayTimes, 'DayTimesInput'), faultsOf: missingMembers },
});

const KEPT = 'Tickets that were sold keep their time.';

const timesField = (when: string) =>
  Type.Array(entryTimeSchema('An entry time.'), {
    maxItems: ENTRY_TIME_LIMITS.mostTimes,
    uniqueItems: true,
    description: `Entry times ${when}: at most 96, none twice. Empty: tickets are for the whole day.`,
  });

const minutesField = () =>
  Type.Integer({
    minimum: ENTRY_TIME_LIMITS.leastMinutes,
    maximum: ENTRY_TIME_LIMITS.mostMinutes,
    description: 'How long the event takes: 5 to 1440 minutes.',
  });

const EventTimes = Type.Object(
  { times: timesField('on each date of the event'), minutes: minutesField() },
  { title: 'EventTimes' },
);

const EventTimesInput = Type.Object(
  {
    times: timesField('on each date of the event'),
    minutes: Type.Optional({
      ...minutesField(),
      description: 'How long the event takes: 5 to 1440 minutes; as last set when left out, at first 60.',
    }),
  },
  { additionalProperties: false, title: 'EventTimesInput' },
);

const eventTimes = scoped({
  name: 'entry times',
  success: { description: 'The current entry times.', schema: EventTimes },
  input: EventTimesInput,
});

const DateTimes = Type.Object({ times: timesField('on that date') }, { title: 'DateTimes' });

const dateTimes = scoped({
  name: 'entry times',
  success: { description: 'The current entry times.', schema: DateTimes },
  input: strict(DateTimes, 'DateTimesInput'),
  problems: ['not-an-event-day'],
});

const GENERAL = '/general-entry/times';
const DAY = `${GENERAL}/{date}`;
const EVENT = '/special-events/{eventId}/times';
const DATE = `${EVENT}/{date}` as const;

export const entryTimeOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getGeneralTimes: generalTimes.get(
      GENERAL,
      'Gets the entry times of general entry: how often, with how many places each, and until when.',
    ),
    setGeneralTimes: generalTimes.set(
      GENERAL,
      `Sets the entry times of general entry: on every open day, or on some weekdays, from opening, rounded up to five minutes. On a day with entry times its capacity does not apply. ${KEPT}`,
    ),
    getDayTimes: dayTimes.get(
      DAY,
      'Gets the entry times of general entry on one day: its own, or the usual ones if it has none.',
    ),
    setDayTimes: dayTimes.set(
      DAY,
      `Sets the entry times of general entry on one day, whatever its weekday; every as null: it is sold for the whole day. ${KEPT}`,
    ),
    deleteDayTimes: cleared(DAY, 'entry times', 'The usual entry times apply'),
    getEventTimes: eventTimes.get(
      EVENT,
      'Gets the entry times of a special event, the same on each of its dates, and how long it takes.',
    ),
    setEventTimes: eventTimes.set(
      EVENT,
      `Sets the entry times of a special event, the same on each of its dates that has none of its own. The event’s capacity holds for each of them. ${KEPT}`,
    ),
    getEventDateTimes: {
      ...dateTimes.get(
        DATE,
        'Gets the entry times of a special event on one of its dates: its own, or those of the event if it has none.',
      ),
      problems: ['event-not-found', 'not-an-event-day'],
    },
    setEventDateTimes: dateTimes.set(
      DATE,
      `Sets entry times of its own for one date of a special event. They go with the date: when it is taken off, they go; when it is postponed, the new date gets them, unless the event took place on it already. ${KEPT}`,
    ),
    deleteEventDateTimes: {
      ...cleared(DATE, 'entry times', 'The entry times of the event apply'),
      problems: ['event-not-found', 'exception-not-found'],
    },
  },
);
