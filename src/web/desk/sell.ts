import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import { Refusal, type RefusalKind } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { GENERAL, type Offer, STANDARD } from '../../offers/index.ts';
import type { Sale } from '../../orders/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { isPaymentMethod } from '../../payments/index.ts';
import { closedOn } from './calendar/closed-day.ts';
import { showsAnotherDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { deskTexts } from './desk-texts.ts';
import { faultsAmong, postForm, typedIn } from './post-form.ts';
import { itemsOf, offersOn, type Wanted } from './purchases.ts';
import { sentenceOf } from './refusals.ts';
import { countField, MOST_AT_ONCE, type SaleForm, sellPage, sumOf, timeField } from './sell-page.ts';
import { sellTexts } from './sell-texts.ts';

/** The tickets of one day, to be sold all or none; filled in as the address says (`sameAgain`), else as is usual. */
export async function showSale(clerk: Clerk, desk: DeskOptions): Promise<Answer> {
  const day = dayOf(clerk.query.get('date'), desk);
  const [closed, offers] = await Promise.all([closedOn(clerk, desk, day), offersOn(clerk, desk, day)]);
  const values = Object.fromEntries(clerk.query);
  const wanted = wantedIn(offers.flatMap((offer) => chosenOf(offer, values)));
  if (wanted.size === 0) return sellPage(clerk, desk, { day, closed, offers, wanted: usual(offers) });
  return sellPage(clerk, desk, { day, closed, offers, wanted, submitted: { values } });
}

export const sell = postForm<string>(
  async (clerk, desk, { request, form, again }) => {
    const sale = await readSale(clerk, desk, request);
    if (showsAnotherDay(form)) return sellPage(clerk, desk, onAnotherDay(sale));
    if (form.get('step') === 'add-up') return again(sale.submitted);
    const faults = { ...sale.submitted.faults, ...unpaidFault(clerk, sale) };
    if (Object.keys(faults).length > 0) return again({ ...sale.submitted, faults });
    return seeOther(`/desk/print?tickets=${(await sellAll(clerk, desk, sale)).join(',')}&sold=1`);
  },
  async (clerk, desk, request, submitted) =>
    sellPage(clerk, desk, { ...(await readSale(clerk, desk, request)), submitted }),
  async (error, clerk, desk, { request }) => {
    if (!(error instanceof Refusal) || error.kind === 'forbidden') return undefined;
    const { status, sentence } = sentenceOf(error, clerk.language, clerk.words);
    const field = fieldAbout(error, await readSale(clerk, desk, request));
    const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
    return { ...wrong, status };
  },
);

/** What costs something is not sold without saying how it is paid. */
function unpaidFault({ language }: Clerk, sale: SentSale): Record<string, string> {
  const isUnpaid = sumOf(sale) > 0 && !isPaymentMethod(sale.submitted.values.paidBy);
  return isUnpaid ? { paidBy: sellTexts(language)('paidByFault') } : {};
}

/** The default: what most people want, so that it takes one press. */
function usual(offers: readonly Offer[]): Map<string, number> {
  const [first] = offers;
  return new Map(first?.product === GENERAL && first.onSale ? [[GENERAL, 1]] : []);
}

function dayOf(text: string | null | undefined, { calendar }: DeskOptions): CalendarDay {
  return parseCalendarDay(text ?? '') ?? calendar.today();
}

/** The numbers that were typed, for offers that also exist on the other day. */
function onAnotherDay({ submitted: { values }, ...sale }: SentSale): SaleForm {
  const isAsked = sale.offers.some(({ product }) => values[product] !== undefined);
  const wanted = isAsked ? sale.wanted : usual(sale.offers);
  const gone = sale.offers.filter(
    ({ product, times = [] }) => !times.some(({ entryTime }) => entryTime === values[timeField(product)]),
  );
  const usualTimes = Object.fromEntries(gone.map(({ product }) => [timeField(product), undefined]));
  return { ...sale, wanted, submitted: { values: { ...values, ...usualTimes, key: randomUUID() } } };
}

/** @returns the ids of the tickets @throws Refusal why they can't be sold */
async function sellAll(
  { actor }: Clerk,
  { till, hashes, language }: DeskOptions,
  { chosen, submitted }: SentSale,
): Promise<string[]> {
  const { key = '', email, paidBy } = submitted.values;
  const items = itemsOf(chosen);
  const outcome = await till.sell({
    seller: actor,
    items,
    buyer: email ? { email } : {},
    order: { language, ...(isPaymentMethod(paidBy) && { paidBy }) },
    repeatable: {
      accountId: actor.accountId,
      key: `desk: ${isUuid(key) ? key : randomUUID()}`,
      hash: hashes.of('desk: sell', { items, email, paidBy }),
      write: (sale) => (sale instanceof Refusal ? undefined : JSON.stringify(ticketIdsIn(sale))),
    },
  });
  if (outcome instanceof Refusal) throw outcome;
  return 'answer' in outcome ? JSON.parse(outcome.answer) : ticketIdsIn(outcome);
}

function ticketIdsIn({ tickets }: Sale): string[] {
  return tickets.map(({ ticket }) => ticket.ticketId);
}

interface SentSale extends SaleForm {
  readonly chosen: readonly ChosenCount[];
  readonly submitted: Required<Pick<Submitted<string>, 'values'>> & Submitted<string>;
}

/** What was typed into one field of the form. */
interface ChosenCount extends Wanted {
  readonly field: string;
}

/** The numbers that were typed, with their faults. Fields that name no offer are ignored. */
async function readSale(clerk: Clerk, desk: DeskOptions, request: FastifyRequest): Promise<SentSale> {
  const say = sellTexts(clerk.language);
  const values = typedIn(formOf(request));
  const day = dayOf(values.date, desk);
  const [closed, offers] = await Promise.all([closedOn(clerk, desk, day), offersOn(clerk, desk, day)]);
  const chosen = offers.flatMap((offer) => chosenOf(offer, values));
  const counts = chosen.map(({ field, count }) => [field, count] as const);
  const wanted = wantedIn(chosen);
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const isTooMany = total < 1 || total > MOST_AT_ONCE || !counts.every(([, count]) => isCount(count));
  const { email = '' } = values;
  const isAddress = email === '' || isEmail(email);
  const wrong = faultsAmong({
    ...goneFaults(clerk, offers, values, wanted),
    ...timeFaults(clerk, day, chosen),
    ...(isTooMany && { [fieldAtFault(counts, offers) ?? 'date']: say('chooseSome', { most: MOST_AT_ONCE }) }),
    email: !isAddress && say('emailFault'),
  });
  return { day, closed, offers, wanted, chosen, submitted: { values, ...wrong } };
}

function wantedIn(chosen: readonly ChosenCount[]): Map<string, number> {
  return new Map(
    chosen.filter(({ count }) => isCount(count) && count > 0).map(({ field, count }) => [field, count]),
  );
}

function chosenOf(offer: Offer, values: Readonly<Record<string, string>>): ChosenCount[] {
  const entryTime = values[timeField(offer.product)];
  const categories = new Set([STANDARD, ...offer.prices.map(({ category }) => category)]);
  return [...categories].map((category) => {
    const field = countField(offer.product, category);
    return {
      field,
      offer,
      count: Number(values[field] || 0),
      ...(category !== STANDARD && { category }),
      ...(entryTime && { entryTime }),
    };
  });
}

/** Numbers of categories that are no longer sold there. */
function goneFaults(
  { language }: Clerk,
  offers: readonly Offer[],
  values: Readonly<Record<string, string>>,
  wanted: ReadonlyMap<string, number>,
): Record<string, string> {
  const gone = offers.filter(({ product }) =>
    Object.keys(values).some(
      (field) => field.startsWith(`${product}.`) && Number(values[field]) !== 0 && !wanted.has(field),
    ),
  );
  return Object.fromEntries(gone.map(({ product }) => [product, deskTexts(language)('categoryGone')]));
}

/** Entry times that are missing, or that there are no more. */
function timeFaults(
  { language, words }: Clerk,
  day: CalendarDay,
  chosen: readonly ChosenCount[],
): Record<string, string> {
  const say = deskTexts(language);
  const faults = chosen.flatMap(({ offer: { product, times, onSale }, count, entryTime }) => {
    if (!onSale || !(count > 0) || times?.some((time) => time.entryTime === entryTime)) return [];
    if (entryTime !== undefined)
      return [
        [
          times === undefined ? product : timeField(product),
          say('noSuchEntryTime', { time: entryTime, day: words.day(day) }),
        ],
      ];
    return times === undefined ? [] : [[timeField(product), say('entryTimeNeeded', { day: words.day(day) })]];
  });
  return Object.fromEntries(faults);
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

/** The field for a fault: one that holds no count, else the one with the largest count, else the first that can be sold. */
function fieldAtFault(
  counts: readonly (readonly [field: string, count: number])[],
  offers: readonly Offer[],
): string | undefined {
  const most = counts.toSorted(([, one], [, other]) => other - one).find(([, count]) => count > 0);
  const [field] = counts.find(([, count]) => !isCount(count)) ?? most ?? [];
  return field ?? offers.find(({ onSale }) => onSale)?.product;
}

/** The field that a refusal of the sale is about. */
function fieldAbout(refusal: Refusal, { chosen }: SentSale): string | undefined {
  const sold = chosen.filter(({ count }) => count > 0);
  if (isOf(refusal, 'sold-out')) {
    const { event, entryTime } = refusal.facts;
    const product = event?.eventId ?? GENERAL;
    return entryTime === undefined ? product : timeField(product);
  }
  if (isOf(refusal, 'category-not-sold'))
    return sold.find(({ category = STANDARD }) => category === refusal.facts.category)?.field;
  if (isOf(refusal, 'no-such-entry-time') || isOf(refusal, 'time-over')) {
    const asked = sold.find(({ entryTime }) => entryTime === refusal.facts.entryTime);
    return asked && timeField(asked.offer.product);
  }
  return undefined;
}

function isOf<Kind extends RefusalKind>(refusal: Refusal, kind: Kind): refusal is Refusal<Kind> {
  return refusal.kind === kind;
}
