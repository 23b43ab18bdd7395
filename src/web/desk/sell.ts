import { randomUUID } from 'node:crypto';
import { articlesFor, findArticles, type WantedArticle } from '../../articles/index.ts';
import {
  type BasketWords,
  basketFaults,
  type Choice,
  type CodedChoices,
  choicesIn,
  choicesWithCode,
  fieldAbout,
  priceOfAll,
  sayFaults,
  type TypedValues,
  timeFieldOf,
  wantedItems,
} from '../../basket/index.ts';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import { requirePermission } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { listOffers } from '../../offers/index.ts';
import { HOLD_LIMITS, type OrderTerms, type Sale } from '../../orders/index.ts';
import { closedOn } from './calendar/closed-day.ts';
import { showsAnotherDay } from './choose-day.ts';
import { codesTexts } from './codes-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { done } from './done.ts';
import { formOnce, hashedItem } from './form-once.ts';
import { checkSum, paysByGift, withGift } from './gifts.ts';
import { orderAddress } from './links.ts';
import { readPayment, soldAddress, type TypedPayment } from './pay-fields.ts';
import { postForm, typedIn } from './post-form.ts';
import { sentenceOf } from './refusals.ts';
import { type SaleForm, SELL_FORM, usualIn } from './sale-form.ts';
import { articleFaultsIn, priceOfArticles, wantedArticles } from './sell-articles.ts';
import { giftFaultsIn, wantedGift } from './sell-gifts.ts';
import { RESERVE, sellPage } from './sell-page.ts';
import { sellTexts } from './sell-texts.ts';

/** The tickets of one day, to be sold all or none; filled in as the address says (`sameAgain`), else as is usual. */
export async function showSale(desk: DeskRequest): Promise<Answer> {
  const values = Object.fromEntries(desk.query);
  const sale = await readSale(desk, values);
  const isFilled = sale.choices.some(({ count }) => count > 0) || values.gift !== undefined;
  return sellPage(desk, isFilled ? { ...sale, submitted: { values } } : sale);
}

export const sell = postForm<string>(
  async (desk, { values, form, again }) => {
    const sale = await readSale(desk, values);
    if (showsAnotherDay(form)) return sellPage(desk, onAnotherDay(sale, values));
    const faults = faultsIn(desk, sale, values);
    const given = form.get('note') ?? values.given;
    if (form.get('step') === 'add-up' || form.has('note'))
      return again({ values: { ...values, given }, faults });
    const coded = await withCode(desk, sale, values);
    const sum = priceOfAll(coded?.choices ?? sale.choices);
    const goods = priceOfArticles(wantedArticles(sale, values, desk.currency));
    const gift = wantedGift(values, desk.currency)?.cents ?? 0;
    const isReserved = values.paidBy === RESERVE;
    const byGift = isReserved ? undefined : await paysByGift(desk, values.payGift, sum + goods);
    const total = sum + goods + gift - (byGift?.part.cents ?? 0);
    if (form.get('step') === 'apply')
      return sellPage(desk, { ...sale, coded, byGift, submitted: { values, faults } });
    const unseen = {
      ...(coded !== undefined && values.coded !== `${sum}` && checkCode(desk, total)),
      ...(byGift !== undefined &&
        values.paysGift !== `${byGift.part.cents}` && { payGift: checkSum(desk, total) }),
    };
    if (Object.keys(unseen).length > 0)
      return sellPage(desk, {
        ...sale,
        coded,
        byGift,
        submitted: { values, faults: { ...faults, ...unseen } },
      });
    const payment = isReserved ? undefined : readPayment(desk, values, total);
    const unpaid = payment !== undefined && 'faults' in payment ? payment.faults : {};
    const all = { ...faults, ...unpaid };
    if (Object.keys(all).length > 0)
      return sellPage(desk, { ...sale, coded, byGift, submitted: { values, faults: all } });
    const shown = { ...sale, coded, byGift };
    if (payment === undefined)
      return done(orderAddress(await reserveAll(desk, shown, values)), 'orderReserved');
    const { paid, given: handed } = payment as TypedPayment;
    const whole = { paid: withGift(paid, byGift, total), given: handed };
    return seeOther(await sellAll(desk, shown, values, whole));
  },
  async (desk, submitted) =>
    sellPage(desk, { ...(await readSale(desk, typedIn(formOf(desk.request)))), submitted }),
  async (error, desk, { values }) => {
    if (!(error instanceof Refusal) || error.kind === 'forbidden') return undefined;
    const { status, sentence } = sentenceOf(error, desk.language, desk.words);
    const field = fieldOf(error) ?? fieldAbout(error, (await readSale(desk, values)).choices);
    const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
    return { ...wrong, status };
  },
);

/** The field for a code, or for a gift voucher, that a refusal is about. */
function fieldOf({ kind }: Refusal): string | undefined {
  if (kind === 'gift-amount-invalid') return 'gift';
  if (kind.startsWith('gift-')) return 'payGift';
  return kind.startsWith('code-') || kind === 'too-many-guesses' ? 'code' : undefined;
}

interface SentSale extends SaleForm {
  readonly choices: readonly Choice[];
}

/** What is for sale on the day that was typed, and what of it is wanted. */
async function readSale(desk: DeskRequest, typed: TypedValues): Promise<SentSale> {
  const day = parseCalendarDay(typed.date ?? '') ?? desk.calendar.today();
  const [closed, offers, articles] = await Promise.all([
    closedOn(desk, day),
    listOffers(desk.store, desk.actor, { from: day, to: day }, desk.terms),
    findArticles(desk.store),
  ]);
  const sold = articlesFor(articles, desk.actor);
  return { day, closed, offers, articles: sold, choices: choicesIn(SELL_FORM, offers, typed) };
}

/** What is chosen at its price with the code that was typed; undefined: none was. @throws Refusal why it is not taken */
async function withCode(
  { store, actor, clock, currency, wrongCodes }: DeskRequest,
  { choices }: SentSale,
  { code = '' }: TypedValues,
): Promise<CodedChoices | undefined> {
  if (code === '' || !choices.some(({ count }) => count > 0)) return undefined;
  const coded = await wrongCodes.watch({ actor, kinds: ['code-invalid'] }, () =>
    choicesWithCode(store, { seller: actor, code }, choices, { now: clock.now(), currency }),
  );
  if (coded instanceof Refusal) throw coded;
  return coded;
}

/** With a code, what is to be paid is shown before anything is sold. */
function checkCode({ language, words }: Clerk, sum: number): Record<string, string> {
  return { code: codesTexts(language)('checkSum', { sum: words.money(sum) }) };
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

function faultsIn(clerk: DeskRequest, sale: SentSale, typed: TypedValues): Record<string, string> {
  const { email = '' } = typed;
  const isAddress = email === '' || isEmail(email);
  const hasArticles = wantedArticles(sale, typed, clerk.currency).length > 0;
  const faults = basketFaults(SELL_FORM, sale.choices, typed).filter(
    ({ kind }) => !(kind === 'none' && (hasArticles || wantedGift(typed, clerk.currency) !== undefined)),
  );
  const unread = sellTexts(clerk.language)('articleFault');
  return {
    ...sayFaults(faults, basketWords(clerk, sale)),
    ...articleFaultsIn(sale, typed, clerk.currency, unread),
    ...giftFaultsIn(typed, clerk),
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

/** @returns the address of the tickets @throws Refusal why they can't be sold */
async function sellAll(
  desk: DeskRequest,
  sale: SentSale,
  typed: TypedValues,
  { paid, given }: TypedPayment,
): Promise<string> {
  const terms = {
    ...(paid.paidBy && { paidBy: paid.paidBy }),
    ...(paid.payments && { payments: paid.payments }),
  };
  const ids = await placeOnce(desk, sale, typed, terms, ({ tickets, order }) =>
    JSON.stringify(tickets.length > 0 ? tickets.map(({ ticket }) => ticket.ticketId) : order?.orderId),
  );
  const sold = JSON.parse(ids);
  return typeof sold === 'string' ? orderAddress(sold as Uuid) : soldAddress(sold, given);
}

/** Holds the places until the day of the visit is over. @returns the id of the order @throws Refusal why it can't be */
async function reserveAll(desk: DeskRequest, sale: SentSale, typed: TypedValues): Promise<Uuid> {
  const left = (await desk.days.endOf(sale.day)) - desk.clock.now();
  const isPartner = requirePermission(desk.actor, 'fetch-tickets') === 'own';
  const holdMs = isPartner ? Math.min(left, HOLD_LIMITS.most) : left;
  const orderId = await placeOnce(desk, sale, typed, { holdMs }, ({ order }) => order?.orderId ?? '');
  return orderId as Uuid;
}

/** @param write what is kept of what was made @returns that @throws Refusal why it can't be had */
async function placeOnce(
  desk: DeskRequest,
  { choices, coded, ...sale }: SentSale,
  { key, email, paidBy, code, ...typed }: TypedValues,
  terms: Omit<OrderTerms, 'language'>,
  write: (made: Sale) => string,
): Promise<string> {
  const items = wantedItems(choices);
  const { payments } = terms;
  const withCode = coded !== undefined && { code, leastReduced: coded.count };
  const wanted = wantedArticles(sale, typed, desk.currency);
  const articles = wanted.map(({ position, priceCents, ...each }): WantedArticle => {
    const isDonation = sale.articles.some(
      ({ article, kind }) => article === each.article && kind === 'donation',
    );
    return { ...each, position: items.length + position, ...(isDonation && { priceCents }) };
  });
  const gift = wantedGift(typed, desk.currency);
  const gifts = gift === undefined ? [] : [{ ...gift, position: items.length + articles.length }];
  const content = {
    ...{ items: items.map(hashedItem), email, paidBy },
    ...(gifts.length > 0 && { gifts }),
    ...(payments && { payments }),
    ...(articles.length > 0 && { articles }),
    ...withCode,
  };
  const outcome = await desk.till.sell({
    seller: desk.actor,
    items,
    articles,
    gifts,
    buyer: email ? { email } : {},
    ...withCode,
    order: { language: desk.settings.now.language, ...terms },
    once: formOnce<Sale>(desk, 'sell', key, content, write),
  });
  if (outcome instanceof Refusal) throw outcome;
  return 'kept' in outcome ? outcome.kept : write(outcome);
}
