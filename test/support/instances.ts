/** Several equal instances of the real service, each a process, on one PostgreSQL. */
import type { TestContext } from 'node:test';
import { type Answer, Connections, type Question } from './client.ts';
import { NOON_ZONE } from './noon.ts';
import { type Environment, type Exit, type Finished, runMuseum, startMuseum } from './process.ts';

export interface Instance {
  readonly port: number;
  /** Asks for a path below the base address, as the first account unless a header says who else. */
  api(method: string, path: string, question?: Question): Promise<Answer>;
  /** The same for a path of the whole server, such as /readyz. */
  ask(method: string, path: string, question?: Question): Promise<Answer>;
  /** What it has written to standard output. */
  stdout(): string;
  /** Sends a signal, such as SIGSTOP, which suspends it until SIGCONT. */
  send(signal: NodeJS.Signals): void;
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

/** Starts `count` instances at the same time on the database at `url`. They end with the test. */
export async function startInstances(
  test: TestContext,
  url: string,
  count: number,
  env: Environment = {},
): Promise<Instance[]> {
  return Promise.all(Array.from({ length: count }, () => startInstance(test, url, env)));
}

/** @param program another `museum` than that of this checkout */
export async function startInstance(
  test: TestContext,
  url: string,
  env: Environment = {},
  program?: string,
): Promise<Instance> {
  const { address, authorization, child, stdout, stop } = await startMuseum(test, {
    env: environment(url, env),
    ...(program !== undefined && { program }),
  });
  const port = Number(new URL(address).port);
  const connections = new Connections(200);
  test.after(() => connections.close());
  const ask: Instance['ask'] = (method, path, { headers = {}, ...rest } = {}) =>
    connections.ask(port, method, path, { ...rest, headers: { authorization, ...headers } });
  return {
    port,
    ask,
    api: (method, path, question) => ask(method, `/v1.1${path}`, question),
    send: (signal) => void child.kill(signal),
    stdout,
    stop,
  };
}

/** Runs `museum ARGS` on the database at `url`. */
export function runMuseumOn(
  test: TestContext,
  url: string,
  args: readonly string[],
  input = '',
): Promise<Finished> {
  return runMuseum(test, args, { env: environment(url), input });
}

function environment(url: string, env: Environment = {}): Environment {
  return { MUSEUM_DATABASE_URL: url, MUSEUM_TIME_ZONE: NOON_ZONE, ...env };
}
