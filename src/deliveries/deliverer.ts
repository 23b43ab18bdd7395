import type { Logger } from 'pino';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import type { Job, Lease } from '../jobs/index.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';
import type { ChannelName, Delivery, Outcome } from './delivery.ts';
import { findDue, hasDue, noteOutcome } from './delivery-store.ts';
import { pauseForDays } from './schedule.ts';

/** What of a receiver's deliveries is held in memory at most, under way or about to be. */
const IN_HAND = 256;
/** How many outcomes are noted in one transaction, so that no sale waits long for it. */
const NOTED_AT_ONCE = 100;
/** How long a step waits for something to come of what is under way. */
const STEP_MS = 100;
const CLOSING_MS = 2_000;

/** A way out of the house. */
export interface Channel {
  readonly name: ChannelName;
  /** How many deliveries may be under way to one receiver. */
  readonly atOnce: number;
  /** How long one attempt may take. */
  readonly timeLimitMs: number;
  /** Who can be sent to just now. */
  receivers(): Promise<readonly string[]>;
  /** Whether nothing may be begun just now, whoever it is to. */
  isResting?(): boolean;
  /**
   * Makes one attempt, which ends when `signal` does. What it throws is taken for a fault of the service: this delivery
   * is tried again for three days, and the others go on.
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<Outcome>;
}

export interface DelivererOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  /** What is under way at the end of the service gets so long; then it is broken off, and sent again later. */
  readonly closingMs?: number;
}

/** The deliveries of one receiver that are in hand. */
interface Line {
  readonly waiting: Delivery[];
  /** Each with what it is about. */
  readonly underWay: Map<AbortController, string>;
}

/**
 * Sends what is due on one channel: a job, so that one instance at a time is at it. Each receiver has a line of its own and a
 * bound of its own, so that one that hangs delays no other. Sending goes on between the steps; steps note in the
 * database what came of it, and fetch more.
 */
export class Deliverer {
  readonly #channel: Channel;
  readonly #options: DelivererOptions;
  readonly #lines = new Map<string, Line>();
  readonly #inHand = new Set<string>();
  /** By receiver, for those that have ever taken nothing. */
  readonly #outages = new Map<string, Outage>();
  readonly #storeOutage: Outage;
  #settled: { delivery: Delivery; outcome: Outcome }[] = [];
  #lease: Lease | undefined;
  #isStopping = false;
  /** Called at each end of an attempt. */
  readonly #watchers = new Set<() => void>();

  constructor(channel: Channel, options: DelivererOptions) {
    this.#channel = channel;
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

  /** Begins no more attempts. To be called before the jobs are stopped: resolves when none is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const breakOff = setTimeout(() => this.#abort(), this.#options.closingMs ?? CLOSING_MS);
    await this.#ended(() => this.#underWay() === 0);
    clearTimeout(breakOff);
  }

  async #hasWork(): Promise<boolean> {
    if (this.#isStopping) return false;
    const { store, clock } = this.#options;
    const now = clock.now();
    const receivers = await this.#channel.receivers();
    const due = await Promise.all(
      receivers.map((receiver) => hasDue(store, this.#channel.name, receiver, now)),
    );
    return due.includes(true);
  }

  async #step(lease: Lease): Promise<boolean> {
    this.#lease = lease;
    try {
      // After a stall: either it is still this instance's job, or another has it by now.
      if (!lease.isHeld()) await lease.transaction(async () => {});
      await this.#note(lease);
      if (!this.#isStopping) await this.#fetch();
      for (const receiver of this.#lines.keys()) this.#sendNext(receiver);
      await this.#ended(() => this.#underWay() === 0, STEP_MS);
      if (this.#isStopping) await this.#finish(lease);
      return !this.#isStopping && this.#inHand.size > 0;
    } catch (error) {
      this.#letGo();
      throw error;
    }
  }

  /** Writes down what came of the attempts since the last time. */
  async #note(lease: Lease): Promise<void> {
    while (this.#settled.length > 0) {
      const some = this.#settled.slice(0, NOTED_AT_ONCE);
      const now = this.#options.clock.now();
      await lease.transaction(async (tx) => {
        await Promise.all(some.map(({ delivery, outcome }) => noteOutcome(tx, delivery, outcome, now)));
      });
      this.#settled = this.#settled.slice(some.length);
      for (const { delivery, outcome } of some) {
        this.#inHand.delete(delivery.deliveryId);
        outcome.afterwards?.();
      }
    }
  }

  /** Notes what comes of the attempts that are still under way: some wait for others to be noted. */
  async #finish(lease: Lease): Promise<void> {
    do {
      await this.#note(lease);
      await this.#ended(() => this.#underWay() === 0, STEP_MS);
    } while (this.#underWay() > 0);
    await this.#note(lease);
  }

  /** Takes more in hand for each receiver whose line has become short. */
  async #fetch(): Promise<void> {
    const { store, clock } = this.#options;
    const receivers = new Set(await this.#channel.receivers());
    for (const [receiver, { waiting, underWay }] of this.#lines) {
      if (!receivers.has(receiver))
        for (const { deliveryId } of waiting.splice(0)) this.#inHand.delete(deliveryId);
      if (waiting.length + underWay.size === 0) this.#lines.delete(receiver);
    }
    for (const receiver of receivers) {
      const line = this.#lineOf(receiver);
      if (line.waiting.length + line.underWay.size > IN_HAND / 2) continue;
      const question = { channel: this.#channel.name, receiver, now: clock.now(), limit: IN_HAND };
      const due = await findDue(store, question);
      const fresh = due.filter(({ deliveryId }) => !this.#inHand.has(deliveryId));
      for (const { deliveryId } of fresh) this.#inHand.add(deliveryId);
      line.waiting.push(...fresh);
    }
  }

  #sendNext(receiver: string): void {
    const line = this.#lineOf(receiver);
    while (line.underWay.size < this.#channel.atOnce) {
      // Another may have the job by now, and may be sending the same.
      if (this.#isStopping || this.#channel.isResting?.() || this.#lease?.isHeld() !== true) return;
      // What happened to one thing is told one after the other.
      const subjects = new Set(line.underWay.values());
      const next = line.waiting.findIndex(({ subject }) => !subjects.has(subject));
      const [delivery] = next === -1 ? [] : line.waiting.splice(next, 1);
      if (delivery === undefined) return;
      void this.#attempt(delivery, line);
    }
  }

  async #attempt(delivery: Delivery, line: Line): Promise<void> {
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), this.#channel.timeLimitMs);
    line.underWay.set(controller, delivery.subject);
    const outcome = await this.#send(delivery, controller.signal);
    clearTimeout(limit);
    line.underWay.delete(controller);
    const isCurrent = this.#lines.get(delivery.receiver) === line;
    // What was broken off by the service itself counts as never begun.
    if (controller.signal.reason !== LET_GO) {
      this.#tellOfReceiver(delivery, outcome);
      this.#settled.push({ delivery, outcome });
    } else this.#forget(delivery, outcome, isCurrent);
    if (isCurrent) this.#sendNext(delivery.receiver);
    for (const look of this.#watchers) look();
  }

  /** Has the log say that a receiver takes nothing, and that it does again. */
  #tellOfReceiver({ channel, receiver }: Delivery, { state, trouble: reason }: Outcome): void {
    const { clock, log } = this.#options;
    const outage = this.#outages.get(receiver) ?? new Outage(clock);
    if (reason !== undefined) {
      this.#outages.set(receiver, outage);
      const { failures } = outage.fail() ?? {};
      if (failures !== undefined)
        log.warn(
          { channel, receiver, failures, reason },
          'a receiver takes nothing, and is tried again later',
        );
    } else if (state === 'delivered' && outage.end())
      log.info({ channel, receiver }, 'a receiver takes deliveries again');
  }

  #forget({ deliveryId }: Delivery, { afterwards }: Outcome, isCurrent: boolean): void {
    if (isCurrent) this.#inHand.delete(deliveryId);
    afterwards?.();
  }

  async #send(delivery: Delivery, signal: AbortSignal): Promise<Outcome> {
    try {
      const outcome = await this.#channel.send(delivery, signal);
      this.#storeOutage.end();
      return outcome;
    } catch (error) {
      this.#tellOfFault(delivery, error);
      const answer = `The service met a fault of its own, ${(error as Error).name}; it is in its log.`;
      const inMs = pauseForDays(delivery, this.#options.clock.now());
      return inMs === undefined ? { state: 'failed', answer } : { state: 'waiting', inMs, answer };
    }
  }

  /** While the database is away all that is in hand fails: the log says so at growing intervals, and not for each. */
  #tellOfFault({ channel, deliveryId }: Delivery, error: unknown): void {
    const { log } = this.#options;
    if (!(error instanceof StoreUnavailable)) {
      log.error({ err: error, channel, deliveryId }, 'a delivery failed over a fault of the service');
      return;
    }
    const { failures } = this.#storeOutage.fail() ?? {};
    if (failures !== undefined)
      log.warn({ channel, failures, reason: error.message }, 'deliveries wait for the database');
  }

  #underWay(): number {
    let count = 0;
    for (const { underWay } of this.#lines.values()) count += underWay.size;
    return count;
  }

  #abort(): void {
    for (const { underWay } of this.#lines.values()) for (const each of underWay.keys()) each.abort(LET_GO);
  }

  /** Forgets all that is in hand: it waits in the database, and is sent again under the same ids. */
  #letGo(): void {
    this.#abort();
    this.#lines.clear();
    this.#inHand.clear();
    for (const { outcome } of this.#settled.splice(0)) outcome.afterwards?.();
  }

  #lineOf(receiver: string): Line {
    const line = this.#lines.get(receiver) ?? { waiting: [], underWay: new Map() };
    this.#lines.set(receiver, line);
    return line;
  }

  /** Waits until an attempt ends after which `isSo` holds, or `atMostMs` have passed. */
  #ended(isSo: () => boolean, atMostMs?: number): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#watchers.delete(look);
        clearTimeout(timer);
        resolve();
      };
      const look = () => {
        if (isSo()) done();
      };
      const timer = atMostMs === undefined ? undefined : setTimeout(done, atMostMs);
      this.#watchers.add(look);
    });
  }
}

const LET_GO = new Error('the service lets go of what is under way');
