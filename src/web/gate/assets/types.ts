import type { TicketClaims, TicketJwk } from '../../../codes/index.ts';
import type {
  Decision,
  EntryRule,
  GateCard,
  ImportedTicket,
  PassAtGate,
  Passage,
  Reentry,
  VerdictCategory,
} from '../../../gate/index.ts';

export type { GateCard };

/** The settings of the museum in the gate's page; they do not depend on the account. */
export interface Settings {
  readonly language: string;
  readonly timeZone: string;
  readonly reentry: Reentry;
  readonly worker: string;
  readonly texts: Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;
}

/** A scan as it is sent. */
export interface SentScan {
  readonly checkInId: string;
  readonly code?: string;
  readonly confirmationCode?: string;
  readonly ticketId?: string;
  readonly gate?: string;
  readonly direction?: 'out';
  readonly admits?: string;
  readonly override?: string;
  readonly persons?: number;
  /** Whether somebody has looked at the card. */
  readonly shown?: true;
}

/** A code that was scanned, as it was printed. */
export interface Meant {
  readonly code: string;
  /** Keyboard layouts of the scanner and of this device, if they differ; two equal ones: Caps Lock is on. */
  readonly layouts?: readonly [scanner: string, computer: string];
}

/** A scan that was decided on this device, and waits to be handed in. */
export interface Waiting extends SentScan {
  /** By the device's own clock, RFC 3339. */
  readonly at: string;
  readonly verdict: Decision['verdict'];
  readonly reason?: Decision['reason'];
  /** The number of a card, in place of the code. */
  readonly sealed?: Sealed;
}

/** What is encrypted under a key of this device. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** The list of a card's numbers, as this device keeps it. */
export interface KeptCardList {
  readonly version: number;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly numbers: Uint8Array<ArrayBuffer>;
}

/** A card that was scanned. */
export interface CardHere {
  readonly card: GateCard;
  readonly number: string;
  /** Whether its check digit is right. */
  readonly isRight: boolean;
  /** What it is known by on this device. */
  readonly id: string;
}

/** People without a ticket who were counted on this device, until the service has them. */
export interface HeldCount {
  readonly visitId: string;
  readonly category: string;
  readonly persons: number;
  readonly direction: 'in' | 'out';
  readonly gate?: string;
  /** By the device's own clock, RFC 3339, as what follows. */
  readonly at: string;
  readonly undoneAt?: string;
  /** Whether the service may have heard of it, or has it, so that only its undo waits. */
  readonly isTried?: boolean;
  readonly isKnown?: boolean;
}

/** A category, with the slug by which the service knows it; a service of the version before may leave that out. */
export interface SnapshotCategory extends VerdictCategory {
  readonly category?: string;
}

/** A passage of a ticket at this device, or its state after an undo, until the service's data include it. */
export interface Passed extends GatePresence {
  readonly ticketId: string;
  readonly checkInId: string;
}

/** An undo that waits to be handed in: of an admission, or of a scan whose verdict was never shown, which has no `passed`. */
export interface Undo {
  readonly checkInId: string;
  /** By the device's own clock, RFC 3339. */
  readonly undoneAt: string;
  /** The message of the admission, if there was one. */
  readonly what?: string;
  readonly passed?: Passed;
}

/** The results of handing in that staff have to be told. */
export interface HandedIn {
  /** Messages about tickets that were admitted twice. */
  readonly conflicts: readonly string[];
  /** Admissions that could not be taken back, and why not. */
  readonly refused: readonly { readonly undo: Required<Undo>; readonly reason: string }[];
}

/** Where somebody is by an entry of a ticket, with the time and gate of the last admission. */
export interface EntryPresence {
  readonly is: 'inside' | 'out';
  readonly lastIn?: Passage;
}

/** The state of a ticket, by the entry of what it is for. */
export interface GatePresence {
  /** Nowhere: it came in by the general entry that it includes alone. */
  readonly is: EntryPresence['is'] | 'nowhere';
  readonly lastIn?: Passage;
  /** By the general entry that it includes. */
  readonly entered?: EntryPresence;
  /** How often somebody came in anew on that day; of passes and cards only. */
  readonly entries?: number;
  readonly day?: string;
  /** How often a pass still admits; missing: as often as its type says. */
  readonly entriesLeft?: number;
}

/** An admission that can be undone: its message, and the state of the ticket before it. */
export interface Undoable {
  readonly passed: Passed;
  readonly what: string;
  readonly before?: GatePresence;
  /** By the device's own clock. */
  readonly until: number;
}

/** The shown result of a scan. */
export interface Shown {
  readonly verdict: Decision['verdict'];
  readonly reason?: Decision['reason'];
  readonly message: string;
  /** What is said in large letters instead of the word of the reason. */
  readonly instead?: 'withdrawn' | undefined;
  /** Whom the ticket admits, if it is admitted. */
  readonly visitors?: Visitors;
  /** Extras of the order that are still to be handed out, where the service says so. */
  readonly toHandOut?: readonly { readonly name: string; readonly quantity: number }[];
  readonly detail?: string;
  /** Present when the admission can be taken back. */
  readonly undo?: Omit<Undoable, 'until'>;
  /** Resolves when this device has stored it. */
  readonly isNoted?: Promise<void>;
}

/** What a busy person has to see of an admitted ticket: how many come in with it, and what to ask for. */
export interface Visitors {
  readonly places: number;
  readonly proof?: string;
}

/** The service's JSON: a snapshot, or changes. */
export interface SnapshotOrChanges {
  readonly day: string;
  readonly validUntil: string;
  readonly keys: { readonly keys: readonly TicketJwk[] };
  /** Left out by a service of version 0.2. */
  readonly revokedKeys?: readonly string[];
  readonly events: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly cancelled: boolean;
    readonly minutes: number;
    /** Missing: none of its tickets includes general entry. */
    readonly entryThrough?: string;
  }[];
  /** Missing from a service of the version before. */
  readonly openDays?: readonly string[];
  readonly categories: readonly SnapshotCategory[];
  /** Missing from a service of the version before. */
  readonly cards?: readonly GateCard[];
  readonly entry: EntryRule;
  readonly nights: readonly { readonly date: string; readonly timeOpen: string }[];
  readonly cancelledDates: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly dates: readonly string[];
  }[];
  /** Missing from a service of the version before. */
  readonly postponed?: readonly {
    readonly ticketId: string;
    readonly ticketDate: TicketClaims['ticketDate'];
  }[];
  /** All of them; missing from a service of the version before. */
  readonly closedDays?: readonly { readonly date: string; readonly reason?: string }[];
  readonly admitted: readonly string[];
  readonly admittedAt: readonly number[];
  readonly admittedGates: readonly number[];
  readonly gates: readonly string[];
  readonly left: readonly string[];
  /** Missing from a service of the version before, with what follows. */
  readonly entered?: readonly string[];
  readonly enteredAt?: readonly number[];
  readonly enteredGates?: readonly number[];
  readonly exited?: readonly string[];
  readonly takenBack: readonly string[];
  readonly void: readonly string[];
  /** Missing from a service of the version before. */
  readonly exchanged?: readonly string[];
  readonly imported: readonly ImportedTicket[];
  /** Missing from a service of the version before, with what follows. */
  readonly passTypes?: readonly PassTypeHere[];
  readonly blockedPasses?: readonly string[];
  readonly passEntries?: readonly PassEntries[];
  readonly cursor: string;
}

/** A type of passes, by the number in their codes. */
export interface PassTypeHere {
  readonly number: number;
  readonly passType: string;
  readonly name: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly walkIn: PassAtGate['walkIn'];
  readonly for: 'general' | 'general-and-events';
  readonly named: boolean;
  readonly perDay: number;
  readonly entries?: number;
}

/** How many pass with a pass, and how often it has admitted then. */
export interface PassUse {
  readonly persons: number;
  readonly day: string;
  readonly entries: number;
  readonly entriesLeft?: number;
}

/** How a pass was used on the day. */
export interface PassEntries {
  readonly passId: string;
  readonly is?: 'inside' | 'out';
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly at?: number;
  readonly gate?: string;
  readonly entries: number;
  readonly entriesLeft?: number;
}

/** The knowledge of a day. */
export interface Knowledge {
  readonly day: string;
  validUntil: number;
  keys: SnapshotOrChanges['keys']['keys'];
  /** Ids of revoked keys; left out in what version 0.2 of this page has stored. */
  revoked?: ReadonlySet<string>;
  /** The events of this day. */
  readonly events: Map<
    string,
    {
      readonly name: string;
      readonly isCancelled: boolean;
      readonly minutes: number;
      readonly entryThrough?: string;
    }
  >;
  /** The covered days on which the museum is open; left out in what the version before of this page has stored. */
  openDays?: readonly string[];
  /** By number. */
  categories: ReadonlyMap<number, SnapshotCategory>;
  /** Those of other issuers; left out in what the version before of this page has stored. */
  cards?: readonly GateCard[];
  entry: EntryRule;
  /** When the museum opens on days that last past midnight, by day. */
  nights: ReadonlyMap<string, string>;
  /** Cancelled events, and cancelled dates of any event. */
  readonly cancelled: Map<string, { readonly name: string; readonly dates: readonly string[] }>;
  /** Why the museum is closed, by day; left out in what the version before of this page has stored. */
  closed?: ReadonlyMap<string, string | undefined>;
  /** The days of tickets whose event was postponed; left out in what the version before of this page has stored. */
  postponed?: Map<string, TicketClaims['ticketDate']>;
  readonly presences: Map<string, GatePresence>;
  readonly voids: Set<string>;
  /** Those of them that were exchanged; left out in what the version before of this page has stored. */
  exchanged?: ReadonlySet<string>;
  /** By number; left out in what the version before of this page has stored, with what follows. */
  passTypes?: ReadonlyMap<number, PassTypeHere>;
  blockedPasses?: Set<string>;
  /** Tickets with codes of another system, by the hash of the code. */
  readonly imported: Map<string, TicketClaims>;
  cursor: string;
  /** When it was told, by the right clock. */
  at: number;
  /** How far the device's clock is behind the right one. */
  behind: number;
}

/** The answer of the service. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each address answers in its own shape
  readonly json: any;
}

export interface GateSession {
  readonly csrfToken: string;
  readonly now: number;
  /** Whether the account may override refusals. */
  readonly mayOverride: boolean;
  /** "Mira · cashier" */
  readonly account: string;
}

/** What a version of the page is made of. */
export interface Contents {
  readonly version: string;
  /** The one of `files` that is shown unless another language is asked for. */
  readonly page: string;
  readonly files: readonly string[];
}

/** An event of a service worker. */
export interface LifeEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

export interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
