import { instantOf, type LocalOf } from '../core/zoned-time.ts';
import { closingOf, type MuseumDays, openDays } from '../hours/index.ts';
import { eventIn } from '../offers/index.ts';
import type { OrderItem, VoidOptions } from '../orders/index.ts';
import type { Queries } from '../store/index.ts';

export interface VisitRules {
  readonly days: MuseumDays;
  readonly localOf: LocalOf;
  readonly selling: VoidOptions;
}

/** What is visited. */
type Visit = Pick<OrderItem, 'product' | 'day'> & {
  readonly entryTime?: string | null | undefined;
};

/** The instant at which the first of the visits begins: its entry time, or when the museum opens. */
export async function visitStart(
  queries: Queries,
  visits: readonly Visit[],
  rules: VisitRules,
): Promise<number> {
  const starts = await Promise.all(
    visits.map((visit) => entryAt(visit, rules) ?? bound(queries, visit, rules, 'timeOpen')),
  );
  return Math.min(...starts);
}

/** The instant until which somebody may come for the last of the visits and pay: its entry time and some minutes, or closing. */
export async function visitEnd(
  queries: Queries,
  visits: readonly Visit[],
  rules: VisitRules,
): Promise<number> {
  const ends = await Promise.all(
    visits.map(async (visit) => {
      const at = await entryAt(visit, rules);
      const { late } = rules.selling.terms.settings.now.entry;
      return at === undefined ? bound(queries, visit, rules, 'timeClose') : at + late * 60_000;
    }),
  );
  return Math.max(...ends);
}

function entryAt({ product, day, entryTime }: Visit, { days }: VisitRules): Promise<number> | undefined {
  return entryTime ? days.entryAt({ day, entryTime, eventId: eventIn(product) }) : undefined;
}

/** When the museum opens or closes that day; where it is closed, an event's day begins and ends at midnight. */
async function bound(
  queries: Queries,
  { day }: Visit,
  { days, localOf }: VisitRules,
  which: 'timeOpen' | 'timeClose',
): Promise<number> {
  const [open] = await openDays(queries, day, day);
  if (open === undefined) return which === 'timeOpen' ? instantOf(localOf, day, '00:00') : days.endOf(day);
  return which === 'timeOpen' ? instantOf(localOf, day, open.timeOpen) : closingOf(localOf, day, open);
}
