import type { Actor } from '../core/actor.ts';
import { may } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { Slot } from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { addCheckIns, type CheckIn, removeCheckIns } from '../visits/index.ts';
import { type Arrival, type CheckedIn, type ScanOutcome, scanHash } from './scan.ts';
import type { Timeline } from './timeline.ts';
import type { Reentry } from './verdict-types.ts';

/** How long after an admission its own account may undo it. */
export const OWN_UNDO_MS = 10 * 60_000;

/** A check-in that is still to be written. */
export interface Draft {
  readonly arrival: Arrival;
  checkIn: CheckIn;
  readonly ticket: Ticket | undefined;
  /** Where who comes in with a pass takes places. */
  readonly walkIn?: Slot | undefined;
  /** Whose card it is, where its issuer has just said so. */
  readonly holder?: string | undefined;
  /** The check-in recorded under the same id, which the gate's report corrects. */
  readonly corrects: CheckIn | undefined;
}

/** The recorded check-ins, and those that a batch adds. */
export class CheckInBook {
  readonly #recorded: ReadonlyMap<Uuid, CheckIn>;
  readonly #drafts = new Map<Uuid, Draft>();

  constructor(recorded: ReadonlyMap<Uuid, CheckIn>) {
    this.#recorded = recorded;
  }

  get drafts(): Draft[] {
    return [...this.#drafts.values()];
  }

  /**
   * The earlier outcome of the same scan; undefined when the scan is new, its gate has decided otherwise offline, or somebody has
   * looked at the card meanwhile.
   */
  recall(arrival: Arrival, now: number): ScanOutcome | undefined {
    const { actor, scan, reported } = arrival;
    const { checkInId } = scan;
    if (checkInId === undefined) return undefined;
    const before = this.#drafts.get(checkInId)?.checkIn ?? this.#recorded.get(checkInId);
    if (before === undefined) return undefined;
    if (before.scanHash !== scanHash(arrival)) return new Refusal('check-in-id-reused', { checkInId });
    if (before.reason === 'card-show' && before.verdict === 'refused' && scan.shown) return undefined;
    const isOtherwise =
      reported !== undefined && reported.verdict !== before.verdict && before.deviceAt === null;
    if (isOtherwise && mayCorrect(actor, before, now)) return undefined;
    return { checkIn: before, ticket: undefined, isRepeat: true };
  }

  enter(arrival: Arrival, draft: Omit<Draft, 'corrects' | 'arrival'>): CheckedIn {
    const { checkInId } = draft.checkIn;
    this.#drafts.set(checkInId, { ...draft, arrival, corrects: this.#recorded.get(checkInId) });
    return { ...draft, isRepeat: false };
  }

  /** Marks second admissions among offline scans. All scans of the batch must be in the timelines. */
  markConflicts(timelines: ReadonlyMap<number, Timeline>, reentry: Reentry): void {
    for (const draft of this.#drafts.values()) {
      const { checkIn, arrival } = draft;
      if (arrival.reported === undefined || checkIn.turn === null || checkIn.override !== null) continue;
      if (checkIn.verdict !== 'admitted') continue;
      const timeline = timelines.get(checkIn.ticket?.number ?? 0);
      if (!timeline?.isSecondAdmission(checkIn.checkInId, reentry)) continue;
      draft.checkIn = { ...checkIn, isConflict: true };
    }
  }

  /** These outcomes, each with the check-in as it will be written. */
  outcomes(outcomes: readonly ScanOutcome[]): ScanOutcome[] {
    return outcomes.map((outcome) => {
      if (outcome instanceof Refusal) return outcome;
      const draft = this.#drafts.get(outcome.checkIn.checkInId);
      return draft === undefined ? outcome : { ...outcome, checkIn: draft.checkIn, ticket: draft.ticket };
    });
  }
}

/** A correction must not take back an admission that the actor could not undo now. */
function mayCorrect({ accountId, role }: Actor, before: CheckIn, now: number): boolean {
  if (before.verdict !== 'admitted' || may(role, 'undo-any-admission')) return true;
  return before.accountId === accountId && now - before.at <= OWN_UNDO_MS;
}

/** Writes the new check-ins, and entries of the journal for passages and corrections. */
export async function writeDrafts(tx: Transaction, drafts: readonly Draft[], now: number): Promise<void> {
  const corrected = drafts.filter(({ corrects }) => corrects !== undefined);
  if (corrected.length > 0) {
    await removeCheckIns(
      tx,
      corrected.map(({ checkIn }) => checkIn.checkInId),
    );
  }
  const otherwise = corrected.filter(({ corrects }) => corrects?.reason !== 'card-show');
  await Promise.all([
    addCheckIns(
      tx,
      drafts.map(({ checkIn }) => checkIn),
    ),
    recordPassages(tx, drafts, now),
    recordPassPassages(tx, drafts, now),
    recordCardPassages(tx, drafts, now),
    ...otherwise.map((draft) => recordCorrection(tx, draft, now)),
  ]);
}

/** Records one entry of the journal for all passages of one kind by one account, through one channel, on one day. */
async function recordPassages(tx: Transaction, drafts: readonly Draft[], now: number): Promise<void> {
  const passed = drafts.filter(({ checkIn }) => checkIn.turn !== null);
  const alike = Map.groupBy(passed, ({ arrival: { actor }, checkIn: { verdict, day } }) =>
    [actor.accountId, actor.channel, verdict, day].join(' '),
  );
  for (const [{ arrival, checkIn }, ...others] of alike.values() as Iterable<[Draft, ...Draft[]]>) {
    const kind: JournalKind = checkIn.verdict === 'left' ? 'tickets.left' : 'tickets.admitted';
    const tickets = [checkIn, ...others.map((other) => other.checkIn)].map(({ ticket }) => ticket?.number);
    await record(
      { tx, actor: withoutRequest(arrival.actor), now },
      { kind, subject: checkIn.day, details: { tickets } },
    );
  }
}

/** Not with which passes, which is known for some months only. */
async function recordPassPassages(tx: Transaction, drafts: readonly Draft[], now: number): Promise<void> {
  const passed = drafts.filter(({ checkIn: { pass } }) => pass !== null && pass.turn !== null);
  const alike = Map.groupBy(passed, ({ arrival: { actor }, checkIn: { verdict, day } }) =>
    [actor.accountId, actor.channel, verdict, day].join(' '),
  );
  for (const some of alike.values()) {
    const [{ arrival, checkIn }] = some as [Draft];
    const kind: JournalKind = checkIn.verdict === 'left' ? 'passes.left' : 'passes.admitted';
    await record(
      { tx, actor: withoutRequest(arrival.actor), now },
      { kind, subject: checkIn.day, details: { passes: some.length } },
    );
  }
}

/** As those of tickets: how many with each card, and no numbers. */
async function recordCardPassages(tx: Transaction, drafts: readonly Draft[], now: number): Promise<void> {
  const passed = drafts.filter(({ checkIn: { card } }) => card !== null && card.turn !== null);
  const alike = Map.groupBy(passed, ({ arrival: { actor }, checkIn: { verdict, day } }) =>
    [actor.accountId, actor.channel, verdict, day].join(' '),
  );
  for (const [{ arrival, checkIn }, ...others] of alike.values() as Iterable<[Draft, ...Draft[]]>) {
    const cards: Record<string, number> = {};
    for (const { card } of [checkIn, ...others.map((other) => other.checkIn)])
      if (card !== null) cards[card.card] = (cards[card.card] ?? 0) + 1;
    const kind: JournalKind = checkIn.verdict === 'left' ? 'cards.left' : 'cards.admitted';
    await record(
      { tx, actor: withoutRequest(arrival.actor), now },
      { kind, subject: checkIn.day, details: { cards } },
    );
  }
}

function withoutRequest({ requestId: _ofOne, ...actor }: Actor): Actor {
  return actor;
}

async function recordCorrection(tx: Transaction, { arrival, checkIn, corrects }: Draft, now: number) {
  const details = {
    before: { verdict: corrects?.verdict, at: corrects?.at },
    after: { verdict: checkIn.verdict, at: checkIn.at },
    tickets: checkIn.ticket === null ? [] : [checkIn.ticket.number],
  };
  await record(
    { tx, actor: arrival.actor, now },
    { kind: 'check-in.corrected', subject: checkIn.checkInId, details },
  );
}
