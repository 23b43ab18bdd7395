import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Answer, Connections, type Question } from '../../fixtures/client.ts';
import { NOON_ZONE } from '../../fixtures/noon.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import type { TorturedDatabase } from './database.ts';
import type { History } from './history.ts';
import type { Breakage } from './options.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const REDIRECT = new URL('./redirect-payments.js', import.meta.url).href;
const BROKEN = fileURLToPath(new URL('./broken-server.ts', import.meta.url));
const ADMIN = { username: 'admin', password: 'correct horse battery' };
const AUTHORIZATION = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
const SHOP = {
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: 'https://tickets.example.org',
  MUSEUM_PAYMENTS: 'stripe,mollie',
  MUSEUM_STRIPE_KEY: 'sk_test_1',
  MUSEUM_STRIPE_WEBHOOK_SECRET: FAKE_STRIPE_SECRET,
  MUSEUM_MOLLIE_KEY: 'test_1',
  MUSEUM_TRUST_PROXY: '1',
};
const START_TIMEOUT_MS = 60_000;

/** A question; the path is below `base`, which is that of the API unless told. */
export interface ServiceQuestion extends Question {
  readonly base?: string;
}

/** The connection was lost before an answer came: whether the request was carried out is unknown. */
export class NoAnswer extends Error {}

/** One instance of the real service as a process, which is killed again and again and restarted on the same database. */
export class Service {
  static readonly #all = new Set<Service>();

  static {
    // One listener for all: Node warns of more than ten.
    process.on('exit', () => {
      for (const service of Service.#all) service.#child?.kill('SIGKILL');
    });
  }

  readonly #database: TorturedDatabase;
  readonly #breakage: Breakage | undefined;
  readonly #history: History;
  readonly #providerAddress: string;
  #child: ChildProcess | undefined;
  #connections = new Connections();
  /** The port, for requests that wait for `open`. `kill` makes a new promise if the instance was open. */
  #port = Promise.withResolvers<number>();
  #isOpen = false;
  #answered = () => {};
  /** When it last acknowledged a sale, a hold or a scan, as `performance.now` tells. */
  acknowledgedAt = 0;
  /** The log lines of internal errors. */
  #faults = '';

  constructor(
    database: TorturedDatabase,
    breakage: Breakage | undefined,
    history: History,
    providerAddress: string,
  ) {
    this.#providerAddress = providerAddress;
    this.#database = database;
    this.#breakage = breakage;
    this.#history = history;
    Service.#all.add(this);
  }

  /**
   * Starts the instance and waits until it is ready. Requests are sent to it only after `open`.
   * @throws Error when it does not get ready.
   */
  async start(): Promise<number> {
    const giveUpAt = performance.now() + START_TIMEOUT_MS;
    const port = await portOf(this.#spawn());
    for (;;) {
      const { status } = await this.#connections.ask(port, 'GET', '/readyz', {});
      if (status === 200) return port;
      // 503 says that the database is slow to answer, on a busy machine.
      if (status !== 503 || performance.now() > giveUpAt) throw new Error(`/readyz answers ${status}`);
      await sleep(100);
    }
  }

  /** Starts it and kills it before it can be ready. */
  async startAndKill(afterMs: number): Promise<void> {
    this.#spawn();
    await sleep(afterMs);
    await this.kill();
  }

  open(port: number): void {
    this.#isOpen = true;
    this.#port.resolve(port);
  }

  /** Whether requests are sent to it now. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves once requests are sent to it. */
  get opened(): Promise<unknown> {
    return this.#port.promise;
  }

  /** Resolves when so many more requests have been answered. */
  async waitForAnswers(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
      });
    }
  }

  /** Kills the process without a warning (SIGKILL). */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (this.#isOpen) this.#port = Promise.withResolvers();
    this.#isOpen = false;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
      this.#history.kills++;
    }
    this.#connections.close();
    this.#connections = new Connections();
  }

  /**
   * Asks once the instance is open, with the path below the base address.
   * @throws NoAnswer when no answer came
   */
  async ask(
    method: string,
    path: string,
    { headers, base = '/v1.1', ...question }: ServiceQuestion = {},
  ): Promise<Answer> {
    const port = await this.#port.promise;
    this.#history.requests++;
    try {
      const answer = await this.#connections.ask(port, method, base + path, {
        ...question,
        headers: { ...(base !== '' && { authorization: AUTHORIZATION }), ...headers },
      });
      this.#answered();
      // Without a key: with one, the answer may be that of an earlier sale.
      if (method === 'POST' && answer.status === 201 && headers === undefined)
        this.acknowledgedAt = performance.now();
      if (answer.status === 500) {
        this.#history.addViolation(`${method} ${path} was answered ${answer.text}; the log: ${this.#faults}`);
      }
      return answer;
    } catch (cause) {
      this.#history.unknown++;
      throw new NoAnswer('no answer', { cause });
    }
  }

  #spawn(): ChildProcess {
    const program = this.#breakage === undefined ? [MAIN, 'serve'] : [BROKEN, this.#breakage];
    this.#child = spawn(process.execPath, ['--import', REDIRECT, ...program], {
      cwd: this.#database.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        LOG_LEVEL: 'error',
        MUSEUM_TIME_ZONE: NOON_ZONE,
        MUSEUM_SALES_DAYS: '3650',
        MUSEUM_DATA_DIR: this.#database.folder,
        ...this.#database.env,
        MUSEUM_ADMIN_USERNAME: ADMIN.username,
        MUSEUM_ADMIN_PASSWORD: ADMIN.password,
        ...SHOP,
        TORTURE_PROVIDER: this.#providerAddress,
      },
    });
    createInterface(this.#child.stdout as Readable).on('line', (line) => {
      if (line.includes('"internal-error"')) this.#faults += `${line}\n`;
    });
    return this.#child;
  }
}

/** The port that it says it listens on. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error('the service does not get ready')), START_TIMEOUT_MS);
    const end = () => reject(new Error(`the service ended instead of getting ready:\n${said}`));
    child.once('exit', end);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /Base address +http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
      if (address === null) return;
      clearTimeout(timer);
      child.off('exit', end);
      resolve(Number(address[1]));
    });
  });
}
