import { type ConfirmationCodes, drawPassNumber, passCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { addDays, type CalendarDay, lastOfMonth, monthAt } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import { uuidV7 } from '../core/uuid.ts';
import { type OfferTerms, usualVat } from '../offers/index.ts';
import type { Transaction } from '../store/index.ts';
import type { Pass } from './pass.ts';
import { keepPassTypes, type PassChannel, type PassType, type PassValidity } from './pass-type.ts';

/** A pass that somebody wants. */
export interface WantedPass {
  /** The slug of its type. */
  readonly passType: string;
  readonly holder?: string | undefined;
  /** Its first day; left out: the day of the sale, or that of its type. */
  readonly from?: CalendarDay | undefined;
  /** The last day of the pass that it renews: it begins on the day after, or today if that is over. */
  readonly after?: CalendarDay | undefined;
  /** Where it stands among all items that were asked for. */
  readonly position: number;
}

/** By what a pass is known. */
export type PassIdentity = Pick<Pass, 'passId' | 'number' | 'passCode'>;

export function drawPass(codes: ConfirmationCodes, now: number): PassIdentity {
  const number = drawPassNumber();
  return { passId: uuidV7(now), number, passCode: passCode(codes.spell([number])[0] as string) };
}

/** A pass in an order, at the terms on which it was held or sold. */
export interface PassItem extends PassIdentity {
  readonly kind: 'pass';
  readonly passType: string;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly quantity: 1;
  /** Hundredths. */
  readonly priceCents: number;
  /** Hundredths of a percent; null: none is known. */
  readonly vat: number | null;
  readonly persons: number;
  readonly entries: number | null;
  readonly valid: PassValidity;
  readonly from?: CalendarDay;
  /** Until it is sold: then the pass has it. */
  readonly holder?: string;
  readonly position: number;
}

/** How many days ahead a pass may begin. */
export const PASS_AHEAD_DAYS = 366;

/** The passes that are wanted, at today's terms, or why they are not sold. */
export async function passItems(
  tx: Transaction,
  seller: Pick<Actor, 'role' | 'channel'>,
  wanted: readonly WantedPass[],
  { terms, codes }: { readonly terms: OfferTerms; readonly codes: ConfirmationCodes },
): Promise<readonly PassItem[] | Refusal> {
  const found = await keepPassTypes(
    tx,
    wanted.map(({ passType }) => passType),
  );
  const known = new Map(found.map((type) => [type.passType, type]));
  const today = terms.calendar.today();
  const faults = wanted.flatMap((each) => faultIn(each, known.get(each.passType), today) ?? []);
  if (faults.length > 0) return new Refusal('pass-invalid', { faults });
  const sold = wanted.map((each) => [each, known.get(each.passType) as PassType] as const);
  for (const [, { passType, name, ...type }] of sold) {
    const because = notSold(type, channelOf(seller), today);
    if (because !== undefined) return new Refusal('pass-not-sold', { passType, name, because });
  }
  return sold.map(([each, type]) => {
    const wish = { ...each, from: firstDayOf(each, type, today) };
    return { ...itemOf(wish, type, terms), ...drawPass(codes, terms.clock.now()) };
  });
}

/** Those of the types that are on sale to somebody who comes in so. */
export function passTypesFor<Type extends PassType>(
  types: readonly Type[],
  seller: Pick<Actor, 'role' | 'channel'>,
  today: CalendarDay,
): readonly Type[] {
  return types.filter((type) => notSold(type, channelOf(seller), today) === undefined);
}

/** From when to when a pass is valid that is sold on that day, or begins on one that was chosen. */
export function daysOfPass(
  valid: PassValidity,
  from: CalendarDay,
): { readonly from: CalendarDay; readonly to: CalendarDay } {
  return 'from' in valid ? valid : { from, to: lastDayOf(from, valid.months) };
}

/** The day before the same day, so many months later; the last of the month where it has no such day. */
function lastDayOf(from: CalendarDay, months: number): CalendarDay {
  const month = monthAt(from, months);
  if (month === undefined) return from;
  const last = lastOfMonth(month);
  const same = `${month.slice(0, 8)}${from.slice(8)}` as CalendarDay;
  return same > last ? last : addDays(same, -1);
}

function channelOf({ role, channel }: Pick<Actor, 'role' | 'channel'>): PassChannel {
  if (channel === 'shop') return 'shop';
  return role === 'partner' ? 'partners' : 'desk';
}

type WantedFault = RefusalFacts['pass-invalid']['faults'][number];

function faultIn(
  { passType, position, from, after }: WantedPass,
  type: PassType | undefined,
  today: CalendarDay,
): WantedFault | undefined {
  const at = { passType, position };
  if (type === undefined) return { ...at, because: 'unknown' };
  if (after !== undefined)
    return 'from' in type.valid && type.valid.from <= after ? { ...at, because: 'same-days' } : undefined;
  if (from === undefined) return undefined;
  if ('from' in type.valid) return { ...at, because: 'from-of-fixed' };
  const last = addDays(today, PASS_AHEAD_DAYS);
  return from < today || from > last ? { ...at, because: 'from', least: today, most: last } : undefined;
}

/** Undefined: that of the sale, or of the type. */
function firstDayOf(
  { from, after }: WantedPass,
  { valid }: PassType,
  today: CalendarDay,
): CalendarDay | undefined {
  if (after === undefined || 'from' in valid) return from;
  return after < today ? today : addDays(after, 1);
}

function notSold(
  { onSale, channels, valid }: Pick<PassType, 'onSale' | 'channels' | 'valid'>,
  channel: PassChannel,
  today: CalendarDay,
): RefusalFacts['pass-not-sold']['because'] | undefined {
  if (!onSale) return 'off-sale';
  if (!channels.includes(channel)) return 'channel';
  return 'to' in valid && valid.to < today ? 'over' : undefined;
}

function itemOf(
  { from, holder, position }: WantedPass,
  type: PassType,
  terms: OfferTerms,
): Omit<PassItem, keyof PassIdentity> {
  const { passType, name, names, priceCents, persons, entries, valid } = type;
  return {
    ...{ kind: 'pass', passType, name, names, quantity: 1, priceCents },
    ...{ vat: type.vat ?? usualVat(terms), persons, entries, valid },
    ...(from !== undefined && { from }),
    ...(holder !== undefined && { holder }),
    position,
  };
}

/** What stays in an order of a pass that is sold, or whose buyer is erased. */
export function withoutHolder({ holder: _, ...item }: PassItem): PassItem {
  return item;
}
