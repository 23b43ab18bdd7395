import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';
import type { Webhook } from './webhook.ts';

/** A webhook as it is stored. */
export interface StoredWebhook extends Webhook {
  /** The id of the account `seller`. */
  readonly sellerId: Uuid | null;
  /** Encrypted. */
  readonly secret: string;
  /** The previous secrets, the latest first. */
  readonly oldSecrets: readonly OldSecret[];
  /** It gets the messages about entries after this number of the journal. */
  readonly toldFrom: number;
  /** During a replay: the position in the journal, and the end of the replay; otherwise null. */
  readonly replayedTo: number | null;
  readonly replayUntil: number | null;
}

/** A previous secret, encrypted, and until when messages are also signed with it. */
export interface OldSecret {
  readonly secret: string;
  readonly until: number;
}

interface WebhookRow {
  readonly webhook_id: Uuid;
  readonly url: string;
  readonly types: string;
  readonly seller: Uuid | null;
  readonly seller_name: string | null;
  readonly description: string;
  readonly enabled: number;
  readonly secret: string;
  readonly old_secrets: string;
  readonly told_from: number;
  readonly replayed_to: number | null;
  readonly replay_until: number | null;
  readonly gone_at: number | null;
  readonly created_at: number;
  readonly changed_at: number;
}

const SELECT = `SELECT webhooks.*, (SELECT username FROM accounts WHERE account_id = seller) AS seller_name FROM webhooks`;

/** All of them, the oldest first. */
export async function findWebhooks(queries: Queries): Promise<StoredWebhook[]> {
  const rows = await queries.all<WebhookRow>(`${SELECT} WHERE removed_at IS NULL ORDER BY webhook_id`);
  return rows.map(fromRow);
}

export async function findWebhook(queries: Queries, webhookId: Uuid): Promise<StoredWebhook | undefined> {
  const row = await queries.get<WebhookRow>(`${SELECT} WHERE webhook_id = ? AND removed_at IS NULL`, [
    webhookId,
  ]);
  return row && fromRow(row);
}

/** The same, locked until the transaction ends. */
export async function findWebhookToChange(
  tx: Transaction,
  webhookId: Uuid,
): Promise<StoredWebhook | undefined> {
  const row = await tx.get<WebhookRow>(
    `${SELECT} WHERE webhook_id = ? AND removed_at IS NULL${tx.dialect.lockForUpdate}`,
    [webhookId],
  );
  return row && fromRow(row);
}

/** The webhooks that get messages about the entry with that number, locked until the transaction ends. */
export async function findTold(tx: Transaction, number: number): Promise<Set<string>> {
  const rows = await tx.all<{ webhook_id: string }>(
    `SELECT webhook_id FROM webhooks WHERE enabled = 1 AND told_from < ?${tx.dialect.lockForShare}`,
    [number],
  );
  return new Set(rows.map(({ webhook_id }) => webhook_id));
}

/** @returns whether there was none of that id before */
export async function addWebhook(tx: Transaction, webhook: StoredWebhook): Promise<boolean> {
  const { webhookId, url, types, sellerId, description, enabled, secret, toldFrom } = webhook;
  const added = await tx.run(
    `INSERT INTO webhooks (webhook_id, url, types, seller, description, enabled, secret, old_secrets, told_from,
         created_at, changed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, '[]', ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    [
      webhookId,
      url,
      JSON.stringify(types),
      sellerId,
      description,
      enabled ? 1 : 0,
      secret,
      toldFrom,
      webhook.createdAt,
      webhook.changedAt,
    ],
  );
  return added === 1;
}

/** Stores the changed webhook. Disabling it ends a replay. */
export async function replaceWebhook(tx: Transaction, webhook: StoredWebhook): Promise<void> {
  await tx.run(
    `UPDATE webhooks SET url = ?, types = ?, seller = ?, description = ?, enabled = ?, secret = ?, old_secrets = ?,
            told_from = ?, replayed_to = ?, replay_until = ?, gone_at = ?, changed_at = ?
      WHERE webhook_id = ?`,
    [
      webhook.url,
      JSON.stringify(webhook.types),
      webhook.sellerId,
      webhook.description,
      webhook.enabled ? 1 : 0,
      webhook.secret,
      JSON.stringify(webhook.oldSecrets),
      webhook.toldFrom,
      webhook.enabled ? webhook.replayedTo : null,
      webhook.enabled ? webhook.replayUntil : null,
      webhook.goneAt,
      webhook.changedAt,
      webhook.webhookId,
    ],
  );
}

/** Marks the webhook as removed and disables it. Its deliveries are deleted later: see `deleteRemovedWebhooks`. */
export async function markRemoved(tx: Transaction, webhookId: Uuid, now: number): Promise<void> {
  await tx.run('UPDATE webhooks SET removed_at = ?, enabled = 0 WHERE webhook_id = ?', [now, webhookId]);
}

export async function hasRemoved(queries: Queries): Promise<boolean> {
  const row = await queries.get('SELECT webhook_id FROM webhooks WHERE removed_at IS NOT NULL LIMIT 1');
  return row !== undefined;
}

/** A webhook that is disabled while deliveries still wait for it. */
export async function findDisabledWithBacklog(queries: Queries): Promise<Uuid | undefined> {
  const row = await queries.get<{ webhook_id: Uuid }>(
    `SELECT webhook_id FROM webhooks WHERE enabled = 0 AND removed_at IS NULL AND EXISTS
       (SELECT 1 FROM deliveries WHERE state = 'waiting' AND channel = 'webhook' AND receiver = webhook_id) LIMIT 1`,
  );
  return row?.webhook_id;
}

const DELETE_BATCH_SIZE = 500;

/** Deletes some deliveries of a removed webhook, or its row once none is left. @returns whether there may be more */
export async function deleteRemovedWebhooks(tx: Transaction): Promise<boolean> {
  const row = await tx.get<{ webhook_id: string }>(
    'SELECT webhook_id FROM webhooks WHERE removed_at IS NOT NULL ORDER BY webhook_id LIMIT 1',
  );
  if (row === undefined) return false;
  const cleared = await tx.run(
    `DELETE FROM deliveries WHERE delivery_id IN
       (SELECT delivery_id FROM deliveries WHERE channel = 'webhook' AND receiver = ? LIMIT ${DELETE_BATCH_SIZE})`,
    [row.webhook_id],
  );
  if (cleared === 0) await tx.run('DELETE FROM webhooks WHERE webhook_id = ?', [row.webhook_id]);
  return true;
}

function fromRow(row: WebhookRow): StoredWebhook {
  return {
    webhookId: row.webhook_id,
    url: row.url,
    types: JSON.parse(row.types),
    seller: row.seller_name,
    sellerId: row.seller,
    description: row.description,
    enabled: row.enabled === 1,
    secret: row.secret,
    oldSecrets: JSON.parse(row.old_secrets),
    toldFrom: row.told_from,
    replayedTo: row.replayed_to,
    replayUntil: row.replay_until,
    goneAt: row.gone_at,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
