import type { Uuid } from '../core/uuid.ts';
import { allOf, type Queries, type Transaction } from '../store/index.ts';
import {
  type Discount,
  type DiscountChannel,
  type DiscountTerms,
  type DiscountUse,
  spellingOf,
} from './discount.ts';

const SELECT = `SELECT code_id AS "codeId", batch_id AS "batchId", code, terms, uses, used, valid_to AS "validTo", note,
                       enabled, created_at AS "createdAt" FROM discount_codes`;

interface DiscountRow
  extends Pick<Discount, 'codeId' | 'batchId' | 'code' | 'uses' | 'used' | 'validTo' | 'note' | 'createdAt'> {
  /** JSON. */
  readonly terms: string;
  readonly enabled: number;
}

function fromRow({ terms, enabled, ...row }: DiscountRow): Discount {
  return { ...row, ...(JSON.parse(terms) as DiscountTerms), isEnabled: enabled === 1 };
}

/** How many rows are written with one statement. */
const ROWS_AT_ONCE = 1_000;

/** @param codes as they are shown; none of them is known yet */
export async function addDiscounts(
  tx: Transaction,
  codes: readonly Pick<Discount, 'codeId' | 'code'>[],
  batch: DiscountTerms & DiscountUse & { readonly batchId: Uuid; readonly createdAt: number },
): Promise<void> {
  const { batchId, createdAt, uses, validTo, note, isEnabled, ...terms } = batch;
  const text = JSON.stringify(terms);
  const takenAt = (channel: DiscountChannel) => terms.channels?.includes(channel) ?? true;
  const rows = codes.map(({ codeId, code }) => [
    ...[codeId, code, spellingOf(code), batchId, text, uses, validTo, note, isEnabled ? 1 : 0, createdAt],
    ...[takenAt('desk') ? 1 : 0, takenAt('shop') ? 1 : 0],
  ]);
  const columns = [
    ...[
      'code_id',
      'code',
      'spelling',
      'batch_id',
      'terms',
      'uses',
      'valid_to',
      'note',
      'enabled',
      'created_at',
    ],
    ...['at_desk', 'in_shop'],
  ];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx.insert('discount_codes', columns, rows.slice(from, from + ROWS_AT_ONCE));
}

/** Those of the spellings that a code has. */
export async function findSpellings(queries: Queries, spellings: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < spellings.length; from += ROWS_AT_ONCE) {
    const rows = await queries.all<{ spelling: string }>(
      'SELECT spelling FROM discount_codes WHERE spelling IN ?',
      [spellings.slice(from, from + ROWS_AT_ONCE)],
    );
    for (const { spelling } of rows) found.add(spelling);
  }
  return found;
}

/** The codes that were typed so, by their spelling. */
export async function findDiscounts(
  queries: Queries,
  spellings: readonly string[],
): Promise<Map<string, Discount>> {
  const rows = await queries.all<DiscountRow>(`${SELECT} WHERE spelling IN ?`, [[...new Set(spellings)]]);
  return new Map(rows.map((row) => [spellingOf(row.code), fromRow(row)]));
}

/** The codes with those ids, by id. */
export async function findDiscountsById(
  queries: Queries,
  codeIds: readonly Uuid[],
): Promise<Map<Uuid, Discount>> {
  if (codeIds.length === 0) return new Map();
  const rows = await queries.all<DiscountRow>(`${SELECT} WHERE code_id IN ?`, [[...new Set(codeIds)]]);
  return new Map(rows.map((row) => [row.codeId, fromRow(row)]));
}

/** Whether a code was ever made. */
export async function hasDiscounts(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT code_id FROM discount_codes LIMIT 1')) !== undefined;
}

/** Where pages ask for a code. */
const TAKEN = { desk: 'at_desk', shop: 'in_shop' } as const satisfies Partial<
  Record<DiscountChannel, string>
>;
/** As the indexes of it have it. */
const VALID_TO = `coalesce(valid_to, ${Number.MAX_SAFE_INTEGER})`;

/** Whether there are codes that are taken there now, or will be. */
export async function hasDiscountsFor(
  queries: Queries,
  channel: keyof typeof TAKEN,
  now: number,
): Promise<boolean> {
  const last = await queries.get<{ validTo: number }>(
    `SELECT ${VALID_TO} AS "validTo" FROM discount_codes WHERE enabled = 1 AND ${TAKEN[channel]} = 1
      ORDER BY ${VALID_TO} DESC LIMIT 1`,
  );
  return last !== undefined && now < last.validTo;
}

/** The code, locked until the transaction ends. */
export async function lockDiscount(tx: Transaction, codeId: Uuid): Promise<Discount | undefined> {
  const row = await tx.get<DiscountRow>(`${SELECT} WHERE code_id = ?${tx.dialect.lockForUpdate}`, [codeId]);
  return row && fromRow(row);
}

/** Codes that were made together, in the order in which they were made. */
export async function findBatch(queries: Queries, batchId: Uuid): Promise<Discount[]> {
  const rows = await queries.all<DiscountRow>(`${SELECT} WHERE batch_id = ? ORDER BY code_id`, [batchId]);
  return rows.map(fromRow);
}

/** Which codes to list: those that meet all that is given. */
export interface DiscountFilter {
  readonly note?: string | undefined;
  /** As typed. */
  readonly code?: string | undefined;
  /** The id of a code: those made before it. */
  readonly before?: string | undefined;
}

/** The newest first. */
export async function findDiscountPage(
  queries: Queries,
  { note, code, before }: DiscountFilter,
  limit: number,
): Promise<Discount[]> {
  const { where, values } = allOf([
    ['note = ?', note],
    ['spelling = ?', code && spellingOf(code)],
    ['code_id < ?', before],
  ]);
  const which = where === '' ? '' : ` WHERE ${where}`;
  const rows = await queries.all<DiscountRow>(`${SELECT}${which} ORDER BY code_id DESC LIMIT ?`, [
    ...values,
    limit,
  ]);
  return rows.map(fromRow);
}

/** Codes that were made together, as a list shows them. */
export interface DiscountSet {
  /** The one that was made first. */
  readonly first: Discount;
  readonly count: number;
  /** How many held and sold tickets have one of them. */
  readonly used: number;
}

/** The newest first. @param batchId only this one */
export async function findDiscountSets(
  queries: Queries,
  { batchId, limit }: { readonly batchId?: Uuid; readonly limit: number },
): Promise<DiscountSet[]> {
  const which = batchId === undefined ? '' : 'WHERE batch_id = ?';
  const rows = await queries.all<{ firstId: Uuid; count: number; used: number }>(
    `SELECT min(code_id) AS "firstId", count(*) AS count, CAST(sum(used) AS BIGINT) AS used FROM discount_codes ${which}
      GROUP BY batch_id ORDER BY batch_id DESC LIMIT ?`,
    batchId === undefined ? [limit] : [batchId, limit],
  );
  const known = await findDiscountsById(
    queries,
    rows.map(({ firstId }) => firstId),
  );
  return rows.map(({ firstId, count, used }) => ({ first: known.get(firstId) as Discount, count, used }));
}

/** Changes all codes that were made together. @param changes one or more */
export async function replaceUseOfAll(
  tx: Transaction,
  batchId: Uuid,
  { isEnabled, validTo, ...rest }: Partial<DiscountUse>,
): Promise<void> {
  const columns = Object.entries({
    ...rest,
    ...(validTo !== undefined && { valid_to: validTo }),
    ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0 }),
  });
  const set = columns.map(([column]) => `${column} = ?`).join(', ');
  await tx.run(`UPDATE discount_codes SET ${set} WHERE batch_id = ?`, [
    ...columns.map(([, value]) => value),
    batchId,
  ]);
}

export async function replaceUse(tx: Transaction, codeId: Uuid, use: DiscountUse): Promise<void> {
  await tx.run('UPDATE discount_codes SET uses = ?, valid_to = ?, note = ?, enabled = ? WHERE code_id = ?', [
    ...[use.uses, use.validTo, use.note, use.isEnabled ? 1 : 0],
    codeId,
  ]);
}

/** Takes so many uses of the code, or none. The check is part of the write. @returns whether it had as many left */
export async function takeUses(tx: Transaction, codeId: Uuid, count: number): Promise<boolean> {
  const taken = await tx.run(
    'UPDATE discount_codes SET used = used + ? WHERE code_id = ? AND (uses IS NULL OR used + ? <= uses)',
    [count, codeId, count],
  );
  return taken === 1;
}

/** Gives uses of codes back, by code: after the places, in the order in which codes are locked. */
export async function giveBackUses(tx: Transaction, counts: ReadonlyMap<Uuid, number>): Promise<void> {
  for (const [codeId, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    await tx.run('UPDATE discount_codes SET used = used - ? WHERE code_id = ?', [count, codeId]);
}
