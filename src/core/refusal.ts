import type { CalendarDay } from './calendar-day.ts';
import type { Permission, Role } from './roles.ts';
import type { Uuid } from './uuid.ts';

/**
 * Everything that the museum refuses, by kind, with the facts that an interface needs to say why. Neither words nor
 * statuses are here: each interface has its own (the API's are in web/api/problems.ts).
 */
export interface RefusalFacts {
  /** The credentials are not those of an account in use. */
  unauthorized: { readonly fault?: SignInFault };
  forbidden: {
    readonly role: Role;
    readonly permission: Permission;
    /** What was asked for, as its interface calls it. */
    readonly action?: string;
  };
  'too-many-sign-ins': { readonly seconds: number };
  /** Too many wrong codes came from this account, or from this network. */
  'too-many-guesses': { readonly seconds: number };
  'event-not-found': { readonly eventId: Uuid };
  'ticket-not-found': { readonly ticketId: Uuid };
  /** The day has no opening hours, capacity, prices or entry times of its own. */
  'exception-not-found': {
    readonly day: CalendarDay;
    readonly of: 'hours' | 'capacity' | 'prices' | 'times';
  };
  /** No categories have these slugs; `pointer` says where each was given. */
  'category-unknown': {
    readonly unknown: readonly { readonly category: string; readonly pointer: string }[];
    readonly known: readonly string[];
  };
  /** The category has no price there, or is not on sale. */
  'category-not-sold': { readonly category: string; readonly name: string };
  /** Categories that would be left out, or changed in places or unitType, although they were sold or have prices. */
  'category-in-use': { readonly removed: readonly string[]; readonly changed: readonly string[] };
  /** Articles that the museum does not have, or amounts that they do not cost; in items of an order. */
  'article-invalid': {
    readonly faults: readonly {
      readonly article: string;
      readonly position: number;
      readonly because: 'unknown' | 'price-of-extra' | 'quantity-of-donation' | 'amount-missing' | 'amount';
      /** For `amount`: between what it must be, in hundredths. */
      readonly least?: number;
      readonly most?: number;
    }[];
    readonly currency: string;
  };
  /** ticket: it is sold only together with a ticket for something else. */
  'article-not-sold': {
    readonly article: string;
    readonly name: string;
    readonly because: 'off-sale' | 'channel' | 'ticket';
  };
  /** Articles that would be left out, or of another kind, although they were sold. */
  'article-in-use': { readonly removed: readonly string[]; readonly changed: readonly string[] };
  /** A number could be of two cards. */
  'cards-overlap': { readonly cards: readonly [string, string] };
  /** Also for a card without a list of numbers, where that is asked for. */
  'card-not-found': { readonly card: string };
  /** Lines of a list of numbers that are none of that card. */
  'card-numbers-invalid': {
    readonly faults: readonly { readonly line: number; readonly because: 'encoding' | 'pattern' | 'check' }[];
  };
  /** The order has no such articles. Pointer: where they are named. */
  'article-not-ordered': {
    readonly orderId: Uuid;
    readonly articles: readonly string[];
    readonly pointer: string;
  };
  /** Fewer are left of the article than are to be given back, or handed out. */
  'article-not-left': { readonly article: string; readonly left: number; readonly asked: number };
  /** Types of passes that the museum does not have, or days on which they can't begin; in items of an order. */
  'pass-invalid': {
    readonly faults: readonly {
      readonly passType: string;
      readonly position: number;
      readonly because: 'unknown' | 'from-of-fixed' | 'same-days' | 'from';
      /** For `from`: between what it must be. */
      readonly least?: CalendarDay;
      readonly most?: CalendarDay;
    }[];
  };
  /** over: its last day has passed. */
  'pass-not-sold': {
    readonly passType: string;
    readonly name: string;
    readonly because: 'off-sale' | 'channel' | 'over';
  };
  /** Types that would be left out, although passes of them were sold. */
  'pass-type-in-use': { readonly removed: readonly string[] };
  /** All numbers of types were given: so many more would be needed. */
  'too-many-pass-types': { readonly limit: number; readonly lacking: number };
  'pass-not-found': { readonly passId: Uuid } | { readonly passCode: string };
  'pass-not-of-order': { readonly orderId: Uuid; readonly passIds: readonly Uuid[] };
  'pass-not-changed': {
    readonly passId: Uuid;
    readonly because: 'void' | 'blocked' | 'not-blocked' | 'replaced';
  };
  /** A pass that admits nobody has no picture. */
  'pass-withdrawn': { readonly passId: Uuid; readonly because: 'blocked' | 'void' };
  'picture-not-found': { readonly of: 'event' | 'museum' | 'logo' };
  'picture-unusable': PictureFault;
  /** The event is a draft, which nobody buys. */
  'not-announced': { readonly eventId: Uuid };
  /** Tickets of the event are sold or held, so that it can't be a draft. */
  'event-sold': { readonly eventId: Uuid };
  /** Tickets are not sold yet for days after `last`. */
  'too-far-ahead': { readonly day: CalendarDay; readonly last: CalendarDay };
  'entry-time-needed': { readonly day: CalendarDay; readonly times: readonly TimeLeft[] };
  'no-such-entry-time': {
    readonly day: CalendarDay;
    readonly entryTime: string;
    readonly times: readonly TimeLeft[];
  };
  /** It is too late to come in for that time. */
  'time-over': { readonly day: CalendarDay; readonly entryTime: string };
  'date-past': { readonly day: CalendarDay; readonly today: CalendarDay };
  'not-an-event-day': {
    readonly eventName: string;
    readonly day: CalendarDay;
    readonly dates: readonly CalendarDay[];
  };
  'museum-closed': { readonly day: CalendarDay };
  'sold-out': {
    readonly day: CalendarDay;
    /** Where there are entry times: the one that was asked for, and what is left at each. */
    readonly entryTime?: string;
    readonly times?: readonly TimeLeft[];
    /** For a special event. */
    readonly event?: {
      readonly eventId: Uuid;
      readonly name: string;
      readonly otherDates: readonly PlacesLeft[];
    };
  };
  /** Events of days that are to be closed, with those of their dates: it was not said whether they take place. */
  'events-undecided': {
    readonly events: readonly {
      readonly eventId: Uuid;
      readonly name: string;
      readonly dates: readonly CalendarDay[];
    }[];
  };
  /** Tickets of a date that is to be postponed are for entry times that the event does not have any more. */
  'times-missing': { readonly day: CalendarDay; readonly entryTimes: readonly string[] };
  'day-full-of-events': { readonly days: readonly CalendarDay[]; readonly limit: number };
  'event-cancelled': {
    readonly ticketId: Uuid;
    /** Present when it is for general entry, on a day on which the museum is closed, for that reason. */
    readonly closed?: { readonly day: CalendarDay; readonly reason: string | null };
  };
  'ticket-void': { readonly ticketId: Uuid; readonly asked: 'image' | 'change' };
  /** The ticket was used, so it can't be voided or exchanged. */
  'ticket-admitted': { readonly ticketId: Uuid };
  /** Also for an order that this account may not see. */
  'order-not-found': { readonly orderId: Uuid };
  /** It is sold already, so it can't be changed, held for longer or released. */
  'order-sold': { readonly orderId: Uuid };
  /** It was never sold, so there are no tickets to make void. */
  'order-not-sold': { readonly orderId: Uuid };
  /** These tickets do not belong to the order. */
  'not-of-order': { readonly orderId: Uuid; readonly ticketIds: readonly Uuid[] };
  /** It holds places for tickets of the order `moveOf`, which their buyer is moving, and is neither sold nor changed by itself. */
  'order-for-move': { readonly orderId: Uuid; readonly moveOf: Uuid };
  /** All of its tickets are void. */
  'order-void': { readonly orderId: Uuid };
  /** None of its tickets is valid, or cancelled and unused. */
  'nothing-to-exchange': { readonly orderId: Uuid };
  /** Its buyer cancelled it. */
  'order-cancelled': { readonly orderId: Uuid };
  /** The hold has ended, and its places can't be taken again; `left` says what is left of each slot. */
  'hold-expired': { readonly orderId: Uuid; readonly left: readonly SlotLeft[] };
  /** It is free, and held until its buyer presses the link in the mail; or that came too late. */
  'order-unconfirmed': { readonly orderId: Uuid; readonly isLate: boolean };
  /**
   * Visitors of the shop hold as much as they may: with this e-mail address, now or with what they gave back lately;
   * from this network, to pay online in too many orders or places, at the desk or nothing; or of a slot for payment
   * online or at the desk.
   */
  'too-many-held': {
    readonly limit:
      | 'email'
      | 'email-lately'
      | 'network'
      | 'network-payment'
      | 'network-desk'
      | 'network-free'
      | 'payment'
      | 'desk';
    /** How many places this network may still have; left out: none. */
    readonly left?: number;
  };
  /** A partner makes its own sales void within so many hours, and before any admission. */
  'too-late-to-void': { readonly hours: number; readonly because: 'admitted' | 'time' };
  /** What is said to be paid in several ways is not the total, in cents. */
  'payments-not-total': { readonly total: number; readonly paid: number; readonly currency: string };
  /** More than what remains paid, in cents. */
  'refund-too-high': { readonly remains: number; readonly asked: number; readonly currency: string };
  'code-not-found': { readonly codeId: Uuid };
  /** There is one already that is written so, whatever its case and hyphens. */
  'code-taken': { readonly code: string };
  /** It is unknown, or not valid yet or any more. */
  'code-invalid': Readonly<Record<never, never>>;
  'code-not-applicable': { readonly because: CodeUnfit };
  'code-used-up': Readonly<Record<never, never>>;
  /** The event is sold only with a code that opens it. */
  'code-needed': { readonly eventId: Uuid };
  /** In items of an order: gift vouchers worth less or more than what is sold, in cents. */
  'gift-amount-invalid': {
    readonly positions: readonly number[];
    readonly least: number;
    readonly most: number;
    readonly currency: string;
  };
  /** No gift voucher has that code; or none was sold as that item of the order. */
  'gift-not-found': { readonly orderId?: Uuid; readonly index?: number };
  /** In cents: gift vouchers are to pay more than what costs something beside gift vouchers. */
  'gift-for-gift': { readonly most: number; readonly asked: number; readonly currency: string };
  /** The gift voucher can't pay, or get a new code. */
  'gift-not-valid':
    | { readonly because: 'expired'; readonly validTo: CalendarDay }
    | { readonly because: 'other-currency'; readonly currency: string }
    | { readonly because: 'used-up' };
  /** Less is left of the gift voucher, in cents. */
  'gift-balance-too-low': { readonly balance: number; readonly asked: number; readonly currency: string };
  'check-in-not-found': { readonly checkInId: Uuid };
  'check-in-id-reused': { readonly checkInId: Uuid };
  /** What a gate recorded at times before `earliest`; `pointer` says where each was given. */
  'implausible-scan-times': {
    readonly scans: readonly { readonly pointer: string; readonly at: number }[];
    readonly earliest: number;
  };
  'visit-not-found': { readonly visitId: Uuid };
  'visit-id-reused': { readonly visitId: Uuid };
  /** More people would leave than came in, of those that are counted without a ticket. */
  'more-left-than-came': {
    readonly day: CalendarDay;
    readonly inside: number;
    readonly leaving: number;
  };
  'not-undoable': ({ readonly checkInId: Uuid } | { readonly visitId: Uuid }) & {
    readonly because: NotUndoable;
  };
  /** The entries since this cursor are no longer known. The client has to start from a new snapshot. */
  'cursor-expired': Readonly<Record<never, never>>;
  'webhook-not-found': { readonly webhookId: Uuid };
  'webhook-disabled': { readonly webhookId: Uuid };
  'webhook-address-refused': { readonly faults: readonly WebhookAddressFault[] };
  /** What the environment sets is not changed here: these settings, by path. */
  'set-by-operator': { readonly fixed: readonly string[] };
  /** Ways to pay that are not connected, or a gift voucher whose least worth is more than its most. */
  'setting-not-possible':
    | {
        readonly because: 'not-connected';
        readonly missing: readonly string[];
        readonly connected: readonly string[];
      }
    | { readonly because: 'gift-bounds'; readonly least: number; readonly most: number };
  /** What is missing before the shop can open. */
  'not-ready': { readonly missing: readonly MissingForShop[] };
  /** Fewer days of retention: how many tickets, orders and passes would lose their address at once. */
  'would-erase': { readonly addresses: number };
  /** The museum has no text of that name. */
  'text-not-found': { readonly name: string };
  /** `pointer` says where it was given; left out: as the only seller. */
  'seller-unknown': { readonly seller: string; readonly pointer?: string };
  'too-many-webhooks': { readonly limit: number };
  'delivery-not-found': { readonly deliveryId: Uuid };
  'idempotency-key-reused': { readonly key: string };
  /** More requests are waiting than can be served in time. */
  overloaded: {
    readonly work: 'purchases' | 'scans' | 'images' | 'pictures' | 'sign-ins' | 'connections';
    readonly waiting?: number;
  };
}

export type RefusalKind = keyof RefusalFacts;

/** Why an admission can't be taken back. */
export const NOT_UNDOABLE = ['not-an-admission', 'undone', 'left', 'too-late', 'not-yours'] as const;
export type NotUndoable = (typeof NOT_UNDOABLE)[number];

/** How many places are left on a day; null: no limit. */
export interface PlacesLeft {
  readonly date: CalendarDay;
  readonly left: number | null;
}

/** How many places are left where an order wants some; null: no limit. */
export interface SlotLeft {
  /** Null: general entry. */
  readonly eventId: Uuid | null;
  readonly day: CalendarDay;
  readonly entryTime: string | null;
  readonly left: number | null;
}

/** How many places are left at an entry time; null: no limit. */
export interface TimeLeft {
  readonly entryTime: string;
  readonly left: number | null;
}

/** Why a code fits no ticket of an order: what of it, or of its sale, is another. */
export const CODE_UNFIT = [
  'channel',
  'seller',
  'ticket-type',
  'event',
  'category',
  'day',
  'weekday',
  'entry-time',
] as const;
export type CodeUnfit = (typeof CODE_UNFIT)[number];

/** What a file with a picture may be. */
export type PictureType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/avif'
  | 'image/svg+xml'
  | 'image/heic';

/** Why a picture can't be used. `types`: the media types that it may have. */
export type PictureFault =
  | {
      readonly because:
        | 'empty'
        | 'damaged'
        | 'too-tall'
        | 'too-much-work'
        | 'too-detailed'
        | 'svg-text'
        | 'invisible';
    }
  | { readonly because: 'other-type'; readonly types: readonly PictureType[] }
  | { readonly because: 'too-many-pixels'; readonly megapixels: number };

/** Why webhooks can't be sent to an address. */
export type WebhookAddressFault = 'malformed' | 'not-https' | 'credentials' | 'private';

/** What a shop needs before it opens. */
export type MissingForShop = 'name' | 'address' | 'imprint' | 'privacy' | 'payments';

/** Why credentials can't be read. A wrong user name or password has no fault of this kind. */
export type SignInFault =
  | 'missing'
  | 'other-scheme'
  | 'empty'
  | 'not-base64'
  | 'not-utf8'
  | 'no-colon'
  | 'no-username'
  | 'control-character'
  | 'wrong-token';

/** An action that the museum refuses, with a reason for the caller. */
export class Refusal<Kind extends RefusalKind = RefusalKind> extends Error {
  override readonly name = 'Refusal';
  readonly kind: Kind;
  readonly facts: RefusalFacts[Kind];

  /** @param cause for the log, never for the caller. */
  constructor(kind: Kind, facts: RefusalFacts[Kind], cause?: unknown) {
    super(kind, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.facts = facts;
  }
}
