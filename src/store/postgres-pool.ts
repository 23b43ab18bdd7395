import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresConnection } from './postgres-connection.ts';
import { isConnectionLimit, PostgresFault } from './postgres-faults.ts';
import { StoreUnavailable } from './store.ts';

/** A connection that was unused for this long is closed, unless it is the last one. */
const IDLE_TIMEOUT_MS = 60_000;
/** The time between two attempts to open a connection while the database is down. */
const PAUSE_MS = 100;

interface Waiter {
  readonly resolve: (connection: PostgresConnection) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: NodeJS.Timeout;
}

/**
 * Up to `max` connections, opened when they are needed, each used by one caller at a time. When all are in use, callers
 * wait in a queue for up to `acquireTimeoutMs`. When the server allows fewer connections, the pool uses those it has.
 */
export class PostgresPool {
  readonly #connect: () => Promise<PostgresConnection>;
  readonly #max: number;
  readonly #acquireTimeoutMs: number;
  /** Ordered by last use, the most recent last. */
  readonly #idle: { connection: PostgresConnection; since: number }[] = [];
  readonly #waiting: Waiter[] = [];
  readonly #sweep: NodeJS.Timeout;
  /** Connections that are in use or being opened. */
  #inUse = 0;
  /** Those of them that are being opened. */
  #opening = 0;
  /** Whether the last one could not be opened. */
  #isDown = false;
  /** While it is down, the attempt that all callers wait for. */
  #sharedAttempt: Promise<PostgresConnection> | undefined;
  #isClosing = false;
  #allReturned: () => void = () => {};

  constructor(connect: () => Promise<PostgresConnection>, max: number, acquireTimeoutMs: number) {
    this.#connect = connect;
    this.#max = max;
    this.#acquireTimeoutMs = acquireTimeoutMs;
    this.#sweep = setInterval(() => this.#closeIdle(), IDLE_TIMEOUT_MS / 2).unref();
  }

  /** Runs `work` with a connection. A connection that is lost afterwards does not return to the pool. */
  async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  /**
   * @returns a connection, to be given back with `release`.
   * @throws StoreUnavailable when none can be opened or none becomes free in time.
   */
  acquire(): Promise<PostgresConnection> {
    if (this.#isClosing) return Promise.reject(new StoreUnavailable('the database is being closed'));
    return this.#acquire();
  }

  #acquire(): Promise<PostgresConnection> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.connection.isLost) {
        idle.connection.destroy(); // its server may still hold it open, as a former primary does
        continue;
      }
      this.#inUse++;
      return Promise.resolve(idle.connection);
    }
    return this.#inUse < this.#max ? this.#create() : this.#wait();
  }

  #wait(): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new StoreUnavailable('all connections to the database are busy'));
      }, this.#acquireTimeoutMs);
      const waiting = { resolve, reject, deadline };
      this.#waiting.push(waiting);
    });
  }

  release(connection: PostgresConnection): void {
    const next = connection.isLost ? undefined : this.#nextWaiter();
    if (next !== undefined) {
      next.resolve(connection);
      return;
    }
    this.#inUse--;
    if (connection.isLost) connection.destroy();
    else this.#idle.push({ connection, since: performance.now() });
    this.#afterReturn();
  }

  /** Waits until all connections are released, then closes them. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweep);
    if (this.#inUse > 0) {
      await new Promise<void>((resolve) => {
        this.#allReturned = resolve;
      });
    }
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }

  async #create(): Promise<PostgresConnection> {
    this.#inUse++;
    this.#opening++;
    try {
      const connection = await this.#open();
      this.#opening--;
      return connection;
    } catch (error) {
      this.#opening--;
      this.#inUse--;
      if (isConnectionLimit(error) && this.#idle.length > 0) return this.#acquire();
      if (isConnectionLimit(error) && this.#inUse > 0) return this.#wait();
      // Whoever waits gets a connection that is in use, or else this failure.
      if (this.#isDown && this.#inUse > this.#opening) throw error;
      if (this.#isDown) while (this.#waiting.length > 0) this.#nextWaiter()?.reject(error);
      this.#afterReturn();
      throw error;
    }
  }

  /**
   * While the database is down, there is one attempt at a time, whose failure is that of all callers. If each made its
   * own, a standby would be slowed down by them while it is promoted.
   */
  async #open(): Promise<PostgresConnection> {
    if (this.#sharedAttempt !== undefined) {
      await this.#sharedAttempt;
      return this.#tryToConnect();
    }
    if (!this.#isDown) return this.#tryToConnect();
    this.#sharedAttempt = sleep(PAUSE_MS)
      .then(() => this.#tryToConnect())
      .finally(() => {
        this.#sharedAttempt = undefined;
      });
    return this.#sharedAttempt;
  }

  async #tryToConnect(): Promise<PostgresConnection> {
    try {
      const connection = await this.#connect();
      this.#isDown = false;
      return connection;
    } catch (error) {
      this.#isDown = error instanceof PostgresFault && !isConnectionLimit(error);
      throw error;
    }
  }

  /** Lets `close` go on when nothing is in use, and opens a connection for the next waiter where one may be opened. */
  #afterReturn(): void {
    if (this.#inUse === 0 && this.#waiting.length === 0) this.#allReturned();
    if (this.#inUse >= this.#max || this.#idle.length > 0) return;
    const next = this.#nextWaiter();
    if (next !== undefined) this.#create().then(next.resolve, next.reject);
  }

  #nextWaiter(): Waiter | undefined {
    const next = this.#waiting.shift();
    clearTimeout(next?.deadline);
    return next;
  }

  #closeIdle(): void {
    const oldest = performance.now() - IDLE_TIMEOUT_MS;
    while (this.#idle[1] !== undefined && this.#idle[0] !== undefined && this.#idle[0].since < oldest) {
      void this.#idle.shift()?.connection.close();
    }
  }
}
