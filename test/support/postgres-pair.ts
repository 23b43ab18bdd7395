import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** The application_name of a standby, see postgres-guard.ts. */
const STANDBY = 'standby';
/** Long enough for a standby that is made while the primary is written to. */
const KEPT_LOG = { wal_keep_size: '512MB' };

/** Two PostgreSQL servers: a primary that acknowledges a commit once its standby has it too, and that standby. */
export class PostgresPair {
  readonly #settings: Readonly<Record<string, string>>;
  #primary: PostgresServer;
  #standby: PostgresServer;

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<PostgresPair> {
    const all = { ...KEPT_LOG, ...settings };
    const primary = await startPostgres(all);
    const pair = new PostgresPair(all, primary, await startPostgres(all, [], { primary }));
    await pair.#waitForStandby();
    return pair;
  }

  private constructor(
    settings: Readonly<Record<string, string>>,
    primary: PostgresServer,
    standby: PostgresServer,
  ) {
    this.#settings = settings;
    this.#primary = primary;
    this.#standby = standby;
  }

  get primary(): PostgresServer {
    return this.#primary;
  }

  get standby(): PostgresServer {
    return this.#standby;
  }

  /** @returns the address of a new, empty database, with both servers. */
  async createDatabase(): Promise<string> {
    const url = await this.#primary.createDatabase();
    const { port } = this.#standby;
    return `${url.replace(/(127\.0\.0\.1):\d+/, `$&,$1:${port}`)}?target_session_attrs=read-write`;
  }

  /** Makes the standby the primary. Whoever calls it has stopped or killed the primary, or takes two at once. */
  async promote(): Promise<void> {
    await this.#standby.query('SELECT pg_promote()');
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Makes a new standby in place of the former primary, on its port. */
  async rebuildStandby(): Promise<void> {
    const { port } = this.#standby;
    await this.#standby.remove();
    this.#standby = await startPostgres(this.#settings, [], { primary: this.#primary, port });
    await this.#waitForStandby();
  }

  async remove(): Promise<void> {
    await Promise.all([this.#primary.remove(), this.#standby.remove()]);
  }

  /** From then on the primary acknowledges nothing that the standby does not have. */
  async #waitForStandby(): Promise<void> {
    const isStandby = async (column: string, value: string) => {
      const rows = await this.#primary.query(`SELECT ${column} AS value FROM pg_stat_replication`);
      return rows.some((row) => row.value === value);
    };
    while (!(await isStandby('state', 'streaming'))) await sleep(20);
    await this.#primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await this.#primary.query('SELECT pg_reload_conf()');
    while (!(await isStandby('sync_state', 'sync'))) await sleep(20);
  }
}
