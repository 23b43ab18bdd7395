import type { Days } from '../hours/index.ts';
import type { RecordedPassage } from '../visits/index.ts';
import { Timeline } from './timeline.ts';
import type { EntryPassages } from './verdict-types.ts';

/** A passage with what admits more than once. */
export interface EntryPassage extends RecordedPassage {
  /** Whether somebody came in anew, and not again. */
  readonly isEntry: boolean;
}

/** The passages of what admits more than once, in chronological order. Each day stands by itself. */
export class EntryTimeline<Passage extends EntryPassage> {
  #passages: readonly Passage[];
  #turns: number;

  /** @param passages those taken back too */
  constructor(passages: readonly Passage[]) {
    this.#passages = passages.filter(({ isUndone }) => !isUndone);
    this.#turns = passages.reduce((turns, { turn }) => Math.max(turns, turn), 0);
  }

  /** The number of the next passage to be recorded. */
  nextTurn(): number {
    return ++this.#turns;
  }

  add(passage: Passage): void {
    this.#passages = [...this.#passages, passage].sort((one, other) => one.at - other.at);
  }

  remove(checkInId: string): void {
    this.#passages = this.#passages.filter((passage) => passage.checkInId !== checkInId);
  }

  lastAt(days: Days): number | undefined {
    return this.#on(days).at(-1)?.at;
  }

  /** Where it is on those days, at an instant; by default now. */
  standingAt(days: Days, instant = Number.POSITIVE_INFINITY): EntryPassages {
    return new Timeline(this.#on(days).filter(({ at }) => at <= instant)).standingAt();
  }

  /** The last time that somebody came in by it on those days, before an instant or by default now. */
  lastIn(days: Days, instant = Number.POSITIVE_INFINITY): Passage | undefined {
    return this.#on(days).findLast(({ at, direction }) => at <= instant && direction === 'in');
  }

  /** How often somebody came in anew on those days; by default, on all that are known. */
  countEntries(days?: Days): number {
    return (days === undefined ? this.#passages : this.#on(days)).filter(({ isEntry }) => isEntry).length;
  }

  #on(days: Days): Passage[] {
    return this.#passages.filter(({ day }) => days.includes(day));
  }
}

/** The admission of the day that counts once that one is taken back: the next that was recorded and does not count yet. */
export function nextUncounted<Passage extends EntryPassage>(
  passages: readonly Passage[],
  takenBack: string,
): Passage | undefined {
  return passages
    .filter(({ direction, isEntry, isUndone }) => direction === 'in' && !isEntry && !isUndone)
    .filter(({ checkInId }) => checkInId !== takenBack)
    .sort((one, other) => one.turn - other.turn)[0];
}
