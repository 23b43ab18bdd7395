import type { CalendarDay } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Answer } from '../../../http/answer.ts';
import {
  CATEGORY_LIMITS,
  type Category,
  getPriceList,
  listPricedDays,
  MOST_CATEGORIES,
  type PriceList,
  STANDARD,
  setPriceList,
  UNIT_TYPES,
} from '../../../offers/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { section } from '../../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../pages/texts.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { pricesInWords } from '../figure-fields.ts';
import { formTo, postForm } from '../post-form.ts';
import {
  isPriceList,
  type PriceListField,
  type PriceRow,
  readPriceList,
  readRows,
  rowsOf,
  stepped,
  valuesOf,
} from './price-rows.ts';
import { PRICE_RULES } from './price-rules.ts';
import { priceRulesTexts } from './price-rules-texts.ts';
import { pricesTexts } from './prices-texts.ts';

/** The categories of visitors, what general entry costs them, and the days with prices of their own. */
export async function showPriceList(
  desk: DeskRequest,
  submitted?: Submitted<PriceListField>,
): Promise<Answer> {
  const { language, actor } = desk;
  const list = await getPriceList(desk.store, actor, desk.terms.rules);
  const rows = submitted?.values === undefined ? rowsOf(language, list) : readRows(submitted.values);
  return priceListPage(desk, { list, rows, ...(submitted && { submitted }) });
}

export const savePriceList = postForm<PriceListField>(
  async (desk, sent) => {
    const { rules } = desk.terms;
    const { form, values } = sent;
    const rows = readRows(values);
    const list = await getPriceList(desk.store, desk.actor, rules);
    const moved = stepped(rows, form.get('step') ?? undefined);
    if (moved !== undefined) {
      const focused = moved.length > rows.length ? { focused: rows.length } : {};
      const submitted = { values: { seen: values.seen } };
      return priceListPage(desk, { list, rows: moved, submitted, ...focused });
    }
    const wanted = readPriceList(desk, rows, list);
    if (!isPriceList(wanted)) return sent.again(wanted);
    return changeRule(desk, sent, {
      at: ADDRESS,
      now: list,
      wanted,
      save: (action, expect) => setPriceList(action, rules, wanted, expect),
      done: 'pricesChanged',
      journalOf: ({ prices }) =>
        values.seen?.includes(seenAs(prices))
          ? ['categories', 'categories.set']
          : ['general', 'prices.general-set'],
      inWords: ({ prices, categories }) => pricesInWords(desk, prices, categories),
    });
  },
  showPriceList,
  (error, desk, { values }) =>
    error instanceof Refusal && error.kind === 'category-in-use'
      ? inUse(desk, error as Refusal<'category-in-use'>, readRows(values))
      : undefined,
);

/** What was left out stands at the end of the list again. */
async function inUse(
  desk: DeskRequest,
  { facts: { removed, changed } }: Refusal<'category-in-use'>,
  rows: readonly PriceRow[],
): Promise<Submitted<PriceListField>> {
  const { language, words, actor } = desk;
  const say = pricesTexts(language);
  const list = await getPriceList(desk.store, actor, desk.terms.rules);
  const back = rowsOf(language, list).filter(({ category = '' }) => removed.includes(category));
  const faults = rows.flatMap(({ category = '' }, index) =>
    changed.includes(category) ? [[`places-${index}`, say('sold')]] : [],
  );
  const categories = words.list(back.map(({ name = '' }) => name));
  return {
    status: 409,
    faults: Object.fromEntries(faults),
    ...(back.length > 0 && { fault: say('inUse', { categories }) }),
    values: valuesOf([...rows, ...back]),
  };
}

const ADDRESS = '/desk/settings/prices';

interface PriceListPage {
  readonly list: PriceList;
  readonly rows: readonly PriceRow[];
  readonly submitted?: Submitted<PriceListField>;
  /** The place of the category that has the focus. */
  readonly focused?: number;
}

async function priceListPage(desk: DeskRequest, sent: PriceListPage): Promise<Answer> {
  const { language, actor } = desk;
  const { list, rows, submitted = {} } = sent;
  const say = pricesTexts(language);
  const seen = submitted.values?.seen ?? seenAs(list);
  const fields = fieldsOf<PriceListField>(language, { ...submitted, values: { ...valuesOf(rows), seen } });
  const arranges = may(actor.role, 'arrange-programme');
  const own = await ownDays(desk, list, arranges);
  const main = html`${arranges ? form(desk, fields, sent) : listed(desk, list)}${own}`;
  const [title, lead] = [say('title'), say('lead')];
  return deskPage(desk, {
    title,
    lead,
    main,
    here: may(actor.role, 'read-settings') ? SETTINGS_PAGE : '/desk/calendar',
    form: fields,
  });
}

/** The first button is what Enter presses: not the one that moves a category. */
function form(
  desk: DeskRequest,
  fields: Fields<PriceListField>,
  { rows, submitted: { faults = {} } = {}, focused }: PriceListPage,
): Html {
  const say = pricesTexts(desk.language);
  const shown = rows.map((row, index) => {
    const isFaulty = LANGUAGES.some((of) => faults[`name-${of}-${index}`] !== undefined);
    return categoryFields(desk, fields, { row, index, isFocused: index === focused, isFaulty });
  });
  const content = html`
    <button hidden>${say('save')}</button>
    ${fields.hidden('seen', '')}
    ${shown}
    <p class="actions">
      <button class="action">${say('save')}</button>
      ${rows.length < MOST_CATEGORIES && html`<button${step('add')}>${say('add')}</button>`}
    </p>
  `;
  return formTo(desk, ADDRESS, content);
}

function step(value: string): Html {
  return attributes({ name: 'step', value, formnovalidate: true });
}

interface CategoryOfForm {
  readonly row: PriceRow;
  readonly index: number;
  readonly isFocused: boolean;
  /** Whether one of its names in other languages is. */
  readonly isFaulty: boolean;
}

function categoryFields(
  { language, currency, settings }: DeskRequest,
  { input, select, checkbox, hidden }: Fields<PriceListField>,
  { row, index, isFocused, isFaulty }: CategoryOfForm,
): Html {
  const say = pricesTexts(language);
  const isStandard = row.category === STANDARD;
  const name = row.name || say('newCategory');
  const text = { autocomplete: 'off' };
  const figure = { ...text, inputmode: 'numeric' };
  const most = CATEGORY_LIMITS;
  const kinds = UNIT_TYPES.map((value) => ({ value, text: say(value) }));
  const others = LANGUAGES.filter((of) => of !== settings.now.language || row[`name-${of}`]).map((of) =>
    input(`name-${of}-${index}`, { label: LANGUAGE_NAMES[of], with: { ...text, maxlength: most.name } }),
  );
  const button = (way: 'up' | 'remove') => {
    const tied = attributes({ 'aria-label': say(`${way}Named`, { name }) });
    return html`<button${step(`${way}-${index}`)}${tied}>${say(way)}</button>`;
  };
  const moves = html`
    <p class="actions">
      ${index > 1 && button('up')}
      ${button('remove')}
    </p>
  `;
  const price = {
    label: say('price', { currency }),
    hint: say(isStandard ? 'standardHint' : 'priceHint'),
    with: { ...text, inputmode: 'decimal' },
  };
  const proof = { label: say('proof'), hint: say('proofHint'), with: { ...text, maxlength: most.proof } };
  const short = {
    label: say('shortName'),
    hint: say('shortNameHint'),
    with: { ...text, maxlength: most.shortName },
  };
  const named = { ...text, maxlength: most.name, autofocus: isFocused };
  return html`
    <fieldset class="priced">
      <legend dir="auto">${name}</legend>
      ${hidden(`category-${index}`, '')}
      <div class="in-a-row">
        ${input(`name-${index}`, { label: say('name'), with: named })}
        ${input(`shortName-${index}`, short)}
        ${input(`price-${index}`, price)}
        ${input(`minAge-${index}`, { label: say('minAge'), with: figure })}
        ${input(`maxAge-${index}`, { label: say('maxAge'), with: figure })}
        ${input(`places-${index}`, { label: say('places'), with: figure })}
        ${input(`proof-${index}`, proof)}
        ${select(`unitType-${index}`, { label: say('unitType'), options: kinds })}
        ${checkbox(`onSale-${index}`, { label: say('onSale'), with: { value: '1' } })}
      </div>
      <details${attributes({ open: isFaulty })}>
        <summary>${say('otherNames')}</summary>
        <div class="in-a-row">
          ${others}
        </div>
      </details>
      ${!isStandard && moves}
    </fieldset>
  `;
}

/** The list for who only reads it. */
function listed(clerk: Clerk, { categories, prices }: PriceList): Html {
  const { language, words } = clerk;
  const say = pricesTexts(language);
  const priceOf = ({ category, onSale }: Category) => {
    const price = prices.find((each) => each.category === category);
    return onSale && price !== undefined ? words.price(price) : say(onSale ? 'notSold' : 'offSale');
  };
  return table(say('title'), categories, [
    { head: say('category'), cell: ({ name }) => name },
    { head: say('who'), cell: (category) => whoIn(clerk, category) },
    { head: say('priceIs'), cell: priceOf, isNumber: true },
  ]);
}

/** "aged 6 to 17, student card" */
function whoIn({ language }: Clerk, { minAge, maxAge, proof, places }: Category): string {
  const say = pricesTexts(language);
  const [from, to] = [minAge ?? 0, maxAge ?? 0];
  const ages =
    maxAge === null
      ? minAge !== null && say('agesFrom', { from })
      : minAge === null
        ? say('agesTo', { to })
        : say('ages', { from, to });
  return [ages, proof, places > 1 && say('persons', { count: places })].filter(Boolean).join(', ');
}

async function ownDays(desk: DeskRequest, { categories }: PriceList, arranges: boolean): Promise<Html> {
  const { store, calendar, language, words, actor } = desk;
  const say = pricesTexts(language);
  const today = calendar.today();
  const days = await listPricedDays(store, actor, today);
  const dayOf = (day: CalendarDay) =>
    arranges ? html`<a href="${ADDRESS}/day?date=${day}">${words.day(day)}</a>` : words.day(day);
  const columns: Column<(typeof days)[number]>[] = [
    { head: say('day'), cell: ({ day }) => dayOf(day) },
    { head: say('prices'), cell: ({ prices }) => pricesInWords(desk, prices, categories) },
  ];
  const choose = html`
    <form class="choose" action="${ADDRESS}/day">
      <label for="date">${say('day')}</label>
      <input type="date" id="date" name="date" min="${today}" required>
      <button>${say('setDay')}</button>
    </form>
  `;
  return section(
    say('ownDays'),
    table(unseenCaption(say('ownDays')), days, columns, say('noOwnDays')),
    arranges && choose,
    arranges && html`<p><a href="${PRICE_RULES}">${priceRulesTexts(language)('title')}</a></p>`,
  );
}
