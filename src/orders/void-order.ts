import {
  type ArticleChange,
  addArticleChanges,
  findSoldArticles,
  leftToReturn,
  type SoldArticle,
  standingCount,
} from '../articles/index.ts';
import type { Actor } from '../core/actor.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { giveBackUses } from '../discounts/index.ts';
import { findGiftChanges, type Gift, isWholeBack, returnGifts } from '../gifts/index.ts';
import { record } from '../journal/index.ts';
import { giveBackPlaces, placesTaken } from '../offers/index.ts';
import { findSoldPasses, isStanding, type Pass, voidPasses } from '../passes/index.ts';
import type { Amount } from '../payments/index.ts';
import type { ActionContext, Transaction } from '../store/index.ts';
import {
  findTicket,
  findUnused,
  findUsed,
  isVoid,
  orderOf,
  requireUnused,
  sellerOf,
  type Ticket,
  writeVoid,
} from '../tickets/index.ts';
import type { ArticleCount } from './account.ts';
import type { SellingOptions } from './order.ts';
import { updateOrder } from './order-store.ts';
import { payBack } from './pay-back.ts';
import { chosenOf, findStanding, lockSold, type SoldOrder } from './sold-order.ts';
import { giveBackVisitorPlaces } from './visitor-places.ts';

/** Why tickets become void, and what is paid back. */
export interface VoidRequest {
  readonly reason: string;
  /** Those of an order; left out: all that are not void. */
  readonly ticketIds?: readonly Uuid[] | undefined;
  /** So many of its articles; left out: all extras that are not handed out, where no tickets are named, or none. */
  readonly articles?: readonly ArticleCount[] | undefined;
  /** Where its gift vouchers stand that are bought back; left out: all that were not used, where nothing is named, or none. */
  readonly gifts?: readonly number[] | undefined;
  /** Its passes that are made void; left out: all, where nothing is named, or none. */
  readonly passes?: readonly Uuid[] | undefined;
  /** Whether to do it even if one was used, which takes a further permission. */
  readonly force?: boolean;
  /** Whether its buyer gives the tickets back. */
  readonly isReturned?: boolean;
  readonly refund?: Amount;
}

export interface VoidOptions extends SellingOptions {
  /** How many hours after the sale a partner may make its own sales void; left out: as staff have set. */
  readonly partnerVoidHours?: number;
}

/**
 * Makes tickets of a sold order void, or the ticket that was sold alone, and takes articles back: all that stand, or those that are
 * named. A donation and a gift voucher that was used must be named. When these are void already and there is something to pay back, it only does that.
 * @throws Refusal forbidden, order-not-found, order-not-sold, order-void, not-of-order, ticket-void, article-not-ordered,
 * article-not-left, gift-not-found, gift-not-valid, pass-not-of-order, too-late-to-void, ticket-admitted or refund-too-high
 */
export async function voidOrder(
  tx: Transaction,
  actor: Actor,
  orderId: Uuid,
  request: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const scope = voidScope(actor);
  const sold = await lockSold(tx, actor, scope, orderId);
  const standing = await findStanding(tx, sold.tickets);
  const toVoid = meantBy(request, sold, standing);
  const toReturn = articlesMeant(actor, request, sold);
  const toBuyBack = giftsMeant(actor, request, sold, options);
  const toCancel = passesMeant(request, sold);
  if (
    toVoid.length + toReturn.length + toBuyBack.length + toCancel.length === 0 &&
    request.refund === undefined
  )
    throw new Refusal('order-void', { orderId });
  await voidTickets(tx, actor, sold, { toVoid, toReturn, toBuyBack, toCancel }, request, options);
}

/** @throws Refusal not-of-order or ticket-void */
function meantBy(request: VoidRequest, sold: SoldOrder, standing: readonly Ticket[]): readonly Ticket[] {
  const { ticketIds, refund } = request;
  if (ticketIds === undefined) return namesNothing(request) ? standing : [];
  const paysBackOnly = refund !== undefined && !standing.some(({ ticketId }) => ticketIds.includes(ticketId));
  const named = chosenOf(sold, paysBackOnly ? sold.tickets : standing, ticketIds);
  return paysBackOnly ? [] : named;
}

function namesNothing({ ticketIds, articles, gifts, passes }: VoidRequest): boolean {
  return [ticketIds, articles, gifts, passes].every((each) => each === undefined);
}

/**
 * The articles that are taken back. Only staff pay a donation back.
 * @throws Refusal forbidden, article-not-ordered or article-not-left
 */
function articlesMeant(
  { role }: Actor,
  request: VoidRequest,
  { orderId, articles: sold }: SoldOrder,
): readonly ArticleCount[] {
  const { articles } = request;
  if (articles === undefined) return namesNothing(request) ? extrasLeft(sold) : [];
  const strange = articles
    .map(({ article }) => article)
    .filter((slug) => !sold.some(({ article }) => article === slug));
  if (strange.length > 0)
    throw new Refusal('article-not-ordered', { orderId, articles: strange, pointer: '/articles' });
  for (const { article, quantity } of articles) {
    const known = sold.find((each) => each.article === article) as SoldArticle;
    if (known.kind === 'donation' && !may(role, 'void-tickets'))
      throw new Refusal('forbidden', { role, permission: 'void-tickets' });
    const left = leftToReturn(known);
    if (quantity > left) throw new Refusal('article-not-left', { article, left, asked: quantity });
  }
  return articles;
}

function extrasLeft(sold: readonly SoldArticle[]): ArticleCount[] {
  return sold
    .filter((each) => each.kind === 'extra' && leftToReturn(each) > 0)
    .map((each) => ({ article: each.article, quantity: leftToReturn(each) }));
}

/**
 * Where the gift vouchers stand that are bought back. Only staff buy one back that was used: for what is left.
 * @throws Refusal gift-not-found, gift-not-valid or too-late-to-void
 */
function giftsMeant(
  { role }: Actor,
  request: VoidRequest,
  { orderId, gifts }: SoldOrder,
  { clock, terms, partnerVoidHours = terms.settings.now.partnerVoidHours }: VoidOptions,
): readonly number[] {
  const today = terms.localOf(clock.now()).day;
  if (request.gifts === undefined) {
    const unused = gifts.filter((gift) => isUnused(gift) && today <= gift.validTo);
    return namesNothing(request) ? unused.map(({ item }) => item) : [];
  }
  for (const index of request.gifts) {
    const gift = gifts.find(({ item }) => item === index);
    if (gift === undefined) throw new Refusal('gift-not-found', { orderId, index });
    const { balanceCents, validTo } = gift;
    if (balanceCents === 0) throw new Refusal('gift-not-valid', { because: 'used-up' });
    if (today > validTo) throw new Refusal('gift-not-valid', { because: 'expired', validTo });
    if (!isUnused(gift) && !may(role, 'void-tickets'))
      throw new Refusal('too-late-to-void', { hours: partnerVoidHours, because: 'admitted' });
  }
  return request.gifts;
}

/** @throws Refusal pass-not-of-order, also for one that is void or was replaced */
function passesMeant(request: VoidRequest, { orderId, passes: sold }: SoldOrder): readonly Pass[] {
  const { passes } = request;
  if (passes === undefined) return namesNothing(request) ? sold : [];
  const strange = passes.filter((id) => !sold.some(({ passId }) => passId === id));
  if (strange.length > 0) throw new Refusal('pass-not-of-order', { orderId, passIds: strange });
  return sold.filter(({ passId }) => passes.includes(passId));
}

function isUnused({ balanceCents, cents }: Gift): boolean {
  return balanceCents === cents;
}

/**
 * Makes a ticket void: it admits no one any more, and its places are on sale again.
 * @throws Refusal forbidden, ticket-not-found, ticket-void, too-late-to-void, ticket-admitted or refund-too-high
 */
export async function voidTicket(
  tx: Transaction,
  actor: Actor,
  ticketId: Uuid,
  request: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const scope = voidScope(actor);
  const { ticket, sold } = await lockToVoid(tx, actor, scope, ticketId);
  await voidTickets(tx, actor, sold, { toVoid: [ticket], ...NOTHING_ELSE }, request, options);
}

/** Staff make any sale void, and partners their own. */
function voidScope(actor: Actor): 'all' | 'own' {
  return may(actor.role, 'void-tickets') ? 'all' : requirePermission(actor, 'void-own-sales');
}

/**
 * The ticket, which is not void, and its order: see `lockSold`.
 * @throws Refusal ticket-not-found or ticket-void
 */
async function lockToVoid(
  tx: Transaction,
  actor: Actor,
  scope: 'all' | 'own',
  ticketId: Uuid,
): Promise<{ readonly ticket: Ticket; readonly sold: SoldOrder }> {
  const known = await findTicket(tx, ticketId);
  if (known === undefined || (scope === 'own' && (await sellerOf(tx, known)) !== actor.accountId))
    throw new Refusal('ticket-not-found', { ticketId });
  const sold = await lockSold(tx, actor, scope, orderOf(known));
  const ticket = sold.tickets.find((each) => each.ticketId === ticketId) as Ticket;
  if (await isVoid(tx, ticket.number)) throw new Refusal('ticket-void', { ticketId, asked: 'change' });
  return { ticket, sold };
}

/** What of an order is made void, and taken back. */
interface Going {
  readonly toVoid: readonly Ticket[];
  readonly toReturn: readonly ArticleCount[];
  readonly toBuyBack: readonly number[];
  readonly toCancel: readonly Pass[];
}

const NOTHING_ELSE = { toReturn: [], toBuyBack: [], toCancel: [] } as const;

async function voidTickets(
  tx: Transaction,
  actor: Actor,
  sold: SoldOrder,
  { toVoid, toReturn, toBuyBack, toCancel }: Going,
  { reason, force = false, isReturned = false, refund }: VoidRequest,
  options: VoidOptions,
): Promise<void> {
  const now = options.clock.now();
  if (may(actor.role, 'void-tickets')) {
    if (!(force && may(actor.role, 'void-used-tickets'))) await requireUnused(tx, toVoid);
  } else {
    const { partnerVoidHours = options.terms.settings.now.partnerVoidHours } = options;
    const returned = sold.articles.filter(({ article }) => toReturn.some((each) => each.article === article));
    const boughtBack = sold.gifts.filter(({ item }) => toBuyBack.includes(item));
    const goods = [...returned, ...boughtBack, ...toCancel];
    await requireInTime(tx, { tickets: toVoid, goods }, now, partnerVoidHours);
  }
  const context = { tx, actor, now };
  await returnArticles(context, sold, toReturn, reason);
  await voidPasses(context, sold.orderId, toCancel, reason);
  await makeTicketsVoid(context, sold, toVoid, { reason, isReturned });
  await buyGiftsBack(context, sold, toBuyBack, options);
  if (refund === undefined) return;
  const first = toVoid.length + toReturn.length + toBuyBack.length + toCancel.length === 0 ? 'owed' : 'kept';
  await payBack(context, sold, { ...refund, reason, first }, options.terms.localOf);
}

/** Makes tickets of the order, which are not void, void: also those that were used. */
export async function makeTicketsVoid(
  context: ActionContext,
  sold: SoldOrder,
  toVoid: readonly Ticket[],
  why: Pick<VoidRequest, 'reason' | 'isReturned'>,
): Promise<void> {
  const taken = toVoid.flatMap((ticket) => placesTaken(ticket));
  await giveBackPlaces(context.tx, taken);
  const used = await giveBackCodes(context.tx, toVoid);
  for (const ticket of toVoid)
    await writeVoid(context, ticket, { ...why, keepsUse: used.has(ticket.number) });
  await closeOrder(context, sold);
}

/** Gives back the uses of codes of tickets that were not used. @returns the numbers of those that were */
async function giveBackCodes(tx: Transaction, tickets: readonly Ticket[]): Promise<ReadonlySet<number>> {
  const coded = tickets.filter(({ codeId }) => codeId !== null);
  if (coded.length === 0) return new Set();
  const unused = await findUnused(tx, coded);
  await giveBackUses(tx, countCodes(unused));
  return new Set(coded.filter((ticket) => !unused.includes(ticket)).map(({ number }) => number));
}

/** How many of the tickets have each code. */
export function countCodes(tickets: readonly Pick<Ticket, 'codeId'>[]): ReadonlyMap<Uuid, number> {
  const counts = new Map<Uuid, number>();
  for (const { codeId } of tickets) if (codeId !== null) counts.set(codeId, (counts.get(codeId) ?? 0) + 1);
  return counts;
}

/** Takes so many of its articles back. */
async function returnArticles(
  { tx, actor, now }: ActionContext,
  { orderId }: SoldOrder,
  articles: readonly ArticleCount[],
  reason: string,
): Promise<void> {
  if (articles.length === 0) return;
  const returned = articles.map(({ article, quantity }): ArticleChange => {
    const who = { orderId, article, accountId: actor.accountId };
    return { changeId: uuidV7(now), ...who, what: 'returned', quantity, at: now };
  });
  await addArticleChanges(tx, returned);
  const details = { articles: articles.map(({ article, quantity }) => ({ article, quantity })), reason };
  await record({ tx, actor, now }, { kind: 'articles.returned', subject: orderId, details });
}

/** To be called after places were given back: a sale takes places before it takes money off a gift voucher, too. */
async function buyGiftsBack(
  context: ActionContext,
  sold: SoldOrder,
  items: readonly number[],
  { terms }: VoidOptions,
): Promise<void> {
  if (items.length === 0) return;
  await returnGifts(context, { orderId: sold.orderId, items }, terms);
  await closeOrder(context, sold);
}

/** @throws Refusal too-late-to-void */
async function requireInTime(
  tx: Transaction,
  {
    tickets,
    goods,
  }: { readonly tickets: readonly Ticket[]; readonly goods: readonly { readonly soldAt: number }[] },
  now: number,
  hours: number,
): Promise<void> {
  const isOld = [...tickets, ...goods].some(({ soldAt }) => now - soldAt > hours * 3_600_000);
  if (isOld) throw new Refusal('too-late-to-void', { hours, because: 'time' });
  if ((await findUsed(tx, tickets)) !== undefined)
    throw new Refusal('too-late-to-void', { hours, because: 'admitted' });
}

/** The order is void when nothing of it stands any more. To be called after something of it has become void, or was taken back. */
export async function closeOrder(
  context: ActionContext,
  { orderId, order, tickets, articles, gifts, passes }: SoldOrder,
): Promise<void> {
  const { tx, actor, now } = context;
  if (order?.state !== 'sold' || (await findStanding(tx, tickets)).length > 0) return;
  const sold = articles.length === 0 ? [] : ((await findSoldArticles(tx, [orderId])).get(orderId) ?? []);
  if (sold.some((each) => standingCount(each) > 0)) return;
  if (gifts.length > 0 && !isWholeBack((await findGiftChanges(tx, [orderId])).get(orderId) ?? [])) return;
  if (passes.length > 0 && (await findSoldPasses(tx, [orderId])).get(orderId)?.some(isStanding)) return;
  await updateOrder(tx, { orderId }, { state: 'void' });
  await giveBackVisitorPlaces(tx, orderId, actor.channel === 'shop', now);
  await record(context, { kind: 'order.void', subject: orderId, details: {} });
}
