import { asHeading } from '../../core/words.ts';
import type { Offer } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { offerInWords, placesIfFew, priceFrom } from './offers.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** How many days stand side by side. */
const NEXT_DAYS = 7;

/** General entry on the next days, each a link to its tickets: the first with some is the main way on. */
export function daysAhead(visitor: Visitor, offers: readonly Offer[]): Html {
  const days = offers.filter(({ event }) => event === undefined).slice(0, NEXT_DAYS);
  const first = days.find(({ onSale }) => onSale);
  const usual = mostFrequent(days.flatMap(({ opening }) => opening?.timeClose ?? []));
  const items = days.map((offer) => {
    const closes = offer.opening?.timeClose;
    const late = closes === usual ? undefined : closes;
    return html`<li>${dayCell(visitor, offer, { isFirst: offer === first, late })}</li>\n`;
  });
  return html`<ul class="days" aria-label="${shopTexts(visitor.language)('nextDays')}">${items}</ul>`;
}

function dayCell(
  visitor: Visitor,
  offer: Offer,
  { isFirst, late }: { readonly isFirst: boolean; readonly late: string | undefined },
): Html {
  const { words, language, shop } = visitor;
  const { day, onSale } = offer;
  const say = shopTexts(language);
  const isToday = day === shop.terms.calendar.today();
  const weekday = isToday ? say('today') : asHeading(words.weekday(day));
  const name = html`
    <span class="day-name">${isToday && `${say('today')}, `}${words.dayOfYear(day)}</span>
    <span class="tile" aria-hidden="true">${weekday}<b>${Number(day.slice(8))}</b></span>
  `;
  if (!onSale)
    return html`<span class="shut">${name}<span class="what">${offerInWords(visitor, offer)}</span></span>`;
  const few = placesIfFew(visitor, offer);
  return html`
    <a${isFirst && html` class="first"`} href="${addressFor(visitor, '/visit', { date: day })}">
      ${name}
      <span class="what">
        ${few}
        ${late !== undefined && html`<span>${say('openUntil', { time: late })}</span>`}
        <span>${priceFrom(visitor, offer)}</span>
      </span>
    </a>
  `;
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, same]) => [text, same.length] as const);
  return counts.sort(([, one], [, other]) => other - one)[0]?.[0];
}
