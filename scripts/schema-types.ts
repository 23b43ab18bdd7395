/** What the schemas of openapi.json are in TypeScript. */

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
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
  readonly additionalProperties?: boolean | Schema;
}
/** What a schema with a name stands for; of problems there is one type for each, below. */
export function declarationOf(name: string, schema: Schema): string[] {
  if (/Problem(Type)?$/.test(name)) return [];
  const description = schema.description === undefined ? [] : [doc('', schema.description)];
  const isInterface = schema.properties !== undefined && variantsOf(schema) === undefined;
  const declared = isInterface
    ? `export interface ${name} ${typeOf({ ...schema, title: '' })}`
    : `export type ${name} = ${typeOf(schema)};`;
  return [[...description, declared].join('\n')];
}

export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) as string;
  if (schema.oneOf !== undefined) return schema.oneOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.then?.const !== undefined) return literal(schema.then.const);
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
  const { properties, additionalProperties: others } = schema;
  if (properties === undefined)
    return `Record<string, ${typeof others === 'object' ? typeOf(others) : 'unknown'}>`;
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

export function memberOf(name: string, schema: Schema, isRequired: boolean, indent = '  '): string {
  const key = /^\w+$/.test(name) ? name : literal(name);
  const description = schema.description === undefined ? '' : `${doc(indent, schema.description)}\n`;
  return `${description}${indent}${key}${isRequired ? '' : '?'}: ${typeOf(schema, indent)};`;
}

export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : `${value}`;
}

export function doc(indent: string, ...lines: readonly string[]): string {
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}
