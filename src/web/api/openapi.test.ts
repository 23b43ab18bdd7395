import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readDocument } from '../../contract/openapi-text.ts';
import { requestChecker } from '../../contract/validation.ts';
import { INTERFACE_VERSION, type Operation, operations } from './contract/index.ts';
import { exampleProblems } from './example-answers.ts';
import { openApiText } from './openapi.ts';

const files = globSync('**/!(message-examples).json', { cwd: import.meta.dirname });
const EXAMPLES = Object.assign(
  {},
  ...files.map((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))),
);

const text = openApiText();
// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test
const document: any = readDocument(text);
const all = Object.values<Operation>(operations);
const described = (op: Operation) => document.paths[op.path][op.method.toLowerCase()];

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'openapi.json', components: document.components });

/** The schema at a place in the document, as any client's validator would compile it. */
function validator(schema: unknown) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')));
}

test('openapi.json is what the contract says (npm run openapi writes it anew)', () => {
  assert.equal(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'), text);
});

test('describes every operation of the contract, and no other', () => {
  const found = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(found.sort(), all.map(({ id }) => id).sort());
  assert.equal(document.info.version, INTERFACE_VERSION);
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['MuseumPlaceholderAuth']);
});

/** The objects in a schema and in what it refers to: whether each allows members that it does not declare. */
function* openness(schema: unknown, seen = new Set<unknown>()): Generator<[name: string, isOpen: boolean]> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  const { $ref, title, properties, additionalProperties } = schema as Record<string, unknown>;
  if (properties !== undefined && !Array.isArray(properties))
    yield [`${title ?? Object.keys(properties as object)}`, additionalProperties !== false];
  if (typeof $ref === 'string')
    yield* openness(document.components.schemas[$ref.split('/').at(-1) ?? ''], seen);
  for (const [name, part] of Object.entries(schema))
    if (!['if', 'then', 'else', 'example', 'examples'].includes(name)) yield* openness(part, seen);
}

test('answers and messages may get further members, bodies of requests may not have any', () => {
  const open = new Set<string>();
  const closed = new Set<string>();
  for (const op of all) {
    const { requestBody, responses } = described(op);
    for (const [name, isOpen] of openness(requestBody?.content)) if (isOpen) open.add(`${op.id} ${name}`);
    for (const [name, isOpen] of openness(responses)) if (!isOpen) closed.add(`${op.id} ${name}`);
  }
  for (const [name, isOpen] of openness(document.webhooks)) if (!isOpen) closed.add(name);
  assert.deepEqual([...open], []);
  assert.deepEqual([...closed], []);
});

test('each example is of an operation', () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), all.map(({ id }) => id).sort());
});

test('refers to nothing that it does not hold', () => {
  for (const [, path = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
    const target = path.split('/').reduce((place, name) => place?.[name], document);
    assert.ok(target, path);
  }
});

for (const op of all) {
  test(`${op.id} says who may use it, and what each parameter and status means`, () => {
    const { security, tags, summary, parameters = [], responses } = described(op);
    assert.deepEqual(security, [{ MuseumPlaceholderAuth: [] }]);
    assert.deepEqual(tags, [op.tag]);
    assert.ok(summary);
    for (const { name, description, schema } of parameters) {
      assert.ok(description, name);
      assert.ok(schema.type ?? schema.$ref, name);
    }
    const problems = exampleProblems(op).map(({ answer }) => `${answer.status}`);
    for (const status of [`${op.success.status}`, ...problems]) assert.ok(responses[status], status);
    for (const [status, { description, headers }] of Object.entries<{ description: string; headers: object }>(
      responses,
    )) {
      assert.ok(description, status);
      assert.ok(headers, status);
    }
  });

  test(`${op.id} takes its own examples`, () => {
    const { parameters = [], requestBody } = described(op);
    const parameter = (part: string) =>
      Object.fromEntries(
        parameters
          .filter((each: { in: string; example?: unknown }) => each.in === part && each.example !== undefined)
          .map(({ name, example }: { name: string; example: unknown }) => [name, `${example}`]),
      );
    const [path, query] = [parameter('path'), parameter('query')];
    for (const { name, in: part, example, schema } of parameters) {
      const isFilter = part === 'query' && ['date', 'uuid'].includes(schema.format);
      assert.equal(example === undefined, part === 'header' || isFilter, name);
    }
    const content = Object.values<{ examples?: Record<string, { value: unknown }> }>(
      requestBody?.content ?? {},
    );
    assert.equal(content.length, (op.request.body ?? op.request.file)?.mediaTypes.length ?? 0);
    const bodies = content.flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value));
    if (op.request.body !== undefined) assert.notEqual(bodies.length, 0);
    for (const body of bodies.length === 0 ? [undefined] : bodies) {
      const copy = structuredClone(body);
      assert.deepEqual(requestChecker(op)({ path, query, header: {}, body: copy }).faults, undefined);
      if (op.request.body !== undefined) {
        const validate = validator(described(op).requestBody.content['application/json'].schema);
        assert.ok(validate(body), JSON.stringify(validate.errors));
      }
    }
  });

  test(`${op.id} answers its own examples, for each status that has a body`, () => {
    for (const [status, { content = {} }] of Object.entries<{ content?: object }>(described(op).responses)) {
      for (const [mediaType, { schema, examples }] of Object.entries(content)) {
        if (schema.format === 'binary') continue;
        const validate = validator(schema);
        assert.notEqual(Object.keys(examples).length, 0, status);
        for (const [name, example] of Object.entries<{ $ref?: string; value: { status?: number } }>(
          examples,
        )) {
          const { value } = (example.$ref ? document.components.examples[name] : example) as typeof example;
          assert.ok(validate(value), `${status} ${name}: ${JSON.stringify(validate.errors)}`);
          if (mediaType === 'application/problem+json') assert.equal(`${value.status}`, status);
        }
      }
    }
  });

  test(`${op.id} has an example of each header but the entity tag`, () => {
    const { headers, optionalHeaders } = op.success;
    const wanted = Object.keys({ ...headers, ...optionalHeaders }).filter((name) => name !== 'ETag');
    assert.deepEqual(Object.keys(op.examples.headers ?? {}).sort(), wanted.sort());
    for (const [name, header] of Object.entries<{ example?: string }>(
      described(op).responses[op.success.status].headers,
    )) {
      if (name !== 'X-Request-Id') assert.doesNotMatch(header.example ?? '', /[{}]|undefined|^$/);
    }
  });
}

for (const op of all) {
  test(`${op.id} names the types of its problems, so that a client's compiler knows them`, () => {
    const { responses } = described(op);
    const schemaAt = (path: string) => document.components.schemas[path.replace('#/components/schemas/', '')];
    const typesOf = (schema: { $ref: string }) => {
      const [, narrowed] = schemaAt(schema.$ref).allOf;
      return schemaAt(narrowed.properties.type.$ref).enum as string[];
    };
    for (const { name, answer } of exampleProblems(op)) {
      const { schema } = responses[answer.status].content['application/problem+json'];
      assert.ok(typesOf(schema).includes(`/problems/${name}`));
    }
    const types = exampleProblems(op).map(({ name }) => `/problems/${name}`);
    const named = Object.keys(responses).flatMap((status) => {
      const schema = responses[status].content?.['application/problem+json']?.schema;
      return schema === undefined ? [] : typesOf(schema);
    });
    assert.deepEqual([...new Set(named)].sort(), types.sort());
  });
}

test('has no name or tag that collides in generated clients', () => {
  const names = Object.keys(document.components.schemas);
  for (const name of names)
    assert.ok(!names.includes(`New${name}`), `New${name} is what Go calls its constructor`);
  const tagsOf = (items: object) =>
    new Set(
      Object.values<Record<string, { tags: string[] }>>(items as never)
        .flatMap((item) => Object.values(item))
        .flatMap(({ tags }) => tags),
    );
  assert.deepEqual(
    [...tagsOf(document.webhooks)].filter((tag) => tagsOf(document.paths).has(tag)),
    [],
    'one file is made for each tag, and webhooks would replace that of operations',
  );
});

test('describes images as bytes, purchases as one of two kinds, and closed days without an enumeration', () => {
  const { schemas } = document.components;
  const image = described(operations.getTicketCode).responses[200].content['image/png'].schema;
  assert.deepEqual(image, { type: 'string', format: 'binary' });
  assert.deepEqual(schemas.Purchase.discriminator.mapping, {
    event: '#/components/schemas/EventPurchase',
    general: '#/components/schemas/GeneralPurchase',
  });
  assert.ok(schemas.EventPurchase.required.includes('eventId'));
  assert.equal(schemas.GeneralPurchase.properties.eventId, undefined);
  const { closed } = schemas.SpecialDayHours.properties;
  assert.equal(closed.const, undefined);
  assert.equal(closed.not, undefined, 'some generators take what has a "not" for anything');
  assert.deepEqual(schemas.WeeklyHours.properties.monday.oneOf, [
    { $ref: '#/components/schemas/OpeningTimes' },
    { type: 'null' },
  ]);
});

test('holds no e-mail address in an answer to a format, for its domain may be international', () => {
  const emails = ['TicketRecord', 'Order'].map((name) => document.components.schemas[name].properties.email);
  for (const { type, format, description } of emails) {
    assert.deepEqual([type, format], ['string', undefined]);
    assert.match(description, /domain may be international/);
  }
});

test('names every enumeration, and the values of one that has some of which no name can be made', () => {
  const named = Object.values<{ enum?: string[] }>(document.components.schemas).filter((each) => each.enum);
  const all: { enum: string[]; 'x-enum-varnames'?: string[] }[] = [];
  JSON.parse(text, (_, value) => {
    if (Array.isArray(value?.enum)) all.push(value);
    return value;
  });
  assert.equal(all.length, named.length, 'generators make up a name for one that has none');
  for (const { enum: values, 'x-enum-varnames': names = values } of all) {
    assert.equal(new Set(names).size, values.length, `${names}`);
    for (const name of names) assert.match(name, /[A-Za-z]/);
  }
});

test('names the members of every object, except the details of a journal entry and what is said by id', () => {
  const nameless: string[] = [];
  JSON.parse(JSON.stringify(document.components.schemas), function (this: object, key, value) {
    if (value?.type === 'object' && !value.properties && !value.additionalProperties?.$ref)
      nameless.push(key);
    return value;
  });
  assert.deepEqual(nameless, ['details']);
});

test('accepts and refuses the same bodies as the service', () => {
  const purchase = { ticketDate: '2027-03-14', email: 'ada@example.com' };
  const eventId = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
  const bodies: readonly (readonly [Operation, unknown])[] = [
    [operations.buyMuseumTickets, { ...purchase, ticketType: 'event' }],
    [operations.buyMuseumTickets, { ...purchase, ticketType: 'event', eventId }],
    [operations.buyMuseumTickets, { ...purchase, ticketType: 'general' }],
    [operations.buyMuseumTickets, { ...purchase, ticketType: 'general', eventId }],
    [operations.buyMuseumTickets, { ...purchase, ticketType: 'child' }],
    [operations.exchangeTicket, { ticketType: 'event', ticketDate: '2027-03-14', reason: 'Ill' }],
    [operations.exchangeTicket, { ticketType: 'general', ticketDate: '2027-03-14', reason: 'Ill' }],
    [operations.checkIn, {}],
    [operations.checkIn, { ticketId: eventId }],
    [operations.checkIn, { ticketId: eventId, code: 'X' }],
    [operations.setSpecialDay, { closed: false }],
    [operations.setSpecialDay, { closed: true }],
    [operations.setSpecialDay, { closed: true, timeOpen: '09:00' }],
    [operations.setSpecialDay, { closed: true, timeClose: '09:00' }],
    [operations.setSpecialDay, { timeOpen: '09:00', timeClose: '18:00' }],
    [operations.setSpecialDay, { timeOpen: '09:00', timeClose: '18:00', reason: 'Christmas' }],
    [operations.setSpecialDay, { reason: 'Christmas' }],
    [operations.updateSpecialEvent, { name: '\u00a0\u2003 \ufeff\u0085' }],
    [operations.updateSpecialEvent, { name: '🏛' }],
    [operations.updateSpecialEvent, { name: 'a\u0000' }],
  ];
  for (const [op, body] of bodies) {
    const raw = {
      path: { ...(op.examples.parameters as Record<string, string>) },
      query: {},
      header: {},
      body,
    };
    const isTaken = requestChecker(op)(raw).faults === undefined;
    const { schema } = described(op).requestBody.content['application/json'];
    assert.equal(validator(schema)(body), isTaken, JSON.stringify(body));
  }
});
