import { weekOf } from '../../../core/calendar-day.ts';
import { asHeading } from '../../../core/words.ts';
import type { Fields } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { DeskRequest } from '../desk-options.ts';

export type WeekdayField = `weekday-${number}`;

/** A box for each day of the week, of which none is ticked where all are meant. */
export function weekdayBoxes(
  { words, calendar }: Pick<DeskRequest, 'words' | 'calendar'>,
  { checkbox }: Pick<Fields<WeekdayField>, 'checkbox'>,
  legend: string,
  ticked: readonly number[] = [],
): Html {
  const boxes = weekOf(calendar.today()).map((day, index) =>
    checkbox(`weekday-${index + 1}`, {
      label: asHeading(words.weekday(day)),
      value: ticked.includes(index + 1) ? 'on' : undefined,
    }),
  );
  return html`
    <fieldset>
      <legend>${legend}</legend>
      <div class="in-a-row">
        ${boxes}
      </div>
    </fieldset>
  `;
}

type Ticks = Readonly<Partial<Record<WeekdayField, string | undefined>>>;

/** ISO 8601 weekdays; left out: all of them, or none, were ticked. */
export function tickedWeekdays(values: Ticks): { readonly weekdays?: readonly number[] } {
  const weekdays = ticksIn(values);
  return weekdays.length === 0 || weekdays.length === 7 ? {} : { weekdays };
}

export function isAnyTicked(values: Ticks): boolean {
  return ticksIn(values).length > 0;
}

function ticksIn(values: Ticks): number[] {
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => values[`weekday-${weekday}`] !== undefined);
}

/** What the boxes hold when those days are ticked. */
export function weekdayValues(
  weekdays: readonly number[],
): Readonly<Record<WeekdayField, string | undefined>> {
  return Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => [
      `weekday-${weekday}`,
      weekdays.includes(weekday) ? 'on' : undefined,
    ]),
  );
}

/** "Saturday and Sunday" */
export function weekdaysInWords(
  { words, calendar }: Pick<DeskRequest, 'words' | 'calendar'>,
  weekdays: readonly number[],
): string {
  const week = weekOf(calendar.today());
  return words.list(week.filter((_, index) => weekdays.includes(index + 1)).map((day) => words.weekday(day)));
}
