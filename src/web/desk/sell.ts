import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isAddrSpec } from '../../core/email.ts';
import { requirePermission } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { type Answer, send } from '../../http/answer.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import { GENERAL, type Offer } from '../../offers/index.ts';
import type { Submitted } from '../../pages/forms.ts';
import { showsAnotherDay } from './choose-day.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf } from './desk-page.ts';
import { offersOn, purchasesOf } from './purchases.ts';
import { sentenceOf } from './refusals.ts';
import { MOST_AT_ONCE, type Sale, sellPage } from './sell-page.ts';
import { sellTexts } from './sell-texts.ts';

const EMAIL_CHARACTERS = 254;

/** Selling tickets of one day, all or none. */
export function routeSell(app: FastifyInstance, desk: DeskOptions): void {
  app.get('/desk/sell', async (request, reply) => {
    const clerk = clerkOf(request, desk);
    requirePermission(clerk.actor, 'sell-tickets');
    const day = dayOf((request.query as Record<string, string>).date, desk);
    const offers = await offersOn(clerk, desk, day);
    send(request, reply, sellPage(clerk, desk, { day, offers, key: randomUUID(), wanted: usual(offers) }));
  });
  app.post('/desk/sell', async (request, reply) => send(request, reply, await sell(request, desk)));
}

/** The default: what most people want, so that it takes one press. */
function usual(offers: readonly Offer[]): Map<string, number> {
  const [first] = offers;
  return new Map(first?.product === GENERAL && first.onSale ? [[GENERAL, 1]] : []);
}

function dayOf(text: string | null | undefined, { calendar }: DeskOptions): CalendarDay {
  return parseCalendarDay(text ?? '') ?? calendar.today();
}

async function sell(request: FastifyRequest, desk: DeskOptions): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  requirePermission(clerk.actor, 'sell-tickets');
  const form = formOf(request);
  const day = dayOf(form.get('date'), desk);
  const offers = await offersOn(clerk, desk, day);
  const sale = readSale(clerk, form, day, offers);
  if (showsAnotherDay(form)) return sellPage(clerk, desk, onAnotherDay(sale));
  if (Object.keys(sale.submitted?.faults ?? {}).length > 0) return sellPage(clerk, desk, sale, 400);
  if (form.get('step') === 'add-up') return sellPage(clerk, desk, sale);
  try {
    return seeOther(`/desk/print?tickets=${(await sellAll(clerk, desk, sale)).join(',')}&sold=1`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'forbidden') throw error;
    return refusedSale(clerk, desk, sale, error);
  }
}

/** The numbers that were typed, for offers that also exist on the other day. */
function onAnotherDay({ submitted, ...sale }: Sale): Sale {
  const { values = {} } = submitted ?? {};
  const isAsked = sale.offers.some(({ product }) => values[product] !== undefined);
  const wanted = isAsked ? sale.wanted : usual(sale.offers);
  return { ...sale, wanted, key: randomUUID(), submitted: { values } };
}

function sellAll(clerk: Clerk, { till, hashes }: DeskOptions, sale: Sale) {
  const { key, offers, wanted, submitted } = sale;
  const email = submitted?.values?.email || undefined;
  const lines = offers.map((offer) => ({ offer, count: wanted.get(offer.product) ?? 0 }));
  const purchases = purchasesOf(lines, email);
  const { actor } = clerk;
  const hash = hashes.of('desk: sell', { purchases });
  return till.sellTogether({
    seller: actor,
    purchases,
    request: { accountId: actor.accountId, key: `desk: ${key}`, hash },
  });
}

/** The numbers that were typed, with their faults. Fields that name no offer are ignored. */
function readSale(clerk: Clerk, form: URLSearchParams, day: CalendarDay, offers: readonly Offer[]): Sale {
  const say = sellTexts(clerk.language);
  const given = form.get('key') ?? '';
  const values = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));
  const counts = offers.map(({ product }) => [product, Number(values[product] || 0)] as const);
  const wanted = new Map(counts.filter(([, count]) => isCount(count) && count > 0));
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const { email = '' } = values;
  const faults: Record<string, string> = {};
  if (total < 1 || total > MOST_AT_ONCE || !counts.every(([, count]) => isCount(count)))
    faults[fieldAtFault(counts, offers) ?? 'date'] = say('chooseSome', { most: MOST_AT_ONCE });
  if (email !== '' && (!isAddrSpec(email) || email.length > EMAIL_CHARACTERS))
    faults.email = say('emailFault');
  const key = isUuid(given) ? given : randomUUID();
  return { day, offers, key, wanted, submitted: { values, faults } };
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

/** The form again with current offers, and the refusal at the field that it is about. */
async function refusedSale(clerk: Clerk, desk: DeskOptions, sale: Sale, refusal: Refusal): Promise<Answer> {
  const { status, sentence } = sentenceOf(refusal, clerk.language, clerk.words);
  const offers = await offersOn(clerk, desk, sale.day);
  const field = fieldAbout(refusal);
  const wrong: Submitted<string> =
    field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
  const submitted = { values: sale.submitted?.values ?? {}, ...wrong };
  return sellPage(clerk, desk, { ...sale, offers, key: randomUUID(), submitted }, status);
}

function fieldAbout(refusal: Refusal): string | undefined {
  if (refusal.kind !== 'sold-out') return undefined;
  const { event } = (refusal as Refusal<'sold-out'>).facts;
  return event?.eventId ?? GENERAL;
}
