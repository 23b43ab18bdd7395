import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type DatabaseKind = 'sqlite' | 'postgres';

/** What a run is to measure, and how long. */
export interface Options {
  /** Names of the rows, in the order in which they are measured. */
  readonly rows: readonly string[];
  /** How often service and reference take turns. */
  readonly rounds: number;
  /** How long each turn lasts. */
  readonly seconds: number;
  readonly tickets: number;
  readonly events: number;
  /** How many requests row 9 makes before it measures the memory of the service again. */
  readonly requests: number;
  readonly isQuick: boolean;
  /** The database of the service. */
  readonly database: DatabaseKind;
  /** A commit to compare with, if any, and in how many turns. */
  readonly against?: { readonly commit: string; readonly turns: number };
  /** Where to write CPU profiles of the service. */
  readonly profileFolder?: string;
}

/** A command line that can't be used; the message is one line for the terminal. */
export class UsageError extends Error {}

export const HELP = `Usage: npm run bench -- [options]

Measures the service beside its references, alternating, and prints medians and ratios.

  --rows LIST        which rows, such as 1,2,3 (default: all; see docs/performance.md)
  --rounds N         how often service and reference take turns (default 5)
  --seconds S        how long each turn lasts (default 4)
  --tickets N        tickets stored (default 1000000)
  --events N         special events stored (default 10000)
  --requests N       requests that row 9 makes (default 1000000)
  --quick            a small seed and short turns, to see that everything works
  --profile FOLDER   write a CPU profile of the service there, for node bench/profile.ts
  --database KIND    sqlite (default), or postgres: rows 1 to 4, 11, 18 and limits
  --against COMMIT   run this checkout and that commit in turns, and compare their figures
  --turns N          how many turns each of them gets (default 3)
  --help             this text
`;

/** @throws UsageError */
export function readOptions(
  args: readonly string[],
  known: Readonly<Record<DatabaseKind, readonly string[]>>,
): Options | 'help' {
  const { values } = parse(args);
  if (values.help) return 'help';
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres') {
    throw new UsageError(`--database: ${database} is neither sqlite nor postgres.`);
  }
  const isQuick = values.quick;
  return {
    rows: readRows(values.rows, known[database]),
    rounds: readNumber('rounds', values.rounds ?? (isQuick ? '2' : '5')),
    seconds: readNumber('seconds', values.seconds ?? (isQuick ? '1' : '4')),
    tickets: readNumber('tickets', values.tickets ?? (isQuick ? '20000' : '1000000')),
    events: readNumber('events', values.events ?? (isQuick ? '1000' : '10000')),
    requests: readNumber('requests', values.requests ?? (isQuick ? '40000' : '1000000')),
    isQuick,
    database,
    ...(values.against !== undefined && {
      against: { commit: values.against, turns: readNumber('turns', values.turns ?? '3') },
    }),
    ...(values.profile === undefined ? {} : { profileFolder: resolve(values.profile) }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        rows: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        tickets: { type: 'string' },
        events: { type: 'string' },
        requests: { type: 'string' },
        profile: { type: 'string' },
        against: { type: 'string' },
        turns: { type: 'string' },
        quick: { type: 'boolean', default: false },
        database: { type: 'string', default: 'sqlite' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readRows(list: string | undefined, known: readonly string[]): readonly string[] {
  const rows = list === undefined ? known : list.split(',').map((name) => name.trim());
  const unknown = rows.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--rows: there is no row ${unknown}, only ${known.join(', ')}.`);
  return rows;
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number))
    throw new UsageError(`--${name}: ${text} is not a number above 0.`);
  return number;
}
