import type { FastifyRequest } from 'fastify';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import type { Answer } from '../../http/answer.ts';
import { formOf, isCrossOrigin, seeOther } from '../../http/sessions.ts';
import { type Choice, choicesIn, itemsOf, type Values } from './choices.ts';
import { MOST_TICKETS } from './offers.ts';
import { fieldAbout, sentenceOf } from './refusals.ts';
import type { ShopOptions } from './shop-options.ts';
import { dayAskedFor, firstDay, readVisitDay, timeField } from './visit-day.ts';
import { sentForm, TRAP } from './visit-page.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, type Visitor } from './visitor.ts';

type Faults = Readonly<Record<string, string | undefined>>;

/** "Continue": places the order and leads to its page, or says what is wrong beside the fields. */
export async function buy(visitor: Visitor, shop: ShopOptions, request: FastifyRequest): Promise<Answer> {
  const form = formOf(request);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));
  const day = dayAskedFor(values.date ?? null) ?? dayAskedFor(values.shown ?? null) ?? (await firstDay(shop));
  if (values.step === 'show' || (values.shown !== undefined && values.shown !== day))
    return seeOther(addressOfDay(visitor, day, values));
  const visit = await readVisitDay(shop, day);
  const choices = choicesIn(visit, values);
  const isRead = !isCrossOrigin(request) && shop.formTokens.accepts(values.token ?? '');
  const faults = faultsIn(visitor, choices, values, shop, isRead);
  const isTrapped = values[TRAP] !== undefined && values[TRAP] !== '';
  if (isTrapped || Object.values(faults).some((fault) => fault !== undefined)) {
    // Nobody sees the field, so nobody could empty it.
    const trapped = isTrapped && { fault: visitTexts(visitor.language)('trapFault') };
    return sentForm(visitor, shop, visit, { values: { ...values, [TRAP]: '' }, faults, ...trapped });
  }
  const { language } = visitor;
  const sent = { form, items: itemsOf(choices), email: values.email ?? '', language };
  const outcome = await shop.intake.take(request, sent);
  if (!('kind' in outcome))
    return seeOther(addressFor(visitor, `/order/${shop.secrets.secretOf(outcome.orderId)}`));
  request.refused = outcome;
  const { status, sentence, headers } = sentenceOf(outcome, visitor);
  const field = fieldAbout(outcome, choices);
  const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
  return sentForm(visitor, shop, visit, { values, ...wrong, status, ...(headers && { headers }) });
}

/** Anybody can post more than fits into an address. No field of the form has a longer name or value. */
const IN_ADDRESS = { fields: 100, name: 80, value: 6 };

/** Another day, with the numbers and times that were chosen. The e-mail address stays out of addresses. */
function addressOfDay(visitor: Visitor, day: CalendarDay, values: Values): string {
  const chosen = Object.entries(values).filter(
    ([name, value]) =>
      name.includes('.') &&
      name.length <= IN_ADDRESS.name &&
      value !== '' &&
      value !== '0' &&
      value.length <= IN_ADDRESS.value,
  );
  const fitting = Object.fromEntries(chosen.slice(0, IN_ADDRESS.fields));
  return addressFor(visitor, '/visit', { date: day, ...fitting });
}

function faultsIn(
  { language }: Visitor,
  choices: readonly Choice[],
  values: Values,
  { checkout: { ways } }: ShopOptions,
  isRead: boolean,
): Faults {
  const say = visitTexts(language);
  const unread = choices.filter(({ count }) => Number.isNaN(count));
  const total = choices.reduce((sum, { count }) => sum + count, 0);
  const largest = choices.toSorted((one, other) => other.count - one.count)[0];
  const firstField = choices.find(({ offer }) => offer.onSale)?.field ?? 'date';
  const unreadFaults = unread.map(({ field }) => [field, say('countFault', { most: MOST_TICKETS })]);
  const costs = ways.length === 0 && choices.find(({ count, priceCents }) => count > 0 && priceCents > 0);
  return {
    ...(costs && { [costs.field]: say('atMuseum') }),
    ...timeFaults(say, choices),
    ...Object.fromEntries(unreadFaults),
    ...(total === 0 && { [firstField]: say('chooseSome') }),
    ...(hasLost(values, choices) && { [firstField]: say('gone') }),
    ...(total > MOST_TICKETS && { [largest?.field ?? firstField]: say('tooMany', { most: MOST_TICKETS }) }),
    email: isEmail(values.email ?? '') ? undefined : say('emailFault'),
    ...(!isRead && { [firstField]: say('oldForm') }),
  };
}

/** Whether something was chosen that is no longer there, such as an event that was cancelled meanwhile. */
function hasLost(values: Values, choices: readonly Choice[]): boolean {
  const there = new Set(choices.flatMap(({ field, offer }) => [field, timeField(offer)]));
  return Object.entries(values).some(
    ([name, value]) => name.includes('.') && /[1-9]/.test(value) && !there.has(name),
  );
}

/** Entry times that are missing where there are some, or can no longer be booked. */
function timeFaults(say: ReturnType<typeof visitTexts>, choices: readonly Choice[]): Faults {
  const wanted = choices.filter(({ count, offer }) => count > 0 && offer.onSale && offer.times !== undefined);
  return Object.fromEntries(
    wanted.flatMap(({ offer, entryTime }) => {
      if (entryTime === undefined) return [[timeField(offer), say('timeFault')]];
      const time = offer.times?.find((each) => each.entryTime === entryTime);
      const isGone = time === undefined || time.isOver;
      return isGone ? [[timeField(offer), say('timeGone', { time: entryTime })]] : [];
    }),
  );
}
