import { AT_LEAST_ONE } from '../../src/contract/formats.ts';
import type { Operation } from '../../src/web/api/contract/index.ts';

interface Needs {
  readonly required?: readonly string[];
  readonly [AT_LEAST_ONE]?: readonly string[];
}

/** Names of query parameters that suffice for the operation: the required ones, and one where at least one of several is. */
export function neededQuery({ request }: Operation): readonly string[] {
  const { required = [], [AT_LEAST_ONE]: some = [] } = (request.query ?? {}) as Needs;
  return [...required, ...some.slice(0, 1)];
}
