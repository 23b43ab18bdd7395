import type { Passage, RecordedPassage } from '../visits/index.ts';
import type { Reentry } from './verdict-types.ts';

/** The times that one ticket came in and left, in the order in which they happened. */
export class Timeline {
  readonly #passages: RecordedPassage[];
  #turns: number;

  /** @param passages in order, those taken back too */
  constructor(passages: readonly RecordedPassage[]) {
    this.#passages = passages.filter(({ isUndone }) => !isUndone);
    this.#turns = passages.reduce((turns, { turn }) => Math.max(turns, turn), 0);
  }

  /** The number of the next passage to be recorded. */
  nextTurn(): number {
    return ++this.#turns;
  }

  add(passage: RecordedPassage): void {
    const after = this.#passages.findIndex(({ at }) => at > passage.at);
    this.#passages.splice(after === -1 ? this.#passages.length : after, 0, passage);
  }

  remove(checkInId: string): void {
    const index = this.#passages.findIndex((passage) => passage.checkInId === checkInId);
    if (index !== -1) this.#passages.splice(index, 1);
  }

  /** How the ticket stood at an instant; left out: now. */
  standingAt(instant = Number.POSITIVE_INFINITY) {
    const before = this.#passages.filter(({ at }) => at <= instant);
    const last = before.at(-1);
    const lastIn = before.findLast(({ direction }) => direction === 'in');
    const lastOut = before.findLast(({ direction }) => direction === 'out');
    return {
      ...(last && { lastDirection: last.direction }),
      ...(lastIn && { lastIn: passageOf(lastIn) }),
      ...(lastOut && { lastOut: passageOf(lastOut) }),
    };
  }

  /**
   * Whether an admission that a gate decided by itself was the second one of this ticket: with another before it that
   * had not left, or after it, unless that one is told of as a conflict itself.
   */
  isSecondAdmission(checkInId: string, reentry: Reentry, conflicts: ReadonlySet<string>): boolean {
    const index = this.#passages.findIndex((passage) => passage.checkInId === checkInId);
    if (index === -1 || reentry === 'always') return false;
    const others = this.#passages.filter((passage) => passage.checkInId !== checkInId);
    if (reentry === 'never') return others.some(isAdmission(conflicts));
    return [this.#passages[index - 1], this.#passages[index + 1]].some(
      (passage) => passage !== undefined && isAdmission(conflicts)(passage),
    );
  }
}

function isAdmission(conflicts: ReadonlySet<string>) {
  return ({ direction, checkInId }: RecordedPassage) => direction === 'in' && !conflicts.has(checkInId);
}

function passageOf({ at, gate }: RecordedPassage): Passage {
  return gate === undefined ? { at } : { at, gate };
}
