/**
 * A worker process that runs commands one after another, each as `museum` does in a process of its own, without loading the
 * program each time. Its parent sends a `Call` and gets a `Finished`.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../src/cli/program.ts';
import type { Finished } from './process.ts';

export interface Call {
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly input: string;
}

const stdout = collect(process.stdout);
const stderr = collect(process.stderr);
process.on('disconnect', () => process.exit());
process.on('message', async (call: Call) => process.send?.(await answer(call)));

async function answer({ args, env, cwd, input }: Call): Promise<Finished> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.exitCode = 0;
  const before = process.getActiveResourcesInfo().length;
  await run(args);
  // As a real process, which ends only when nothing is open any more.
  while (process.getActiveResourcesInfo().length > before) await sleep(1);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException']) process.removeAllListeners(event);
  return { code: Number(process.exitCode), signal: null, stdout: stdout(), stderr: stderr() };
}

/** Captures what is written to a stream. @returns a function that gives the text since its last call */
function collect(stream: NodeJS.WriteStream): () => string {
  let written: Buffer[] = [];
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    written.push(Buffer.from(chunk as string));
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  };
  return () => {
    const text = Buffer.concat(written).toString();
    written = [];
    return text;
  };
}
