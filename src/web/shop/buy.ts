import {
  type BasketWords,
  basketFaults,
  type Choice,
  choicesIn,
  fieldAbout,
  sayFaults,
  type TypedValues,
  timeFieldOf,
  wantedItems,
} from '../../basket/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { isEmail } from '../../core/email.ts';
import { meantEmail } from '../../core/email-typos.ts';
import { Refusal, type RefusalFacts } from '../../core/refusal.ts';
import { parseUuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import type { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, isCrossOrigin, seeOther } from '../../http/sessions.ts';
import { salesUntil } from '../../offers/index.ts';
import { applyCode } from './applied-code.ts';
import { articlesChosen, faultsInArticles, isArticleField } from './articles.ts';
import { visitorsSentence } from './refusals.ts';
import { firstDay, readVisitDay, VISIT_FORM, type VisitDay } from './visit-day.ts';
import { ASKED, codeFault, sentForm, TRAP } from './visit-page.ts';
import { visitTexts } from './visit-texts.ts';
import { addressFor, MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

type Faults = Readonly<Record<string, string | undefined>>;

/** "Continue": places the order and leads to its page, or says what is wrong beside the fields. */
export async function buy(visitor: Visitor): Promise<Answer> {
  const { shop, request, language } = visitor;
  const form = formOf(request);
  const values = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));
  const { date = '', shown = '' } = values;
  const day =
    parseCalendarDay(values.day ?? '') ??
    parseCalendarDay(date) ??
    parseCalendarDay(shown) ??
    (await firstDay(shop));
  if (
    values.day !== undefined ||
    values.step === 'show' ||
    (values.shown !== undefined && values.shown !== day)
  )
    return seeOther(addressOfDay(visitor, day, values));
  const { code } = values;
  const visit = await readVisitDay(visitor, day, parseUuid(values.event ?? ''), code);
  const choices = choicesIn(VISIT_FORM, visit.offers, values);
  const isRead = !isCrossOrigin(request) && shop.formTokens.accepts(values.token ?? '');
  const faults = {
    ...faultsIn(visitor, choices, values, isRead),
    ...faultsInArticles(visitor, visit.articles, values),
  };
  if (values.step === 'apply') return showApplied(visitor, visit, choices, values);
  const isTrapped = values[TRAP] !== undefined && values[TRAP] !== '';
  if (isTrapped || Object.values(faults).some((fault) => fault !== undefined)) {
    // Nobody sees the field, so nobody could empty it.
    const trapped = isTrapped && { fault: visitTexts(language)('trapFault') };
    return sentForm(visitor, visit, { values: { ...values, [TRAP]: '' }, faults, ...trapped });
  }
  const applied = await applyCode(visitor, visit, values);
  if (applied instanceof Refusal) return sentForm(visitor, visit, { values, ...codeFault(visitor, applied) });
  if (applied?.isShort && values.reduced !== `${applied.count}`) {
    const fault = visitTexts(language)('fewerReduced', { count: applied.count });
    return sentForm(visitor, visit, { values, faults: { code: fault } }, applied);
  }
  const coded = applied === undefined ? {} : { code, leastReduced: applied.count };
  const items = wantedItems(choices);
  const chosen = applied?.choices ?? choices.filter(({ count }) => count > 0);
  const told = { currency: shop.currency, after: items.length };
  const articles = articlesChosen(visit.articles, values, told);
  const isFree = articles.length === 0 && chosen.every(({ priceCents }) => priceCents === 0);
  const soldOut = soldOutAmong(chosen, shop);
  const sent = { form, items, articles, isFree, soldOut, email: values.email ?? '', language, ...coded };
  const outcome = await shop.intake.take(request, sent);
  if (!('kind' in outcome))
    return seeOther(addressFor(visitor, `/order/${shop.secrets.secretOf(outcome.orderId)}`));
  request.refused = outcome;
  const { status, sentence, headers } = visitorsSentence(inShownWords(outcome, visit), visitor);
  const field = fieldOf(outcome, choices);
  const wrong = field === undefined ? { fault: sentence } : { faults: { [field]: sentence } };
  return sentForm(visitor, visit, { values, ...wrong, status, ...(headers && { headers }) });
}

/** "Apply": what is chosen at its price with the code. */
async function showApplied(
  visitor: Visitor,
  visit: VisitDay,
  choices: readonly Choice[],
  values: Readonly<Record<string, string>>,
): Promise<Answer> {
  const applied = await applyCode(visitor, visit, values);
  if (applied instanceof Refusal) return sentForm(visitor, visit, { values, ...codeFault(visitor, applied) });
  const isEmpty = values.code !== '' && !choices.some(({ count }) => count > 0);
  const faults = isEmpty && { faults: { code: visitTexts(visitor.language)('chooseSome') } };
  return sentForm(visitor, visit, { values, ...faults }, applied);
}

/** Why something of it can't be had: nothing is left as the day was read. Undefined: the till finds out. */
function soldOutAmong(
  chosen: readonly Choice[],
  { terms }: Visitor['shop'],
): Refusal<'sold-out'> | undefined {
  const [today, last] = [terms.calendar.today(), salesUntil(terms)];
  for (const { offer, entryTime } of chosen) {
    const { day, event, closed, times } = offer;
    const time = times?.find((each) => each.entryTime === entryTime && !each.isOver);
    const { left } = times === undefined ? offer : { left: time?.left };
    if (left !== 0 || closed !== undefined || day < today || day > last) continue;
    const named = event && { event: { eventId: event.eventId, name: event.name, otherDates: [] } };
    return new Refusal('sold-out', { day, ...(time && { entryTime: time.entryTime }), ...named });
  }
  return undefined;
}

/** A refusal with the name of its event as the page says it. */
function inShownWords(refused: Refusal | HttpRefusal, { offers }: VisitDay): Refusal | HttpRefusal {
  if (!(refused instanceof Refusal) || refused.kind !== 'sold-out') return refused;
  const facts = refused.facts as RefusalFacts['sold-out'];
  const shown = offers.find(({ product }) => product === facts.event?.eventId)?.event;
  if (facts.event === undefined || shown === undefined || facts.event.name === shown.name) return refused;
  return new Refusal('sold-out', { ...facts, event: { ...facts.event, name: shown.name } });
}

/** Anybody can post more than fits into an address. No field of the form has a longer name or value. */
const IN_ADDRESS = { fields: 100, name: 80, value: 6 };

/** Another day, with the numbers and times that were chosen, and the code. The e-mail address stays out of addresses. */
function addressOfDay(visitor: Visitor, day: CalendarDay, values: Readonly<Record<string, string>>): string {
  const chosen = Object.entries(values).filter(
    ([name, value]) =>
      (name.includes('.') || isArticleField(name)) &&
      name.length <= IN_ADDRESS.name &&
      value !== '' &&
      value !== '0' &&
      value.length <= IN_ADDRESS.value,
  );
  const fitting = Object.fromEntries(chosen.slice(0, IN_ADDRESS.fields));
  const { event, code = '' } = values;
  const known = event !== undefined && parseUuid(event) !== undefined && { event };
  const typed = code !== '' && code.length <= MOST_CODE_CHARACTERS && { code };
  return addressFor(visitor, '/visit', { date: day, ...known, ...typed, ...fitting });
}

function faultsIn(
  { language, shop }: Visitor,
  choices: readonly Choice[],
  typed: TypedValues,
  isRead: boolean,
): Faults {
  const say = visitTexts(language);
  const firstField = choices.find(({ offer }) => offer.onSale)?.field ?? 'date';
  const costs = choices.find(({ count, priceCents }) => count > 0 && priceCents > 0);
  return {
    ...(shop.checkout.ways.length === 0 && costs && { [costs.field]: say('atMuseum') }),
    ...sayFaults(basketFaults(VISIT_FORM, choices, typed), basketWords(say, firstField)),
    email: emailFault(say, typed),
    ...(!isRead && { [firstField]: say('oldForm') }),
  };
}

/** What looks mistyped is asked about once. */
export function emailFault(
  say: ReturnType<typeof visitTexts>,
  { email = '', [ASKED]: asked }: TypedValues,
): string | undefined {
  if (!isEmail(email)) return say('emailFault');
  const meant = meantEmail(email);
  return meant === undefined || asked === email ? undefined : say('emailMeant', { email: meant });
}

function basketWords(say: ReturnType<typeof visitTexts>, firstField: string): BasketWords {
  const { most } = VISIT_FORM;
  return {
    'entry-time': ({ offer, entryTime }) => ({
      [timeFieldOf(offer.product)]:
        entryTime === undefined ? say('timeFault') : say('timeGone', { time: entryTime }),
    }),
    unreadable: ({ fields }) =>
      Object.fromEntries(fields.map((field) => [field, say('countFault', { most })])),
    none: () => ({ [firstField]: say('chooseSome') }),
    lost: () => ({ [firstField]: say('gone') }),
    'too-many': ({ field }) => ({ [field]: say('tooMany', { most }) }),
  };
}

/** The field that a refused order is about. */
function fieldOf(refused: Refusal | HttpRefusal, choices: readonly Choice[]): string | undefined {
  if (refused.kind === 'museum-closed') return 'date';
  if (refused.kind.startsWith('code-')) return 'code';
  if (refused.kind === 'too-many-held')
    return (refused.facts as RefusalFacts['too-many-held']).limit.startsWith('email') ? 'email' : undefined;
  return refused instanceof Refusal ? fieldAbout(refused, choices) : undefined;
}
