import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { type ExpectedRule, ruleToChange } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { GeneralTimes } from './entry-times.ts';
import { bumpRules, type OfferRules } from './offer-rules.ts';
import { replaceTimeCapacity } from './slots.ts';

/**
 * Sets the entry times of general entry on all days; null: it is sold for whole days. What is sold keeps its time.
 * @throws Refusal forbidden
 */
export async function setGeneralTimes(
  context: ActionContext,
  rules: OfferRules,
  times: GeneralTimes | null,
  expect?: ExpectedRule<GeneralTimes | null>,
): Promise<void> {
  const { tx } = context;
  const before = await ruleToChange(context, async () => (await rules.current(tx)).times, expect);
  const { every, places, lastEntry } = times ?? { every: null, places: null, lastEntry: 0 };
  await tx.run(
    'UPDATE general_admission SET every_minutes = ?, places_each = ?, last_entry = ? WHERE id = 1',
    [every, places, lastEntry],
  );
  await replaceTimeCapacity(tx, places);
  await bumpRules(tx);
  const details = { before, after: times };
  await record(context, { kind: 'times.general-set', subject: 'general', details });
}

/** The entry times of general entry; null: it is sold for whole days. @throws Refusal forbidden */
export async function getGeneralTimes(
  queries: Queries,
  actor: Actor,
  rules: OfferRules,
): Promise<GeneralTimes | null> {
  requirePermission(actor, 'read-programme');
  return (await rules.current(queries)).times;
}
