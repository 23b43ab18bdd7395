import { EXACTLY_ONE } from './contract/formats.ts';

/**
 * The contract's schemas as they stand in the OpenAPI document: they say the same of every value, in the ways that
 * validators of other languages and generators of clients understand.
 */

/** A value of JSON, to be written out. */
export type Json = Record<string, unknown>;

/** Those that have a name, and so a place of their own in the document. */
export type Schemas = Record<string, Json>;

interface Named extends Json {
  readonly title?: string;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly allOf?: readonly Rule[];
}

/** What holds for one value of a member only. */
interface Rule {
  readonly if: { readonly properties: Readonly<Record<string, { readonly const: string }>> };
  readonly then: {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Json>>;
  };
}

/** A reference to the schema where it has a title, and so a place of its own; otherwise the schema itself. */
export function referTo(schema: object, schemas: Schemas): Json {
  const { title, ...rest } = withReferences(schema as Named, schemas);
  if (title === undefined) return rest;
  const reference = { $ref: `#/components/schemas/${title}` };
  if (Array.isArray(rest.type)) {
    const { description, type, ...kept } = rest;
    schemas[title] = { title, type: type.find((each) => each !== 'null'), ...kept };
    return { oneOf: [reference, { type: 'null' }], description };
  }
  schemas[title] = byOneMember({ title, ...rest }, schemas);
  return reference;
}

function withReferences({ properties, items, ...rest }: Named, schemas: Schemas): Named {
  const members = Object.entries(properties ?? {}).map(([name, each]) => [name, referTo(each, schemas)]);
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(items === undefined ? {} : { items: referTo(items, schemas) }),
  };
}

/**
 * Where rules hang on the value of one member: a schema for each value, told apart by that member. Generators make
 * types of them, so that what a rule asks for is asked for by a client's compiler; `if` and `then` they pass over.
 */
function byOneMember({ allOf, ...schema }: Named, schemas: Schemas): Json {
  if (allOf === undefined) return schema;
  const [member = ''] = Object.keys(allOf[0]?.if.properties ?? {});
  const variants = allOf.map((rule) => {
    const value = rule.if.properties[member]?.const as string;
    const title = titleOf(value) + schema.title;
    schemas[title] = variantOf({ ...schema, title }, member, value, rule.then);
    return [value, `#/components/schemas/${title}`] as const;
  });
  return {
    title: schema.title,
    oneOf: variants.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: member, mapping: Object.fromEntries(variants) },
  };
}

function variantOf(schema: Named, member: string, value: string, rule: Rule['then']): Json {
  const { properties = {}, required = [], ...rest } = schema;
  const forbidden = forbiddenMembers(rule.properties);
  const kept = Object.entries(properties)
    .filter(([name]) => !forbidden.includes(name))
    .map(([name, each]) => [name, name === member ? { ...each, enum: [value] } : each]);
  return {
    ...rest,
    required: [...(required as string[]), ...(rule.required ?? [])],
    properties: Object.fromEntries(kept),
  };
}

/** `ticketRecord` as a schema is called: TicketRecord. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Says the same so that tools of other languages understand it: for JSON.stringify. */
export function forAnyTool(key: string, value: unknown): unknown {
  if (key === 'pattern' && typeof value === 'string') return withoutSurrogates(value);
  if (key === 'then' || key === 'else') return withoutForbidden(value as Json);
  if (typeof value !== 'object' || value === null) return value;
  if (EXACTLY_ONE in value) return asOneOf(value as Json);
  if ('const' in value && value.const === true) return asTrue(value as Json);
  return value;
}

/**
 * Behind a condition that always holds, too: generators take a single value for an enumeration, and make no
 * enumeration of booleans that compiles.
 */
function asTrue({ const: _true, ...schema }: Json): Json {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { ...schema, if: {}, then: { const: true } };
}

/** Behind a condition that always holds, which generators pass over: of each name alone they would make a type. */
function asOneOf({ [EXACTLY_ONE]: names, ...schema }: Json): Json {
  const oneOf = (names as string[]).map((name) => ({ required: [name] }));
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { ...schema, if: {}, then: { oneOf } };
}

/**
 * Half a surrogate pair is refused, but no text in UTF-8 holds one, and a pattern that names them is of no use
 * to regular expressions that know code points only, such as those of Python, Go and Rust.
 */
function withoutSurrogates(pattern: string): string {
  return pattern.replaceAll('\\uD800-\\uDFFF', '');
}

/**
 * Members that must be left out are named as "not required": linters take a property that is declared in a
 * branch for the only one that the branch allows.
 */
function withoutForbidden({ properties = {}, ...branch }: Json & { properties?: Schemas }): Json {
  const forbidden = forbiddenMembers(properties);
  const allowed = Object.entries(properties).filter(([name]) => !forbidden.includes(name));
  const [first, ...more] = forbidden.map((name) => ({ required: [name] }));
  return {
    ...branch,
    ...(allowed.length === 0 ? {} : { properties: Object.fromEntries(allowed) }),
    ...(first === undefined ? {} : { not: more.length === 0 ? first : { anyOf: [first, ...more] } }),
  };
}

/** The members that a branch declares only to forbid them. */
function forbiddenMembers(properties: Readonly<Record<string, Json>> = {}): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => ('not' in schema ? [name] : []));
}
