import type { SteadyClock } from '../core/clock.ts';
import { mailboxOf } from '../core/email.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  addDeliveriesAgain,
  countDeliveredTo,
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
  deliveryIdOf,
  keepRecipient,
  type NewDelivery,
  RECIPIENT_KEPT_MS,
  retryDelayForDays,
} from '../deliveries/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import { findOrdersById, hasBought } from '../orders/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import {
  type ContactHashes,
  findContacts,
  findTicketsByNumber,
  findTicketsOf,
  saveLastMailed,
  saveMailIds,
} from '../tickets/index.ts';
import { findTicketsNow, type TicketNow } from './current-tickets.ts';
import {
  CHANNEL,
  changeBetween,
  type HolderState,
  type MailContent,
  type MailKind,
  RECEIVER,
  UNSOLD_KINDS,
} from './mail-kind.ts';
import { type Mail, type MailServer, mailFaultOf } from './mail-server.ts';
import { BRINGING, type MailWriter, type Occasion, type WrittenMail } from './mail-writer.ts';
import { NOT_SENT, type NotSent } from './not-sent.ts';
import { currentEmailOf, type OrderOccasion, orderOccasionOf } from './order-mails.ts';

const [SECOND, MINUTE] = [1_000, 60_000];
/** How many mails are written and handed over at once. */
const AT_ONCE = 4;
/** How many more may wait meanwhile: for the answer to a mail, or for another mail about the same ticket. */
const MAX_WAITING = 60;
/** Longer than a mail may wait for another and be sent then: each step has its own limit. */
const TIMEOUT_MS = 30 * MINUTE;
/** The pause after a failure of the server; it doubles with each further failure. */
const [FIRST_BACKOFF_MS, MAX_BACKOFF_MS] = [5 * SECOND, 5 * MINUTE];
const SHORT_DELAY_MS = 2 * SECOND;
/**
 * How many mails that anybody can cause go to an address in an hour: to one that has never bought, and to others. To
 * the first, those with free tickets count too.
 */
const MOST_AN_HOUR = { stranger: 5, buyer: 20 } as const;
/** The kinds of mails with tickets that a visitor of the shop can cause. */
const TICKET_KINDS: readonly string[] = ['ticket', 'void'] satisfies MailKind[];

export interface MailChannelOptions {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly days: MuseumDays;
  readonly contacts: ContactHashes;
  readonly writer: MailWriter;
  readonly server: Pick<MailServer, 'send'>;
  readonly domain: string;
}

/**
 * The mail channel. The content is made from the state at the time of sending, so that no mail says what no longer
 * holds.
 */
export class MailChannel implements DeliveryChannel {
  readonly name = CHANNEL;
  readonly timeoutMs = TIMEOUT_MS;
  readonly #options: MailChannelOptions;
  /** No mail is sent until then, by `elapsed`. */
  #pausedUntil = 0;
  #backoffMs = FIRST_BACKOFF_MS;
  /** How many mails in flight only wait. They hold up no others. */
  #waiting = 0;
  /** By ticket number, or address: resolves when no mail about the ticket is in flight any more. */
  readonly #locks = new Map<number | string, Promise<void>>();

  constructor(options: MailChannelOptions) {
    this.#options = options;
  }

  get concurrency(): number {
    return AT_ONCE + Math.min(this.#waiting, MAX_WAITING);
  }

  async receivers(): Promise<readonly string[]> {
    return this.isPaused() ? [] : [RECEIVER];
  }

  isPaused(): boolean {
    return this.#options.clock.elapsed() < this.#pausedUntil;
  }

  async send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome> {
    const content = await withSiblings(this.#options.store, JSON.parse(delivery.content) as MailContent);
    const isLimited = await isByAnybody(this.#options.store, delivery, content);
    const release = await this.#lock(lockedBy(delivery, content, isLimited), signal);
    if (release === undefined) return this.#retryLater(delivery, NOT_SENT.outOfTime);
    try {
      return { ...(await this.#sendOnce(delivery, content, isLimited, signal)), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Locks what the mail is about: a second mail about it waits until the outcome of the first is recorded.
   * @returns undefined when `signal` ends the attempt before that.
   */
  async #lock(keys: readonly (number | string)[], signal: AbortSignal): Promise<(() => void) | undefined> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => end(), { once: true });
    for (;;) {
      if (signal.aborted) return undefined;
      const busy = keys.map((key) => this.#locks.get(key)).find((turn) => turn !== undefined);
      if (busy === undefined) break;
      this.#waiting += 1;
      await Promise.race([busy, over]);
      this.#waiting -= 1;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const key of keys) this.#locks.set(key, promise);
    return () => {
      for (const key of keys) this.#locks.delete(key);
      resolve();
    };
  }

  async #sendOnce(
    delivery: Delivery,
    content: MailContent,
    isLimited: boolean,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const { store, days } = this.#options;
    const occasion = await occasionNow(store, content, await days.current());
    if (typeof occasion === 'string') return { state: 'dropped', answer: NOT_SENT[occasion] };
    if (isLimited && (await this.#hasHadEnough(recipientOf(occasion), delivery.kind)))
      return { state: 'dropped', answer: NOT_SENT.tooMany };
    const written = await this.#write(occasion);
    if (written === undefined) return { state: 'waiting', inMs: SHORT_DELAY_MS, answer: NOT_SENT.noPicture };
    if (signal.aborted) return this.#retryLater(delivery, NOT_SENT.outOfTime);
    const to = recipientOf(occasion);
    if ((await recipientNow(store, occasion)) !== to)
      return { state: 'waiting', inMs: SHORT_DELAY_MS, answer: NOT_SENT.addressChanged };
    try {
      const answer = await this.#handOver({ ...written, ...this.#addressed(delivery, to) }, signal);
      if (!('tickets' in occasion)) {
        // It may have been corrected since the mail was planned.
        const hash = this.#options.contacts.of(to);
        return { state: 'delivered', answer, also: (tx) => keepRecipient(tx, delivery.deliveryId, hash) };
      }
      const rest = restOf(delivery, content, occasion, this.#options.contacts);
      const also = async (tx: Transaction) => {
        await saveLastMailed(tx, statesOf(occasion.tickets));
        await addDeliveriesAgain(tx, rest, this.#options.clock.now());
        if (content.mailId !== undefined) await saveMailIds(tx, mailIdsOf(rest));
      };
      return { state: 'delivered', answer, also };
    } catch (error) {
      return this.#failed(delivery, error, to);
    }
  }

  /** Whether no more mails of that kind that anybody can cause go to the address now. */
  async #hasHadEnough(email: string, kind: string): Promise<boolean> {
    const { store, clock, contacts } = this.#options;
    const to = clock.now();
    const sent = (kinds: readonly string[]) =>
      countDeliveredTo(store, contacts.of(email), kinds, { from: to - RECIPIENT_KEPT_MS, to });
    if ((await sent([...UNSOLD_KINDS, ...TICKET_KINDS])) < MOST_AN_HOUR.stranger) return false;
    if (!(await hasBought(store, email, contacts))) return true;
    return UNSOLD_KINDS.includes(kind) && (await sent(UNSOLD_KINDS)) >= MOST_AN_HOUR.buyer;
  }

  /** Undefined when a picture can't be made: the ticket has just become void, or the painter is overloaded. */
  async #write(occasion: Occasion | OrderOccasion): Promise<WrittenMail | undefined> {
    try {
      return await this.#options.writer.write(occasion, this.#options.clock.now());
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  #addressed({ deliveryId }: Delivery, to: string) {
    const { domain, clock } = this.#options;
    return { messageId: `${deliveryId}@${domain}`, to, now: clock.now() };
  }

  async #handOver(mail: Mail, signal: AbortSignal): Promise<string> {
    let waiting = 0;
    const onHandedOver = () => {
      waiting = 1;
      this.#waiting += 1;
    };
    try {
      const answer = await this.#options.server.send(mail, { signal, onHandedOver });
      this.#backoffMs = FIRST_BACKOFF_MS;
      return answer;
    } finally {
      this.#waiting -= waiting;
    }
  }

  #failed(delivery: Delivery, error: unknown, to: string): DeliveryOutcome {
    const { kind, answer } = mailFaultOf(error, to);
    if (kind === 'permanent') return { state: 'failed', answer };
    if (kind === 'server') this.#pause();
    return this.#retryLater(delivery, answer, kind === 'server' && { trouble: answer });
  }

  #retryLater(
    delivery: Delivery,
    answer: string,
    trouble: false | Pick<DeliveryOutcome, 'trouble'> = false,
  ): DeliveryOutcome {
    const inMs = retryDelayForDays(delivery, this.#options.clock.now());
    const said = { answer, ...trouble };
    return inMs === undefined ? { state: 'failed', ...said } : { state: 'waiting', inMs, ...said };
  }

  /** Pauses the channel. Concurrent failures count as one. */
  #pause(): void {
    if (this.isPaused()) return;
    this.#pausedUntil = this.#options.clock.elapsed() + this.#backoffMs;
    this.#backoffMs = Math.min(2 * this.#backoffMs, MAX_BACKOFF_MS);
  }
}

/** What no two mails in flight may share: tickets; and the address to which only a few such mails go in an hour. */
function lockedBy(
  { recipientHash, deliveryId }: Delivery,
  content: MailWithSiblings,
  isLimited: boolean,
): readonly (number | string)[] {
  const numbers = allNumbersOf(content);
  return isLimited ? [...numbers, `address ${recipientHash ?? deliveryId}`] : numbers;
}

/** What a mail is about, with the other tickets of the orders of its tickets, where the same may have happened to them. */
type MailWithSiblings = MailContent & { readonly siblings?: readonly number[] };

/** A change is told once for all tickets of an order, whatever else waits to tell it. */
export async function withSiblings(queries: Queries, content: MailContent): Promise<MailWithSiblings> {
  if (content.before === undefined) return content;
  const tickets = await findTicketsByNumber(queries, content.numbers);
  const orderIds = [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))];
  const all = (await findTicketsOf(queries, orderIds)).map(({ number }) => number);
  return { ...content, siblings: all.filter((number) => !content.numbers.includes(number)) };
}

function allNumbersOf({ numbers, siblings = [] }: MailWithSiblings): readonly number[] {
  return [...numbers, ...siblings];
}

/**
 * Whether anybody can cause the mail, to any address: it is about an order of the shop that is not sold, or was free.
 */
async function isByAnybody(
  queries: Queries,
  { kind }: Delivery,
  { numbers, mailId }: MailContent,
): Promise<boolean> {
  if (UNSOLD_KINDS.includes(kind)) return true;
  // What staff have asked for is sent.
  if (!TICKET_KINDS.includes(kind) || mailId !== undefined) return false;
  const tickets = await findTicketsByNumber(queries, numbers);
  if (tickets.some(({ priceCents }) => priceCents > 0)) return false;
  const orders = await findOrdersById(queries, [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))]);
  return [...orders.values()].some(({ networkHash }) => networkHash !== null);
}

/** What one mail is about, and the tickets that need another mail. */
export interface Said extends Occasion {
  readonly rest: readonly { readonly ticket: TicketNow; readonly kind: MailKind }[];
}

/** What the mail is about, by the current state; or why it is not sent. */
export async function occasionNow(
  queries: Queries,
  content: MailWithSiblings,
  today: string,
): Promise<Said | OrderOccasion | NotSent> {
  if (content.order !== undefined) return orderOccasionOf(queries, content.order);
  return occasionOf(await findTicketsNow(queries, allNumbersOf(content)), content, today);
}

function recipientOf(occasion: Occasion | OrderOccasion): string {
  return 'tickets' in occasion ? (occasion.tickets[0].email as string) : occasion.email;
}

/** The recipient, read again: writing a mail takes a while. */
async function recipientNow(
  queries: Queries,
  occasion: Occasion | OrderOccasion,
): Promise<string | undefined> {
  if (!('tickets' in occasion)) return currentEmailOf(queries, occasion);
  const [{ ticket }] = occasion.tickets;
  return (await findContacts(queries, [ticket.number])).get(ticket.number)?.email;
}

/** Chooses the mail to send now, and its tickets; or says why none is sent. */
function occasionOf(all: readonly TicketNow[], content: MailWithSiblings, today: string): Said | NotSent {
  const isSibling = ({ ticket: { number } }: TicketNow) => content.siblings?.includes(number) === true;
  const tickets = all.filter((ticket) => !isSibling(ticket));
  if (tickets.length === 0) return 'noTicket';
  const isReturn = content.returned !== undefined;
  const toCome = tickets.filter(({ ticket }) => isReturn || ticket.day >= today);
  if (toCome.length === 0) return 'dayOver';
  const known = toCome.filter(({ email }) => email !== undefined);
  if (known.length === 0) return 'noAddress';
  const current = known.filter(({ isExchanged }) => !isExchanged);
  if (current.length === 0) return 'exchanged';
  const brought = current.filter((ticket) => isBroughtBy(ticket, content));
  if (brought.length === 0) return 'askedAgain';
  const said = toldOf(brought, content);
  const [chosen] = said;
  if (chosen === undefined) return 'toldAlready';
  const key = keyOf(chosen, content);
  const isOfAllDays = OF_ALL_DAYS.includes(chosen.kind);
  const siblings = all.filter((each) => isSibling(each) && each.ticket.day >= today && !each.isExchanged);
  const alike = [...said, ...toldOf(isOfAllDays ? siblings : [], content)].filter(
    (each) => keyOf(each, content) === key,
  );
  return {
    kind: chosen.kind,
    before: chosen.before,
    tickets: alike.map(({ ticket }) => ticket) as [TicketNow, ...TicketNow[]],
    replaces: alike.flatMap(({ ticket }) => ticket.replaces ?? []),
    returned: content.returned,
    postponed: content.postponed,
    rest: said.filter((each) => !alike.includes(each)),
  };
}

/** What is to be told of each, if anything is. */
function toldOf(tickets: readonly TicketNow[], content: MailContent) {
  return tickets.flatMap((ticket) => {
    const before = lastMailedTo(ticket, content);
    const kind = kindFor(ticket, before, content);
    return kind === undefined ? [] : [{ ticket, before, kind }];
  });
}

/** Whether the ticket still comes with this mail. A change is told whatever brings the ticket. */
function isBroughtBy({ mailId }: TicketNow, content: MailContent): boolean {
  const isChange = content.before !== undefined || content.postponed !== undefined;
  return isChange || mailId === (content.mailId ?? null);
}

/** A further mail for the tickets that this one leaves out; none when there are none. */
function restOf(
  delivery: Delivery,
  content: MailWithSiblings,
  { rest }: Said,
  contacts: ContactHashes,
): NewDelivery[] {
  const [first] = rest;
  if (first === undefined) return [];
  const tickets = rest.map(({ ticket }) => ticket.ticket);
  const numbers = tickets.map(({ number }) => number);
  const facts = ['rest', delivery.deliveryId, ...numbers];
  const deliveryId = deliveryIdOf(delivery.madeAt, numbers[0] as number, ...facts);
  const mailId = content.mailId && deliveryId;
  return [
    {
      ...delivery,
      deliveryId,
      recipientHash: contacts.of(first.ticket.email as string),
      kind: first.kind,
      subject: tickets.map(({ confirmationCode }) => confirmationCode).join(' '),
      content: JSON.stringify({ ...content, siblings: undefined, numbers, mailId }),
    },
  ];
}

/** What is told for all days of an order at once. */
const OF_ALL_DAYS: readonly MailKind[] = ['cancelled', 'day-lost', 'closed', 'restored'];

/**
 * Tickets with the same key are in one mail: a change is told for one event and day at a time, or of an order for all days that
 * were called off for the same reason; a sale, an exchange, or that all of it is void, as a whole, and what was given back
 * together.
 */
function keyOf(
  { kind, ticket }: { readonly kind: MailKind; readonly ticket: TicketNow },
  { returned }: MailContent,
): string {
  const { email, order, reason, refund } = ticket;
  const { product, day } = ticket.ticket;
  const isWhole =
    BRINGING.includes(kind) || (kind === 'void' && (returned !== undefined || order?.state === 'void'));
  const what = isWhole ? [] : [product, ...(OF_ALL_DAYS.includes(kind) ? [reason, refund] : [day])];
  return JSON.stringify([kind, email && mailboxOf(email), order?.language, ...what]);
}

function lastMailedTo({ lastMailed, place }: TicketNow, { before }: MailContent): HolderState {
  return lastMailed ?? before ?? { validity: 'valid', place };
}

function kindFor(ticket: TicketNow, before: HolderState, content: MailContent): MailKind | undefined {
  if (content.isReissue === true && ticket.validity === 'valid') return 'reissued';
  if (content.returned !== undefined) return before.validity === 'void' ? undefined : 'void';
  if (content.postponed !== undefined && ticket.validity === 'valid') return 'postponed';
  if (content.before !== undefined || ticket.validity !== 'valid') return changeBetween(before, ticket);
  return ticket.replaces === undefined ? 'ticket' : 'exchanged';
}

/** What brings the tickets that were asked for and left out. */
function mailIdsOf(rest: readonly NewDelivery[]): [number, Uuid][] {
  return rest.flatMap(({ deliveryId, content }) =>
    (JSON.parse(content) as MailContent).numbers.map((number): [number, Uuid] => [number, deliveryId]),
  );
}

/** The state that the holders are mailed. */
function statesOf(tickets: readonly TicketNow[]): [number, string][] {
  return tickets.map(({ ticket: { number }, validity, place }) => [
    number,
    JSON.stringify({ validity, place }),
  ]);
}
