import { findSelfMailing, type Mailing } from '../accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  addDeliveries,
  deliveryIdOf,
  findCursor,
  hasWaitingAlike,
  moveCursor,
  type NewDelivery,
} from '../deliveries/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Job, Lease } from '../jobs/index.ts';
import {
  changesAfter,
  findKindsSince,
  findLastBefore,
  findLastNumber,
  type JournalKind,
  readJournal,
  type SealedEntry,
} from '../journal/index.ts';
import type { Queries, Store } from '../store/index.ts';
import { type ContactHashes, ORDER_OF_TICKET } from '../tickets/index.ts';
import { changeIn, MAX_AGE_MS, planChange } from './affected.ts';
import { CHANNEL, type MailContent, RECEIVER, UNSOLD_KINDS } from './mail-kind.ts';
import { planOrderMail } from './order-mails.ts';

const ENTRIES_AT_ONCE = 100;
/** How many entries that are too old to be mailed about one step skips. */
const SKIP_BATCH_SIZE = 10_000;
const PLAN_BATCH_SIZE = 250;
/** What a seller mails that mails itself. */
const SALES: readonly JournalKind[] = ['tickets.sold', 'articles.sold', 'gift.issued'];

export interface MailFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly contacts: ContactHashes;
  /** Called when something was planned. */
  readonly onPlanned?: () => void;
}

/** The job that reads the journal and plans mails to visitors. */
export function mailFeed(options: MailFeedOptions): Job {
  const { store } = options;
  return {
    name: 'feed-mail',
    everyMs: 1_000,
    hasWork: async () => (await findCursor(store, 'mail')).readTo < (await findLastNumber(store)),
    step: async (lease) => {
      const hasMore = await planMail(options, lease);
      if (hasMore) options.onPlanned?.();
      return hasMore;
    },
  };
}

/** The mails that one step plans, and the new cursor. */
interface Plan {
  readonly planned: NewDelivery[];
  readTo: number;
  lookedAt: number;
}

/** Reads outside the transaction: the lease keeps other instances from moving the cursor meanwhile. */
async function planMail(options: MailFeedOptions, lease: Lease): Promise<boolean> {
  const { store, clock } = options;
  const cursor = await findCursor(store, 'mail');
  const entries = await readJournal(store, cursor.readTo, ENTRIES_AT_ONCE);
  if (entries.length === 0) return false;
  const now = clock.now();
  const plan: Plan = { planned: [], ...cursor };
  if (entries.some(({ at }) => at >= now - MAX_AGE_MS)) await readEntries(options, entries, plan, now);
  else {
    const readTo = await findLastBefore(store, cursor.readTo, now - MAX_AGE_MS, SKIP_BATCH_SIZE);
    Object.assign(plan, { readTo, lookedAt: 0 });
  }
  await lease.transaction(async (tx) => {
    await addDeliveries(tx, plan.planned, now);
    await moveCursor(tx, 'mail', plan.readTo, plan.lookedAt);
  });
  return true;
}

/** An entry that concerns many tickets is the last of its step, and may take several steps. */
async function readEntries(
  { store, days, contacts }: MailFeedOptions,
  entries: readonly SealedEntry[],
  plan: Plan,
  now: number,
): Promise<void> {
  const mailsItself = await findMailings(store, plan.readTo);
  for (const entry of entries) {
    if (plan.planned.length >= PLAN_BATCH_SIZE) return;
    const change = entry.at < now - MAX_AGE_MS ? undefined : await changeIn(store, entry);
    if (change !== undefined) {
      const planned: NewDelivery[] = [];
      const today = await days.current();
      const planning = { today, planned, hashes: contacts };
      const seen = await planChange(store, entry, change, plan.lookedAt, planning);
      const fresh: NewDelivery[] = [];
      for (const mail of planned) if (!(await isWaiting(store, mail, plan))) fresh.push(mail);
      plan.planned.push(...fresh);
      if (seen === undefined) Object.assign(plan, { readTo: entry.number, lookedAt: 0 });
      else plan.lookedAt = seen;
      return;
    }
    if (entry.at >= now - MAX_AGE_MS) {
      const isLeftToSeller = SALES.includes(entry.kind) && mailsItself(entry);
      if (!isLeftToSeller) await planTickets(store, entry, plan, contacts);
      for (const about of isLeftToSeller ? [] : await planOrderMail(store, entry, contacts)) {
        const isKnown = UNSOLD_KINDS.includes(about.kind) && (await isWaiting(store, about, plan));
        if (!isKnown) plan.planned.push(about);
      }
    }
    plan.readTo = entry.number;
  }
}

/** Whether the same waits already. What it says is known only when it is sent. */
async function isWaiting(queries: Queries, mail: NewDelivery, { planned }: Plan): Promise<boolean> {
  return (
    planned.some(({ kind, content }) => kind === mail.kind && content === mail.content) ||
    (await hasWaitingAlike(queries, mail))
  );
}

/**
 * Plans the mails of tickets that were sold together, or exchanged for: one for each order, and one for each ticket that was
 * sold alone.
 */
async function planTickets(
  queries: Queries,
  entry: SealedEntry,
  { planned }: Plan,
  hashes: ContactHashes,
): Promise<void> {
  if (entry.kind !== 'tickets.sold') return;
  const { tickets } = entry.details as { tickets: readonly number[] };
  const together = Map.groupBy(
    await withContact(queries, tickets),
    ({ number, orderCode }) => orderCode ?? number,
  );
  for (const sold of together.values()) planned.push(saleMail(sold, entry.at, hashes));
}

/** The id of the delivery that mails the tickets of a sale. @param first the lowest number of them */
export function saleMailId(first: number, soldAt: number): Uuid {
  return deliveryIdOf(soldAt, first, 'ticket', first); // a ticket is sold, and mailed, once
}

function saleMail(sold: readonly Sold[], at: number, hashes: ContactHashes): NewDelivery {
  const [{ number, code, orderCode, email }] = sold as [Sold];
  const content: MailContent = { numbers: sold.map((each) => each.number) };
  return {
    deliveryId: saleMailId(number, at),
    channel: CHANNEL,
    receiver: RECEIVER,
    kind: 'ticket',
    subject: orderCode ?? code,
    content: JSON.stringify(content),
    madeAt: at,
    recipientHash: hashes.of(email),
  };
}

interface Sold {
  readonly number: number;
  readonly code: string;
  /** Null: it was sold alone. */
  readonly orderCode: string | null;
  readonly email: string;
}

/** The tickets whose holders left an address. */
function withContact(queries: Queries, numbers: readonly number[]): Promise<Sold[]> {
  return queries.all<Sold>(
    `SELECT tickets.number, confirmation_code AS code, order_code AS "orderCode", contacts.email
       FROM contacts JOIN tickets ON tickets.number = contacts.number
       LEFT JOIN orders ON orders.order_id = ${ORDER_OF_TICKET}
      WHERE contacts.number IN ? ORDER BY tickets.number`,
    [numbers],
  );
}

/** @returns whether the seller mailed the tickets itself when the entry, one after `cursor`, was recorded */
async function findMailings(queries: Queries, cursor: number): Promise<(entry: SealedEntry) => boolean> {
  const now = await findSelfMailing(queries);
  const changes = await findKindsSince(queries, ['account.mailing-set'], cursor);
  return ({ accountId, number }) => {
    if (accountId === null) return false;
    const [next] = changesAfter(changes, accountId, number);
    const { before } = (next?.details ?? {}) as { readonly before?: Mailing };
    return before === undefined ? now.has(accountId) : before === 'self';
  };
}
