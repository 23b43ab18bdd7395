import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Answer, Connections, type Question } from '../support/client.ts';
import type { Chronicle } from './chronicle.ts';
import type { TorturedDatabase } from './database.ts';
import type { Breakage } from './options.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const BROKEN = fileURLToPath(new URL('./broken-server.ts', import.meta.url));
const ADMIN = { username: 'admin', password: 'correct horse battery' };
const AUTHORIZATION = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
const PATIENCE_MS = 60_000;

/** The connection was lost before an answer came: whether anything was done is not known. */
export class Lost extends Error {}

/** One instance of the real service as a process, killed again and again and started anew on the same database. */
export class Service {
  readonly #database: TorturedDatabase;
  readonly #breakage: Breakage | undefined;
  readonly #chronicle: Chronicle;
  #child: ChildProcess | undefined;
  #connections = new Connections();
  /** The port, for whoever waits at the doors; a new promise only once they have been open. */
  #doors = Promise.withResolvers<number>();
  #isOpen = false;
  #answered = () => {};
  /** What the service has logged of errors that are its own fault. */
  #faults = '';

  constructor(database: TorturedDatabase, breakage: Breakage | undefined, chronicle: Chronicle) {
    this.#database = database;
    this.#breakage = breakage;
    this.#chronicle = chronicle;
    process.on('exit', () => this.#child?.kill('SIGKILL'));
  }

  /**
   * Starts it and waits until it says that it is ready, by itself. Visitors are let in only by `open`.
   * @throws Error when it does not get ready.
   */
  async start(): Promise<number> {
    const child = this.#spawn();
    const port = await portOf(child);
    const { status } = await this.#connections.ask(port, 'GET', '/readyz', {});
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
    return port;
  }

  /** Starts it and kills it before it can be ready. */
  async startAndKill(afterMs: number): Promise<void> {
    this.#spawn();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await this.kill();
  }

  open(port: number): void {
    this.#isOpen = true;
    this.#doors.resolve(port);
  }

  /** Whether visitors are let in just now. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves when they are, now or later. */
  get opened(): Promise<unknown> {
    return this.#doors.promise;
  }

  /** Resolves when so many more requests have been answered. */
  async answers(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
      });
    }
  }

  /** Without a warning. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (this.#isOpen) this.#doors = Promise.withResolvers();
    this.#isOpen = false;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
      this.#chronicle.kills++;
    }
    this.#connections.close();
    this.#connections = new Connections();
  }

  /**
   * Asks once the doors are open, with the path below the base address.
   * @throws Lost when no answer came
   */
  async ask(method: string, path: string, { headers, ...question }: Question = {}): Promise<Answer> {
    const port = await this.#doors.promise;
    this.#chronicle.requests++;
    try {
      const answer = await this.#connections.ask(port, method, `/v1.1${path}`, {
        ...question,
        headers: { authorization: AUTHORIZATION, ...headers },
      });
      this.#answered();
      if (answer.status === 500) {
        this.#chronicle.accuse(`${method} ${path} was answered ${answer.text}; the log: ${this.#faults}`);
      }
      return answer;
    } catch (cause) {
      this.#chronicle.unknown++;
      throw new Lost('no answer', { cause });
    }
  }

  #spawn(): ChildProcess {
    const program = this.#breakage === undefined ? [MAIN, 'serve'] : [BROKEN, this.#breakage];
    this.#child = spawn(process.execPath, program, {
      cwd: this.#database.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        LOG_LEVEL: 'error',
        MUSEUM_TIME_ZONE: 'Europe/Berlin',
        MUSEUM_DATA_DIR: this.#database.folder,
        ...this.#database.env,
        MUSEUM_ADMIN_USERNAME: ADMIN.username,
        MUSEUM_ADMIN_PASSWORD: ADMIN.password,
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
    const timer = setTimeout(() => reject(new Error('the service does not get ready')), PATIENCE_MS);
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
