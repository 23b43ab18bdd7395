import { Refusal } from '../../../core/refusal.ts';
import type { Answer } from '../../../http/answer.ts';
import { getPriceList, setPriceList } from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import type { DeskRequest } from '../desk-options.ts';
import { seenAs } from '../edit-conflict.ts';
import { postForm } from '../post-form.ts';
import { pricesInWords } from '../price-field.ts';
import { ADDRESS, priceListPage } from './price-list-page.ts';
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
import { pricesTexts } from './prices-texts.ts';
import { changeRule } from './rules.ts';

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
