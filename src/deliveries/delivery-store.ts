import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Uuid } from '../core/uuid.ts';
import { allOf, type Queries, type SqlValue, type Transaction } from '../store/index.ts';
import {
  CHANNELS,
  type ChannelName,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryState,
  type NewDelivery,
} from './delivery.ts';

const COLUMNS = `delivery_id AS "deliveryId", channel AS "channel", receiver AS "receiver", kind AS "kind",
  subject AS "subject", content AS "content", state AS "state", attempts AS "attempts", made_at AS "madeAt",
  next_at AS "nextAt", settled_at AS "settledAt", answer AS "answer", answered_at AS "answeredAt",
  recipient_hash AS "recipientHash"`;
const NEW_COLUMNS = [
  'delivery_id',
  'channel',
  'receiver',
  'kind',
  'subject',
  'content',
  'state',
  'made_at',
  'next_at',
  'recipient_hash',
  'turn',
] as const;

/** The first turn of deliveries that let all others go first. */
const LATE_TURN = 100;

/**
 * Adds deliveries that are due now. Each has its turn behind those for the same recipient: the first one that waits for
 * somebody goes before the second one for anybody else. What lets all others go first does not do so before what is
 * about the same subject.
 */
export async function addDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  const turnOf = await turnsBehindWaiting(tx, deliveries);
  const rows = deliveries.map((each): SqlValue[] => [
    each.deliveryId,
    each.channel,
    each.receiver,
    each.kind,
    each.subject,
    each.content,
    'waiting',
    each.madeAt,
    now,
    each.recipientHash ?? null,
    turnOf(each),
  ]);
  await tx.insert('deliveries', NEW_COLUMNS, rows);
}

/**
 * A function for the turns of new deliveries, to be called once for each: by how many wait for the recipient already,
 * in powers of two, so that there are few different turns.
 */
async function turnsBehindWaiting(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
): Promise<(delivery: NewDelivery) => number> {
  const toPeople = deliveries.filter(({ recipientHash }) => recipientHash != null);
  const first = new Set(
    toPeople.filter(({ letsOthersFirst }) => !letsOthersFirst).map(({ subject }) => subject),
  );
  const recipients = [...new Set(toPeople.map(({ recipientHash }) => recipientHash as number))];
  await putForward(tx, recipients, [...first]);
  const waiting = await countWaitingFor(tx, recipients);
  return ({ recipientHash, subject, letsOthersFirst }) => {
    if (recipientHash == null) return 0;
    const late = letsOthersFirst && !first.has(subject) ? 1 : 0;
    const key = `${recipientHash} ${late}`;
    const before = waiting.get(key) ?? 0;
    waiting.set(key, before + 1);
    return late * LATE_TURN + Math.ceil(Math.log2(before + 1));
  };
}

/** What waits about those subjects lets others go first no more. */
async function putForward(
  tx: Transaction,
  recipients: readonly number[],
  subjects: readonly string[],
): Promise<void> {
  await tx.run(
    `UPDATE deliveries SET turn = turn - ${LATE_TURN} WHERE recipient_hash IN ? AND state = 'waiting'
        AND turn >= ${LATE_TURN} AND subject IN ?`,
    [recipients, subjects],
  );
}

/** How many wait for each recipient, by its hash and whether they let others go first, as 0 or 1. */
async function countWaitingFor(
  queries: Queries,
  recipients: readonly number[],
): Promise<Map<string, number>> {
  const rows = await queries.all<{ key: string; count: number }>(
    `SELECT recipient_hash || ' ' || (turn / ${LATE_TURN}) AS "key", count(*) AS count FROM deliveries
      WHERE recipient_hash IN ? AND state = 'waiting' GROUP BY 1`,
    [recipients],
  );
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
}

/** Adds deliveries of which some may exist already: those are sent again under the same id. */
export async function addDeliveriesAgain(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  const resent = await Promise.all(deliveries.map(({ deliveryId }) => sendAgain(tx, deliveryId, now)));
  await addDeliveries(
    tx,
    deliveries.filter((_, index) => resent[index] === 0),
    now,
  );
}

/** Makes the delivery due now, with all attempts left. @returns how many deliveries have that id */
export function sendAgain(tx: Transaction, deliveryId: Uuid, now: number): Promise<number> {
  return tx.run(
    `UPDATE deliveries SET state = 'waiting', attempts = 0, next_at = ?, settled_at = NULL WHERE delivery_id = ?`,
    [now, deliveryId],
  );
}

/** How many deliveries one transaction changes, so that it does not hold up others. */
const CHANGE_BATCH_SIZE = 5_000;

/** Sends some failed deliveries of a receiver again, the oldest first. @returns how many */
export function sendSomeFailedAgain(
  tx: Transaction,
  channel: ChannelName,
  receiver: string,
  now: number,
): Promise<number> {
  return tx.run(
    `UPDATE deliveries SET state = 'waiting', attempts = 0, next_at = ?, settled_at = NULL
      WHERE delivery_id IN (SELECT delivery_id FROM deliveries
        WHERE state = 'failed' AND channel = ? AND receiver = ? ORDER BY settled_at LIMIT ${CHANGE_BATCH_SIZE})`,
    [now, channel, receiver],
  );
}

/**
 * Repeats `changeSome`, which runs a transaction of its own, until no deliveries are left.
 * @returns how many it changed
 */
export async function changeAll(changeSome: () => Promise<number>): Promise<number> {
  for (let changed = 0; ; await nextTurn()) {
    const some = await changeSome();
    changed += some;
    if (some < CHANGE_BATCH_SIZE) return changed;
  }
}

/** Which deliveries are asked for: those of a receiver that are due by then. */
export interface DueQuestion {
  readonly channel: ChannelName;
  readonly receiver: string;
  readonly now: number;
}

/** The due deliveries of a receiver by their turns; of one turn, the longest due first. */
export async function findDue(
  queries: Queries,
  { channel, receiver, now, limit }: DueQuestion & { readonly limit: number },
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  // A turn at a time, by the index: those that are postponed are not read.
  for (let turn: number | null = -1; found.length < limit; ) {
    const next: { turn: number | null } | undefined = await queries.get(
      `SELECT min(turn) AS turn FROM deliveries
        WHERE state = 'waiting' AND channel = ? AND receiver = ? AND turn > ?`,
      [channel, receiver, turn],
    );
    turn = next?.turn ?? null;
    if (turn === null) break;
    const due = await queries.all<Delivery>(
      `SELECT ${COLUMNS} FROM deliveries
        WHERE state = 'waiting' AND channel = ? AND receiver = ? AND turn = ? AND next_at <= ?
        ORDER BY next_at, delivery_id LIMIT ?`,
      [channel, receiver, turn, now, limit - found.length],
    );
    found.push(...due);
  }
  return found;
}

export async function hasDue(queries: Queries, { channel, receiver, now }: DueQuestion): Promise<boolean> {
  const row = await queries.get(
    `SELECT delivery_id FROM deliveries WHERE state = 'waiting' AND channel = ? AND receiver = ? AND next_at <= ? LIMIT 1`,
    [channel, receiver, now],
  );
  return row !== undefined;
}

/** Records the outcome of an attempt, unless staff have settled the delivery meanwhile. */
export async function recordOutcome(
  tx: Transaction,
  { deliveryId }: Delivery,
  outcome: DeliveryOutcome,
  now: number,
): Promise<void> {
  const isSettled = outcome.state !== 'waiting';
  await tx.run(
    `UPDATE deliveries SET state = ?, attempts = attempts + ?, next_at = ?, settled_at = ?, answer = ?, answered_at = ?
      WHERE delivery_id = ? AND state = 'waiting'`,
    [
      outcome.state,
      outcome.state === 'dropped' ? 0 : 1,
      isSettled ? null : now + outcome.inMs,
      isSettled ? now : null,
      outcome.answer,
      now,
      deliveryId,
    ],
  );
  await outcome.also?.(tx);
}

/** Marks some waiting deliveries of a receiver as failed. @returns how many */
export function failSomeWaiting(
  tx: Transaction,
  channel: ChannelName,
  receiver: string,
  answer: string,
  now: number,
): Promise<number> {
  return tx.run(
    `UPDATE deliveries SET state = 'failed', next_at = NULL, settled_at = ?, answer = ?, answered_at = ?
      WHERE delivery_id IN (SELECT delivery_id FROM deliveries
        WHERE state = 'waiting' AND channel = ? AND receiver = ? ORDER BY next_at LIMIT ${CHANGE_BATCH_SIZE})`,
    [now, answer, now, channel, receiver],
  );
}

/** Drops those of the deliveries that wait or have failed. */
export async function dropUndelivered(
  tx: Transaction,
  deliveryIds: readonly Uuid[],
  answer: string,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE deliveries SET state = 'dropped', next_at = NULL, settled_at = ?, answer = ?, answered_at = ?
      WHERE delivery_id IN ? AND state IN ('waiting', 'failed')`,
    [now, answer, now, deliveryIds],
  );
}

export function findDelivery(queries: Queries, deliveryId: Uuid): Promise<Delivery | undefined> {
  return queries.get<Delivery>(`SELECT ${COLUMNS} FROM deliveries WHERE delivery_id = ?`, [deliveryId]);
}

/** Which deliveries of a channel to find; `before`: only those older than that one. */
export interface DeliveryFilter {
  readonly channel: ChannelName;
  readonly receiver: string;
  readonly state?: DeliveryState;
  readonly before?: Uuid | undefined;
  readonly limit: number;
}

/** How many deliveries one query scans for those in a given state, so that no query takes long where they are rare. */
const SCAN_PAGE_SIZE = 2_000;

/** Finds deliveries, the newest first. */
export async function findDeliveries(queries: Queries, filter: DeliveryFilter): Promise<Delivery[]> {
  if (filter.state === undefined) return findSome(queries, filter, undefined);
  const found: Delivery[] = [];
  for (let { before } = filter; ; await nextTurn()) {
    const from = await findScanEnd(queries, { ...filter, before });
    const limit = filter.limit - found.length;
    found.push(...(await findSome(queries, { ...filter, before, limit }, from)));
    if (from === undefined || found.length === filter.limit) return found;
    before = from;
  }
}

/** @param from the oldest delivery to include */
function findSome(
  queries: Queries,
  { channel, receiver, state, before, limit }: DeliveryFilter,
  from: Uuid | undefined,
): Promise<Delivery[]> {
  const { where, values } = allOf([
    ['channel = ?', channel],
    ['receiver = ?', receiver],
    ['state = ?', state],
    ['delivery_id < ?', before],
    ['delivery_id >= ?', from],
  ]);
  return queries.all<Delivery>(
    `SELECT ${COLUMNS} FROM deliveries WHERE ${where}
      ORDER BY delivery_id DESC LIMIT ?`,
    [...values, limit],
  );
}

/** The oldest delivery of the next page to scan; undefined: fewer are left than a page. */
async function findScanEnd(
  queries: Queries,
  { channel, receiver, before }: DeliveryFilter,
): Promise<Uuid | undefined> {
  const row = await queries.get<{ id: Uuid }>(
    `SELECT delivery_id AS id FROM deliveries WHERE channel = ? AND receiver = ? AND delivery_id < ?
      ORDER BY delivery_id DESC LIMIT 1 OFFSET ${SCAN_PAGE_SIZE - 1}`,
    [channel, receiver, before ?? ABOVE_ALL_IDS],
  );
  return row?.id;
}

/** Sorts after every id. */
const ABOVE_ALL_IDS = 'g';

/** How many deliveries of a receiver have not arrived. Cheap: it reads none that have. */
export async function countUndelivered(
  queries: Queries,
  channel: ChannelName,
  receiver: string,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  const count = (state: string) =>
    `(SELECT count(*) FROM deliveries WHERE state = '${state}' AND channel = ? AND receiver = ?)`;
  const values = [channel, receiver, channel, receiver];
  const row = await queries.get<{ waiting: number; failed: number }>(
    `SELECT ${count('waiting')} AS waiting, ${count('failed')} AS failed`,
    values,
  );
  return row as { waiting: number; failed: number };
}

/** How many deliveries of a channel have not arrived. */
export interface Undelivered {
  readonly channel: ChannelName;
  readonly state: 'waiting' | 'failed';
  readonly count: number;
}

/** Counts what has not arrived at any receiver. Cheap: it reads none that have arrived. */
export async function countAllUndelivered(queries: Queries): Promise<Undelivered[]> {
  const count = (state: string) =>
    `SELECT channel, '${state}' AS state, count(*) AS count FROM deliveries WHERE state = '${state}' GROUP BY channel`;
  const found = await queries.all<Undelivered>(`${count('waiting')} UNION ALL ${count('failed')}`);
  const countOf = (channel: ChannelName, state: Undelivered['state']) =>
    found.find((each) => each.channel === channel && each.state === state)?.count ?? 0;
  return CHANNELS.flatMap((channel) =>
    (['waiting', 'failed'] as const).map((state) => ({ channel, state, count: countOf(channel, state) })),
  );
}

/** How many deliveries of a receiver are in each state. */
export async function countDeliveries(
  queries: Queries,
  channel: ChannelName,
  receiver: string,
): Promise<Record<DeliveryState, number>> {
  const rows = await queries.all<{ state: DeliveryState; count: number }>(
    'SELECT state, count(*) AS count FROM deliveries WHERE channel = ? AND receiver = ? GROUP BY state',
    [channel, receiver],
  );
  const none = { waiting: 0, delivered: 0, failed: 0, dropped: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** Whether one of the same kind, about the same and with the same content, waits for the same recipient. */
export async function hasWaitingAlike(
  queries: Queries,
  { recipientHash = null, kind, subject, content }: NewDelivery,
): Promise<boolean> {
  const row = await queries.get(
    `SELECT delivery_id FROM deliveries
      WHERE recipient_hash = ? AND state = 'waiting' AND kind = ? AND subject = ? AND content = ? LIMIT 1`,
    [recipientHash, kind, subject, content],
  );
  return row !== undefined;
}

/** Whether one of that kind about the subject was given up; known for as long as its recipient is. */
export async function wasGivenUp(
  queries: Queries,
  { recipientHash, kind, subject }: Required<Pick<NewDelivery, 'recipientHash' | 'kind' | 'subject'>>,
): Promise<boolean> {
  const row = await queries.get(
    `SELECT delivery_id FROM deliveries
      WHERE recipient_hash = ? AND state IN ('dropped', 'failed') AND kind = ? AND subject = ? LIMIT 1`,
    [recipientHash, kind, subject],
  );
  return row !== undefined;
}

/**
 * How many of those kinds were delivered to the recipient after `from`, until `to`: within an hour, for which
 * recipients are known.
 */
export async function countDeliveredTo(
  queries: Queries,
  recipientHash: number,
  kinds: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const row = await queries.get<{ count: number }>(
    `SELECT count(*) AS count FROM deliveries
      WHERE recipient_hash = ? AND state = 'delivered' AND settled_at > ? AND settled_at <= ? AND kind IN ?`,
    [recipientHash, from, to, kinds],
  );
  return Number(row?.count);
}

/** Writes down for whom the delivery was. */
export async function keepRecipient(tx: Transaction, deliveryId: Uuid, recipientHash: number): Promise<void> {
  await tx.run('UPDATE deliveries SET recipient_hash = ? WHERE delivery_id = ?', [recipientHash, deliveryId]);
}

const LATE_MS = 3_600_000;
const RECENT_MS = 7 * 24 * LATE_MS;

/**
 * How many deliveries of a channel may need attention: those that failed within the last week, and those that have
 * waited for more than an hour. Cheap: it reads none that have arrived.
 */
export async function countNeedingAttention(
  queries: Queries,
  channel: ChannelName,
  now: number,
): Promise<number> {
  const row = await queries.get<{ count: number }>(
    `SELECT (SELECT count(*) FROM deliveries WHERE state = 'failed' AND channel = ? AND settled_at > ?)
          + (SELECT count(*) FROM deliveries WHERE state = 'waiting' AND channel = ? AND made_at <= ?) AS count`,
    [channel, now - RECENT_MS, channel, now - LATE_MS],
  );
  return Number(row?.count);
}
