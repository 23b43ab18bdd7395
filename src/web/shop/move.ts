import type { MoveCost } from '../../checkout/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { otherLanguage } from '../../core/other-language.ts';
import { Refusal } from '../../core/refusal.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { eventIn, GENERAL, type Offer, type Product, salesUntil } from '../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { siteAssets } from '../../pages/layout.ts';
import { wordTexts } from '../../pages/texts.ts';
import type { Ticket } from '../../tickets/index.ts';
import { LOST } from './give-back.ts';
import { type MoveChoice, newPricesInWords, SHOWN, shownIn, whatItCosts } from './move-cost.ts';
import { offerInWords, shopOffers, timesToCome } from './offers.ts';
import { ticketInWords } from './order-tickets.ts';
import { ORDER_HEADERS, type OrderView, orderIdIn, readOrder } from './order-view.ts';
import { onlineWays, payForm } from './pay-form.ts';
import { visitorsSentence } from './refusals.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { shopPage } from './shop-page.ts';
import { shopRefusalsTexts } from './shop-refusals-texts.ts';
import { timeChoice } from './time-choice.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

/** The path of the page. */
export const MOVE = '/move';
/** What is moved: general entry, or an event. */
const OF = 'of';
/** What is for sale of it that day; undefined: nothing. */
interface Chosen extends MoveChoice {
  readonly offer: Offer | undefined;
  /** What the move costs; undefined: not all is chosen yet. */
  readonly cost?: MoveCost | undefined;
}

/** The tickets of an order that its buyer can move, and where to. */
export async function showMove(visitor: Visitor): Promise<Answer> {
  const view = await readOrder(visitor);
  const products = productsIn(view);
  const product = products.find((each) => each === view.query.get(OF)) ?? products[0];
  if (product === undefined) return seeOther(view.at(''));
  const [first] = ofProduct(view, product);
  const day = parseCalendarDay(view.query.get('date') ?? '') ?? dayFor(view, first as Ticket);
  const choice = { product, tickets: [], day, entryTime: undefined };
  return movePage(view, { ...choice, offer: await offerOf(view, choice) });
}

/** Moves the ticked tickets if the page has said what that costs; else it says that first. */
export async function sendMove(visitor: Visitor): Promise<Answer> {
  const { shop, request } = visitor;
  const form = formOf(request);
  const view = await readOrder(visitor);
  if (form.get('step') === 'drop') {
    await shop.checkout.dropMove(view.order.orderId, request.id);
    return seeOther(view.at(''));
  }
  const choice = choiceIn(view, form);
  if (choice === undefined) return seeOther(view.at(''));
  const offer = await offerOf(view, choice);
  const chosen = { ...choice, offer };
  if (form.get('step') === 'show') return movePage(view, chosen);
  const faults = faultsIn(view, chosen, form);
  if (Object.values(faults).some((fault) => fault !== undefined)) return movePage(view, chosen, { faults });
  try {
    return await moveOrSay(visitor, view, chosen, form.get(SHOWN) ?? '');
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'order-not-found') throw error;
    request.refused = error;
    const now = await readOrder(visitor);
    if (!isMovable(now)) return seeOther(now.at(''));
    const { sentence, status, headers } = visitorsSentence(error, now);
    const fault = LOST.includes(error.kind) ? shopOrderTexts(now.language)('ticketsChanged') : sentence;
    return movePage(now, chosen, {
      fault,
      status: fault === sentence ? status : 409,
      ...(headers && { headers }),
    });
  }
}

/** @param shown what the page has said */
async function moveOrSay(visitor: Visitor, view: OrderView, choice: Chosen, shown: string): Promise<Answer> {
  const { shop, request } = visitor;
  const { tickets, day, entryTime } = choice;
  const say = shopOrderTexts(view.language);
  const orderId = orderIdIn(visitor);
  const ticketIds = tickets.map(({ ticketId }) => ticketId);
  const wish = { ticketIds, day, entryTime };
  const told = shownIn(shown, choice);
  const cost = told ?? (await shop.checkout.moveCost(orderId, wish));
  if (cost === undefined) return movePage(view, choice, { faults: { date: notSold(view, day) } });
  if (cost.toPay > 0 && onlineWays(view).length === 0)
    return movePage(view, choice, {
      fault: say('dearerAtMuseum', { amount: view.words.money(cost.toPay, view.order.currency) }),
    });
  if (told === undefined) return movePage(view, { ...choice, cost });
  const mover = { orderId, language: view.order.language, email: view.email, address: request.ip };
  if ((await shop.checkout.move(mover, { wish, shown: cost }, request.id)) !== 'changed')
    return seeOther(view.at(''));
  const now = await shop.checkout.moveCost(orderId, wish);
  const isDearer = now !== undefined && now.prices.join() !== cost.prices.join();
  const fault = isDearer ? say('priceNow', { price: newPricesInWords(view, now) }) : say('refundChanged');
  return movePage(view, { ...choice, cost: now }, { fault, status: 409 });
}

function choiceIn(view: OrderView, form: URLSearchParams): MoveChoice | undefined {
  const product = productsIn(view).find((each) => each === form.get(OF)) ?? productsIn(view)[0];
  // Also those that have been moved: pressed once more, nothing is moved again.
  const all = view.tickets.map(({ ticket }) => ticket);
  const tickets = all.filter(
    (ticket) => form.has(ticket.confirmationCode) && ticket.product === (product ?? ticket.product),
  );
  const meant = product ?? tickets[0]?.product;
  const [first] = all;
  if (meant === undefined || first === undefined) return undefined;
  const day = parseCalendarDay(form.get('date') ?? '') ?? dayFor(view, first);
  return { product: meant, tickets, day, entryTime: form.get('time') || undefined };
}

/** The products of tickets that can be moved: general entry, and events. */
function productsIn({ movable }: OrderView): Product[] {
  const possible = movable.filter(({ because }) => because === undefined);
  return [...new Set(possible.map(({ ticket }) => ticket.product))];
}

/** Whether any ticket can be moved. */
export function isMovable(view: OrderView): boolean {
  return productsIn(view).length > 0;
}

function ofProduct({ movable }: OrderView, product: Product): Ticket[] {
  return movable.flatMap(({ ticket, because }) =>
    because === undefined && ticket.product === product ? ticket : [],
  );
}

/** That of the ticket, unless it is over. */
function dayFor({ shop }: OrderView, { day }: Ticket): CalendarDay {
  const today = shop.terms.calendar.today();
  return day < today ? today : day;
}

async function offerOf({ shop }: OrderView, { product, day }: MoveChoice): Promise<Offer | undefined> {
  const eventId = eventIn(product); // it may be unlisted
  const which = eventId === null ? ({ ticketType: 'general' } as const) : { eventId };
  return (await shopOffers(shop, { from: day, to: day, ...which }))[0];
}

function faultsIn(
  view: OrderView,
  { tickets, day, entryTime, offer }: Chosen,
  form: URLSearchParams,
): Readonly<Record<string, string | undefined>> {
  const [say, visit] = [shopOrderTexts(view.language), visitTexts(view.language)];
  const [first] = productsIn(view).flatMap((product) => ofProduct(view, product));
  const times = offer && timesToCome(offer);
  const isSame = tickets.every((each) => each.day === day && each.entryTime === (entryTime ?? null));
  const isRead = parseCalendarDay(form.get('date') ?? '') !== undefined;
  if (tickets.length === 0) return { [first?.confirmationCode ?? 'date']: say('tickSome') };
  if (!isRead) return { date: visit('dayFault', { day }) };
  if (isSame && shownIn(form.get(SHOWN) ?? '', { tickets, day, entryTime }) === undefined)
    return { date: say('sameVisit') };
  const isElsewhere = tickets.some((each) => each.day !== day);
  if (offer === undefined || (!offer.onSale && isElsewhere)) return { date: notSold(view, day, offer) };
  if (times === undefined) return {};
  if (entryTime === undefined) return { time: visit('timeFault') };
  const isThere = times.some((time) => time.entryTime === entryTime);
  return { time: isThere ? undefined : visit('timeGone', { time: entryTime }) };
}

function notSold({ language, words, shop: { terms } }: OrderView, day: CalendarDay, offer?: Offer): string {
  const say = shopRefusalsTexts(language);
  const last = salesUntil(terms);
  if (day < terms.calendar.today()) return say('datePast', { day: asHeading(words.day(day)) });
  if (day > last) return say('tooFarAhead', { day: words.day(last) });
  if (offer === undefined) return visitTexts(language)('nothing', { day: words.day(day) });
  return say(offer.closed === undefined ? 'soldOut' : 'museumClosed', { day: words.day(day) });
}

function movePage(view: OrderView, chosen: Chosen, submitted: Submitted<string> = {}): Answer {
  const { language, words, order, shop, events } = view;
  const { product, tickets, day, entryTime, offer, cost } = chosen;
  const say = shopOrderTexts(language);
  const possible = ofProduct(view, product);
  const ticked = possible.filter(({ number }) => tickets.some((each) => each.number === number));
  const values = {
    ...Object.fromEntries(ticked.map(({ confirmationCode }) => [confirmationCode, 'on'])),
    date: day,
    time: entryTime,
  };
  const fields = fieldsOf<string>(language, { ...submitted, values });
  const box = (ticket: Ticket) =>
    fields.checkbox(ticket.confirmationCode, {
      label: html`<span translate="no">${ticket.confirmationCode}</span>`,
      hint: ticketInWords(view, ticket, ['what', 'day', 'time', 'category', 'price']),
    });
  const dates = events.get(product)?.event.dates.filter((date) => date >= shop.terms.calendar.today());
  const date = {
    label: visitTexts(language)('day'),
    hint: dates
      ?.slice(0, MOST_DATES)
      .map((each) => words.day(each))
      .join(' · '),
    with: { type: 'date', required: true, min: shop.terms.calendar.today(), max: salesUntil(shop.terms) },
  };
  const main = html`
    ${otherProducts(view, product)}
    <form method="post" action="${view.at(MOVE)}" class="change">
      <input type="hidden" name="${OF}" value="${product}">
      <fieldset>
        <legend>${say('whichToMove')}</legend>
        ${possible.map(box)}
      </fieldset>
      ${fields.input('date', date)}
      <p class="show"><button name="step" value="show" formnovalidate>${visitTexts(language)('showDay')}</button></p>
      <p class="where"><span>${asHeading(words.day(day))}</span> ${offer && offerInWords(view, offer)}</p>
      ${timesOf(view, chosen, submitted.faults?.time)}
      ${cost === undefined ? html`<p class="quiet">${say('moveFirst')}</p>` : whatItCosts(view, chosen, cost)}
      <p class="actions">
        <button class="action">${say('moveNow')}</button>
        <a class="button" href="${view.at('')}">${say('keepTickets')}</a>
      </p>
    </form>
  `;
  return shopPage(
    view,
    {
      title: say('move'),
      lead: html`${say('code')} <strong translate="no">${order.orderCode}</strong>`,
      main,
      form: fields,
      scripts: [siteAssets.address('double-click.js')],
    },
    ORDER_HEADERS,
  );
}

/** So many dates of an event are listed. */
const MOST_DATES = 12;

/** Links to what else of the order can be moved. */
function otherProducts(view: OrderView, shown: Product): Html | undefined {
  const others = productsIn(view).filter((product) => product !== shown);
  if (others.length === 0) return undefined;
  const path = `/order/${view.shop.secrets.secretOf(view.order.orderId)}${MOVE}`;
  const link = (product: Product) => {
    const event = view.events.get(product)?.event;
    const name = product === GENERAL ? wordTexts(view.language)('generalEntry') : event?.name;
    const lang = otherLanguage(view.language, event?.languages.name);
    const to = attributes({ href: addressFor(view, path, { [OF]: product }), dir: 'auto', lang });
    return html`<li><a${to}>${name}</a></li>\n`;
  };
  return html`
    <p>${shopOrderTexts(view.language)('moveElse')}</p>
    <ul>${others.map(link)}</ul>
  `;
}

function timesOf(view: OrderView, { offer, entryTime }: Chosen, fault: string | undefined): Html | undefined {
  if (offer?.times === undefined) return undefined;
  const isWrong = fault !== undefined;
  const line = isWrong && html`<p class="fault" id="time-fault">${fault}</p>\n`;
  const described = { describedBy: isWrong && ('time-fault' as const), line };
  return timeChoice(view, offer, { field: 'time', chosen: entryTime, ...described });
}

/** The move that is to be paid: by when, how, and how to leave it. */
export function payMove(view: OrderView): Html | undefined {
  const { language, words, order, openMove } = view;
  if (openMove === undefined) return undefined;
  const { hold, cents } = openMove;
  const say = shopOrderTexts(language);
  const [first] = hold.items;
  const visit = first && [words.day(first.day), first.entryTime].filter(Boolean).join(', ');
  const time = words.instant(hold.expiresAt ?? 0);
  return html`
    <section class="pay">
      <h2>${say('move')}</h2>
      <p>${say('movePay', { count: hold.items.length, visit: visit ?? '', price: words.money(cents, order.currency), time })}</p>
      ${payForm(view, onlineWays(view), { cents }, true)}
      <form method="post" action="${view.at(MOVE)}">
        <button name="step" value="drop">${say('keepTickets')}</button>
      </form>
    </section>
  `;
}
