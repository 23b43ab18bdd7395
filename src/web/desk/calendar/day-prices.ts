import { parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import {
  clearDayPrices,
  getPriceList,
  listDayPrices,
  type Price,
  type PriceList,
  STANDARD,
  setDayPrices,
} from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage } from '../desk-page.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { centsIn, examplePrice, pricesInWords, priceText } from '../price-field.ts';
import { pricesTexts } from './prices-texts.ts';
import { ruleChanged } from './rules.ts';

const ADDRESS = '/desk/calendar/prices/day';
const BACK = '/desk/calendar/prices';

type Name = `price-${string}` | 'date' | 'seen';

/** What general entry costs on one day: its own prices, or the usual ones to start from. */
export async function showDayPrices(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, words, actor, query } = desk;
  const say = pricesTexts(language);
  const day = parseCalendarDay((submitted === undefined ? query : formOf(desk.request)).get('date') ?? '');
  if (day === undefined) return seeOther(BACK);
  const [list, own] = await Promise.all([
    getPriceList(desk.store, actor, desk.terms.rules),
    listDayPrices(desk.store, actor, day),
  ]);
  const fields = fieldsOf<Name>(language, submitted);
  const prices = own.length > 0 ? own : list.prices;
  const inputs = categoriesOn(list, own).map(({ category, name }) => {
    const cents = prices.find((price) => price.category === category)?.priceCents;
    return fields.input(`price-${category}`, {
      label: name,
      hint: say(category === STANDARD ? 'standardHint' : 'priceHint'),
      value: cents === undefined ? '' : priceText(language, cents),
      with: { autocomplete: 'off', inputmode: 'decimal' },
    });
  });
  const main = formTo(
    desk,
    ADDRESS,
    html`${fields.hidden('date', day)}${fields.hidden('seen', seenAs(own))}<fieldset>
<legend>${say('price', { currency: desk.currency })}</legend>
<div class="in-a-row">
${inputs}</div>
</fieldset>
<p class="actions"><button class="action">${say('save')}</button>
${own.length > 0 && html`<button name="step" value="usual" formnovalidate>${say('asUsual')}</button>\n`}<a class="button" href="${BACK}">${say('title')}</a></p>
`,
  );
  const [title, lead] = [say('dayTitle', { day: words.day(day) }), say('dayLead')];
  return deskPage(desk, { title, lead, main, here: '/desk/calendar', form: fields });
}

/** Those that are on sale, or have a price on that day. */
function categoriesOn({ categories }: PriceList, own: readonly Price[]): PriceList['categories'] {
  return categories.filter(
    ({ category, onSale }) => onSale || own.some((price) => price.category === category),
  );
}

export const saveDayPrices = postForm<Name>(save, showDayPrices, explain);

async function save(desk: DeskRequest, { form, values, again }: Sent<Name>) {
  const { store, clock, terms, actor } = desk;
  const day = parseCalendarDay(values.date ?? '');
  if (day === undefined) return seeOther(BACK);
  const [list, own] = await Promise.all([
    getPriceList(store, actor, terms.rules),
    listDayPrices(store, actor, day),
  ]);
  const { seen } = values;
  const now = clock.now();
  if (form.get('step') === 'usual') {
    if (own.length === 0) return done(BACK, 'dayPricesChanged'); // sent twice
    await store.transaction((tx) =>
      clearDayPrices({ tx, actor, now }, day, (before) => requireSeen(before, seen, [])),
    );
    return done(BACK, 'dayPricesChanged');
  }
  const read = readPrices(desk, values, list, own);
  if ('faults' in read) return again(read);
  if (isAsItWas(own, seen, read.prices)) return done(BACK, 'nothing');
  await store.transaction((tx) =>
    setDayPrices({ tx, actor, now }, day, read.prices, (before) => requireSeen(before, seen, read.prices)),
  );
  return done(BACK, 'dayPricesChanged');
}

/** The prices that were typed, or their faults. A price keeps its value added tax. */
function readPrices(
  { language, currency }: DeskRequest,
  values: Sent<Name>['values'],
  list: PriceList,
  own: readonly Price[],
): { readonly prices: readonly Price[] } | Required<Pick<Submitted<Name>, 'faults'>> {
  const fault = pricesTexts(language)('priceFault', {
    example: examplePrice(language, currency),
    most: HIGHEST_PRICE,
  });
  const faults: { [Field in Name]?: string } = {};
  const prices = categoriesOn(list, own).flatMap(({ category }): Price[] => {
    const text = values[`price-${category}`] ?? '';
    const priceCents = centsIn(text, currency);
    const before = [...own, ...list.prices].find((price) => price.category === category);
    if (priceCents !== undefined) return [{ category, priceCents, vat: before?.vat ?? null }];
    if (text !== '' || category === STANDARD) faults[`price-${category}`] = fault;
    return [];
  });
  return Object.keys(faults).length > 0 ? { faults } : { prices };
}

async function explain(
  error: unknown,
  desk: DeskRequest,
  { values }: Sent<Name>,
): Promise<Submitted<Name> | undefined> {
  if (error instanceof Refusal && error.kind === 'exception-not-found') return {};
  if (!(error instanceof ChangedMeanwhile)) return undefined;
  const { categories } = await getPriceList(desk.store, desk.actor, desk.terms.rules);
  const prices = error.now as readonly Price[];
  const now =
    prices.length === 0 ? pricesTexts(desk.language)('asUsual') : pricesInWords(desk, prices, categories);
  const kinds = ['prices.day-set', 'prices.day-cleared'] as const;
  return { status: 409, fault: await ruleChanged(desk, kinds, values.date ?? '', now) };
}
