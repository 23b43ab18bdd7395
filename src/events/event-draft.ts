import { type EventTimes, type Price, STANDARD } from '../offers/index.ts';
import type { Announcement } from './event.ts';
import type { EventOverview } from './programme.ts';

/** An event as staff write it: its announcement, and on what terms it is sold. */
export interface EventDraft extends Announcement, EventTimes {
  /** Of the price, which is that of standard: hundredths of a percent of value added tax in it; null: as usual. */
  readonly vat: number | null;
  /** In each other category in which it is sold. */
  readonly prices: readonly Price[];
  /** Places on each of its dates, at each of its times; null: no limit. */
  readonly capacity: number | null;
}

export function draftOf({ event, capacity, prices, entry }: EventOverview): EventDraft {
  const { eventId: _, ...announcement } = event;
  const standard = prices.find(({ category }) => category === STANDARD);
  const others = prices.filter((price) => price !== standard);
  return { ...announcement, vat: standard?.vat ?? null, prices: others, capacity, ...entry };
}

/** The members of `now` that differ from `before`. Text that a form can't hold as it is (line ends) is the same. */
export function differences(before: EventDraft, now: EventDraft): Partial<EventDraft> {
  const members = Object.keys(now) as (keyof EventDraft)[];
  return Object.fromEntries(
    members.filter((member) => !isSame(before[member], now[member])).map((member) => [member, now[member]]),
  );
}

function isSame(one: EventDraft[keyof EventDraft], other: EventDraft[keyof EventDraft]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = new Set(other.map((each) => JSON.stringify(each)));
    return one.length === other.length && one.every((each) => others.has(JSON.stringify(each)));
  }
  return typeof one === 'string' && typeof other === 'string'
    ? asTyped(one) === asTyped(other)
    : one === other;
}

function asTyped(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** A three-way merge: what the writer has typed, with the changes of others in members that the writer has not changed. */
export function merged(seen: EventDraft, now: EventDraft, mine: EventDraft): EventDraft {
  const others = differences(seen, now);
  const own = differences(seen, mine);
  const added = now.dates.filter((day) => !seen.dates.includes(day));
  const gone = seen.dates.filter((day) => !now.dates.includes(day));
  const dates = [...new Set([...mine.dates, ...added])].filter((day) => !gone.includes(day)).sort();
  return { ...mine, ...others, ...own, dates };
}
