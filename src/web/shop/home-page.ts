import { weekOf } from '../../core/calendar-day.ts';
import { asHeading } from '../../core/words.ts';
import { getWeek, type Week } from '../../hours/index.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { everyPrice, getGeneralOffer, type Offer, salesUntil } from '../../offers/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import { wordTexts } from '../../pages/texts.ts';
import { todaysHours } from './hours.ts';
import { inReadersLanguage, offerInWords, offersAhead, placesIfFew, pricesList } from './offers.ts';
import { AT_TOP, pictureTags, pictureWithCredit, shownPictures } from './pictures.ts';
import { datesByEvent, programmeList, shownDates, shownEvents } from './programme-list.ts';
import { sharedShopPage } from './shop-page.ts';
import { shopTexts } from './shop-texts.ts';
import { museumGraph } from './structured-data.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** How many days stand beside the field for the day. */
const NEXT_DAYS = 6;

/** The first page for visitors: today's hours, ways to buy, and what is on. */
export async function homePage(visitor: Visitor): Promise<TextAnswer> {
  const { shop, language } = visitor;
  const { store, seller, terms } = shop;
  const [hours, offers, general, week] = await Promise.all([
    todaysHours(visitor),
    offersAhead(shop),
    getGeneralOffer(store, seller, terms),
    getWeek(store, seller),
  ]);
  const events = datesByEvent(await inReadersLanguage(visitor, offers));
  const pictures = await shownPictures(visitor, ['museum', ...shownEvents(events)]);
  const picture = pictures.get('museum');
  const say = shopTexts(language);
  const main = html`
    ${pictureWithCredit(picture, AT_TOP)}
    <section class="buy" aria-labelledby="tickets">
      <h2 id="tickets">${say('tickets')}</h2>
      ${chooseDay(visitor)}
      ${nextDays(visitor, offers)}
      <h3>${wordTexts(language)('generalEntry')}</h3>
      ${pricesList(visitor, general.prices)}
    </section>
    <section aria-labelledby="programme">
      <h2 id="programme">${say('whatsOn')}</h2>
      ${programmeList(visitor, events, pictures)}
    </section>
    <section class="visit-us" aria-labelledby="hours">
      <h2 id="hours">${say('openingHours')}</h2>
      ${weekTable(visitor, week)}
      ${addressOf(visitor)}
    </section>
  `;
  return sharedShopPage(visitor, {
    title: shop.settings.now.name,
    lead: hours.map((line) => html`<span>${line}</span> `),
    main,
    canonical: '/',
    head: [
      pictureTags(visitor, picture),
      museumGraph(visitor, { week, dates: shownDates(events), pictures }),
    ],
  });
}

function chooseDay({ shop: { terms }, language, hasChosen }: Visitor): Html {
  const say = shopTexts(language);
  const today = terms.calendar.today();
  const day = attributes({ value: today, min: today, max: salesUntil(terms) });
  return html`
    <form class="choose" action="/visit">
      ${hasChosen && html`<input type="hidden" name="language" value="${language}">\n`}
      <label for="date">${say('day')}</label>
      <input type="date" id="date" name="date" required${day}>
      <button class="action">${say('chooseDay')}</button>
    </form>
  `;
}

/** General entry on the next days, each a link to its tickets. */
function nextDays(visitor: Visitor, offers: readonly Offer[]): Html {
  const { words, language, shop } = visitor;
  const say = shopTexts(language);
  const today = shop.terms.calendar.today();
  const days = offers.filter(({ event }) => event === undefined).slice(0, NEXT_DAYS);
  const items = days.map((offer) => {
    const { day, onSale } = offer;
    const name = day === today ? say('today') : asHeading(words.nearDate(day));
    const what = onSale
      ? (placesIfFew(visitor, offer) ?? priceFrom(visitor, offer))
      : offerInWords(visitor, offer);
    const text = html`<b>${name}</b> <small>${what}</small>`;
    return onSale
      ? html`<li><a href="${addressFor(visitor, '/visit', { date: day })}">${text}</a></li>\n`
      : html`<li><span>${text}</span></li>\n`;
  });
  return html`<ul class="days" aria-label="${say('nextDays')}">${items}</ul>`;
}

function priceFrom({ language, words }: Visitor, offer: Offer): string {
  const { priceCents } = offer;
  const prices = everyPrice(offer);
  if (prices.length === 1) return words.price({ priceCents });
  const dearest = Math.max(...prices.map((price) => price.priceCents));
  if (dearest === 0) return words.price({ priceCents: 0 });
  const least = Math.min(...prices.map((price) => price.priceCents).filter((cents) => cents > 0));
  return shopTexts(language)('from', { price: words.price({ priceCents: least }) });
}

function weekTable({ words, language, shop: { terms } }: Visitor, week: Week): Html {
  const days = weekOf(terms.calendar.today()).map((day, index) => {
    const opening = week[index];
    const hours = opening ? `${opening.timeOpen}–${opening.timeClose}` : shopTexts(language)('closed');
    return [asHeading(words.weekday(day)), hours] as const;
  });
  return factList('week', days);
}

function addressOf({ language, shop: { settings } }: Visitor): Html | undefined {
  const { name, address } = settings.now;
  if (address === null) return undefined;
  return html`
    <h3>${shopTexts(language)('address')}</h3>
    <address>${name}<br>${inLines(address)}</address>
  `;
}

function inLines(address: string): Html[] {
  return address.split(/\s*[\n,]\s*/).map((line, index) => html`${index > 0 && html`<br>`}${line}`);
}
