import type { CalendarDay } from '../../../core/calendar-day.ts';
import { getDay, nextOpenDay } from '../../../hours/index.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { DeskRequest } from '../desk-options.ts';
import { calendarTexts } from './calendar-texts.ts';
import { hoursOf } from './rules.ts';

/** A day on which the museum is closed. */
export interface ClosedDay {
  /** "Closed: New roof" */
  readonly why: string;
  /** The next day on which it is open; undefined: there is none within a year. */
  readonly next: { readonly day: CalendarDay; readonly words: string } | undefined;
}

/** Why the museum is closed on that day, and when it is open again; undefined: it is open. */
export async function closedOn(desk: DeskRequest, day: CalendarDay): Promise<ClosedDay | undefined> {
  const { store, actor, language, words } = desk;
  const { opening, reason } = await getDay(store, actor, day);
  if (opening !== null) return undefined;
  const next = await nextOpenDay(store, actor, day);
  const again =
    next && calendarTexts(language)('openAgain', { day: words.day(next.date), open: next.timeOpen });
  return {
    why: hoursOf(desk, null, reason),
    next: next && again ? { day: next.date, words: again } : undefined,
  };
}

/** Why a day is closed, below the choice of a day, with a link that shows the next open one. */
export function closedNote(closed: ClosedDay | undefined): Html | undefined {
  if (closed === undefined) return undefined;
  const { why, next } = closed;
  return html`<p><strong>${why}</strong>${next && html` · <a href="?date=${next.day}">${next.words}</a>`}</p>\n`;
}

/** Why a day is closed and when it is open again, in one line. */
export function closedInWords({ why, next }: ClosedDay): string {
  return next === undefined ? why : `${why} · ${next.words}`;
}
