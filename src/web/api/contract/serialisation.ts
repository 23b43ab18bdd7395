import fastJson from 'fast-json-stringify';
import type { Operation, Output } from './operation.ts';

const serialisers = new Map<string, (value: unknown) => string>();

/** Serialises an answer of `op`: exactly the members that its schema declares, the required ones first. */
export function serialise<Op extends Operation>(op: Op, value: Output<Op>): string {
  let write = serialisers.get(op.id);
  if (write === undefined) {
    if (!('schema' in op.success)) throw new Error(`${op.id} answers with no JSON`);
    write = fastJson(op.success.schema as fastJson.Schema) as (value: unknown) => string;
    serialisers.set(op.id, write);
  }
  return write(value);
}
