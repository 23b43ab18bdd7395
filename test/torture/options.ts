import { parseArgs } from 'node:util';

/** What is broken on purpose, to show that the torture finds it. */
export const BREAKAGES = ['guard', 'admission', 'durability', 'payment'] as const;
export type Breakage = (typeof BREAKAGES)[number];

const FAILOVERS = 20;

export interface TortureOptions {
  readonly database: 'sqlite' | 'postgres';
  /** How many instances there are; more than one only on PostgreSQL. */
  readonly instances: number;
  /** Whether PostgreSQL is stopped and crashed too. */
  readonly restarts: boolean;
  /** Whether PostgreSQL is a primary and a synchronous standby, and in each round the primary is killed for good. */
  readonly failover: boolean;
  /** How many rounds there are, each of which ends with a kill; undefined: as many as the time allows. */
  readonly rounds: number | undefined;
  readonly seconds: number;
  /** How many answers a round has at most. Counted instead of timed, so that rounds do as much on a slow machine. */
  readonly answers: number;
  /** The seed of all random choices. Runs with the same seed are alike, but for the timing. */
  readonly seed: number;
  readonly breakage: Breakage | undefined;
}

export const USAGE = `usage: npm run torture -- [--seconds N] [--rounds N] [--seed N] [--break WHAT]
                      [--database postgres [--instances N] [--restarts] | --failover [--instances N]]
  --seconds N   for how long, 60 unless told; rounds end it earlier
  --rounds N    how many rounds
  --seed N      repeat a run; each run prints its seed
  --break WHAT  break the service on purpose: guard (against overselling), admission (the
                guard against admitting twice), durability, or payment (of orders)
  --database D  sqlite (unless told) or postgres: a PostgreSQL of its own, whose connections are ended at random too
  --instances N how many instances on it, 2 unless told
  --restarts    it is stopped and crashed, and started again, too
  --failover    two PostgreSQL servers, a primary and its synchronous standby, and 3 instances, unless told. In each
                of 20 rounds, unless told, the primary is killed and the standby promoted under load: prints how long
                it takes until they sell again, and makes a new standby`;

/** @throws Error whose message says what is wrong with the arguments */
export function readOptions(args: readonly string[]): TortureOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      break: { type: 'string' },
      database: { type: 'string' },
      instances: { type: 'string' },
      restarts: { type: 'boolean' },
      failover: { type: 'boolean' },
    },
  });
  const { failover = false } = values;
  const database = databaseOf(values.database ?? (failover ? 'postgres' : undefined));
  if (failover && (database === 'sqlite' || values.restarts || values.break !== undefined)) {
    throw new Error('--failover goes with PostgreSQL, and without --restarts and --break.');
  }
  if (database === 'sqlite' && (values.instances ?? values.restarts) !== undefined) {
    throw new Error('--instances and --restarts go with --database postgres.');
  }
  return {
    database,
    instances:
      database === 'sqlite' ? 1 : (wholeNumber('--instances', values.instances) ?? (failover ? 3 : 2)),
    restarts: values.restarts ?? false,
    failover,
    seconds:
      wholeNumber('--seconds', values.seconds) ?? (values.rounds === undefined && !failover ? 60 : 3_600),
    rounds:
      wholeNumber('--rounds', values.rounds) ??
      (failover && values.seconds === undefined ? FAILOVERS : undefined),
    answers: 900,
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
  const breakage = BREAKAGES.find((each) => each === text);
  if (text === undefined || breakage !== undefined) return breakage;
  throw new Error(`--break is guard, admission, durability or payment, not ${JSON.stringify(text)}.`);
}

function databaseOf(text = 'sqlite'): 'sqlite' | 'postgres' {
  if (text === 'sqlite' || text === 'postgres') return text;
  throw new Error(`--database is sqlite or postgres, not ${JSON.stringify(text)}.`);
}
