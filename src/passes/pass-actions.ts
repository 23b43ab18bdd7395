import { type ConfirmationCodes, lockCurrentKeyId } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import type { Permission } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import { addPasses, isStanding, lockPasses, type Pass, updatePass } from './pass.ts';
import { drawPass } from './pass-terms.ts';
import { newPass } from './sell-passes.ts';

/** Names who may use a pass. @throws Refusal forbidden, pass-not-found or pass-not-changed */
export async function nameHolder(context: ActionContext, passId: Uuid, holder: string): Promise<void> {
  const pass = await lockPass(context, 'sell-tickets', passId);
  await updatePass(context.tx, pass.passId, { holder });
  await told(context, 'pass.named', passId);
}

/** Blocks a pass, which then admits nobody. @throws Refusal forbidden, pass-not-found or pass-not-changed */
export async function blockPass(context: ActionContext, passId: Uuid, reason: string): Promise<void> {
  const pass = await lockPass(context, 'void-tickets', passId);
  if (pass.blockedAt !== null) throw notChanged(passId, 'blocked');
  await updatePass(context.tx, passId, { blockedAt: context.now, blockReason: reason });
  await told(context, 'pass.blocked', passId, { reason });
}

/** @throws Refusal forbidden, pass-not-found or pass-not-changed */
export async function unblockPass(context: ActionContext, passId: Uuid): Promise<void> {
  const pass = await lockPass(context, 'void-tickets', passId);
  if (pass.blockedAt === null) throw notChanged(passId, 'not-blocked');
  await updatePass(context.tx, passId, { blockedAt: null, blockReason: null });
  await told(context, 'pass.unblocked', passId);
}

/**
 * Gives a pass that was lost a new code: another has its place, with its entries and tickets, and the old one is blocked.
 * @throws Refusal forbidden, pass-not-found or pass-not-changed
 */
export async function replacePass(
  context: ActionContext,
  passId: Uuid,
  reason: string,
  codes: ConfirmationCodes,
): Promise<Pass> {
  const { tx, now } = context;
  const old = await lockPass(context, 'void-tickets', passId);
  const keyId = await lockCurrentKeyId(tx);
  const made = newPass({ ...old, keyId, ...drawPass(codes, now) }, old.firstId);
  const emailHash = await emailHashOf(tx, passId);
  await updatePass(tx, passId, {
    replacedAt: now,
    blockedAt: old.blockedAt ?? now,
    blockReason: old.blockReason ?? reason,
    holder: null,
  });
  await addPasses(tx, [made], emailHash);
  await told(context, 'pass.replaced', passId, { reason, instead: made.passId });
  return made;
}

/** Makes passes of an order void, which are paid back. They are locked. */
export async function voidPasses(
  context: ActionContext,
  orderId: Uuid,
  passes: readonly Pass[],
  reason: string,
): Promise<void> {
  if (passes.length === 0) return;
  const { tx, now } = context;
  for (const { passId } of passes) await updatePass(tx, passId, { voidAt: now });
  await tx.touch('events'); // cached drafts of their pictures are of this topic
  const details = { passes: passes.map(({ passId }) => passId), reason };
  await record(context, { kind: 'passes.void', subject: orderId, details });
}

/** A pass that was replaced or paid back is not changed or renewed any more. @throws Refusal pass-not-changed */
export function requireStanding(pass: Pass): void {
  if (!isStanding(pass)) throw notChanged(pass.passId, pass.voidAt === null ? 'replaced' : 'void');
}

async function lockPass({ tx, actor }: ActionContext, permission: Permission, passId: Uuid): Promise<Pass> {
  const scope = passScope(actor, permission);
  const [pass] = await lockPasses(tx, { passIds: [passId] });
  if (pass === undefined || (scope === 'own' && pass.soldBy !== actor.accountId))
    throw new Refusal('pass-not-found', { passId });
  requireStanding(pass);
  return pass;
}

/** Whoever sees only their own sales changes only these. */
function passScope(actor: Actor, permission: Permission): 'all' | 'own' {
  requirePermission(actor, permission);
  return requirePermission(actor, 'fetch-tickets');
}

async function emailHashOf(tx: Transaction, passId: Uuid): Promise<number | null> {
  const row = await tx.get<{ hash: number | null }>(
    'SELECT email_hash AS "hash" FROM passes WHERE pass_id = ?',
    [passId],
  );
  return row?.hash ?? null;
}

function notChanged(passId: Uuid, because: RefusalFacts['pass-not-changed']['because']): Refusal {
  return new Refusal('pass-not-changed', { passId, because });
}

/** Gates hear of it by the journal. */
async function told(
  context: ActionContext,
  kind: 'pass.named' | 'pass.blocked' | 'pass.unblocked' | 'pass.replaced',
  passId: Uuid,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  await context.tx.touch('events'); // cached drafts of its picture are of this topic
  await record(context, { kind, subject: passId, details });
}
