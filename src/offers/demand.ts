import type { Refusal } from '../core/refusal.ts';
import { STANDARD } from './category.ts';
import { type Slot, WHOLE_DAY } from './slot.ts';

/** Tickets that somebody wants together in one slot: all or none. */
export interface Wanted {
  /** The slug of each ticket's category. */
  readonly categories: readonly string[];
  /** Whether who sells it may sell an entry time that is over. */
  readonly mayBeLate: boolean;
}

/** What is wanted in one slot, in the order in which it was asked for. */
export interface Demand {
  readonly slot: Slot;
  readonly wanted: readonly Wanted[];
}

/** Whether all want the category standard, and no entry time. */
export function isPlain({ slot, wanted }: Demand): boolean {
  return (
    slot.startsAt === WHOLE_DAY &&
    wanted.every(({ categories }) => categories.every((category) => category === STANDARD))
  );
}

/** On what terms a ticket is sold. */
export interface Quote {
  /** Slug of its category, and the number that stands for it. */
  readonly category: string;
  readonly categoryNumber: number;
  /** How many places it takes, and how many persons it admits. */
  readonly places: number;
  readonly priceCents: number;
  /** Hundredths of a percent of value added tax that are in the price; null: none is known. */
  readonly vat: number | null;
}

/** The terms of each of the tickets that somebody wants together, or why none of them is sold. */
export type Quoted = readonly Quote[] | Refusal;

/** The places that were sold in one slot. */
export interface PlacesSold {
  /** For each that wanted some, in order: the terms of each ticket, or why all were refused. */
  readonly outcomes: readonly Quoted[];
  /** Whether the last place of that day is among them. */
  readonly takesLast: boolean;
  /** Of a special event. */
  readonly eventName?: string;
}
