import { resolve } from 'node:path';
import { usernameFault } from '../accounts/index.ts';
import type { MuseumPassOptions } from '../cards/index.ts';
import { LANGUAGES } from '../core/language.ts';
import { fromCents, HIGHEST_PRICE, isAmountOf, toCents } from '../core/money.ts';
import type { Role } from '../core/roles.ts';
import type { Sender, SmtpAddress } from '../mail/index.ts';
import { parseSender, parseSmtpUrl } from '../mail/mail-settings.ts';
import { PAYMENT_WAYS, type PaymentWay } from '../payments/ways.ts';
import {
  MEMBERS,
  REENTRIES,
  type SettingPath,
  type SettingValue,
  type SettingValues,
} from '../settings/museum-settings.ts';
import type { DatabaseAddress } from '../store/index.ts';
import { defaultDataDir } from './data-folder.ts';
import {
  hundredths,
  oneOf,
  onOff,
  optional,
  type Parse,
  path,
  refuseText,
  type Setting,
  SettingFault,
  setting,
  text,
  textUpTo,
  wholeNumber,
} from './setting.ts';
import {
  allowedOrigins,
  collectorAddress,
  colour,
  currency,
  databaseAddress,
  frameOrigins,
  groupRoles,
  headerPairs,
  hostTimeZone,
  hoursOrOff,
  issuerAddress,
  paymentWays,
  publicAddress,
  timeZone,
  trustedProxies,
  webAddress,
} from './setting-parsers.ts';

/**
 * The settings that stand by themselves, under their names in `Config`. docs/operations.md describes each, and
 * .env.example has its default; tests compare both with these tables.
 */
const SINGLE = {
  port: setting('PORT', wholeNumber('a port', 0, 65_535), '8080'),
  host: setting('HOST', text, '127.0.0.1'),
  currency: setting('MUSEUM_CURRENCY', currency, 'EUR'),
  /** Price of a general entry ticket, in cents. */
  generalPriceCents: setting(
    'MUSEUM_GENERAL_PRICE',
    hundredths(
      'a price',
      toCents(HIGHEST_PRICE),
      `Use 0 to ${HIGHEST_PRICE} with at most two decimals, such as 12.50.`,
    ),
    '0',
  ),
  logLevel: setting('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  /** How a line of the log says its level and its time. */
  logFormat: setting('LOG_FORMAT', oneOf('numbers', 'words'), 'numbers'),
  mock: setting('MUSEUM_MOCK', onOff, 'on'),
  /** The origins whose pages may use the API; undefined: none, but all may use the mock. */
  corsOrigins: optional('MUSEUM_CORS_ORIGINS', allowedOrigins),
  /** The origins of sites that may show the pages for visitors in a frame. */
  frameOrigins: setting('MUSEUM_FRAME_ORIGINS', (text) => (text === '' ? [] : frameOrigins(text)), ''),
  /** Requests per minute and account; undefined: no limit. */
  rateLimit: optional(
    'MUSEUM_RATE_LIMIT',
    wholeNumber(
      'a limit',
      1,
      Number.POSITIVE_INFINITY,
      'Use a whole number of requests per minute, at least 1.',
    ),
  ),
  /** Whether X-Forwarded-For of a proxy on this machine or a private network names the client. */
  trustProxy: setting('MUSEUM_TRUST_PROXY', trustedProxies, 'off'),
  /** Whether webhooks may be plain http and in private networks. */
  webhookAllowPrivate: setting('MUSEUM_WEBHOOK_ALLOW_PRIVATE', onOff, 'off'),
  /** The origin at which visitors reach the service, such as https://tickets.example.org; undefined: not known. */
  publicUrl: optional('MUSEUM_PUBLIC_URL', publicAddress),
  /** Whether resellers sell by the OCTO standard. */
  octo: setting('MUSEUM_OCTO', onOff, 'off'),
  /** The path of the museum's logo. */
  logo: optional('MUSEUM_LOGO', path),
  /** The folder in which backups are made, so that their age can be watched; undefined: not known. */
  backupDir: optional('MUSEUM_BACKUP_DIR', path),
};

/** The settings whose value, or whether they count, depends on others. */
const COMBINED = {
  tlsCert: optional('MUSEUM_TLS_CERT', path),
  tlsKey: optional('MUSEUM_TLS_KEY', path),
  dataDir: optional('MUSEUM_DATA_DIR', path),
  database: optional('MUSEUM_DATABASE_URL', databaseAddress),
  adminUsername: optional('MUSEUM_ADMIN_USERNAME', text),
  adminPassword: optional('MUSEUM_ADMIN_PASSWORD', text),
  smtpUrl: optional('MUSEUM_SMTP_URL', text),
  mailFrom: optional('MUSEUM_MAIL_FROM', text),
  timeZone: optional('MUSEUM_TIME_ZONE', timeZone),
  stripeKey: optional('MUSEUM_STRIPE_KEY', text),
  stripeWebhookSecret: optional('MUSEUM_STRIPE_WEBHOOK_SECRET', text),
  mollieKey: optional('MUSEUM_MOLLIE_KEY', text),
  mpmClientId: optional('MUSEUM_MPM_CLIENT_ID', text),
  mpmClientSecret: optional('MUSEUM_MPM_CLIENT_SECRET', text),
  mpmUrl: setting('MUSEUM_MPM_URL', webAddress, 'https://partner-api.museumpassmusees.be'),
  mpmTokenUrl: setting(
    'MUSEUM_MPM_TOKEN_URL',
    webAddress,
    'https://account.uitid.be/realms/uitid/protocol/openid-connect/token',
  ),
  oidcIssuer: optional('MUSEUM_OIDC_ISSUER', issuerAddress),
  oidcClientId: optional('MUSEUM_OIDC_CLIENT_ID', text),
  oidcClientSecret: optional('MUSEUM_OIDC_CLIENT_SECRET', text),
  oidcGroupsClaim: setting('MUSEUM_OIDC_GROUPS_CLAIM', text, 'groups'),
  oidcRoles: optional('MUSEUM_OIDC_ROLES', groupRoles),
  oidcOnly: setting('MUSEUM_OIDC_ONLY', onOff, 'off'),
  tracesTo: optional('OTEL_EXPORTER_OTLP_ENDPOINT', collectorAddress),
  traceHeaders: setting('OTEL_EXPORTER_OTLP_HEADERS', headerPairs, ''),
  serviceName: setting('OTEL_SERVICE_NAME', text, 'museum'),
};

const hours = wholeNumber('a number of hours', 0, 8_760);
const minutes = wholeNumber('a number of minutes', 0, 1_440);
const rate = hundredths(
  'a rate',
  10_000,
  'Use a percentage from 0 to 100 with at most two decimals, such as 8.1.',
);

/** How the variables of settings that staff change otherwise are read: as staff would set them. */
const FIXABLE = {
  name: textUpTo(100),
  address: textUpTo(200),
  colour,
  language: oneOf(...LANGUAGES),
  vat: (given: string) => fromCents(rate(given)),
  'shop/open': onOff,
  'shop/payments': paymentWays,
  'shop/cancelHours': hours,
  'shop/moveHours': (given: string) => hoursOrOff(given) ?? 'off',
  'entry/early': minutes,
  'entry/late': minutes,
  'entry/reentry': oneOf(...REENTRIES),
  salesDays: wholeNumber('a number of days', 1, 3_650),
  partnerVoidHours: hours,
  retentionDays: wholeNumber(
    'a number of days',
    0,
    36_500,
    'Use a whole number up to 36500, or 0 to keep the data for ever.',
  ),
} as const satisfies Partial<Record<SettingPath, Parse<SettingValue>>>;

type FixablePath = keyof typeof FIXABLE;

type Values<Table> = { readonly [Name in keyof Table]: Table[Name] extends Setting<infer V> ? V : never };

/** The settings of the service, as they were read and checked. */
export interface Config extends Values<typeof SINGLE> {
  /** The files of a certificate and its key, with which the service itself speaks https; undefined: it speaks http. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  readonly admin: { readonly username: string; readonly password: string } | undefined;
  /** Undefined: nothing is mailed. A sender without a name has the museum's. */
  readonly mail: { readonly server: SmtpAddress; readonly sender: Sender } | undefined;
  readonly timeZone: string;
  /** How museumPASSmusées is asked about its cards; undefined: it is not. */
  readonly museumPass:
    | Pick<MuseumPassOptions, 'clientId' | 'clientSecret' | 'address' | 'tokenAddress'>
    | undefined;
  /** What the environment says of the settings that staff change otherwise. */
  readonly fixed: SettingValues;
  /** The ways to pay that are connected. */
  readonly connected: readonly PaymentWay[];
  /** The keys of the payment providers that are connected. */
  readonly keys: ProviderKeys;
  /** The museum's identity provider, and the roles of its groups; undefined: people sign in with passwords alone. */
  readonly oidc: OidcConfig | undefined;
  /** Where traces are sent, by OTLP; undefined: nowhere, and none are made. */
  readonly tracing:
    | {
        readonly endpoint: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly serviceName: string;
      }
    | undefined;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly groupsClaim: string;
  /** The greatest role first. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Whether nobody but admins of the service itself signs in with a password. */
  readonly isOnly: boolean;
}

export interface ProviderKeys {
  readonly stripe: { readonly key: string; readonly webhookSecret: string | undefined } | undefined;
  readonly mollie: { readonly key: string } | undefined;
}

type SettingsOf<Table extends Readonly<Record<string, Setting<unknown>>>> = Table[keyof Table]['variable'];
type FixableName = (typeof MEMBERS)[FixablePath]['variable'];
type SettingName = SettingsOf<typeof SINGLE> | SettingsOf<typeof COMBINED> | FixableName;

/** Every variable that is read. */
export const SETTINGS: readonly SettingName[] = [
  ...[...Object.values(SINGLE), ...Object.values(COMBINED)].map(({ variable }) => variable),
  ...(Object.keys(FIXABLE) as FixablePath[]).map((path) => MEMBERS[path].variable),
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid setting. The message names the variable, its value and what would be valid. */
export class ConfigError extends Error {
  constructor(setting: SettingName | '.env', fault: string) {
    super(`${setting}: ${fault}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and checks every setting. An empty value counts as none. Touches no file and opens nothing.
 * @throws ConfigError for the first setting that is wrong.
 */
export function readConfig(environment: Environment): Config {
  const read: Read = ({ variable, read }) =>
    refusedAs(variable, () => read(environment[variable]?.trim() || undefined));
  const single = readAll(SINGLE, read);
  const dataDir = read(COMBINED.dataDir) ?? resolve(defaultDataDir(environment));
  refusedAs('MUSEUM_GENERAL_PRICE', () => requirePayable(single, environment.MUSEUM_GENERAL_PRICE?.trim()));
  const fixed = readFixed(environment);
  return {
    ...single,
    tls: readTls(read),
    dataDir,
    database: read(COMBINED.database) ?? { kind: 'sqlite', path: resolve(dataDir, 'museum.db') },
    admin: readAdmin(read, environment),
    mail: readMail(read),
    museumPass: readMuseumPass(read),
    timeZone: read(COMBINED.timeZone) ?? refusedAs('MUSEUM_TIME_ZONE', hostTimeZone),
    fixed,
    connected: PAYMENT_WAYS.filter((way) => isConnected(read, way)),
    keys: readKeys(read, fixed),
    oidc: readOidc(read),
    tracing: readTracing(read),
  };
}

/** @throws ConfigError unless `text` is a TCP port; 0 asks the system for a free one. */
export function readPort(text: string | undefined): number {
  return refusedAs('PORT', () => SINGLE.port.read(text));
}

type Read = <Value>(setting: Setting<Value, SettingName>) => Value;

function readAll<Table extends Readonly<Record<string, Setting<unknown, SettingName>>>>(
  table: Table,
  read: Read,
): Values<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, each]) => [name, read(each)])) as Values<Table>;
}

/** @throws ConfigError with the name of the setting, in place of a SettingFault */
function refusedAs<Value>(variable: SettingName, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingFault ? new ConfigError(variable, error.message) : error;
  }
}

function requirePayable({ currency, generalPriceCents }: Values<typeof SINGLE>, given = ''): void {
  if (!isAmountOf(currency, generalPriceCents / 100))
    refuseText(given, `is not a price. There are only whole amounts of ${currency}.`);
}

function readTls(read: Read): Config['tls'] {
  const [cert, key] = [read(COMBINED.tlsCert), read(COMBINED.tlsKey)];
  refuseHalf(['MUSEUM_TLS_CERT', cert], ['MUSEUM_TLS_KEY', key]);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** Spaces at the ends of the password count. */
function readAdmin(read: Read, environment: Environment): Config['admin'] {
  const username = read(COMBINED.adminUsername);
  const password = environment.MUSEUM_ADMIN_PASSWORD || undefined;
  refuseHalf(['MUSEUM_ADMIN_USERNAME', username], ['MUSEUM_ADMIN_PASSWORD', password]);
  if (username === undefined || password === undefined) return undefined;
  const fault = usernameFault(username);
  if (fault !== undefined) throw new ConfigError('MUSEUM_ADMIN_USERNAME', fault);
  return { username, password };
}

function readMail(read: Read): Config['mail'] {
  const [url, from] = [read(COMBINED.smtpUrl), read(COMBINED.mailFrom)];
  refuseHalf(['MUSEUM_SMTP_URL', url], ['MUSEUM_MAIL_FROM', from]);
  if (url === undefined || from === undefined) return undefined;
  const [server, sender] = [parseSmtpUrl(url), parseSender(from)];
  if (typeof server === 'string') throw new ConfigError('MUSEUM_SMTP_URL', server);
  if (typeof sender === 'string') throw new ConfigError('MUSEUM_MAIL_FROM', sender);
  return { server, sender };
}

function readMuseumPass(read: Read): Config['museumPass'] {
  const [clientId, clientSecret] = [read(COMBINED.mpmClientId), read(COMBINED.mpmClientSecret)];
  refuseHalf(['MUSEUM_MPM_CLIENT_ID', clientId], ['MUSEUM_MPM_CLIENT_SECRET', clientSecret]);
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, address: read(COMBINED.mpmUrl), tokenAddress: read(COMBINED.mpmTokenUrl) };
}

type Given = readonly [setting: SettingName, value: string | undefined];

/** @throws ConfigError when only one of the two is set */
function refuseHalf(one: Given, other: Given): void {
  const [missing, set] = one[1] === undefined ? [one, other] : [other, one];
  if (missing[1] !== undefined || set[1] === undefined) return;
  throw new ConfigError(missing[0], `is not set, but ${set[0]} is. Set both or neither.`);
}

/** A provider that visitors are to pay through must have a right key. */
function readKeys(read: Read, fixed: SettingValues): ProviderKeys {
  const { 'shop/open': isOn, 'shop/payments': asked } = fixed;
  const needs = (way: PaymentWay) =>
    (isOn === true && Array.isArray(asked) && asked.includes(way)) || isConnected(read, way);
  return {
    stripe: needs('stripe')
      ? { key: readStripeKey(read), webhookSecret: read(COMBINED.stripeWebhookSecret) }
      : undefined,
    mollie: needs('mollie') ? { key: readMollieKey(read) } : undefined,
  };
}

/** The settings of staff whose variable is set. */
function readFixed(environment: Environment): SettingValues {
  const given = (Object.keys(FIXABLE) as FixablePath[]).flatMap((path) => {
    const { variable } = MEMBERS[path];
    const text = environment[variable]?.trim() ?? '';
    return text === '' ? [] : [[path, refusedAs<SettingValue>(variable, () => FIXABLE[path](text))] as const];
  });
  return Object.fromEntries(given);
}

function isConnected(read: Read, way: PaymentWay): boolean {
  if (way === 'desk') return true;
  return way === 'stripe' ? isStripeKey(read(COMBINED.stripeKey)) : isMollieKey(read(COMBINED.mollieKey));
}

function isStripeKey(key = ''): boolean {
  return /^(?:sk|rk)_(?:test|live)_\S+$/.test(key);
}

function isMollieKey(key = ''): boolean {
  return /^(?:test|live)_\S+$/.test(key);
}

function readStripeKey(read: Read): string {
  const key = read(COMBINED.stripeKey);
  if (key !== undefined && isStripeKey(key)) return key;
  throw new ConfigError(
    'MUSEUM_STRIPE_KEY',
    `${key === undefined ? 'is not set, but MUSEUM_PAYMENTS has stripe.' : 'is not a secret key of Stripe.'} Use one that begins with sk_ or rk_, from Stripe’s Dashboard.`,
  );
}

function readMollieKey(read: Read): string {
  const key = read(COMBINED.mollieKey);
  if (key !== undefined && isMollieKey(key)) return key;
  throw new ConfigError(
    'MUSEUM_MOLLIE_KEY',
    `${key === undefined ? 'is not set, but MUSEUM_PAYMENTS has mollie.' : 'is not an API key of Mollie.'} Use one that begins with live_ or test_, from Mollie’s Dashboard.`,
  );
}

function readOidc(read: Read): Config['oidc'] {
  const issuer = read(COMBINED.oidcIssuer);
  const isOnly = read(COMBINED.oidcOnly);
  const needed = [COMBINED.oidcClientId, COMBINED.oidcClientSecret, COMBINED.oidcRoles] as const;
  if (issuer === undefined) {
    const stray = isOnly ? COMBINED.oidcOnly : needed.find((each) => read<unknown>(each) !== undefined);
    if (stray === undefined) return undefined;
    throw new ConfigError('MUSEUM_OIDC_ISSUER', `is not set, but ${stray.variable} is. Set the issuer too.`);
  }
  const missing = needed.find((each) => read<unknown>(each) === undefined);
  if (missing !== undefined)
    throw new ConfigError(missing.variable, 'is not set, but MUSEUM_OIDC_ISSUER is. Set it too.');
  const [clientId, clientSecret, roles] = needed.map((each) => read<unknown>(each)) as [
    ...[string, string],
    ReadonlyMap<string, Role>,
  ];
  return { issuer, clientId, clientSecret, groupsClaim: read(COMBINED.oidcGroupsClaim), roles, isOnly };
}

function readTracing(read: Read): Config['tracing'] {
  const endpoint = read(COMBINED.tracesTo);
  const headers = read(COMBINED.traceHeaders);
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName: read(COMBINED.serviceName) };
}
