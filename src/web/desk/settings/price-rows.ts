import { HIGHEST_PRICE } from '../../../core/money.ts';
import { newSlug } from '../../../core/slug.ts';
import { hasLength } from '../../../core/text.ts';
import {
  CATEGORY_LIMITS,
  type Category,
  type CategoryFault,
  categoryFaults,
  MOST_CATEGORIES,
  MOST_ON_SALE,
  type Price,
  type PriceList,
  STANDARD,
  UNIT_TYPES,
  type UnitType,
} from '../../../offers/index.ts';
import type { Submitted } from '../../../pages/forms.ts';
import { LANGUAGES, type Language } from '../../../pages/texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { centsIn, examplePrice, priceText } from '../figure-fields.ts';
import { pricesTexts } from './prices-texts.ts';

/** Categories with their usual prices as they are typed into the form, and the list that results. */

const MEMBERS = [
  'category',
  'name',
  'shortName',
  'price',
  'minAge',
  'maxAge',
  'proof',
  'places',
  'unitType',
  'onSale',
  ...LANGUAGES.map((language) => `name-${language}` as const),
] as const;

type Member = (typeof MEMBERS)[number];

/** The members of a category are numbered by its place in the list. */
export type PriceListField = `${Member}-${number}` | 'seen';

/** A category as it is typed; a box that is not ticked is undefined. */
export type PriceRow = { readonly [Name in Member]?: string | undefined };

const NEW_ROW: PriceRow = { category: '', unitType: 'ADULT', places: '1', onSale: '1' };

export function rowsOf(language: Language, { categories, prices }: PriceList): PriceRow[] {
  const costs = new Map(prices.map(({ category, priceCents }) => [category, priceCents]));
  return categories.map(({ category, name, names, shortName, proof, ...each }) => {
    const { unitType, minAge, maxAge, places, onSale } = each;
    const cents = costs.get(category);
    return {
      category,
      name,
      shortName: shortName ?? '',
      unitType,
      minAge: `${minAge ?? ''}`,
      maxAge: `${maxAge ?? ''}`,
      proof: proof ?? '',
      places: `${places}`,
      onSale: onSale ? '1' : undefined,
      price: cents === undefined ? '' : priceText(language, cents),
      ...Object.fromEntries(Object.entries(names).map(([of, text]) => [`name-${of}`, text])),
    };
  });
}

type Values = Readonly<Record<string, string | undefined>>;

export function readRows(values: Values): PriceRow[] {
  const count = Object.keys(values).filter((name) => /^category-\d+$/.test(name)).length;
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(MEMBERS.map((member) => [member, values[`${member}-${index}`]])),
  );
}

export function valuesOf(rows: readonly PriceRow[]): Values {
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([member, value]) => [`${member}-${index}`, value] as const),
    ),
  );
}

/** The rows after a category was added, removed or moved up; undefined when nothing of that was asked for. */
export function stepped(rows: readonly PriceRow[], step: string | undefined): PriceRow[] | undefined {
  if (step === 'add') return [...rows, NEW_ROW].slice(0, MOST_CATEGORIES);
  const [, what, place] = /^(up|remove)-(\d{1,3})$/.exec(step ?? '') ?? [];
  const index = Number(place);
  const row = rows[index];
  if (row === undefined || index === 0) return what === undefined ? undefined : [...rows];
  if (what === 'remove') return rows.toSpliced(index, 1);
  return index === 1 ? [...rows] : rows.toSpliced(index - 1, 2, row, rows[index - 1] as PriceRow);
}

/** The list that the rows describe, or their faults. @param before keeps the value added tax of prices */
export function readPriceList(
  { language, currency }: DeskRequest,
  rows: readonly PriceRow[],
  before: PriceList,
): PriceList | Submitted<PriceListField> {
  const say = pricesTexts(language);
  const slugs = new Set(rows.flatMap(({ category = '' }) => (IS_SLUG.test(category) ? category : [])));
  const names = rows.map(({ name = '' }) => name);
  const vat = new Map(before.prices.map((price) => [price.category, price.vat]));
  const faults: { [Field in PriceListField]?: string } = {};
  const [categories, prices]: [Category[], Price[]] = [[], []];
  for (const [index, row] of rows.entries()) {
    const wrong = (member: Member, fault: string) => {
      faults[`${member}-${index}`] ??= fault;
    };
    const category = categoryIn(say, row, slugs, wrong);
    if (names.indexOf(category.name) !== index) wrong('name', say('nameTwice'));
    categories.push(category);
    const cents = centsIn(row.price ?? '', currency);
    if (cents !== undefined) {
      const { category: slug } = category;
      prices.push({ category: slug, priceCents: cents, vat: vat.get(slug) ?? null });
    } else if (row.price || category.category === STANDARD)
      wrong('price', say('priceFault', { example: examplePrice(language, currency), most: HIGHEST_PRICE }));
  }
  for (const { index, fault } of categoryFaults(categories)) {
    const [member, sentence] = LIST_FAULTS[fault](say);
    faults[`${member}-${index}`] ??= sentence;
  }
  const inOrder = Object.entries(faults).sort(([one], [other]) => placeOf(one) - placeOf(other));
  if (rows.length > MOST_CATEGORIES) return { faults, fault: say('tooMany', { most: MOST_CATEGORIES }) };
  return inOrder.length > 0 ? { faults: Object.fromEntries(inOrder) } : { categories, prices };
}

function placeOf(field: string): number {
  return Number(field.slice(field.lastIndexOf('-') + 1));
}

export function isPriceList(read: PriceList | Submitted<PriceListField>): read is PriceList {
  return 'categories' in read;
}

type Say = ReturnType<typeof pricesTexts>;

const LIST_FAULTS: Readonly<Record<CategoryFault['fault'], (say: Say) => readonly [Member, string]>> = {
  repeated: (say) => ['name', say('nameTwice')],
  'not-standard': (say) => ['name', say('standardFirst')],
  'standard-off-sale': (say) => ['onSale', say('standardOnSale')],
  'standard-places': (say) => ['places', say('standardPlaces')],
  ages: (say) => ['maxAge', say('agesFault')],
  'too-many-on-sale': (say) => ['onSale', say('tooManyOnSale', { most: MOST_ON_SALE })],
};

/** @param wrong is told what is wrong with a member */
function categoryIn(
  say: Say,
  row: PriceRow,
  slugs: Set<string>,
  wrong: (member: Member, fault: string) => void,
): Category {
  const most = CATEGORY_LIMITS;
  const { category = '', name = '', shortName = '', proof = '', unitType } = row;
  const age = (member: 'minAge' | 'maxAge') => {
    const text = row[member] ?? '';
    if (text === '') return null;
    if (!isNumberUpTo(text, most.age)) wrong(member, say('ageFault', { most: most.age }));
    return Number(text);
  };
  const places = row.places ?? '';
  if (!hasLength(name, 1, most.name)) wrong('name', say('nameFault', { most: most.name }));
  if (!hasLength(shortName, 0, most.shortName))
    wrong('shortName', say('shortenFault', { most: most.shortName }));
  const names = LANGUAGES.flatMap((of) => {
    const text = row[`name-${of}`] ?? '';
    if (!hasLength(text, 0, most.name)) wrong(`name-${of}`, say('nameFault', { most: most.name }));
    return text === '' ? [] : [[of, text]];
  });
  if (!UNIT_TYPES.includes(unitType as UnitType)) wrong('unitType', say('unitTypeFault'));
  if (!hasLength(proof, 0, most.proof)) wrong('proof', say('shortenFault', { most: most.proof }));
  if (!isNumberUpTo(places, most.places) || Number(places) === 0)
    wrong('places', say('placesFault', { most: most.places }));
  return {
    category: IS_SLUG.test(category) ? category : newSlug(name, slugs, 'category'),
    name,
    names: Object.fromEntries(names),
    shortName: shortName || null,
    unitType: unitType as UnitType,
    minAge: age('minAge'),
    maxAge: age('maxAge'),
    proof: proof || null,
    places: Number(places),
    onSale: row.onSale !== undefined,
  };
}

function isNumberUpTo(text: string, most: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= most;
}

const IS_SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;
