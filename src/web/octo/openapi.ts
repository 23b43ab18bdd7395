import type { TObject } from 'typebox';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Json, referTo, type Schemas } from '../../contract/openapi-schemas.ts';
import type { Operation } from '../../contract/operation.ts';
import { CONTENT, OCTO_PATH, octoOperations, PRICING } from './operations.ts';
import { errorBody } from './shapes.ts';

const DESCRIPTION = `The Open Connectivity for Tours standard ([octo.travel](https://www.octo.travel)), core of version 1 with
the capabilities ${PRICING} and ${CONTENT}, for resellers of the museum. Each path may end with a slash.

Days and times are the museum's, with the offset of its zone; members that begin with utc are in UTC. Prices are integers:
divide them by 10 to the power of currencyPrecision. Members of a request that are not declared here are ignored.
The header Octo-Capabilities says what the reseller speaks, and in the answer what was spoken. Every error is a 400, but for
401, 403, 404 (no such address), 405 (not that method), 429, 500 and 503.`;

/** The text of /octo/openapi.json. */
export function octoText(): string {
  return `${JSON.stringify(octoDocument(), null, 2)}\n`;
}

/** The operations as an OpenAPI 3.1 document. */
export function octoDocument(): Json {
  const schemas: Schemas = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values<Operation>(octoOperations)) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Museum, for resellers (OCTO)',
      version: '1.0',
      'x-service-version': packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: OCTO_PATH, description: 'The service that serves this document.' }],
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

function describe({ id, summary, description, request, success }: Operation, schemas: Schemas): Json {
  const { body } = request;
  const json = (schema: object) => ({
    content: { 'application/json': { schema: referTo(schema, schemas) } },
  });
  const error = (told: string) => ({ description: told, ...json(errorBody) });
  return {
    operationId: id,
    summary,
    description,
    parameters: [
      ...parametersIn('path', request.path),
      ...parametersIn('query', request.query),
      CAPABILITIES,
      LANGUAGE,
    ],
    ...(body && { requestBody: { required: 'required' in body.schema, ...json(body.schema) } }),
    responses: {
      200: {
        description: success.description,
        headers: { 'Octo-Capabilities': CAPABILITIES_SPOKEN },
        ...('schema' in success && json(success.schema)),
      },
      400: error('What is wrong, with a code of OCTO.'),
      401: error('There is no token.'),
      403: error('The token is wrong or was revoked.'),
      429: error('Too many requests, or failed sign-ins. Retry-After says when to ask again, in seconds.'),
    },
  };
}

function parametersIn(part: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, declared]) => {
    return { name, in: part, required: part === 'path', schema: declared };
  });
}

const CAPABILITIES = {
  name: 'Octo-Capabilities',
  in: 'header',
  required: false,
  description: 'What the reseller speaks beyond the core, separated by commas.',
  schema: { type: 'string' },
  example: `${PRICING}, ${CONTENT}`,
};
const LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'In which language names and descriptions are wanted; otherwise, they are in the museum’s.',
  schema: { type: 'string' },
  example: 'de',
};
const CAPABILITIES_SPOKEN = { description: 'What was spoken of it.', schema: { type: 'string' } };
