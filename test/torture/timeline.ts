/** When something was, in the order in which the client saw it: each instant is counted up from the last. */
let instant = 0;

export function now(): number {
  return ++instant;
}

export interface Change<Value> {
  readonly value: Value;
  readonly sentAt: number;
  /** Infinity: nobody has said that it was done. */
  doneAt: number;
}

/** What a setting was, as far as a client can tell that changes it, one change at a time. */
export class Timeline<Value> {
  readonly changes: Change<Value>[];

  constructor(value: Value) {
    this.changes = [{ value, sentAt: now(), doneAt: now() }];
  }

  /** A change is about to be asked for. */
  begin(value: Value): Change<Value> {
    const change = { value, sentAt: now(), doneAt: Number.POSITIVE_INFINITY };
    this.changes.push(change);
    return change;
  }

  /** The value, when it was certainly the same from one instant to another. */
  between(from: number, to: number): { readonly value: Value } | undefined {
    const last = this.changes.findLast(({ sentAt }) => sentAt < to);
    return last !== undefined && last.doneAt < from ? last : undefined;
  }

  /** What it may be now: the last value, and the one before as long as nobody has said that it was changed. */
  get possible(): Value[] {
    const isCertain = this.last.doneAt < Number.POSITIVE_INFINITY;
    return this.changes.slice(isCertain ? -1 : -2).map(({ value }) => value);
  }

  get last(): Change<Value> {
    return this.changes.at(-1) as Change<Value>;
  }
}
