import type { SteadyClock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
  type DeliveryQueue,
  retryDelayForDays,
} from '../deliveries/index.ts';
import type { Store } from '../store/index.ts';
import { type CardIssuer, IssuerRefused } from './card-issuer.ts';
import type { CardSecrets } from './card-secrets.ts';
import {
  endRegistration,
  findDueRegistrations,
  findRegistration,
  markSent,
  postponeRegistration,
  type Registration,
} from './registration.ts';

const TIMEOUT_MS = 15_000;
const AT_ONCE = 4;
const LOST = 'The answer was lost: nobody knows whether the visit was counted.';

export interface IssuerChannelOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly secrets: CardSecrets;
  readonly issuer: CardIssuer;
}

/**
 * Tells the issuer of cards of visits, one at a time each. That it may have been told is on disk before it is: what is found so
 * later, whose answer was lost, is never sent again by itself.
 */
export function issuerChannel({ store, clock, secrets, issuer }: IssuerChannelOptions): DeliveryChannel {
  return {
    name: 'card',
    concurrency: AT_ONCE,
    timeoutMs: TIMEOUT_MS,
    queue: registrationQueue(issuer.name),
    receivers: async () => [issuer.name],
    send: async (delivery, signal) => {
      const { deliveryId: checkInId } = delivery;
      const found = await findRegistration(store, checkInId);
      if (found?.state === 'sent') return { state: 'failed', answer: LOST };
      if (found?.state !== 'waiting' || found.number === null)
        return { state: 'dropped', answer: 'It was taken back.' };
      let isSent = false;
      const willSend = async () => {
        isSent = await store.transaction((tx) => markSent(tx, checkInId, clock.now()));
        if (!isSent) throw new TakenBack();
      };
      try {
        await issuer.register(secrets.decrypt(found.number, checkInId), willSend, signal);
        return { state: 'delivered', answer: `${issuer.name} has counted the visit.` };
      } catch (error) {
        return outcomeOf(error, isSent, delivery);
      }
    },
  };

  function outcomeOf(error: unknown, isSent: boolean, delivery: Delivery): DeliveryOutcome {
    if (error instanceof TakenBack) return { state: 'dropped', answer: 'It was taken back.' };
    const { message } = error as Error;
    if (error instanceof IssuerRefused) return { state: 'failed', answer: `${REFUSED}${message}` };
    if (isSent) return { state: 'failed', answer: `${LOST} ${message}` };
    const inMs = retryDelayForDays(delivery, clock.now());
    if (inMs === undefined) return { state: 'failed', answer: `${REFUSED}${message}` };
    return { state: 'waiting', inMs, answer: message, trouble: message };
  }
}

class TakenBack extends Error {}

/** Begins the answer of what was refused for good, or was not sent at all. */
const REFUSED = 'Not counted. ';

/** Registrations as deliveries: their ids are those of the check-ins. */
function registrationQueue(receiver: string): DeliveryQueue {
  return {
    hasDue: async (queries, { now }) => (await findDueRegistrations(queries, now, 1)).length > 0,
    findDue: async (queries, { now, limit }) =>
      (await findDueRegistrations(queries, now, limit)).map((each) => deliveryOf(each, receiver)),
    recordOutcome: async (tx, { deliveryId }, outcome, now) => {
      const { state, answer } = outcome;
      if (state === 'waiting')
        return postponeRegistration(tx, deliveryId, { at: now + outcome.inMs, answer, now });
      if (state === 'dropped') return;
      const failed = answer.startsWith(REFUSED) ? 'refused' : 'lost';
      await endRegistration(tx, deliveryId, state === 'delivered' ? 'registered' : failed, { answer, now });
    },
  };
}

function deliveryOf({ checkInId, at, attempts, card }: Registration, receiver: string): Delivery {
  return {
    deliveryId: checkInId as Uuid,
    channel: 'card',
    receiver,
    kind: card,
    subject: checkInId,
    content: '{}',
    madeAt: at,
    state: 'waiting',
    attempts,
    nextAt: at,
    settledAt: null,
    answer: null,
    answeredAt: null,
  };
}
