import {
  _,
  Ajv,
  type CodeKeywordDefinition,
  type ErrorObject,
  type SchemaValidateFunction,
  type ValidateFunction,
} from 'ajv';
import type { MuseumCalendar } from '../core/clock.ts';
import {
  AT_LEAST_ONE,
  EXACTLY_ONE,
  FORMATS,
  formats,
  isMultipleOf,
  NOT_BEFORE,
  OR_TODAY,
} from './formats.ts';
import type { BodySchema } from './operation.ts';

export interface FieldSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly maxItems?: number;
  readonly [OR_TODAY]?: boolean;
  readonly [EXACTLY_ONE]?: readonly string[];
  readonly [AT_LEAST_ONE]?: readonly string[];
  readonly multipleOf?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/**
 * A function that gives the errors of a value, in the order of Ajv; none when it is as the schema says. It is compiled at its first call.
 * @param calendar for schemas that depend on today
 */
export function compiled(schema: BodySchema, calendar?: MuseumCalendar) {
  const context = { calendar };
  let validate: ValidateFunction | undefined;
  return (value: unknown): readonly ErrorObject[] => {
    validate ??= compiler().compile(schema);
    return validate.call(context, value) ? NONE : (validate.errors ?? NONE);
  };
}

const NONE: readonly ErrorObject[] = [];
let shared: Ajv | undefined;

function compiler(): Ajv {
  if (shared !== undefined) return shared;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    coerceTypes: false,
    passContext: true,
  });
  for (const [name, { accepts }] of formats()) ajv.addFormat(name, accepts);
  ajv.addFormat('float', { type: 'number', validate: () => true });
  checkItemsOfNoMoreThanAllowed(ajv);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', validate: isMultipleOf, errors: false });
  ajv.addKeyword({ keyword: NOT_BEFORE, type: 'string', validate: isNotBefore, errors: true });
  ajv.addKeyword({ keyword: EXACTLY_ONE, type: 'object', validate: hasExactlyOne, errors: false });
  ajv.addKeyword({ keyword: AT_LEAST_ONE, type: 'object', validate: hasSome, errors: false });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', validate: namesEachRepeat, errors: true });
  shared = ajv;
  return ajv;
}

/** Does not validate the items of an array that is too long: there may be tens of thousands of faults. */
function checkItemsOfNoMoreThanAllowed(ajv: Ajv): void {
  const items = ajv.getKeyword('items') as CodeKeywordDefinition;
  ajv.removeKeyword('items');
  ajv.addKeyword({
    ...items,
    code(context, rule) {
      const { maxItems } = context.parentSchema as FieldSchema;
      if (maxItems === undefined) items.code(context, rule);
      else context.gen.if(_`${context.data}.length <= ${maxItems}`, () => items.code(context, rule));
    },
  });
}

/** Whether a day is not before the one that another member of the same object names. */
const isNotBefore: SchemaValidateFunction = function (
  this: { readonly calendar?: MuseumCalendar },
  other: string,
  day: string,
  parentSchema,
  context,
) {
  const { [OR_TODAY]: isOrToday } = parentSchema as FieldSchema;
  const given = context?.parentData[other];
  const today = isOrToday && given === undefined ? this.calendar?.today() : undefined;
  const first = given ?? today;
  if (typeof first !== 'string' || !FORMATS.date.accepts(first) || !FORMATS.date.accepts(day)) return true;
  isNotBefore.errors = [{ keyword: NOT_BEFORE, params: { other, today } }];
  return day >= first;
};

function hasExactlyOne(names: readonly string[], value: object): boolean {
  return names.filter((name) => name in value).length === 1;
}

function hasSome(names: readonly string[], value: object): boolean {
  return names.some((name) => name in value);
}

/** uniqueItems, for items that are text or numbers: Ajv's own names only one of the repeats. */
const namesEachRepeat: SchemaValidateFunction = (isWanted: boolean, items: unknown[], parentSchema) => {
  const { maxItems } = parentSchema as FieldSchema;
  if (!isWanted || (maxItems !== undefined && items.length > maxItems)) return true;
  const first = new Map<unknown, number>();
  const repeats: Partial<ErrorObject>[] = [];
  for (const [j, item] of items.entries()) {
    const i = first.get(item);
    if (i === undefined) first.set(item, j);
    else if (typeof item === 'string' || typeof item === 'number')
      repeats.push({ keyword: 'uniqueItems', params: { i, j } });
  }
  namesEachRepeat.errors = repeats;
  return repeats.length === 0;
};
