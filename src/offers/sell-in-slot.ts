import { Refusal, type RefusalFacts, type TimeLeft } from '../core/refusal.ts';
import type { Transaction } from '../store/index.ts';
import type { Demand, PlacesSold, Quoted } from './demand.ts';
import type { TimeOffer } from './offer.ts';
import { allRefused, refuseLate, takeQuoted } from './quote.ts';
import { type Slot, WHOLE_DAY } from './slot.ts';
import type { TimeForSale } from './time-offers.ts';

/** What a day has for sale. */
interface DayForSale {
  /** Its entry times; undefined: it is sold whole. */
  readonly forSale: readonly TimeForSale[] | undefined;
  /** What is left at each of the times. */
  findTimes(): Promise<readonly TimeOffer[]>;
  /** Why those are refused for whom no place is left. */
  soldOut(atTime: Pick<RefusalFacts['sold-out'], 'entryTime' | 'times'>): Promise<Refusal> | Refusal;
}

/**
 * Sells the tickets that are not refused already, at the entry time that the slot names, or for the whole day.
 * @returns undefined when the slot is not on sale (any more)
 */
export async function sellInSlot(
  tx: Transaction,
  demand: Demand,
  quotes: readonly Quoted[],
  { forSale, findTimes, soldOut }: DayForSale,
): Promise<PlacesSold | undefined> {
  const { slot, wanted } = demand;
  const timesLeft = async () => (await findTimes()).map(({ entryTime, left }) => ({ entryTime, left }));
  const time = await chosenTime(slot, forSale, timesLeft);
  if (time instanceof Refusal) return allRefused(quotes, time);
  const inTime = time?.isOver
    ? refuseLate(quotes, wanted, new Refusal('time-over', { day: slot.day, entryTime: time.entryTime }))
    : quotes;
  const taken = await takeQuoted(tx, slot, inTime, async () =>
    soldOut(time === undefined ? {} : { entryTime: time.entryTime, times: await timesLeft() }),
  );
  if (taken === undefined) return undefined;
  const { outcomes, isLast } = taken;
  const isDayFull = async () => (await timesLeft()).every(({ left }) => left === 0);
  return { outcomes, takesLast: isLast && (time === undefined || (await isDayFull())) };
}

/** The entry time that a slot names; undefined: none, and none is needed. Or why that can't be. */
async function chosenTime(
  { day, startsAt }: Slot,
  forSale: readonly TimeForSale[] | undefined,
  timesLeft: () => Promise<readonly TimeLeft[]>,
): Promise<TimeForSale | Refusal | undefined> {
  if (startsAt === WHOLE_DAY)
    return forSale && new Refusal('entry-time-needed', { day, times: await timesLeft() });
  const chosen = forSale?.find(({ entryTime }) => entryTime === startsAt);
  return chosen ?? new Refusal('no-such-entry-time', { day, entryTime: startsAt, times: await timesLeft() });
}
