import { parseArgs } from 'node:util';
import type { DatabaseAddress } from '../../src/store/index.ts';

export const INTERFACES = ['api', 'octo', 'shop', 'desk', 'gate', 'payments'] as const;
export type InterfaceName = (typeof INTERFACES)[number];

export interface FuzzOptions {
  /** The seed of all generated requests. Ids, and what is sold meanwhile, differ from run to run. */
  readonly seed: number;
  /** How many requests are sent, to all interfaces together; a few more, because each is finished. */
  readonly requests: number;
  readonly interfaces: readonly InterfaceName[];
  /** Undefined: SQLite, in a folder that is removed afterwards. */
  readonly database?: DatabaseAddress | undefined;
}

/** The options of the command line, which starts a PostgreSQL when it is to use one. */
export interface RunOptions extends FuzzOptions {
  readonly isOnPostgres: boolean;
}

export const USAGE = `usage: npm run fuzz -- [--requests N] [--seed N] [--interface NAMES] [--database NAME]
  Starts the service on a temporary database, and sends generated requests: right ones, nearly right ones and
  hostile ones. Each answer must be as it is declared, none may be a 5xx, and the memory must stay flat.
  --requests N       how many, 20000 unless told
  --seed N           repeat a run; each run prints its seed
  --interface NAMES  some of api,octo,shop,desk,gate,payments, separated by commas; all unless told
  --database NAME    sqlite or postgres; sqlite unless told
  --help             this text
The exit code is 1 when there was a fault; each is printed with a curl command.`;

/** @returns undefined for --help. @throws Error whose message says what is wrong with the arguments */
export function readOptions(args: readonly string[]): RunOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
      interface: { type: 'string', default: INTERFACES.join(',') },
      database: { type: 'string', default: 'sqlite' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    requests: wholeNumber('--requests', values.requests),
    seed: wholeNumber('--seed', values.seed),
    interfaces: values.interface.split(',').map(interfaceNamed),
    isOnPostgres: isPostgres(values.database),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

function isPostgres(name: string): boolean {
  if (name === 'sqlite' || name === 'postgres') return name === 'postgres';
  throw new Error(`--database is sqlite or postgres, not ${JSON.stringify(name)}.`);
}

function interfaceNamed(text: string): InterfaceName {
  const name = INTERFACES.find((each) => each === text.trim());
  if (name === undefined)
    throw new Error(`--interface is some of ${INTERFACES.join(',')}, not ${JSON.stringify(text)}.`);
  return name;
}
