import { type Json, referTo, type Schemas } from './openapi-schemas.ts';
import { isFile, type Operation, type OperationExamples, type OperationTable } from './operation.ts';

/** The parts of an OpenAPI 3.1 document that follow from declared operations. */

/** What an interface adds to the description of each of its operations. */
export interface Additions {
  /** Where schemas with a title are collected, for the components of the document. */
  readonly schemas: Schemas;
  /** Members beside those that follow from the declaration, and instead of them. */
  membersOf(operation: Operation): Json;
  headersOf(operation: Operation): Json;
  /** Every response that is no success, by status. */
  refusalsOf(operation: Operation): Readonly<Record<string, Json>>;
}

/** The member `paths` of the document. */
export function describePaths(operations: OperationTable, additions: Additions): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations)) {
    paths[operation.path] ??= {};
    (paths[operation.path] as Json)[operation.method.toLowerCase()] = described(operation, additions);
  }
  return paths;
}

function described(operation: Operation, additions: Additions): Json {
  const { schemas } = additions;
  const { request, examples } = operation;
  const parameters = [
    ...parametersIn('path', request.path, schemas, examples.parameters),
    ...parametersIn('query', request.query, schemas, examples.parameters),
    ...parametersIn('header', request.header, schemas),
  ];
  const requestBody = bodyOf(operation, schemas);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...additions.membersOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(operation, additions), ...additions.refusalsOf(operation) },
  };
}

function parametersIn(
  part: 'path' | 'query' | 'header',
  schema: Operation['request'][typeof part],
  schemas: Schemas,
  examples: OperationExamples['parameters'] = {},
): Json[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, declared]) => {
    const { description, ...field } = declared as Json;
    return {
      name: part === 'header' ? headerName(name) : name,
      in: part,
      required: required.includes(name),
      description,
      schema: referTo(field, schemas),
      ...(name in examples && !isFilter(part, field) && { example: examples[name] }),
    };
  });
}

/** Tools send examples unchanged: past days or an unknown event in a list's query would show nothing. */
function isFilter(part: string, { format }: Json): boolean {
  return part === 'query' && (format === 'date' || format === 'uuid');
}

/** `if-none-match` as it is usually written: If-None-Match. */
export function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function bodyOf({ request, examples }: Operation, schemas: Schemas): Json | undefined {
  const { body, file } = request;
  if (file !== undefined) return { required: true, content: filesOf(file.mediaTypes) };
  if (body === undefined) return undefined;
  const content = { schema: referTo(body.schema, schemas), examples: examples.request };
  return {
    required: !body.mayBeMissing,
    content: Object.fromEntries(body.mediaTypes.map((mediaType) => [mediaType, content])),
  };
}

function successesOf(operation: Operation, { schemas, headersOf }: Additions): Record<string, Json> {
  const { success, conditions } = operation;
  const headers = headersOf(operation);
  const content = contentOf(operation, schemas);
  const usual = { description: success.description, headers, ...(content && { content }) };
  const repeatStatus = 'repeatStatus' in success ? success.repeatStatus : undefined;
  return {
    [success.status]: usual,
    ...(conditions === 'read' && {
      304: { description: 'The cached response is still current. No content.', headers },
    }),
    ...(repeatStatus && {
      [repeatStatus]: { ...usual, description: 'The same response as the first time.' },
    }),
  };
}

function contentOf(operation: Operation, schemas: Schemas): Json | undefined {
  const { success, examples } = operation;
  if (success.status === 204) return undefined;
  if (isFile(operation)) {
    const others = 'otherMediaTypes' in success ? (success.otherMediaTypes ?? []) : [];
    return filesOf([success.mediaType, ...others]);
  }
  const csv = { summary: 'The same as CSV', value: examples.csv };
  return {
    ...('schema' in success && {
      'application/json': { schema: referTo(success.schema, schemas), examples: examples.success },
    }),
    ...(examples.csv && { 'text/csv': { schema: { type: 'string' }, examples: { csv } } }),
  };
}

function filesOf(mediaTypes: readonly string[]): Json {
  const file = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, file]));
}
