import type { CalendarDay } from '../core/calendar-day.ts';
import { localTimes } from '../core/zoned-time.ts';
import { openDays } from '../hours/index.ts';
import type { Queries, Transaction } from '../store/index.ts';
import { generalTimesOn } from './entry-times.ts';
import { OfferRules, timesOn } from './offer-terms.ts';
import { GENERAL, type Slot, WHOLE_DAY } from './slots.ts';

/** The slot of general entry that whoever comes in without a ticket on a day, at an instant, takes places in. */
export type WalkInSlot = (tx: Transaction, day: CalendarDay, instant: number) => Promise<Slot>;

/** That of the latest time of the day that has begun by then; before the first, that one. @param timeZone IANA name */
export function walkInSlots(timeZone: string): WalkInSlot {
  const localOf = localTimes(timeZone);
  const rules = new OfferRules({ generalPriceCents: 0 }); // nobody pays
  return async (tx, day, instant) => {
    const [known, [opening]] = await Promise.all([rules.lock(tx), openDays(tx, day, day)]);
    const times = timesOn(known, day);
    const onDay = times && opening ? generalTimesOn(times, day, opening, localOf) : [];
    const begun = onDay.findLast(({ at }) => at <= instant) ?? onDay[0];
    return { product: GENERAL, day, startsAt: begun?.entryTime ?? WHOLE_DAY };
  };
}

/** A slot of general entry that has more places taken than it has. */
export interface OverfullSlot {
  readonly day: CalendarDay;
  /** HH:mm; '': the whole day. */
  readonly startsAt: string;
  readonly over: number;
}

/** Those of that day and later, in order. */
export function findOverfullSlots(queries: Queries, from: CalendarDay): Promise<OverfullSlot[]> {
  return queries.all<OverfullSlot>(
    `SELECT day, starts_at AS "startsAt", sold - capacity AS "over" FROM slots
      WHERE product = '${GENERAL}' AND day >= ? AND sold > capacity ORDER BY day, starts_at`,
    [from],
  );
}
