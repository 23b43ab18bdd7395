import type { Answer } from '../support/client.ts';
import { now, Timeline } from './timeline.ts';

/** Places for general entry on a day that has no figure of its own. */
export const USUAL_CAPACITY = 1_000_000;

/** The categories of visitors, by how many places their tickets take. */
export const PLACES = { standard: 1, family: 4 } as const;

/** A purchase: the request and its answer. */
export interface PurchaseRecord {
  /** Every purchase has an address of its own, so that its ticket can be found without an answer. */
  readonly email: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, string>>;
  readonly sentAt: number;
  /** The first answer that decided it: 201, 404 or 409. */
  answer?: { readonly status: number; readonly text: string };
  answeredAt?: number;
}

/** An order as it is answered. */
export interface ShownOrder {
  readonly orderId: string;
  readonly state: string;
  readonly items: readonly { readonly tickets?: readonly { readonly ticketId: string }[] }[];
}

/** An order: the request, the last answer before it was ended, and what was acknowledged then. */
export interface OrderRecord {
  /** Each has one of its own, so that it can be found without an answer. */
  readonly reference: string;
  readonly items: readonly Readonly<Record<string, string | number>>[];
  readonly isHeld: boolean;
  isRefused: boolean;
  order?: ShownOrder;
  readonly acknowledged: ShownOrder[];
  /** Whether somebody has asked to make it void. */
  mayBeVoid: boolean;
}

/** A scan and its answer. */
export interface ScanRecord {
  readonly checkInId: string;
  readonly ticketId: string;
  readonly verdict: string;
  readonly text: string;
}

/** A version of an event: all of its fields carry the same number, so that a mixture shows. */
export interface Version {
  readonly number: number;
  readonly dates: readonly string[];
}

export interface EventRecord {
  readonly eventId: string;
  readonly version: Timeline<Version>;
  /** For each of its dates, or each of its entry times on them. */
  readonly capacity: Timeline<number | null>;
  readonly times: Timeline<readonly string[]>;
  readonly isCancelled: Timeline<boolean>;
}

/** A day of general entry. */
export interface DayRecord {
  readonly day: string;
  readonly isOpen: Timeline<boolean>;
  readonly capacity: Timeline<number | null>;
}

/** What all clients have requested, and the answers they got: the database is compared with it. */
export class History {
  readonly purchases = new Map<string, PurchaseRecord>();
  /** The purchases that can be repeated, in the order in which they were answered. */
  readonly repeatable: PurchaseRecord[] = [];
  readonly sold: PurchaseRecord[] = [];
  readonly scans: ScanRecord[] = [];
  readonly orders: OrderRecord[] = [];
  /** When the service was last up, by the clock of the machine. */
  lastRound = { from: 0, to: 0 };
  readonly events = new Map<string, EventRecord>();
  readonly days = new Map<string, DayRecord>();
  /** Places at each entry time of general entry; null: it is sold for whole days. */
  readonly placesAtTimes = new Timeline<number | null>(null);
  readonly violations = new Set<string>();
  requests = 0;
  acknowledged = 0;
  unknown = 0;
  kills = 0;
  rounds = 0;

  beginPurchase(key: string | undefined, body: Readonly<Record<string, string>>): PurchaseRecord {
    const email = `buyer-${this.purchases.size + 1}@example.com`;
    const record = { email, key, body: { ...body, email }, sentAt: now() };
    this.purchases.set(email, record);
    return record;
  }

  endPurchase(record: PurchaseRecord, { status, text }: Answer): void {
    record.answer = { status, text };
    record.answeredAt = now();
    if (status === 201) this.sold.push(record);
    if (record.key !== undefined) this.repeatable.push(record);
  }

  beginOrder(items: OrderRecord['items'], isHeld: boolean): OrderRecord {
    const reference = `order-${this.orders.length + 1}`;
    const record = { reference, items, isHeld, isRefused: false, acknowledged: [], mayBeVoid: false };
    this.orders.push(record);
    return record;
  }

  addEvent(eventId: string, version: Version): EventRecord {
    const event = {
      eventId,
      version: new Timeline(version),
      capacity: new Timeline<number | null>(null),
      times: new Timeline<readonly string[]>([]),
      isCancelled: new Timeline(false),
    };
    this.events.set(eventId, event);
    return event;
  }

  addDay(day: string): DayRecord {
    const record = { day, isOpen: new Timeline(true), capacity: new Timeline<number | null>(USUAL_CAPACITY) };
    this.days.set(day, record);
    return record;
  }

  addViolation(violation: string): void {
    this.violations.add(violation);
  }
}

export function placesWanted({ body }: PurchaseRecord): number {
  return PLACES[body.category as keyof typeof PLACES];
}

/** The fields of an event in one of its versions, as they are sent. */
export function fieldsOf({ number, dates }: Version) {
  return {
    name: `Event, version ${number}`,
    location: `Hall ${number}`,
    eventDescription: `Text ${number}`,
    dates,
    price: number % 100_000,
  };
}
