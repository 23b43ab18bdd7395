import type { ErrorObject } from 'ajv';
import { compiled } from '../../contract/compiler.ts';
import type { BodySchema, Input, Operation } from '../../contract/operation.ts';
import type { RawRequest } from '../../contract/validation.ts';
import { type ErrorCode, OctoError } from './errors.ts';

/** Members of a body whose absence has an error of its own, in the order in which it is told. */
const NEEDED = [
  ['productId', 'INVALID_PRODUCT_ID'],
  ['optionId', 'INVALID_OPTION_ID'],
  ['availabilityId', 'INVALID_AVAILABILITY_ID'],
  ['unitId', 'INVALID_UNIT_ID'],
] as const satisfies readonly (readonly [string, ErrorCode])[];

/**
 * A function that reads requests for the operation, and throws an OctoError where they are not as it declares. Members
 * that it does not name are left alone: they belong to capabilities that the museum does not speak.
 */
export function readerOf({ request }: Operation): (raw: RawRequest) => Input<Operation> {
  const checkBody = request.body && checkerOf(request.body.schema, 'body');
  const checkQuery = request.query && checkerOf(request.query, 'query');
  return ({ path, query, body = {} }) => {
    checkBody?.(body);
    checkQuery?.(query);
    return { path, query, header: {}, body } as Input<Operation>;
  };
}

function checkerOf(schema: BodySchema, part: 'body' | 'query'): (value: unknown) => void {
  const check = compiled(schema);
  return (value) => {
    const errors = check(value);
    if (errors.length > 0) throw errorOf(errors, part);
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
  const faults = errors.map(({ instancePath, message }) => `${part}${instancePath} ${message}`);
  return new OctoError('BAD_REQUEST', `${faults.join(', ')}.`);
}
