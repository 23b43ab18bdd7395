import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** JSON of an OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: a document's JSON
export type Json = any;

/** Never escaped in a page: see `pages.ts`. */
export const MARKUP = '<x-fuzz>';

const placeholder = (kind: string) => fc.nat(80).map((index) => `{{${kind}:${index}}}`);
const days = fc.nat(30).map((index) => `{{day:${index}}}`);

export const nasty = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e21,
    -1e-9,
    0.005,
    2 ** 53,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202e',
  ],
  ...[
    '2027-02-29',
    '9999-12-31',
    '0000-00-00',
    '25',
    [],
    [[]],
    {},
    { $ne: null },
    { toString: 1 },
    '__proto__',
  ],
  ...["' OR 1=1 --", `"'>${MARKUP}`, '{{7*7}}', '../../etc/passwd', '\u{1F3DB}', '\u0301', '\r\nX-A: b'],
  ...['a'.repeat(300), 'ß'.repeat(6_000), ',;=+-@', '٣', 'https://evil.invalid/', 'general', 'event'],
);
const anything = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

/** What members are that the museum gave out itself, or that have an inner form. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  url: fc.constant('http://127.0.0.1:9/news'),
  code: fc.oneof(placeholder('confirmationCode'), placeholder('ticketId'), fc.string()),
  admits: fc.oneof(fc.constant('general'), placeholder('eventId')),
  amount: fc.constantFrom(0, 5, 12, 12.5, 1_000_000),
  price: fc.constantFrom(0, 8.5, 12, 25, 1_000_000),
  since: fc.oneof(placeholder('cursor'), placeholder('instant')),
  after: placeholder('after'),
  category: fc.constantFrom('standard', 'students', 'children', 'nobody'),
  seller: fc.constantFrom('partner', 'cashier', 'nobody'),
  account: fc.constantFrom('partner', 'cashier', 'nobody'),
  unitId: fc.constantFrom('standard', 'students', 'nobody'),
  optionId: fc.constantFrom('DEFAULT', 'DEFAULT', 'DEFAULT', 'DEFAULT', 'DEFAULT', 'other'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  productId: fc.oneof(fc.constant('general'), placeholder('eventId')),
  availabilityId: fc.oneof(placeholder('availabilityId'), days),
  id: fc.oneof(fc.constant('general'), placeholder('eventId')),
};
const IDS = [
  'eventId',
  'ticketId',
  'orderId',
  'webhookId',
  'deliveryId',
  'confirmationCode',
  'orderCode',
  'uuid',
];

const mails = fc.constantFrom(
  'ada@example.com',
  'ada@bücher.example',
  'grace@example.org',
  '"a b"@example.com',
  'ü@example.com',
);
const words = fc.oneof(
  fc.constantFrom('Sorolla', 'East wing', 'A guided evening.', 'الحديقة', `${MARKUP}&amp;"'`, '\u{1F3DB} x'),
  fc.string({ minLength: 1, maxLength: 40 }),
);

/** Values that are as a JSON schema says, mostly. @param name of the member that it is of */
export function fromSchema(schema: Json, document: Json, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fromSchema(referred(schema.$ref, document), document, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (BY_NAME[name] !== undefined) return BY_NAME[name];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined && schema.properties === undefined)
    return fc.oneof(...choices.map((each: Json) => fromSchema(each, document, name)));
  if (schema.allOf !== undefined && schema.type === undefined)
    return fromSchema(Object.assign({}, ...schema.allOf), document, name);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => fromSchema({ ...schema, type }, document, name)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const { min, max } = boundsOf(schema, 1);
      return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 20) }));
    }
    case 'number':
      return fc.integer(boundsOf(schema, 100)).map((cents) => cents / 100);
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema;
      const items = fromSchema(schema.items ?? {}, document, name.replace(/s$/, ''));
      const few = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
      return fc.array(items, few);
    }
    case 'object':
      return objectOf(schema, document);
    case 'string':
      return textOf(schema, name);
    default:
      return anything;
  }
}

export function referred(reference: string, document: Json): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce((at, part) => at[part], document);
}

function boundsOf({ minimum, exclusiveMinimum, maximum }: Json, unit: number): { min: number; max: number } {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1 / unit);
  return { min: Math.ceil(least * unit), max: Math.min((maximum ?? 1_000) * unit, 2 ** 31 - 1) };
}

function objectOf({ properties = {}, required = [] }: Json, document: Json): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, each]) => {
    const value = fromSchema(each, document, name);
    const mayMiss = fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: value },
    );
    return [name, required.includes(name) ? value : mayMiss];
  });
  // What is undefined is not written as JSON.
  return fc.record(Object.fromEntries(members));
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 200 }: Json,
  name: string,
): fc.Arbitrary<string> {
  if (IDS.includes(name)) return placeholder(name);
  if (name === 'visitId') return fc.oneof(placeholder('visitId'), fc.uuid({ version: 7 }));
  if (name === 'checkInId') return fc.oneof(placeholder('checkInId'), fc.uuid({ version: 7 }));
  if (format === 'date') return days;
  if (format === 'date-time') return placeholder('instant');
  if (format === 'uuid') return placeholder('eventId');
  if (format === 'email') return mails;
  if (name === 'entryTime') return placeholder('entryTime');
  if (pattern !== undefined && pattern.length < 60) {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, 40) });
    return matching.filter((text) => text.length >= minLength);
  }
  return words;
}

/** One thing that is done to a value that was right. `at` chooses the place. */
export interface Wound {
  readonly at: number;
  readonly how: 'put' | 'remove' | 'repeat' | 'add';
  readonly value: unknown;
}

export const wounds = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Wound[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({
        at: fc.nat(1_000),
        how: fc.constantFrom('put', 'put', 'put', 'remove', 'repeat', 'add'),
        value: anything,
      }),
      { minLength: 1, maxLength: 3 },
    ) as fc.Arbitrary<Wound[]>,
  },
);

/** A copy of the value with the wounds. */
export function wounded(value: unknown, all: readonly Wound[]): unknown {
  const root: Json = { value: structuredClone(value) };
  const set = (node: Json, key: string, put: unknown) =>
    Object.defineProperty(node, key, { value: put, enumerable: true, configurable: true, writable: true });
  for (const { at, how, value } of all) {
    const put = structuredClone(value);
    const places: [Json, string][] = [];
    const visit = (node: Json) => {
      for (const key of Object.keys(node)) {
        places.push([node, key]);
        if (typeof node[key] === 'object' && node[key] !== null) visit(node[key]);
      }
    };
    visit(root);
    const [node, key] = places[at % places.length] ?? [root, 'value'];
    const inner = node[key];
    if (how === 'remove' && node !== root)
      Array.isArray(node) ? node.splice(Number(key), 1) : delete node[key];
    else if (how === 'repeat' && Array.isArray(inner) && inner.length > 0)
      node[key] = Array.from({ length: 120 }, (_, index) => inner[index % inner.length]);
    else if (how === 'add' && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      set(inner, at % 2 ? 'extra' : '__proto__', put);
    else set(node, key, put);
  }
  return root.value;
}

/** What is done to the text of a body; most bodies are left alone. */
export interface Spoiling {
  readonly how: 'not' | 'insert' | 'cut' | 'key-twice' | 'utf16' | 'bom' | 'bytes' | 'long' | 'deep' | 'gzip';
  readonly at: number;
}

export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  how: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Spoiling['how']>('not') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Spoiling['how'][]>(
        ...(['insert', 'cut', 'key-twice', 'utf16', 'bom', 'bytes', 'long', 'deep', 'gzip'] as const),
      ),
    },
  ),
  at: fc.nat(2_000),
});
const JUNK = ['"', '}', '[', ',', '\0', '\ud800', '1e9', '//', '%00', '&'];

export function spoiled(text: string, { how, at }: Spoiling): string | Buffer {
  const place = at % (text.length + 1);
  switch (how) {
    case 'insert':
      return text.slice(0, place) + JUNK[at % JUNK.length] + text.slice(place);
    case 'cut':
      return text.slice(0, place);
    case 'key-twice':
      return text.includes('&') ? `${text}&${text}` : text.replace(/\{("\w+":)/, '{$1null,$1');
    case 'utf16':
      return Buffer.from(text, 'utf16le');
    case 'bom':
      return `\ufeff${text}`;
    case 'bytes': // a lone surrogate in UTF-8, and a byte that begins nothing
      return Buffer.concat([
        Buffer.from(text.slice(0, place)),
        Buffer.from([0xed, 0xa0, 0x80, 0xff]),
        Buffer.from(text.slice(place)),
      ]);
    case 'long':
      return text + ' '.repeat(at % 2 ? 70_000 : 700_000);
    case 'deep':
      return '['.repeat(20_000) + text;
    case 'gzip':
      return gzipSync(text);
    default:
      return text;
  }
}

const HEADERS: Readonly<Record<string, fc.Arbitrary<string | string[]>>> = {
  'content-type': fc.constantFrom(
    ...[
      'text/plain',
      'application/merge-patch+json',
      'application/json; charset=utf-16',
      ';',
      '',
      'multipart/form-data',
    ],
    ...['application/x-www-form-urlencoded', 'application/json;charset="UTF-8"', 'a'.repeat(5_000)],
  ),
  'content-encoding': fc.constantFrom('gzip', 'identity', 'br, gzip'),
  'if-match': fc.constantFrom('*', '"x"', 'W/"x"', '', ',,,', '"'),
  'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"', '', '"a,b', '\u00ff'),
  accept: fc.constantFrom('text/html', 'text/csv', 'image/png;q=0', 'application/pdf', 'nonsense', '*/*', ''),
  'accept-language': fc.constantFrom('de', 'nl;q=0.1,fr', '*', 'x-klingon', '\u00ff', 'de'.repeat(400)),
  'accept-encoding': fc.constantFrom('gzip', 'br;q=1, *;q=0', 'identity;q=0'),
  'idempotency-key': fc.oneof(
    { weight: 4, arbitrary: placeholder('fresh') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<(string | string[])[]>('once', '', 'a b', '\u00ff', 'k'.repeat(256), [
        'a',
        'b',
      ]),
    },
  ),
  range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'nonsense'),
  origin: fc.constantFrom('https://evil.invalid', 'null', '', 'nonsense'),
  'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'nonsense'),
  cookie: fc.constantFrom('museum_session=x', 'museum_session=; museum_session=', '=', ';;;', '\u00ff=1'),
  host: fc.constantFrom('', 'evil.invalid', 'a b', '[::1]:1', 'museum:http'),
  'x-forwarded-for': fc.constantFrom('10.1.2.3', "'; --", '::1', 'a'.repeat(300), '1.2.3.4, 5.6.7.8'),
  'x-forwarded-proto': fc.constantFrom('https', 'nonsense', 'https,http'),
  'x-forwarded-host': fc.constantFrom('evil.invalid', 'a b'),
  'x-http-method-override': fc.constant('DELETE'),
  'octo-capabilities': fc.constantFrom('octo/pricing', 'octo/nonsense,,', '\u00ff', ''),
  expect: fc.constant('tea'),
  prefer: fc.constantFrom('code=500', 'respond-async'),
  traceparent: fc.constantFrom(
    '00-0-0-0',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '\u00ff',
  ),
};

/** Headers that clients send and that matter; half of the requests have none of them. */
export const headers: fc.Arbitrary<Record<string, string | string[]>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.oneof(
          ...Object.entries(HEADERS).map(([name, values]) => ({
            weight: name === 'idempotency-key' ? 3 : 1,
            arbitrary: values.map((value): [string, string | string[]] => [name, value]),
          })),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((pairs) => Object.fromEntries(pairs)),
  },
);

/** A piece of a path, encoded or not. */
export const segment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%ff',
    '%00',
    '%2F',
    '%2e%2e',
    '*',
    'null',
    ';',
    'a'.repeat(3_000),
    '%F0%9F%8F%9B',
    '%ED%A0%80',
  ),
);

/** Text as it stands in a query. */
export const queryValue = fc.oneof(
  segment,
  fc.constantFrom('0', '1', '5', '31', '-1', '1e3', '9'.repeat(30), '2027-02-29', '0001-01-01', '9999-12-31'),
  days,
);
