import type { Days, TimedTicket } from '../hours/index.ts';
import type { Category, EntryRule, Reentry } from './verdict-types.ts';

/** The museum's rules at its gates, and what they depend on. */
export interface GateRules {
  readonly timeZone: string;
  readonly reentry: Reentry;
  readonly entry: EntryRule;
  /** The days that are on at an instant. */
  readonly daysAt: (instant: number) => Promise<Days>;
  /** The instant of a ticket's entry time. */
  readonly entryAt: (ticket: TimedTicket) => Promise<number>;
  /** By number. */
  readonly findCategories: () => Promise<ReadonlyMap<number, Category>>;
}
