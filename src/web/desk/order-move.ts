import { randomUUID } from 'node:crypto';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { listOffers, type Offer, pricesAt } from '../../offers/index.ts';
import { differenceFor, type ExchangeRequest, findAccount } from '../../orders/index.ts';
import type { Fields, Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { methodToRefund, PAYMENT_METHODS } from '../../payments/index.ts';
import type { Transaction } from '../../store/index.ts';
import { factTexts, type Ticket } from '../../tickets/index.ts';
import { type ClosedDay, closedOn } from './calendar/closed-day.ts';
import { chooseDay, showsAnotherDay } from './choose-day.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskTexts } from './desk-texts.ts';
import { done } from './done.ts';
import { formOnce, keptOf } from './form-once.ts';
import { orderAddress } from './links.ts';
import {
  actPage,
  type ChosenField,
  type ChosenTickets,
  chosenForm,
  nothingChosen,
  readChosen,
} from './order-chosen.ts';
import { idsOf } from './order-rows.ts';
import { orderTexts } from './order-texts.ts';
import { faultsAmong } from './post-form.ts';
import { methodOptions, NOTHING } from './refund-fields.ts';
import { usualTime } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';
import { ticketTexts } from './ticket-texts.ts';
import { reasonFault, reasonIn, reasonInput } from './void-form.ts';

/** Tickets of an order for one event, or for general entry, that are moved to a day and a time. */
interface Move {
  readonly chosen: ChosenTickets;
  readonly day: CalendarDay;
  readonly closed: ClosedDay | undefined;
  /** Undefined: it is not on that day, or not sold in one of their categories. */
  readonly offer: Offer | undefined;
  /** What it costs for all of them, in hundredths; below zero: what goes back. */
  readonly moreCents: number;
}

/** What was chosen, or why it can't be moved together. */
async function readMove(
  desk: DeskRequest,
  submitted?: Submitted<ChosenField>,
): Promise<Move | { readonly fault: string }> {
  const say = orderTexts(desk.language);
  const chosen = await readChosen(desk, submitted);
  const first = chosen.tickets[0]?.ticket;
  const isMixed = chosen.tickets.some(({ ticket }) => ticket.product !== first?.product);
  if (first === undefined) return { fault: say('chooseTickets') };
  if (isMixed) return { fault: say('chooseOneThing') };
  const today = desk.calendar.today();
  const usual = first.day > today ? first.day : today;
  const day = parseCalendarDay(submitted?.values?.date ?? '') ?? usual;
  const [closed, offers, { facts }] = await Promise.all([
    closedOn(desk, day),
    listOffers(desk.store, desk.actor, { from: day, to: day }, desk.terms),
    findAccount(desk.store, chosen.record.order.orderId),
  ]);
  const offer = offers.find(
    ({ product, onSale, left }) => product === first.product && (onSale || left === 0),
  );
  const prices = offer ? pricesAt(offer, submitted?.values?.time) : [];
  const priced = chosen.tickets.map(({ ticket: { ticketId, category } }) => {
    const price = prices.find((each) => each.category === category);
    return [ticketId, price?.priceCents] as const;
  });
  const made = priced.flatMap(([ticketId, cents]) =>
    cents === undefined ? [] : [[ticketId, cents] as const],
  );
  const isSold = made.length === priced.length;
  const isSame = chosen.record.order.currency === desk.currency;
  const moreCents = isSold && isSame ? differenceFor(facts, made) : 0;
  return { chosen, day, closed, offer: isSold ? offer : undefined, moreCents };
}

/** Says what the tickets cost on another day, and asks for the time and how the difference is paid. */
export async function showMoveChosen(desk: DeskRequest, submitted?: Submitted<ChosenField>): Promise<Answer> {
  const { language, words } = desk;
  const say = orderTexts(language);
  const move = await readMove(desk, submitted);
  if ('fault' in move) return nothingChosen(desk, { ...move, ...submitted });
  const { chosen, day, closed, offer } = move;
  return actPage(desk, 'move', chosen, submitted, {
    means: say('moveMeans'),
    isOffered: offer !== undefined,
    content: (fields) => html`
      ${offer && html`<button hidden>${say('moveTitle', { count: chosen.tickets.length })}</button>`}
      ${chooseDay(language, day, closed)}
      <h2>${asHeading(words.day(day))}</h2>
      ${offer ? moveFields(desk, { ...move, offer }, fields) : html`<p>${say('notOnThatDay')}</p>`}
    `,
  });
}

function moveFields(
  desk: DeskRequest,
  { chosen, offer, moreCents }: Move & { readonly offer: Offer },
  fields: Fields<ChosenField>,
): Html {
  const { language } = desk;
  const say = sellTexts(language);
  const times = (offer.times ?? []).map(({ entryTime, left }) => ({
    value: entryTime,
    text: [entryTime, left !== null && say('leftAtTime', { count: left })].filter(Boolean).join(' · '),
  }));
  const time = { label: factTexts(language)('time'), value: usualTime(offer), options: times };
  return html`
    ${fields.hidden('key', randomUUID())}
    <input type="hidden" name="more" value="${moreCents}">
    ${times.length > 0 && fields.select('time', time)}
    <p><strong>${sumInWords(desk, moreCents)}</strong></p>
    ${moreCents !== 0 && moneyField(desk, chosen, moreCents, fields)}
    ${reasonInput(desk, fields, 'reason')}
  `;
}

function sumInWords({ language, words }: DeskRequest, moreCents: number): string {
  if (moreCents === 0) return orderTexts(language)('nothingToPay');
  const price = words.money(Math.abs(moreCents));
  return ticketTexts(language)(moreCents > 0 ? 'payMore' : 'giveBack', { price });
}

function moneyField(
  { language }: DeskRequest,
  { record }: ChosenTickets,
  moreCents: number,
  fields: Fields<ChosenField>,
): Html {
  const say = ticketTexts(language);
  const value = moreCents < 0 ? methodToRefund(record.payments) : undefined;
  const options = methodOptions(language, say('noMoney'));
  return fields.select('money', { label: say('difference'), value, options });
}

/** Moves all of them or none. */
export const moveChosen = chosenForm(showMoveChosen, async (desk, orderId, { form, values, again }) => {
  if (showsAnotherDay(form)) return again();
  const { tickets, date, time, money, more, reason, key } = values;
  const content = { orderId, tickets, date, time, money, more, reason };
  const once = formOnce<number>(desk, 'move', key, content, String);
  const moved = (count: number) => done(orderAddress(orderId), 'ticketsMoved', { count });
  const wish = await readWish(desk, values);
  if ('wrong' in wish) {
    const kept = await keptOf(desk, once);
    return kept === undefined ? again(wish.wrong) : moved(Number(kept));
  }
  const read = async (_tx: Transaction, made: readonly Ticket[]) => made.length;
  const outcome = await desk.till.exchange(desk.actor, orderId, wish, { read, once });
  return moved(typeof outcome === 'number' ? outcome : Number(outcome.kept));
});

/** What the form asks for, or what is wrong with it. */
async function readWish(
  desk: DeskRequest,
  values: { readonly [Field in ChosenField]?: string | undefined },
): Promise<ExchangeRequest | { readonly wrong: Submitted<ChosenField> }> {
  const { language, words } = desk;
  const move = await readMove(desk, { values });
  if ('fault' in move || move.offer === undefined) return { wrong: {} };
  const { chosen, day, offer, moreCents } = move;
  if (Number(values.more) !== moreCents)
    return { wrong: { fault: orderTexts(language)('sumChanged'), status: 409 } };
  const reason = reasonIn(values.reason);
  const entryTime = offer.times === undefined ? null : values.time;
  const method = PAYMENT_METHODS.find((each) => each === values.money);
  const isSettled = moreCents === 0 || values.money === NOTHING;
  // Online is only chosen because money usually goes back as it came.
  const isPayable = method !== undefined && !(method === 'online' && moreCents > 0);
  const wrong = faultsAmong<ChosenField>({
    time: entryTime === '' && deskTexts(language)('entryTimeNeeded', { day: words.day(day) }),
    money: !isSettled && !isPayable && ticketTexts(language)('differenceFault'),
    reason: reason === undefined && reasonFault(desk),
  });
  if (wrong !== undefined || reason === undefined) return { wrong: wrong ?? {} };
  const amount = isSettled || method === undefined ? undefined : { method, cents: Math.abs(moreCents) };
  return {
    ...{ ticketIds: idsOf(chosen.tickets), day, entryTime, reason },
    ...(amount && (moreCents > 0 ? { payment: amount } : { refund: amount })),
  };
}
