import type { PostgresConnection } from './postgres-connection.ts';
import { PostgresFault } from './postgres-faults.ts';
import { StoreUnavailable } from './store.ts';

/** A connection that nobody has needed for so long is closed, unless it is the last one. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly resolve: (connection: PostgresConnection) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: NodeJS.Timeout;
}

/**
 * Up to `max` connections, each used by one at a time, made when they are needed.
 * Who comes when all are in use waits in line, and no longer than `patienceMs`. When the server has room for fewer, those
 * that there are have to do.
 */
export class PostgresPool {
  readonly #connect: () => Promise<PostgresConnection>;
  readonly #max: number;
  readonly #patienceMs: number;
  /** The one used last comes last. */
  readonly #idle: { connection: PostgresConnection; since: number }[] = [];
  readonly #line: Waiting[] = [];
  readonly #sweep: NodeJS.Timeout;
  /** In use or being made. */
  #taken = 0;
  #isClosing = false;
  #allReturned: () => void = () => {};

  constructor(connect: () => Promise<PostgresConnection>, max: number, patienceMs: number) {
    this.#connect = connect;
    this.#max = max;
    this.#patienceMs = patienceMs;
    this.#sweep = setInterval(() => this.#closeUnused(), IDLE_MS / 2).unref();
  }

  /** Lends a connection to `work`. One that is lost by then is not taken back. */
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
   * @throws StoreUnavailable when none can be made or none gets free in time.
   */
  acquire(): Promise<PostgresConnection> {
    if (this.#isClosing) return Promise.reject(new StoreUnavailable('the database is being closed'));
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.connection.isLost) continue;
      this.#taken++;
      return Promise.resolve(idle.connection);
    }
    return this.#taken < this.#max ? this.#make() : this.#wait();
  }

  #wait(): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(waiting), 1);
        reject(new StoreUnavailable('all connections to the database are busy'));
      }, this.#patienceMs);
      const waiting = { resolve, reject, deadline };
      this.#line.push(waiting);
    });
  }

  release(connection: PostgresConnection): void {
    const next = connection.isLost ? undefined : this.#nextInLine();
    if (next !== undefined) {
      next.resolve(connection);
      return;
    }
    this.#taken--;
    if (connection.isLost) connection.destroy();
    else this.#idle.push({ connection, since: performance.now() });
    this.#afterReturn();
  }

  /** Waits for what is in use to be given back, then closes everything. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweep);
    if (this.#taken > 0) {
      await new Promise<void>((resolve) => {
        this.#allReturned = resolve;
      });
    }
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }

  async #make(): Promise<PostgresConnection> {
    this.#taken++;
    try {
      return await this.#connect();
    } catch (error) {
      this.#taken--;
      if (isFull(error) && this.#idle.length > 0) return this.acquire();
      if (isFull(error) && this.#taken > 0) return this.#wait();
      this.#afterReturn();
      throw error;
    }
  }

  /** There is room for one more connection: whoever is next in line gets it. */
  #afterReturn(): void {
    if (this.#taken === 0 && this.#line.length === 0) this.#allReturned();
    if (this.#taken >= this.#max || this.#idle.length > 0) return;
    const next = this.#nextInLine();
    if (next !== undefined) this.#make().then(next.resolve, next.reject);
  }

  #nextInLine(): Waiting | undefined {
    const next = this.#line.shift();
    clearTimeout(next?.deadline);
    return next;
  }

  #closeUnused(): void {
    const oldest = performance.now() - IDLE_MS;
    while (this.#idle[1] !== undefined && this.#idle[0] !== undefined && this.#idle[0].since < oldest) {
      void this.#idle.shift()?.connection.close();
    }
  }
}

/** Whether it is the server that has no room for another connection. */
function isFull(error: unknown): boolean {
  return error instanceof PostgresFault && (error.cause as { code?: string } | undefined)?.code === '53300';
}
