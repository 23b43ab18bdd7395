import type { FirstStep } from '../../first-steps/index.ts';
import type { Html } from '../../pages/html.ts';

/** A step of the list, as it is shown to a role in a language: nothing of one person or session. */
export interface ToldStep {
  readonly step: FirstStep;
  /** What is so now, in a sentence. */
  readonly now: string;
  readonly state: 'open' | 'done';
}

/** What the page of today shows: nothing of one person or session. */
export interface TodayParts {
  readonly title: string;
  readonly lead: string;
  readonly main: Html;
  readonly steps: readonly ToldStep[];
  /** What the shop lacks although it is open. */
  readonly lacks: readonly Html[];
}

/** What several people are shown at the same time, worked out once. */
export class TodayCache {
  #at = '';
  #parts = new Map<string, Promise<TodayParts>>();

  /** @param at as long as that is the same, so are the parts of the page for one `whose` */
  get(at: string, whose: string, look: () => Promise<TodayParts>): Promise<TodayParts> {
    if (this.#at !== at) this.#parts = new Map();
    this.#at = at;
    const parts = this.#parts;
    const found = parts.get(whose) ?? look();
    parts.set(whose, found);
    found.catch(() => parts.delete(whose));
    return found;
  }
}
