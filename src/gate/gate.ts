import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { CardReader } from '../cards/index.ts';
import type { Actor } from '../core/actor.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import type { Language } from '../core/language.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { MuseumDays } from '../hours/index.ts';
import { walkInSlots } from '../offers/index.ts';
import type { KnownNow } from '../settings/index.ts';
import { type CommitFigures, GroupCommit, type Queries, RevisionCache, type Store } from '../store/index.ts';
import { findFirstSale } from '../tickets/index.ts';
import { checkIn } from './check-in.ts';
import { type CountedVisitors, countVisitors, type VisitorCount } from './count-visitors.ts';
import { findGateCategories, type GateCategory, type GateRules } from './knowledge.ts';
import { Attendance } from './occupancy.ts';
import type { Arrival, CheckedIn, Identified, OfflineScan, Scan, ScanOutcome } from './scan.ts';
import { correctTimes, type Identifier, identify } from './scan.ts';
import { type ScanFigures, ScanTally } from './scan-tally.ts';

/** How old a scan may be that is from before the first ticket. */
const PLAUSIBLE_DAYS = 30;

export interface GateOptions extends Identifier {
  readonly store: Store;
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly timeZone: string;
  /** Left out: no cards are known. */
  readonly cards?: CardReader;
  /** What staff have set about admission, as it is now. */
  readonly settings: Pick<KnownNow, 'now'>;
}

/** Roughly, of all that there may be. */
const CATEGORIES_BYTES = 16_384;

/**
 * The gate: the only place that admits. Scans that arrive together are decided in one transaction, so that one durable
 * commit serves them all, each with its own verdict. A verdict is returned only when it is on disk.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly rules: GateRules;
  readonly attendance: Attendance;
  readonly #arrivals: GroupCommit<Arrival, ScanOutcome>;
  /** One at a time: each takes some ten milliseconds. For as long as the last one took, only others are served. */
  readonly #batches = pLimit(1);
  #pause: Promise<void> | undefined;
  readonly #tally = new ScanTally();

  constructor(options: GateOptions) {
    const { store, timeZone, settings, days, cards } = options;
    this.#options = options;
    this.attendance = new Attendance(store, days);
    const categories = new RevisionCache<ReadonlyMap<number, GateCategory>>(
      store,
      'events',
      () => CATEGORIES_BYTES,
    );
    this.rules = {
      timeZone,
      get reentry() {
        return settings.now.entry.reentry;
      },
      get entry() {
        const { early, late } = settings.now.entry;
        return { early, late };
      },
      daysAt: (instant) => days.at(instant),
      entryAt: (ticket) => days.entryAt(ticket),
      isOpen: (day) => days.isOpen(day),
      walkInSlot: walkInSlots(timeZone),
      findCategories: async () => categories.get('', () => findGateCategories(store)),
      encryptNumber: (number, checkInId) => cards?.encrypt(number, checkInId) ?? '',
    };
    this.#arrivals = new GroupCommit({
      name: 'admit',
      commit: (arrivals) => this.#checkIn(arrivals),
      tooMany: (waiting) => new Refusal('overloaded', { work: 'scans', waiting }),
    });
  }

  /** What it decided or recorded since the start, for the metrics. */
  get scans(): ScanFigures {
    return this.#tally;
  }

  /** What its commits took, for the metrics. */
  get commits(): CommitFigures {
    return this.#arrivals;
  }

  /**
   * Decides a scan and records it.
   * @param language of the message, which is stored too
   * @throws Refusal forbidden; check-in-id-reused; overloaded, when too many wait already
   * @throws StoreUnavailable
   */
  async scan(actor: Actor, scan: Scan, language: Language = 'en'): Promise<CheckedIn> {
    requireMayScan(actor, [scan]);
    // Identified before it joins a batch, so that a scan whose look-up is slow or fails keeps no other one waiting.
    const identified = await this.#identify(scan, language);
    const outcome = await this.#arrivals.add({ actor, scan, identified, language });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  /**
   * Admits all of them, or none: then nothing is recorded.
   * @throws Refusal forbidden or check-in-id-reused
   * @throws NotAllAdmitted
   * @throws StoreUnavailable
   */
  async admitAll(actor: Actor, scans: readonly Scan[], language: Language = 'en'): Promise<CheckedIn[]> {
    requireMayScan(actor, scans);
    const { store, clock } = this.#options;
    const arrivals = await Promise.all(
      scans.map(async (scan): Promise<Arrival> => {
        return { actor, scan, identified: await this.#identify(scan, language), language };
      }),
    );
    const outcomes = await store.transaction(async (tx) => {
      const all = decided(await checkIn(tx, arrivals, clock.now(), this.rules));
      if (all.some(isRefused)) throw new NotAllAdmitted(all.filter(isRefused));
      return all;
    });
    this.#tally.count(outcomes);
    return outcomes;
  }

  /**
   * Records scans that a gate has decided offline, and who was counted there without a ticket: all of it, or nothing.
   * @param sentAt the time on the device's clock when it sent them
   * @throws Refusal forbidden, implausible-scan-times or check-in-id-reused; what `countVisitors` throws
   */
  async recordBatch(
    actor: Actor,
    scans: readonly OfflineScan[],
    sentAt?: number,
    language: Language = 'en',
    counts: readonly (VisitorCount & { readonly at: number })[] = [],
  ): Promise<CheckedIn[]> {
    requireMayScan(actor, scans);
    const { store, clock } = this.#options;
    const times = correctTimes([...scans, ...counts], clock.now(), sentAt);
    const pointers = [
      ...scans.map((_, index) => `/checkIns/${index}`),
      ...counts.map((_, index) => `/visits/${index}`),
    ];
    await requirePlausible(
      store,
      times.map((at, index) => ({ at, pointer: `${pointers[index]}/at` })),
      clock.now(),
    );
    const timed = counts.map((count, index) => ({
      count,
      at: times[scans.length + index] as number,
      pointer: `/visits/${index}/category`,
    }));
    const arrivals = await Promise.all(
      scans.map(async (scan, index): Promise<Arrival> => {
        const { at: deviceAt, verdict, reason } = scan;
        const reported = { at: times[index] as number, deviceAt, verdict, ...(reason && { reason }) };
        const identified = await identify(scan, this.#options, true);
        return { actor, scan, identified, language, reported };
      }),
    );
    const inOrder = arrivals.toSorted((one, other) => (one.reported?.at ?? 0) - (other.reported?.at ?? 0));
    const outcomes = await this.#batches(async () => {
      await this.#pause;
      const begunAt = performance.now();
      try {
        return await store.transaction(async (tx) => {
          const now = clock.now();
          if (timed.length > 0) await countVisitors({ tx, actor, now }, timed, this.rules);
          return decided(await checkIn(tx, inOrder, now, this.rules));
        });
      } finally {
        this.#pause = sleep(performance.now() - begunAt);
      }
    });
    this.#tally.count(outcomes);
    const byArrival = new Map(inOrder.map((arrival, index) => [arrival, outcomes[index] as CheckedIn]));
    return arrivals.map((arrival) => byArrival.get(arrival) as CheckedIn);
  }

  /**
   * Records people without a ticket.
   * @throws Refusal implausible-scan-times; what `countVisitors` throws
   */
  async count(actor: Actor, count: VisitorCount): Promise<CountedVisitors> {
    const { store, clock } = this.#options;
    const [at = clock.now()] = count.at === undefined ? [] : correctTimes([{ at: count.at }], clock.now());
    await requirePlausible(store, [{ at, pointer: '/at' }], clock.now());
    const [counted] = await store.transaction((tx) =>
      countVisitors({ tx, actor, now: clock.now() }, [{ count, at, pointer: '/category' }], this.rules),
    );
    return counted as CountedVisitors;
  }

  /** With what the issuer of a card says, where it can be asked. Who leaves needs no leave. */
  async #identify(scan: Scan, language: Language): Promise<Identified> {
    const identified = await identify(scan, this.#options);
    if (!('importedCode' in identified) || identified.card === undefined) return identified;
    const { cards } = this.#options;
    if (scan.direction === 'out' || cards === undefined) return identified;
    return { ...identified, card: await cards.ask(identified.card, language) };
  }

  async #checkIn(arrivals: readonly Arrival[]): Promise<readonly ScanOutcome[]> {
    const { store, clock } = this.#options;
    const outcomes = await store.transaction((tx) => checkIn(tx, arrivals, clock.now(), this.rules));
    this.#tally.count(outcomes);
    return outcomes;
  }
}

/** Thrown when tickets that are to be admitted together are not all admitted. */
export class NotAllAdmitted extends Error {
  /** Those that are refused. */
  readonly refused: readonly CheckedIn[];

  constructor(refused: readonly CheckedIn[]) {
    super('not all admitted');
    this.refused = refused;
  }
}

function isRefused({ checkIn: { verdict } }: CheckedIn): boolean {
  return verdict !== 'admitted';
}

/** @throws Refusal the first one among them */
function decided(outcomes: readonly ScanOutcome[]): CheckedIn[] {
  return outcomes.map((outcome) => {
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  });
}

/**
 * Scans from before the first ticket was sold can't be right; a museum that has just opened still gets those of the
 * last days. Each day with a scan is a day that reports count.
 * @throws Refusal implausible-scan-times
 */
async function requirePlausible(
  queries: Queries,
  times: readonly { readonly at: number; readonly pointer: string }[],
  now: number,
): Promise<void> {
  const lately = now - PLAUSIBLE_DAYS * MS_PER_DAY;
  if (times.every(({ at }) => at >= lately)) return;
  const earliest = Math.min(lately, (await findFirstSale(queries)) ?? lately);
  const scans = times.filter(({ at }) => at < earliest);
  if (scans.length > 0) throw new Refusal('implausible-scan-times', { scans, earliest });
}

/** @throws Refusal forbidden */
function requireMayScan(actor: Actor, scans: readonly Scan[]): void {
  requirePermission(actor, 'admit-visitors');
  if (scans.some(({ override }) => override !== undefined)) requirePermission(actor, 'override-refusals');
}
