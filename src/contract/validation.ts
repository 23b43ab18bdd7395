import type { ErrorObject } from 'ajv';
import type { TObject } from 'typebox';
import type { MuseumCalendar } from '../core/clock.ts';
import type { Fault } from '../http/http-refusal.ts';
import { compiled, type FieldSchema } from './compiler.ts';
import { AT_LEAST_ONE, EXACTLY_ONE, formats, NOT_BEFORE } from './formats.ts';
import type { BodySchema, Input, Operation } from './operation.ts';
import { Type } from './schema.ts';

/** A request before validation. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed JSON text; undefined when there was no body. */
  readonly body: unknown;
}

export type Checked<Op extends Operation> =
  | { readonly input: Input<Op>; readonly faults?: undefined; readonly unnamed?: undefined }
  | {
      readonly input?: undefined;
      readonly faults: readonly Fault[];
      /** The number of further faults. */
      readonly unnamed: number;
    };

/** How many faults are named: more than any client makes by mistake, and few enough to be cheap. */
const MAX_NAMED_FAULTS = 100;
/** The schema for a body where none is declared: an empty object, so that parameters sent there are not silently ignored. */
const NOTHING = Type.Object({}, { additionalProperties: false });

/**
 * A function that validates requests against the schemas of `op`, compiled at the first request, and names all faults at
 * once. Bodies are never coerced. Parameters are text, so one with an integer schema is parsed first.
 * @param calendar for declarations that depend on today
 */
export function requestChecker<Op extends Operation>(
  op: Op,
  calendar?: MuseumCalendar,
): (raw: RawRequest) => Checked<Op> {
  const { path, query, header, body } = op.request;
  const checks = [
    path && partCheck('path', path, (raw) => ({ ...raw.path })),
    query && partCheck('query', query, (raw) => readParameters(query, raw.query), { calendar }),
    header && partCheck('header', header, (raw) => readParameters(header, raw.header)),
    body &&
      partCheck('body', body.schema, ({ body: given = body.mayBeMissing ? {} : undefined }) => given, {
        furtherFaults: body.faultsOf,
      }),
    op.method === 'POST' && !body && !op.request.file && partCheck('body', NOTHING, (raw) => raw.body ?? {}),
  ].filter((check) => !!check);
  return (raw) => {
    const input: Partial<Record<Fault['in'], unknown>> = {};
    let faults: Fault[] | undefined;
    let count = 0;
    for (const check of checks) {
      const value = check.read(raw);
      const found = check.faultsOf(value);
      if (found === undefined) input[check.part] = value;
      else {
        faults = [...(faults ?? []), ...found.named].slice(0, MAX_NAMED_FAULTS);
        count += found.count;
      }
    }
    if (faults !== undefined) return { faults, unnamed: count - faults.length };
    return { input: input as unknown as Input<Op> };
  };
}

/** The faults of a value that comes in another way, as those of a body. */
export function bodyFaults(schema: BodySchema, value: unknown): readonly Fault[] {
  return partCheck('body', schema, () => value).faultsOf(value)?.named ?? [];
}

interface PartCheck {
  readonly part: Fault['in'];
  read(raw: RawRequest): unknown;
  /** The faults of `value`; undefined when it is valid. Then its UUIDs are changed to lower case. */
  faultsOf(value: unknown): Faults | undefined;
}

interface Faults {
  /** The first of them. */
  readonly named: readonly Fault[];
  readonly count: number;
}

function noBody({ type }: BodySchema): Faults {
  const detail = `The request needs a JSON ${type} as its body.`;
  return { named: [{ in: 'body', pointer: '', detail }], count: 1 };
}

/** What the schema of a part can’t say by itself. */
interface BeyondSchema {
  readonly calendar?: MuseumCalendar | undefined;
  readonly furtherFaults?: ((value: unknown) => readonly Fault[]) | undefined;
}

function partCheck(
  part: Fault['in'],
  schema: BodySchema,
  read: PartCheck['read'],
  { calendar, furtherFaults = () => [] }: BeyondSchema = {},
): PartCheck {
  const lowerCaseUuids = lowerCaserOf(schema);
  const check = compiled(schema, calendar);
  return {
    part,
    read,
    faultsOf(value) {
      if (value === undefined) return noBody(schema);
      const errors = check(value);
      const further = furtherFaults(value);
      if (errors.length === 0 && further.length === 0) {
        lowerCaseUuids?.(value);
        return undefined;
      }
      const { named, count } = describeFaults(part, errors);
      return { named: [...named, ...further], count: count + further.length };
    },
  };
}

/** The declared parameters that were given, integers and booleans parsed; text that can't be parsed is left as it is. */
function readParameters(schema: TObject, given: RawRequest['query']): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = given[name];
    if (value === undefined) continue;
    const { type } = schema.properties[name] as FieldSchema;
    read[name] = typeof value === 'string' ? parsed(value, type) : value;
  }
  return read;
}

function parsed(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

/** What changes the UUIDs in a valid value to lower case; undefined: its schema has none. */
function lowerCaserOf({
  format,
  items,
  properties = {},
}: FieldSchema): ((value: unknown) => unknown) | undefined {
  if (format === 'uuid') return (text) => (text as string).toLowerCase();
  const ofItem = items && lowerCaserOf(items);
  if (ofItem !== undefined) return (list) => (list as unknown[]).map(ofItem);
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const ofMember = lowerCaserOf(schema);
    return ofMember === undefined ? [] : [{ name, ofMember }];
  });
  if (members.length === 0) return undefined;
  return (value) => {
    const object = value as Record<string, unknown>;
    for (const { name, ofMember } of members)
      if (object[name] !== undefined) object[name] = ofMember(object[name]);
    return object;
  };
}

function describeFaults(part: Fault['in'], errors: readonly ErrorObject[]): Faults {
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const told = errors.filter((error) => !isSaidAlready(error, mistyped));
  const named = told
    .slice(0, MAX_NAMED_FAULTS)
    .map((error) => ({ in: part, pointer: pointerOf(error), detail: describe(part, error) }));
  return { named, count: told.length };
}

/** Whether another error says the same: Ajv reports a failed branch beside the fault in it, and every failed keyword. */
function isSaidAlready({ keyword, data, instancePath }: ErrorObject, mistyped: Set<string>): boolean {
  if (keyword === 'if') return true;
  if (keyword === 'pattern') return data === '';
  return (keyword === 'enum' || keyword === 'const') && mistyped.has(instancePath);
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return `${instancePath}/${escapePointer(params.missingProperty)}`;
  if (keyword === 'additionalProperties')
    return `${instancePath}/${escapePointer(params.additionalProperty)}`;
  if (keyword === 'uniqueItems') return `${instancePath}/${params.j}`;
  return instancePath;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapePointer(pointer: string): string {
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A sentence that names the value, its fault and what would be valid. */
function describe(part: Fault['in'], error: ErrorObject): string {
  return `${nameOf(part, pointerOf(error))} ${complaint(part, error)}.`;
}

function nameOf(part: Fault['in'], pointer: string): string {
  if (pointer === '') return `The ${part}`;
  return unescapePointer(pointer.slice(1)) || '""'; // a member may have an empty name
}

function complaint(part: Fault['in'], { keyword, params, data, parentSchema }: ErrorObject): string {
  const schema = (parentSchema ?? {}) as FieldSchema;
  if (Array.isArray(data) && part !== 'body') return 'is given more than once';
  switch (keyword) {
    case 'required':
      return 'is required but missing';
    case 'additionalProperties':
      return `is not a member of this request, which has ${Object.keys(schema.properties ?? {}).join(', ') || 'none'}`;
    case 'type':
      return `must be ${[params.type].flat().map(withArticle).join(' or ')}, not ${part === 'body' ? withArticle(typeOf(data)) : quoted(data)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `must be one of ${params.allowedValues.filter((each: unknown) => each !== null).join(', ')}`;
    case 'format': {
      const { rule = '' } = formats().get(params.format) ?? {};
      return typeof rule === 'string' ? rule : rule(data as string);
    }
    case 'minLength':
      return data === ''
        ? 'must not be empty'
        : `must have at least ${params.limit} characters, but has ${[...(data as string)].length}`;
    case 'maxLength':
      return `may have at most ${params.limit} characters, but has ${[...(data as string)].length}`;
    case 'maxItems':
      return `may have at most ${params.limit} items, but has ${(data as unknown[]).length}`;
    case 'minItems':
      return `must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}`;
    case EXACTLY_ONE:
      return `must have exactly one of ${schema[EXACTLY_ONE]?.join(', ')}`;
    case AT_LEAST_ONE:
      return `must have at least one of ${schema[AT_LEAST_ONE]?.join(', ')}`;
    case 'uniqueItems':
      return `is the same as item ${params.i}; items must be different`;
    case NOT_BEFORE:
      return `must not be before ${params.other}${params.today ? `, which is ${params.today}` : ''}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'multipleOf':
      return schema.multipleOf === 0.01
        ? 'may have at most two decimals'
        : `must be a multiple of ${schema.multipleOf}`;
    case 'pattern':
      return `is not valid (${withoutFullStop(schema.description)})${hintAt(data as string)}`;
    default:
      return schema.description ?? 'is not valid';
  }
}

function hintAt(text: string): string {
  if (text.includes('\u0000')) return '; it contains the character U+0000';
  if (!text.isWellFormed()) return '; it contains an unpaired surrogate';
  return text.trim() === '' ? '; it contains only white space' : '';
}

/** Parameters and headers are always text. */
function quoted(text: unknown): string {
  return JSON.stringify(`${text}`.slice(0, 40));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'number too large to represent';
  return Array.isArray(value) ? 'array' : typeof value;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function withoutFullStop(text = ''): string {
  return text.replace(/\.$/, '');
}
