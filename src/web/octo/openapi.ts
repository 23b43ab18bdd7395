import packageJson from '../../../package.json' with { type: 'json' };
import { BASE_PATH, type Operation, operations, PRICING } from './contract/index.ts';
import { ErrorBody } from './contract/shapes.ts';

type Json = Record<string, unknown>;

const DESCRIPTION = `The Open Connectivity for Tours standard ([octo.travel](https://www.octo.travel)), core of version 1 with
the capability ${PRICING}, for resellers of the museum. Each path may end with a slash.

Days and times are the museum's, with the offset of its zone; members that begin with utc are in UTC. Prices are integers:
divide them by 10 to the power of currencyPrecision. Members of a request that are not declared here are ignored.
The header Octo-Capabilities says what the reseller speaks, and in the answer what was spoken. Every error is a 400, but for
401, 403, 404 (no such address), 405 (not that method), 429, 500 and 503.`;

/** The text of /octo/openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** The operations as an OpenAPI 3.1 document. */
export function openApiDocument(): Json {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    paths[operation.path] ??= {};
    (paths[operation.path] as Json)[operation.method.toLowerCase()] = describe(id, operation, schemas);
  }
  refer(ErrorBody, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Museum, for resellers (OCTO)',
      version: '1.0',
      'x-service-version': packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH, description: 'The service that serves this document.' }],
    security: [{ Token: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        Token: { type: 'http', scheme: 'bearer', description: 'A token of a partner’s account.' },
      },
    },
  };
}

function describe(
  id: string,
  { path, summary, description, query, body, answer }: Operation,
  schemas: Record<string, Json>,
): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  const inQuery = Object.entries((query?.properties ?? {}) as Record<string, Json>).map(([name, schema]) => {
    return { name, in: 'query', required: false, schema };
  });
  const json = (schema: object) => ({ content: { 'application/json': { schema: refer(schema, schemas) } } });
  return {
    operationId: id,
    summary,
    description,
    parameters: [...inPath, ...inQuery, CAPABILITIES],
    ...(body && { requestBody: { required: 'required' in body, ...json(body) } }),
    responses: {
      200: {
        description: 'As asked.',
        headers: { 'Octo-Capabilities': CAPABILITIES_SPOKEN },
        ...json(answer),
      },
      400: { description: 'What is wrong, with a code of OCTO.', ...json(ErrorBody) },
      401: { description: 'There is no token.', ...json(ErrorBody) },
      403: { description: 'The token is wrong or was revoked.', ...json(ErrorBody) },
      429: {
        description: 'Too many requests, or failed sign-ins. Retry-After says when to ask again, in seconds.',
        ...json(ErrorBody),
      },
    },
  };
}

const CAPABILITIES = {
  name: 'Octo-Capabilities',
  in: 'header',
  required: false,
  description: 'What the reseller speaks beyond the core, separated by commas.',
  schema: { type: 'string' },
  example: PRICING,
};
const CAPABILITIES_SPOKEN = { description: 'What was spoken of it.', schema: { type: 'string' } };

/** The schema with those that have a title as components. */
function refer(schema: object, schemas: Record<string, Json>): Json {
  const { title, properties, items, ...rest } = schema as Json & {
    title?: string;
    properties?: Json;
    items?: Json;
  };
  const whole = {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, refer(each as Json, schemas)]),
      ),
    }),
    ...(items && { items: refer(items, schemas) }),
  };
  if (title === undefined) return whole;
  schemas[title] = { title, ...whole };
  return { $ref: `#/components/schemas/${title}` };
}
