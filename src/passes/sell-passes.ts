import { lockCurrentKeyId } from '../codes/index.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext } from '../store/index.ts';
import { addPasses, type Pass } from './pass.ts';
import { daysOfPass, type PassItem } from './pass-terms.ts';

/** The order with which passes are sold. */
export interface PassSale {
  readonly orderId: Uuid;
  readonly soldBy: Uuid;
  readonly currency: string;
  /** The museum's day. */
  readonly today: CalendarDay;
  /** A keyed hash of the buyer's address; null: there is none. */
  readonly emailHash: number | null;
}

/** Makes the passes of an order that is sold. */
export async function sellPasses(
  context: ActionContext,
  items: readonly PassItem[],
  { today, emailHash, ...sale }: PassSale,
): Promise<Pass[]> {
  if (items.length === 0) return [];
  const { tx, now } = context;
  const keyId = await lockCurrentKeyId(tx);
  const passes = items.map((item) => {
    const { passId, number, passCode, passType, persons, entries, priceCents, vat } = item;
    const { valid, from = today, holder = null, position } = item;
    const terms = { passType, persons, entries, priceCents, vat, ...daysOfPass(valid, from) };
    const known = { passId, number, passCode, ...terms, holder, item: position };
    return newPass({ ...sale, ...known, soldAt: now, keyId });
  });
  await addPasses(tx, passes, emailHash);
  const details = {
    passes: passes.map(({ passId, passType, priceCents }) => ({ passId, passType, priceCents })),
  };
  await record(context, { kind: 'passes.sold', subject: sale.orderId, details });
  return passes;
}

type NewPass = Omit<Pass, 'firstId' | 'blockedAt' | 'blockReason' | 'voidAt' | 'replacedAt'>;

/** @param firstId left out: it replaces none */
export function newPass(terms: NewPass, firstId: Uuid = terms.passId): Pass {
  return { ...terms, firstId, blockedAt: null, blockReason: null, voidAt: null, replacedAt: null };
}
