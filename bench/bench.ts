import type { Finding } from './finding.ts';
import type { Generator } from './generator.ts';
import type { Stream } from './load-order.ts';
import type { Options } from './options.ts';
import type { SeedSize } from './seed-rows.ts';
import type { ServerProcess } from './server-process.ts';

/** What every row program gets. */
export interface Bench {
  readonly options: Options;
  readonly size: SeedSize;
  readonly generator: Generator;
  /** Says on the terminal what is being done. */
  say(line: string): void;
}

/** One measurement, or some that go together. */
export type RowProgram = (bench: Bench) => Promise<readonly Finding[]>;

export const CONNECTIONS = 64;

/** Flags that make the service write a CPU profile when it ends, if one is wanted. */
export function profiling({ options: { profileFolder } }: Bench): { flags: readonly string[] } {
  if (profileFolder === undefined) return { flags: [] };
  return { flags: ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] };
}

const WARM_UP_SECONDS = 2;

/** Loads a server until it is as fast as one that has been running for long. */
export async function warmUp(
  { generator, options }: Bench,
  server: ServerProcess,
  stream: Stream,
): Promise<void> {
  await generator.loadOne(server.port, options.isQuick ? 0.5 : WARM_UP_SECONDS, stream);
}

export function ratioGoal(median: number, goal: number): { figure: string; isReached: boolean } {
  return { figure: median.toFixed(2), isReached: median >= goal };
}
