import { hash } from 'node:crypto';
import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';

/** The channels by which others are told what happens. */
export type ChannelName = (typeof CHANNELS)[number] | 'card';
/** Those whose deliveries are in the table of deliveries. */
export const CHANNELS = ['webhook', 'mail'] as const;

/** `dropped`: not sent, because its content was no longer true or it has no recipient any more. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped';
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const;

/** A message for one receiver. Instants are milliseconds UTC. */
export interface NewDelivery {
  readonly deliveryId: Uuid;
  readonly channel: ChannelName;
  /** Whose queue it is in: the id of a webhook, or the mail server. */
  readonly receiver: string;
  readonly kind: string;
  /** The ticket, event or day that it is about. */
  readonly subject: string;
  /** JSON text. Never an e-mail address or a telephone number. */
  readonly content: string;
  readonly madeAt: number;
  /** Who gets it, as a keyed hash, where many share a queue: nobody's deliveries hold up those of others. */
  readonly recipientHash?: number | null;
  /** Whether it lets all others go first. */
  readonly letsOthersFirst?: boolean;
}

/** A delivery with its state. */
export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When a waiting delivery is tried next; null when it is not waiting. */
  readonly nextAt: number | null;
  readonly settledAt: number | null;
  /** The result of the last attempt, in words for staff. */
  readonly answer: string | null;
  readonly answeredAt: number | null;
}

/** The outcome of an attempt. `answer` is in words for staff, and names nobody. */
export type DeliveryOutcome = {
  readonly answer: string;
  /** Why the receiver takes no deliveries at all, in words for the log. Never quotes text of the receiver. */
  readonly trouble?: string;
  /** Further writes for the transaction that records the outcome. */
  readonly also?: (tx: Transaction) => Promise<void>;
  /** Ends what the attempt still blocks. Called when the outcome is recorded, or never will be. */
  readonly release?: () => void;
} & (
  | { readonly state: 'delivered' | 'failed' | 'dropped' }
  /** To be retried after `inMs` milliseconds. */
  | { readonly state: 'waiting'; readonly inMs: number }
);

/**
 * The id of a delivery: the same facts always give the same id. It is a UUID of version 7 (RFC 9562, section 5.7): the
 * instant `at`, then the lowest twelve bits of `order` as its counter, so that ids rise as things happened. In place of
 * random bits it has a hash, after the place among deliveries of the same `order`, where there is one.
 */
export function deliveryIdOf(
  at: number,
  order: number | readonly [number, number],
  ...facts: readonly (string | number)[]
): Uuid {
  const [first, place] = typeof order === 'number' ? [order] : order;
  const time = at.toString(16).padStart(12, '0');
  const digest = hash('sha256', JSON.stringify(facts), 'hex');
  const variant = '89ab'[Number.parseInt(digest[0] as string, 16) & 3];
  const next = place === undefined ? `${variant}${digest.slice(1, 4)}` : `8${twelveBits(place)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${twelveBits(first)}-${next}-${digest.slice(4, 16)}` as Uuid;
}

function twelveBits(order: number): string {
  return (order & 0xfff).toString(16).padStart(3, '0');
}

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Delays between attempts of deliveries that are retried for days; the last one repeats. */
const DELAYS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const MAX_AGE_MS = 72 * HOUR;
/** The fraction by which a delay varies, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * How long to wait after the attempt of that number (1: the first) has failed, in milliseconds, give or take a tenth;
 * undefined when that was the last attempt.
 * @param delays between attempts, in milliseconds.
 */
export function retryDelay(attempt: number, delays: readonly number[]): number | undefined {
  const delay = delays[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * Math.random() - 1)));
}

/**
 * The delay before the next attempt of a delivery that is retried for three days. Those that staff send again after
 * that get two attempts.
 */
export function retryDelayForDays(
  { attempts, madeAt }: Pick<Delivery, 'attempts' | 'madeAt'>,
  now: number,
): number | undefined {
  if (attempts > 0 && now - madeAt > MAX_AGE_MS) return undefined;
  return retryDelay(Math.min(attempts + 1, DELAYS.length), DELAYS);
}
