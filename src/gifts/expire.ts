import { SERVICE } from '../core/actor.ts';
import { type CalendarDay, LAST_DAY, MS_PER_DAY, parseCalendarDay } from '../core/calendar-day.ts';
import { type SteadyClock, untrustedLead } from '../core/clock.ts';
import type { LocalOf } from '../core/zoned-time.ts';
import type { Job } from '../jobs/index.ts';
import type { ActionContext, Store } from '../store/index.ts';
import { findOutdatedGifts, type Gift, lockGifts } from './gift.ts';
import { addGiftEntry } from './gift-entry.ts';

const BATCH_SIZE = 100;
/** A clock that was set ahead by more is not trusted until it has been ahead for a day. */
const MAX_CLOCK_JUMP_MS = 30 * MS_PER_DAY;

/** The job that takes off what is left of gift vouchers whose last day is over. */
export function giftExpiryJob({
  store,
  clock,
  localOf,
}: {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly localOf: LocalOf;
}): Job {
  const lead = untrustedLead(clock, MAX_CLOCK_JUMP_MS);
  const find = async (limit: number) =>
    lead() > 0 ? [] : findOutdatedGifts(store, localOf(clock.now()).day, limit);
  return {
    name: 'expire-gifts',
    everyMs: 60_000,
    hasWork: async () => (await find(1)).length > 0,
    step: async (lease) => {
      const outdated = await find(BATCH_SIZE);
      if (outdated.length === 0) return false;
      await lease.transaction(async (tx) => {
        const context = { tx, actor: SERVICE, now: clock.now() };
        const ids = outdated.map(({ giftId }) => giftId);
        for (const gift of await lockGifts(tx, ids)) await expireIfOver(context, gift, localOf);
      });
      return outdated.length === BATCH_SIZE;
    },
  };
}

/** Takes off what is left, if its last day is over. It is locked. @returns the gift voucher as it is now */
export async function expireIfOver(context: ActionContext, gift: Gift, localOf: LocalOf): Promise<Gift> {
  const { balanceCents, validTo } = gift;
  if (balanceCents === 0 || localOf(context.now).day <= validTo) return gift;
  await addGiftEntry(context, gift, { kind: 'expired', cents: -balanceCents }, localOf);
  return { ...gift, balanceCents: 0, encryptedCode: null };
}

/** If its last day is over, it is valid for a year from now on, without what was left before. It is locked. */
export async function reviveIfOver(context: ActionContext, gift: Gift, localOf: LocalOf): Promise<Gift> {
  const { day: today } = localOf(context.now);
  if (today <= gift.validTo) return gift;
  const expired = await expireIfOver(context, gift, localOf);
  const validTo = yearAfter(today);
  await context.tx.run('UPDATE gifts SET valid_to = ? WHERE gift_id = ?', [validTo, gift.giftId]);
  return { ...expired, validTo };
}

function yearAfter(day: CalendarDay): CalendarDay {
  const year = `${Number(day.slice(0, 4)) + 1}`.padStart(4, '0');
  const rest = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return parseCalendarDay(year + rest) ?? LAST_DAY;
}
