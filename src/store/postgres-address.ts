import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import type { ClientConfig } from 'pg';
import { PASSWORD_ENCODING_HINT } from '../core/address.ts';
import { StoreError } from './store.ts';

/** Where a PostgreSQL is and how to talk to it: what an address `postgres://...` says. */
export interface PostgresAddress {
  /** `user@host:port/database`, for messages: never with the password. */
  readonly label: string;
  readonly client: ClientConfig;
  /** The TLS settings to try, in this order; `false` is no encryption. */
  readonly tls: readonly (false | ConnectionOptions)[];
  readonly poolMax: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

const DEFAULTS = { poolMax: 10, connectTimeoutSeconds: 5, statementTimeoutMs: 5_000 };

/** One for writes, one for reads. */
const MIN_CONNECTIONS = 2;

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The supported parameters of libpq, then those of this service. */
const PARAMETERS = [
  'application_name',
  'channel_binding',
  'connect_timeout',
  'dbname',
  'host',
  'options',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslpassword',
  'sslrootcert',
  'target_session_attrs',
  'user',
  'pool_max',
  'statement_timeout',
] as const;
type Parameter = (typeof PARAMETERS)[number];

type Read = (parameter: Parameter) => string | undefined;

/**
 * Parses an address as libpq would (PostgreSQL documentation, "Connection URIs"). The parser of `pg` treats
 * `sslmode=require` as `verify-full`, does not know `allow`, and never falls back as `prefer` must.
 * @throws StoreError, whose message never contains the password, when the address can't be used.
 */
export function readPostgresAddress(url: string): PostgresAddress {
  const parts = parse(url);
  const read: Read = (parameter) => parts.searchParams.get(parameter) || undefined;
  refuseUnknown(parts.searchParams);
  const host = read('host') ?? decoded(parts.hostname).replace(/^\[|\]$/g, '');
  if (host.includes(',')) throw new StoreError('the address of the database may name only one host.');
  const user = read('user') ?? decoded(parts.username);
  const database = read('dbname') ?? decoded(parts.pathname.slice(1));
  const port = wholeNumber('port', read('port') ?? parts.port, 5432, 65_535);
  const client = leaveOutUndefined({
    host: host || undefined,
    port,
    user: user || undefined,
    password: read('password') ?? (decoded(parts.password) || undefined),
    database: database || undefined,
    options: read('options'),
    application_name: read('application_name') ?? 'museum',
    sslnegotiation: oneOf('sslnegotiation', read('sslnegotiation') ?? 'postgres', ['postgres', 'direct']),
    enableChannelBinding: wantsChannelBinding(read),
  });
  checkSessionAttributes(read);
  return {
    label: `${user && `${user}@`}${host || 'localhost'}:${port}/${database}`,
    client,
    tls: readTls(read, host),
    poolMax: wholeNumber('pool_max', read('pool_max'), DEFAULTS.poolMax, 1_000, MIN_CONNECTIONS),
    connectTimeoutMs:
      1000 * wholeNumber('connect_timeout', read('connect_timeout'), DEFAULTS.connectTimeoutSeconds, 3_600),
    statementTimeoutMs: wholeNumber(
      'statement_timeout',
      read('statement_timeout'),
      DEFAULTS.statementTimeoutMs,
      86_400_000,
    ),
  };
}

function parse(url: string): URL {
  const parts = URL.parse(url);
  if (parts === null || isCut(parts))
    throw new StoreError(`the address of the database is malformed. ${PASSWORD_ENCODING_HINT}`);
  return parts;
}

/** Whether the user name or password seems to contain a character that ends it early, such as / ? or #. */
function isCut({ hash, pathname, searchParams }: URL): boolean {
  return [hash, pathname, ...searchParams.keys()].some((part) => /[#@]/.test(part));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreError(
      `the address of the database contains a % that does not begin an escaped character. ${PASSWORD_ENCODING_HINT}`,
    );
  }
}

/** An unknown parameter may be a misspelt one that was meant to protect the connection. */
function refuseUnknown(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if ((PARAMETERS as readonly string[]).includes(name)) continue;
    throw new StoreError(
      `the address of the database has an unknown parameter "${name}". The known ones are ${PARAMETERS.join(', ')}.`,
    );
  }
}

/** What each sslmode means: https://www.postgresql.org/docs/current/libpq-ssl.html */
function readTls(read: Read, host: string): (false | ConnectionOptions)[] {
  const rootCertificate = read('sslrootcert');
  const mode = oneOf<SslMode>(
    'sslmode',
    read('sslmode') ?? (rootCertificate === 'system' ? 'verify-full' : 'prefer'),
    SSL_MODES,
  );
  // libpq does not encrypt Unix-domain sockets.
  if (host.startsWith('/') || mode === 'disable') return [false];
  const own = clientCertificate(read);
  const unverified = { ...own, rejectUnauthorized: false };
  if (mode === 'allow') return [false, unverified];
  if (mode === 'prefer') return [unverified, false];
  if (rootCertificate === undefined) {
    if (mode === 'require') return [unverified];
    throw new StoreError(
      `sslmode=${mode} needs sslrootcert=FILE, the certificate of the certificate authority to trust, or sslrootcert=system.`,
    );
  }
  if (rootCertificate === 'system') {
    if (mode !== 'verify-full') throw new StoreError('sslrootcert=system needs sslmode=verify-full.');
    const ca = [...getCACertificates('default'), ...getCACertificates('system')];
    return [{ ...own, ca, host }];
  }
  const ca = fileContents('sslrootcert', rootCertificate);
  // `host` is given because Node would otherwise compare the certificate of an IP address with "localhost".
  if (mode === 'verify-full') return [{ ...own, ca, host }];
  return [{ ...own, ca, checkServerIdentity: () => undefined }];
}

function clientCertificate(read: Read): ConnectionOptions {
  const [cert, key] = [read('sslcert'), read('sslkey')];
  return leaveOutUndefined({
    cert: cert && fileContents('sslcert', cert),
    key: key && fileContents('sslkey', key),
    passphrase: read('sslpassword'),
  });
}

function fileContents(parameter: Parameter, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StoreError(`${parameter}: the file ${path} can’t be read.`, error);
  }
}

function wantsChannelBinding(read: Read): boolean {
  const wanted = oneOf('channel_binding', read('channel_binding') ?? 'disable', [
    'disable',
    'prefer',
    'require',
  ]);
  if (wanted === 'require') {
    throw new StoreError('channel_binding=require is not supported. Use sslmode=verify-full instead.');
  }
  return wanted === 'prefer';
}

/** The service needs a server that can be written to, so values that ask for a standby are refused. */
function checkSessionAttributes(read: Read): void {
  oneOf('target_session_attrs', read('target_session_attrs') ?? 'any', ['any', 'read-write', 'primary']);
}

function oneOf<Choice extends string>(
  parameter: Parameter,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new StoreError(`${parameter} must be one of ${choices.join(', ')}.`);
  return choice;
}

function wholeNumber(
  parameter: Parameter,
  text: string | undefined,
  standard: number,
  most: number,
  least = 1,
): number {
  if (text === undefined || text === '') return standard;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < least || number > most) {
    throw new StoreError(`${parameter} must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

function leaveOutUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
