/** The museum's own client as far as it is written from openapi.json: its types, and the table of its operations. */
import { type Json, titleOf } from '../src/doors/api/openapi-schemas.ts';

interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}
interface Example {
  readonly $ref?: string;
  readonly summary: string;
  readonly value: Json;
}
type Content = Readonly<Record<string, { schema: Schema; examples: Record<string, Example> }>>;
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}
interface Operation extends Described {
  readonly method: string;
  readonly path: string;
}

const HEADING = '// Written from openapi.json by `npm run openapi`; changes by hand are lost.';

/** The text of client/operations.js: how each operation is asked for. */
export function operationsTable(document: Document): string {
  const rows = operationsOf(document).map((operation) => {
    const { mediaType } = successOf(operation);
    const query = inAddress(operation).filter((each) => each.in === 'query');
    const row = {
      method: operation.method,
      path: operation.path,
      ...(query.length === 0 ? {} : { query: query.map(({ name }) => name) }),
      ...(mediaType === undefined ? {} : { accept: mediaType }),
      ...(operation.requestBody === undefined ? {} : { hasBody: true }),
      ...(takes(operation, 'Idempotency-Key') ? { takesKey: true } : {}),
    };
    const members = Object.entries(row).map(([name, value]) => `${name}: ${literal(value)}`);
    return `  ${operation.operationId}: { ${members.join(', ')} },`;
  });
  return `${HEADING}\n\nexport const operations = {\n${rows.join('\n')}\n};\n`;
}

/** The text of client/interface.d.ts. */
export function interfaceTypes(document: Document): string {
  const operations = operationsOf(document);
  return `${[
    HEADING,
    `import type {\n  Answer,\n  CallOptions,\n  Conditions,\n  IfNoneMatch,\n  Keyed,\n  PagedAnswer,\n  ProblemDetails,\n  TicketImage,\n  UnexplainedProblem,\n} from './index.js';`,
    `/** Every operation of the interface. */\nexport interface Operations {\n${operations.map((each) => methodOf(each, document)).join('\n\n')}\n}`,
    ...operations.flatMap(parametersOf),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => declarationOf(name, schema)),
    newsOf(document),
    problemsOf(document),
  ].join('\n\n')}\n`;
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
}

/** Signatures: that for If-None-Match, that for CSV, and the usual one. */
function methodOf(operation: Operation, document: Document): string {
  const { operationId: id, summary, description } = operation;
  const input = inputOf(operation, document);
  const isConditional = takes(operation, 'If-None-Match');
  const problem = `${titleOf(id)}Problem`;
  const { content, data } = successOf(operation);
  const options = ['CallOptions'];
  if (takes(operation, 'Idempotency-Key')) options.push('Keyed');
  if (isConditional) options.push('Conditions');
  const signature = (chosen: string | undefined, answer: string) =>
    `  ${id}(${chosen ? input.beforeOptions : input.alone}, options${chosen ? '' : '?'}: ${[...options, ...(chosen ? [chosen] : [])].join(' & ')}): ${answer};`;
  return [
    ...(isConditional && operation.method === 'GET'
      ? [signature('IfNoneMatch', `Answer<${data} | undefined, ${problem}>`)]
      : []),
    ...('text/csv' in content ? [signature(`{ accept: 'text/csv' }`, `Answer<string, ${problem}>`)] : []),
    doc('  ', summary, '', ...description.split('\n')),
    signature(undefined, `${isPaged(operation) ? 'PagedAnswer' : 'Answer'}<${data}, ${problem}>`),
  ].join('\n');
}

/** What a call is given: parameters and members of the body in one object. */
function inputOf(operation: Operation, { components }: Document): { alone: string; beforeOptions: string } {
  const parameters = inAddress(operation);
  const [body] = Object.values(operation.requestBody?.content ?? {});
  if (body !== undefined && parameters.some((each) => each.in === 'query'))
    throw new Error(`${operation.operationId}: the client can't tell a query from members of a body.`);
  const members = body === undefined ? [] : membersOf(body.schema, components.schemas);
  const twice = parameters.find(({ name }) => members.includes(name));
  if (twice !== undefined) throw new Error(`${operation.operationId}: ${twice.name} is in path and body.`);
  const types = [
    ...(parameters.length === 0 ? [] : [`${titleOf(operation.operationId)}Parameters`]),
    ...(body === undefined ? [] : [typeOf(body.schema)]),
  ];
  if (types.length === 0) types.push('Record<string, never>');
  const isNeeded = body !== undefined || parameters.some(({ required }) => required);
  const type = types.join(' & ');
  return {
    alone: `input${isNeeded ? '' : '?'}: ${type}`,
    beforeOptions: `input: ${type}${isNeeded ? '' : ' | undefined'}`,
  };
}

function membersOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): string[] {
  const named = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return [
    ...Object.keys(named.properties ?? {}),
    ...(named.oneOf ?? []).flatMap((each) => membersOf(each, schemas)),
  ];
}

function parametersOf(operation: Operation): string[] {
  const parameters = inAddress(operation);
  if (parameters.length === 0) return [];
  const members = parameters.map(({ name, required, description, schema }) =>
    memberOf(name, { ...schema, description }, required),
  );
  return [`export interface ${titleOf(operation.operationId)}Parameters {\n${members.join('\n')}\n}`];
}

function inAddress({ parameters = [] }: Described): Parameter[] {
  return parameters.filter((each) => each.in !== 'header');
}

function takes({ parameters = [] }: Described, header: string): boolean {
  return parameters.some(({ name }) => name === header);
}

function successOf({ responses }: Described): { content: Content; mediaType?: string; data: string } {
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const [first] = Object.entries(content);
  if (first === undefined) return { content, data: 'undefined' };
  const [mediaType, { schema }] = first;
  return { content, mediaType, data: mediaType.startsWith('image/') ? 'TicketImage' : typeOf(schema) };
}

/** Whether answers lead on to the next page by the header Link. */
function isPaged(operation: Operation): boolean {
  return inAddress(operation).some(({ name }) => name === 'page' || name === 'after');
}

/** What a schema with a name stands for; of problems there is one type for each, below. */
function declarationOf(name: string, schema: Schema): string[] {
  if (name.endsWith('Problem')) return [];
  const description = schema.description === undefined ? [] : [doc('', schema.description)];
  const isInterface = schema.properties !== undefined && variantsOf(schema) === undefined;
  const declared = isInterface
    ? `export interface ${name} ${typeOf({ ...schema, title: '' })}`
    : `export type ${name} = ${typeOf(schema)};`;
  return [[...description, declared].join('\n')];
}

function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) as string;
  if (schema.oneOf !== undefined) return schema.oneOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.not !== undefined && schema.not.const === false) return 'true';
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent);
    case 'array': {
      const items = typeOf(schema.items ?? {}, indent);
      return items.includes(' | ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
    }
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      throw new Error(`The client has no type for ${JSON.stringify(schema)}.`);
  }
}

function objectType(schema: Schema, indent: string): string {
  if (schema.properties === undefined) return 'Record<string, unknown>';
  const variants = variantsOf(schema) ?? [{ required: [], forbidden: [] }];
  return variants.map((variant) => variantType(schema, variant, indent)).join(' | ');
}

/** Members that one of several forms of an object must have, and those that it can't have. */
interface Variant {
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
}

/** The forms of an object in which one member hangs on another. */
function variantsOf({ if: condition, then, else: otherwise }: Schema): Variant[] | undefined {
  if (then?.oneOf !== undefined) {
    const names = then.oneOf.flatMap(({ required = [] }) => required);
    return names.map((name) => ({ required: [name], forbidden: names.filter((each) => each !== name) }));
  }
  if (condition?.required === undefined) return undefined;
  return [
    { required: condition.required, forbidden: forbiddenBy(then) },
    { required: otherwise?.required ?? [], forbidden: [...condition.required, ...forbiddenBy(otherwise)] },
  ];
}

function forbiddenBy({ not }: Schema = {}): string[] {
  return (not?.anyOf ?? [not]).flatMap((each) => each?.required ?? []);
}

function variantType({ properties = {}, required = [] }: Schema, variant: Variant, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) =>
    variant.forbidden.includes(name)
      ? `${inner}${name}?: never;`
      : memberOf(name, schema, [...required, ...variant.required].includes(name), inner),
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function memberOf(name: string, schema: Schema, isRequired: boolean, indent = '  '): string {
  const key = /^\w+$/.test(name) ? name : literal(name);
  const description = schema.description === undefined ? '' : `${doc(indent, schema.description)}\n`;
  return `${description}${indent}${key}${isRequired ? '' : '?'}: ${typeOf(schema, indent)};`;
}

function newsOf({ webhooks }: Document): string {
  const types = Object.values(webhooks).map(({ post }) =>
    Object.values(post.requestBody?.content ?? {}).map(({ schema }) => typeOf(schema)),
  );
  return `${doc('', 'What the museum posts to webhooks, told apart by its type.')}\nexport type News = ${types.flat().join(' | ')};`;
}

/** Of the members that only some problems have, those that these always have. */
const ALWAYS_THERE = ['errors'];

/** A type for each kind of problem, and for each operation those that it answers with. */
function problemsOf(document: Document): string {
  const { schemas } = document.components;
  const own = Object.keys(schemas.Problem?.properties ?? {}).filter(
    (name) => !schemas.Problem?.required?.includes(name),
  );
  const lines = Object.entries(kindsOf(document)).map(([slug, { summary, statuses, members }]) => {
    const more = own
      .filter((name) => members.has(name))
      .map((name) =>
        memberOf(name, schemas.Problem?.properties?.[name] ?? {}, ALWAYS_THERE.includes(name), '    '),
      );
    const details = `ProblemDetails<'/problems/${slug}', ${[...statuses].join(' | ')}>`;
    const type = more.length === 0 ? details : `${details} & {\n${more.join('\n')}\n  }`;
    return `${doc('  ', `${summary}.`)}\n  '/problems/${slug}': ${type};`;
  });
  const ofOperations = operationsOf(document).map(({ operationId }) => {
    const name = `${titleOf(operationId)}Problem`;
    const types = schemas[name]?.allOf?.at(-1)?.properties?.type?.enum ?? [];
    return `export type ${name} = Problems[${types.map(literal).join(' | ')}] | UnexplainedProblem;`;
  });
  return [
    `${doc('', 'Every kind of problem that operations answer with, by its type.')}\nexport interface Problems {\n${lines.join('\n')}\n}`,
    ...ofOperations,
  ].join('\n\n');
}

interface Kind {
  readonly summary: string;
  readonly statuses: Set<string>;
  readonly members: Set<string>;
}

function kindsOf(document: Document): Record<string, Kind> {
  const kinds: Record<string, Kind> = {};
  for (const { responses } of operationsOf(document)) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [slug, example] of Object.entries(content['application/problem+json']?.examples ?? {})) {
        const { summary, value } =
          document.components.examples[example.$ref === undefined ? '' : slug] ?? example;
        kinds[slug] ??= { summary, statuses: new Set(), members: new Set() };
        kinds[slug].statuses.add(status);
        for (const member of Object.keys(value)) kinds[slug].members.add(member);
      }
    }
  }
  return kinds;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : `${value}`;
}

function doc(indent: string, ...lines: readonly string[]): string {
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}
