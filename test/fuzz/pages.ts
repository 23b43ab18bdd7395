import fc from 'fast-check';
import { type HTMLElement, parse } from 'node-html-parser';
import type { Answer } from '../../fixtures/client.ts';
import { may } from '../../src/core/permissions.ts';
import { ROLES, type Role } from '../../src/core/roles.ts';
import { ROUTES } from '../../src/web/desk/routes.ts';
import { MAY_NOT, type Sent } from './fault.ts';
import type { Lane } from './operations.ts';
import { type FuzzedMuseum, PUBLIC_URL } from './service.ts';
import type { Sessions } from './sessions.ts';
import { headers, MARKUP, queryValue, type Spoiling, segment, spoiled, spoiling } from './values.ts';

/** What the pages of an interface are, and who asks for them. */
export interface Site {
  /** Addresses to begin with, with placeholders. */
  readonly starts: readonly string[];
  /** Whether a link stays in the interface. */
  readonly holds: RegExp;
  /** Undefined for visitors, who need no session. */
  readonly sessions: Sessions | undefined;
}

export const DESK: Omit<Site, 'sessions'> = {
  starts: [
    ...ROUTES.filter(({ method }) => method === 'GET').map(({ url }) =>
      url
        .replace(':day', '{{day:3}}')
        .replace(':accountId', '{{accountId:1}}')
        .replace(/:(\w+)/, (_, name) => `{{${name}:1}}`),
    ),
    '/sign-in',
    '/gate',
    '/gate/occupancy',
  ],
  holds: /^\/(?:desk|gate|sign-in)\b/,
};
export const SHOP: Site = {
  starts: [
    ...[
      '/',
      '/visit',
      '/visit?date={{day:3}}',
      '/visit?date={{day:9}}',
      '/events/{{eventId:1}}',
      '/programme.ics',
    ],
    ...[
      '/sitemap.xml',
      '/robots.txt',
      '/docs',
      '/problems/sold-out',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/metrics',
    ],
    '/.well-known/jwks.json',
  ],
  holds: /^\/(?:$|\?|visit|events|order|demo\/pay)/,
  sessions: undefined,
};

interface Filling {
  readonly at: number;
  readonly how: 'keep' | 'put' | 'drop' | 'twice' | 'other';
  readonly text: string;
}

interface Plan {
  /** Which of the known pages. */
  readonly page: number;
  readonly role: Role;
  readonly form: number;
  readonly button: number;
  readonly fill: number;
  readonly fillings: readonly Filling[];
  readonly csrf: 'kept' | 'none' | 'wrong';
  readonly query: [string, string][];
  readonly headers: Record<string, string | string[]>;
  readonly spoiling: Spoiling;
  readonly isRepeated: boolean;
  /** An address that nobody linked to. */
  readonly stray: string | undefined;
}

const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '1',
      '-1',
      '12.50',
      '12,5',
      '1e9',
      '٣',
      '99999999999',
      '2027-02-29',
      '31.12.',
      '25:00',
      '10:00',
    ],
    ...[
      `"'>${MARKUP}`,
      '\0',
      '\u202e',
      '\u{1F3DB}',
      "' OR 1=1 --",
      '__proto__',
      'a'.repeat(6_000),
      'ß'.repeat(30_000),
    ],
    ...[
      'ada@example.com',
      'a@b@c',
      'https://evil.invalid/',
      '//evil.invalid',
      '\r\nset-cookie: a=b',
      '=1+1',
      'on',
    ],
    ...[
      '{{day:3}}',
      '{{day:1}}',
      '{{ticketId:2}}',
      '{{eventId:2}}',
      '{{confirmationCode:2}}',
      '{{orderCode:1}}',
    ],
    ...['http://127.0.0.1:9/news', '+49 30 123456', 'card', 'cash'],
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const plans: fc.Arbitrary<Plan> = fc.record({
  page: fc.nat(100_000),
  role: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Role[]>('admin', 'manager', 'cashier') },
    { weight: 1, arbitrary: fc.constantFrom(...ROLES) },
  ),
  form: fc.nat(12),
  button: fc.nat(5),
  fill: fc.nat(1_000),
  fillings: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(
        fc.record({
          at: fc.nat(40),
          how: fc.constantFrom<Filling['how'][]>('put', 'put', 'put', 'drop', 'twice', 'other'),
          text: texts,
        }),
        { minLength: 1, maxLength: 4 },
      ),
    },
  ),
  csrf: fc.oneof(
    { weight: 14, arbitrary: fc.constant<Plan['csrf']>('kept') },
    { weight: 1, arbitrary: fc.constantFrom<Plan['csrf'][]>('none', 'wrong') },
  ),
  query: fc.oneof(
    { weight: 3, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.tuple(
          fc.constantFrom(
            ...[
              'date',
              'day',
              'from',
              'to',
              'by',
              'report',
              'language',
              'month',
              'search',
              'after',
              'limit',
              'state',
            ],
            ...['paper', 'tickets', 'done', 'kind', 'order', 'returned', '__proto__', ''],
          ),
          queryValue,
        ),
        { minLength: 1, maxLength: 2 },
      ),
    },
  ),
  headers,
  spoiling,
  isRepeated: fc.nat(9).map((each) => each === 9),
  stray: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(segment, { minLength: 1, maxLength: 3 }).map((each) => each.join('/')) },
  ),
});

/** Links that were found, besides the pages to begin with; the newest stay. */
const KEPT = 300;

export function pagesLane(museum: FuzzedMuseum, { starts, holds, sessions }: Site): Lane<Plan> {
  const found: string[] = [];
  let next = 0;

  function learn(path: string): void {
    const account = /^\/desk\/accounts\/([0-9a-f-]{36})/.exec(path)?.[1];
    if (account !== undefined) museum.known.learn('accountId', account);
    const session = /^\/demo\/pay\/(\w+)/.exec(path)?.[1];
    if (session !== undefined) museum.known.learn('session', session);
    if (!holds.test(path) || path.includes('{{') || path.startsWith('/desk/print') || found.includes(path))
      return;
    found[next] = path;
    next = (next + 1) % KEPT;
  }

  /** Asks, judges, and learns where it leads. */
  async function ask(sent: Sent, role: Role | undefined): Promise<Answer> {
    const answer = await museum.judged(sent, (each) => faultOf(sent, each, role));
    const { location } = answer.headers;
    if (location !== undefined) learn(location.replace(PUBLIC_URL, ''));
    return answer;
  }

  return {
    plans,
    async run(plan) {
      const role = sessions === undefined ? undefined : plan.role;
      const session = role && (await sessions?.of(role));
      const sessionHeaders = session === undefined ? {} : { cookie: session.cookie };
      const which = plan.page % 2 === 0 || found.length === 0 ? starts : found;
      const page = museum.known.resolve(which[(plan.page >> 1) % which.length] ?? '/');
      const more = plan.query.map(([name, value]) => `${name}=${museum.known.resolve(value)}`).join('&');
      const asked = plan.stray === undefined ? page : `${page.split('?', 1)[0]}/${plan.stray}`;
      const path = more === '' ? asked : `${asked}${asked.includes('?') ? '&' : '?'}${more}`;
      const pageHeaders = resolved(without(plan.headers, ['content-type', 'content-encoding']), museum);
      const shown = await ask(
        { method: 'GET', path: encoded(path), headers: { ...pageHeaders, ...sessionHeaders } },
        role,
      );
      if (role !== undefined && isSignedOut(shown)) sessions?.end(role);
      const isHtml = /^text\/html/.test(`${shown.headers['content-type']}`);
      if (!isHtml) return;
      const root = parse(shown.text);
      for (const link of root.querySelectorAll('a[href]'))
        learn(attribute(link, 'href').split('#', 1)[0] as string);
      const forms = root
        .querySelectorAll('form')
        .filter((each) => !/sign-out/.test(attribute(each, 'action')));
      const form = forms[plan.form % forms.length];
      if (form === undefined) return;
      const sent = submission(form, path, plan, museum);
      const all = { ...sent.headers, ...resolved(plan.headers, museum), ...sessionHeaders };
      for (let time = 0; time < (plan.isRepeated ? 2 : 1); time += 1)
        await ask({ ...sent, headers: all }, role);
      // Passwords are changed and sessions ended there.
      if (role !== undefined && /sessions|accounts|sign-in/.test(sent.path))
        for (const each of ROLES) sessions?.end(each);
    },
  };
}

function without<T extends object>(all: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T;
}

function resolved(
  all: Record<string, string | string[]>,
  museum: FuzzedMuseum,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === 'string' ? museum.known.resolve(value) : value,
    ]),
  );
}

function isSignedOut({ text }: Answer): boolean {
  return text.includes('action="/sign-in"');
}

/** The address without what Node's client does not send. */
function encoded(path: string): string {
  return path.replaceAll(/[^!-~]/gu, (letter) => encodeURIComponent(letter.toWellFormed()));
}

function attribute(element: HTMLElement, name: string): string {
  return element.getAttribute(name) ?? '';
}

/** What a browser would send of the form on the page at `path`, filled in, and then made wrong. */
function submission(form: HTMLElement, path: string, plan: Plan, museum: FuzzedMuseum): Sent {
  const fields = new Map<string, [string, string]>();
  for (const [index, control] of form
    .querySelectorAll('input[name], select[name], textarea[name]')
    .entries()) {
    const name = attribute(control, 'name');
    const value = filled(control, plan.fill + index * 7);
    if (value !== undefined) fields.set(`${index}`, [name, value]);
  }
  const buttons = form.querySelectorAll('button[name]');
  const button = buttons[plan.button % buttons.length];
  if (button !== undefined) fields.set('button', [attribute(button, 'name'), attribute(button, 'value')]);
  const pairs = [...fields.values()].filter(([name]) => name !== 'csrf' || plan.csrf !== 'none');
  for (const pair of pairs)
    if (pair[0] === 'csrf' && plan.csrf === 'wrong') pair[1] = 'x'.repeat(pair[1].length);
  for (const { at, how, text } of plan.fillings) {
    const pair = pairs[at % pairs.length];
    if (pair === undefined || pair[0] === 'csrf') continue;
    if (how === 'put') pair[1] = museum.known.resolve(text);
    else if (how === 'drop') pairs.splice(pairs.indexOf(pair), 1);
    else if (how === 'twice') pairs.push([pair[0], museum.known.resolve(text)]);
    else pair[0] += text.slice(0, 5);
  }
  const body = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]),
  ).toString();
  const action = (form.getAttribute('action') ?? path).replaceAll('&amp;', '&');
  if (attribute(form, 'method').toLowerCase() !== 'post')
    return {
      method: 'GET',
      path: encoded(`${action.split('?', 1)[0]}?${body.slice(0, 6_000)}`),
      headers: {},
    };
  return {
    method: 'POST',
    path: encoded(action.split('#', 1)[0] as string),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: spoiled(body, plan.spoiling),
  };
}

/** What somebody types or chooses. */
function filled(control: HTMLElement, choice: number): string | undefined {
  const [name, kind] = [attribute(control, 'name'), attribute(control, 'type')];
  if (control.tagName === 'SELECT') {
    const options = control.querySelectorAll('option');
    return options.length === 0
      ? undefined
      : attribute(options[choice % options.length] as HTMLElement, 'value');
  }
  const value =
    control.tagName === 'TEXTAREA' ? control.textContent.replace(/^\n/, '') : attribute(control, 'value');
  if (kind === 'hidden') return value;
  if (kind === 'checkbox' || kind === 'radio') return choice % 2 ? value || 'on' : undefined;
  if (value !== '' && choice % 4) return value;
  if (/email/.test(name + kind)) return 'ada@example.com';
  if (/date|day/i.test(name + kind))
    return new Date(Date.now() + (choice % 20) * 86_400_000).toISOString().slice(0, 10);
  if (/number/.test(kind) || /count|quantity|places|price|amount|capacity|^\w+-\w*\d/.test(name))
    return `${choice % 4}`;
  return ['Sorolla', 'ada', '10:00', `"'>${MARKUP}`][choice % 4];
}

const STATUSES = [200, 303, 304, 308, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 417, 422, 429];

/** What is wrong with an answer of a page; undefined: nothing. */
export function faultOf({ method, path }: Sent, answer: Answer, role: Role | undefined): string | undefined {
  const { status, headers: told, text, bytes } = answer;
  const route = routeOf(method, path);
  const where = `${method} ${route?.url ?? (path.split(/[?]/, 1)[0] as string).slice(0, 60)}: ${status}`;
  if (!STATUSES.includes(status)) return `${where} is no answer of a page`;
  if (told['x-content-type-options'] !== 'nosniff' && bytes.length > 0) return `${where} without nosniff`;
  if (status === 303 || status === 308)
    return isOwn(told.location) ? undefined : `${where} leads to ${told.location}`;
  const isFormSaved = method === 'POST' && status < 300;
  if (
    isFormSaved &&
    role !== undefined &&
    route !== undefined &&
    route.permission !== 'signed-in' &&
    !may(role, route.permission)
  )
    return `${where} for the role ${role}, ${MAY_NOT}`;
  if (status === 429 && told['retry-after'] === undefined) return `${where} without Retry-After`;
  if (status === 405 && told.allow === undefined) return `${where} without Allow`;
  if (bytes.length === 0) return status === 304 || method === 'HEAD' ? undefined : `${where} is empty`;
  const type = `${told['content-type']}`;
  if (type === 'application/problem+json') {
    const { type: slug, status: said } = answer.json;
    return /^\/problems\/[a-z-]+$/.test(slug) && said === status ? undefined : `${where} is no problem`;
  }
  if (!type.startsWith('text/html')) return status === 200 ? undefined : `${where} is ${type}`;
  if (told['content-security-policy'] === undefined) return `${where} without a content security policy`;
  if (text.includes(MARKUP)) return `${where} shows markup that somebody typed`;
  if (
    /\bundefined\b|\[object Object\]|\bNaN\b/.test(text.replaceAll(/<script[\s\S]*?<\/script>|="[^"]*"/g, ''))
  )
    return `${where} says undefined or NaN`;
  return /^<!doctype html>\n<html lang="[a-z]{2}"[\s\S]*<title>[^<]+<\/title>[\s\S]*<h1[\s\S]*<\/html>\n?$/.test(
    text,
  )
    ? undefined
    : `${where} is no whole page`;
}

function routeOf(method: string, path: string): (typeof ROUTES)[number] | undefined {
  const [asked = ''] = path.split('?', 1);
  return ROUTES.find(
    (each) => each.method === method && new RegExp(`^${each.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(asked),
  );
}

/** No redirect leads away; the payment providers of the demonstration are at home. */
function isOwn(location: string | undefined): boolean {
  if (location === undefined) return false;
  return /^\/(?![/\\])/.test(location) || location.startsWith(`${PUBLIC_URL}/`);
}
