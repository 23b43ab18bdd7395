import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, answerOf, Connections } from '../../fixtures/client.ts';
import { addAccounts, PASSWORD } from '../../fixtures/museum.ts';
import { basic, type Cleanup, type RunningMuseum, runMuseum, startMuseum } from '../../fixtures/process.ts';
import { RawConnection } from '../../fixtures/raw-http.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { addToken } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ROLES } from '../../src/core/roles.ts';
import { markAsDemo } from '../../src/demo/demonstration.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import { type DatabaseAddress, openStore, type Store } from '../../src/store/index.ts';
import { Fault, MAY_NOT, type Sent } from './fault.ts';
import { Known } from './known.ts';
import { newAddress } from './new-address.ts';

export const PUBLIC_URL = 'https://tickets.museum.example';
const NO_ANSWER_MS = 60_000;
/** More webhooks would make each sale write as many messages. */
const WEBHOOKS = 2;

/** How much memory the service used, in bytes. */
export interface MemorySample {
  readonly requests: number;
  readonly rss: number;
  readonly heap: number;
}

/** The real service in a process of its own, with accounts, a programme, resellers, a shop and payments without money. */
export class FuzzedMuseum {
  readonly known = new Known();
  readonly memory: MemorySample[] = [];
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  readonly token: string;
  requests = 0;
  /** Whether it has left a request without an answer. Then nothing more is asked. */
  isLost = false;
  readonly #running: RunningMuseum;
  readonly #store: Store;
  readonly #connections = new Connections();
  readonly #port: number;
  /** Of every account. */
  readonly #passwordHash: string;
  /** In which the service and `museum check` find the database. */
  readonly #env: Record<string, string>;

  private constructor(
    running: RunningMuseum,
    store: Store,
    token: string,
    passwordHash: string,
    env: Record<string, string>,
  ) {
    this.#running = running;
    this.#store = store;
    this.token = token;
    this.#passwordHash = passwordHash;
    this.#env = env;
    this.#port = Number(new URL(running.address).port);
  }

  /** @param test is told what to stop at its end */
  static async start(test: Cleanup, given?: DatabaseAddress): Promise<FuzzedMuseum> {
    const dataDir = await temporaryFolder(test);
    const database: DatabaseAddress = given ?? { kind: 'sqlite', path: join(dataDir, 'museum.db') };
    const store = await openStore(database);
    test.after(() => store.close());
    await addAccounts(
      store,
      systemClock,
      [...ROLES].map((role) => ({ username: role, role })),
    );
    const token = await addToken(store, OPERATOR, 'partner', systemClock);
    const { passwordHash } = (await store.get<{ passwordHash: string }>(
      `SELECT password_hash AS "passwordHash" FROM accounts WHERE username = 'admin'`,
    )) as { passwordHash: string };
    await store.transaction((tx) => markAsDemo(tx, systemClock.now())); // its payment providers have pages of ours
    const env = {
      MUSEUM_TIME_ZONE: 'UTC',
      MUSEUM_DATABASE_URL: database.kind === 'postgres' ? database.url : `sqlite:${database.path}`,
    };
    const running = await startMuseum(test, {
      dataDir,
      detached: true,
      env: {
        ...env,
        LOG_LEVEL: 'error',
        MUSEUM_SALES_DAYS: '365',
        MUSEUM_GENERAL_PRICE: '9',
        MUSEUM_TRUST_PROXY: '1',
        MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
        MUSEUM_OCTO: 'on',
        MUSEUM_SHOP: 'on',
        MUSEUM_PUBLIC_URL: PUBLIC_URL,
        MUSEUM_PAYMENTS: 'desk,stripe,mollie',
        MUSEUM_STRIPE_KEY: 'sk_test_1',
        MUSEUM_STRIPE_WEBHOOK_SECRET: FAKE_STRIPE_SECRET,
        MUSEUM_MOLLIE_KEY: 'test_1',
      },
    });
    const museum = new FuzzedMuseum(running, store, token, passwordHash, env);
    await museum.#furnish();
    return museum;
  }

  get address(): string {
    return this.#running.address;
  }

  authorizationOf(username: string, password = PASSWORD): string {
    return basic(username, password);
  }

  /** @throws Fault when no answer comes, and for any 5xx */
  async ask(sent: Sent): Promise<Answer> {
    this.requests++;
    const { method, path, ...question } = sent;
    try {
      const answer = plain(await inTime(this.#connections.ask(this.#port, method, path, question)));
      this.#count(answer.status);
      if (answer.status >= 500)
        throw this.fault(`a ${answer.status} to ${method} ${withoutIds(path)}`, sent, answer);
      this.known.learnFrom(answer);
      return answer;
    } catch (error) {
      if (error instanceof Fault) throw error;
      this.isLost = true;
      throw this.fault(`no answer to ${method} ${withoutIds(path)}`, sent, `${error}`);
    }
  }

  /**
   * Asks, and judges the answer. The desk changes the roles of accounts: whether a role may is only believed when it has that role.
   * @throws Fault
   */
  async judged(sent: Sent, faultOf: (answer: Answer) => string | undefined): Promise<Answer> {
    let answer = await this.ask(sent);
    let fault = faultOf(answer);
    if (fault?.endsWith(MAY_NOT)) {
      await this.#restoreAccounts();
      answer = await this.ask(sent);
      fault = faultOf(answer);
    }
    if (fault !== undefined) throw this.fault(fault, sent, answer);
    return answer;
  }

  fault(what: string, sent: Sent, answer: Answer | string): Fault {
    const told = typeof answer === 'string' ? answer : `${JSON.stringify(answer.headers)}\n${answer.text}`;
    const logged = this.#running.stdout().trimEnd().split('\n').at(-1) ?? '';
    const log = what.startsWith('a 5') ? `the log: ${logged.slice(0, 3_000)}\n` : '';
    return new Fault(what, sent, this.address, log + told.slice(0, 600));
  }

  /** Sends bytes that need be no request, and waits for the end. @throws Fault for any 5xx */
  async send(bytes: Buffer, sent: Sent, isReset: boolean): Promise<void> {
    this.requests++;
    const connection = await RawConnection.to(this.#port);
    try {
      await connection.flush(bytes);
      if (isReset) return connection.reset();
      connection.finish();
      const answered = await inTime(connection.rest()).catch((error) => {
        this.isLost = true;
        throw this.fault(`no end of the connection of a broken ${sent.method}`, sent, `${error}`);
      });
      for (const [, status] of answered.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)) {
        this.#count(Number(status));
        if (Number(status) >= 500)
          throw this.fault(`a ${status} to a broken request`, sent, bytes.toString('latin1'));
      }
    } finally {
      connection.close();
    }
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  async sampleMemory(): Promise<void> {
    const { text } = await this.#connections.ask(this.#port, 'GET', '/metrics', {});
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    const [rss, heap] = [figure('process_resident_memory_bytes'), figure('nodejs_heap_size_used_bytes')];
    this.memory.push({ requests: this.requests, rss, heap });
  }

  /** Undoes what would leave nothing to ask for: accounts that were disabled or changed, webhooks, closed weeks. */
  async restore(): Promise<void> {
    await this.#restoreAccounts();
    const { json: webhooks } = await this.#admin('GET', '/webhooks');
    for (const { webhookId } of webhooks.slice(WEBHOOKS))
      await this.#admin('DELETE', `/webhooks/${webhookId}`);
    await this.#furnish();
  }

  async #restoreAccounts(): Promise<void> {
    await this.#store.transaction(async (tx) => {
      for (const role of ROLES)
        await tx.run(
          `UPDATE accounts SET disabled_at = NULL, role = ?, password_hash = ?
            WHERE username = ? AND (disabled_at IS NOT NULL OR role <> ? OR password_hash <> ?)`,
          [role, this.#passwordHash, role, role, this.#passwordHash],
        );
      await tx.touch('accounts');
    });
  }

  /** Everything is on sale, and there is some of everything. */
  async #furnish(): Promise<void> {
    const usual = { timeOpen: '00:00', timeClose: '23:55' };
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    await this.#admin('PUT', '/weekly-hours', Object.fromEntries(week.map((day) => [day, usual])));
    const { json: categories } = await this.#admin('GET', '/categories');
    const wanted = [
      { category: 'standard', name: 'Adults', unitType: 'ADULT' },
      { category: 'students', name: 'Students', unitType: 'STUDENT', proof: 'student card' },
      { category: 'children', name: 'Children', unitType: 'CHILD', maxAge: 12 },
    ];
    if (categories.length < wanted.length) await this.#admin('PUT', '/categories', wanted);
    await this.#admin('PUT', '/general-entry/prices', [
      { category: 'standard', price: 12 },
      { category: 'students', price: 8 },
      { category: 'children', price: 0 },
    ]);
    await this.#admin('PUT', '/capacity/general', { capacity: null });
    const days = this.known.resolve('{{day:2}} {{day:3}} {{day:8}} {{day:20}}').split(' ');
    const event = {
      name: 'Sorolla and the sea',
      location: 'East wing',
      eventDescription: 'A guided evening.',
      dates: days,
      price: 25,
    };
    await this.#admin('POST', '/special-events', event);
    for (const ticketDate of days)
      await this.#admin('POST', '/tickets', { ticketType: 'general', ticketDate, email: 'ada@example.com' });
    await this.#admin('POST', '/orders', {
      items: [{ ticketType: 'general', ticketDate: days[1], quantity: 2 }],
      hold: 600,
    });
    for (let day = 2; day < 32; day += 1)
      await this.#admin('DELETE', `/museum-hours/${this.known.resolve(`{{day:${day}}}`)}`);
  }

  async #admin(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: this.authorizationOf('admin'), 'x-forwarded-for': newAddress() };
    const asked = { headers, ...(body && { body }) };
    const answer = await inTime(this.#connections.ask(this.#port, method, `/v1.1${path}`, asked));
    this.known.learnFrom(answer);
    return answer;
  }

  /** Stops it. @returns what `museum check` finds in its database; undefined: nothing */
  async check(test: Cleanup): Promise<string | undefined> {
    this.#connections.close();
    if (this.isLost) return undefined;
    const { code, signal } = await this.#running.stop();
    if (code !== 0) return `the service ended with ${code ?? signal}`;
    const env = { MUSEUM_DATA_DIR: this.#running.dataDir, ...this.#env };
    const { code: found, stdout, stderr } = await runMuseum(test, ['check'], { env });
    return found === 0 ? undefined : `museum check: ${stdout}${stderr}`;
  }
}

/** @throws Error when it takes longer than any answer may */
async function inTime<T>(outcome: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('none within a minute')), NO_ANSWER_MS);
  });
  try {
    return await Promise.race([outcome, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function withoutIds(path: string): string {
  const [asked = ''] = path.split('?', 1);
  return asked.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d/g, '*').slice(0, 80);
}

/** The answer as it was before it was compressed. */
function plain(answer: Answer): Answer {
  const { status, headers, bytes } = answer;
  const coding = headers['content-encoding'];
  if (coding === undefined || bytes.length === 0) return answer;
  return answerOf(status, headers, [coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)]);
}
