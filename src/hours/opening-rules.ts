import { requirePermission } from '../core/permissions.ts';
import type { ActionContext, Transaction } from '../store/index.ts';

/**
 * The lock of opening hours and the capacity of general entry: whoever changes one takes it alone, and sales of general
 * entry share it, so that a day that is being closed or limited is not sold meanwhile.
 */
const LOCK = 'SELECT id FROM general_admission WHERE id = 1';

/** Called with the rule before it is changed; throws when the caller meant another state of it (optimistic locking). */
export type ExpectedRule<Rule> = (before: Rule) => void;

export async function lockOpeningRules(tx: Transaction): Promise<void> {
  await tx.get(`${LOCK}${tx.dialect.lockForUpdate}`);
}

export async function lockOpeningRulesShared(tx: Transaction): Promise<void> {
  await tx.get(`${LOCK}${tx.dialect.lockForShare}`);
}

/** The current rule, locked until the transaction ends. @throws Refusal forbidden */
export async function ruleToChange<Rule>(
  { tx, actor }: Omit<ActionContext, 'now'>,
  find: () => Promise<Rule>,
  expect: ExpectedRule<Rule> | undefined,
): Promise<Rule> {
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRules(tx);
  const rule = await find();
  expect?.(rule);
  return rule;
}
