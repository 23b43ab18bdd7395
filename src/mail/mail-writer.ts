import { SERVICE } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { isolated, oneLine } from '../core/name.js';
import { wordsIn, wordTexts } from '../core/words.ts';
import { openDays } from '../hours/index.ts';
import type { TicketImages } from '../images/index.ts';
import type { Queries } from '../store/index.ts';
import {
  ADMITS_TO,
  chooseFacts,
  type FactName,
  findTicketsByNumber,
  type Ticket,
  ticketFacts,
} from '../tickets/index.ts';
import { type CalendarFacts, calendarEntries } from './calendar-entry.ts';
import { findTicketsNow, type TicketNow } from './current-tickets.ts';
import { htmlOf, type Layout, textOf } from './layout.ts';
import type { HolderState, MailKind } from './mail-kind.ts';
import { domainOf, type Sender } from './sender.ts';
import { PARAGRAPHS, visitorMailTexts } from './visitor-mail-texts.ts';

/** A mail before it is addressed. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly Picture[];
  /** An iCalendar object. */
  readonly calendar: string;
}

export interface Picture {
  readonly cid: string;
  readonly fileName: string;
  readonly png: Uint8Array;
  readonly alt: string;
}

export interface MailWriterOptions {
  readonly queries: Queries;
  readonly images: TicketImages;
  readonly museum: string;
  readonly language: Language;
  readonly timeZone: string;
  /** Whom mail is from: ids of parts and calendar entries end in the domain of the address. */
  readonly sender: Sender;
}

/** What a mail is about: tickets of one person, of one event, for one day. The first one represents all. */
export interface Occasion {
  readonly kind: MailKind;
  readonly tickets: readonly [TicketNow, ...TicketNow[]];
  /** The state that their holder was told last. */
  readonly before: HolderState;
  /** Number of the ticket that was exchanged. */
  readonly replaces: number | undefined;
}

/** The values for the texts of a mail. */
interface MailValues {
  readonly museum: string;
  readonly title: string;
  readonly date: string;
  /** Where the event is, and where it was to be; empty for general entry. */
  readonly place: string;
  readonly placeBefore: string;
  /** How many tickets it is about, and their confirmation codes. */
  readonly count: number;
  readonly codes: string;
  /** Confirmation code of the ticket that was exchanged. */
  readonly replaced: string;
}

/** The mails that include the tickets. */
const WITH_TICKETS: readonly MailKind[] = ['ticket', 'exchanged', 'moved', 'restored'];
/** The facts of valid tickets, and of others. */
const DETAILS: readonly FactName[] = [...ADMITS_TO, 'place', 'hours', 'price', 'code'];
const DETAILS_WHEN_OFF: readonly FactName[] = [...ADMITS_TO, 'place', 'code'];
/** How many pictures one mail includes at most. A holder of more tickets has them in the mails of the sales. */
const MAX_PICTURES = 10;

/** Writes mails about the current state. @throws Refusal when a picture can't be made now */
export class MailWriter {
  readonly #options: MailWriterOptions;

  constructor(options: MailWriterOptions) {
    this.#options = options;
  }

  async write(occasion: Occasion, now: number): Promise<WrittenMail> {
    const { museum, language } = this.#options;
    const say = visitorMailTexts(language);
    const values = await this.#valuesOf(occasion);
    const { kind } = occasion;
    const isConfirmed = WITH_TICKETS.includes(kind);
    const pictures = isConfirmed ? await this.#picturesOf(occasion) : [];
    const layout: Layout = {
      language,
      museum: oneLine(museum),
      subject: say(`${kind}.subject`, values),
      heading: say(`${kind}.heading`, values),
      paragraphs: PARAGRAPHS[kind].map((key) => say(key, values)),
      details: await this.#detailsOf(occasion, isConfirmed),
      pictures,
      footer: say('footer', values),
    };
    const calendar = await this.#calendarOf(occasion, isConfirmed, now);
    return { subject: layout.subject, text: textOf(layout), html: htmlOf(layout), pictures, calendar };
  }

  async #valuesOf({ tickets, before, replaces }: Occasion): Promise<MailValues> {
    const { museum, queries } = this.#options;
    const [{ ticket, place }] = tickets;
    return {
      museum: oneLine(museum),
      title: this.#titleOf(tickets[0]),
      date: this.#wordsFor(ticket).day(ticket.ticketDate),
      place: oneLine(place ?? ''),
      placeBefore: oneLine(before.place ?? ''),
      codes: tickets.map((each) => each.ticket.confirmationCode).join(', '),
      count: tickets.length,
      replaced: (replaces !== undefined && (await findReplacedCode(queries, replaces))) || '',
    };
  }

  /** The facts of its tickets: each label once, with the values that they have. */
  async #detailsOf({ tickets }: Occasion, isConfirmed: boolean): Promise<[string, string][]> {
    const [{ ticket }] = tickets;
    const [opening] = await openDays(this.#options.queries, ticket.ticketDate, ticket.ticketDate);
    const all = tickets.map(({ ticket, event }) =>
      ticketFacts(
        { ticket, eventName: event?.name, location: event?.location, opening },
        this.#wordsFor(ticket),
      ),
    );
    return (isConfirmed ? DETAILS : DETAILS_WHEN_OFF).flatMap((name): [string, string][] => {
      const facts = all.flatMap((each) => chooseFacts(each, [name]));
      const values = new Set(facts.map(({ value }) => isolated(value)));
      return facts.slice(0, 1).map(({ label }) => [label, [...values].join(', ')]);
    });
  }

  #wordsFor({ currency }: Ticket) {
    const { language, timeZone } = this.#options;
    return wordsIn(language, { timeZone, currency });
  }

  async #picturesOf({ tickets }: Occasion): Promise<Picture[]> {
    const { images, language, sender } = this.#options;
    return Promise.all(
      tickets.slice(0, MAX_PICTURES).map(async ({ ticket: { ticketId, confirmationCode } }) => ({
        cid: `${ticketId}@${domainOf(sender)}`,
        fileName: `${confirmationCode}.png`,
        png: await images.imageOnce(SERVICE, await images.draft(SERVICE, ticketId)),
        alt: visitorMailTexts(language)('picture', { code: confirmationCode }),
      })),
    );
  }

  async #calendarOf({ kind, tickets }: Occasion, isConfirmed: boolean, now: number): Promise<string> {
    const { timeZone, sender } = this.#options;
    const shown = [await this.#shownOf(tickets, isConfirmed)];
    // The first mail about a new ticket, and its repetitions, also removes the exchanged tickets from the calendar.
    const unmailed = tickets.filter(({ lastMailed }) => kind === 'exchanged' || lastMailed === undefined);
    for (const replaced of await this.#replacedBy(unmailed))
      shown.push(await this.#shownOf([replaced], false));
    return calendarEntries(shown, { timeZone, sender, now });
  }

  async #shownOf(
    tickets: readonly [TicketNow, ...TicketNow[]],
    isConfirmed: boolean,
  ): Promise<CalendarFacts> {
    const { queries } = this.#options;
    const museum = isolated(oneLine(this.#options.museum));
    const [first] = tickets;
    const place = isolated(oneLine(first.place ?? ''));
    const day = first.ticket.ticketDate;
    const [opening] = await openDays(queries, day, day);
    return {
      tickets: tickets.map(({ ticket }) => ticket),
      title: this.#titleOf(first),
      location: place === '' ? museum : `${place}, ${museum}`,
      day,
      opening,
      isConfirmed,
    };
  }

  #titleOf({ event }: TicketNow): string {
    return event === undefined ? wordTexts(this.#options.language)('generalEntry') : oneLine(event.name);
  }

  /** All tickets that these have replaced, directly or not: of one in between there may have been no mail. */
  async #replacedBy(tickets: readonly TicketNow[]): Promise<TicketNow[]> {
    const numbers = tickets.flatMap(({ replaces }) => replaces ?? []);
    if (numbers.length === 0) return [];
    const replaced = await findTicketsNow(this.#options.queries, numbers);
    return [...replaced, ...(await this.#replacedBy(replaced))];
  }
}

/** The confirmation code of the ticket that was exchanged. */
async function findReplacedCode(queries: Queries, number: number): Promise<string | undefined> {
  const [ticket] = await findTicketsByNumber(queries, [number]);
  return ticket?.confirmationCode;
}
