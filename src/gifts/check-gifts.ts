import { fromCents } from '../core/money.ts';
import type { Uuid } from '../core/uuid.ts';
import { keysetPages, type Queries } from '../store/index.ts';
import { GiftCodes } from './gift-code.ts';

const GIFTS_AT_ONCE = 500;

/** Adds the entries of every gift voucher up, and reads its code. Yields a sentence for each difference. */
export async function* checkGifts(queries: Queries): AsyncGenerator<string, void> {
  const codes = await GiftCodes.find(queries);
  for await (const page of keysetPages<GiftRow>(queries, SELECT, ['gift_id'], GIFTS_AT_ONCE)) {
    const sums = await sumsOf(
      queries,
      page.map(({ gift_id }) => gift_id),
    );
    for (const row of page) {
      const sum = sums.get(row.gift_id) ?? { issued: 0, balance: 0 };
      for (const fault of faultsOf(row, sum, codes))
        yield `Gift voucher ${row.gift_id} of the order ${row.order_id}: ${fault}.`;
    }
  }
}

const SELECT = 'SELECT gift_id, order_id, amount_cents, balance_cents, code_hash, code FROM gifts';

function* faultsOf(row: GiftRow, { issued, balance }: Sums, codes: GiftCodes | undefined) {
  const { amount_cents: sold, balance_cents: left, code } = row;
  if (issued !== sold) yield `${fromCents(issued)} is issued, but it was sold for ${fromCents(sold)}`;
  if (balance !== left) yield `${fromCents(left)} is left, but its entries add up to ${fromCents(balance)}`;
  if (code !== null && left === 0) yield 'it is used up, but its code is kept';
  if (code !== null && !isCodeOf(row, code, codes)) yield 'its code can’t be read';
}

function isCodeOf({ gift_id, code_hash }: GiftRow, code: string, codes: GiftCodes | undefined): boolean {
  try {
    return codes?.hashOf(codes.decrypt(code, gift_id)) === code_hash;
  } catch {
    return false;
  }
}

async function sumsOf(queries: Queries, giftIds: readonly Uuid[]): Promise<Map<Uuid, Sums>> {
  const rows = await queries.all<Sums & { giftId: Uuid }>(
    `SELECT gift_id AS "giftId", sum(amount_cents) AS "balance",
            sum(CASE kind WHEN 'issued' THEN amount_cents ELSE 0 END) AS "issued"
       FROM gift_entries WHERE gift_id IN ? GROUP BY gift_id`,
    [giftIds],
  );
  return new Map(
    rows.map(({ giftId, balance, issued }) => [giftId, { balance: Number(balance), issued: Number(issued) }]),
  );
}

interface Sums {
  readonly issued: number;
  readonly balance: number;
}

interface GiftRow {
  readonly gift_id: Uuid;
  readonly order_id: Uuid;
  readonly amount_cents: number;
  readonly balance_cents: number;
  readonly code_hash: string;
  readonly code: string | null;
}
