import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import { findCategories } from '../offers/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { findEverSoldPasses } from './pass.ts';
import {
  findPassTypes,
  MOST_PASS_TYPES,
  type NumberedPassType,
  type PassType,
  replacePassTypes,
} from './pass-type.ts';

/** All types of passes, in the order shown. @throws Refusal forbidden */
export function listPassTypes(queries: Queries, actor: Actor): Promise<NumberedPassType[]> {
  requirePermission(actor, 'read-programme');
  return findPassTypes(queries);
}

/**
 * Replaces the list of types of passes. How passes of a type are admitted changes with it, also for those that were sold before; how long
 * they are valid, for how many persons and entries, and what they cost, does not.
 * @throws Refusal forbidden; category-unknown; pass-type-in-use when one is left out that was sold; too-many-pass-types when all
 *   numbers were given
 */
export async function setPassTypes(
  context: ActionContext,
  types: readonly PassType[],
  expect?: ExpectedRule<readonly NumberedPassType[]>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, () => findPassTypes(tx), expect);
  await requireCategories(tx, types);
  const lacking = await replacePassTypes(tx, types);
  if (lacking > 0) throw new Refusal('too-many-pass-types', { limit: MOST_PASS_TYPES, lacking });
  // Once the rows are locked: no sale of what is left out is under way.
  await requireUnsold(tx, before, types);
  await tx.touch('events'); // pages name types of passes
  await record(context, { kind: 'pass-types.set', subject: 'pass-types', details: { before, after: types } });
}

async function requireCategories(tx: Transaction, types: readonly PassType[]): Promise<void> {
  if (types.length === 0) return;
  const known = (await findCategories(tx)).map(({ category }) => category);
  const unknown = types.flatMap(({ category }, index) =>
    known.includes(category) ? [] : { category, pointer: `/${index}/category` },
  );
  if (unknown.length > 0) throw new Refusal('category-unknown', { unknown, known });
}

async function requireUnsold(
  tx: Transaction,
  before: readonly PassType[],
  after: readonly PassType[],
): Promise<void> {
  const kept = new Set(after.map(({ passType }) => passType));
  const gone = before.map(({ passType }) => passType).filter((passType) => !kept.has(passType));
  const sold = await findEverSoldPasses(tx, gone);
  const removed = gone.filter((passType) => sold.has(passType));
  if (removed.length > 0) throw new Refusal('pass-type-in-use', { removed });
}
