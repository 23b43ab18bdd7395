import { parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { hasLength } from '../../../core/text.ts';
import { isTimeOfDay } from '../../../core/zoned-time.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import {
  type Category,
  getPriceList,
  listPriceRules,
  MOST_PRICE_RULES,
  type PriceRule,
} from '../../../offers/index.ts';
import { type FieldFaults, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { isAnyTicked, tickedWeekdays, type WeekdayField, weekdayBoxes } from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { centsIn, examplePrice, priceText } from '../figure-fields.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { changePriceRules, PRICE_RULE, PRICE_RULES } from './price-rules.ts';
import { priceRulesTexts } from './price-rules-texts.ts';
import { pricesTexts } from './prices-texts.ts';

const MOST_NAME = 100;
const NTH = [1, 2, 3, 4, 'last'] as const;

type RuleField =
  | WeekdayField
  | `price-${string}`
  | `unsold-${string}`
  | 'name'
  | 'nth'
  | 'free'
  | 'from'
  | 'to'
  | 'fromTime'
  | 'toTime'
  | 'rule'
  | 'seen';
type Values = Sent<RuleField>['values'];

/** The form of one rule, or of a new one. */
export async function showPriceRule(desk: DeskRequest, submitted?: Submitted<RuleField>): Promise<Answer> {
  const { language } = desk;
  const say = priceRulesTexts(language);
  const place = (submitted === undefined ? desk.query : formOf(desk.request)).get('rule') ?? '';
  const { rules, rule, categories } = await readKnown(desk, place);
  if (place !== '' && rule === undefined) return seeOther(PRICE_RULES);
  const fields = fieldsOf<RuleField>(language, submitted);
  const form = html`
    ${fields.hidden('rule', place)}
    ${fields.hidden('seen', seenAs(rules))}
    ${fields.input('name', {
      label: say('name'),
      hint: say('nameHint'),
      value: rule?.name,
      with: { maxlength: MOST_NAME, autocomplete: 'off', required: true },
    })}
    ${whenFields(desk, fields, rule)}
    ${fields.checkbox('free', { label: priceRulesTexts(language)('free') })}
    ${categories.map((category) => priceFields(desk, fields, category, rule))}
    <p class="actions">
      <button class="action">${say('save')}</button>
      <a class="button" href="${PRICE_RULES}">${say('title')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: rule?.name ?? say('newTitle'),
    lead: say('lead'),
    main: formTo(desk, PRICE_RULE, form),
    here: SETTINGS_PAGE,
    form: fields,
  });
}

interface KnownRule {
  readonly rules: readonly PriceRule[];
  /** Undefined: a new one. */
  readonly rule: PriceRule | undefined;
  readonly index: number;
  /** Those that are on sale, or that the rule names. */
  readonly categories: readonly Category[];
}

/** @param place as the address has it */
async function readKnown({ store, actor, terms }: DeskRequest, place: string): Promise<KnownRule> {
  const [rules, { categories }] = await Promise.all([
    listPriceRules(store, actor, terms.rules),
    getPriceList(store, actor, terms.rules),
  ]);
  const index = Number(place || Number.NaN) - 1;
  const rule = rules[index];
  const isNamed = (slug: string) => rule?.prices.some(({ category }) => category === slug) === true;
  const shown = categories.filter(({ category, onSale }) => onSale || isNamed(category));
  return { rules, rule, index, categories: shown };
}

function whenFields(
  desk: DeskRequest,
  fields: Fields<RuleField>,
  { weekdays, nth, from, to, fromTime, toTime }: Partial<PriceRule> = {},
): Html {
  const say = priceRulesTexts(desk.language);
  const options = [
    { value: '', text: say('each') },
    ...NTH.map((value) => ({ value: `${value}`, text: say(value === 'last' ? 'nthLast' : `nth${value}`) })),
  ];
  const [date, time] = [{ type: 'date' }, { type: 'time' }];
  return html`
    ${weekdayBoxes(desk, fields, say('weekdays'), weekdays)}
    ${fields.select('nth', { label: say('nth'), options, value: `${nth ?? ''}` })}
    <div class="times">
      ${fields.input('from', { label: say('from'), value: from, with: date })}
      ${fields.input('to', { label: say('to'), value: to, with: date })}
    </div>
    <p class="hint">${say('timeHint')}</p>
    <div class="times">
      ${fields.input('fromTime', { label: say('fromTime'), value: fromTime, with: time })}
      ${fields.input('toTime', { label: say('toTime'), value: toTime, with: time })}
    </div>
  `;
}

function priceFields(
  { language, currency }: DeskRequest,
  fields: Fields<RuleField>,
  { category, name }: Category,
  rule: PriceRule | undefined,
): Html {
  const say = priceRulesTexts(language);
  const price = rule?.prices.find((each) => each.category === category);
  const cents = price?.priceCents ?? undefined;
  return html`
    <fieldset class="priced">
      <legend dir="auto">${name}</legend>
      <div class="in-a-row">
        ${fields.input(`price-${category}`, {
          label: say('price', { currency }),
          hint: say('priceHint'),
          value: cents === undefined ? '' : priceText(language, cents),
          with: { autocomplete: 'off', inputmode: 'decimal' },
        })}
        ${fields.checkbox(`unsold-${category}`, {
          label: say('notSold'),
          value: price?.priceCents === null ? 'on' : undefined,
        })}
      </div>
    </fieldset>
  `;
}

export const savePriceRule = postForm<RuleField>(async (desk, sent) => {
  const known = await readKnown(desk, sent.values.rule ?? '');
  const { rules, rule, index } = known;
  if (sent.values.rule && rule === undefined) return seeOther(PRICE_RULES);
  if (rule === undefined && rules.length >= MOST_PRICE_RULES)
    return sent.again({ fault: priceRulesTexts(desk.language)('tooMany', { most: MOST_PRICE_RULES }) });
  const read = readRule(desk, sent.values, known);
  if ('faults' in read) return sent.again(read);
  const wanted = rule === undefined ? [...rules, read] : rules.with(index, read);
  return changePriceRules(desk, sent, rules, wanted);
}, showPriceRule);

/** What was typed, or its faults. A price keeps its value added tax. */
function readRule(desk: DeskRequest, values: Values, known: KnownRule): PriceRule | FieldFaults<RuleField> {
  const { name = '', fromTime = '', toTime = '' } = values;
  const week = tickedWeekdays(values);
  const nth = NTH.find((each) => `${each}` === values.nth);
  const [from, to] = [parseCalendarDay(values.from ?? ''), parseCalendarDay(values.to ?? '')];
  const prices = pricesIn(desk, values, known);
  const faults = { ...whenFaults(desk, values), ...('faults' in prices ? prices.faults : {}) };
  if (Object.keys(faults).length > 0 || 'faults' in prices) return { faults };
  return {
    name,
    ...week,
    ...(nth && { nth }),
    ...(from && { from }),
    ...(to && { to }),
    ...(fromTime && { fromTime }),
    ...(toTime && { toTime }),
    prices,
  };
}

function whenFaults({ language, calendar }: DeskRequest, values: Values): Partial<Record<RuleField, string>> {
  const say = priceRulesTexts(language);
  const { name = '', nth = '', from = '', to = '', fromTime = '', toTime = '' } = values;
  const isNoDay = (typed: string) => typed !== '' && parseCalendarDay(typed) === undefined;
  const isNoTime = (typed: string) => typed !== '' && !isTimeOfDay(typed);
  const day = say('dayFault', { day: calendar.today() });
  const faults: [RuleField, string | false][] = [
    ['name', !hasLength(name, 1, MOST_NAME) && say('nameFault', { most: MOST_NAME })],
    ['nth', nth !== '' && !isAnyTicked(values) && say('nthFault')],
    ['from', isNoDay(from) && day],
    ['to', isNoDay(to) ? day : to !== '' && to < from && say('toFault')],
    ['fromTime', isNoTime(fromTime) && say('timeFault')],
    [
      'toTime',
      isNoTime(toTime) ? say('timeFault') : toTime !== '' && toTime === fromTime && say('sameTimeFault'),
    ],
  ];
  return Object.fromEntries(faults.flatMap(([name, fault]) => (fault ? [[name, fault] as const] : [])));
}

function pricesIn(
  { language, currency }: DeskRequest,
  values: Values,
  { rule, categories }: KnownRule,
): PriceRule['prices'] | FieldFaults<RuleField> {
  const say = priceRulesTexts(language);
  const faults: Partial<Record<RuleField, string>> = {};
  const fault = pricesTexts(language)('priceFault', {
    example: examplePrice(language, currency),
    most: HIGHEST_PRICE,
  });
  const prices = categories.flatMap(({ category }) => {
    const typed = values[`price-${category}`] ?? '';
    const isUnsold = values[`unsold-${category}`] !== undefined;
    const vat = rule?.prices.find((each) => each.category === category)?.vat ?? null;
    const isFree = typed === '' && values.free !== undefined;
    const priceCents = isFree ? 0 : centsIn(typed, currency);
    if (isUnsold && typed !== '')
      faults[`price-${category}`] = say('priceUnused', { notSold: say('notSold') });
    if (isUnsold) return { category, priceCents: null, vat };
    if (typed === '' && !isFree) return [];
    if (priceCents === undefined) faults[`price-${category}`] = fault;
    return { category, priceCents: priceCents ?? null, vat };
  });
  const [first] = categories;
  if (prices.length === 0 && first !== undefined) faults[`price-${first.category}`] = say('pricesFault');
  return Object.keys(faults).length > 0 ? { faults } : prices;
}
