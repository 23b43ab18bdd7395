import type { ConnectionOptions } from 'node:tls';

/** One server of an address. */
export interface PostgresHost {
  /** `host:port`, for messages. */
  readonly label: string;
  /** undefined: as `pg` chooses, from PGHOST or localhost. */
  readonly host: string | undefined;
  readonly port: number;
  /** The TLS settings to try, in this order; `false` is no encryption. */
  readonly tls: readonly (false | ConnectionOptions)[];
}

/** The first success, or else the failure of each server. */
export type HostsOutcome<T> =
  | { readonly success: T }
  | { readonly failures: ReadonlyMap<PostgresHost, unknown> };

/**
 * How long a server is waited for before the next one is tried beside it: a machine that is off does not even refuse.
 */
const HEAD_START_MS = 500;

/**
 * The servers of an address, of which one at a time can be written to, in the order in which they are tried: at first
 * as they are written, later with the last good one first and the one that failed last at the end. Shared by all
 * connections of a store, so that after a failover they all leave the former primary, also when it still answers.
 */
export class PostgresHosts {
  readonly #order: PostgresHost[];
  #current: PostgresHost | undefined;

  constructor(hosts: readonly PostgresHost[]) {
    this.#order = [...hosts];
  }

  /** In the order in which they would be tried now. */
  get inOrder(): readonly PostgresHost[] {
    return [...this.#order];
  }

  /** A connection to the server can be written to. */
  found(host: PostgresHost): void {
    this.#current = host;
    this.#move(host, 0);
  }

  /** A connection to the server could not be made, or was lost. */
  failed(host: PostgresHost): void {
    this.#move(host, this.#order.length - 1);
  }

  /** Whether another server was found after this one. */
  hasLeft(host: PostgresHost): boolean {
    return this.#current !== undefined && this.#current !== host;
  }

  /**
   * Tries one server after another: the next one when the one before has failed or lets one wait. The first success
   * counts. One that has failed is asked again while another lets one wait: a standby may be promoted meanwhile. Ends
   * with failures as soon as each has failed once.
   * @param attempt gives up when the signal says so, because another server was the first.
   */
  async firstOf<T>(
    attempt: (host: PostgresHost, signal: AbortSignal) => Promise<T>,
  ): Promise<HostsOutcome<T>> {
    const hosts = this.inOrder;
    const untried = [...hosts];
    const running = new Set<AbortController>();
    const failures = new Map<PostgresHost, unknown>();
    const again = new Set<NodeJS.Timeout>();
    const { promise, resolve } = Promise.withResolvers<HostsOutcome<T>>();
    let impatience: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (outcome: HostsOutcome<T>) => {
      isOver = true;
      for (const timer of [impatience, ...again]) clearTimeout(timer);
      for (const other of running) other.abort();
      resolve(outcome);
    };
    const tryNext = (): void => {
      clearTimeout(impatience);
      const host = untried.shift();
      if (host === undefined) return;
      impatience = setTimeout(tryNext, HEAD_START_MS);
      tryAt(host);
    };
    const tryAt = (host: PostgresHost): void => {
      const own = new AbortController();
      running.add(own);
      attempt(host, own.signal).then(
        (success) => {
          running.delete(own);
          if (!isOver) end({ success });
        },
        (error) => {
          running.delete(own);
          this.failed(host);
          if (isOver) return;
          failures.set(host, error);
          if (failures.size === hosts.length) return end({ failures });
          again.add(setTimeout(() => tryAt(host), HEAD_START_MS));
          tryNext();
        },
      );
    };
    tryNext();
    return promise;
  }

  #move(host: PostgresHost, to: number): void {
    this.#order.splice(this.#order.indexOf(host), 1);
    this.#order.splice(to, 0, host);
  }
}
