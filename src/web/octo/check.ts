import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import { isAddrSpec } from '../../core/email.ts';
import { isUuid } from '../../core/uuid.ts';
import { type ErrorCode, OctoError } from './errors.ts';

const FORMATS = {
  date: (text: string) => parseCalendarDay(text) !== undefined,
  email: isAddrSpec,
  uuid: isUuid,
};

/** Members of a body whose absence has an error of its own, in the order in which it is told. */
const NEEDED = [
  ['productId', 'INVALID_PRODUCT_ID'],
  ['optionId', 'INVALID_OPTION_ID'],
  ['availabilityId', 'INVALID_AVAILABILITY_ID'],
  ['unitId', 'INVALID_UNIT_ID'],
] as const satisfies readonly (readonly [string, ErrorCode])[];

let shared: Ajv | undefined;

function compiler(): Ajv {
  if (shared !== undefined) return shared;
  shared = new Ajv({ allErrors: true, strict: false });
  for (const [name, accepts] of Object.entries(FORMATS)) shared.addFormat(name, accepts);
  shared.addFormat('date-time', true);
  return shared;
}

/**
 * A function that throws an OctoError unless the value is as the schema says, compiled at its first call. Members that the
 * schema does not name are left alone: they belong to capabilities that the museum does not speak.
 */
export function checkerOf(schema: TObject, part: 'body' | 'query'): (value: unknown) => void {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compiler().compile(schema);
    if (validate(value)) return;
    throw errorOf(validate.errors ?? [], part);
  };
}

function errorOf(errors: readonly ErrorObject[], part: string): OctoError {
  const missing = new Set(
    errors.filter(({ keyword }) => keyword === 'required').map(({ params }) => params.missingProperty),
  );
  for (const [name, code] of NEEDED)
    if (missing.has(name)) return new OctoError(code, `${name} is missing.`, { [name]: '' });
  const isEmpty = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'minItems' && instancePath === '/unitItems';
  if (missing.has('unitItems') || errors.some(isEmpty))
    return new OctoError('UNPROCESSABLE_ENTITY', 'unitItems must have a member for each ticket.');
  return new OctoError('BAD_REQUEST', `${compiler().errorsText([...errors], { dataVar: part })}.`);
}
