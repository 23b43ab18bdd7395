import { SERVICE } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
  failSomeWaiting,
  retryDelay,
} from '../deliveries/index.ts';
import { record } from '../journal/index.ts';
import type { Store, Transaction } from '../store/index.ts';
import {
  findDisabledWithBacklog,
  findWebhook,
  findWebhooks,
  findWebhookToChange,
  replaceWebhook,
  type StoredWebhook,
} from './webhook.ts';
import { signedHeaders, type WebhookSecrets } from './webhook-secrets.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Between attempts: ten of them in a little over three days. */
const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const TIMEOUT_MS = 15_000;
const CONCURRENCY = 8;
const QUOTED_CHARACTERS = 200;

/** The most frequent reasons of failed deliveries. They are stored in English; interfaces may translate them. */
export const FAILURE_REASONS = {
  refused: 'The connection was refused.',
  brokenOff: 'The connection was interrupted.',
  unknownName: 'The host name can’t be found.',
  noNamesNow: 'The host name can’t be looked up at the moment.',
  notInTime: 'The connection could not be made in time.',
  unreachable: 'The address can’t be reached.',
  privateAddress: 'The address is in a private network, or is not https.',
  noAnswer: 'No answer within 15 s.',
  disabled: 'The webhook is disabled.',
} as const;

/** Posts a text. @throws the error that prevented a response, such as the abort by `signal` */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

export interface WebhookChannelOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: WebhookSecrets;
  readonly post: Post;
  /** The header User-Agent. */
  readonly userAgent: string;
}

/** The webhook channel: one signed POST for each delivery. */
export function webhookChannel(options: WebhookChannelOptions): DeliveryChannel {
  return {
    name: 'webhook',
    concurrency: CONCURRENCY,
    timeoutMs: TIMEOUT_MS,
    receivers: async () =>
      (await findWebhooks(options.store)).filter(({ enabled }) => enabled).map(({ webhookId }) => webhookId),
    send: (delivery, signal) => send(options, delivery, signal),
  };
}

async function send(
  options: WebhookChannelOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const webhook = await findWebhook(options.store, delivery.receiver as Uuid);
  if (webhook?.enabled !== true) return { state: 'failed', answer: FAILURE_REASONS.disabled };
  const headers = await headersOf(options, webhook, delivery);
  let answer: { status: number; body: string };
  try {
    answer = await options.post(webhook.url, headers, delivery.content, signal);
  } catch (error) {
    return tryAgain(delivery, signal.aborted ? FAILURE_REASONS.noAnswer : connectionFault(error));
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { state: 'delivered', answer: `HTTP ${status}` };
  if (status === 410) return disableAfterGone(options, webhook);
  if (status >= 300 && status < 400) return tryAgain(delivery, `HTTP ${status}: redirects are not followed.`);
  return tryAgain(delivery, `HTTP ${status}`, quoted(status, body));
}

async function headersOf(
  { clock, secrets, userAgent }: WebhookChannelOptions,
  { webhookId, secret, oldSecrets }: StoredWebhook,
  { deliveryId, content }: Delivery,
): Promise<Record<string, string>> {
  const now = clock.now();
  const old = oldSecrets.filter(({ until }) => until > now).map((each) => each.secret);
  const plain = await Promise.all([secret, ...old].map((each) => secrets.decrypt(each, webhookId)));
  const signed = signedHeaders(plain, deliveryId, now, content);
  return { 'content-type': 'application/json', 'user-agent': userAgent, ...signed };
}

function tryAgain({ attempts }: Delivery, trouble: string, answer = trouble): DeliveryOutcome {
  const inMs = retryDelay(attempts + 1, RETRY_DELAYS);
  return inMs === undefined
    ? { state: 'failed', answer, trouble }
    : { state: 'waiting', inMs, answer, trouble };
}

/** After 410 (Gone) the webhook is disabled. */
function disableAfterGone({ clock }: WebhookChannelOptions, { webhookId }: StoredWebhook): DeliveryOutcome {
  return {
    state: 'failed',
    answer: 'HTTP 410 (Gone): the webhook was disabled.',
    also: (tx) => disableGone(tx, webhookId, clock.now()),
  };
}

async function disableGone(tx: Transaction, webhookId: Uuid, now: number): Promise<void> {
  const webhook = await findWebhookToChange(tx, webhookId);
  if (webhook === undefined || !webhook.enabled) return;
  await replaceWebhook(tx, { ...webhook, enabled: false, goneAt: now, changedAt: now });
  await giveUpSome(tx, webhookId, now);
  await record({ tx, actor: SERVICE, now }, { kind: 'webhook.gone', subject: webhookId, details: {} });
}

/** Marks some waiting deliveries of a disabled webhook as failed; a job does the rest. @returns how many */
export function giveUpSome(tx: Transaction, webhookId: Uuid, now: number): Promise<number> {
  return failSomeWaiting(tx, 'webhook', webhookId, FAILURE_REASONS.disabled, now);
}

/** Marks some deliveries that still wait for a disabled webhook as failed. @returns whether there may be more */
export async function giveUpRest(tx: Transaction, clock: Clock): Promise<boolean> {
  const webhookId = await findDisabledWithBacklog(tx);
  const webhook = webhookId && (await findWebhookToChange(tx, webhookId));
  if (webhook === undefined || webhook.enabled) return false;
  await giveUpSome(tx, webhook.webhookId, clock.now());
  return true;
}

function quoted(status: number, body: string): string {
  const text = body.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  const some = [...text].slice(0, QUOTED_CHARACTERS).join('');
  return some === '' ? `HTTP ${status}` : `HTTP ${status}: ${some}`;
}

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: FAILURE_REASONS.refused,
  ECONNRESET: FAILURE_REASONS.brokenOff,
  EPIPE: FAILURE_REASONS.brokenOff,
  ENOTFOUND: FAILURE_REASONS.unknownName,
  EAI_AGAIN: FAILURE_REASONS.noNamesNow,
  ETIMEDOUT: FAILURE_REASONS.notInTime,
  EHOSTUNREACH: FAILURE_REASONS.unreachable,
  ENETUNREACH: FAILURE_REASONS.unreachable,
};

/** The fault in words for staff, without IP addresses, so that it does not reveal the internal network. */
export function connectionFault(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'PrivateAddress') return FAILURE_REASONS.privateAddress;
  const known = FAULTS[code ?? ''];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|ALTNAME|VERIFY/.test(code ?? ''))
    return `The TLS connection failed: check the certificate (${code}).`;
  return `The message could not be sent (${code ?? name}).`;
}
