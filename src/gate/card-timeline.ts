import type { Days } from '../hours/index.ts';
import type { CardPassage } from '../visits/index.ts';
import { Timeline } from './timeline.ts';
import type { EntryPassages, Reentry } from './verdict-types.ts';

/** The passages of one card, in chronological order. Each day stands by itself. */
export class CardTimeline {
  #passages: readonly CardPassage[];
  #turns: number;

  /** @param passages those taken back too */
  constructor(passages: readonly CardPassage[]) {
    this.#passages = passages.filter(({ isUndone }) => !isUndone);
    this.#turns = passages.reduce((turns, { turn }) => Math.max(turns, turn), 0);
  }

  nextTurn(): number {
    return ++this.#turns;
  }

  add(passage: CardPassage): void {
    this.#passages = [...this.#passages, passage].sort((one, other) => one.at - other.at);
  }

  remove(checkInId: string): void {
    this.#passages = this.#passages.filter((passage) => passage.checkInId !== checkInId);
  }

  lastAt(days: Days): number | undefined {
    return this.#on(days).at(-1)?.at;
  }

  /** Where the card is on those days, at an instant; by default now. */
  standingAt(days: Days, instant = Number.POSITIVE_INFINITY): EntryPassages {
    return new Timeline(this.#on(days).filter(({ at }) => at <= instant)).standingAt();
  }

  /** How often somebody came in anew on those days, whenever that was recorded. */
  entriesOn(days: Days): number {
    return this.#on(days).filter(({ isEntry }) => isEntry).length;
  }

  /** The second admissions on those days, the one that was recorded first first. */
  conflictsOn(days: Days): CardPassage[] {
    return this.#on(days)
      .filter(({ isConflict }) => isConflict)
      .sort((one, other) => one.turn - other.turn);
  }

  #on(days: Days): CardPassage[] {
    return this.#passages.filter(({ day }) => days.includes(day));
  }
}

/** Whether who comes in now is no new entry: only back, or let in as often as they like. */
export function isBack({ lastDirection }: EntryPassages, reentry: Reentry): boolean {
  if (reentry === 'always') return lastDirection !== undefined;
  return reentry === 'after-exit' && lastDirection === 'out';
}
