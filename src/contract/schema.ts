import type { TObject, Type as TypeBox } from 'typebox';

/**
 * JSON Schemas with the static types of TypeBox, for the few builders that contracts use. Only the types come from
 * TypeBox: its builders load four hundred modules, which takes longer than loading the HTTP server, and they only make
 * plain objects like those below.
 */
type Builders =
  | 'Object'
  | 'Array'
  | 'String'
  | 'Number'
  | 'Integer'
  | 'Boolean'
  | 'Enum'
  | 'Literal'
  | 'Optional'
  | 'Unsafe';
type Schema = Readonly<Record<string, unknown>>;

const optional = new WeakSet<Schema>();

const builders = {
  Object: (properties: Readonly<Record<string, Schema>>, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: values, ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  /** A copy, so that a schema which is optional in one place need not be in another. */
  Optional: (schema: Schema) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
};

/** What a body may be where answers have the same members: nothing else, so that a typo is not silently ignored. */
export function strict<Schema extends TObject>(schema: Schema, title: string): Schema {
  return { ...schema, additionalProperties: false, title };
}

export const Type = builders as unknown as Pick<typeof TypeBox, Builders>;
