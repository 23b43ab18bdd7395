import type { CalendarDay } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Gate } from '../gate/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import type { Seller, Till, VoidOptions } from '../orders/index.ts';
import type { Transaction } from '../store/index.ts';

import type { DrawnPictures } from './draw-pictures.ts';
import type { DemoMoment } from './month.ts';

/** What the steps of the demonstration work with. */
export interface DemoContext {
  readonly tx: Transaction;
  /** Shows the time of the current step. */
  readonly clock: Clock;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly gate: Gate;
  readonly days: MuseumDays;
  /** An account of each role, through the channel that it uses. */
  readonly staff: Readonly<Record<Role, Seller>>;
  /** The calendar day `day` days after today. */
  dayOf(day: number): CalendarDay;
  readonly drawn: DrawnPictures;
  /** Ids of special events, by their names. */
  readonly events: Map<string, Uuid>;
}

/** An action at a moment of the month. */
export interface DemoStep {
  readonly when: DemoMoment;
  readonly run: (context: DemoContext) => Promise<unknown>;
}
