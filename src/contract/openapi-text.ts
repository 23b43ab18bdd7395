import { STATUS_CODES } from 'node:http';
import type { Json } from './openapi-schemas.ts';

/** An OpenAPI document as it is written: what it says more than once stands in its components. */

type Parts = Record<string, Json>;
type Components = Readonly<Record<string, Parts | undefined>>;

interface Described {
  readonly parameters?: Json[];
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}

interface Body extends Json {
  readonly headers?: Parts;
  readonly content?: Record<string, { readonly examples?: Parts }>;
}

/** @param replacer as that of JSON.stringify */
export function documentText(document: Json, replacer?: (key: string, value: unknown) => unknown): string {
  const { components, ...copy } = JSON.parse(JSON.stringify(document, replacer));
  const paths = [copy.paths, copy.webhooks ?? {}].flatMap((each) => Object.values<Json>(each));
  const operations = paths.flatMap((path) => Object.values(path) as Described[]);
  const { examples = {}, parameters = {}, responses = {}, headers = {} } = components as Components;
  const bodies = operations.flatMap((op) => [op.requestBody ?? {}, ...Object.values(op.responses)]);
  share(
    'examples',
    examples,
    bodies.flatMap(({ content = {} }) => Object.values(content).flatMap((each) => placesIn(each.examples))),
  );
  share(
    'parameters',
    parameters,
    operations.flatMap((op) => placesIn(op.parameters, (_, { name }) => `${name}`)),
  );
  share(
    'responses',
    responses,
    operations.flatMap((op) => placesIn(op.responses, nameOfStatus).filter(({ key }) => key >= '4')),
  );
  share(
    'headers',
    headers,
    [...bodies, ...Object.values(responses)].flatMap((each) => placesIn((each as Body).headers)),
    3, // an entity tag stands in the answer and in the one that says that it is still current, and nowhere else
  );
  return `${written({ ...copy, components: { ...components, examples, parameters, responses, headers } })}\n`;
}

/** `429`: TooManyRequests. */
function nameOfStatus(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '');
}

interface Place {
  /** What the part is a member of. */
  readonly parts: Parts;
  readonly key: string;
  readonly name: string;
}

/**
 * Replaces parts that are the same in several places by references, and adds what these refer to to the components: further
 * ones with the same name get a number.
 */
function share(kind: string, components: Parts, places: readonly Place[], least = 2): void {
  const same = Object.groupBy(places, ({ parts, key, name }) => `${name} ${JSON.stringify(parts[key])}`);
  for (const [{ parts, key, name }, ...others] of Object.values(same) as [Place, ...Place[]][]) {
    const part = parts[key] as Json;
    if (others.length + 1 < least || '$ref' in part) continue;
    const number = Object.keys(components).filter((each) => each.replace(/-\d+$/, '') === name).length;
    const title = number === 0 ? name : `${name}-${number + 1}`;
    components[title] = part;
    for (const place of [{ parts, key }, ...others])
      place.parts[place.key] = { $ref: `#/components/${kind}/${title}` };
  }
}

function placesIn(parts: Parts | Json[] = {}, nameOf = (key: string, _part: Json) => key): Place[] {
  return Object.entries(parts).map(([key, part]) => ({
    parts: parts as Parts,
    key,
    name: nameOf(key, part),
  }));
}

/** The document with its parameters, responses, headers and examples where they belong, for who reads it as a whole. */
export function readDocument<Document>(text: string): Document {
  const { components } = JSON.parse(text);
  const resolved = (value: unknown): Document =>
    JSON.parse(JSON.stringify(value), (_, each) => {
      const [, kind, name] = REFERENCE.exec(each?.$ref) ?? [];
      return kind === undefined || name === undefined ? each : resolved(components[kind][name]);
    });
  return resolved(JSON.parse(text));
}

const REFERENCE = /^#\/components\/(parameters|responses|headers|examples)\/(.+)$/;
const WIDTH = 120;

/** JSON in which each value that fits stands on one line. */
function written(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((each) => deeper + written(each, deeper)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(
    ([name, each]) => `${deeper}${JSON.stringify(name)}: ${written(each, deeper)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}
