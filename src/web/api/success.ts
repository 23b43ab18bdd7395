import { noContent, successOf } from '../../contract/success.ts';
import { type OperationId, type OutputOf, operations } from './contract/index.ts';
import type { ApiHandler, HandlersOf } from './route.ts';

export { noContent };

/** The success of an operation, its body serialised from the operation's schema. */
export function success<Id extends OperationId>(
  id: Id,
  value: OutputOf<Id>,
  headers: Readonly<Record<string, string>> = {},
) {
  return successOf(operations[id], value as never, headers);
}

/** Handlers that only say what is answered: the JSON value, or nothing. */
type Showing<Id extends OperationId> = {
  readonly [Each in Id]: (
    ...asked: Parameters<ApiHandler<Each>>
  ) => Promise<OutputOf<Each> extends undefined ? void : OutputOf<Each>>;
};

export function showing<Id extends OperationId>(handlers: Showing<Id>): HandlersOf<Id> {
  const shown = Object.entries<(...asked: never[]) => Promise<unknown>>(handlers).map(([id, handle]) => [
    id,
    async (...asked: never[]) => {
      const value = await handle(...asked);
      return value === undefined ? noContent() : success(id as Id, value as OutputOf<Id>);
    },
  ]);
  return Object.fromEntries(shown);
}
