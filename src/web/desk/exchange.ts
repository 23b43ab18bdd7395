import { randomUUID } from 'node:crypto';
import { timeFieldOf, wantedItems } from '../../basket/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { Refusal, type RefusalKind } from '../../core/refusal.ts';
import { asHeading, labelled } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { everyPrice, listOffers, type Offer, pricesAt, type TimeOffer } from '../../offers/index.ts';
import { type AccountFacts, differenceFor, findAccount, type WantedItem } from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { type Amount, methodToRefund, PAYMENT_METHODS, type PaymentMethod } from '../../payments/index.ts';
import {
  ADMITS_TO,
  factLine,
  factTexts,
  getTicket,
  orderOf,
  type Ticket,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import { type ClosedDay, closedOn } from './calendar/closed-day.ts';
import { chooseDay, showsAnotherDay } from './choose-day.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { done } from './done.ts';
import { nameAndPlaceText } from './event-name.ts';
import { placesInWords } from './figure-fields.ts';
import { formOnce, hashedItem } from './form-once.ts';
import { pathId, ticketAddress } from './links.ts';
import { faultsAmong, formTo, postForm } from './post-form.ts';
import { methodOptions, NOTHING } from './refund-fields.ts';
import { sentenceOf } from './refusals.ts';
import { usualTime } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';
import { settlementInWords, ticketTexts } from './ticket-texts.ts';
import { reasonFault, reasonIn, reasonInput } from './void-form.ts';

/** `time.` and the product: the entry time of that offer. */
type Name = 'what' | 'category' | `time.${string}` | 'reason' | 'money' | 'date' | 'key';

const MONEY = [NOTHING, ...PAYMENT_METHODS] as const;

/** An exchange that somebody is putting together: one ticket for another, all or nothing. */
interface Exchange {
  readonly record: TicketRecord;
  readonly day: CalendarDay;
  readonly closed: ClosedDay | undefined;
  readonly offers: readonly Offer[];
  /** How the money of its order stands. */
  readonly account: AccountFacts;
  /** By which method its difference goes back, if a payment is recorded. */
  readonly refundWay: PaymentMethod | undefined;
}

async function begin(desk: DeskRequest, date: string | null | undefined): Promise<Exchange> {
  const ticketId = pathId(desk.request, 'ticketId');
  const record = await getTicket(desk.store, desk.actor, ticketId, await desk.days.current());
  const [today, ofTicket] = [desk.calendar.today(), record.ticket.day];
  const day = parseCalendarDay(date ?? '') ?? (ofTicket > today ? ofTicket : today);
  const [closed, offers, { facts: account, payments }] = await Promise.all([
    closedOn(desk, day),
    listOffers(desk.store, desk.actor, { from: day, to: day }, desk.terms),
    findAccount(desk.store, orderOf(record.ticket)),
  ]);
  return { record, day, closed, offers, account, refundWay: methodToRefund(payments) };
}

/** The form that exchanges a ticket. */
export async function showExchange(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const begun = await begin(desk, submitted?.values?.date ?? desk.query.get('date'));
  return exchangePage(desk, begun, submitted);
}

export const exchange = postForm<Name>(
  async (desk, { form, values, again }) => {
    if (showsAnotherDay(form)) return again();
    const begun = await begin(desk, values.date);
    const chosen = chosenBy(desk, begun, values);
    if ('wrong' in chosen) return again(chosen.wrong);
    const made = await exchangeFor(desk, { ...chosen, key: values.key ?? '' }, begun);
    return done(ticketAddress(made), 'ticketExchanged');
  },
  showExchange,
  (error, { language, words }, { values: { what = '' } }) => {
    if (!(error instanceof Refusal)) return undefined;
    const field = fieldAbout(error, what);
    const { status, sentence } = sentenceOf(error, language, words);
    return field && { faults: { [field]: sentence }, status };
  },
);

/** The field that a refusal of the exchange is about. */
function fieldAbout({ kind, facts }: Refusal, what: string): Name | undefined {
  const time = `time.${what}` as const;
  const fields: { readonly [Kind in RefusalKind]?: Name } = {
    'sold-out': 'entryTime' in facts && facts.entryTime !== undefined ? time : 'what',
    'no-such-entry-time': time,
    'time-over': time,
    'category-not-sold': 'category',
    'refund-too-high': 'money',
  };
  return fields[kind];
}

/** What the form asks for. */
interface Chosen {
  readonly offer: Offer;
  readonly category: string;
  readonly entryTime?: string;
  readonly reason?: string;
  /** What is paid, or paid back; neither: the difference is not settled. */
  readonly payment?: Amount;
  readonly refund?: Amount;
}

function chosenBy(
  desk: DeskRequest,
  begun: Exchange,
  values: { readonly [Field in Name]?: string | undefined },
): Chosen | { readonly wrong: Submitted<Name> } {
  const { language, words, currency } = desk;
  const { offers, day, account } = begun;
  const { ticket } = begun.record;
  const [say, sayDesk] = [ticketTexts(language), deskTexts(language)];
  const offer = offers.find(({ product }) => product === values.what);
  const reason = values.reason ? reasonIn(values.reason) : '';
  const category = values.category || ticket.category;
  const entryTime = offer?.times && values[timeFieldOf(offer.product)];
  const price = offer && pricesAt(offer, entryTime).find((each) => each.category === category);
  const needsTime = offer?.times !== undefined && !entryTime;
  // Where the currencies differ, both prices are settled, of which nothing is recorded.
  const more = price === undefined ? 0 : differenceFor(account, [[ticket.ticketId, price.priceCents]]);
  const isSettled = more === 0 || ticket.currency !== currency;
  const money = MONEY.find((each) => each === values.money);
  const wrong = faultsAmong<Name>({
    what: offer === undefined && say('exchangeFault'),
    ...(offer && {
      [timeFieldOf(offer.product)]: needsTime && sayDesk('entryTimeNeeded', { day: words.day(day) }),
      category: price === undefined && notSold(desk, begun, category),
    }),
    reason: reason === undefined && reasonFault(desk),
    // Online is only chosen because money usually goes back as it came.
    money: !isSettled && (money === undefined || (money === 'online' && more > 0)) && say('differenceFault'),
  });
  if (wrong !== undefined || offer === undefined || reason === undefined) return { wrong: wrong ?? {} };
  const method = isSettled || money === NOTHING ? undefined : money;
  const amount = method && { method, cents: Math.abs(more) };
  return {
    ...{ offer, category },
    ...(reason && { reason }),
    ...(entryTime && { entryTime }),
    ...(amount && (more > 0 ? { payment: amount } : { refund: amount })),
  };
}

async function exchangeFor(
  desk: DeskRequest,
  { offer, category, entryTime, key, ...rest }: Chosen & { readonly key: string },
  { record: { ticket } }: Exchange,
): Promise<string> {
  const [item] = wantedItems([{ offer, count: 1, category, entryTime }]) as [WantedItem];
  const { quantity: _one, ...instead } = item;
  const { ticketId } = ticket;
  const asked = { ticketId, ...instead, category, ...rest };
  const idOf = (made: Ticket) => made.ticketId;
  const outcome = await desk.till.exchange(
    desk.actor,
    orderOf(ticket),
    { ...asked, ticketIds: [ticketId], entryTime: instead.entryTime ?? null },
    {
      read: async (_, [made]) => made as Ticket,
      once: formOnce(desk, 'exchange', key, hashedItem(asked), idOf),
    },
  );
  return 'kept' in outcome ? outcome.kept : idOf(outcome);
}

/** The chosen offer's field, by default that of the old ticket; empty when it is not on sale on the day. */
function chosenIn(ticket: Ticket, offers: readonly Offer[], submitted: Submitted<Name> = {}): string {
  const what = submitted.values?.what || ticket.product;
  return offers.some(({ product }) => product === what) ? what : '';
}

function exchangePage(desk: DeskRequest, begun: Exchange, submitted?: Submitted<Name>): Answer {
  const { language, words } = desk;
  const { record, day, refundWay } = begun;
  const { ticket } = record;
  // Its own place is free again for the new ticket.
  const offers = begun.offers.filter((offer) => offer.onSale || (offer.left === 0 && isOwn(ticket, offer)));
  const say = ticketTexts(language);
  const what = chosenIn(ticket, offers, submitted);
  const { reason, category, money = refundWay } = submitted?.values ?? {};
  const wanted = category ?? ticket.category;
  const values = {
    ...submitted?.values,
    ...timesIn(begun, submitted),
    what,
    reason,
    category: wanted,
    money,
  };
  const fields = fieldsOf<Name>(language, { ...submitted, values });
  const options = offers.map((offer) => ({
    value: offer.product,
    text: offerInWords(desk, begun, offer, wanted),
  }));
  const choices = html`
    ${fields.choice('what', { label: say('exchangeFor'), options })}
    ${timeFields(desk, fields, offers, ticket)}
    ${categoryField(desk, fields, offers, wanted)}
    ${reasonInput(desk, fields, 'reason', { isOptional: true })}
    ${ticket.currency === desk.currency && moneyField(desk, fields, begun, offers)}
    <button class="action">${say('exchange')}</button>
  `;
  const kept = Object.entries({ reason, category, money }).filter(([, value]) => value);
  const nothing = html`
    <p id="what">${sellTexts(language)('nothing', { day: words.day(day) })}</p>
    ${kept.map(([name, value]) => html`<input type="hidden"${attributes({ name, value })}>\n`)}
  `;
  const isOffered = offers.length > 0;
  // The first button is what Enter presses: not the one that shows another day.
  const content = html`
    ${isOffered && html`<button hidden>${say('exchange')}</button>`}
    ${fields.hidden('key', randomUUID())}
    ${chooseDay(language, day, begun.closed)}
    <h2>${asHeading(words.day(day))}</h2>
    ${isOffered ? choices : nothing}
  `;
  return deskPage(
    { ...desk, query: new URLSearchParams({ date: day }) },
    {
      title: labelled(language, say('exchange'), ticket.confirmationCode),
      lead: factLine(ticketFacts(record, words), [...ADMITS_TO, 'price']),
      main: html`
        <p>${say('exchangeMeans')}</p>
        ${formTo(desk, `${ticketAddress(ticket.ticketId)}/exchange`, content)}
      `,
      here: '/desk/tickets',
      form: fields,
      scripts: [deskAssets.address('choose-day.js')],
    },
  );
}

/** An offer with what it costs in that category, what is paid or goes back, and what is left. */
function offerInWords(desk: DeskRequest, begun: Exchange, offer: Offer, category: string): string {
  const { language, words, currency } = desk;
  const { ticket } = begun.record;
  const { event, prices, left } = offer;
  const found = prices.find((each) => each.category === category);
  const price = found && { ...found, currency };
  const costs = price
    ? [
        words.price(price),
        ...settlementInWords(language, words, {
          old: ticket,
          made: price,
          more: differenceFor(begun.account, [[ticket.ticketId, price.priceCents]]),
        }),
      ]
    : [notSold(desk, begun, category)];
  return [
    nameAndPlaceText(event ?? { name: wordTexts(language)('generalEntry') }),
    ...costs,
    labelled(language, sellTexts(language)('left'), placesInWords(desk, left)),
  ].join(' · ');
}

/** That the category is not sold there. It is one that is sold on the day, or the ticket's own. */
function notSold({ language }: Clerk, { record, offers }: Exchange, category: string): string {
  const known = [...offers.flatMap(everyPrice), ...(record.category ? [record.category] : [])];
  const found = known.find((each) => each.category === category);
  return deskTexts(language)('categoryNotSold', {
    category: found?.names[language] ?? found?.name ?? category,
  });
}

/** Whether the ticket is for this offer, at the time if one is given. */
function isOwn(ticket: Ticket, { product, day }: Offer, entryTime = ticket.entryTime): boolean {
  return product === ticket.product && day === ticket.day && entryTime === ticket.entryTime;
}

function isFree(ticket: Ticket, offer: Offer, { left, entryTime }: TimeOffer): boolean {
  return left !== 0 || isOwn(ticket, offer, entryTime);
}

/** The time of each offer with entry times: the one that was chosen, that of the old ticket, or the next. */
function timesIn(
  { record: { ticket }, offers }: Exchange,
  submitted: Submitted<Name> = {},
): Readonly<Record<string, string | undefined>> {
  const timed = offers.filter(({ times }) => times !== undefined);
  return Object.fromEntries(
    timed.map((offer) => {
      const { product, times = [] } = offer;
      const own = product === ticket.product ? ticket.entryTime : undefined;
      const wanted = submitted.values?.[timeFieldOf(product)] ?? own;
      const isOpen = times.some((time) => time.entryTime === wanted && isFree(ticket, offer, time));
      return [timeFieldOf(product), isOpen ? (wanted ?? undefined) : usualTime(offer)];
    }),
  );
}

/** The entry times of each offer that has some. */
function timeFields(
  { language }: Clerk,
  fields: Fields<Name>,
  offers: readonly Offer[],
  ticket: Ticket,
): Html[] {
  const say = sellTexts(language);
  return offers.flatMap((offer) => {
    const { product, event, times } = offer;
    if (times === undefined) return [];
    const what = event?.name ?? wordTexts(language)('generalEntry');
    const options = times
      .filter((time) => isFree(ticket, offer, time))
      .map(({ entryTime, left, isOver }) => {
        const places = left !== null && say('leftAtTime', { count: left });
        return {
          value: entryTime,
          text: [entryTime, places, isOver && say('timeOver')].filter(Boolean).join(' · '),
        };
      });
    return fields.select(timeFieldOf(product), { label: say('timeOf', { what }), options });
  });
}

/** The categories that are sold anywhere on the day, where there are several. */
function categoryField(
  { language }: Clerk,
  fields: Fields<Name>,
  offers: readonly Offer[],
  value: string,
): Html | undefined {
  const prices = new Map(offers.flatMap(everyPrice).map((price) => [price.category, price]));
  if (prices.size < 2 && prices.has(value)) return undefined;
  const options = [...prices.values()].map(({ category, name, names }) => {
    return { value: category, text: names[language] ?? name };
  });
  return fields.select('category', { label: factTexts(language)('category'), value, options });
}

/** How the difference is paid or paid back; nothing is asked where everything costs the same. */
function moneyField(
  { language }: Clerk,
  fields: Fields<Name>,
  { record: { ticket }, account }: Exchange,
  offers: readonly Offer[],
): Html | undefined {
  const isSame = offers.every((offer) =>
    everyPrice(offer).every(
      ({ priceCents }) => differenceFor(account, [[ticket.ticketId, priceCents]]) === 0,
    ),
  );
  if (isSame) return undefined;
  const say = ticketTexts(language);
  return fields.select('money', {
    label: say('difference'),
    hint: say('differenceHint'),
    options: methodOptions(language, say('noMoney')),
  });
}
