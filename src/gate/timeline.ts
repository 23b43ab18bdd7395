import type { CalendarDay } from '../core/calendar-day.ts';
import type { Uuid } from '../core/uuid.ts';
import { firstUseOf, type Passage, type RecordedPassage } from '../visits/index.ts';
import type { EntryPassages, Reentry } from './verdict-types.ts';

/** The passages of one ticket that were recorded last, in chronological order. */
export class Timeline {
  readonly #passages: RecordedPassage[];
  /** Recorded as second admissions. */
  readonly #conflicts: readonly Uuid[];
  #turns: number;

  /** @param passages in order, those taken back too */
  constructor(passages: readonly RecordedPassage[]) {
    this.#passages = passages.filter(({ isUndone }) => !isUndone);
    this.#conflicts = passages.filter(({ isConflict }) => isConflict).map(({ checkInId }) => checkInId);
    this.#turns = passages.reduce((turns, { turn }) => Math.max(turns, turn), 0);
  }

  /** The number of the next passage to be recorded. */
  nextTurn(): number {
    return ++this.#turns;
  }

  add(passage: RecordedPassage): void {
    const before = this.#passages.findLastIndex(({ at }) => at <= passage.at);
    this.#passages.splice(before + 1, 0, passage);
  }

  remove(checkInId: string): void {
    const index = this.#passages.findIndex((passage) => passage.checkInId === checkInId);
    if (index !== -1) this.#passages.splice(index, 1);
  }

  get lastAt(): number | undefined {
    return this.#passages.at(-1)?.at;
  }

  /** When the ticket was first admitted to what it is for; undefined: it was not. */
  get firstUsedAt(): number | undefined {
    return firstUseOf(this.#passages);
  }

  /** The state of the ticket at an instant; by default now. */
  standingAt(instant = Number.POSITIVE_INFINITY): EntryPassages & { readonly entered?: EntryPassages } {
    const until = this.#passages.filter(({ at }) => at <= instant);
    const entered = passagesBy('included', until);
    return { ...lastOf(passagesBy('own', until)), ...(entered.length > 0 && { entered: lastOf(entered) }) };
  }

  /** The day for which the current visit at an instant counts: that of its admission. */
  dayOfVisitAt(instant: number): CalendarDay | undefined {
    return this.#passages.findLast(({ at, direction }) => at <= instant && direction === 'in')?.day;
  }

  /**
   * Whether an offline admission was the second one of this ticket: another one comes right before or after it, without
   * an exit in between; with re-entry `never`, at any time. An admission that was recorded earlier counts as the first,
   * whenever it happened. In the same batch, the one that happened earlier is the first.
   */
  isSecondAdmission(checkInId: string, reentry: Reentry): boolean {
    const index = this.#passages.findIndex((passage) => passage.checkInId === checkInId);
    const own = this.#passages[index];
    if (own === undefined || reentry === 'always') return false;
    const known = ({ turn, direction, entry }: RecordedPassage) =>
      direction === 'out' ? entry === 'both' || entry === own.entry : entry === own.entry && turn < own.turn;
    if (reentry === 'never')
      return this.#passages.some((passage) => passage !== own && known(passage) && isAdmission(passage));
    const before = this.#passages.findLast((passage, place) => place < index && known(passage));
    const after = this.#passages.find((passage, place) => place > index && known(passage));
    return [before, after].some((passage) => passage !== undefined && isAdmission(passage));
  }

  /** The recorded second admissions that are none any more. */
  endedConflicts(reentry: Reentry): Uuid[] {
    return this.#conflicts.filter((checkInId) => !this.isSecondAdmission(checkInId, reentry));
  }
}

/** The passages that used the entry. Whoever leaves the museum leaves by it only if they came in by it. */
function passagesBy(which: 'own' | 'included', passages: readonly RecordedPassage[]): RecordedPassage[] {
  const hasCome = passages.some((passage) => passage.entry === which && isAdmission(passage));
  return passages.filter(({ entry }) => entry === which || (entry === 'both' && hasCome));
}

/** The last of those passages in each direction. */
function lastOf(passages: readonly RecordedPassage[]): EntryPassages {
  const last = passages.at(-1);
  const lastIn = passages.findLast(({ direction }) => direction === 'in');
  const lastOut = passages.findLast(({ direction }) => direction === 'out');
  return {
    ...(last && { lastDirection: last.direction }),
    ...(lastIn && { lastIn: passageOf(lastIn) }),
    ...(lastOut && { lastOut: passageOf(lastOut) }),
  };
}

function isAdmission({ direction }: RecordedPassage): boolean {
  return direction === 'in';
}

function passageOf({ at, gate }: RecordedPassage): Passage {
  return gate === undefined ? { at } : { at, gate };
}
