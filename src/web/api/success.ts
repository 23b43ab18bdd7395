import type { Answer } from '../../http/answer.ts';
import { type OperationId, type OutputOf, operations } from './contract/index.ts';
import { serialise } from './contract/serialisation.ts';

/** The operation's success, its body serialised from the operation's schema. */
export function success<Id extends OperationId>(
  id: Id,
  value: OutputOf<Id>,
  headers: Readonly<Record<string, string>> = {},
): Answer & { readonly body: string } {
  const operation = operations[id];
  return {
    status: operation.success.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: serialise(operation, value as never),
  };
}

export function noContent(): Answer {
  return { status: 204, headers: {} };
}
