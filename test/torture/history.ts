import type { Answer } from '../../fixtures/client.ts';
import { now, Timeline } from './timeline.ts';

/** Places for general entry on a day that has no figure of its own. */
export const USUAL_CAPACITY = 1_000_000;

/** Between two looks at whether the service is up. */
const TICK_MS = 50;

/** The categories of visitors, by how many places their tickets take. */
export const PLACES = { standard: 1, family: 4 } as const;

/** What a ticket is wanted for. */
export interface WantedTicket {
  readonly ticketType: string;
  readonly eventId?: string;
  readonly ticketDate: string;
  readonly entryTime?: string;
  readonly category: string;
}

/** Tickets of one kind in an order. */
export interface WantedItem extends WantedTicket {
  readonly quantity: number;
}

/** A purchase: the request and its answer. */
export interface PurchaseRecord {
  /** Every purchase has an address of its own, so that its ticket can be found without an answer. */
  readonly email: string;
  readonly key: string | undefined;
  readonly body: WantedTicket & { readonly email: string };
  readonly sentAt: number;
  /** The first answer that decided it: 201, 404 or 409. */
  answer?: { readonly status: number; readonly text: string };
  answeredAt?: number;
}

/** An order as it is answered. */
export interface ShownOrder {
  readonly orderId: string;
  readonly state: 'held' | 'sold' | 'released' | 'void';
  /** While it is held. */
  readonly expiresAt?: string;
  readonly total: number;
  readonly items: readonly (WantedItem & {
    readonly price: number;
    /** Once it is sold. */
    readonly tickets?: readonly {
      readonly ticketId: string;
      readonly confirmationCode: string;
      /** Another was exchanged for it. */
      readonly replaces?: string;
    }[];
  })[];
  readonly payments: readonly {
    readonly paymentId: string;
    readonly method: string;
    readonly amount: number;
  }[];
}

/** What was ordered, without what its tickets were exchanged for. */
export function itemsOrdered({ items }: Pick<ShownOrder, 'items'>): ShownOrder['items'] {
  return items
    .map(({ tickets, ...item }) => {
      const ordered = tickets?.filter(({ replaces }) => replaces === undefined);
      return { ...item, ...(ordered && { quantity: ordered.length, tickets: ordered }) };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** What can be done with an order, as in the path. */
export type OrderAction = 'items' | 'extend' | 'confirm' | 'release' | 'exchange' | 'void';

/** An order: the request, and what was acknowledged last. */
export interface OrderRecord {
  /** Each has one of its own, so that it can be found without an answer. */
  readonly reference: string;
  readonly items: readonly WantedItem[];
  readonly isHeld: boolean;
  readonly sentAt: number;
  /** When its placing was acknowledged or refused. */
  answeredAt?: number;
  isRefused: boolean;
  shown?: ShownOrder;
  /** Actions that were asked for and not answered (yet): whether they were done is unknown. */
  readonly inDoubt: OrderAction[];
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
  /** The sessions that visitors paid at a provider. */
  readonly paidOnline: string[] = [];
  /** Orders that were sold in the shop. */
  soldOnline = 0;
  /** Instants at which all instances and the database were up, one each time that a timer has come. */
  readonly #up: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly events = new Map<string, EventRecord>();
  readonly days = new Map<string, DayRecord>();
  /** Places at each entry time of general entry; null: it is sold for whole days. */
  readonly placesAtTimes = new Timeline<number | null>(null);
  readonly violations = new Set<string>();
  requests = 0;
  acknowledged = 0;
  unknown = 0;
  /** Actions on orders that were answered 503. */
  unavailable = 0;
  /** Holds that ended because their time was over. */
  expired = 0;
  kills = 0;
  rounds = 0;

  beginPurchase(key: string | undefined, wanted: WantedTicket): PurchaseRecord {
    const email = `buyer-${this.purchases.size + 1}@example.com`;
    const record = { email, key, body: { ...wanted, email }, sentAt: now() };
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
    const record = { reference, items, isHeld, sentAt: now(), isRefused: false, inDoubt: [] };
    this.orders.push(record);
    return record;
  }

  beginUpTime(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#up.push(Date.now()), TICK_MS).unref();
  }

  endUpTime(): void {
    clearInterval(this.#timer);
  }

  /**
   * For how many milliseconds the service was up between the two. What a busy machine did not give to this process is not
   * counted: it may not have given it to the service either.
   */
  upTimeBetween(from: number, to: number): number {
    if (to <= from) return 0;
    return TICK_MS * this.#up.filter((at) => at > from && at <= to).length;
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

  /** Whether what a ticket is for was ever called off, as far as is known: its event, its date, or the whole day. */
  mayBeCalledOff({ eventId, ticketDate = '' }: { eventId?: string | null; ticketDate?: string }): boolean {
    if (!eventId) return this.days.get(ticketDate)?.isOpen.changes.some(({ value }) => !value) ?? false;
    const { isCancelled, version } = this.events.get(eventId) as EventRecord;
    const isOff = version.changes.some(({ value }) => !value.dates.includes(ticketDate));
    return isOff || isCancelled.changes.some(({ value }) => value);
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
