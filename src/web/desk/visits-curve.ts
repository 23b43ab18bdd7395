import type { QuarterHourOccupancy } from '../../gate/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { folded } from '../../pages/parts.ts';
import { type Column, table } from '../../pages/table.ts';
import type { Language, Words } from '../../pages/texts.ts';
import { bars } from './bars.ts';
import { todayTexts } from './today-texts.ts';

const QUARTER = 15 * 60_000;
const A_DAY = 96 * QUARTER;

/** Arrivals and departures by quarter-hour: as a bar chart, and as a table for screen readers and print. */
export function visitsCurve(
  language: Language,
  words: Words,
  counted: readonly QuarterHourOccupancy[],
): Html {
  const say = todayTexts(language);
  const quarters = withoutGaps(words, counted);
  if (quarters.length === 0)
    return html`
      <h2>${say('visits')}</h2>
      <p class="quiet">${say('noVisits')}</p>
    `;
  const most = quarters.reduce((one, other) => (other.in > one.in ? other : one));
  const summary = say('mostAt', { time: most.from, number: most.in });
  const came = quarters.map(({ in: count }) => count);
  const columns: Column<QuarterHourOccupancy>[] = [
    { head: say('from'), cell: ({ from }) => from },
    { head: say('cameIn'), cell: (quarter) => words.number(quarter.in), isNumber: true },
    { head: say('wentOut'), cell: (quarter) => words.number(quarter.out), isNumber: true },
  ];
  return html`
    <h2>${say('visits')}</h2>
    <figure class="curve">
      ${bars(came, summary, { words: hoursBelow(quarters), isNow: quarters.length - 1 })}
      <figcaption>${summary}</figcaption>
    </figure>
    ${folded(say('asTable'), table(say('visits'), counted, columns))}
  `;
}

/** Labels the first quarter-hour and each full hour. Labels are wider than bars, so the first yields to an hour beside it. */
function hoursBelow(quarters: readonly QuarterHourOccupancy[]): (string | false)[] {
  const isHour = (index: number) => quarters[index]?.from.endsWith(':00') === true;
  return quarters.map(({ from }, index) => (index === 0 || isHour(index)) && !isHour(index + 1) && from);
}

/** Adds the quarter-hours in which nobody passed, but not the days before a late departure. */
function withoutGaps(words: Words, counted: readonly QuarterHourOccupancy[]): QuarterHourOccupancy[] {
  return counted.flatMap((quarter, index) => {
    const gap = quarter.at - (counted[index - 1] ?? quarter).at;
    const empty = gap < A_DAY ? Math.max(0, gap / QUARTER - 1) : 0;
    const between = Array.from({ length: empty }, (_, place) => {
      const at = quarter.at - (empty - place) * QUARTER;
      return { at, from: words.time(at), in: 0, out: 0 };
    });
    return [...between, quarter];
  });
}
