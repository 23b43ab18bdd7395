import { randomInt, randomUUID } from 'node:crypto';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const WORDS =
  'a bright door east five gallery hall in lamp map night of paper river sea tall vault window'.split(' ');
/** Members that are free text, for people. Any other text means something to programs: it is as in the example. */
const FREE_TEXT = ['name', 'location', 'eventDescription', 'eventName', 'description', 'reason'];

/** Lists whose items add up to a total beside them. */
const ADDED_UP = ['items', 'vat', 'payments'];

/**
 * A value like `example` that `schema` allows, with other ids, words, prices and numbers of items. What depends on each other is as in
 * the example: states with their instants, counts with their sums.
 */
export function varied(schema: Schema, example: unknown, name = ''): unknown {
  if (example === null || example === undefined || schema.const !== undefined || schema.enum !== undefined)
    return example;
  switch ([schema.type ?? []].flat().find((type) => type !== 'null')) {
    case 'object':
      return variedObject(schema, example as Readonly<Record<string, unknown>>);
    case 'array':
      return variedArray(schema, example as readonly unknown[]);
    case 'string':
      return variedText(schema, example, name);
    case 'number':
      return name === 'price' ? randomInt(1, 10_000) / 100 : example;
    default:
      return example;
  }
}

function variedObject({ properties = {} }: Schema, example: Readonly<Record<string, unknown>>): unknown {
  const members = Object.entries(example).map(([name, value]) => {
    const isSummed = 'total' in example && ADDED_UP.includes(name);
    const schema = isSummed ? undefined : properties[name];
    return [name, schema === undefined ? value : varied(schema, value, name)];
  });
  return Object.fromEntries(members);
}

/** Some of the items, one at least. */
function variedArray({ items = {}, minItems = 1 }: Schema, example: readonly unknown[]): unknown[] {
  const least = Math.min(minItems, example.length);
  const count = randomInt(least, example.length + 1);
  return example.slice(0, count).map((item) => varied(items, item));
}

function variedText({ format }: Schema, example: unknown, name: string): unknown {
  if (format === 'uuid') return randomUUID();
  return FREE_TEXT.includes(name) ? Array.from({ length: 1 + randomInt(5) }, word).join(' ') : example;
}

function word(): string {
  return WORDS[randomInt(WORDS.length)] as string;
}
