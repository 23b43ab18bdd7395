import type { EntryRule } from '../core/entry-time-types.ts';
import type { Direction, Passage, Reason, UsedEntry, Verdict } from '../visits/index.ts';

export type { Direction, EntryRule, Passage, Reason, UsedEntry, Verdict };

/**
 * Why there is no ticket. A withdrawn code, whose key was revoked, is refused as `forged` with a sentence of its own.
 */
export type NoTicket = 'unreadable' | 'forged' | 'withdrawn' | 'unknown-ticket';

/** Whether a ticket that was admitted is admitted again. */
export type Reentry = 'after-exit' | 'never' | 'always';

/** Why a card lets nobody in. */
export type CardRefusal = 'card-unknown' | 'card-refused' | 'card-show';

/** A card of another issuer, which stands for a ticket of the day. */
export interface CardAtGate {
  readonly name: string;
  readonly fault?: CardRefusal;
  /** Why it is refused, as its issuer says; missing: it could not be asked. */
  readonly words?: string;
  /** Whose it is. */
  readonly holder?: string;
}

/** What is known of a ticket. A missing member is unknown or false. Instants are milliseconds UTC. */
export interface TicketAtGate {
  readonly ticketDate: string;
  /** Null: general entry. */
  readonly eventId: string | null;
  readonly eventName?: string;
  /** HH:mm; missing: it admits on the whole day. */
  readonly entryTime?: string;
  /** The instant of that time. */
  readonly entryAt?: number;
  /** How long its event takes from each of its times on. */
  readonly minutes?: number;
  readonly category?: VerdictCategory;
  /** It is none, but a card. */
  readonly card?: CardAtGate;
  readonly isVoid?: boolean;
  readonly voidAt?: number;
  /** It is void because it was exchanged for another. */
  readonly isExchanged?: boolean;
  /** What it is for was called off: its event, that day of it, or general entry because the museum is closed. */
  readonly isCancelled?: boolean;
  /** Why the museum is closed on that day, if the ticket is for general entry. */
  readonly closedFor?: string;
  /** The direction of its last passage; missing: it has not come in yet. */
  readonly lastDirection?: Direction;
  readonly lastIn?: Passage;
  readonly lastOut?: Passage;
  /** Whether general entry is included in a ticket for an event. It has two entries then; the passages above are those of the event's. */
  readonly includesEntry?: boolean;
  /** The passages of the general entry that is included. */
  readonly entered?: EntryPassages;
  /** The museum is closed on its day: it admits to its event only. */
  readonly isEntryClosed?: boolean;
  /** A pass of the museum was scanned, with which no ticket for now was booked. It stands for one for today. */
  readonly pass?: PassAtGate;
}

/** What is known of a pass. Its passages are those of the day. */
export interface PassAtGate {
  /** What its type is called. */
  readonly name: string;
  /** How many come. */
  readonly persons: number;
  /** Whether somebody’s name is asked for; missing where nobody knows it: that on the pass. */
  readonly isNamed: boolean;
  readonly holder?: string;
  /** Nobody was named yet, which only the service knows. */
  readonly isUnnamed?: boolean;
  readonly from: string;
  readonly to: string;
  readonly isBlocked?: boolean;
  /** Whether it admits to events too, with a ticket that was booked. */
  readonly coversEvents: boolean;
  readonly walkIn: 'always' | 'while-places' | 'never';
  /** False: no place of general entry is left now. Missing: nobody knows, and it admits. */
  readonly hasPlace?: boolean;
  /** How many times it still admits; missing: any number of times. */
  readonly entriesLeft?: number;
  readonly perDay: number;
  /** How many times it has admitted today, not counting who came in again. */
  readonly entriesToday: number;
}

/** Where a ticket passed last. */
export type EntryPassages = Pick<TicketAtGate, 'lastDirection' | 'lastIn' | 'lastOut'>;

/** A kind of visitors. */
export interface VerdictCategory {
  /** 0: standard, which needs no words. */
  readonly number: number;
  readonly name: string;
  /** What the entrance asks to see. */
  readonly proof?: string;
  /** How many persons one ticket admits. */
  readonly places: number;
}

export interface ScannedDoor {
  readonly direction: Direction;
  /** `general` or an eventId: what this door lets in; left out: everything. */
  readonly admits?: string;
  /** The name of that event. */
  readonly admitsName?: string;
  /** Whether somebody overrides a refusal, if its reason allows that. */
  readonly isOverridden?: boolean;
}

/** The input of a decision. */
export interface Known {
  /** What was scanned. */
  readonly ticket: NoTicket | TicketAtGate;
  readonly door: ScannedDoor;
  /** The museum's days that are on: today, and yesterday before it until its closing time after midnight. */
  readonly days: readonly string[];
  readonly now: number;
  /** The museum's time zone (IANA). */
  readonly timeZone: string;
  readonly reentry: Reentry;
  readonly entry: EntryRule;
}

export interface Decision {
  readonly verdict: Verdict;
  /** Why it is refused, or what was overridden. */
  readonly reason?: Reason;
  /** One sentence for the person at the gate. */
  readonly message: string;
  /** The earlier passage that is the reason. */
  readonly earlier?: Passage;
}

/** The parts of a sentence: names and times. */
export interface Phrases {
  /** The calendar day. */
  readonly today: string;
  /** What this door lets in. */
  readonly door: string;
  what(ticket: TicketAtGate): string;
  /** What the ticket is for, at the beginning of a sentence. */
  subject(ticket: TicketAtGate): string;
  day(day: string): string;
  /** An instant, by the clock alone while it is of today. */
  moment(at: number): string;
  /** A moment with the gate, and how long ago it was. */
  passage(passage: Passage): string;
  /** By the clock. */
  readonly now: string;
  /** The time that the ticket is for, with the day where that is none of the museum's days that are on. */
  entry(ticket: TicketAtGate): string;
  /** How long until it is admitted: "in 75 minutes". */
  wait(ticket: TicketAtGate): string;
  /** Until when it was admitted, by the clock. */
  until(ticket: TicketAtGate): string;
  /** The name of the pass’s type, and its first and last day. */
  pass(ticket: TicketAtGate): string;
  passFrom(ticket: TicketAtGate): string;
  passTo(ticket: TicketAtGate): string;
}

type Sentence = (words: Phrases, ticket: TicketAtGate) => string;

/** The sentences of a language. */
export type VerdictTexts = Readonly<
  Record<Exclude<Reason, NoTicket> | 'exchanged' | 'closed' | 'pass-void' | 'admitted' | 'left', Sentence>
> &
  Readonly<Record<NoTicket, () => string>> & {
    readonly locale: string;
    readonly generalEntry: string;
    readonly anEvent: string;
    /** Said when a gate without a network refused what the service would have admitted. */
    refusedAlone(): string;
    overridden(why: string): string;
    /** A time by the clock, on another day than today, at a gate. */
    time(clock: string, day?: string): string;
    gate(time: string, gate: string): string;
    /** Whom a ticket admits, and what to ask for. */
    category(category: VerdictCategory): string;
    /** Whom a pass admits, and which name to ask for. */
    pass(pass: Pick<PassAtGate, 'name' | 'persons' | 'isNamed' | 'holder'>): string;
  };

/** How a language and a time zone write days and times. */
export interface Formats {
  day(day: string, withYear: boolean): string;
  clock(at: number): string;
  /** The calendar day of an instant. */
  dayOf(at: number): string;
  ago(seconds: number): string;
  ahead(minutes: number): string;
}
