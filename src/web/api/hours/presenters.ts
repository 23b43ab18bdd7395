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
