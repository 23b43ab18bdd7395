import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { GENERAL, type Offer } from '../../offers/index.ts';
import type { Sale as MadeSale } from '../../orders/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { showsAnotherDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { faultsAmong, postForm, typedIn } from './post-form.ts';
import { itemsOf, offersOn } from './purchases.ts';
import { sentenceOf } from './refusals.ts';
import { MOST_AT_ONCE, type Sale, sellPage } from './sell-page.ts';
import { sellTexts } from './sell-texts.ts';

/** The tickets of one day, to be sold all or none. */
export async function showSale(clerk: Clerk, desk: DeskOptions): Promise<Answer> {
  const day = dayOf(clerk.query.get('date'), desk);
  const offers = await offersOn(clerk, desk, day);
  return sellPage(clerk, desk, { day, offers, wanted: usual(offers) });
}

export const sell = postForm<string>(
  async (clerk, desk, { request, form, again }) => {
    const sale = await readSale(clerk, desk, request);
    if (showsAnotherDay(form)) return sellPage(clerk, desk, onAnotherDay(sale));
    if (sale.submitted.faults !== undefined || form.get('step') === 'add-up') return again(sale.submitted);
    return seeOther(`/desk/print?tickets=${(await sellAll(clerk, desk, sale)).join(',')}&sold=1`);
  },
  async (clerk, desk, request, submitted) =>
    sellPage(clerk, desk, { ...(await readSale(clerk, desk, request)), submitted }),
  (error, { language, words }) => {
    if (!(error instanceof Refusal) || error.kind === 'forbidden') return undefined;
    const { status, sentence } = sentenceOf(error, language, words);
    const field = fieldAbout(error);
    const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
    return { ...wrong, status };
  },
);

/** The default: what most people want, so that it takes one press. */
function usual(offers: readonly Offer[]): Map<string, number> {
  const [first] = offers;
  return new Map(first?.product === GENERAL && first.onSale ? [[GENERAL, 1]] : []);
}

function dayOf(text: string | null | undefined, { calendar }: DeskOptions): CalendarDay {
  return parseCalendarDay(text ?? '') ?? calendar.today();
}

/** The numbers that were typed, for offers that also exist on the other day. */
function onAnotherDay({ submitted: { values }, ...sale }: SentSale): Sale {
  const isAsked = sale.offers.some(({ product }) => values[product] !== undefined);
  const wanted = isAsked ? sale.wanted : usual(sale.offers);
  return { ...sale, wanted, submitted: { values: { ...values, key: randomUUID() } } };
}

/** @returns the ids of the tickets @throws Refusal why they can't be sold */
async function sellAll(
  { actor }: Clerk,
  { till, hashes, language }: DeskOptions,
  { offers, wanted, submitted }: SentSale,
): Promise<string[]> {
  const { key = '', email } = submitted.values;
  const items = itemsOf(offers.map((offer) => ({ offer, count: wanted.get(offer.product) ?? 0 })));
  const outcome = await till.sell({
    seller: actor,
    items,
    buyer: email ? { email } : {},
    order: { language },
    repeatable: {
      accountId: actor.accountId,
      key: `desk: ${isUuid(key) ? key : randomUUID()}`,
      hash: hashes.of('desk: sell', { items, email }),
      write: (sale) => (sale instanceof Refusal ? undefined : JSON.stringify(ticketIdsIn(sale))),
    },
  });
  if (outcome instanceof Refusal) throw outcome;
  return 'answer' in outcome ? JSON.parse(outcome.answer) : ticketIdsIn(outcome);
}

function ticketIdsIn({ tickets }: MadeSale): string[] {
  return tickets.map(({ ticket }) => ticket.ticketId);
}

interface SentSale extends Sale {
  readonly submitted: Required<Pick<Submitted<string>, 'values'>> & Submitted<string>;
}

/** The numbers that were typed, with their faults. Fields that name no offer are ignored. */
async function readSale(clerk: Clerk, desk: DeskOptions, request: FastifyRequest): Promise<SentSale> {
  const say = sellTexts(clerk.language);
  const values = typedIn(formOf(request));
  const day = dayOf(values.date, desk);
  const offers = await offersOn(clerk, desk, day);
  const counts = offers.map(({ product }) => [product, Number(values[product] || 0)] as const);
  const wanted = new Map(counts.filter(([, count]) => isCount(count) && count > 0));
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const isTooMany = total < 1 || total > MOST_AT_ONCE || !counts.every(([, count]) => isCount(count));
  const { email = '' } = values;
  const isAddress = email === '' || isEmail(email);
  const wrong = faultsAmong({
    [fieldAtFault(counts, offers) ?? 'date']: isTooMany && say('chooseSome', { most: MOST_AT_ONCE }),
    email: !isAddress && say('emailFault'),
  });
  return { day, offers, wanted, submitted: { values, ...wrong } };
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

function fieldAbout(refusal: Refusal): string | undefined {
  if (refusal.kind !== 'sold-out') return undefined;
  const { event } = (refusal as Refusal<'sold-out'>).facts;
  return event?.eventId ?? GENERAL;
}
