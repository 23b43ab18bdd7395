import { findAccountId } from '../accounts/index.ts';
import { drawLetters } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { findEventTitles } from '../events/index.ts';
import { record } from '../journal/index.ts';
import { listCategories } from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { type Discount, type DiscountTerms, type DiscountUse, spellingOf } from './discount.ts';
import {
  addDiscounts,
  type DiscountFilter,
  type DiscountSet,
  findBatch,
  findDiscountPage,
  findDiscountSets,
  findSpellings,
  lockDiscount,
  replaceUse,
  replaceUseOfAll,
} from './discount-store.ts';

/** Codes that staff make together: one that they have thought of, or some that are drawn. */
export interface NewDiscounts {
  readonly terms: Omit<DiscountTerms, 'sellers'>;
  /** User names; null: all. */
  readonly sellers: readonly string[] | null;
  readonly use: Omit<DiscountUse, 'isEnabled'>;
  readonly codes: { readonly code: string } | { readonly count: number; readonly prefix: string };
}

/** Codes that were made together, by their batch. */
export interface MadeDiscounts {
  readonly batchId: Uuid;
  /** In the order in which they were made. */
  readonly discounts: readonly Discount[];
}

/** @throws Refusal forbidden, code-taken, event-not-found, category-unknown or seller-unknown */
export async function makeDiscounts(
  context: ActionContext,
  { terms, sellers, use, codes }: NewDiscounts,
): Promise<MadeDiscounts> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'arrange-programme');
  await requireKnown(context, terms);
  const batchId = uuidV7(now);
  const spelled = 'code' in codes ? [codes.code] : await drawFree(tx, codes);
  const accounts = sellers === null ? null : await accountsOf(tx, sellers);
  const batch = { ...terms, sellers: accounts, ...use, isEnabled: true, batchId, createdAt: now };
  if ('code' in codes && (await findSpellings(tx, [spellingOf(codes.code)])).size > 0)
    throw new Refusal('code-taken', { code: codes.code });
  const made = spelled.map((code) => ({ codeId: uuidV7(now), code }));
  await addDiscounts(tx, made, batch);
  const { kind, value } = terms;
  const details = { count: made.length, kind, value, ...use };
  await record(context, { kind: 'codes.made', subject: batchId, details });
  return { batchId, discounts: made.map((each) => ({ ...batch, ...each, used: 0 })) };
}

/** What it is for must be there. */
async function requireKnown(
  { tx, actor }: ActionContext,
  { scope: { eventIds = [], categories = [] } }: Pick<DiscountTerms, 'scope'>,
): Promise<void> {
  const events = await findEventTitles(tx, eventIds);
  const missing = eventIds.find((eventId) => !events.has(eventId));
  if (missing !== undefined) throw new Refusal('event-not-found', { eventId: missing });
  if (categories.length === 0) return;
  const known = (await listCategories(tx, actor)).map(({ category }) => category);
  const unknown = categories.flatMap((category, index) =>
    known.includes(category) ? [] : { category, pointer: `/for/categories/${index}` },
  );
  if (unknown.length > 0) throw new Refusal('category-unknown', { unknown, known });
}

async function accountsOf(queries: Queries, usernames: readonly string[]): Promise<Uuid[]> {
  const accounts: Uuid[] = [];
  for (const [index, seller] of usernames.entries()) {
    const accountId = await findAccountId(queries, seller);
    if (accountId === undefined)
      throw new Refusal('seller-unknown', { seller, pointer: `/sellers/${index}` });
    accounts.push(accountId);
  }
  return accounts;
}

/** Codes that nobody has, each once. */
async function drawFree(
  queries: Queries,
  { count, prefix }: { readonly count: number; readonly prefix: string },
): Promise<string[]> {
  const free = new Map<string, string>();
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, () => `${prefix}${drawLetters(DRAWN)}`);
    const bySpelling = new Map(drawn.map((code) => [spellingOf(code), code]));
    const taken = await findSpellings(queries, [...bySpelling.keys()]);
    for (const [spelling, code] of bySpelling) if (!taken.has(spelling)) free.set(spelling, code);
  }
  return [...free.values()];
}

/** How many characters are drawn: as hard to guess as 49 random bits. */
const DRAWN = 10;

/** Codes that were made together, in the order in which they were made. */
export async function findMadeDiscounts(queries: Queries, actor: Actor, batchId: Uuid): Promise<Discount[]> {
  requirePermission(actor, 'arrange-programme');
  return findBatch(queries, batchId);
}

/** The newest first. @throws Refusal forbidden */
export async function listDiscounts(
  queries: Queries,
  actor: Actor,
  filter: DiscountFilter,
  limit: number,
): Promise<Discount[]> {
  requirePermission(actor, 'arrange-programme');
  return findDiscountPage(queries, filter, limit);
}

/** How many sets are listed. */
const MOST_SETS = 200;

/** Codes that were made together, the newest first. @throws Refusal forbidden */
export async function listDiscountSets(queries: Queries, actor: Actor): Promise<DiscountSet[]> {
  requirePermission(actor, 'arrange-programme');
  return findDiscountSets(queries, { limit: MOST_SETS });
}

/** @throws Refusal forbidden or code-not-found */
export async function getDiscountSet(queries: Queries, actor: Actor, batchId: Uuid): Promise<DiscountSet> {
  requirePermission(actor, 'arrange-programme');
  const [found] = await findDiscountSets(queries, { batchId, limit: 1 });
  if (found === undefined) throw new Refusal('code-not-found', { codeId: batchId });
  return found;
}

/** Changes all codes that were made together. @throws Refusal forbidden or code-not-found */
export async function changeDiscountSet(
  context: ActionContext,
  batchId: Uuid,
  changes: DiscountChanges,
): Promise<void> {
  const { tx, actor } = context;
  const { first, count } = await getDiscountSet(tx, actor, batchId);
  if (Object.keys(changes).length === 0) return;
  await replaceUseOfAll(tx, batchId, changes);
  const before = useOf(first);
  const details = { count, before, after: { ...before, ...changes } };
  await record(context, { kind: 'code.changed', subject: batchId, details });
}

/** What is left out stays as it is. */
export type DiscountChanges = Partial<DiscountUse>;

/** Changes what a code may still be used for; what has it keeps it. @throws Refusal forbidden or code-not-found */
export async function changeDiscount(
  context: ActionContext,
  codeId: Uuid,
  changes: DiscountChanges,
): Promise<Discount> {
  const { tx, actor } = context;
  requirePermission(actor, 'arrange-programme');
  const known = await lockDiscount(tx, codeId);
  if (known === undefined) throw new Refusal('code-not-found', { codeId });
  const before = useOf(known);
  const after = { ...before, ...changes };
  await replaceUse(tx, codeId, after);
  await record(context, { kind: 'code.changed', subject: codeId, details: { before, after } });
  return { ...known, ...after };
}

function useOf({ uses, validTo, note, isEnabled }: Discount): DiscountUse {
  return { uses, validTo, note, isEnabled };
}
