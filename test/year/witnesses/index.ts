import type { KnownOrder, Shown, World } from '../world.ts';
import { MAIL } from './mail.ts';
import { MONEY } from './money.ts';
import { REPORTS } from './reports.ts';
import { STANDING } from './standing.ts';
import { VISITS } from './visits.ts';

/** Somebody who speaks of tickets or money. */
export interface Witness {
  /** What is true then. */
  readonly says: string;
  /** Whether it is asked only at the end of a day. */
  readonly isDaily?: true;
  /**
   * What is not so.
   * @param touched the orders that something may have happened to, as they stand now
   * @param before how each of them was shown before, by its id
   */
  hear(
    world: World,
    touched: readonly KnownOrder[],
    before: ReadonlyMap<string, Shown>,
  ): AsyncGenerator<string>;
}

/** All who are asked after each step. */
export const WITNESSES: readonly Witness[] = [...STANDING, ...MONEY, ...MAIL, ...REPORTS, ...VISITS];
