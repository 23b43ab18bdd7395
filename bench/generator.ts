import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startChild } from './cleanup.ts';
import type { LoadOrder, LoadOutcome, Stream, StreamOutcome } from './load-order.ts';

/** A measurement that does not count: an answer was wrong, or a program failed. */
export class InvalidRun extends Error {}

export interface LoadResult {
  readonly streams: readonly StreamOutcome[];
  /** The generator's share of one core, from 0 to about 1. Near 1 the generator was the bottleneck. */
  readonly cpuShare: number;
}

/** The load generator's process, kept for the whole run. */
export class Generator {
  readonly #child: ChildProcess = startChild([join(import.meta.dirname, 'load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });

  /** @throws InvalidRun when one answer was not as it should be. */
  async load(port: number, seconds: number, streams: readonly Stream[]): Promise<LoadResult> {
    const [outcome] = await Promise.all([this.#nextOutcome(), this.#order({ port, seconds, streams })]);
    if (outcome.wrong !== undefined) throw new InvalidRun(outcome.wrong);
    return outcome;
  }

  #order(order: LoadOrder): void {
    this.#child.send(order);
  }

  #nextOutcome(): Promise<LoadOutcome> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new InvalidRun('The load generator ended by itself.'));
      this.#child.once('exit', onExit);
      this.#child.once('message', (outcome: LoadOutcome) => {
        this.#child.off('exit', onExit);
        resolve(outcome);
      });
    });
  }

  /** The same with a single stream. */
  async loadOne(port: number, seconds: number, stream: Stream): Promise<StreamOutcome> {
    const { streams } = await this.load(port, seconds, [stream]);
    return streams[0] as StreamOutcome;
  }
}
