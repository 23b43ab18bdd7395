import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { type Queries, type Store, StoreUnavailable, type Transaction } from '../store/index.ts';
import type { ChannelName, Delivery, DeliveryOutcome } from './delivery.ts';
import { retryDelayForDays } from './delivery.ts';
import { type DueQuestion, findDue, hasDue, recordOutcome } from './delivery-store.ts';

/** How many due deliveries of one receiver are held in memory at most. */
const MAX_IN_MEMORY = 256;
/** How many outcomes one transaction records, so that it does not hold up sales. */
const RECORD_BATCH_SIZE = 100;
/** How long a step waits for attempts in flight. */
const STEP_DURATION_MS = 100;
const SHUTDOWN_GRACE_MS = 2_000;

/** Where the deliveries of a channel wait. */
export interface DeliveryQueue {
  hasDue(queries: Queries, question: DueQuestion): Promise<boolean>;
  /** Those that are next. */
  findDue(queries: Queries, question: DueQuestion & { readonly limit: number }): Promise<Delivery[]>;
  recordOutcome(tx: Transaction, delivery: Delivery, outcome: DeliveryOutcome, now: number): Promise<void>;
}

const TABLE: DeliveryQueue = { hasDue, findDue, recordOutcome };

/** How deliveries of one kind are sent, such as webhooks or mail. */
export interface DeliveryChannel {
  readonly name: ChannelName;
  /** The table of deliveries when left out. */
  readonly queue?: DeliveryQueue;
  /** How many deliveries may be in flight to one receiver; it may change at any time. */
  readonly concurrency: number;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** The receivers that can be sent to now. */
  receivers(): Promise<readonly string[]>;
  /** Whether no attempt may begin now, to any receiver. */
  isPaused?(): boolean;
  /**
   * Makes one attempt, which `signal` aborts. An error that it throws counts as a fault of the service: this delivery
   * is retried for three days, and the others go on.
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}

export interface DelivererOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  /** How long attempts in flight may take when the service stops. Then they are aborted, and sent again later. */
  readonly shutdownGraceMs?: number;
}

/** The deliveries of one receiver that are held in memory. */
interface ReceiverQueue {
  waiting: Delivery[];
  /** The subject of each attempt in flight. */
  readonly inFlight: Map<AbortController, string>;
}

/**
 * Sends the due deliveries of one channel, as a job, so that one instance at a time does it. Each receiver has its own
 * queue and its own limit, so that a receiver that hangs delays no other. Sending goes on between the steps of the job;
 * a step records outcomes in the database, and fetches anew which deliveries are next.
 */
export class Deliverer {
  readonly #channel: DeliveryChannel;
  readonly #queue: DeliveryQueue;
  readonly #options: DelivererOptions;
  readonly #queues = new Map<string, ReceiverQueue>();
  /** The ids of the deliveries whose attempt has begun, until its outcome is recorded. */
  readonly #begun = new Set<string>();
  /** By receiver, for those that have failed at least once. */
  readonly #outages = new Map<string, Outage>();
  readonly #storeOutage: Outage;
  #unrecorded: { delivery: Delivery; outcome: DeliveryOutcome }[] = [];
  #lease: Lease | undefined;
  #isStopping = false;
  /** Called at the end of each attempt. */
  readonly #listeners = new Set<() => void>();

  constructor(channel: DeliveryChannel, options: DelivererOptions) {
    this.#channel = channel;
    this.#queue = channel.queue ?? TABLE;
    this.#options = options;
    this.#storeOutage = new Outage(options.clock);
  }

  get job(): Job {
    return {
      name: `send-${this.#channel.name}`,
      everyMs: 1_000,
      hasWork: () => this.#hasWork(),
      step: (lease) => this.#step(lease),
    };
  }

  /** Begins no more attempts, and resolves when none is in flight. To be called before the jobs are stopped. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const abortLate = setTimeout(() => this.#abort(), this.#options.shutdownGraceMs ?? SHUTDOWN_GRACE_MS);
    await this.#waitUntil(() => this.#countInFlight() === 0);
    clearTimeout(abortLate);
  }

  async #hasWork(): Promise<boolean> {
    if (this.#isStopping) return false;
    const { store, clock } = this.#options;
    const now = clock.now();
    const receivers = await this.#channel.receivers();
    const due = await Promise.all(
      receivers.map((receiver) => this.#queue.hasDue(store, { channel: this.#channel.name, receiver, now })),
    );
    return due.includes(true);
  }

  async #step(lease: Lease): Promise<boolean> {
    this.#lease = lease;
    try {
      // After a stall: renews the lease, or throws LeaseLost when another instance has it.
      if (!lease.isHeld()) await lease.transaction(async () => {});
      await this.#recordOutcomes(lease);
      if (!this.#isStopping) await this.#fetch();
      for (const receiver of this.#queues.keys()) this.#sendNext(receiver);
      await this.#waitUntil(() => this.#countInFlight() === 0, STEP_DURATION_MS);
      if (this.#isStopping) await this.#drain(lease);
      return !this.#isStopping && (this.#begun.size > 0 || this.#hasWaiting());
    } catch (error) {
      this.#releaseAll();
      throw error;
    }
  }

  /** Records the outcomes of the attempts that have ended since the last time. */
  async #recordOutcomes(lease: Lease): Promise<void> {
    while (this.#unrecorded.length > 0) {
      const some = this.#unrecorded.slice(0, RECORD_BATCH_SIZE);
      const now = this.#options.clock.now();
      await lease.transaction(async (tx) => {
        await Promise.all(
          some.map(({ delivery, outcome }) => this.#queue.recordOutcome(tx, delivery, outcome, now)),
        );
      });
      this.#unrecorded = this.#unrecorded.slice(some.length);
      for (const { delivery, outcome } of some) {
        this.#begun.delete(delivery.deliveryId);
        outcome.release?.();
      }
    }
  }

  /** Records outcomes until no attempt is in flight: some attempts wait until the outcome of another is recorded. */
  async #drain(lease: Lease): Promise<void> {
    do {
      await this.#recordOutcomes(lease);
      await this.#waitUntil(() => this.#countInFlight() === 0, STEP_DURATION_MS);
    } while (this.#countInFlight() > 0);
    await this.#recordOutcomes(lease);
  }

  /** Loads for each receiver what is next, in place of what was loaded before: what was planned since may go first. */
  async #fetch(): Promise<void> {
    const { store, clock } = this.#options;
    const receivers = new Set(await this.#channel.receivers());
    for (const [receiver, queue] of this.#queues) {
      if (!receivers.has(receiver)) queue.waiting = [];
      if (queue.waiting.length + queue.inFlight.size === 0) this.#queues.delete(receiver);
    }
    for (const receiver of receivers) {
      const limit = MAX_IN_MEMORY + this.#begun.size; // which still wait, as the database knows
      const question = { channel: this.#channel.name, receiver, now: clock.now(), limit };
      const due = await this.#queue.findDue(store, question);
      this.#queueOf(receiver).waiting = due.filter(({ deliveryId }) => !this.#begun.has(deliveryId));
    }
  }

  #hasWaiting(): boolean {
    return [...this.#queues.values()].some(({ waiting }) => waiting.length > 0);
  }

  #sendNext(receiver: string): void {
    const queue = this.#queueOf(receiver);
    while (queue.inFlight.size < this.#channel.concurrency) {
      // Another instance may have the job now, and may be sending the same deliveries.
      if (this.#isStopping || this.#channel.isPaused?.() || this.#lease?.isHeld() !== true) return;
      // Deliveries about the same subject are sent one after the other.
      const subjects = new Set(queue.inFlight.values());
      const next = queue.waiting.findIndex(({ subject }) => !subjects.has(subject));
      const [delivery] = next === -1 ? [] : queue.waiting.splice(next, 1);
      if (delivery === undefined) return;
      void this.#attempt(delivery, queue);
    }
  }

  async #attempt(delivery: Delivery, queue: ReceiverQueue): Promise<void> {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), this.#channel.timeoutMs);
    this.#begun.add(delivery.deliveryId);
    queue.inFlight.set(controller, delivery.subject);
    const outcome = await this.#send(delivery, controller.signal);
    clearTimeout(limit);
    queue.inFlight.delete(controller);
    const isCurrent = this.#queues.get(delivery.receiver) === queue;
    // An attempt that `#abort` has ended does not count; one that took too long does.
    if (controller.signal.reason !== RELEASED) {
      this.#logReceiver(delivery, outcome);
      this.#unrecorded.push({ delivery, outcome });
    } else this.#forget(delivery, outcome, isCurrent);
    if (isCurrent) this.#sendNext(delivery.receiver);
    for (const check of this.#listeners) check();
  }

  /** Logs when a receiver fails, and when it works again. */
  #logReceiver({ channel, receiver }: Delivery, { state, trouble: reason }: DeliveryOutcome): void {
    const { clock, log } = this.#options;
    const outage = this.#outages.get(receiver) ?? new Outage(clock);
    if (reason !== undefined) {
      this.#outages.set(receiver, outage);
      const { failures } = outage.fail() ?? {};
      if (failures !== undefined)
        log.warn({ channel, receiver, failures, reason }, 'a receiver accepts nothing; trying again later');
    } else if (state === 'delivered' && outage.end())
      log.info({ channel, receiver }, 'a receiver accepts deliveries again');
  }

  #forget({ deliveryId }: Delivery, { release }: DeliveryOutcome, isCurrent: boolean): void {
    if (isCurrent) this.#begun.delete(deliveryId);
    release?.();
  }

  async #send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome> {
    try {
      const outcome = await this.#channel.send(delivery, signal);
      this.#storeOutage.end();
      return outcome;
    } catch (error) {
      this.#logFault(delivery, error);
      const answer = `An internal error occurred (${(error as Error).name}). The service’s log has the details.`;
      const inMs = retryDelayForDays(delivery, this.#options.clock.now());
      return inMs === undefined ? { state: 'failed', answer } : { state: 'waiting', inMs, answer };
    }
  }

  /**
   * While the database is unavailable every attempt fails: that is logged at growing intervals, not for each attempt.
   */
  #logFault({ channel, deliveryId }: Delivery, error: unknown): void {
    const { log } = this.#options;
    if (!(error instanceof StoreUnavailable)) {
      log.error({ err: error, channel, deliveryId }, 'a delivery failed because of an internal error');
      return;
    }
    const { failures } = this.#storeOutage.fail() ?? {};
    if (failures !== undefined)
      log.warn({ channel, failures, reason: error.message }, 'deliveries are waiting for the database');
  }

  #countInFlight(): number {
    let count = 0;
    for (const { inFlight } of this.#queues.values()) count += inFlight.size;
    return count;
  }

  #abort(): void {
    for (const { inFlight } of this.#queues.values())
      for (const each of inFlight.keys()) each.abort(RELEASED);
  }

  /** Drops all deliveries from memory. They wait in the database, and are sent again under the same ids. */
  #releaseAll(): void {
    this.#abort();
    this.#queues.clear();
    this.#begun.clear();
    for (const { outcome } of this.#unrecorded.splice(0)) outcome.release?.();
  }

  #queueOf(receiver: string): ReceiverQueue {
    const queue = this.#queues.get(receiver) ?? { waiting: [], inFlight: new Map() };
    this.#queues.set(receiver, queue);
    return queue;
  }

  /** Waits until `condition` holds, which is checked after each attempt, or `atMostMs` have passed. */
  #waitUntil(condition: () => boolean, atMostMs?: number): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(check);
        clearTimeout(timer);
        resolve();
      };
      const check = () => {
        if (condition()) done();
      };
      const timer = atMostMs === undefined ? undefined : setTimeout(done, atMostMs);
      this.#listeners.add(check);
    });
  }
}

const RELEASED = new Error('the service lets go of what is under way');
