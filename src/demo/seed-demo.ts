import { ConfirmationCodes, ensureSigningKey, KeyRing } from '../codes/index.ts';
import { addDays, type CalendarDay } from '../core/calendar-day.ts';
import { type Clock, museumCalendar, type SteadyClock } from '../core/clock.ts';
import { localTimes } from '../core/zoned-time.ts';
import { Gate } from '../gate/index.ts';
import { GiftCodes } from '../gifts/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { offerTerms } from '../offers/index.ts';
import { HoldClock, Till } from '../orders/index.ts';
import { type SettingValues, settingsOf } from '../settings/index.ts';
import { type Store, storeWithin, type Transaction } from '../store/index.ts';
import { ContactHashes } from '../tickets/index.ts';
import { planCodes } from './codes.ts';
import type { DemoContext, DemoStep } from './demo-step.ts';
import { isDemonstration, markAsDemo, requireEmpty } from './demonstration.ts';
import { type DrawnPictures, drawPictures } from './draw-pictures.ts';
import { planGifts } from './gifts.ts';
import { planIncidents } from './incidents.ts';
import { FIRST_DEMO_DAY, instantAt } from './month.ts';
import { eventsAround, planProgramme } from './programme.ts';
import { SeededRandom } from './seeded-random.ts';
import { createStaff, type StaffMember } from './staff.ts';
import { planParties, planVisits } from './visitors.ts';

export interface SeedOptions {
  /** Tells which day is today, and how much of it is over. */
  readonly clock: Clock;
  readonly timeZone: string;
  readonly currency: string;
  readonly generalPriceCents: number;
  /** What the environment sets. */
  readonly fixed: SettingValues;
  /** The first account; undefined: it is made up. */
  readonly admin: { readonly username: string; readonly password: string } | undefined;
}

/** The seed of the random month. */
const SEED = 1907;

/**
 * Seeds an empty museum with a month around today: events, sales and visits up to now, each by the real action, at its
 * own time. All of it is committed in one transaction.
 * @returns the accounts; undefined when the museum was seeded before, and nothing was done
 * @throws MuseumNotEmpty
 */
export async function seedDemo(store: Store, options: SeedOptions): Promise<StaffMember[] | undefined> {
  if (await isDemonstration(store)) return undefined;
  const drawn = await drawPictures(); // takes a second or two, in which nobody waits for the transaction
  return store.transaction(async (tx) => {
    await tx.touch('accounts'); // a concurrent seeding waits here
    if (await isDemonstration(tx)) return undefined;
    await requireEmpty(tx);
    await markAsDemo(tx, options.clock.now());
    return runMonth(tx, options, drawn);
  });
}

async function runMonth(tx: Transaction, options: SeedOptions, drawn: DrawnPictures): Promise<StaffMember[]> {
  const { clock, timeZone, admin } = options;
  const today = museumCalendar(clock, timeZone).today();
  const localOf = localTimes(timeZone);
  const instantOf = (moment: DemoStep['when']) => instantAt(localOf, today, moment);
  let now = instantOf({ day: FIRST_DEMO_DAY - 2, minute: 8 * 60 });
  const shown: SteadyClock = { now: () => now, elapsed: () => now };
  const store = storeWithin(tx);
  await ensureSigningKey(store, now);
  const { members, actors: staff } = await createStaff(store, admin, now);
  const context: DemoContext = {
    ...{ tx, clock: shown, staff, drawn, events: new Map() },
    ...(await openDoors(store, shown, options)),
    dayOf: (day) => addDays(today, day),
  };
  const steps = planMonth(today, options.generalPriceCents).map((step) => ({
    ...step,
    at: instantOf(step.when),
  }));
  for (const { at, run } of steps.toSorted((one, other) => one.at - other.at)) {
    if (at > clock.now()) break;
    now = at;
    await run(context);
  }
  return members;
}

function planMonth(today: CalendarDay, generalPriceCents: number): DemoStep[] {
  const events = eventsAround(today);
  const parties = planParties(new SeededRandom(SEED), today, events);
  return [
    ...planProgramme(events, generalPriceCents),
    ...planCodes(),
    ...planGifts(),
    ...planVisits(parties),
    ...planIncidents(parties, events),
  ];
}

async function openDoors(
  store: Store,
  clock: SteadyClock,
  { timeZone, currency, generalPriceCents, fixed }: SeedOptions,
): Promise<Pick<DemoContext, 'till' | 'selling' | 'gate' | 'days'>> {
  const codes = await ConfirmationCodes.open(store, clock);
  const settings = { now: settingsOf(fixed, {}) };
  const terms = offerTerms({ clock, timeZone, currency, generalPriceCents, settings });
  const contacts = await ContactHashes.open(store, clock);
  const giftCodes = await GiftCodes.open(store, clock);
  const selling = { clock, codes, contacts, terms, giftCodes, holds: new HoldClock(clock) };
  const till = new Till(store, selling);
  const days = new MuseumDays(store, clock, timeZone);
  const keys = new KeyRing(store);
  const gate = new Gate({ store, clock, days, keys, codes, timeZone, settings });
  return { till, selling, gate, days };
}
