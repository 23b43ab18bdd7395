/** How the texts of particular settings are read. Texts that may hold a secret are not repeated in a fault. */
import { resolve } from 'node:path';
import { PASSWORD_ENCODING_HINT } from '../core/address.ts';
import { COLOUR_PATTERN, colourFault } from '../core/colour.ts';
import { ROLES, type Role } from '../core/roles.ts';
import type { Origins } from '../http/cors.ts';
import { parseNetwork, type TrustedProxies } from '../http/trusted-proxies.ts';
import { PAYMENT_WAYS, type PaymentWay } from '../payments/ways.ts';
import { type DatabaseAddress, StoreError } from '../store/index.ts';
import { readPostgresAddress } from '../store/postgres-address.ts';
import { commaSeparated, oneOf, refuseText, SettingFault, wholeNumber } from './setting.ts';

export function databaseAddress(url: string): DatabaseAddress {
  if (url === 'sqlite:')
    throw new SettingFault('sqlite: needs the path of a file, as in sqlite:/srv/museum.db.');
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', path: resolve(url.slice('sqlite:'.length)) };
  if (/^postgres(ql)?:\/\//.test(url)) return postgresAddress(url);
  throw new SettingFault(
    `is not a database address. Use sqlite:PATH or postgres://user:password@host:5432/museum. ${PASSWORD_ENCODING_HINT}`,
  );
}

function postgresAddress(url: string): DatabaseAddress {
  try {
    readPostgresAddress(url);
    return { kind: 'postgres', url };
  } catch (error) {
    throw error instanceof StoreError ? new SettingFault(error.message) : error;
  }
}

export function timeZone(name: string): string {
  return (
    zoneNamed(name) ?? refuseText(name, 'is not a known time zone. Use an IANA name such as Europe/Berlin.')
  );
}

/**
 * The machine's time zone. An empty TZ is UTC (POSIX). With an invalid TZ the runtime has no zone. The runtime ignores
 * POSIX rules in TZ, such as CET-1CEST, or reads them with the opposite sign, such as GMT+3.
 */
export function hostTimeZone(): string {
  const { TZ } = process.env;
  if (TZ === '') return 'UTC';
  const isName = TZ === undefined || zoneNamed(TZ.replace(/^:?(?:posix\/|right\/)?/, '')) !== undefined;
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isName && zone !== undefined && zone !== 'Etc/Unknown') return zone;
  throw new SettingFault(
    'is not set, and the time zone of this machine can’t be determined. Set it to an IANA name such as Europe/Berlin.',
  );
}

/**
 * Abbreviations that Intl accepts but IANA does not have: Intl takes BST for Dhaka, IST for India, and CST for Chicago.
 */
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

export function currency(code: string): string {
  if (Intl.supportedValuesOf('currency').includes(code)) return code;
  return refuseText(code, 'is not a currency. Use an ISO 4217 code such as EUR.');
}

/** Sites that may show pages in a frame: https, or http on this machine. As in a policy, spaces may part them too. */
export function frameOrigins(text: string): readonly string[] {
  const origins = text.trim().split(/\s*,\s*|\s+/);
  const wrong = origins.find((origin) => !isFrameOrigin(origin));
  if (wrong === undefined) return origins;
  return refuseText(
    wrong,
    'is not an origin of a site that may show the pages in a frame. Use https origins such as https://museum.example, separated by commas.',
  );
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function isFrameOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || text.includes('*')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

export function allowedOrigins(text: string): Origins {
  if (text === '*') return text;
  const origins = commaSeparated(text);
  const wrong = origins.find((origin) => !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return origins;
  const meant = /^https?:/i.test(wrong) ? URL.parse(wrong)?.origin : undefined;
  return refuseText(
    wrong,
    `is not an origin. Use origins such as ${meant ?? 'https://shop.example.com'}, separated by commas, or * for all.`,
  );
}

export function trustedProxies(text: string): TrustedProxies {
  if (text === 'on') return 1;
  if (text === 'off') return 0;
  if (/^(?=\d{1,9}$)0*(?:[1-9]|10)$/.test(text)) return Number(text);
  const networks = commaSeparated(text);
  const wrong = networks.find((network) => parseNetwork(network) === undefined);
  if (wrong === undefined) return networks;
  return refuseText(
    wrong,
    'is neither a number of proxies from 1 to 10 nor a network. Use 1 for one proxy (on), its address, or networks such as 10.1.2.0/24, separated by commas; or off.',
  );
}

/** A number of hours; undefined: off. */
export function hoursOrOff(text: string): number | undefined {
  const hint = 'Use a whole number of hours from 0 to 8760, or off.';
  return text === 'off' ? undefined : wholeNumber('a number of hours', 0, 8_760, hint)(text);
}

/** An origin; a slash after it is left out. */
export function publicAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text))
    return url.origin;
  return refuseText(
    text,
    'is not an origin. Use a scheme and a name without a path, such as https://tickets.example.org.',
  );
}

export function paymentWays(text: string): PaymentWay[] {
  const ways = commaSeparated(text).map(oneOf('none', ...PAYMENT_WAYS));
  const paid = PAYMENT_WAYS.filter((way) => ways.includes(way));
  if (paid.length < ways.length && text !== 'none')
    refuseText(
      text,
      `names one twice, or none beside others. Use none, or some of ${PAYMENT_WAYS.join(', ')}.`,
    );
  return ways.filter((way) => way !== 'none');
}

export function colour(text: string): string {
  if (!new RegExp(COLOUR_PATTERN).test(text))
    refuseText(text, 'is not a colour. Use a hash and six hexadecimal digits, such as #0b5d4e.');
  const fault = colourFault(text);
  if (fault !== undefined) refuseText(text, `${fault}.`);
  return text.toLowerCase();
}

/** The address of a collector of OpenTelemetry, without a slash at its end. */
export function collectorAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    return refuseText(text, 'is not the address of a collector. Use one such as http://localhost:4318.');
  return url.href.replace(/\/+$/, '');
}

/** An address of another service, without a slash at its end. */
export function webAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    return refuseText(text, 'is not an address. Use one such as https://partner-api.example.org.');
  return url.href.replace(/\/+$/, '');
}

/** The issuer of an identity provider, to the letter: it is compared so. */
export function issuerAddress(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (isSafe && url?.search === '' && url.hash === '' && url.username === '') return text;
  return refuseText(
    text,
    'is not the issuer of an identity provider. Use its https address, such as https://id.example.org/realms/museum.',
  );
}

/** Roles of groups, such as `desk=cashier, office=manager`; the greatest role comes first. */
export function groupRoles(text: string): ReadonlyMap<string, Role> {
  const pairs = commaSeparated(text)
    .filter((pair) => pair !== '')
    .map((pair): [group: string, role: Role] => {
      const [, group = '', role = ''] = /^(.+?)\s*=\s*([^=]*)$/.exec(pair) ?? [];
      if (group === '')
        refuseText(pair, 'is not a group and its role. Use pairs such as desk=cashier, office=manager.');
      return [group, oneOf(...ROLES)(role)];
    });
  if (pairs.length === 0) refuseText(text, 'names no group. Use pairs such as desk=cashier, office=manager.');
  return new Map(pairs.sort(([, one], [, other]) => ROLES.indexOf(one) - ROLES.indexOf(other)));
}

/** Pairs `name=value`, separated by commas; values are percent-encoded, as OpenTelemetry specifies it. */
export function headerPairs(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    commaSeparated(text)
      .filter((pair) => pair !== '')
      .map((pair) => headerPair(pair)),
  );
}

function headerPair(pair: string): [name: string, value: string] {
  const [, name = '', text = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(pair) ?? [];
  try {
    const value = decodeURIComponent(text);
    new Headers([[name, value]]);
    return [name, value];
  } catch {
    throw new SettingFault(
      'must be headers such as authorization=Bearer%20abc, separated by commas, their values percent-encoded.',
    );
  }
}
