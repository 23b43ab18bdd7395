import fastJson from 'fast-json-stringify';
import type { Answer, TextAnswer } from '../http/answer.ts';
import type { Operation, Output } from './operation.ts';

const serialisers = new WeakMap<object, (value: unknown) => string>();

/** The operation's success, its body serialised from its schema: exactly the members that it declares, the required ones first. */
export function successOf<Op extends Operation>(
  { success, id }: Op,
  value: Output<Op>,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer {
  if (!('schema' in success)) throw new Error(`${id} answers with no JSON`);
  let serialise = serialisers.get(success.schema);
  if (serialise === undefined) {
    serialise = fastJson(success.schema as fastJson.Schema) as (value: unknown) => string;
    serialisers.set(success.schema, serialise);
  }
  return {
    status: success.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: serialise(value),
  };
}

export function noContent(): Answer {
  return { status: 204, headers: {} };
}
