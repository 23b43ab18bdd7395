import type { QuarterHourOccupancy } from '../../gate/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import type { Language, Words } from '../../pages/texts.ts';
import { bars } from './bars.ts';
import { todayTexts } from './today-texts.ts';

const MINUTES_A_DAY = 24 * 60;
const QUARTER = 15;

/** Who came and went, by quarter-hour: as bars, and as a table for whoever reads or prints. */
export function visitsCurve(
  language: Language,
  words: Words,
  counted: readonly QuarterHourOccupancy[],
): Html {
  const say = todayTexts(language);
  const quarters = withoutGaps(counted);
  if (quarters.length === 0)
    return html`<h2>${say('visits')}</h2>\n<p class="quiet">${say('noVisits')}</p>\n`;
  const most = quarters.reduce((one, other) => (other.in > one.in ? other : one));
  const summary = say('mostAt', { time: most.from, number: most.in });
  const columns = [
    { text: say('from') },
    { text: say('cameIn'), isNumber: true },
    { text: say('wentOut'), isNumber: true },
  ];
  const rows = counted.map((each) => [each.from, words.number(each.in), words.number(each.out)]);
  return html`<h2>${say('visits')}</h2>
<figure class="curve">
${bars(
  quarters.map(({ in: count }) => count),
  summary,
  {
    words: quarters.map(({ from }, index) => (from.endsWith(':00') || index === 0) && from),
    isNow: quarters.length - 1,
  },
)}
<figcaption>${summary}</figcaption>
</figure>
<details>
<summary>${say('asTable')}</summary>
${table(say('visits'), columns, rows, say('noVisits'))}</details>
`;
}

/** With the quarter-hours in which nobody passed. */
function withoutGaps(counted: readonly QuarterHourOccupancy[]): QuarterHourOccupancy[] {
  const filled: QuarterHourOccupancy[] = [];
  for (const quarter of counted) {
    const before = filled.at(-1);
    const gap = before === undefined ? QUARTER : between(before.from, quarter.from);
    for (let minutes = QUARTER; minutes < gap; minutes += QUARTER) {
      filled.push({ from: later(before?.from ?? '', minutes), in: 0, out: 0 });
    }
    filled.push(quarter);
  }
  return filled;
}

function between(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from) + MINUTES_A_DAY) % MINUTES_A_DAY;
}

function later(from: string, minutes: number): string {
  const at = (minutesOf(from) + minutes) % MINUTES_A_DAY;
  return `${`${Math.floor(at / 60)}`.padStart(2, '0')}:${`${at % 60}`.padStart(2, '0')}`;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
