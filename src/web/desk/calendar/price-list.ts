import { Refusal } from '../../../core/refusal.ts';
import type { Answer } from '../../../http/answer.ts';
import { getPriceList, type PriceList, setPriceList } from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import { runAction } from '../../../store/index.ts';
import type { DeskRequest } from '../desk-options.ts';
import { done } from '../done.ts';
import { ChangedMeanwhile, isAsItWas, requireSeen, seenAs } from '../edit-conflict.ts';
import { postForm, type Sent } from '../post-form.ts';
import { pricesInWords } from '../price-field.ts';
import { ADDRESS, priceListPage } from './price-list-page.ts';
import {
  isPriceList,
  type PriceListField,
  type Row,
  readPriceList,
  readRows,
  rowsOf,
  stepped,
  valuesOf,
} from './price-rows.ts';
import { pricesTexts } from './prices-texts.ts';
import { ruleChanged } from './rules.ts';

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

export const savePriceList = postForm<PriceListField>(save, showPriceList, explain);

async function save(desk: DeskRequest, { form, values, again }: Sent<PriceListField>) {
  const { store, clock, terms, actor } = desk;
  const rows = readRows(values);
  const list = await getPriceList(store, actor, terms.rules);
  const moved = stepped(rows, form.get('step') ?? undefined);
  if (moved !== undefined) {
    const focused = moved.length > rows.length ? rows.length : undefined;
    const { seen } = values;
    return priceListPage(desk, {
      list,
      rows: moved,
      submitted: { values: { seen } },
      ...(focused && { focused }),
    });
  }
  const read = readPriceList(desk, rows, list);
  if (!isPriceList(read)) return again(read);
  if (isAsItWas(list, values.seen, read)) return done(ADDRESS, 'nothing');
  await runAction({ store, clock }, actor, (context) =>
    setPriceList(context, terms.rules, read, (now) => requireSeen(now, values.seen, read)),
  );
  return done(ADDRESS, 'pricesChanged');
}

async function explain(
  error: unknown,
  desk: DeskRequest,
  { values }: Sent<PriceListField>,
): Promise<Submitted<PriceListField> | undefined> {
  if (error instanceof ChangedMeanwhile) {
    const { prices, categories } = error.now as PriceList;
    const [kind, subject] = values.seen?.includes(seenAs(prices))
      ? (['categories.set', 'categories'] as const)
      : (['prices.general-set', 'general'] as const);
    const now = pricesInWords(desk, prices, categories);
    return { status: 409, fault: await ruleChanged(desk, [kind], subject, now) };
  }
  if (!(error instanceof Refusal) || error.kind !== 'category-in-use') return undefined;
  return inUse(desk, error as Refusal<'category-in-use'>, readRows(values));
}

/** What was left out stands at the end of the list again. */
async function inUse(
  desk: DeskRequest,
  { facts: { removed, changed } }: Refusal<'category-in-use'>,
  rows: readonly Row[],
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
