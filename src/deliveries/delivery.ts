import { hash } from 'node:crypto';
import type { Uuid } from '../core/uuid.ts';
import type { Transaction } from '../store/index.ts';

/** The ways out of the house. */
export type ChannelName = (typeof CHANNELS)[number];
export const CHANNELS = ['webhook', 'mail'] as const;

/** `dropped`: not sent, because it was no longer true or nobody is there to be told. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped';
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const;

/** Something to be told to one receiver. Instants are milliseconds UTC. */
export interface NewDelivery {
  readonly deliveryId: Uuid;
  readonly channel: ChannelName;
  /** Who takes its turn among the others: the id of a webhook, or the mail server. */
  readonly receiver: string;
  readonly kind: string;
  /** The ticket, event or day that it is about. */
  readonly subject: string;
  /** JSON text. Never an e-mail address or a telephone number. */
  readonly content: string;
  readonly madeAt: number;
}

/** The same with what has become of it so far. */
export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of one that waits: when it is tried (again). */
  readonly nextAt: number | null;
  readonly settledAt: number | null;
  /** What came of the last attempt, in words for staff. */
  readonly answer: string | null;
  readonly answeredAt: number | null;
}

/** What came of an attempt. `answer` is in words for staff, and names nobody. */
export type Outcome = {
  readonly answer: string;
  /** Why the receiver takes nothing at all just now, in words for the log: without anything that it has written itself. */
  readonly trouble?: string;
  /** What else is to be written in the transaction that notes it. */
  readonly also?: (tx: Transaction) => Promise<void>;
  /** Called once it is noted, or never will be. */
  readonly afterwards?: () => void;
} & (
  | { readonly state: 'delivered' | 'failed' | 'dropped' }
  /** To be tried again after so many milliseconds. */
  | { readonly state: 'waiting'; readonly inMs: number }
);

/**
 * The id of what is told: the same facts give the same id, whoever plans it and however often. It is a UUID of version 7
 * (RFC 9562, section 5.7): the instant `at`, then the lowest twelve bits of `order` as its counter, so that ids rise as
 * things happened; in place of random bits, a hash, and before it the place among things of one order, where it has one.
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
