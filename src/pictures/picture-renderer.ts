import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { type PictureFault, type PictureType, Refusal } from '../core/refusal.ts';
import { PRELOADS } from '../images/index.ts';
import { typeOfFile } from './file-type.ts';
import { type RenderedPicture, unpackRendering } from './rendered.ts';

export interface RendererOptions {
  /** The program that renders; tests give one that fails. */
  readonly program?: URL;
  readonly secondsLimit?: number;
  readonly longestWaitMs?: number;
}

const PROGRAM = new URL('render-process.ts', import.meta.url);
/** How many pictures may wait for the one that is rendered. */
const MOST_WAITING = 8;
/** With the time that it then takes, proxies and the service itself would give up the connection. */
const LONGEST_WAIT_MS = 20_000;
/** Seconds of a processor. */
const SECONDS_LIMIT = 10;
/** How many times as long it may take where others have the processors. */
const MOST_WAITS = 3;
/** As `nice` says it: beside sales it gets a quarter of a processor, and all of one that is free. */
const PRIORITY = 5;
/** KiB of data. */
const MEMORY_LIMIT = 1024 * 1024;

/**
 * Renders pictures one after another, each in a process of its own: a small file can ask for gigabytes, and what reads it is written
 * in languages in which a fault is a way in. It gets none of the environment of the service, and no secret.
 */
export class PictureRenderer {
  readonly #program: string;
  readonly #secondsLimit: number;
  readonly #longestWaitMs: number;
  readonly #oneAtATime = pLimit(1);
  readonly #closing = new AbortController();

  constructor({
    program = PROGRAM,
    secondsLimit = SECONDS_LIMIT,
    longestWaitMs = LONGEST_WAIT_MS,
  }: RendererOptions = {}) {
    this.#program = fileURLToPath(program);
    this.#secondsLimit = secondsLimit;
    this.#longestWaitMs = longestWaitMs;
  }

  /**
   * @param types what it may be
   * @throws Refusal overloaded, picture-unusable
   */
  async render(
    original: Buffer,
    types: readonly PictureType[],
    use: 'photograph' | 'logo',
  ): Promise<RenderedPicture> {
    const type = typeOfFile(original);
    if (original.length === 0) throw unusable({ because: 'empty' });
    if (type === undefined || !types.includes(type)) throw unusable({ because: 'other-type', types });
    const rendering = await this.#inTurn(() => this.#renderApart(original, [type, use]));
    if ('because' in rendering) throw unusable(rendering);
    return rendering;
  }

  /** Ends what is rendered, and what waits. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#oneAtATime(() => {});
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#oneAtATime.pendingCount;
    if (waiting >= MOST_WAITING) throw new Refusal('overloaded', { work: 'pictures', waiting });
    const since = performance.now();
    return this.#oneAtATime(() => {
      if (performance.now() - since <= this.#longestWaitMs) return work();
      throw new Refusal('overloaded', { work: 'pictures', waiting });
    });
  }

  async #renderApart(original: Buffer, what: readonly string[]): Promise<RenderedPicture | PictureFault> {
    const [command, ...before] = limited(this.#secondsLimit);
    const late = AbortSignal.timeout(MOST_WAITS * this.#secondsLimit * 1_000);
    const child = spawn(command, [...before, ...PRELOADS, this.#program, ...what], {
      ...(process.platform !== 'win32' && { env: { MALLOC_ARENA_MAX: '1' } }),
      signal: AbortSignal.any([late, this.#closing.signal]),
      killSignal: 'SIGKILL',
    });
    letSalesComeFirst(child.pid);
    child.stdin.on('error', () => {}); // it has ended before it has read all; its end says why
    child.stdin.end(original);
    const output = Promise.all([buffer(child.stdout), text(child.stderr)]);
    output.catch(() => {});
    try {
      const [code, signal] = await once(child, 'close');
      const [packed, told] = await output;
      if (code === 0) return unpackRendering(packed);
      if (signal !== null) return { because: 'too-much-work' };
      throw new Error(`The process that renders pictures ended with ${code}: ${told}`);
    } catch (error) {
      if (late.aborted) return { because: 'too-much-work' };
      throw error;
    }
  }
}

function unusable(fault: PictureFault): Refusal {
  return new Refusal('picture-unusable', fault);
}

/** Sales come first. To be called before it has threads: each of them inherits it, and none is asked later. */
function letSalesComeFirst(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // Where a service may not say so, or the process has ended, it goes on as it is.
  }
}

/**
 * How Node is started with limits that the system keeps: of time on a processor, of memory, and without files. On a machine that has
 * no memory left it ends before the service does.
 */
function limited(seconds: number): [command: string, ...args: string[]] {
  if (process.platform === 'win32') return [process.execPath];
  const endsFirst = '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null';
  const limits = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${seconds} && ulimit -d ${MEMORY_LIMIT}`;
  return ['/bin/sh', '-c', `${endsFirst}; ${limits} && exec "$0" "$@"`, process.execPath];
}
