import { parseArgs } from 'node:util';

/** What is broken on purpose, to show that the torture finds it. */
export type Breakage = 'guard' | 'durability';

export interface TortureOptions {
  /** It ends after so many rounds, each of which ends with a kill; undefined: when the time is up. */
  readonly rounds: number | undefined;
  readonly seconds: number;
  /** The same seed does the same things, as far as time allows. */
  readonly seed: number;
  readonly breakage: Breakage | undefined;
}

export const USAGE = `usage: npm run torture -- [--seconds N] [--rounds N] [--seed N] [--break guard|durability]
  --seconds N   for how long, 60 unless told; rounds end it earlier
  --rounds N    how many rounds
  --seed N      repeat a run; each run prints its seed
  --break WHAT  break the service on purpose: the guard against overselling, or durability`;

/** @throws Error whose message says what is wrong with the arguments */
export function readOptions(args: readonly string[]): TortureOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      break: { type: 'string' },
    },
  });
  return {
    seconds: wholeNumber('--seconds', values.seconds) ?? (values.rounds === undefined ? 60 : 3_600),
    rounds: wholeNumber('--rounds', values.rounds),
    seed: wholeNumber('--seed', values.seed) ?? Date.now() % 1_000_000,
    breakage: breakageOf(values.break),
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

function breakageOf(text: string | undefined): Breakage | undefined {
  if (text === undefined || text === 'guard' || text === 'durability') return text;
  throw new Error(`--break is guard or durability, not ${JSON.stringify(text)}.`);
}
