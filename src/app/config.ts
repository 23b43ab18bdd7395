import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { usernameFault } from '../accounts/index.ts';
import { PAYMENT_WAYS, type PaymentWay } from '../checkout/ways.ts';
import { PASSWORD_ENCODING_HINT } from '../core/address.ts';
import { contrast, PAPER } from '../core/colour.ts';
import { LANGUAGES, type Language } from '../core/language.ts';
import { HIGHEST_PRICE, isAmountOf, toCents } from '../core/money.ts';
import type { Origins } from '../http/cors.ts';
import { parseNetwork, type TrustedProxies } from '../http/trusted-proxies.ts';
import type { Sender, SmtpAddress } from '../mail/index.ts';
import { parseSender, parseSmtpUrl } from '../mail/mail-settings.ts';
import { type DatabaseAddress, StoreError } from '../store/index.ts';
import { readPostgresAddress } from '../store/postgres-address.ts';
import { defaultDataDir } from './data-folder.ts';

/** The settings of the service, each from the environment variable that docs/operations.md names. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The files of a certificate and its key, with which the service itself speaks https; undefined: it speaks http. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  readonly admin: { readonly username: string; readonly password: string } | undefined;
  readonly museumName: string;
  /** Undefined: nothing is mailed. */
  readonly mail: { readonly server: SmtpAddress; readonly sender: Sender } | undefined;
  readonly timeZone: string;
  readonly currency: string;
  /** Price of a general entry ticket, in cents. */
  readonly generalPriceCents: number;
  /** Hundredths of a percent of value added tax in prices that say nothing of it; null: none. */
  readonly vat: number | null;
  /** Tickets are sold for today and so many days after. */
  readonly salesDays: number;
  /** Whether a ticket that was admitted is admitted again. */
  readonly reentry: Reentry;
  /** How many minutes before its entry time a ticket is admitted, and how many after it. */
  readonly entryEarly: number;
  readonly entryLate: number;
  /** How long after the sale a partner may make its own sales void. */
  readonly partnerVoidHours: number;
  /** How long after a ticket's day its e-mail address and telephone number are kept; undefined: for ever. */
  readonly retentionDays: number | undefined;
  readonly logLevel: LogLevel;
  /** How a line of the log says its level and its time. */
  readonly logFormat: LogFormat;
  readonly mock: boolean;
  /** The origins whose pages may use the API; undefined: none, but all may use the mock. */
  readonly corsOrigins: Origins | undefined;
  /** The default language of mails, tickets and pages. */
  readonly language: Language;
  /** Requests per minute and account; undefined: no limit. */
  readonly rateLimit: number | undefined;
  /** Whether X-Forwarded-For of a proxy on this machine or a private network names the client. */
  readonly trustProxy: TrustedProxies;
  /** Whether webhooks may be plain http and in private networks. */
  readonly webhookAllowPrivate: boolean;
  /** The origin at which visitors reach the service, such as https://tickets.example.org; undefined: not known. */
  readonly publicUrl: string | undefined;
  /** Whether resellers sell by the OCTO standard. */
  readonly octo: boolean;
  /** Undefined: visitors buy nothing by themselves. */
  readonly shop: ShopSettings | undefined;
  /** The museum's postal address, for receipts. */
  readonly address: string | undefined;
  /** The colour of the shop's main actions, as #rrggbb. */
  readonly colour: string | undefined;
  /** The path of the museum's logo. */
  readonly logo: string | undefined;
  /** The folder in which backups are made, so that their age can be watched; undefined: not known. */
  readonly backupDir: string | undefined;
  /** Where traces are sent, by OTLP; undefined: nowhere, and none are made. */
  readonly tracing:
    | {
        readonly endpoint: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly serviceName: string;
      }
    | undefined;
}

export interface ShopSettings {
  readonly publicUrl: string;
  /** In the order in which they are offered; none: only what costs nothing is sold. */
  readonly payments: readonly PaymentWay[];
  /** Until so many hours before the visit, what was paid can be cancelled. */
  readonly cancelHours: number;
  readonly stripe: { readonly key: string; readonly webhookSecret: string | undefined } | undefined;
  readonly mollie: { readonly key: string } | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const LOG_FORMATS = ['numbers', 'words'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
const REENTRIES = ['after-exit', 'never', 'always'] as const;
export type Reentry = (typeof REENTRIES)[number];

/** Every variable that is read. docs/operations.md describes each; a test compares it with this list. */
export const SETTINGS = [
  'PORT',
  'HOST',
  'MUSEUM_TLS_CERT',
  'MUSEUM_TLS_KEY',
  'MUSEUM_DATA_DIR',
  'MUSEUM_DATABASE_URL',
  'MUSEUM_ADMIN_USERNAME',
  'MUSEUM_ADMIN_PASSWORD',
  'MUSEUM_NAME',
  'MUSEUM_SMTP_URL',
  'MUSEUM_MAIL_FROM',
  'MUSEUM_TIME_ZONE',
  'MUSEUM_CURRENCY',
  'MUSEUM_LANGUAGE',
  'MUSEUM_GENERAL_PRICE',
  'MUSEUM_VAT',
  'MUSEUM_SALES_DAYS',
  'MUSEUM_REENTRY',
  'MUSEUM_ENTRY_EARLY',
  'MUSEUM_ENTRY_LATE',
  'MUSEUM_PARTNER_VOID_HOURS',
  'MUSEUM_RETENTION_DAYS',
  'MUSEUM_MOCK',
  'MUSEUM_CORS_ORIGINS',
  'MUSEUM_RATE_LIMIT',
  'MUSEUM_TRUST_PROXY',
  'MUSEUM_WEBHOOK_ALLOW_PRIVATE',
  'MUSEUM_OCTO',
  'MUSEUM_SHOP',
  'MUSEUM_PUBLIC_URL',
  'MUSEUM_PAYMENTS',
  'MUSEUM_STRIPE_KEY',
  'MUSEUM_STRIPE_WEBHOOK_SECRET',
  'MUSEUM_MOLLIE_KEY',
  'MUSEUM_SHOP_CANCEL_HOURS',
  'MUSEUM_ADDRESS',
  'MUSEUM_COLOUR',
  'MUSEUM_LOGO',
  'MUSEUM_BACKUP_DIR',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
] as const;
type Setting = (typeof SETTINGS)[number];
export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid setting. The message names the variable, its value and what would be valid. */
export class ConfigError extends Error {
  constructor(setting: Setting | '.env', fault: string) {
    super(`${setting}: ${fault}`);
    this.name = 'ConfigError';
  }
}

/**
 * The environment of this process, merged over the file `.env` in the working directory. A PGPASSWORD in the file is also
 * set in the environment of the process, unless it has one.
 * @throws ConfigError when the file exists and can't be read, or a setting in it spans several lines.
 */
export function readEnvironment(directory = process.cwd()): Environment {
  const file = resolve(directory, '.env');
  const values = existsSync(file) ? readEnvFile(file) : {};
  // The driver of PostgreSQL looks for it nowhere else.
  if (values.PGPASSWORD) process.env.PGPASSWORD ||= values.PGPASSWORD;
  return { ...values, ...process.env };
}

/** Some editors write it at the start of a file; it would become part of the first name. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function readEnvFile(file: string): Environment {
  const values = parseEnv(readText(file).replace(BYTE_ORDER_MARK, ''));
  // A missing closing quote would silently swallow the settings on the lines up to the next quote.
  const broken = SETTINGS.find((setting) => values[setting]?.includes('\n'));
  if (broken !== undefined)
    throw new ConfigError(
      broken,
      `the value in ${file} spans several lines. Close its quotes on the line where it begins.`,
    );
  return values;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      '.env',
      `${file} can’t be read (${code}). Make it a file that this user may read, or remove it.`,
    );
  }
}

/** Sentences about variables that are named like settings but are none, each with the setting that may be meant. */
export function strayNames(environment: Environment): string[] {
  const known: readonly string[] = SETTINGS;
  return Object.keys(environment)
    .filter((name) => name.startsWith('MUSEUM_') && !known.includes(name))
    .map((name) => `${name} is not a setting and is ignored. Did you mean ${nearestSetting(name)}?`);
}

/** The setting that someone means who writes it as an option, such as `data-dir`. */
export function settingNamed(option: string): Setting | undefined {
  const name = option.toUpperCase().replaceAll('-', '_');
  return SETTINGS.find((setting) => withoutPrefix(setting) === name);
}

/**
 * The setting of which some beginning has the smallest edit distance from the name, both without MUSEUM_. Of several, the
 * one with the smallest distance from the name as a whole.
 */
function nearestSetting(name: string): string {
  const ranked = SETTINGS.map((setting) => {
    const distances = editDistances(withoutPrefix(name), withoutPrefix(setting));
    return { setting, beginning: Math.min(...distances), whole: distances.at(-1) as number };
  });
  ranked.sort((one, other) => one.beginning - other.beginning || one.whole - other.whole);
  return ranked[0]?.setting as string;
}

function withoutPrefix(name: string): string {
  return name.replace(/^MUSEUM_/, '');
}

/** The Levenshtein distances of `one` from each prefix of `other`, from the empty one to the whole. */
function editDistances(one: string, other: string): number[] {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] as number) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row;
}

/**
 * Reads and checks every setting. An empty value counts as none. Touches no file and opens nothing.
 * @throws ConfigError for the first setting that is wrong.
 */
export function readConfig(environment: Environment): Config {
  const read = (setting: Setting): string | undefined => environment[setting]?.trim() || undefined;
  const dataDir = resolve(read('MUSEUM_DATA_DIR') ?? defaultDataDir(environment));
  const museumName = readMuseumName(read('MUSEUM_NAME'));
  const currency = readCurrency(read('MUSEUM_CURRENCY'));
  const publicUrl = readPublicUrl(read('MUSEUM_PUBLIC_URL'));
  return {
    port: readPort(read('PORT')),
    host: read('HOST') ?? '127.0.0.1',
    tls: readTlsFiles(absolute(read('MUSEUM_TLS_CERT')), absolute(read('MUSEUM_TLS_KEY'))),
    dataDir,
    database: readDatabase(read('MUSEUM_DATABASE_URL'), dataDir),
    admin: readAdmin(read('MUSEUM_ADMIN_USERNAME'), environment.MUSEUM_ADMIN_PASSWORD || undefined),
    museumName,
    mail: readMail(read('MUSEUM_SMTP_URL'), read('MUSEUM_MAIL_FROM'), museumName),
    timeZone: readTimeZone(read('MUSEUM_TIME_ZONE')),
    currency,
    language: oneOf('MUSEUM_LANGUAGE', read('MUSEUM_LANGUAGE') ?? 'en', LANGUAGES),
    generalPriceCents: readGeneralPrice(read('MUSEUM_GENERAL_PRICE'), currency),
    vat: readVat(read('MUSEUM_VAT')),
    salesDays: readSalesDays(read('MUSEUM_SALES_DAYS')),
    reentry: oneOf('MUSEUM_REENTRY', read('MUSEUM_REENTRY') ?? 'after-exit', REENTRIES),
    entryEarly: readMinutes('MUSEUM_ENTRY_EARLY', read('MUSEUM_ENTRY_EARLY') ?? '10'),
    entryLate: readMinutes('MUSEUM_ENTRY_LATE', read('MUSEUM_ENTRY_LATE') ?? '30'),
    partnerVoidHours: readPartnerVoidHours(read('MUSEUM_PARTNER_VOID_HOURS')),
    retentionDays: readRetention(read('MUSEUM_RETENTION_DAYS')),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    logFormat: oneOf('LOG_FORMAT', read('LOG_FORMAT') ?? 'numbers', LOG_FORMATS),
    mock: readSwitch('MUSEUM_MOCK', read('MUSEUM_MOCK') ?? 'on'),
    corsOrigins: readOrigins(read('MUSEUM_CORS_ORIGINS')),
    rateLimit: readRateLimit(read('MUSEUM_RATE_LIMIT')),
    trustProxy: readProxies(read('MUSEUM_TRUST_PROXY') ?? 'off'),
    webhookAllowPrivate: readSwitch(
      'MUSEUM_WEBHOOK_ALLOW_PRIVATE',
      read('MUSEUM_WEBHOOK_ALLOW_PRIVATE') ?? 'off',
    ),
    publicUrl,
    octo: readSwitch('MUSEUM_OCTO', read('MUSEUM_OCTO') ?? 'off'),
    shop: readSwitch('MUSEUM_SHOP', read('MUSEUM_SHOP') ?? 'off') ? readShop(read, publicUrl) : undefined,
    address: readAddress(read('MUSEUM_ADDRESS')),
    colour: readColour(read('MUSEUM_COLOUR')),
    logo: absolute(read('MUSEUM_LOGO')),
    backupDir: absolute(read('MUSEUM_BACKUP_DIR')),
    tracing: readTracing(read),
  };
}

/** @throws ConfigError unless `text` is a TCP port; 0 asks the system for a free one. */
export function readPort(text: string | undefined): number {
  if (text === undefined) return 8080;
  const port = wholeNumber(text);
  if (port === undefined || port > 65_535) {
    throw new ConfigError('PORT', `${quote(text)} is not a port. Use a whole number from 0 to 65535.`);
  }
  return port;
}

function readTracing(read: (setting: Setting) => string | undefined): Config['tracing'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = readHeaders(read('OTEL_EXPORTER_OTLP_HEADERS') ?? '');
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      `${quote(endpoint)} is not the address of a collector. Use one such as http://localhost:4318.`,
    );
  const serviceName = read('OTEL_SERVICE_NAME') ?? 'museum';
  return { endpoint: url.href.replace(/\/+$/, ''), headers, serviceName };
}

/** Pairs `name=value`, separated by commas; values are percent-encoded, as OpenTelemetry specifies it. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(pairs.map((pair) => readHeader(pair)));
}

function readHeader(pair: string): [name: string, value: string] {
  const [, name = '', text = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
  try {
    const value = decodeURIComponent(text);
    new Headers([[name, value]]);
    return [name, value];
  } catch {
    // It may be a secret, so the message does not repeat it.
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'must be headers such as authorization=Bearer%20abc, separated by commas, their values percent-encoded.',
    );
  }
}

function absolute(path: string | undefined): string | undefined {
  return path && resolve(path);
}

function readDatabase(url: string | undefined, dataDir: string): DatabaseAddress {
  if (url === undefined) return { kind: 'sqlite', path: resolve(dataDir, 'museum.db') };
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length);
    if (path === '')
      throw new ConfigError(
        'MUSEUM_DATABASE_URL',
        'sqlite: needs the path of a file, as in sqlite:/srv/museum.db.',
      );
    return { kind: 'sqlite', path: resolve(path) };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    try {
      readPostgresAddress(url);
    } catch (error) {
      if (error instanceof StoreError) throw new ConfigError('MUSEUM_DATABASE_URL', error.message);
      throw error;
    }
    return { kind: 'postgres', url };
  }
  // The address may hold a password, so the message does not repeat it.
  throw new ConfigError(
    'MUSEUM_DATABASE_URL',
    `is not a database address. Use sqlite:PATH or postgres://user:password@host:5432/museum. ${PASSWORD_ENCODING_HINT}`,
  );
}

function readAdmin(username: string | undefined, password: string | undefined): Config['admin'] {
  refuseHalf(['MUSEUM_ADMIN_USERNAME', username], ['MUSEUM_ADMIN_PASSWORD', password]);
  if (username === undefined || password === undefined) return undefined;
  refuseFault('MUSEUM_ADMIN_USERNAME', usernameFault(username));
  return { username, password };
}

function readTlsFiles(cert: string | undefined, key: string | undefined): Config['tls'] {
  refuseHalf(['MUSEUM_TLS_CERT', cert], ['MUSEUM_TLS_KEY', key]);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function readMail(url: string | undefined, from: string | undefined, museumName: string): Config['mail'] {
  refuseHalf(['MUSEUM_SMTP_URL', url], ['MUSEUM_MAIL_FROM', from]);
  if (url === undefined || from === undefined) return undefined;
  const [server, sender] = [parseSmtpUrl(url), parseSender(from, museumName)];
  if (typeof server === 'string') throw new ConfigError('MUSEUM_SMTP_URL', server);
  if (typeof sender === 'string') throw new ConfigError('MUSEUM_MAIL_FROM', sender);
  return { server, sender };
}

type Given = readonly [setting: Setting, value: string | undefined];

/** @throws ConfigError when only one of the two is set */
function refuseHalf(one: Given, other: Given): void {
  const [missing, set] = one[1] === undefined ? [one, other] : [other, one];
  if (missing[1] !== undefined || set[1] === undefined) return;
  throw new ConfigError(missing[0], `is not set, but ${set[0]} is. Set both or neither.`);
}

function refuseFault(setting: Setting, fault: string | undefined): void {
  if (fault !== undefined) throw new ConfigError(setting, fault);
}

function readMuseumName(name: string | undefined): string {
  if (name !== undefined && [...name].length > 100)
    throw new ConfigError('MUSEUM_NAME', 'is longer than 100 characters.');
  return name ?? 'Museum';
}

function readTimeZone(name: string | undefined): string {
  if (name === undefined) return readHostTimeZone();
  const zone = zoneNamed(name);
  if (zone !== undefined) return zone;
  throw new ConfigError(
    'MUSEUM_TIME_ZONE',
    `${quote(name)} is not a known time zone. Use an IANA name such as Europe/Berlin.`,
  );
}

/** Abbreviations that Intl accepts but IANA does not have: Intl takes BST for Dhaka, IST for India, and CST for Chicago. */
const ABBREVIATION = /^(?!CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)[a-z]{3}$/i;

function zoneNamed(name: string): string | undefined {
  // Intl accepts offsets such as +02:00, but they have no daylight saving time.
  if (/^[+-]/.test(name) || ABBREVIATION.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The machine's time zone. An empty TZ is UTC (POSIX). With an invalid TZ the runtime has no zone. The runtime ignores POSIX
 * rules in TZ, such as CET-1CEST, or reads them with the opposite sign, such as GMT+3.
 */
function readHostTimeZone(): string {
  const { TZ } = process.env;
  if (TZ === '') return 'UTC';
  const isName = TZ === undefined || zoneNamed(TZ.replace(/^:?(?:posix\/|right\/)?/, '')) !== undefined;
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isName && zone !== undefined && zone !== 'Etc/Unknown') return zone;
  throw new ConfigError(
    'MUSEUM_TIME_ZONE',
    'is not set, and the time zone of this machine can’t be determined. Set it to an IANA name such as Europe/Berlin.',
  );
}

function readCurrency(code: string | undefined): string {
  if (code === undefined) return 'EUR';
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    throw new ConfigError(
      'MUSEUM_CURRENCY',
      `${quote(code)} is not a currency. Use an ISO 4217 code such as EUR.`,
    );
  }
  return code;
}

function readGeneralPrice(text: string | undefined, currency: string): number {
  if (text === undefined) return 0;
  const cents = hundredths(text);
  if (!(cents <= toCents(HIGHEST_PRICE))) {
    throw new ConfigError(
      'MUSEUM_GENERAL_PRICE',
      `${quote(text)} is not a price. Use 0 to ${HIGHEST_PRICE} with at most two decimals, such as 12.50.`,
    );
  }
  if (!isAmountOf(currency, cents / 100))
    throw new ConfigError(
      'MUSEUM_GENERAL_PRICE',
      `${quote(text)} is not a price. There are only whole amounts of ${currency}.`,
    );
  return cents;
}

function readVat(text: string | undefined): number | null {
  if (text === undefined) return null;
  const vat = hundredths(text);
  if (!(vat <= 10_000)) {
    throw new ConfigError(
      'MUSEUM_VAT',
      `${quote(text)} is not a rate. Use a percentage from 0 to 100 with at most two decimals, such as 8.1.`,
    );
  }
  return vat;
}

function readSalesDays(text = '730'): number {
  const days = wholeNumber(text);
  if (days === undefined || days < 1 || days > 3_650)
    throw new ConfigError(
      'MUSEUM_SALES_DAYS',
      `${quote(text)} is not a number of days. Use a whole number from 1 to 3650.`,
    );
  return days;
}

function readRateLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = wholeNumber(text);
  if (limit === undefined || limit < 1) {
    throw new ConfigError(
      'MUSEUM_RATE_LIMIT',
      `${quote(text)} is not a limit. Use a whole number of requests per minute, at least 1.`,
    );
  }
  return limit;
}

function readMinutes(setting: Setting, text: string): number {
  const minutes = wholeNumber(text);
  if (minutes === undefined || minutes > 1_440)
    throw new ConfigError(
      setting,
      `${quote(text)} is not a number of minutes. Use a whole number from 0 to 1440.`,
    );
  return minutes;
}

function readPartnerVoidHours(text = '24'): number {
  const hours = wholeNumber(text);
  if (hours === undefined || hours > 8_760)
    throw new ConfigError(
      'MUSEUM_PARTNER_VOID_HOURS',
      `${quote(text)} is not a number of hours. Use a whole number from 0 to 8760.`,
    );
  return hours;
}

function readRetention(text = '365'): number | undefined {
  const days = wholeNumber(text);
  if (days === undefined || days > 36_500)
    throw new ConfigError(
      'MUSEUM_RETENTION_DAYS',
      `${quote(text)} is not a number of days. Use a whole number up to 36500, or 0 to keep the data for ever.`,
    );
  return days === 0 ? undefined : days;
}

function readOrigins(text: string | undefined): Origins | undefined {
  if (text === undefined || text === '*') return text;
  const origins = text.split(',').map((origin) => origin.trim());
  const wrong = origins.find((origin) => !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return origins;
  const meant = /^https?:/i.test(wrong) ? URL.parse(wrong)?.origin : undefined;
  throw new ConfigError(
    'MUSEUM_CORS_ORIGINS',
    `${quote(wrong)} is not an origin. Use origins such as ${meant ?? 'https://shop.example.com'}, separated by commas, or * for all.`,
  );
}

function readProxies(text: string): TrustedProxies {
  if (text === 'on') return 1;
  if (text === 'off') return 0;
  const hops = wholeNumber(text);
  if (hops !== undefined && hops >= 1 && hops <= 10) return hops;
  const networks = text.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => parseNetwork(network) === undefined);
  if (wrong === undefined) return networks;
  throw new ConfigError(
    'MUSEUM_TRUST_PROXY',
    `${quote(wrong)} is neither a number of proxies from 1 to 10 nor a network. Use 1 for one proxy (on), its address, or networks such as 10.1.2.0/24, separated by commas; or off.`,
  );
}

type Read = (setting: Setting) => string | undefined;

function readShop(read: Read, publicUrl: string | undefined): ShopSettings {
  if (publicUrl === undefined)
    throw new ConfigError(
      'MUSEUM_PUBLIC_URL',
      'is not set, but MUSEUM_SHOP is on. Set it to the address of the shop, such as https://tickets.example.org.',
    );
  const payments = readPayments(read('MUSEUM_PAYMENTS') ?? 'none');
  return {
    publicUrl,
    payments,
    cancelHours: readCancelHours(read('MUSEUM_SHOP_CANCEL_HOURS')),
    stripe: payments.includes('stripe')
      ? { key: readStripeKey(read('MUSEUM_STRIPE_KEY')), webhookSecret: read('MUSEUM_STRIPE_WEBHOOK_SECRET') }
      : undefined,
    mollie: payments.includes('mollie') ? { key: readMollieKey(read('MUSEUM_MOLLIE_KEY')) } : undefined,
  };
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text))
    return url.origin;
  throw new ConfigError(
    'MUSEUM_PUBLIC_URL',
    `${quote(text)} is not an origin. Use a scheme and a name without a path, such as https://tickets.example.org.`,
  );
}

function readPayments(text: string): PaymentWay[] {
  const ways = text
    .split(',')
    .map((way) => oneOf('MUSEUM_PAYMENTS', way.trim(), ['none', ...PAYMENT_WAYS] as const));
  const paid = PAYMENT_WAYS.filter((way) => ways.includes(way));
  if (paid.length < ways.length && text !== 'none')
    throw new ConfigError(
      'MUSEUM_PAYMENTS',
      `${quote(text)} names one twice, or none beside others. Use none, or some of ${PAYMENT_WAYS.join(', ')}.`,
    );
  return ways.filter((way) => way !== 'none');
}

function readStripeKey(key: string | undefined): string {
  if (key !== undefined && /^(?:sk|rk)_(?:test|live)_\S+$/.test(key)) return key;
  throw new ConfigError(
    'MUSEUM_STRIPE_KEY',
    `${key === undefined ? 'is not set, but MUSEUM_PAYMENTS has stripe.' : 'is not a secret key of Stripe.'} Use one that begins with sk_ or rk_, from Stripe’s Dashboard.`,
  );
}

function readMollieKey(key: string | undefined): string {
  if (key !== undefined && /^(?:test|live)_\S+$/.test(key)) return key;
  throw new ConfigError(
    'MUSEUM_MOLLIE_KEY',
    `${key === undefined ? 'is not set, but MUSEUM_PAYMENTS has mollie.' : 'is not an API key of Mollie.'} Use one that begins with live_ or test_, from Mollie’s Dashboard.`,
  );
}

function readCancelHours(text = '24'): number {
  const hours = wholeNumber(text);
  if (hours === undefined || hours > 8_760)
    throw new ConfigError(
      'MUSEUM_SHOP_CANCEL_HOURS',
      `${quote(text)} is not a number of hours. Use a whole number from 0 to 8760.`,
    );
  return hours;
}

function readAddress(text: string | undefined): string | undefined {
  if (text !== undefined && [...text].length > 200)
    throw new ConfigError('MUSEUM_ADDRESS', 'is longer than 200 characters.');
  return text;
}

/** WCAG 2.2, success criterion 1.4.3: text and its background. */
const LEAST_CONTRAST = 4.5;

function readColour(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^#[0-9a-f]{6}$/i.test(text))
    throw new ConfigError(
      'MUSEUM_COLOUR',
      `${quote(text)} is not a colour. Use a hash and six hexadecimal digits, such as #0b5d4e.`,
    );
  const ratio = contrast(text, PAPER);
  if (ratio < LEAST_CONTRAST)
    throw new ConfigError(
      'MUSEUM_COLOUR',
      `${quote(text)} is too light to be read: its contrast with the page is ${ratio.toFixed(1)}, and must be ${LEAST_CONTRAST} or more. Use a darker one.`,
    );
  return text.toLowerCase();
}

function readSwitch(setting: Setting, text: string): boolean {
  return oneOf(setting, text, ['on', 'off']) === 'on';
}

function oneOf<Choice extends string>(setting: Setting, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined)
    throw new ConfigError(setting, `${quote(text)} is not one of ${choices.join(', ')}.`);
  return choice;
}

/** NaN when the text is no number with at most two decimals. */
function hundredths(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  return match === null ? Number.NaN : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
