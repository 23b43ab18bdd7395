import { findUsernames } from '../accounts/index.ts';
import type { ArticleItem } from '../articles/index.ts';
import type { Actor } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import { requirePermission } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Discount, findDiscountsById } from '../discounts/index.ts';
import { type Entry, findHappenedTo } from '../journal/index.ts';
import type { RecordedMethod } from '../payments/index.ts';
import type { Queries } from '../store/index.ts';
import { findPostponements, findStandingChanges, isJoined, type Ticket } from '../tickets/index.ts';
import type { ArticleCount } from './account.ts';
import { articlesIn } from './goods.ts';
import type { Good } from './order.ts';
import type { OrderRecord, TicketOfOrder } from './order-record.ts';

/** What was done with an order. Money is in hundredths. */
export type OrderDeed =
  | { readonly what: 'held' | 'changed' | 'extended' | 'released' | 'mailed' | 'corrected' | 'giftReplaced' }
  | {
      readonly what: 'sold' | 'voided' | 'exchanged' | 'returned' | 'calledOff' | 'takenUp';
      readonly count: number;
    }
  | {
      readonly what: 'bought' | 'donated' | 'articleReturned' | 'handedOut' | 'takenBack';
      readonly good: Pick<ArticleItem, 'name' | 'names'>;
      readonly quantity: number;
    }
  | { readonly what: 'withCode'; readonly code: string }
  | { readonly what: 'postponed'; readonly count: number; readonly from: CalendarDay }
  | { readonly what: 'paid' | 'paidBack'; readonly cents: number; readonly method: RecordedMethod }
  | {
      readonly what: 'owed' | 'refundDue' | 'giftSold' | 'giftBoughtBack' | 'giftCorrected';
      readonly cents: number;
    };

/** What was done at once. */
export interface OrderHappening {
  /** Instant, milliseconds UTC. */
  readonly at: number;
  /** User name, where it is known. */
  readonly by: string | undefined;
  readonly deeds: readonly OrderDeed[];
  /** Why, each reason once. */
  readonly reasons: readonly string[];
}

/** A deed before it is known what else was done at once. */
interface Recorded {
  readonly at: number;
  readonly accountId: Uuid | null;
  readonly deed: OrderDeed;
  readonly reason?: string | undefined;
}

/**
 * The history of an order and its tickets, the newest first. An account that sees only its own sales gets neither names nor
 * reasons of the museum's staff.
 * @throws Refusal forbidden
 */
export async function findOrderHistory(
  queries: Queries,
  actor: Actor,
  record: OrderRecord,
): Promise<OrderHappening[]> {
  const isOfStaff = requirePermission(actor, 'fetch-tickets') === 'all';
  const recorded = await findRecorded(queries, record);
  const accountIds = recorded.flatMap(({ accountId }) => accountId ?? []);
  const names = isOfStaff
    ? await findUsernames(queries, [...new Set(accountIds)])
    : new Map([[record.order.soldBy, record.soldBy]]);
  const atOnce = Map.groupBy(recorded, ({ at, accountId }) => `${at} ${accountId}`);
  return [...atOnce.values()]
    .map((some) => happeningOf(some, names, isOfStaff))
    .sort((one, other) => other.at - one.at);
}

function happeningOf(
  some: readonly Recorded[],
  names: ReadonlyMap<Uuid, string>,
  isOfStaff: boolean,
): OrderHappening {
  const [{ at, accountId }] = some as readonly [Recorded];
  const by = accountId === null ? undefined : names.get(accountId);
  const reasons = isOfStaff ? some.flatMap(({ reason }) => reason || []) : [];
  return { at, by, deeds: counted(some.map(({ deed }) => deed)), reasons: [...new Set(reasons)] };
}

/** These, tickets of which the same was done as one. */
function counted(deeds: readonly OrderDeed[]): OrderDeed[] {
  const alike = Map.groupBy(deeds, (deed) => ('count' in deed ? deed.what : deed));
  return [...alike.values()].map((some) => {
    const [first] = some as [OrderDeed];
    const count = some.reduce((sum, deed) => sum + ('count' in deed ? deed.count : 0), 0);
    return 'count' in first ? { ...first, count } : first;
  });
}

async function findRecorded(queries: Queries, record: OrderRecord): Promise<Recorded[]> {
  const { order, tickets } = record;
  const sold = [...tickets.values()].map(({ ticket }) => ticket);
  const [entries, postponements, changes, codes] = await Promise.all([
    findHappenedTo(queries, [...new Set([order.orderId, ...tickets.keys()])]),
    findPostponements(queries, sold),
    findStandingChanges(queries, sold),
    findDiscountsById(
      queries,
      sold.flatMap(({ codeId }) => codeId ?? []),
    ),
  ]);
  return [
    ...soldIn(entries, record, [...codes.values()]),
    ...entries.flatMap((entry) => recordedIn(entry, tickets)),
    ...entries.flatMap((entry) => articleDeedsIn(entry, order.goods)),
    ...postponements.map(({ at, accountId, details: { from, reason, tickets: moved } }): Recorded => {
      const count = sold.filter(({ number }) => moved.includes(number)).length;
      return { at, accountId, deed: { what: 'postponed', count, from }, reason };
    }),
    ...[...changes.values()].flat().map(({ at, isCancelled }): Recorded => {
      const what = isCancelled ? 'calledOff' : 'takenUp';
      return { at, accountId: null, deed: { what, count: 1 } };
    }),
  ];
}

/** The sale, by whoever took the money of an order that was held. */
function soldIn(
  entries: readonly Entry[],
  { order, tickets }: OrderRecord,
  codes: readonly Discount[],
): Recorded[] {
  if (order.soldAt === null) return [];
  const confirmed = entries.find(({ kind }) => kind === 'order.sold');
  const isOwn = ({ ticket }: { readonly ticket: Ticket }) => !isJoined(ticket);
  const count = [...tickets.values()].filter(isOwn).length;
  const accountId = confirmed === undefined ? order.soldBy : confirmed.accountId;
  const deeds: OrderDeed[] = [
    ...(count > 0 ? [{ what: 'sold', count } as const] : []),
    ...codes.map(({ code }) => ({ what: 'withCode', code }) as const),
    ...order.goods.map(deedOf),
  ];
  const at = order.soldAt;
  return deeds.map((deed) => ({ at, accountId, deed }));
}

function deedOf(good: Good): OrderDeed {
  if (good.kind === 'gift') return { what: 'giftSold', cents: good.priceCents };
  if (good.kind === 'pass') return { what: 'bought', good, quantity: good.quantity };
  return { what: good.is === 'extra' ? 'bought' : 'donated', good, quantity: good.quantity };
}

/** What became of what was sold beside tickets. */
function articleDeedsIn({ kind, at, accountId, details }: Entry, goods: readonly Good[]): Recorded[] {
  const told = (what: 'articleReturned' | 'handedOut' | 'takenBack', { article, quantity }: ArticleCount) => {
    const good = articlesIn(goods).find((each) => each.article === article) ?? { name: article, names: {} };
    const { reason } = details as { readonly reason?: string };
    return { at, accountId, deed: { what, good, quantity: Math.abs(quantity) }, reason };
  };
  if (kind === 'articles.returned')
    return (details as { articles: ArticleCount[] }).articles.map((each) => told('articleReturned', each));
  if (kind !== 'articles.handed-out') return [];
  const handed = details as unknown as ArticleCount;
  return [told(handed.quantity < 0 ? 'takenBack' : 'handedOut', handed)];
}

/** What an entry says; nothing, where another one says it too. */
function recordedIn(
  { kind, subject, at, accountId, details }: Entry,
  tickets: ReadonlyMap<Uuid, TicketOfOrder>,
): Recorded[] {
  const { cents = 0, method = 'other', why, reason, replacedBy, because }: EntryDetails = details;
  const told = (deed: OrderDeed, reason?: string) => [{ at, accountId, deed, reason }];
  switch (kind) {
    case 'order.held':
      return told({ what: 'held' });
    case 'order.changed':
      return told({ what: 'changed' });
    case 'order.extended':
      return told({ what: 'extended' });
    case 'order.released':
      return told({ what: 'released' });
    case 'ticket.mailed-again':
      return told({ what: 'mailed' });
    case 'contact.corrected':
      return told({ what: 'corrected' });
    case 'ticket.void': {
      const what = replacedBy !== undefined ? 'exchanged' : because === 'returned' ? 'returned' : 'voided';
      return told({ what, count: 1 }, tickets.get(subject as Uuid)?.madeVoid?.reason);
    }
    case 'payment.recorded':
      return told({ what: cents < 0 ? 'paidBack' : 'paid', cents: Math.abs(cents), method }, why);
    case 'refund.due':
      return told({ what: 'refundDue', cents }, why);
    case 'gift.returned':
      return told({ what: 'giftBoughtBack', cents: -cents });
    case 'gift.corrected':
      return told({ what: 'giftCorrected', cents }, reason);
    case 'gift.replaced':
      return told({ what: 'giftReplaced' }, reason);
    case 'due.recorded':
      return cents > 0 ? told({ what: 'owed', cents }) : [];
    default:
      return [];
  }
}

interface EntryDetails {
  readonly cents?: number;
  readonly method?: RecordedMethod;
  readonly why?: string;
  readonly reason?: string;
  readonly replacedBy?: number;
  readonly because?: string;
}
