import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type ExpectedRule, lockOpeningRulesShared } from '../hours/index.ts';
import {
  findCategories,
  findPrices,
  inOrder,
  type Price,
  replacePrices,
  requireKnown,
  USUAL_DAYS,
} from '../offers/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { findEvent } from './event-store.ts';
import { lockEvent, recordOf, refuse } from './event-to-change.ts';

/**
 * Sets what the event costs in each category. That of standard, which has one, is the event's price.
 * @returns them in the order of the categories
 * @throws Refusal forbidden, event-not-found, category-unknown
 */
export async function setEventPrices(
  context: ActionContext,
  eventId: Uuid,
  prices: readonly Price[],
  expect?: ExpectedRule<readonly Price[]>,
): Promise<Price[]> {
  const { tx, actor } = context;
  requirePermission(actor, 'arrange-programme');
  await lockOpeningRulesShared(tx); // categories stay
  await lockEvent(context, eventId);
  const before = await pricesOf(tx, eventId);
  expect?.(before);
  const categories = await findCategories(tx);
  requireKnown(prices, categories);
  await replacePrices(tx, eventId, USUAL_DAYS, prices);
  await tx.touch('events');
  const after = inOrder(prices, categories);
  await recordOf(context, 'event.prices-set', eventId, { before, after });
  return after;
}

/** What the event costs in each category, in their order. @throws Refusal forbidden, event-not-found */
export async function listEventPrices(queries: Queries, actor: Actor, eventId: Uuid): Promise<Price[]> {
  requirePermission(actor, 'read-programme');
  if ((await findEvent(queries, eventId)) === undefined) refuse(eventId);
  return pricesOf(queries, eventId);
}

async function pricesOf(queries: Queries, eventId: Uuid): Promise<Price[]> {
  const [prices, categories] = await Promise.all([findPrices(queries, eventId), findCategories(queries)]);
  return inOrder(prices, categories);
}
