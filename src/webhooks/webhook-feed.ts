import { findAccountId } from '../accounts/index.ts';
import { type Clock, instant } from '../core/clock.ts';
import {
  addDeliveries,
  addDeliveriesAgain,
  deliveryIdOf,
  findCursor,
  moveCursor,
  type NewDelivery,
} from '../deliveries/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job, Lease } from '../jobs/index.ts';
import {
  changesAfter,
  findKindsSince,
  findLastNumber,
  type PlacedEntry,
  readJournal,
  type SealedEntry,
} from '../journal/index.ts';
import type { Store } from '../store/index.ts';
import { type Message, messagesOf } from './messages.ts';
import type { Webhook, WebhookSettings } from './webhook.ts';
import { findTold, findWebhooks, type StoredWebhook } from './webhook.ts';

const ENTRIES_AT_ONCE = 100;
/**
 * How many deliveries one transaction plans. It may be more: an entry, which may cover a batch of sales, is not split.
 */
const PLAN_BATCH_SIZE = 250;

/** Converts a message to its member `data` of the message. */
export type ShowMessage = (message: Message) => object;

export interface WebhookFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly show: ShowMessage;
  /** Called when something was planned. */
  readonly onPlanned?: () => void;
}

/** The job that reads the journal and plans deliveries to webhooks. */
export function webhookFeed(options: WebhookFeedOptions): Job {
  return {
    name: 'feed-webhooks',
    everyMs: 1_000,
    hasWork: () => hasMessages(options.store),
    step: async (lease) => {
      const hasMore = (await planMessages(options, lease)) || (await planReplays(options, lease));
      if (hasMore) options.onPlanned?.();
      return hasMore;
    },
  };
}

async function hasMessages(store: Store): Promise<boolean> {
  const webhooks = (await findWebhooks(store)).filter(({ enabled }) => enabled);
  if (webhooks.length === 0) return false;
  if (webhooks.some(({ replayedTo }) => replayedTo !== null)) return true;
  const { readTo } = await findCursor(store, 'webhooks');
  return readTo < (await findLastNumber(store));
}

/**
 * The lease keeps other instances from moving the cursor meanwhile. Staff may disable or remove a webhook, so the
 * transaction checks which are still enabled. The entries are read before the webhooks: a webhook that is missing was
 * made, or enabled again, after the entries were sealed. The changes are read after the webhooks, so they explain how
 * each was before.
 */
async function planMessages(options: WebhookFeedOptions, lease: Lease): Promise<boolean> {
  const { store, clock } = options;
  const { readTo } = await findCursor(store, 'webhooks');
  const entries = await readJournal(store, readTo, ENTRIES_AT_ONCE);
  const webhooks = (await findWebhooks(store)).filter(({ enabled }) => enabled);
  if (entries.length === 0 || webhooks.length === 0) return false;
  const changes = await findKindsSince(store, ['webhook.changed'], readTo);
  const { planned, last } = await plan(options, entries, webhooks, changes);
  // Skips all entries from before the first webhook.
  const before = Math.min(...webhooks.map(({ toldFrom }) => toldFrom));
  await lease.transaction(async (tx) => {
    const told = await findTold(tx, last);
    const wanted = planned.filter(({ receiver }) => told.has(receiver));
    await addDeliveries(tx, wanted, clock.now());
    await moveCursor(tx, 'webhooks', Math.max(last, before));
  });
  return true;
}

/** Plans the replays that webhooks have asked for, a part at a time. */
async function planReplays(options: WebhookFeedOptions, lease: Lease): Promise<boolean> {
  const { store, clock } = options;
  const webhook = (await findWebhooks(store)).find(
    ({ enabled, replayedTo }) => enabled && replayedTo !== null,
  );
  if (webhook === undefined) return false;
  const { webhookId, replayedTo, replayUntil } = webhook as StoredWebhook & {
    replayedTo: number;
    replayUntil: number;
  };
  const read = await readJournal(store, replayedTo, ENTRIES_AT_ONCE);
  const entries = read.filter(({ number }) => number <= replayUntil);
  const { planned, last } = await plan(options, entries, [{ ...webhook, toldFrom: 0 }]);
  if (entries.length === 0 && replayedTo < replayUntil) return false; // the rest is not sealed yet
  const isDone = entries.length === 0 || last >= replayUntil;
  await lease.transaction(async (tx) => {
    const moved = await tx.run(
      `UPDATE webhooks SET replayed_to = ?, replay_until = ?
        WHERE webhook_id = ? AND enabled = 1 AND replayed_to = ? AND replay_until = ?`,
      [isDone ? null : last, isDone ? null : replayUntil, webhookId, replayedTo, replayUntil],
    );
    // Otherwise the webhook was disabled or removed meanwhile, or its replay was extended.
    if (moved === 1) await addDeliveriesAgain(tx, planned, clock.now());
  });
  return true;
}

/**
 * The deliveries for the entries up to the number `last`. Each goes by the settings from before the changes after it.
 */
async function plan(
  { store, days, show }: WebhookFeedOptions,
  entries: readonly SealedEntry[],
  webhooks: readonly StoredWebhook[],
  changes: readonly PlacedEntry[] = [],
): Promise<{ planned: NewDelivery[]; last: number }> {
  const planned: NewDelivery[] = [];
  const today = await days.current();
  let last = 0;
  for (const entry of entries) {
    if (planned.length >= PLAN_BATCH_SIZE) break;
    const now = webhooks.filter(({ toldFrom }) => toldFrom < entry.number);
    const then = await Promise.all(now.map((webhook) => atEntry(store, webhook, entry.number, changes)));
    const told = then.filter((webhook) => webhook !== undefined);
    const messages = told.length === 0 ? [] : await messagesOf(store, entry, today);
    planned.push(...messages.flatMap((each, index) => deliveriesOf(each, index, entry, told, show)));
    last = entry.number;
  }
  return { planned, last };
}

/**
 * The webhook as it was when that entry was recorded, as far as it decides what the webhook is told; undefined when its
 * seller of that time is not known any more.
 */
async function atEntry(
  store: Store,
  webhook: StoredWebhook,
  number: number,
  changes: readonly PlacedEntry[],
): Promise<StoredWebhook | undefined> {
  const since = changesAfter(changes, webhook.webhookId, number);
  if (since.length === 0) return webhook;
  const { types = webhook.types, seller = webhook.seller }: Partial<WebhookSettings> = Object.assign(
    {},
    ...since.toReversed().map(({ details }) => (details as { readonly before: object }).before),
  );
  const sellerId = seller === null ? null : await findAccountId(store, seller);
  return sellerId === undefined ? undefined : { ...webhook, types, seller, sellerId };
}

function deliveriesOf(
  message: Message,
  index: number,
  { at, number }: SealedEntry,
  webhooks: readonly StoredWebhook[],
  show: ShowMessage,
): NewDelivery[] {
  const interested = webhooks.filter((webhook) => wants(webhook, message));
  if (interested.length === 0) return [];
  const content = contentOf(message, at, show);
  return interested.map((webhook) => ({
    ...addressedTo(webhook, message, content, at),
    deliveryId: deliveryIdOf(at, [number, index], webhook.webhookId, number, index),
  }));
}

function wants({ types, sellerId }: StoredWebhook, message: Message): boolean {
  const isItsSale = sellerId === null || ('seller' in message && message.seller === sellerId);
  // Every seller may have handed out codes that are withdrawn now.
  return (
    (isItsSale || message.type === 'keys.revoked') && (types.includes('*') || types.includes(message.type))
  );
}

/** The body of the message (Standard Webhooks 1.0, "Payload structure"). */
export function contentOf(message: Message, at: number, show: ShowMessage): string {
  return JSON.stringify({ type: message.type, timestamp: instant(at), data: show(message) });
}

export function addressedTo(
  { webhookId }: Webhook,
  message: Message,
  content: string,
  madeAt: number,
): Omit<NewDelivery, 'deliveryId'> {
  return {
    channel: 'webhook',
    receiver: webhookId,
    kind: message.type,
    subject: subjectOf(message),
    content,
    madeAt,
  };
}

function subjectOf(message: Message): string {
  switch (message.type) {
    case 'ticket.sold':
    case 'ticket.void':
    case 'ticket.admitted':
    case 'ticket.admission-undone':
      return message.ticket.ticketId;
    case 'pass.sold':
    case 'pass.blocked':
      return message.pass.pass.passId;
    case 'day.sold-out':
      return message.day;
    case 'hours.changed':
      return 'day' in message.hours ? message.hours.day : 'week';
    case 'keys.revoked':
      return message.keyId;
    case 'webhook.test':
      return message.webhookId;
    default:
      return message.event.eventId;
  }
}
