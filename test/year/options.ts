import { parseArgs } from 'node:util';

export interface YearOptions {
  readonly database: 'sqlite' | 'postgres';
  readonly days: number;
  /** The seed of all random choices. */
  readonly seed: number;
}

export const USAGE = `usage: npm run year -- [--seed N] [--days N] [--database sqlite|postgres]
  --seed N      repeat a year; each run prints its seed
  --days N      how many days, 365 unless told
  --database D  sqlite (unless told) or postgres: a PostgreSQL of its own, with two instances`;

const TEXT = { type: 'string' } as const;

/** @throws Error whose message says what is wrong with the arguments */
export function readOptions(args: readonly string[]): YearOptions | 'help' {
  const options = { help: { type: 'boolean', short: 'h' }, seed: TEXT, days: TEXT, database: TEXT } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.help) return 'help';
  const { database = 'sqlite', days = '365', seed = `${Date.now() % 1_000_000}` } = values;
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database is sqlite or postgres, not ${JSON.stringify(database)}.`);
  return { database, days: wholeNumber('--days', days), seed: wholeNumber('--seed', seed) };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}
