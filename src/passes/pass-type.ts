import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';

/** Whether holders may come without a ticket that was booked: always, while places are left, or never. */
export const WALK_INS = ['always', 'while-places', 'never'] as const;
export type WalkIn = (typeof WALK_INS)[number];

/** What it admits to: general entry alone, or events too. */
export const PASS_COVERS = ['general', 'general-and-events'] as const;
export type PassCovers = (typeof PASS_COVERS)[number];

/** Where a pass is sold. */
export const PASS_CHANNELS = ['desk', 'shop', 'partners'] as const;
export type PassChannel = (typeof PASS_CHANNELS)[number];

/** For how long a pass is valid: so many months from its first day on, or between two days. */
export type PassValidity =
  | { readonly months: number }
  | { readonly from: CalendarDay; readonly to: CalendarDay };

/** A kind of passes. Money is in hundredths. */
export interface PassType {
  /** Its slug, by which everybody knows it. */
  readonly passType: string;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  /** The slug of the category whose ticket it stands for. */
  readonly category: string;
  /** How many it admits at most. */
  readonly persons: number;
  readonly valid: PassValidity;
  /** How many times it admits in all; null: any number of times. */
  readonly entries: number | null;
  readonly perDay: number;
  readonly walkIn: WalkIn;
  /** Whether it is for somebody whose name is asked for. */
  readonly named: boolean;
  readonly covers: PassCovers;
  readonly priceCents: number;
  /** Hundredths of a percent; null: that of the museum. */
  readonly vat: number | null;
  readonly onSale: boolean;
  readonly channels: readonly PassChannel[];
}

/** A type with the number that stands for it in codes: 1 to 63. */
export interface NumberedPassType extends PassType {
  readonly number: number;
}

/** In characters; of numbers, the highest. */
export const PASS_LIMITS = {
  name: 60,
  holder: 100,
  persons: 4,
  months: 36,
  entries: 1_000,
  perDay: 20,
} as const;
/** As many as there are numbers. */
export const MOST_PASS_TYPES = 63;

/** What can be wrong with a list of types, beyond the shape of each. */
export interface PassTypeFault {
  readonly index: number;
  readonly fault: 'repeated' | 'days';
}

/** The faults of a list that is to be set, in its order. */
export function passTypeFaults(types: readonly Pick<PassType, 'passType' | 'valid'>[]): PassTypeFault[] {
  const slugs = types.map(({ passType }) => passType);
  return types.flatMap(({ passType, valid }, index): PassTypeFault[] => [
    ...(slugs.indexOf(passType) < index ? [{ index, fault: 'repeated' as const }] : []),
    ...('from' in valid && valid.from > valid.to ? [{ index, fault: 'days' as const }] : []),
  ]);
}

/** All types on the list, in the order shown. */
export function findPassTypes(queries: Queries): Promise<NumberedPassType[]> {
  return readTypes(queries, 'WHERE position IS NOT NULL ORDER BY position', []);
}

/** Those of the types that there are, which stay as they are until the transaction ends. */
export function keepPassTypes(tx: Transaction, slugs: readonly string[]): Promise<NumberedPassType[]> {
  const which = `WHERE position IS NOT NULL AND pass_type IN ? ORDER BY pass_type${tx.dialect.lockForShare}`;
  return readTypes(tx, which, [slugs]);
}

async function readTypes(
  queries: Queries,
  which: string,
  values: readonly (readonly string[])[],
): Promise<NumberedPassType[]> {
  const rows = await queries.all<PassTypeRow>(
    `SELECT ${['number', ...COLUMNS].join(', ')} FROM pass_types ${which}`,
    values,
  );
  return rows.map((row) => ({
    number: row.number,
    passType: row.pass_type,
    name: row.name,
    names: JSON.parse(row.names),
    category: row.category,
    persons: row.persons,
    valid: row.months === null ? { from: row.from_day, to: row.to_day } : { months: row.months },
    entries: row.entries,
    perDay: row.per_day,
    walkIn: row.walk_in,
    named: row.named === 1,
    covers: row.covers,
    priceCents: row.price_cents,
    vat: row.vat,
    onSale: row.on_sale === 1,
    channels: JSON.parse(row.channels),
  }));
}

/**
 * Replaces the list. A type keeps its number, also while it is not on the list; new ones get numbers that none ever had.
 * @returns how many of them get none, because all were given; then nothing is written
 */
export async function replacePassTypes(tx: Transaction, after: readonly PassType[]): Promise<number> {
  const given = await tx.all<{ slug: string; number: number }>(
    'SELECT pass_type AS slug, number FROM pass_types ORDER BY number',
  );
  const numbers = new Map(given.map(({ slug, number }) => [slug, number]));
  let last = given.at(-1)?.number ?? 0;
  for (const { passType } of after) if (!numbers.has(passType)) numbers.set(passType, ++last);
  if (last > MOST_PASS_TYPES) return last - MOST_PASS_TYPES;
  await tx.run('UPDATE pass_types SET position = NULL');
  for (const [position, type] of after.entries())
    await tx.run(SET, [numbers.get(type.passType) as number, ...valuesOf(type), position]);
  return 0;
}

function valuesOf(type: PassType): SqlValue[] {
  const { valid } = type;
  const days = 'months' in valid ? [valid.months, null, null] : [null, valid.from, valid.to];
  return [
    ...[type.passType, type.name, JSON.stringify(type.names), type.category, type.persons, ...days],
    ...[type.entries, type.perDay, type.walkIn, type.named ? 1 : 0, type.covers, type.priceCents],
    ...[type.vat, type.onSale ? 1 : 0, JSON.stringify(type.channels)],
  ];
}

const COLUMNS = [
  'pass_type',
  'name',
  'names',
  'category',
  'persons',
  'months',
  'from_day',
  'to_day',
  'entries',
  'per_day',
  'walk_in',
  'named',
  'covers',
  'price_cents',
  'vat',
  'on_sale',
  'channels',
];
const WRITTEN = ['number', ...COLUMNS, 'position'];
const SET = `INSERT INTO pass_types (${WRITTEN.join(', ')}) VALUES (${WRITTEN.map(() => '?').join(', ')})
  ON CONFLICT (pass_type) DO UPDATE SET ${WRITTEN.map((column) => `${column} = excluded.${column}`).join(', ')}`;

interface PassTypeRow {
  readonly number: number;
  readonly pass_type: string;
  readonly name: string;
  readonly names: string;
  readonly category: string;
  readonly persons: number;
  readonly months: number | null;
  readonly from_day: CalendarDay;
  readonly to_day: CalendarDay;
  readonly entries: number | null;
  readonly per_day: number;
  readonly walk_in: WalkIn;
  readonly named: number;
  readonly covers: PassCovers;
  readonly price_cents: number;
  readonly vat: number | null;
  readonly on_sale: number;
  readonly channels: string;
}
