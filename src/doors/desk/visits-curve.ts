import type { QuarterHourOccupancy } from '../../gate/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import type { Language, Words } from '../../pages/texts.ts';
import { todayTexts } from './today-texts.ts';

const MINUTES_A_DAY = 24 * 60;
const QUARTER = 15;
const BAR = 28;
const HEIGHT = 100;

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
${bars(quarters, most.in, summary)}
<figcaption>${summary}</figcaption>
</figure>
<details>
<summary>${say('asTable')}</summary>
${table(say('visits'), columns, rows, say('noVisits'))}</details>
`;
}

function bars(quarters: readonly QuarterHourOccupancy[], most: number, label: string): Html {
  const width = quarters.length * BAR;
  const shown = quarters.map(({ in: count }, index) => {
    const height = most === 0 ? 0 : Math.round((count / most) * HEIGHT);
    const last = index === quarters.length - 1;
    const place = { x: index * BAR, y: HEIGHT - height, width: BAR - 5, height };
    return html`<rect${attributes({ ...place, class: last ? 'now' : undefined })}/>`;
  });
  const hours = quarters.map(
    ({ from }, index) =>
      (from.endsWith(':00') || index === 0) &&
      html`<text${attributes({ x: index * BAR, y: HEIGHT + 16 })}>${from}</text>`,
  );
  const size = { viewBox: `0 0 ${Math.max(width, 32 * BAR)} ${HEIGHT + 20}` };
  return html`<svg role="img"${attributes({ 'aria-label': label, ...size })}>${shown}${hours}</svg>`;
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
