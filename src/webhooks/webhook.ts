import { isLoopbackName, isPublicAddress, literalAddress } from '../core/public-address.ts';
import { Refusal, type WebhookAddressFault } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** The types of messages; `*` stands for all of them. */
export const MESSAGE_TYPES = [
  'special-event.published',
  'special-event.changed',
  'special-event.cancelled',
  'ticket.sold',
  'ticket.void',
  'ticket.admitted',
  'ticket.admission-undone',
  'pass.sold',
  'pass.blocked',
  'day.sold-out',
  'hours.changed',
  'keys.revoked',
  'webhook.test',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** In characters. */
export const WEBHOOK_LIMITS = { url: 2048, description: 200 } as const;

/** The settings of a webhook. */
export interface WebhookSettings {
  /** Where to post the messages. */
  readonly url: string;
  /** The types of messages that it gets. */
  readonly types: readonly (MessageType | '*')[];
  /** User name of the account whose sales it hears of, and of nothing else; null: of all that happens. */
  readonly seller: string | null;
  /** For staff; may be empty. */
  readonly description: string;
  readonly enabled: boolean;
}

/** A webhook: the address of another system that gets messages. Instants are milliseconds UTC. */
export interface Webhook extends WebhookSettings {
  readonly webhookId: Uuid;
  readonly createdAt: number;
  readonly changedAt: number;
  /** When it answered 410 (Gone), which disabled it; null: it did not, or was enabled again. */
  readonly goneAt: number | null;
}

/** A webhook with the secret that its messages are signed with: shown when it is made, and never again. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

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

/** The webhook, locked until the transaction ends. */
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
export async function insertWebhook(tx: Transaction, webhook: StoredWebhook): Promise<boolean> {
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

/** How long a name may take to be resolved when an address is set. */
const LOOKUP_MS = 2_000;

export interface AddressRules {
  /** Whether plain http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Every address that a name resolves to. */
  lookup(hostname: string): Promise<readonly { readonly address: string }[]>;
}

/**
 * Checks an address when it is set, and names all its faults. What its host resolves to is checked again at each
 * delivery, so a host that does not resolve now is accepted.
 * @throws Refusal webhook-address-refused
 */
export async function requireAddress(text: string, { allowPrivate, lookup }: AddressRules): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // URL takes more than RFC 3986 does, such as https:example.com.
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(text) || url.port === '0')
    throw refused(['malformed']);
  const faults = [
    (url.username !== '' || url.password !== '') && 'credentials',
    !allowPrivate && url.protocol !== 'https:' && 'not-https',
    !allowPrivate && (await isPrivate(url, lookup)) && 'private',
  ] as const;
  const found = faults.filter((fault) => fault !== false);
  if (found.length > 0) throw refused(found);
}

async function isPrivate(url: URL, lookup: AddressRules['lookup']): Promise<boolean> {
  if (isLoopbackName(url)) return true;
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolve(url.hostname, lookup) : [literal];
  return !addresses.every(isPublicAddress);
}

async function resolve(hostname: string, lookup: AddressRules['lookup']): Promise<string[]> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, LOOKUP_MS).unref();
  });
  const found = await Promise.race([lookup(hostname), late]).catch(() => []);
  return found.map(({ address }) => address);
}

function refused(faults: readonly WebhookAddressFault[]): Refusal {
  return new Refusal('webhook-address-refused', { faults });
}
