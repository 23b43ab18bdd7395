import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from '../../fixtures/client.ts';
import { MAY_NOT } from './fault.ts';
import { type Json, referred } from './values.ts';

/** Headers of every answer over HTTP, whatever it is about. */
const OF_HTTP = [
  ...[
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
  ],
  ...['vary', 'x-content-type-options', 'x-request-id'],
];
const FORMATS = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: true,
  float: true,
  uri: true,
  'uri-reference': true,
} as const;

export interface Operation {
  /** With parameters in braces, below the base path. */
  readonly path: string;
  readonly method: string;
  readonly declared: Json;
  /** The roles that it is for; undefined: it is not said. */
  readonly roles: readonly string[] | undefined;
}

/** What an OpenAPI document says of each answer. */
export class Declaration {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly #ajv = new Ajv2020({ strict: false, formats: FORMATS, allErrors: true });
  readonly #validators = new Map<unknown, ValidateFunction>();
  readonly #templates: readonly { readonly pattern: RegExp; readonly path: string }[];

  constructor(document: Json) {
    this.document = document;
    this.#ajv.addSchema({ $id: 'declared', components: document.components });
    this.operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, declared]) => ({
        path,
        method: method.toUpperCase(),
        declared,
        roles: /Allowed roles: ([\w, ]+)/.exec(declared.description ?? '')?.[1]?.split(', '),
      })),
    );
    // Paths without parameters first: /check-ins/batch is no /check-ins/{checkInId}.
    this.#templates = Object.keys(document.paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));
  }

  /**
   * What is wrong with the answer; undefined: it is as declared.
   * @param path below the base path, with its query
   * @param more headers that answers have there besides those that are declared
   */
  faultOf(
    method: string,
    path: string,
    answer: Answer,
    role?: string,
    more: readonly string[] = [],
  ): string | undefined {
    const { status, headers, bytes } = answer;
    const asked = path.split('?', 1)[0] as string;
    const template = isDecodable(asked)
      ? this.#templates.find(({ pattern }) => pattern.test(asked))?.path
      : undefined;
    const isHead = method === 'HEAD';
    const operation = this.operations.find(
      (each) => each.path === template && each.method === (isHead ? 'GET' : method),
    );
    if (operation === undefined) return this.#faultOfUnknown(answer, isHead);
    const where = `${method} ${operation.path}: ${status}`;
    if (status < 300 && role !== undefined && operation.roles?.includes(role) === false)
      return `${where} for the role ${role}, ${MAY_NOT}`;
    const declared = operation.declared.responses[status];
    // A path may hold what no parameter can: then there is no such address.
    if (declared === undefined)
      return [404].includes(status) ? this.#faultOfUnknown(answer, isHead) : `${where} is not declared`;
    const named = Object.entries<Json>(declared.headers ?? {});
    const known = [...OF_HTTP, ...more, ...named.map(([name]) => name.toLowerCase())];
    const stray =
      this.document.components.headers && Object.keys(headers).filter((name) => !known.includes(name));
    if (stray?.length > 0) return `${where} has the undeclared headers ${stray}`;
    for (const [name, each] of named)
      if (each.required && headers[name.toLowerCase()] === undefined)
        return `${where} lacks the header ${name}`;
    if (isHead || status === 304 || declared.content === undefined)
      return bytes.length === 0 ? undefined : `${where} has a body, which is not declared`;
    const mediaType = `${headers['content-type']}`.split(';', 1)[0] as string;
    const content = declared.content[mediaType] ?? declared.content[`${headers['content-type']}`];
    if (content === undefined) return `${where} is ${mediaType}, which is not declared`;
    if (!/json$/.test(mediaType))
      return bytes.length > 0 || mediaType === 'text/csv' ? undefined : `${where} is empty`;
    return prefixed(where, this.#faultOfJson(answer, content.schema));
  }

  #faultOfUnknown(answer: Answer, isHead: boolean): string | undefined {
    const { status, headers } = answer;
    if (![308, 400, 401, 403, 404, 405, 406, 413, 415, 417, 429].includes(status))
      return `${status} of an unknown address`;
    if (status === 405 && headers.allow === undefined) return '405 without Allow';
    const { Problem } = this.document.components.schemas;
    const isPage = /^text\/html/.test(`${headers['content-type']}`);
    if (isHead || isPage || status === 308) return undefined;
    if (Problem === undefined)
      return /json/.test(`${headers['content-type']}`) ? undefined : `${status} without JSON`;
    return prefixed(
      `${status} of an unknown address`,
      this.#faultOfJson(answer, { $ref: '#/components/schemas/Problem' }),
    );
  }

  #faultOfJson({ status, text }: Answer, schema: Json): string | undefined {
    let json: Json;
    try {
      json = JSON.parse(text);
    } catch {
      return 'no JSON';
    }
    const validate = this.#validatorOf(schema);
    const isValid: boolean = validate(json);
    if (!isValid) {
      const [{ instancePath = '', message = '' } = {}] = validate.errors ?? [];
      return `${instancePath.replaceAll(/\d+/g, 'N')} ${message}`;
    }
    if (status >= 400 && json.type !== undefined && json.status !== status)
      return `says the status ${json.status}`;
    return undefined;
  }

  #validatorOf(schema: Json): ValidateFunction {
    let validator = this.#validators.get(schema.$ref ?? schema);
    if (validator === undefined) {
      validator = this.#ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"declared#/')));
      this.#validators.set(schema.$ref ?? schema, validator);
    }
    return validator;
  }

  /** The parameters of an operation, wherever they are declared. */
  parametersOf({ declared }: Operation): Json[] {
    return (declared.parameters ?? []).map((each: Json) =>
      each.$ref === undefined ? each : referred(each.$ref, this.document),
    );
  }
}

function prefixed(where: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${where}: ${fault}`;
}

/** An address that is no text is none of the document. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
