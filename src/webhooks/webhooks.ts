import { randomUUID } from 'node:crypto';
import { findAccountId } from '../accounts/index.ts';
import type { Actor } from '../core/actor.ts';
import { type Clock, instant } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import {
  addDeliveries,
  changeAll,
  countUndelivered,
  type Delivery,
  type DeliveryFilter,
  deliveryIdOf,
  findCursor,
  findDeliveries,
  findDelivery,
  sendAgain,
  sendSomeFailedAgain,
} from '../deliveries/index.ts';
import {
  findEnd,
  findKindsSince,
  findLength,
  findNumberBefore,
  type JournalKind,
  record,
} from '../journal/index.ts';
import type { ActionContext, Queries, Store, Transaction } from '../store/index.ts';
import type { Message } from './messages.ts';
import type { Webhook, WebhookSettings, WebhookWithSecret } from './webhook.ts';
import {
  type AddressRules,
  findWebhook,
  findWebhooks,
  findWebhookToChange,
  insertWebhook,
  markRemoved,
  replaceWebhook,
  requireAddress,
  type StoredWebhook,
} from './webhook.ts';
import { giveUpSome } from './webhook-channel.ts';
import { addressedTo, contentOf, type ShowMessage } from './webhook-feed.ts';
import { newWebhookSecret, type WebhookSecrets } from './webhook-secrets.ts';

/** Each webhook gets its own deliveries, so their number is limited. */
const MAX_WEBHOOKS = 50;
/** How long after a rotation messages are also signed with the old secret. */
const OVERLAP_MS = 24 * 3_600_000;
/** How many old secrets are used at most: with many rotations the header would get too long for receivers. */
const MAX_OLD_SECRETS = 5;

export interface WebhooksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: WebhookSecrets;
  readonly addresses: AddressRules;
  readonly show: ShowMessage;
}

/**
 * The actions and queries for webhooks. Each throws Refusal forbidden; those for one webhook throw webhook-not-found.
 * Secrets are in no journal, list or log, only in the results of `add` and `rotate`.
 */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** These actions for webhooks as `store` shows and changes them. */
  on(store: Store): Webhooks {
    return new Webhooks({ ...this.#options, store });
  }

  /** Locks the webhook until the transaction ends. */
  async lock(tx: Transaction, actor: Actor, webhookId: Uuid): Promise<void> {
    requirePermission(actor, 'manage-webhooks');
    if ((await findWebhookToChange(tx, webhookId)) === undefined) unknown(webhookId);
  }

  async list(actor: Actor): Promise<Webhook[]> {
    requirePermission(actor, 'manage-webhooks');
    return (await findWebhooks(this.#options.store)).map(shown);
  }

  async get(actor: Actor, webhookId: Uuid): Promise<Webhook> {
    requirePermission(actor, 'manage-webhooks');
    return shown((await findWebhook(this.#options.store, webhookId)) ?? unknown(webhookId));
  }

  /**
   * Adds a webhook, which gets messages from now on.
   * @throws Refusal webhook-address-refused, seller-unknown, too-many-webhooks
   */
  async add(actor: Actor, settings: WebhookSettings): Promise<WebhookWithSecret> {
    return (await this.addOnce(actor, settings, uuidV7(this.#options.clock.now()))) as WebhookWithSecret;
  }

  /** Adds one under an id of the caller's. @returns undefined when there is, or was, one of that id */
  async addOnce(
    actor: Actor,
    settings: WebhookSettings,
    webhookId: Uuid,
  ): Promise<WebhookWithSecret | undefined> {
    requirePermission(actor, 'manage-webhooks');
    const { store, clock, secrets, addresses } = this.#options;
    await requireAddress(settings.url, addresses);
    const now = clock.now();
    const secret = newWebhookSecret();
    const encrypted = await secrets.encrypt(secret, webhookId);
    const made = { ...settings, webhookId, createdAt: now, changedAt: now, goneAt: null };
    const isAdded = await store.transaction(async (tx) => {
      const sellerId = await findSellerId(tx, settings.seller);
      const toldFrom = await findEnd(tx); // a concurrent `add` waits for it, so that it counts this one
      if ((await findWebhooks(tx)).length >= MAX_WEBHOOKS)
        throw new Refusal('too-many-webhooks', { limit: MAX_WEBHOOKS });
      const added = { ...made, ...NOTHING_BEFORE, sellerId, secret: encrypted, toldFrom };
      if (!(await insertWebhook(tx, added))) return false;
      await recordOf({ tx, actor, now }, 'webhook.added', made, { after: journalled(settings) });
      return true;
    });
    return isAdded ? { ...made, secret } : undefined;
  }

  /**
   * Replaces the given settings, for what happens from then on. Disabling the webhook gives up its waiting deliveries;
   * enabled again, it gets messages from then on.
   * @throws Refusal webhook-address-refused, seller-unknown
   */
  async change(actor: Actor, webhookId: Uuid, change: Partial<WebhookSettings>): Promise<Webhook> {
    requirePermission(actor, 'manage-webhooks');
    if (change.url !== undefined) await requireAddress(change.url, this.#options.addresses);
    if (change.enabled) await this.#giveUpRest(actor, webhookId);
    return this.#options.store.transaction(async (tx) => {
      const before = await getWebhookToChange(tx, webhookId);
      if (Object.keys(change).length === 0) return shown(before);
      const now = this.#options.clock.now();
      const { seller = before.seller } = change;
      const sellerId = await findSellerId(tx, seller);
      const after = { ...before, ...change, sellerId, changedAt: now };
      const isEnabledAgain = after.enabled && !before.enabled;
      const restart = isEnabledAgain ? { goneAt: null, toldFrom: await findEnd(tx) } : {};
      await replaceWebhook(tx, { ...after, ...restart });
      if (!after.enabled) await giveUpSome(tx, webhookId, now);
      const members = Object.keys(change) as (keyof WebhookSettings)[];
      const details = { before: journalled(pick(before, members)), after: journalled(change) };
      await recordOf({ tx, actor, now }, 'webhook.changed', before, details);
      return shown({ ...after, ...restart });
    });
  }

  /** Removes the webhook; its deliveries are deleted later. */
  async remove(actor: Actor, webhookId: Uuid): Promise<void> {
    await this.#change(actor, webhookId, async (tx, webhook, now) => {
      await markRemoved(tx, webhookId, now);
      await recordOf({ tx, actor, now }, 'webhook.removed', webhook, {});
    });
  }

  /**
   * Makes a new secret. For a day, messages are also signed with the old one; after two rotations, with both old ones.
   */
  async rotate(actor: Actor, webhookId: Uuid): Promise<WebhookWithSecret> {
    requirePermission(actor, 'manage-webhooks');
    const secret = newWebhookSecret();
    const encrypted = await this.#options.secrets.encrypt(secret, webhookId);
    return this.#change(actor, webhookId, async (tx, before, now) => {
      const old = [{ secret: before.secret, until: now + OVERLAP_MS }, ...before.oldSecrets];
      const oldSecrets = old.filter(({ until }) => until > now).slice(0, MAX_OLD_SECRETS);
      const after = { ...before, oldSecrets, secret: encrypted, changedAt: now };
      await replaceWebhook(tx, after);
      await recordOf({ tx, actor, now }, 'webhook.secret-rotated', before, {});
      return { ...shown(after), secret };
    });
  }

  /** Sends a test message. @throws Refusal webhook-disabled */
  async test(actor: Actor, webhookId: Uuid): Promise<Delivery> {
    const { show } = this.#options;
    return this.#change(actor, webhookId, async (tx, webhook, now) => {
      requireEnabled(webhook);
      const message: Message = { type: 'webhook.test', webhookId };
      const deliveryId = deliveryIdOf(now, 0, webhookId, 'test', randomUUID());
      const delivery = addressedTo(webhook, message, contentOf(message, now, show), now);
      await addDeliveries(tx, [{ ...delivery, deliveryId }], now);
      await recordOf({ tx, actor, now }, 'webhook.tested', webhook, { deliveryId });
      return getDelivery(tx, webhookId, deliveryId);
    });
  }

  /**
   * Sends the webhook its messages from the instant `since` on once more, with the same ids.
   * @returns how many entries of the journal are read for it. @throws Refusal webhook-disabled
   */
  async replay(actor: Actor, webhookId: Uuid, since: number): Promise<number> {
    return this.#change(actor, webhookId, async (tx, webhook, now) => {
      requireEnabled(webhook);
      const from = await findNumberBefore(tx, since);
      const { readTo } = await findCursor(tx, 'webhooks');
      // Entries after the cursor are sent in any case, unless they are from before the webhook or its settings.
      const changes = await findKindsSince(tx, ['webhook.changed'], readTo);
      const isChanged = changes.some(({ subject }) => subject === webhookId);
      const replayUntil = isChanged ? await findLength(tx) : Math.max(readTo, webhook.toldFrom);
      if (from >= replayUntil) return 0;
      // Continues a replay that is still running.
      const replayedTo = Math.min(from, webhook.replayedTo ?? from);
      await replaceWebhook(tx, { ...webhook, replayedTo, replayUntil });
      const details = { since: instant(since) };
      await recordOf({ tx, actor, now }, 'webhook.replayed', webhook, details);
      return replayUntil - from;
    });
  }

  /** Its deliveries, sent and waiting, the newest first. */
  async deliveries(
    actor: Actor,
    webhookId: Uuid,
    filter: Pick<DeliveryFilter, 'state' | 'before' | 'limit'>,
  ): Promise<Delivery[]> {
    await this.get(actor, webhookId);
    return findDeliveries(this.#options.store, { ...filter, channel: 'webhook', receiver: webhookId });
  }

  /** Sends the delivery again now, whatever its state. @throws Refusal delivery-not-found, webhook-disabled */
  async retry(actor: Actor, webhookId: Uuid, deliveryId: Uuid): Promise<Delivery> {
    return this.#change(actor, webhookId, async (tx, webhook, now) => {
      await getDelivery(tx, webhookId, deliveryId);
      requireEnabled(webhook);
      await sendAgain(tx, deliveryId, now);
      await recordOf({ tx, actor, now }, 'webhook.retried', webhook, { deliveryId });
      return getDelivery(tx, webhookId, deliveryId);
    });
  }

  /** Sends all that have failed again. @returns how many. @throws Refusal webhook-disabled */
  retryFailed(actor: Actor, webhookId: Uuid): Promise<number> {
    const retrySome = async (tx: Transaction, webhook: StoredWebhook, now: number) => {
      requireEnabled(webhook);
      const deliveries = await sendSomeFailedAgain(tx, 'webhook', webhookId, now);
      if (deliveries > 0) await recordOf({ tx, actor, now }, 'webhook.retried', webhook, { deliveries });
      return deliveries;
    };
    return changeAll(() => this.#change(actor, webhookId, retrySome));
  }

  /** How many deliveries wait, and how many have failed. */
  async countUndelivered(
    actor: Actor,
    webhookId: Uuid,
  ): Promise<{ readonly waiting: number; readonly failed: number }> {
    requirePermission(actor, 'manage-webhooks');
    return countUndelivered(this.#options.store, 'webhook', webhookId);
  }

  /** Gives up all deliveries that wait for a disabled webhook, so that none is sent once it is enabled again. */
  async #giveUpRest(actor: Actor, webhookId: Uuid): Promise<void> {
    await changeAll(() =>
      this.#change(actor, webhookId, async (tx, { enabled }, now) =>
        enabled ? 0 : giveUpSome(tx, webhookId, now),
      ),
    );
  }

  #change<T>(
    actor: Actor,
    webhookId: Uuid,
    action: (tx: Transaction, webhook: StoredWebhook, now: number) => Promise<T>,
  ): Promise<T> {
    requirePermission(actor, 'manage-webhooks');
    const { store, clock } = this.#options;
    return store.transaction(async (tx) => {
      return action(tx, await getWebhookToChange(tx, webhookId), clock.now());
    });
  }
}

const NOTHING_BEFORE = {
  oldSecrets: [],
  replayedTo: null,
  replayUntil: null,
} as const;

function shown(webhook: Webhook): Webhook {
  const { webhookId, url, types, seller, description, enabled, createdAt, changedAt, goneAt } = webhook;
  return { webhookId, url, types, seller, description, enabled, createdAt, changedAt, goneAt };
}

async function getWebhookToChange(tx: Transaction, webhookId: Uuid): Promise<StoredWebhook> {
  return (await findWebhookToChange(tx, webhookId)) ?? unknown(webhookId);
}

async function findSellerId(queries: Queries, seller: string | null): Promise<Uuid | null> {
  if (seller === null) return null;
  const accountId = await findAccountId(queries, seller);
  if (accountId === undefined) throw new Refusal('seller-unknown', { seller });
  return accountId;
}

/** The settings for the journal, without path and query of the address, which often hold secrets. */
function journalled({ url, ...rest }: Partial<WebhookSettings>): object {
  return url === undefined ? rest : { origin: new URL(url).origin, ...rest };
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

async function getDelivery(queries: Queries, webhookId: Uuid, deliveryId: Uuid): Promise<Delivery> {
  const delivery = await findDelivery(queries, deliveryId);
  if (delivery?.channel === 'webhook' && delivery.receiver === webhookId) return delivery;
  throw new Refusal('delivery-not-found', { deliveryId });
}

function requireEnabled({ webhookId, enabled }: Webhook): void {
  if (!enabled) throw new Refusal('webhook-disabled', { webhookId });
}

function recordOf(
  context: ActionContext,
  kind: JournalKind,
  { webhookId }: Webhook,
  details: object,
): Promise<void> {
  return record(context, { kind, subject: webhookId, details });
}

function unknown(webhookId: Uuid): never {
  throw new Refusal('webhook-not-found', { webhookId });
}
