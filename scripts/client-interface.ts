/** The museum's own client as far as it is written from openapi.json: its types, and the table of its operations. */
import { type Json, titleOf } from '../src/contract/openapi-schemas.ts';
import { declarationOf, doc, literal, memberOf, type Schema, typeOf } from './schema-types.ts';

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

/** The text of client/operations.js: how the request of each operation is made. */
export function operationsTable(document: Document): string {
  const rows = operationsOf(document).map((operation) => {
    const accepts = Object.keys(successOf(operation).content);
    const query = inAddress(operation).filter((each) => each.in === 'query');
    const row = {
      method: operation.method,
      path: operation.path,
      ...(query.length === 0 ? {} : { query: query.map(({ name }) => name) }),
      ...(accepts.length === 0 ? {} : { accepts }),
      ...(operation.requestBody === undefined
        ? {}
        : takesFile(operation)
          ? { takesFile: true }
          : { hasBody: true }),
      ...(listOf(operation, document) === undefined ? {} : { list: listOf(operation, document) }),
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
  const inputs = namesIn(
    operations.map(({ requestBody }) => requestBody),
    document,
  );
  return `${[
    HEADING,
    `import type {\n  Call,\n  CallOptions,\n  Conditions,\n  IfNoneMatch,\n  Keyed,\n  PagedCall,\n  ProblemDetails,\n  TicketFile,\n  UnexplainedProblem,\n} from './index.js';`,
    `/** Every operation of the interface. */\nexport interface Operations {\n${operations.map((each) => methodOf(each, document)).join('\n\n')}\n}`,
    ...operations.flatMap(parametersOf).map(orUndefined),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => {
      const declared = declarationOf(name, schema);
      return inputs.has(name) ? declared.map(orUndefined) : declared;
    }),
    messagesOf(document),
    problemsOf(document),
  ].join('\n\n')}\n`;
}

/** The names of all schemas that these values refer to, also by way of others. */
function namesIn(values: unknown, document: Document, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(values).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (names.has(name)) continue;
    names.add(name);
    namesIn(document.components.schemas[name], document, names);
  }
  return names;
}

/** With exactOptionalPropertyTypes, too, undefined may be given for what may be left out: it is not sent. */
function orUndefined(declared: string): string {
  return declared.replaceAll(/([\w']\?: )(.*);$/gm, (_, member, type) =>
    type === 'never' ? `${member}undefined;` : `${member}${type} | undefined;`,
  );
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
}

/** The usual signature, which is the one that editors show, and those of other answers. */
function methodOf(operation: Operation, document: Document): string {
  const { operationId: id, summary, description } = operation;
  const input = inputOf(operation, document);
  const problem = `${titleOf(id)}Problem`;
  const { content, data } = successOf(operation);
  const isConditional = takes(operation, 'If-None-Match');
  const isConditionalRead = isConditional && operation.method === 'GET';
  const hasCsv = 'text/csv' in content;
  const files = Object.entries(content).flatMap(([type, { schema }]) => (isFile(schema) ? [type] : []));
  const otherFiles = files.slice(1);
  const options = [
    'CallOptions',
    ...(takes(operation, 'Idempotency-Key') ? ['Keyed'] : []),
    ...(isConditional ? ['Conditions'] : []),
  ].join(' & ');
  const whole = `${options}${isConditionalRead ? ' & { ifNoneMatch?: undefined }' : ''}`;
  const usual = `${whole}${hasCsv ? " & { accept?: 'application/json' | undefined }" : ''}${otherFiles.length > 0 ? ` & { accept?: '${files[0]}' | undefined }` : ''}`;
  const answer = isPaged(operation) ? 'PagedCall' : 'Call';
  return [
    doc('  ', summary, '', ...description.split('\n')),
    `  ${id}(${input.alone}, options?: ${usual}): ${answer}<${data}, ${problem}>;`,
    ...(isConditionalRead
      ? [
          doc('  ', 'The same, or undefined when the resource has not changed (304).'),
          `  ${id}(${input.beforeOptions}, options: ${options} & IfNoneMatch): Call<${data} | undefined, ${problem}>;`,
        ]
      : []),
    ...(hasCsv
      ? [
          doc('  ', 'The same as CSV.'),
          `  ${id}(${input.beforeOptions}, options: ${whole} & { accept: 'text/csv' }): Call<string, ${problem}>;`,
          doc('  ', 'The same, as data or as CSV.'),
          `  ${id}(${input.beforeOptions}, options: ${whole} & { accept?: 'application/json' | 'text/csv' | undefined }): Call<${data} | string, ${problem}>;`,
        ]
      : []),
    ...otherFiles.flatMap((type) => [
      doc('  ', `The same as ${type}.`),
      `  ${id}(${input.beforeOptions}, options: ${whole} & { accept: '${type}' }): Call<TicketFile<'${type}'>, ${problem}>;`,
    ]),
  ].join('\n');
}

/** The type of a call's input: parameters and members of the body in one object. */
function inputOf(operation: Operation, document: Document): { alone: string; beforeOptions: string } {
  const list = listOf(operation, document);
  const parameters = inAddress(operation);
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const members = body === undefined ? [] : membersOf(body.schema, document.components.schemas);
  const twice = parameters.find(({ name }) => members.includes(name));
  if (twice !== undefined)
    throw new Error(`${operation.operationId}: ${twice.name} is in path or query, and in body.`);
  const types = [
    ...(parameters.length === 0 ? [] : [`${titleOf(operation.operationId)}Parameters`]),
    ...(body === undefined
      ? []
      : takesFile(operation)
        ? ['{ file: Blob }']
        : [list === undefined ? typeOf(body.schema) : `{ ${list}: ${typeOf(body.schema)} }`]),
  ];
  if (types.length === 0) types.push('Record<string, never>');
  const isNeeded = body !== undefined || parameters.some(({ required }) => required);
  const type = types.join(' & ');
  return {
    alone: `input${isNeeded ? '' : '?'}: ${type}`,
    beforeOptions: `input: ${type}${isNeeded ? '' : ' | undefined'}`,
  };
}

/** Where the body is a list: the member of the input that it is given as, `prices` for PricesInput. */
function listOf({ requestBody }: Operation, { components }: Document): string | undefined {
  const [body] = Object.values(requestBody?.content ?? {});
  const name = body?.schema.$ref?.split('/').at(-1) ?? '';
  if (components.schemas[name]?.type !== 'array') return undefined;
  return name.charAt(0).toLowerCase() + name.slice(1).replace(/Input$/, '');
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

function successOf({ responses }: Described): { content: Content; data: string } {
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const [first] = Object.entries(content);
  if (first === undefined) return { content, data: 'undefined' };
  const [mediaType, { schema }] = first;
  return { content, data: isFile(schema) ? `TicketFile<'${mediaType}'>` : typeOf(schema) };
}

/** Whether the body is a file. Its media type is that of the Blob. */
function takesFile({ requestBody }: Described): boolean {
  return Object.values(requestBody?.content ?? {}).some(({ schema }) => isFile(schema));
}

function isFile({ format }: Schema): boolean {
  return format === 'binary';
}

/** Whether answers lead on to the next page by the header Link. */
function isPaged(operation: Operation): boolean {
  return inAddress(operation).some(({ name }) => name === 'page' || name === 'after');
}

function messagesOf({ webhooks }: Document): string {
  const types = Object.values(webhooks).map(({ post }) =>
    Object.values(post.requestBody?.content ?? {}).map(({ schema }) => typeOf(schema)),
  );
  return `${doc('', 'A message that the museum posts to webhooks, discriminated by its type.')}\nexport type News = ${types.flat().join(' | ')};`;
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
  const typesOf = ({ operationId, responses }: Operation) => {
    const told = Object.values(responses).flatMap(({ content }) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}),
    );
    const known = schemas[`${titleOf(operationId)}ProblemType`] ?? schemas.BodyProblemType;
    return (
      known?.enum?.filter((type) => told.includes(`${type}`.replace('/problems/', ''))).map(literal) ?? []
    );
  };
  const operations = operationsOf(document);
  const [first = [], ...others] = operations.map(typesOf);
  const usual = first.filter((type) => others.every((types) => types.includes(type)));
  const ofOperations = operations.map((operation) => {
    const own = typesOf(operation).filter((type) => !usual.includes(type));
    const types = own.length === 0 ? '' : `Problems[${own.join(' | ')}] | `;
    return `export type ${titleOf(operation.operationId)}Problem = ${types}UsualProblem;`;
  });
  return [
    `${doc('', 'Every kind of problem that operations answer with, by its type.')}\nexport interface Problems {\n${lines.join('\n')}\n}`,
    `${doc('', 'The problems that any operation may end in.')}\nexport type UsualProblem = Problems[${usual.join(' | ')}] | UnexplainedProblem;`,
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
