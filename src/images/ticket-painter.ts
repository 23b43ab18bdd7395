/**
 * Paints ticket pictures in a pool of worker threads, so that the event loop stays free for sales. A bounded number of
 * pictures waits in a queue; more are refused.
 */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { TicketFace } from './ticket-face.ts';

export interface TicketPainterOptions {
  /** Threads: by default as many as the process has cores, but no more than four. They start when first needed. */
  readonly workers?: number;
  /** How many pictures may wait for a thread: 64 for each thread by default. */
  readonly queueLimit?: number;
  /** The module that the threads run; tests give one that fails. */
  readonly workerModule?: URL;
}

/** The queue is full, or the account's share of it. A retry after a second or so should succeed. */
export class PainterBusy extends Error {
  override readonly name = 'PainterBusy';
}

export class PainterClosed extends Error {
  override readonly name = 'PainterClosed';
}

/** The picture can't be painted, however often it is tried; the message says why. */
export class PaintingFailed extends Error {
  override readonly name = 'PaintingFailed';
}

/** What a thread answers: the picture, or why there is none. */
export type PaintingResult = { readonly file: Uint8Array } | { readonly fault: string };

export type PictureFormat = 'png' | 'svg';

/** What a thread is asked for. */
export interface Painting {
  readonly face: TicketFace;
  readonly format: PictureFormat;
}

interface PaintJob {
  readonly painting: Painting;
  readonly accountId: string | null;
  readonly deliver: (file: Uint8Array) => void;
  readonly decline: (error: Error) => void;
  /** How many threads crashed while painting it. After the second crash it fails. */
  crashes: number;
}

// Each costs about 45 MB, and four paint more tickets than any museum sells.
const MAX_WORKERS = 4;
const WAITING_PER_WORKER = 64;
/** The share of the queue that one account must leave free for others. */
const RESERVED_FOR_OTHERS = 1 / 8;
/** How long idle threads are kept; a new one needs some 0.15 s for its first picture. */
const IDLE_TIMEOUT_MS = 30_000;
const WORKER_MODULE = new URL('ticket-painter-worker.ts', import.meta.url);
/**
 * A thread needs 15 MB at most. Without limits its garbage would grow to a hundred megabytes. The options with which
 * the process was started (bin/museum) would override the limits, so they are reset before.
 */
const NO_LIMIT_OF_THE_PROCESS = '--max-semi-space-size=0';
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 };
/**
 * Node's --require options: in an installed package, the loader for this source. Options for the main module (such as
 * --input-type) must not be passed to threads.
 */
export const PRELOADS = process.execArgv.filter((arg, at, all) => [arg, all[at - 1]].includes('--require'));

export class TicketPainter {
  readonly #workerLimit: number;
  readonly #queueLimit: number;
  readonly #workerModule: URL;
  readonly #waiting: PaintJob[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, PaintJob>();
  readonly #whenIdle: (() => void)[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor({
    workers = Math.min(MAX_WORKERS, availableParallelism()),
    queueLimit = WAITING_PER_WORKER * workers,
    workerModule = WORKER_MODULE,
  }: TicketPainterOptions = {}) {
    this.#workerLimit = workers;
    this.#queueLimit = queueLimit;
    this.#workerModule = workerModule;
  }

  /** How many pictures wait for a thread. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many pictures may wait. */
  get limit(): number {
    return this.#queueLimit;
  }

  /**
   * The ticket as a PNG or SVG file; the same face always gives the same bytes.
   * Rejects with PainterBusy when too many wait, or so many of this account that others would find no place; with
   * PainterClosed after `close`; and with PaintingFailed when this face can't be drawn.
   * @param accountId of the requester; null: the museum itself
   */
  paint(
    face: TicketFace,
    accountId: string | null = null,
    format: PictureFormat = 'png',
  ): Promise<Uint8Array> {
    if (this.#closing !== undefined) return Promise.reject(new PainterClosed('The ticket painter is closed'));
    if (!this.#hasFreeWorker() && !this.#hasPlaceFor(accountId)) {
      return Promise.reject(new PainterBusy(`${this.#waiting.length} ticket pictures are waiting already`));
    }
    return new Promise((deliver, decline) => {
      this.#waiting.push({ painting: { face, format }, accountId, deliver, decline, crashes: 0 });
      this.#assign();
    });
  }

  /** Finishes the pictures in progress, refuses those that wait, and stops the threads. */
  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    for (const { decline } of this.#waiting.splice(0))
      decline(new PainterClosed('The ticket painter was closed'));
    if (this.#busy.size > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    clearTimeout(this.#idleTimer);
    await this.#stopIdleWorkers();
  }

  async #stopIdleWorkers(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #hasFreeWorker(): boolean {
    return this.#idle.length > 0 || this.#busy.size < this.#workerLimit;
  }

  #hasPlaceFor(accountId: string | null): boolean {
    const theirs = this.#waiting.filter((job) => job.accountId === accountId).length;
    const left = Math.floor(this.#queueLimit * RESERVED_FOR_OTHERS);
    return this.#waiting.length < this.#queueLimit && theirs < this.#queueLimit - left;
  }

  #assign(): void {
    while (this.#waiting.length > 0 && this.#hasFreeWorker()) {
      const job = this.#waiting.shift() as PaintJob;
      const worker = this.#idle.pop() ?? this.#startWorker();
      this.#busy.set(worker, job);
      // Only a busy thread keeps the process alive.
      worker.ref();
      worker.postMessage(job.painting);
    }
    if (this.#busy.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #startWorker(): Worker {
    setFlagsFromString(NO_LIMIT_OF_THE_PROCESS);
    const worker = new Worker(this.#workerModule, { execArgv: PRELOADS, resourceLimits: RESOURCE_LIMITS });
    worker.on('message', (result: PaintingResult) => this.#finish(worker, result));
    worker.on('error', (cause) => this.#replace(worker, cause));
    worker.on('exit', () => this.#replace(worker));
    return worker;
  }

  #finish(worker: Worker, result: PaintingResult): void {
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    this.#idle.push(worker);
    worker.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#stopIdleWorkers(), IDLE_TIMEOUT_MS).unref();
    if ('file' in result) job?.deliver(result.file);
    else job?.decline(new PaintingFailed(result.fault));
    this.#assign();
  }

  /** After a crash: retries the picture once, in another thread. */
  #replace(worker: Worker, cause?: unknown): void {
    const idleAt = this.#idle.indexOf(worker);
    if (idleAt >= 0) this.#idle.splice(idleAt, 1);
    const job = this.#busy.get(worker);
    if (job === undefined) return;

    this.#busy.delete(worker);
    job.crashes += 1;
    if (job.crashes === 1) this.#waiting.unshift(job);
    else job.decline(new PaintingFailed('A thread died over this ticket picture, twice', { cause }));
    this.#assign();
  }
}
