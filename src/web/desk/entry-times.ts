import { type Offer, slotKey, type TimeOffer } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { pairedBars, shareBar } from './bars.ts';
import type { Clerk } from './desk-page.ts';
import { entryTimesTexts } from './entry-times-texts.ts';

/** More are not written out one by one beside other figures. */
const FEW = 4;

/** "11:00, 14:30", or "09:00 to 17:00, 17 times" */
export function timesSpan({ language }: Clerk, times: readonly string[]): string {
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined || times.length <= FEW) return times.join(', ');
  return entryTimesTexts(language)('span', { first, last, count: times.length });
}

/**
 * What is sold and left at each entry time of a day, of everything that has any.
 * @param visits how many came, by the key of the slot; undefined: the day has not begun, or the reader may not know
 */
export function entryTimes(
  clerk: Clerk,
  offers: readonly Offer[],
  visits: ReadonlyMap<string, number> | undefined,
): Html | false {
  const timed = offers.filter(({ times = [] }) => times.length > 0);
  const parts = timed.map((offer, index) => timesOf(clerk, offer, visits, index === 0));
  return timed.length > 0 && html`<h2>${entryTimesTexts(clerk.language)('heading')}</h2>${parts}`;
}

interface TimeFigures extends TimeOffer {
  readonly came: number | undefined;
}

function timesOf(
  clerk: Clerk,
  { event, product, day, times = [] }: Offer,
  visits: ReadonlyMap<string, number> | undefined,
  open: boolean,
): Html {
  const figures = times.map((time): TimeFigures => {
    const came = visits && (visits.get(slotKey({ product, day, startsAt: time.entryTime })) ?? 0);
    return { ...time, came };
  });
  const { language } = clerk;
  const name = event?.name ?? wordTexts(language)('generalEntry');
  const span = timesSpan(
    clerk,
    times.map(({ entryTime }) => entryTime),
  );
  return html`
    <details class="timed"${attributes({ open })}>
      <summary><b dir="auto">${name}</b> ${span}</summary>
      ${visits && chart(clerk, figures)}
      <ol class="slots">${figures.map((each) => slotItem(clerk, each))}</ol>
    </details>
  `;
}

function slotItem({ language }: Clerk, { entryTime, capacity, sold, left, came, isOver }: TimeFigures): Html {
  const say = entryTimesTexts(language);
  const facts = [
    say('sold', { count: sold }),
    ...(came === undefined || (came === 0 && !isOver) ? [] : [say('came', { count: came })]),
    ...(left === null ? [] : [left === 0 ? say('soldOut') : say('left', { count: left })]),
  ];
  return html`
    <li>
      <b>${entryTime}</b>
      <span>${facts.join(' · ')}</span>${shareBar(sold, capacity)}
    </li>
  `;
}

/** What was sold for each time, and before it what has come. */
function chart({ language, words }: Clerk, figures: readonly TimeFigures[]): Html {
  const most = figures.reduce((one, other) => (other.sold > one.sold ? other : one));
  const say = entryTimesTexts(language);
  const summary = say('chart', { time: most.entryTime, number: words.number(most.sold) });
  const pairs = figures.map(({ sold, came = 0 }) => ({ expected: sold, come: came }));
  return html`
    <figure class="curve">
      ${pairedBars(pairs, summary, hoursBelow(figures))}
      <figcaption>${summary}</figcaption>
    </figure>
  `;
}

/** Labels the first time and each full hour; labels are wider than bars, so none is beside another. */
function hoursBelow(figures: readonly TimeFigures[]): (string | false)[] {
  let last = -2;
  return figures.map(({ entryTime }, index) => {
    if ((index > 0 && !entryTime.endsWith(':00')) || index - last < 2) return false;
    last = index;
    return entryTime;
  });
}
