import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { findLatest, type JournalKind, record } from '../journal/index.ts';
import type { CurrentSettings } from '../settings/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';

/** In the order in which they are done. None of them closes anything: a museum may begin with any. */
export const FIRST_STEPS = ['museum', 'hours', 'prices', 'places', 'mail', 'texts', 'shop', 'gate'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export function isFirstStep(text: unknown): text is FirstStep {
  return FIRST_STEPS.some((step) => step === text);
}

/** Whether a step was put aside or done; open: neither. */
export type StepState = 'open' | 'aside' | 'done';

/** Steps that are done once somebody has changed the rule, by the entries of the journal that say so. */
const CHANGED: Readonly<
  Partial<Record<FirstStep, readonly (readonly [subject: string, ...kinds: JournalKind[]])[]>>
> = {
  hours: [['week', 'hours.week-set']],
  prices: [
    ['general', 'prices.general-set'],
    ['categories', 'categories.set'],
  ],
  places: [['general', 'capacity.general-set', 'times.general-set']],
};

export async function findFirstSteps(
  queries: Queries,
  settings: Pick<CurrentSettings, 'now' | 'texts'>,
): Promise<ReadonlyMap<FirstStep, StepState>> {
  const kept = await findKeptSteps(queries);
  const states = FIRST_STEPS.map(async (step): Promise<[FirstStep, StepState]> => {
    const state = kept.get(step)?.state;
    if (state === 'aside') return [step, 'aside'];
    return [step, state === 'tried' || (await isDone(queries, settings, step)) ? 'done' : 'open'];
  });
  return new Map(await Promise.all(states));
}

async function isDone(
  queries: Queries,
  { now, texts }: Pick<CurrentSettings, 'now' | 'texts'>,
  step: FirstStep,
): Promise<boolean> {
  if (step === 'museum') return now.name !== 'Museum' && now.address !== null;
  if (step === 'texts') return texts.imprint !== undefined && texts.privacy !== undefined;
  if (step === 'shop') return now.shop.open;
  const found = await Promise.all(
    (CHANGED[step] ?? []).map(([subject, ...kinds]) => findLatest(queries, kinds, subject)),
  );
  return found.some((entry) => entry !== undefined);
}

/** What is kept of a step. The ticket that is tried at the gate is there while it is tried. */
export interface KeptStep {
  readonly step: FirstStep;
  readonly state: 'aside' | 'trying' | 'tried';
  readonly ticketId: Uuid | null;
}

export async function findKeptSteps(queries: Queries): Promise<ReadonlyMap<FirstStep, KeptStep>> {
  const rows = await queries.all<KeptStep>(
    'SELECT step AS "step", state AS "state", ticket_id AS "ticketId" FROM first_steps',
  );
  return new Map(rows.map((row) => [row.step, row]));
}

/**
 * Takes a step off the list, for everybody.
 * @throws Refusal forbidden
 */
export async function putAside(context: ActionContext, step: FirstStep): Promise<void> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'arrange-programme');
  const before = (await findKeptSteps(tx)).get(step);
  if (before?.state === 'aside') return;
  await keepStep(tx, { step, state: 'aside', ticketId: before?.ticketId ?? null }, now);
  await record(context, { kind: 'first-step.put-aside', subject: step, details: {} });
}

/** Says that it was tried, and worked. */
export async function markTried(
  { tx, now }: Pick<ActionContext, 'tx' | 'now'>,
  step: FirstStep,
): Promise<void> {
  const { state, ticketId = null } = (await findKeptSteps(tx)).get(step) ?? {};
  if (state !== 'aside') await keepStep(tx, { step, state: 'tried', ticketId }, now);
}

export async function keepStep(
  tx: Transaction,
  { step, state, ticketId }: KeptStep,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO first_steps (step, state, ticket_id, changed_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (step) DO UPDATE
       SET state = excluded.state, ticket_id = excluded.ticket_id, changed_at = excluded.changed_at`,
    [step, state, ticketId, now],
  );
}
