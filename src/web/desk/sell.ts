import { randomUUID } from 'node:crypto';
import {
  type BasketWords,
  basketFaults,
  type Choice,
  choicesIn,
  fieldAbout,
  priceOfAll,
  sayFaults,
  type TypedValues,
  timeFieldOf,
  wantedItems,
} from '../../basket/index.ts';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { listOffers } from '../../offers/index.ts';
import type { Sale } from '../../orders/index.ts';
import { isPaymentMethod } from '../../payments/index.ts';
import { closedOn } from './calendar/closed-day.ts';
import { showsAnotherDay } from './choose-day.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { formOnce, hashedItem } from './form-once.ts';
import { postForm, typedIn } from './post-form.ts';
import { sentenceOf } from './refusals.ts';
import { type SaleForm, SELL_FORM, sellPage, usualIn } from './sell-page.ts';
import { sellTexts } from './sell-texts.ts';

/** The tickets of one day, to be sold all or none; filled in as the address says (`sameAgain`), else as is usual. */
export async function showSale(desk: DeskRequest): Promise<Answer> {
  const values = Object.fromEntries(desk.query);
  const sale = await readSale(desk, values);
  const isFilled = sale.choices.some(({ count }) => count > 0);
  return sellPage(desk, isFilled ? { ...sale, submitted: { values } } : sale);
}

export const sell = postForm<string>(
  async (desk, { values, form, again }) => {
    const sale = await readSale(desk, values);
    if (showsAnotherDay(form)) return sellPage(desk, onAnotherDay(sale, values));
    const faults = faultsIn(desk, sale, values);
    if (form.get('step') === 'add-up') return again({ values, faults });
    const all = { ...faults, ...unpaidFault(desk, sale, values) };
    if (Object.keys(all).length > 0) return again({ values, faults: all });
    return seeOther(`/desk/print?tickets=${(await sellAll(desk, sale, values)).join(',')}&sold=1`);
  },
  async (desk, submitted) =>
    sellPage(desk, { ...(await readSale(desk, typedIn(formOf(desk.request)))), submitted }),
  async (error, desk, { values }) => {
    if (!(error instanceof Refusal) || error.kind === 'forbidden') return undefined;
    const { status, sentence } = sentenceOf(error, desk.language, desk.words);
    const field = fieldAbout(error, (await readSale(desk, values)).choices);
    const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
    return { ...wrong, status };
  },
);

interface SentSale extends SaleForm {
  readonly choices: readonly Choice[];
}

/** What is for sale on the day that was typed, and what of it is wanted. */
async function readSale(desk: DeskRequest, typed: TypedValues): Promise<SentSale> {
  const day = parseCalendarDay(typed.date ?? '') ?? desk.calendar.today();
  const [closed, offers] = await Promise.all([
    closedOn(desk, day),
    listOffers(desk.store, desk.actor, { from: day, to: day }, desk.terms),
  ]);
  return { day, closed, offers, choices: choicesIn(SELL_FORM, offers, typed) };
}

/** The numbers that were typed, for offers that also exist on the other day. */
function onAnotherDay(sale: SaleForm, typed: TypedValues): SaleForm {
  const isAsked = sale.offers.some(({ product }) => typed[product] !== undefined);
  const gone = sale.offers.filter(
    ({ product, times = [] }) => !times.some(({ entryTime }) => entryTime === typed[timeFieldOf(product)]),
  );
  const usualTimes = Object.fromEntries(gone.map(({ product }) => [timeFieldOf(product), undefined]));
  const usual = isAsked ? {} : usualIn(sale.offers);
  return { ...sale, submitted: { values: { ...usual, ...typed, ...usualTimes, key: randomUUID() } } };
}

function faultsIn(clerk: Clerk, sale: SentSale, typed: TypedValues): Record<string, string> {
  const { email = '' } = typed;
  const isAddress = email === '' || isEmail(email);
  return {
    ...sayFaults(basketFaults(SELL_FORM, sale.choices, typed), basketWords(clerk, sale)),
    ...(!isAddress && { email: sellTexts(clerk.language)('emailFault') }),
  };
}

function basketWords({ language, words }: Clerk, sale: SaleForm): BasketWords {
  const say = deskTexts(language);
  const day = words.day(sale.day);
  const chooseSome = (field = 'date') => ({
    [field]: sellTexts(language)('chooseSome', { most: SELL_FORM.most }),
  });
  return {
    lost: ({ fields }) => {
      const products = sale.offers.map(({ product }) => product);
      const lost = products.filter((product) => fields.some((field) => field.startsWith(`${product}.`)));
      return Object.fromEntries(lost.map((product) => [product, say('categoryGone')]));
    },
    'entry-time': ({ offer: { product, times }, entryTime }) =>
      entryTime === undefined
        ? { [timeFieldOf(product)]: say('entryTimeNeeded', { day }) }
        : {
            [times === undefined ? product : timeFieldOf(product)]: say('noSuchEntryTime', {
              time: entryTime,
              day,
            }),
          },
    unreadable: ({ fields: [field] }) => chooseSome(field),
    none: ({ field }) => chooseSome(field),
    'too-many': ({ field }) => chooseSome(field),
  };
}

/** What costs something is not sold without saying how it is paid. */
function unpaidFault(
  { language }: Clerk,
  { choices }: SentSale,
  { paidBy }: TypedValues,
): Record<string, string> {
  const isUnpaid = priceOfAll(choices) > 0 && !isPaymentMethod(paidBy);
  return isUnpaid ? { paidBy: sellTexts(language)('paidByFault') } : {};
}

/** @returns the ids of the tickets @throws Refusal why they can't be sold */
async function sellAll(
  desk: DeskRequest,
  { choices }: SentSale,
  { key, email, paidBy }: TypedValues,
): Promise<string[]> {
  const items = wantedItems(choices);
  const outcome = await desk.till.sell({
    seller: desk.actor,
    items,
    buyer: email ? { email } : {},
    order: { language: desk.museumLanguage, ...(isPaymentMethod(paidBy) && { paidBy }) },
    once: formOnce<Sale>(desk, 'sell', key, { items: items.map(hashedItem), email, paidBy }, (sale) =>
      JSON.stringify(ticketIdsIn(sale)),
    ),
  });
  if (outcome instanceof Refusal) throw outcome;
  return 'kept' in outcome ? JSON.parse(outcome.kept) : ticketIdsIn(outcome);
}

function ticketIdsIn({ tickets }: Sale): string[] {
  return tickets.map(({ ticket }) => ticket.ticketId);
}
