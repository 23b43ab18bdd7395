import { successOf } from '../../contract/success.ts';
import { type OperationId, type OutputOf, operations } from './contract/index.ts';

export { noContent } from '../../contract/success.ts';

/** The success of an operation, its body serialised from the operation's schema. */
export function success<Id extends OperationId>(
  id: Id,
  value: OutputOf<Id>,
  headers: Readonly<Record<string, string>> = {},
) {
  return successOf(operations[id], value as never, headers);
}
