import fc from 'fast-check';
import { ROLES } from '../../src/core/roles.ts';
import type { Declaration, Operation } from './declaration.ts';
import type { Sent } from './fault.ts';
import { newAddress } from './new-address.ts';
import { faultOf as faultOfPage } from './pages.ts';
import type { FuzzedMuseum } from './service.ts';
import type { Sessions } from './sessions.ts';
import {
  fromSchema,
  headers,
  type Json,
  queryValue,
  type Spoiling,
  segment,
  spoiled,
  spoiling,
  type Wound,
  wounded,
  wounds,
} from './values.ts';

/** One kind of request: what is generated of it, and how it is sent and judged. */
export interface Lane<Plan = unknown> {
  readonly plans: fc.Arbitrary<Plan>;
  /** @throws Fault when an answer is not as declared */
  run(plan: Plan): Promise<void>;
}

/** How requests to the operations of a document are signed. */
export interface Entrance {
  readonly base: string;
  /** Those of its answers, besides what the operations declare. */
  readonly headers?: readonly string[];
  /** Whether it is for the session of a page: without one it answers with a page. */
  readonly isOnPage?: true;
  /** Headers for the asker, who is a role. */
  sign(asker: string, sent: { readonly method: string }): Promise<Record<string, string>>;
}

interface Plan {
  readonly operation: Operation;
  readonly entrance: number;
  readonly method: string | undefined;
  readonly inPath: Record<string, string>;
  readonly query: [string, unknown][];
  readonly body: unknown;
  readonly wounds: Wound[];
  readonly spoiling: Spoiling;
  readonly headers: Record<string, string | string[]>;
  readonly asker: string;
  /** Sent twice, as a client does that has lost the answer. */
  readonly isRepeated: boolean;
  /** Bytes of the request that are sent, of a thousand; then the connection ends. */
  readonly cut: { readonly at: number; readonly isReset: boolean } | undefined;
}

/** Pictures and PDFs cost the most. */
const COSTLY = /\/qr$|\.pdf$/;

export function operationsLane(
  museum: FuzzedMuseum,
  declaration: Declaration,
  operations: readonly Operation[],
  entrances: readonly Entrance[],
): Lane<Plan> {
  const plans = fc.oneof(
    ...operations.map((operation) => ({
      weight: COSTLY.test(operation.path) ? 1 : operation.method === 'GET' ? 8 : 14,
      arbitrary: plansOf(operation, declaration, entrances.length),
    })),
  );
  return {
    plans,
    async run(plan) {
      const entrance = entrances[plan.entrance] as Entrance;
      const sent = await sentOf(plan, entrance, museum);
      if (plan.cut !== undefined) {
        const bytes = bytesOf(sent);
        const length = Math.floor((bytes.length * plan.cut.at) / 1_000);
        return museum.send(bytes.subarray(0, length), sent, plan.cut.isReset);
      }
      const role = plan.asker in WRONG ? undefined : plan.asker;
      const path = sent.path.slice(entrance.base.length);
      const answers = [];
      for (let time = 0; time < (plan.isRepeated ? 2 : 1); time += 1) {
        const answer = await museum.judged(sent, (each) =>
          entrance.isOnPage && /^text\/html/.test(`${each.headers['content-type']}`)
            ? faultOfPage(sent, each, undefined)
            : declaration.faultOf(sent.method, path, each, role, entrance.headers),
        );
        answers.push(answer);
      }
      const [first, second] = answers;
      const isKept = typeof sent.headers['idempotency-key'] === 'string' && first?.status === 201;
      const takesKey = declaration
        .parametersOf(plan.operation)
        .some(({ name }) => name === 'Idempotency-Key');
      if (isKept && takesKey && second !== undefined && !first.bytes.equals(second.bytes))
        throw museum.fault(`${plan.operation.path}: a repeated key got another answer`, sent, second);
    },
  };
}

function plansOf(operation: Operation, declaration: Declaration, entrances: number): fc.Arbitrary<Plan> {
  const { document } = declaration;
  const parameters = declaration.parametersOf(operation);
  const inPath = Object.fromEntries(
    parameters
      .filter((each) => each.in === 'path')
      .map(({ name, schema }) => [
        name,
        fc.oneof(
          { weight: 6, arbitrary: fromSchema(schema, document, name).map(String) },
          { weight: 1, arbitrary: segment },
        ),
      ]),
  );
  const inQuery = parameters.filter((each) => each.in === 'query');
  const right = inQuery.map(({ name, schema, required }) =>
    fc.option(
      fromSchema(schema, document, name).map((value) => [name, value] as [string, unknown]),
      { nil: undefined, freq: required ? 20 : 1 },
    ),
  );
  const wrong = fc.tuple(
    fc.constantFrom(...inQuery.map(({ name }) => name), 'limit[]', '__proto__', ''),
    queryValue,
  );
  const content = operation.declared.requestBody?.content ?? {};
  const [media] = Object.values<Json>(content);
  const examples = Object.values<Json>(media?.examples ?? {}).flatMap(({ value }) =>
    value === undefined ? [] : [value],
  );
  const body = media === undefined ? fc.constant(undefined) : fromSchema(media.schema, document);
  return fc.record({
    operation: fc.constant(operation),
    entrance: fc.nat(entrances - 1),
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'TRACE', 'QUERY'),
      },
    ),
    inPath: fc.record(inPath) as fc.Arbitrary<Record<string, string>>,
    query: fc
      .tuple(
        fc.tuple(...right),
        fc.oneof(
          { weight: 5, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 2 }) },
        ),
      )
      .map(([some, more]) => [...some.filter((each) => each !== undefined), ...more] as [string, unknown][]),
    body:
      examples.length > 0
        ? fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: fc.constantFrom(...examples) })
        : body,
    wounds,
    spoiling,
    headers,
    asker: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...rolesOf(operation)) },
      { weight: 2, arbitrary: fc.constantFrom(...ROLES) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(WRONG)) },
    ),
    isRepeated: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    cut: fc.oneof(
      { weight: 40, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.record({ at: fc.nat(999), isReset: fc.boolean() }) },
    ),
  }) as fc.Arbitrary<Plan>;
}

function rolesOf({ roles }: Operation): string[] {
  return [...(roles ?? ['partner'])];
}

/**
 * Credentials that are none. Each request comes from an address of its own: who guesses is made to wait, and the desk changes
 * passwords meanwhile.
 */
const WRONG: Readonly<Record<string, string>> = {
  nobody: '',
  garbled: 'Basic %%%',
  'another scheme': 'Digest username="admin"',
  'no colon': `Basic ${Buffer.from('admin').toString('base64')}`,
  bytes: `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x00]).toString('base64')}`,
  long: `Basic ${Buffer.from(`admin:${'a'.repeat(5_000)}`).toString('base64')}`,
  'no token': 'Bearer museum_x',
};
export function basicEntrance(museum: FuzzedMuseum): Entrance {
  return {
    base: '/v1.1',
    sign: async (asker) => signed(asker, () => museum.authorizationOf(asker)),
  };
}

export function octoEntrance(museum: FuzzedMuseum): Entrance {
  return { base: '/octo', sign: async (asker) => signed(asker, () => `Bearer ${museum.token}`) };
}

/** The gate's page asks with its session. */
export function gateEntrance(sessions: Sessions): Entrance {
  return {
    base: '/gate/api',
    headers: ['cache-control'],
    isOnPage: true,
    async sign(asker) {
      if (asker in WRONG) return {};
      const { cookie, csrf } = await sessions.of(asker);
      return { cookie, 'x-csrf-token': csrf };
    },
  };
}

function signed(asker: string, authorization: () => string): Record<string, string> {
  const { [asker]: given = authorization() } = WRONG;
  return { ...(given !== '' && { authorization: given }), 'x-forwarded-for': newAddress() };
}

async function sentOf(plan: Plan, entrance: Entrance, museum: FuzzedMuseum): Promise<Sent> {
  const { operation, query, body } = plan;
  const resolve = (text: string) => museum.known.resolve(text);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    pathPart(resolve(plan.inPath[name] ?? '')),
  );
  const asked = query
    .map(([name, value]) => `${encodeURIComponent(name)}=${queryPart(resolve(`${value}`))}`)
    .join('&');
  const method = plan.method ?? operation.method;
  const whole = wounded(body, plan.wounds);
  const text = whole === undefined ? undefined : spoiled(resolve(JSON.stringify(whole)), plan.spoiling);
  const hasBody = text !== undefined && !['GET', 'HEAD', 'TRACE'].includes(method);
  const more = Object.fromEntries(
    Object.entries(plan.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? resolve(value) : value,
    ]),
  );
  return {
    method,
    path: `${entrance.base}${path}${asked === '' ? '' : `?${asked}`}`,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...more,
      ...(await entrance.sign(plan.asker, { method })),
    },
    ...(hasBody && { body: text }),
  };
}

/** As it stands if it is encoded already, or broken on purpose. */
function pathPart(text: string): string {
  return /^[!-~]*$/.test(text) && !/[?#]/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function queryPart(text: string): string {
  return /^[\w%*;.-]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** The request as it goes over the wire. */
function bytesOf({ method, path, headers: all, body }: Sent): Buffer {
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  const bytes = Buffer.from((body ?? '') as string);
  const length = body === undefined ? '' : `content-length: ${bytes.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: museum\r\nconnection: close\r\n${lines.join('')}${length}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
