import { type CalendarDay, parseCalendarDay } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import {
  type Category,
  clearDayPrices,
  getPriceList,
  listDayPrices,
  type Price,
  type PriceList,
  STANDARD,
  setDayPrices,
} from '../../../offers/index.ts';
import { type FieldFaults, fieldsOf, readFields, type Submitted } from '../../../pages/forms.ts';
import { html } from '../../../pages/html.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { examplePrice, priceField, pricesInWords } from '../figure-fields.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { pricesTexts } from './prices-texts.ts';

const ADDRESS = '/desk/settings/prices/day';
const BACK = '/desk/settings/prices';

type Name = `price-${string}` | 'date' | 'seen';

/** What general entry costs on one day: its own prices, or the usual ones to start from. */
export async function showDayPrices(desk: DeskRequest, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, words, query } = desk;
  const say = pricesTexts(language);
  const day = parseCalendarDay((submitted === undefined ? query : formOf(desk.request)).get('date') ?? '');
  if (day === undefined) return seeOther(BACK);
  const known = await pricesKnown(desk, day);
  const fields = fieldsOf<Name>(language, submitted);
  const asUsual = html`<button name="step" value="usual" formnovalidate>${say('asUsual')}</button>\n`;
  const form = html`
    ${fields.hidden('date', day)}
    ${fields.hidden('seen', seenAs(known.own))}
    <fieldset>
      <legend>${say('price', { currency: desk.currency })}</legend>
      <div class="in-a-row">
        ${fields.inputs(priceFields(desk, known))}
      </div>
    </fieldset>
    <p class="actions">
      <button class="action">${say('save')}</button>
      ${known.own.length > 0 && asUsual}
      <a class="button" href="${BACK}">${say('title')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: say('dayTitle', { day: words.day(day) }),
    lead: say('dayLead'),
    main: formTo(desk, ADDRESS, form),
    here: SETTINGS_PAGE,
    form: fields,
  });
}

interface PricesKnown {
  readonly list: PriceList;
  /** The day's own prices; empty: the usual prices. */
  readonly own: readonly Price[];
}

async function pricesKnown({ store, actor, terms }: DeskRequest, day: CalendarDay): Promise<PricesKnown> {
  const [list, own] = await Promise.all([
    getPriceList(store, actor, terms.rules),
    listDayPrices(store, actor, day),
  ]);
  return { list, own };
}

/** A field for each category that is on sale, or has a price on that day. */
function priceFields(desk: DeskRequest, { list, own }: PricesKnown) {
  const say = pricesTexts(desk.language);
  const isShown = ({ category, onSale }: Category) =>
    onSale || own.some((price) => price.category === category);
  const fault = say('priceFault', {
    example: examplePrice(desk.language, desk.currency),
    most: HIGHEST_PRICE,
  });
  const shown = own.length > 0 ? own : list.prices;
  const fields = list.categories.filter(isShown).map(({ category, name }) => {
    const hint = say(category === STANDARD ? 'standardHint' : 'priceHint');
    const cents = shown.find((price) => price.category === category)?.priceCents;
    return [
      `price-${category}`,
      priceField(desk, { label: name, hint, fault, cents, isRequired: category === STANDARD }),
    ] as const;
  });
  return Object.fromEntries(fields);
}

export const saveDayPrices = postForm<Name>(async (desk, sent) => {
  const day = parseCalendarDay(sent.values.date ?? '');
  if (day === undefined) return seeOther(BACK);
  const known = await pricesKnown(desk, day);
  const wanted = sent.form.get('step') === 'usual' ? [] : readPrices(desk, sent.values, known);
  if ('faults' in wanted) return sent.again(wanted);
  return changeRule(desk, sent, {
    at: BACK,
    now: known.own,
    wanted,
    save: (action, expect) =>
      wanted.length === 0 ? clearDayPrices(action, day, expect) : setDayPrices(action, day, wanted, expect),
    done: 'dayPricesChanged',
    journalOf: () => [day, 'prices.day-set', 'prices.day-cleared'],
    inWords: (prices) =>
      prices.length === 0
        ? pricesTexts(desk.language)('asUsual')
        : pricesInWords(desk, prices, known.list.categories),
  });
}, showDayPrices);

/** The prices that were typed, or their faults. A price keeps its value added tax. */
function readPrices(
  desk: DeskRequest,
  values: Sent<Name>['values'],
  known: PricesKnown,
): readonly Price[] | FieldFaults<Name> {
  const read = readFields(priceFields(desk, known), values);
  if ('faults' in read) return read;
  const before = [...known.own, ...known.list.prices];
  return known.list.categories.flatMap(({ category }) => {
    const priceCents = read.typed[`price-${category}`] ?? null;
    const vat = before.find((price) => price.category === category)?.vat ?? null;
    return priceCents === null ? [] : [{ category, priceCents, vat }];
  });
}
