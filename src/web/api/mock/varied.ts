import { randomInt, randomUUID } from 'node:crypto';
import { addDays, calendarDay, MS_PER_DAY } from '../../../core/calendar-day.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const WORDS =
  'a bright door east five gallery hall in lamp map night of paper river sea tall vault window'.split(' ');
const MOST_ITEMS = 4;

/**
 * A random value that `schema` allows, modelled on `example`: optional members are present or not, and text with a
 * pattern is the example's.
 */
export function varied(schema: Schema, example: unknown): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[randomInt(schema.enum.length)];
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && (example === null || randomInt(4) === 0)) return null;
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return variedObject(schema, (example ?? {}) as Readonly<Record<string, unknown>>);
    case 'array':
      return variedArray(schema, (example ?? []) as readonly unknown[]);
    case 'string':
      return variedText(schema, example);
    case 'integer':
      return wholeNumberIn(schema);
    case 'number':
      return numberIn(schema, 100);
    case 'boolean':
      return randomInt(2) === 1;
    default:
      return example;
  }
}

function variedObject(
  { properties, required = [] }: Schema,
  example: Readonly<Record<string, unknown>>,
): unknown {
  if (properties === undefined) return example;
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const isThere = required.includes(name) || (name in example && randomInt(2) === 1);
    return isThere ? [[name, varied(schema, example[name])]] : [];
  });
  return Object.fromEntries(members);
}

/** Distinct items; none where the example has none to model them on. */
function variedArray(
  { items = {}, minItems = 0, maxItems = MOST_ITEMS }: Schema,
  [first]: readonly unknown[],
): unknown[] {
  if (first === undefined) return [];
  const count = randomInt(minItems, Math.min(maxItems, MOST_ITEMS) + 1);
  const made = Array.from({ length: count }, () => varied(items, first));
  return [...new Map(made.map((item) => [JSON.stringify(item), item])).values()];
}

function variedText({ format, pattern }: Schema, example: unknown): unknown {
  switch (format) {
    case 'uuid':
      return randomUUID();
    case 'date':
      return addDays(calendarDay('2027-01-01'), randomInt(365));
    case 'date-time':
      return new Date(Date.UTC(2027, 0, 1) + randomInt(365 * MS_PER_DAY)).toISOString();
    case 'email':
      return `${word()}@example.com`;
  }
  return pattern === undefined ? Array.from({ length: 1 + randomInt(5) }, word).join(' ') : example;
}

function word(): string {
  return WORDS[randomInt(WORDS.length)] as string;
}

function wholeNumberIn({ minimum = 0, maximum = 1_000, multipleOf: step = 1 }: Schema): number {
  return randomInt(minimum / step, Math.min(maximum, 1_000_000) / step + 1) * step;
}

/** A random number in steps of 1/`parts`. */
function numberIn({ minimum = 0, maximum = 1_000 }: Schema, parts: number): number {
  return randomInt(minimum * parts, Math.min(maximum, 1_000_000) * parts + 1) / parts;
}
