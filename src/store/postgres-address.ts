import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import type { ClientConfig } from 'pg';
import { PASSWORD_ENCODING_HINT } from '../core/address.ts';
import { type PostgresHost, PostgresHosts } from './postgres-hosts.ts';
import { StoreError } from './store.ts';

/** Where a PostgreSQL is and how to talk to it: what an address `postgres://...` says. */
export interface PostgresAddress {
  /** `user@host:port/database`, for messages: never with the password. Several hosts are separated by commas. */
  readonly label: string;
  /** All but the host and the port. */
  readonly client: ClientConfig;
  /** One, or several of which one can be written to. */
  readonly hosts: PostgresHosts;
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
  const { parts, list } = parse(url);
  const read: Read = (parameter) => parts.searchParams.get(parameter) || undefined;
  refuseUnknown(parts.searchParams);
  const user = read('user') ?? decoded(parts.username);
  const database = read('dbname') ?? decoded(parts.pathname.slice(1));
  const hosts = readHosts(list, read);
  const client = leaveOutUndefined({
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
    label: `${user && `${user}@`}${hosts.map(({ label }) => label).join(',')}/${database}`,
    client,
    hosts: new PostgresHosts(hosts),
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

interface Parsed {
  readonly parts: URL;
  /** The hosts and their ports, as they are written; those that are not are empty. */
  readonly list: readonly HostAndPort[];
}

type HostAndPort = Pick<URL, 'hostname' | 'port'>;

/** A list of hosts is taken out first: to Node it is no URL. */
function parse(url: string): Parsed {
  const [begin = '', hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  const isList = hosts.includes(',');
  const parts = URL.parse(isList ? `${begin.slice(0, -hosts.length)}hosts${url.slice(begin.length)}` : url);
  const list = isList ? hosts.split(',').map((host) => URL.parse(`postgres://${host}`)) : [parts];
  if (parts === null || isCut(parts) || !list.every((each) => each !== null)) {
    throw new StoreError(
      `the address of the database is malformed. Write it as postgres://user:password@host:5432/museum, and several hosts as one:5432,other:5432. ${PASSWORD_ENCODING_HINT}`,
    );
  }
  return { parts, list };
}

/** Whether the user name or password seems to contain a character that ends it early, such as / ? or #. */
function isCut({ hash, pathname, searchParams }: URL): boolean {
  return [hash, pathname, ...searchParams.keys()].some((part) => /[#@]/.test(part));
}

function readHosts(list: readonly HostAndPort[], read: Read): PostgresHost[] {
  const names = read('host')?.split(',') ?? list.map(({ hostname }) => decoded(hostname));
  const ports = read('port')?.split(',') ?? list.map(({ port }) => port);
  if (names.length > 1 && names.includes(''))
    throw new StoreError('the address of the database has an empty name in its list of hosts.');
  if (ports.length !== names.length && ports.length !== 1)
    throw new StoreError(
      `the address of the database has ${names.length} hosts and ${ports.length} ports. Give one port for all, or one for each.`,
    );
  return names.map((name, index) => {
    const host = name.replace(/^\[|\]$/g, '');
    const port = wholeNumber('port', ports[index] ?? ports[0], 5432, 65_535);
    return {
      label: `${host || 'localhost'}:${port}`,
      host: host || undefined,
      port,
      tls: readTls(read, host),
    };
  });
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
