import type { TObject } from 'typebox';
import type { Conditions, Operation, OperationTable } from './operation.ts';
import { Type } from './schema.ts';

/**
 * Gives the operations preconditions (RFC 9110, section 13), which follow from methods and paths: what can be read has an
 * entity tag, and PUT, PATCH and DELETE of it can depend on that.
 */
export function withConditions<Declared extends OperationTable>(operations: Declared): Declared {
  const all = Object.values(operations);
  return Object.fromEntries(all.map((op) => [op.id, conditionalOf(op, all)])) as Declared;
}

function conditionalOf(op: Operation, all: readonly Operation[]): Operation {
  const { method, path, request, success } = op;
  if (method === 'GET') {
    const headers = { ETag: 'Entity tag of this response.', ...success.headers };
    const asked = withHeaders(request, readConditions());
    return { ...op, conditions: 'read', request: asked, success: { ...success, headers } };
  }
  const shown = all.find((other) => other.method === 'GET' && other.path === path);
  if (method === 'POST' || shown === undefined) {
    const conditions: Conditions = { untagged: true, exists: shown !== undefined };
    return { ...op, conditions };
  }
  return { ...op, conditions: 'write', shownBy: shown.id, request: withHeaders(request, writeConditions()) };
}

function withHeaders(request: Operation['request'], headers: TObject['properties']): Operation['request'] {
  return { ...request, header: Type.Object({ ...request.header?.properties, ...headers }) };
}

const ifMatchHeader = () =>
  Type.Optional(
    Type.String({
      description:
        'Process the request only if the current entity tag is one of these, such as "l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"; otherwise the response is 412 (RFC 9110, section 13.1.1).',
    }),
  );

/** The conditions of a read. */
const readConditions = () => ({
  'if-match': ifMatchHeader(),
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'Entity tags of cached responses, such as "l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"; the response is 304 if one of them is current (RFC 9110, section 13.1.2).',
    }),
  ),
});

/** The conditions of a write to a stored resource. */
const writeConditions = () => ({
  'if-match': ifMatchHeader(),
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'Process the request only if the current entity tag is none of these, such as "l9Fw4VUO7kr8CvBlt4zaMCqXZ0w"; otherwise, and always with *, the response is 412 (RFC 9110, section 13.1.2).',
    }),
  ),
});
