import type { Static, TArray, TObject, TSchema } from 'typebox';
import type { Permission } from '../../../core/roles.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { Type } from '../../../http/schema.ts';
import type { ProblemSlug } from '../problems.ts';
import { EXAMPLES } from './examples.ts';
import { readConditions, writeConditions } from './fields.ts';

/** Bodies by name. */
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** The examples of an operation, which stand in examples/, in the file that has the name of the operation's. */
export interface OperationExamples {
  /** Values of path and query parameters, by name. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Bodies of requests. */
  readonly request?: Examples;
  /** Bodies of the success. */
  readonly success?: Examples;
  /** A body of the success as text/csv, present when the operation answers with that too. */
  readonly csv?: string;
  /**
   * Headers of the success, but for ETag, which follows from the body. Addresses in them are relative to the
   * base address, and {member} stands for that member of the body.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

export const TAGS = {
  Operations: 'Operational information about the museum.',
  Events: 'Special events hosted by the museum.',
  Tickets: 'Museum tickets for general entry or special events.',
  Orders: 'Several tickets together, sold at once or held until they are paid.',
  Gate: 'Checking tickets at the entrance, online and offline.',
  Reports: 'Reports of sales and visits, and the journal.',
  // A tag apart from those of operations: client generators make one class for each tag, and webhooks would replace it.
  News: 'Messages that the museum sends to webhooks.',
} as const;

/** What a body is: an object, or a list that replaces another. */
export type BodySchema = TObject | TArray;

/** The complete declaration of one operation of the interface, but for its examples. */
interface Declaration {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, parameters in braces. */
  readonly path: `/${string}`;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  readonly permission: Permission;
  readonly request: {
    readonly path?: TObject;
    readonly query?: TObject;
    readonly header?: TObject;
    readonly body?: {
      readonly mediaTypes: readonly string[];
      readonly schema: BodySchema;
      /** Whether no body is as good as an empty object. */
      readonly mayBeMissing?: true;
      /** The limit of the body in bytes, if it is higher than usual. */
      readonly limit?: number;
      /** The faults that the schema can't say, of a body of any shape. */
      readonly faultsOf?: (body: unknown) => readonly Fault[];
    };
  };
  readonly success: Success;
  /** The problems of this operation in particular; `problemsOf` adds those that any operation may have. */
  readonly problems: readonly ProblemSlug[];
}

/** A declaration with its examples. */
export interface Operation extends Declaration {
  readonly examples: OperationExamples;
  /** The id of the GET of the same path, whose entity tag is that of what the operation changes. */
  readonly shownBy?: string;
}

export type Success = JsonSuccess | FileSuccess | EmptySuccess;

interface JsonSuccess extends SuccessCommon {
  readonly status: 200 | 201;
  /** The status of a repeated answer; by default the same. */
  readonly repeatStatus?: 200;
  readonly mediaType: 'application/json';
  readonly schema: TObject | TArray;
}
interface FileSuccess extends SuccessCommon {
  readonly status: 200;
  readonly mediaType: 'image/png' | 'application/pdf';
  /** In what else the same is available, by Accept. */
  readonly otherMediaTypes?: readonly string[];
}
interface EmptySuccess extends SuccessCommon {
  readonly status: 204;
}
interface SuccessCommon {
  readonly description: string;
  /** Descriptions of headers, by name as written. */
  readonly headers: Readonly<Record<string, string>>;
  /** Descriptions of headers that only some of these answers have. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

type Id = keyof typeof EXAMPLES;

/** Attaches the examples. Keeps the literal types of a declaration, so that its handler's types follow from it. */
export function operation<const Declared extends Declaration & { readonly id: Id }>(
  declared: Declared,
): Declared & { readonly examples: (typeof EXAMPLES)[Declared['id']] } {
  const id: Declared['id'] = declared.id;
  return { ...declared, examples: EXAMPLES[id] };
}

/**
 * The same operations with preconditions (RFC 9110, section 13), which follow from methods and paths: what can be read has an
 * entity tag, and PUT, PATCH and DELETE of it can depend on that.
 */
export function withConditions<Operations extends Readonly<Record<string, Operation>>>(
  operations: Operations,
): Operations {
  const all = Object.values<Operation>(operations);
  const conditional = all.map((op) => [op.id, conditionalOf(op, all)]);
  return Object.fromEntries(conditional) as Operations;
}

function conditionalOf(op: Operation, all: readonly Operation[]): Operation {
  const { method, request, success } = op;
  const headers = { ETag: 'Entity tag of this response.', ...success.headers };
  if (method === 'GET')
    return { ...op, request: withHeaders(request, readConditions()), success: { ...success, headers } };
  const shownBy = method === 'POST' ? undefined : readOf(op, all)?.id;
  return shownBy === undefined ? op : { ...op, shownBy, request: withHeaders(request, writeConditions()) };
}

function withHeaders(request: Operation['request'], headers: TObject['properties']): Operation['request'] {
  return { ...request, header: Type.Object({ ...request.header?.properties, ...headers }) };
}

/** The operation that reads what is at the same path. */
export function readOf({ path }: Operation, all: readonly Operation[]): Operation | undefined {
  return all.find((other) => other.method === 'GET' && other.path === path);
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : Record<never, never>;
type BodySchemaOf<Op extends Operation> = Op['request'] extends { body: { schema: infer Schema } }
  ? Schema
  : undefined;
type PartSchema<Op extends Operation, Part extends 'path' | 'query' | 'header'> = Op['request'] extends {
  [Name in Part]: infer Schema;
}
  ? Schema
  : undefined;

/** The request that a handler of the operation gets: parsed, validated, typed. */
export interface Input<Op extends Operation> {
  readonly path: StaticOf<PartSchema<Op, 'path'>>;
  readonly query: StaticOf<PartSchema<Op, 'query'>>;
  readonly header: StaticOf<PartSchema<Op, 'header'>>;
  readonly body: StaticOf<BodySchemaOf<Op>>;
}

/** The JSON value that the operation answers with. */
export type Output<Op extends Operation> = Op['success'] extends { schema: infer Schema }
  ? StaticOf<Schema>
  : undefined;

/** Every problem of the operation, including those that any operation may have. */
export function problemsOf(op: Operation): ProblemSlug[] {
  const { path, query, body } = op.request;
  const takesInput = path !== undefined || query !== undefined || body !== undefined;
  return [
    'malformed-request',
    ...(takesInput ? (['invalid-request'] as const) : []),
    ...(readsBody(op) ? (['body-too-large', 'unsupported-media-type'] as const) : []),
    'expectation-failed',
    'unauthorized',
    'forbidden',
    ...op.problems,
    'precondition-failed',
    ...(isIdempotent(op) ? (['idempotency-key-in-use', 'idempotency-key-reused'] as const) : []),
    'too-many-sign-ins',
    'too-many-requests',
    'internal-error',
    'overloaded',
    'database-unavailable',
    'shutting-down',
  ];
}

/** Whether a body is validated, also where none is declared. */
function readsBody({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** Whether a repeated request with an Idempotency-Key gets the first answer again. */
function isIdempotent({ request: { header } }: Operation): boolean {
  return header !== undefined && 'idempotency-key' in header.properties;
}

/** Whether the answer carries an ETag and a request may end in 304. */
export function isRead({ method }: Operation): boolean {
  return method === 'GET';
}
