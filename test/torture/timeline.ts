/** A logical clock: instants in the order in which clients saw them, each one higher than the last. */
let instant = 0;

export function now(): number {
  return ++instant;
}

export interface Change<Value> {
  readonly value: Value;
  readonly sentAt: number;
  /** Infinity until the change is acknowledged. */
  doneAt: number;
}

/** The values of a setting over time, as the one client knows them that changes it, one change at a time. */
export class Timeline<Value> {
  readonly changes: Change<Value>[];

  constructor(value: Value) {
    this.changes = [{ value, sentAt: now(), doneAt: now() }];
  }

  /** To be called before a change is requested. */
  begin(value: Value): Change<Value> {
    const change = { value, sentAt: now(), doneAt: Number.POSITIVE_INFINITY };
    this.changes.push(change);
    return change;
  }

  /** The value, if it was certainly the same from one instant to the other. */
  between(from: number, to: number): { readonly value: Value } | undefined {
    const last = this.changes.findLast(({ sentAt }) => sentAt < to);
    return last !== undefined && last.doneAt < from ? last : undefined;
  }

  /** What it may be now: the last value, and until that is acknowledged also the one before. */
  get possible(): Value[] {
    const isCertain = this.last.doneAt < Number.POSITIVE_INFINITY;
    return this.changes.slice(isCertain ? -1 : -2).map(({ value }) => value);
  }

  get last(): Change<Value> {
    return this.changes.at(-1) as Change<Value>;
  }
}
