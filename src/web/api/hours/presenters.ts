import type { ClosingDays, EventOnClosedDay } from '../../../calling-off/index.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { Opening, SpecialDay, Week } from '../../../hours/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function showWeek(week: Week): OutputOf<'getWeeklyHours'> {
  const days = WEEKDAYS.map((weekday, index) => [weekday, week[index] ?? null]);
  return Object.fromEntries(days) as OutputOf<'getWeeklyHours'>;
}

export function readWeek(body: InputOf<'setWeeklyHours'>['body']): Week {
  return WEEKDAYS.map((weekday) => body[weekday]);
}

export function readSpecialDay(body: InputOf<'setSpecialDay'>['body']): SpecialDay {
  return { opening: openingOf(body), reason: body.reason ?? null };
}

/** Null: closed. */
function openingOf({ timeOpen, timeClose }: Partial<Opening>): Opening | null {
  return timeOpen === undefined || timeClose === undefined ? null : { timeOpen, timeClose };
}

export function readClosing({
  events = {},
  ...closing
}: InputOf<'closeMuseum'>['body']): Omit<ClosingDays, 'days' | 'expect'> {
  const decided = Object.entries(events).map(([eventId, wanted]): [Uuid, EventOnClosedDay] => {
    return [eventId.toLowerCase() as Uuid, wanted];
  });
  return { ...closing, events: new Map(decided) };
}
