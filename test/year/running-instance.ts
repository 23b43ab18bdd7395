import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { type Answer, Connections, type Question } from '../../fixtures/client.ts';
import type { Order, Report } from './instance.ts';

const PROGRAM = new URL('./instance.ts', import.meta.url);
const REDIRECT = new URL('../torture/redirect-payments.js', import.meta.url).href;

/** The process of an instance, which can be killed and started again. */
export class RunningInstance {
  readonly #settings: Readonly<Record<string, string>>;
  readonly #onFault: (fault: string) => void;
  #child: ChildProcess | undefined;
  /** What it says next, besides faults. */
  #said = Promise.withResolvers<Report>();
  #port = 0;
  #connections = new Connections();

  constructor(settings: Readonly<Record<string, string>>, onFault: (fault: string) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  async start(now: number): Promise<void> {
    const { PATH } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE: getCompileCacheDir(), ...this.#settings, YEAR_NOW: `${now}` };
    const child = fork(PROGRAM, { execArgv: ['--import', REDIRECT], env });
    this.#said = Promise.withResolvers();
    child.on('message', (report: Report) => {
      if (typeof report === 'object' && 'fault' in report) this.#onFault(report.fault);
      else this.#said.resolve(report);
    });
    child.on('exit', () => this.#said.reject(new Error('an instance has ended')));
    this.#child = child;
    this.#port = ((await this.#said.promise) as { port: number }).port;
  }

  ask(method: string, path: string, question: Question): Promise<Answer> {
    return this.#connections.ask(this.#port, method, path, question);
  }

  async order(order: Order): Promise<void> {
    this.#said = Promise.withResolvers();
    this.#child?.send(order);
    await this.#said.promise;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.#connections.close();
    this.#connections = new Connections();
  }
}
