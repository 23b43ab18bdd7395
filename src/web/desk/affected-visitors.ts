import type { CalendarDay } from '../../core/calendar-day.ts';
import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { affectedTexts } from './affected-texts.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';

/** A day for which tickets are sold. */
export interface SoldDay {
  readonly day: CalendarDay;
  readonly sold: number;
}

export function soldOn(days: readonly SoldDay[]): number {
  return days.reduce((sum, { sold }) => sum + sold, 0);
}

/** The closed days whose visitors are told by mail: all but a night that is under way after midnight. */
export function daysToldOf({ calendar }: DeskOptions, days: readonly CalendarDay[]): CalendarDay[] {
  return days.filter((day) => day >= calendar.today());
}

/** How many visitors left an e-mail address, and whether they will get a mail. */
export function whoIsTold({ language, mail }: DeskRequest, people: number): Html | undefined {
  if (people === 0) return undefined;
  return html`<p>${affectedTexts(language)(mail ? 'toldByMail' : 'leftAddress', { count: people })}</p>\n`;
}

export function soldDaysTable(
  { words }: Clerk,
  days: readonly SoldDay[],
  say: { readonly caption: string; readonly day: string; readonly sold: string },
): Html {
  return table(say.caption, days, [
    { head: say.day, cell: ({ day }) => words.day(day) },
    { head: say.sold, cell: ({ sold }) => words.number(sold), isNumber: true },
  ]);
}
