import type { Static, TArray, TObject, TOptional, TSchema, TString } from 'typebox';
import type { RefusalKind } from '../core/refusal.ts';
import type { Permission } from '../core/roles.ts';
import type { Fault, HttpRefusalKind } from '../http/http-refusal.ts';
import { Type } from './schema.ts';

/**
 * What an interface for programs declares of its operations. From it follow the types of the handlers, the validation of requests,
 * the serialisation of answers, the routes and the OpenAPI document.
 */

/** The kind of a refusal, as the slug of a problem type. */
export type ProblemSlug = RefusalKind | HttpRefusalKind;

/** What a body is: an object, or a list that replaces another. */
export type BodySchema = TObject | TArray;

/** An operation as it is declared, with what goes without saying left out. */
export interface Declaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** When left out, that of the resource. */
  readonly tag?: string;
  /** When left out, that of the resource. */
  readonly permission?: Permission;
  /** Whether a repeated request with an Idempotency-Key gets the first answer again. */
  readonly takesKey?: true;
  /** Whether a PUT makes what is not there yet. */
  readonly creates?: true;
  readonly query?: TObject;
  readonly header?: TObject;
  readonly body?: BodySchema | DeclaredBody;
  /** In place of a body in JSON: the handler gets it as it is. */
  readonly file?: DeclaredFile;
  readonly success: DeclaredSuccess;
  /** The problems of this operation in particular; `problemsOf` adds those that any operation may have. */
  readonly problems?: readonly ProblemSlug[];
}

interface DeclaredBody {
  readonly schema: BodySchema;
  /** JSON when left out. */
  readonly mediaTypes?: readonly string[];
  /** Whether no body is as good as an empty object. */
  readonly mayBeMissing?: true;
  /** The limit of the body in bytes, if it is higher than usual. */
  readonly limit?: number;
  /** The faults that the schema can't say, of a body of any shape. */
  readonly faultsOf?: (body: unknown) => readonly Fault[];
}

export interface DeclaredFile {
  readonly mediaTypes: readonly string[];
  /** In bytes. */
  readonly limit: number;
  /** Whether the handler reads it as it comes; otherwise all of it is in memory. */
  readonly isStreamed?: true;
}

interface DeclaredSuccess {
  readonly description: string;
  /** When left out, 200, or 204 of what answers with nothing. */
  readonly status?: 200 | 201;
  /** The status of a repeated answer; by default the same. */
  readonly repeatStatus?: 200;
  /** The body of an answer in JSON. */
  readonly schema?: BodySchema;
  /** The media type of any other answer. */
  readonly mediaType?: 'image/png' | 'application/pdf';
  /** In what else the same is available, by Accept. */
  readonly otherMediaTypes?: readonly string[];
  /** Descriptions of headers, by name as written. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Descriptions of headers that only some of these answers have. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

interface Example {
  readonly summary: string;
  readonly value: unknown;
}
/** Bodies by name. */
type Examples = Readonly<Record<string, Example>>;

export interface OperationExamples {
  /** Values of path and query parameters, by name. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
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

/** The id of an operation of the same resource, in place of examples that its success has too, or of the one of the same name. */
type Reference = string;
type WrittenBodies = Reference | Readonly<Record<string, Reference | Example>>;

/** Examples as they are written. */
interface WrittenExamples extends Omit<OperationExamples, 'request' | 'success'> {
  readonly request?: WrittenBodies;
  readonly success?: WrittenBodies;
}

/** An operation with all that holds for it. */
export interface Operation {
  readonly id: string;
  readonly method: Declaration['method'];
  readonly path: Declaration['path'];
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly permission: Permission;
  readonly request: {
    readonly path?: TObject;
    readonly query?: TObject;
    readonly header?: TObject;
    readonly body?: Body<BodySchema>;
    readonly file?: DeclaredFile;
  };
  readonly success: Success;
  readonly problems: readonly ProblemSlug[];
  readonly examples: OperationExamples;
  /** How preconditions (RFC 9110, section 13) are met; undefined: they are ignored, and answers have no entity tag. */
  readonly conditions?: Conditions;
  /** Whether a PUT makes what is not there yet, which then has no entity tag. */
  readonly creates?: true;
  /** The id of the GET of the same path, whose entity tag is that of what the operation changes. */
  readonly shownBy?: string;
}

/**
 * read: the answer has an entity tag. write: what is changed has one. untagged: there is none to compare with; `exists` says
 * whether the path can be read.
 */
export type Conditions = 'read' | 'write' | { readonly untagged: true; readonly exists: boolean };

interface Body<Schema> extends Omit<DeclaredBody, 'schema'> {
  readonly schema: Schema;
  readonly mediaTypes: readonly string[];
}

export type Success = JsonSuccess<BodySchema> | FileSuccess | EmptySuccess;

interface JsonSuccess<Schema> extends SuccessCommon {
  readonly status: 200 | 201;
  readonly repeatStatus?: 200;
  readonly mediaType: 'application/json';
  readonly schema: Schema;
}
interface FileSuccess extends SuccessCommon {
  readonly status: 200;
  readonly mediaType: 'image/png' | 'application/pdf';
  readonly otherMediaTypes?: readonly string[];
}
interface EmptySuccess extends SuccessCommon {
  readonly status: 204;
}
interface SuccessCommon {
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

export type OperationTable = Readonly<Record<string, Operation>>;

/** What the operations of a resource have in common. */
interface Common<Written, Fields> {
  readonly tag: string;
  readonly permission?: Permission;
  /** The parameters in their paths, by name. */
  readonly parameters?: Fields;
  readonly examples?: Written;
}

const JSON_ONLY = ['application/json'] as const;

/** Declares the operations of a resource by their ids. Keeps the literal types, so that the types of their handlers follow from them. */
export function resource<
  const Table extends Readonly<Record<string, Declaration>>,
  const Written extends Readonly<Record<keyof Table, WrittenExamples>>,
  Fields extends Readonly<Record<string, TSchema>> = Readonly<Record<never, TSchema>>,
>(
  common: Common<Written, Fields>,
  table: Table,
): { readonly [Id in keyof Table]: Completed<Id & string, Table[Id], Written[Id], Fields> } {
  const completed = Object.entries(table).map(([id, declared]) => [id, complete(id, declared, common)]);
  return Object.fromEntries(completed);
}

function complete(
  id: string,
  { takesKey, query, header, body, file, success, problems = [], ...declared }: Declaration,
  {
    tag,
    permission,
    parameters = {},
    examples = {},
  }: Common<Readonly<Record<string, WrittenExamples>>, object>,
) {
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const path = names.map((name) => [name, parameters[name as keyof typeof parameters]]);
  return {
    id,
    tag,
    permission,
    ...declared,
    request: {
      ...(path.length > 0 && { path: Type.Object(Object.fromEntries(path)) }),
      ...(query && { query }),
      ...(header && { header }),
      ...(takesKey && { header: Type.Object({ 'idempotency-key': idempotencyKeyHeader() }) }),
      ...(file && { file }),
      ...(body && { body: { mediaTypes: JSON_ONLY, ...('schema' in body ? body : { schema: body }) } }),
    },
    success: {
      status: success.schema || success.mediaType ? 200 : 204,
      ...(success.schema && { mediaType: 'application/json' }),
      headers: {},
      ...success,
    },
    problems,
    examples: readExamples(examples, id),
  };
}

function readExamples(all: Readonly<Record<string, WrittenExamples>>, id: string): OperationExamples {
  const { request, success, ...rest } = all[id] ?? {};
  return {
    ...rest,
    ...(request && { request: readBodies(request, all) }),
    ...(success && { success: readBodies(success, all) }),
  };
}

function readBodies(written: WrittenBodies, all: Readonly<Record<string, WrittenExamples>>): Examples {
  const successOf = (id: Reference) => readBodies(all[id]?.success ?? {}, all);
  if (typeof written === 'string') return successOf(written);
  const bodies = Object.entries(written).map(([name, each]) => [
    name,
    typeof each === 'string' ? successOf(each)[name] : each,
  ]);
  return Object.fromEntries(bodies);
}

const idempotencyKeyHeader = () =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'Makes the request safe to retry: 1 to 255 visible ASCII characters. Use a new key for each new purchase or order, such as order-1017. For 48 hours, the same request of the same account with the same key gets the first response again.',
    }),
  );

type KeyHeader = TObject<{ 'idempotency-key': TOptional<TString> }>;

type Completed<Id extends string, Declared extends Declaration, Written, Fields> = Omit<
  Operation,
  'id' | 'request' | 'success' | 'examples'
> & {
  readonly id: Id;
  readonly examples: Read<Written>;
  readonly request: RequestOf<Declared, Fields>;
  readonly success: SuccessOf<Declared['success']>;
};

/** The literal types of examples that are written out. */
type Read<Written> = {
  readonly [Part in keyof Written]: Written[Part] extends OperationExamples[Part & keyof OperationExamples]
    ? Written[Part]
    : Examples;
};

type RequestOf<Declared extends Declaration, Fields> = PathOf<NamesIn<Declared['path']>, Fields> &
  (Declared extends { query: infer Query } ? { readonly query: Query } : unknown) &
  (Declared extends { header: infer Header } ? { readonly header: Header } : unknown) &
  (Declared extends { takesKey: true } ? { readonly header: KeyHeader } : unknown) &
  (Declared extends { body: infer Body } ? { readonly body: BodyOf<Body> } : unknown) &
  (Declared extends { file: infer File } ? { readonly file: File } : unknown);

type PathOf<Name extends string, Fields> = [Name] extends [never]
  ? Record<never, never>
  : {
      readonly path: TObject<{
        [Each in Name]: Each extends keyof Fields ? Fields[Each] & TSchema : TSchema;
      }>;
    };
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type BodyOf<Declared> = Declared extends { readonly schema: infer Schema } ? Body<Schema> : Body<Declared>;
type SuccessOf<Declared> = Declared extends { readonly schema: infer Schema }
  ? JsonSuccess<Schema>
  : Declared extends { readonly mediaType: string }
    ? FileSuccess
    : EmptySuccess;

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

const OF_BODIES = ['body-too-large', 'unsupported-media-type'] as const;
const OF_CALLERS = ['expectation-failed', 'unauthorized', 'forbidden'] as const;
const OF_THE_SERVICE = [
  'too-many-sign-ins',
  'too-many-requests',
  'internal-error',
  'overloaded',
  'database-unavailable',
  'shutting-down',
] as const;

/** What operations may end in, whatever they are about: any of them, those that take input, and those with a body. */
export const SHARED_PROBLEMS = {
  Usual: shared(),
  Input: shared('invalid-request'),
  Body: shared('invalid-request', ...OF_BODIES),
} as const;

function shared(...ofRequests: readonly ProblemSlug[]): readonly ProblemSlug[] {
  return ['malformed-request', ...ofRequests, ...OF_CALLERS, 'precondition-failed', ...OF_THE_SERVICE];
}

/** Every problem of the operation, including those that any operation may have. */
export function problemsOf(op: Operation): ProblemSlug[] {
  const { path, query, body } = op.request;
  const takesInput = path !== undefined || query !== undefined || body !== undefined;
  return [
    'malformed-request',
    ...(takesInput ? (['invalid-request'] as const) : []),
    ...(readsBody(op) ? OF_BODIES : []),
    ...OF_CALLERS,
    ...op.problems,
    'precondition-failed',
    ...(takesKey(op) ? (['idempotency-key-in-use', 'idempotency-key-reused'] as const) : []),
    ...OF_THE_SERVICE,
  ];
}

/** Whether a body is validated, also where none is declared. */
function readsBody({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

function takesKey({ request: { header } }: Operation): boolean {
  return header !== undefined && 'idempotency-key' in header.properties;
}

/** Whether the answer carries an ETag and a request may end in 304. */
export function isRead({ conditions }: Operation): boolean {
  return conditions === 'read';
}

/** Whether the operation answers with a picture or a PDF file. */
export function isFile({ success }: Operation): boolean {
  return 'mediaType' in success && success.mediaType !== 'application/json';
}
