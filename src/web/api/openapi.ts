import packageJson from '../../../package.json' with { type: 'json' };
import { describePaths, headerName } from '../../contract/openapi.ts';
import { forAnyTool, type Json, referTo, type Schemas, titleOf } from '../../contract/openapi-schemas.ts';
import { documentText } from '../../contract/openapi-text.ts';
import { type Operation, problemsOf, SHARED_PROBLEMS } from '../../contract/operation.ts';
import { rolesWith } from '../../core/permissions.ts';
import { NOT_UNDOABLE } from '../../core/refusal.ts';
import {
  BASE_PATH,
  INTERFACE_VERSION,
  MOCK_BASE_PATH,
  operations,
  TAGS,
  type WebhookMessage,
  webhookMessages,
} from './contract/index.ts';
import { type ExampleAnswer, exampleProblems, exampleSuccesses, fillIn } from './example-answers.ts';
import { example, PROBLEMS, type Problem, type ProblemSlug, problemOf } from './problems.ts';

const DESCRIPTION = `The museum's special events and its tickets.

Errors are problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): the member \`type\` is the address of a
page that explains the problem and what to do about it. Undeclared members of a body are refused; undeclared query
parameters are ignored. HEAD works wherever GET does.

Every GET has an \`ETag\`, and takes \`If-None-Match\`; only the \`ETag\` of \`GET /museum\` is another one each time, as its
\`now\` is. A change of what can be read (PUT, PATCH, DELETE) takes \`If-Match\`: with the entity tag that you have read, it is done
only if nobody has changed the resource meanwhile, and refused with 412 otherwise. Where there is no entity tag to compare with, as
for a POST, \`If-Match\` is refused with 412 too, and \`If-None-Match\` is ignored. The answer to PUT has no \`ETag\`: get the
resource again.

Days and hours are in the museum's time zone, instants are in UTC. All prices are in the museum's currency;
\`GET /tickets/{ticketId}\` and the sales report contain its code. Changes within this version are additions only. The [guides](/docs/guides) describe clients, the gate, ticket codes and webhooks.`;

/** The text of openapi.json. */
export function openApiText(): string {
  return documentText(openApiDocument(), forAnyTool);
}

/** The interface as an OpenAPI 3.1 document, generated from the contract. */
export function openApiDocument(): Json {
  const schemas: Schemas = {};
  for (const schema of [PROBLEM_SCHEMA, FAULT_SCHEMA]) referTo(schema, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Museum',
      version: INTERFACE_VERSION,
      'x-service-version': packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the address of this document, so that it is right for every museum.
    servers: [
      { url: BASE_PATH, description: 'The service that serves this document.' },
      {
        url: MOCK_BASE_PATH,
        description:
          'The mock of the service, unless it is turned off: it accepts any credentials, responds with the examples as if they were given now, with what the request says in them, and stores nothing (until it stops, it remembers the orders that it placed). "Prefer: code=409", "Prefer: example=NAME" and "Prefer: dynamic=true" select a response.',
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ MuseumPlaceholderAuth: [] }],
    paths: describePaths(operations, {
      schemas,
      membersOf: ({ description, permission }) => ({
        description: `${description}\n\nAllowed roles: ${rolesWith(permission).join(', ')}.`,
        security: [{ MuseumPlaceholderAuth: [] }],
      }),
      headersOf: successHeaders,
      refusalsOf: (op) => describeRefusals(op, schemas),
    }),
    webhooks: describeMessages(schemas),
    components: {
      schemas,
      examples: problemExamples(),
      headers: { 'X-Request-Id': REQUEST_ID_HEADER },
      securitySchemes: {
        MuseumPlaceholderAuth: {
          type: 'http',
          scheme: 'basic',
          description:
            'User name and password of an account of the museum (RFC 7617, UTF-8). A partner may send one of its tokens instead: `Authorization: Bearer` (RFC 6750).',
        },
      },
    },
  };
}

const FAULT_SCHEMA = {
  title: 'Fault',
  description: 'One fault of an invalid request.',
  type: 'object',
  required: ['in', 'pointer', 'detail'],
  properties: {
    in: {
      enum: ['body', 'query', 'path', 'header'],
      type: 'string',
      title: 'RequestPart',
      description: 'The part of the request.',
    },
    pointer: {
      type: 'string',
      description: 'JSON pointer (RFC 6901) to the value within that part; empty for the part itself.',
    },
    detail: { type: 'string', description: 'What is wrong with the value, and what is valid.' },
  },
};

const PROBLEM_SCHEMA = {
  title: 'Problem',
  description: 'Problem details (RFC 9457). Some types of problems have more members.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'The type of the problem, and the address of the page that explains it: /problems/<slug>.',
    },
    title: { type: 'string', description: 'The type of the problem in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status code.' },
    detail: { type: 'string', description: 'What was wrong with this request.' },
    errors: {
      type: 'array',
      items: { $ref: '#/components/schemas/Fault' },
      description: 'Every fault of an invalid request; if there are more than 100, the first 100.',
    },
    times: {
      type: 'array',
      description: 'The number of places left at each entry time of the day; null means no limit.',
      items: {
        type: 'object',
        required: ['entryTime', 'left'],
        properties: {
          entryTime: { type: 'string' },
          left: { type: ['integer', 'null'], minimum: 0 },
        },
      },
    },
    otherDates: {
      type: 'array',
      description:
        'For a sold-out special event: the number of places left on its other dates; null means no limit.',
      items: {
        type: 'object',
        required: ['date', 'left'],
        properties: {
          date: { type: 'string', format: 'date' },
          left: { type: ['integer', 'null'], minimum: 0 },
        },
      },
    },
    reason: {
      enum: NOT_UNDOABLE,
      type: 'string',
      title: 'NotUndoable',
      description: 'For an admission that can’t be undone: the reason.',
    },
  },
};

const REQUEST_ID_HEADER = {
  description: 'Identifies the request in the log of the service.',
  schema: { type: 'string' },
  example: 'ChObpDCW-4',
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

function problemExamples(): Record<string, Json> {
  return Object.fromEntries(
    (Object.keys(PROBLEMS) as ProblemSlug[])
      .filter((slug) => slug !== 'invalid-request') // which differs in each operation
      .filter((slug) => Object.values(operations).some((op) => problemsOf(op).includes(slug)))
      .map((slug) => [slug, { summary: PROBLEMS[slug].title, value: problemOf(example(slug)) }]),
  );
}

/** The requests that the museum itself sends: webhooks. */
function describeMessages(schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    webhookMessages.map((message) => [message.type, { post: describeMessage(message, schemas) }]),
  );
}

function describeMessage(
  { operationId, summary, description, schema, example }: WebhookMessage,
  schemas: Schemas,
): Json {
  return {
    operationId,
    tags: ['News'],
    summary,
    description: `${description}\n\n${SIGNED}`,
    security: [],
    parameters: SIGNED_HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: referTo(schema, schemas),
          examples: { [operationId]: { summary, value: example } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. The message is not sent again.' },
      410: { description: 'The receiver wants no more messages: the webhook is disabled.' },
      default: {
        description:
          'Not received. No response within 15 s has the same effect. The message is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h.',
      },
    },
  };
}

const SIGNED =
  'Sent to the webhooks that receive this type, at least once and usually in order, signed according to Standard Webhooks 1.0.';

const SIGNED_HEADERS: readonly Json[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Identifies the message: the same id each time the message is sent.',
    schema: { type: 'string', format: 'uuid' },
    example: '01a0d5c4-b3f2-7c51-9d07-4e8a1b6f2c93',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'When this attempt was made, in seconds since 1970. Refuse messages older than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1803895200',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '"v1," and the HMAC-SHA256, in base64, of id, timestamp and body joined by full stops. There is one signature for each secret of the last 24 hours, six at most, separated by spaces. The message is genuine if one of them is correct.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

function describeRefusals(op: Operation, schemas: Schemas): Record<string, Json> {
  const slugs = problemsOf(op);
  const groups = Object.entries({ ...SHARED_PROBLEMS, [titleOf(op.id)]: slugs }).filter(([, group]) =>
    group.every((slug) => slugs.includes(slug)),
  );
  const problems = Object.groupBy(exampleProblems(op), ({ answer }) => answer.status);
  const described = Object.entries(problems).map(([status, ofStatus = []]) => {
    const hasAll = (group: readonly ProblemSlug[]) =>
      ofStatus.every(({ name }) => group.includes(name as ProblemSlug));
    const [name, group] = groups.find(([, each]) => hasAll(each)) ?? [titleOf(op.id), slugs];
    return [status, describeProblems(ofStatus, problemSchema(name, group, schemas))];
  });
  return Object.fromEntries(described);
}

function successHeaders(op: Operation): Json {
  const [first] = exampleSuccesses(op, BASE_PATH);
  const schema = { type: 'string' };
  const always = Object.entries(op.success.headers).map(([name, description]) => {
    const example = first?.answer.headers[name.toLowerCase()] ?? '"l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"';
    return [name, { description, required: true, schema, example }];
  });
  const sometimes = Object.entries(op.success.optionalHeaders ?? {}).map(([name, description]) => {
    const example = fillIn(`${op.examples.headers?.[name]}`, {}, BASE_PATH);
    return [name, { description, required: false, schema, example }];
  });
  return { ...Object.fromEntries([...always, ...sometimes]), ...REQUEST_ID };
}

/** A problem with the types that it can have, so that a client's compiler knows them. */
function problemSchema(of: string, slugs: readonly string[], schemas: Schemas): Json {
  const title = `${of}Problem`;
  const types = slugs.map((slug) => `/problems/${slug}`);
  const { description } = PROBLEM_SCHEMA.properties.type;
  const type = { enum: types, type: 'string', title: `${title}Type`, description };
  const properties = { type: referTo(type, schemas) };
  const narrowed = { type: 'object', required: ['type'], properties };
  schemas[title] = { title, allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  return { $ref: `#/components/schemas/${title}` };
}

function describeProblems(problems: readonly ExampleAnswer[], schema: Json): Json {
  const [only] = problems;
  return {
    description:
      problems.length === 1
        ? `${only?.summary} ([${only?.name}](/problems/${only?.name})).`
        : `One of these:\n${problems.map(({ name, summary }) => `\n* ${summary} ([${name}](/problems/${name})).`).join('')}`,
    headers: { ...problemHeaders(problems), ...REQUEST_ID },
    content: {
      'application/problem+json': {
        schema,
        examples: Object.fromEntries(
          problems.map(({ name, summary, value }) => [
            name,
            hasExampleOfItsOwn(name, value) ? { summary, value } : { $ref: `#/components/examples/${name}` },
          ]),
        ),
      },
    },
  };
}

/** Whether the example differs from the shared one of its kind: in some operations it has another detail or status. */
function hasExampleOfItsOwn(name: string, value: unknown): boolean {
  const { status, detail } = problemOf(example(name as ProblemSlug));
  const told = value as Problem;
  return name === 'invalid-request' || told.status !== status || told.detail !== detail;
}

const PROBLEM_HEADERS: Readonly<Record<string, { description: string; schema: Json }>> = {
  'www-authenticate': { description: 'How to sign in (RFC 7617).', schema: { type: 'string' } },
  'accept-patch': {
    description: 'The media types that PATCH accepts (RFC 5789).',
    schema: { type: 'string' },
  },
  vary: { description: 'The header of the request that decides.', schema: { type: 'string' } },
  'retry-after': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** A header is required where every problem of the status carries it. */
function problemHeaders(problems: readonly ExampleAnswer[]): Json {
  const described = Object.entries(PROBLEM_HEADERS).flatMap(([name, { description, schema }]) => {
    const values = problems.map(({ answer }) => answer.headers[name]).filter((value) => value !== undefined);
    if (values.length === 0) return [];
    const example = schema.type === 'integer' ? Number(values[0]) : values[0];
    return [
      [headerName(name), { description, required: values.length === problems.length, schema, example }],
    ];
  });
  return Object.fromEntries(described);
}
