import type { TicketJwk } from '../../../codes/index.ts';
import type { Decision, Passage, Reentry, VerdictLanguage } from '../../../gate/index.ts';

/** What the gate's page is told of the museum; it holds for whoever has the page open. */
export interface Settings {
  readonly language: VerdictLanguage;
  readonly timeZone: string;
  readonly reentry: Reentry;
  readonly worker: string;
  readonly texts: Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;
}

/** What is sent of a scan. */
export interface Scan {
  readonly checkInId: string;
  readonly code?: string;
  readonly confirmationCode?: string;
  readonly ticketId?: string;
  readonly gate?: string;
  readonly direction?: 'out';
  readonly admits?: string;
  readonly override?: string;
}

/** A scan that was decided here, and waits to be handed in. */
export interface Waiting extends Scan {
  /** By the device's own clock, RFC 3339. */
  readonly at: string;
  readonly verdict: Decision['verdict'];
  readonly reason?: Decision['reason'];
}

/** How a ticket passed at this door, or stands since that was taken back, until the service tells of it. */
export interface Passed {
  readonly ticketId: string;
  readonly checkInId: string;
  readonly is: Standing['is'] | 'nowhere';
  readonly lastIn?: Passage;
}

/** An admission that was taken back here, or that nobody was told of, and waits to be handed in. */
export interface Undo {
  readonly checkInId: string;
  /** By the device's own clock, RFC 3339. */
  readonly undoneAt: string;
  /** What was said of the admission, where something was. */
  readonly what?: string;
  readonly passed?: Passed;
}

/** What came of handing in that somebody has to be told. */
export interface HandedIn {
  /** Of tickets that were let in twice. */
  readonly conflicts: readonly string[];
  /** Admissions that could not be taken back, and why not. */
  readonly refused: readonly { readonly undo: Required<Undo>; readonly reason: string }[];
}

/** Where a ticket is, and when and where it last came in. */
export interface Standing {
  readonly is: 'inside' | 'out';
  readonly lastIn?: Passage;
}

/** An admission that can be taken back: what was said of it, and how the ticket stood before. */
export interface Undoable {
  readonly passed: Passed;
  readonly what: string;
  readonly before?: Standing;
  /** By the device's own clock. */
  readonly until: number;
}

/** What is shown of a scan. */
export interface Shown {
  readonly verdict: Decision['verdict'];
  readonly reason?: Decision['reason'];
  readonly message: string;
  readonly detail?: string;
  /** Of an admission that can be taken back. */
  readonly undo?: Omit<Undoable, 'until'>;
  /** When this device has written it down. */
  readonly isNoted?: Promise<void>;
}

/** As the service tells it: a snapshot, or news. */
export interface Told {
  readonly day: string;
  readonly validUntil: string;
  readonly keys: { readonly keys: readonly TicketJwk[] };
  readonly events: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly cancelled: boolean;
  }[];
  readonly cancelledDates: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly dates: readonly string[];
  }[];
  readonly admitted: readonly string[];
  readonly admittedAt: readonly number[];
  readonly admittedGates: readonly number[];
  readonly gates: readonly string[];
  readonly left: readonly string[];
  readonly takenBack: readonly string[];
  readonly void: readonly string[];
  readonly cursor: string;
}

/** What is known of a day. */
export interface Knowledge {
  readonly day: string;
  validUntil: number;
  keys: Told['keys']['keys'];
  /** Of this day. */
  readonly events: Map<string, { readonly name: string; readonly isCancelled: boolean }>;
  /** Of any event. */
  readonly cancelled: Map<string, { readonly name: string; readonly dates: readonly string[] }>;
  readonly standings: Map<string, Standing>;
  readonly voids: Set<string>;
  cursor: string;
  /** When it was told, by the right clock. */
  at: number;
  /** How far the device's clock is behind the right one. */
  behind: number;
}

/** What came of a question to the service. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each address answers in its own shape
  readonly json: any;
}

export interface Session {
  readonly csrfToken: string;
  readonly now: number;
  /** Whether the account may let in all the same. */
  readonly mayOverride: boolean;
}

/** What a version of the page is made of. */
export interface Contents {
  readonly version: string;
  /** The one of `files` that is shown unless another language is asked for. */
  readonly page: string;
  readonly files: readonly string[];
}

/** Of a service worker. */
export interface LifeEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

export interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
