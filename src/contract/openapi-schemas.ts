import { AT_LEAST_ONE, EXACTLY_ONE } from './formats.ts';

/**
 * Converts the contract's schemas for the OpenAPI document: they accept the same values, but are written so that
 * validators in other languages and client generators understand them.
 */

/** A value of JSON, to be written out. */
export type Json = Record<string, unknown>;

/** The schemas with a title, which become components of the document. */
export type Schemas = Record<string, Json>;

interface Named extends Json {
  readonly title?: string;
  readonly items?: Json;
  readonly additionalProperties?: boolean | Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly allOf?: readonly Rule[];
}

/** A rule that holds for one value of a member; without properties: where a member is there. With `not`: where none of those is. */
interface Rule {
  readonly if: {
    readonly properties?: Readonly<Record<string, { readonly const: string }>>;
    readonly required?: readonly string[];
    readonly not?: Json;
  };
  readonly then: Demands;
}

interface Demands {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
}

/** A reference to the schema where it has a title; otherwise the schema itself. */
export function referTo(schema: object, schemas: Schemas): Json {
  const { title, ...rest } = withReferences(schema as Named, schemas);
  if (title === undefined) return rest;
  const reference = { $ref: `#/components/schemas/${title}` };
  if (Array.isArray(rest.enum)) {
    const { description, default: usual, ...kept } = rest;
    schemas[title] = { title, ...kept, ...namesFor(rest.enum) };
    return {
      ...reference,
      ...(description !== undefined && { description }),
      ...(usual !== undefined && { default: usual }),
    };
  }
  if (Array.isArray(rest.type)) {
    const { description, type, ...kept } = rest;
    schemas[title] = { title, type: type.find((each) => each !== 'null'), ...kept };
    return { oneOf: [reference, { type: 'null' }], description };
  }
  schemas[title] = byOneMember({ title, ...rest }, schemas);
  return reference;
}

/** What generators call the values, where they can't make a name of one of them: of `*`. */
function namesFor(values: readonly string[]): Json {
  if (values.every((value) => /\w/.test(value))) return {};
  const nameOf = (value: string) => (value === '*' ? 'All' : value.split(/[.-]/).map(titleOf).join(''));
  return { 'x-enum-varnames': values.map(nameOf) };
}

function withReferences({ properties, items, ...rest }: Named, schemas: Schemas): Named {
  const members = Object.entries(properties ?? {}).map(([name, each]) => [name, referTo(each, schemas)]);
  const { additionalProperties: others } = rest;
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(items === undefined ? {} : { items: referTo(items, schemas) }),
    ...(typeof others === 'object' ? { additionalProperties: referTo(others, schemas) } : {}),
  };
}

/**
 * Where rules depend on the value of one member: one schema for each value, with that member as the discriminator. What has
 * another member in place of that one is a schema more for each, and then there is no discriminator. Generators make types of these,
 * so that a client's compiler checks the rules; they ignore `if` and `then`.
 */
function byOneMember({ allOf, ...schema }: Named, schemas: Schemas): Json {
  if (allOf === undefined) return schema;
  const byValue = allOf.filter((rule) => rule.if.properties !== undefined);
  const others = allOf.filter((rule) => rule.if.properties === undefined && rule.if.required !== undefined);
  const usual = allOf.find((rule) => rule.if.not !== undefined);
  const [member = ''] = Object.keys(byValue[0]?.if.properties ?? {});
  const variants = byValue.map((rule) => {
    const value = rule.if.properties?.[member]?.const as string;
    const title = titleOf(value) + schema.title;
    const kept = variantOf(variantOf({ ...schema, title }, rule.then), withoutOthers(others, usual));
    schemas[title] = { ...kept, properties: withValue(kept.properties ?? {}, member, value, schemas) };
    return [value, `#/components/schemas/${title}`] as const;
  });
  const mapping = Object.fromEntries(variants);
  const $refs = variants.map(([, $ref]) => ({ $ref }));
  if (others.length === 0)
    return { title: schema.title, oneOf: $refs, discriminator: { propertyName: member, mapping } };
  for (const { if: condition, then } of others) {
    const [name = ''] = condition.required ?? [];
    const title = titleOf(name) + schema.title;
    const required = [name, ...(then.required ?? [])];
    schemas[title] = variantOf({ ...schema, title }, { ...then, required });
    $refs.push({ $ref: `#/components/schemas/${title}` });
  }
  return { title: schema.title, oneOf: $refs };
}

/** What is demanded where no member of the other rules is there. */
function withoutOthers(others: readonly Rule[], usual: Rule | undefined): Demands {
  const absent = others.flatMap((rule) => rule.if.required ?? []).map((name) => [name, { not: {} }] as const);
  return { ...usual?.then, properties: { ...usual?.then.properties, ...Object.fromEntries(absent) } };
}

function variantOf(schema: Named, { required = [], properties = {} }: Demands): Named {
  const forbidden = forbiddenMembers(properties);
  const kept = Object.entries(schema.properties ?? {})
    .filter(([name]) => !forbidden.includes(name))
    .map(([name, each]) => [name, { ...each, ...properties[name] }]);
  return {
    ...schema,
    required: [...((schema.required as string[] | undefined) ?? []), ...required],
    properties: Object.fromEntries(kept),
  };
}

function withValue(
  properties: Readonly<Record<string, object>>,
  member: string,
  value: string,
  schemas: Schemas,
): Record<string, object> {
  return { ...properties, [member]: oneValue(properties[member] as Json, value, schemas) };
}

/** A reference to the enumeration of which only one value is left, such as EventTicketType. */
function oneValue({ $ref, description }: Json, value: string, schemas: Schemas): Json {
  const title = titleOf(value) + `${$ref}`.split('/').at(-1);
  return referTo({ enum: [value], type: 'string', title, description }, schemas);
}

/** `ticketRecord` as a schema is called: TicketRecord. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A replacer for JSON.stringify that rewrites a schema in an equivalent form that other tools understand. */
export function forAnyTool(key: string, value: unknown): unknown {
  if (key === 'pattern' && typeof value === 'string') return withoutSurrogates(value);
  if (key === 'format' && value === 'addr-spec') return 'email';
  if (key === 'then' || key === 'else') return withoutForbidden(value as Json);
  if (typeof value !== 'object' || value === null) return value;
  if (EXACTLY_ONE in value) return asOneOf(value as Json);
  if (AT_LEAST_ONE in value) return asAnyOf(value as Json);
  if ('const' in value && value.const === true) return asTrue(value as Json);
  return value;
}

/**
 * Moves the rule behind a condition that always holds, which generators ignore: of a single boolean value they would make
 * an enumeration, which does not compile.
 */
function asTrue({ const: _true, ...schema }: Json): Json {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { ...schema, if: {}, then: { const: true } };
}

/** Moves the rule behind a condition that always holds, which generators ignore: they would make a type of each name. */
function asOneOf({ [EXACTLY_ONE]: names, ...schema }: Json): Json {
  const oneOf = (names as string[]).map((name) => ({ required: [name] }));
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { ...schema, if: {}, then: { oneOf } };
}

/** As `asOneOf`, where several may be there. */
function asAnyOf({ [AT_LEAST_ONE]: names, ...schema }: Json): Json {
  const anyOf = (names as string[]).map((name) => ({ required: [name] }));
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that no one awaits
  return { ...schema, if: {}, then: { anyOf } };
}

/**
 * Removes the pattern against lone surrogates. Text in UTF-8 can't hold one, and regular expressions that only know code
 * points, such as those of Python, Go and Rust, don't accept the pattern.
 */
function withoutSurrogates(pattern: string): string {
  return pattern.replaceAll('\\uD800-\\uDFFF', '');
}

/**
 * Writes members that must be left out as "not required": linters believe that a branch which declares a property allows
 * no other.
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
