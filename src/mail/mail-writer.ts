import { SERVICE } from '../core/actor.ts';
import type { CalendarDay } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { isolated, oneLine } from '../core/name.js';
import { otherLanguage } from '../core/other-language.ts';
import { type TextInLanguage, textFor } from '../core/texts-by-language.ts';
import { type Words, wordsIn, wordTexts } from '../core/words.ts';
import { findSayings, type SaidEvent, type SpecialEvent } from '../events/index.ts';
import { codeOf, type GiftCodes, giftTexts } from '../gifts/index.ts';
import { type Opening, openDays } from '../hours/index.ts';
import type { GiftPdfs, Logo, TicketImages } from '../images/index.ts';
import { slotKey, slotOf } from '../offers/index.ts';
import { articlesIn, giftsIn, type Order, passesIn } from '../orders/index.ts';
import { findOwed, findPayments } from '../payments/index.ts';
import { findPictures, pictureAddress, pictureWidths } from '../pictures/index.ts';
import { type KnownNow, ownTextTexts, TEXT_NAMES, TEXT_PATHS } from '../settings/index.ts';
import type { Queries } from '../store/index.ts';
import {
  chooseFacts,
  type FactName,
  findCategoriesOf,
  findTicketsByNumber,
  findTicketsOf,
  orderOf,
  type Ticket,
  type TicketFact,
  ticketFacts,
} from '../tickets/index.ts';
import { type CalendarFacts, calendarEntries } from './calendar-entry.ts';
import { findTicketsNow, type TicketNow } from './current-tickets.ts';
import { type Details, type FootText, htmlOf, type Layout, textOf } from './layout.ts';
import type { HolderState, MailKind, OrderMailKind, PostponedNews, ReturnTold } from './mail-kind.ts';
import { domainOf, type Sender } from './mail-settings.ts';
import { type Issuer, itemsOf, receiptLines } from './order-details.ts';
import type { OrderOccasion } from './order-mails.ts';
import { paragraphsAbout, visitorMailTexts, wordingOf } from './visitor-mail-texts.ts';

/** A mail before it is addressed. */
export interface WrittenMail {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly MailPicture[];
  /** The tickets of an order. */
  readonly pdf?: MailFile | undefined;
  /** The museum's logo, which is only in the HTML. */
  readonly logo?: (MailFile & { readonly cid: string }) | undefined;
  /** An iCalendar object. */
  readonly calendar: string;
  /** Where answers go; left out: to the sender. */
  readonly replyTo?: string | undefined;
}

export interface MailFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface MailPicture extends MailFile {
  readonly cid: string;
  readonly alt: string;
}

export interface MailWriterOptions {
  readonly queries: Queries;
  readonly images: TicketImages;
  readonly giftPdfs: Pick<GiftPdfs, 'pdf'>;
  readonly giftCodes: GiftCodes;
  /** The mails of an order are in its own language, others in the museum's. */
  readonly settings: KnownNow;
  readonly timeZone: string;
  /** Whom mail is from: ids of parts and calendar entries end in the domain of the address. */
  readonly sender: Sender;
  /** Where visitors reach the service, without a slash at its end. */
  readonly publicUrl: () => string;
  /** The museum's logo as it is now. */
  readonly logo?: (() => Promise<MailLogo | undefined>) | undefined;
  /**
   * The address of an order's page, of a mail of kind `confirm` with the code to confirm it with; undefined: it has
   * none. Left out: no order has one.
   */
  readonly pageOf?: ((order: Order, kind?: OrderMailKind) => string | undefined) | undefined;
}

/**
 * What a mail is about: tickets of one person that were sold together, or to which the same happened; those are of one
 * event and for one day. The first one represents all.
 */
export interface Occasion {
  readonly kind: MailKind;
  readonly tickets: readonly [TicketNow, ...TicketNow[]];
  /** The state that their holder was told last. */
  readonly before: HolderState;
  /** Numbers of the tickets that they were exchanged for. */
  readonly replaces: readonly number[];
  /** Present when their buyer gave the tickets back. */
  readonly returned?: ReturnTold | undefined;
  readonly postponed?: PostponedNews | undefined;
}

/** A ticket with its event as the reader reads it. */
interface SaidTicket extends TicketNow {
  readonly event: SaidEvent<SpecialEvent> | undefined;
}

interface SaidOccasion extends Occasion {
  readonly tickets: readonly [SaidTicket, ...SaidTicket[]];
}

type MailLogo = Logo['picture'];

/** The values for the texts of a mail. */
interface MailValues {
  readonly museum: string;
  readonly title: string;
  readonly date: string;
  /** The day that it was postponed from, or empty. */
  readonly dateBefore: string;
  /** Where the event is, and where it was to be; empty for general entry. */
  readonly place: string;
  readonly placeBefore: string;
  /** How many tickets it is about, and their confirmation codes. */
  readonly count: number;
  readonly codes: string;
  /** Code of the order that they were sold with, or empty. */
  readonly order: string;
  /** Confirmation codes of the tickets that they were exchanged for, and the other days that those were for, or empty. */
  readonly replaced: string;
  readonly movedFrom: string;
  /** Why they were called off, or empty. */
  readonly reason: string;
  /** What is owed for tickets that became void, through the payment provider and by the museum, or empty. */
  readonly amount: string;
  readonly byMuseum: string;
  /** What goes back to gift vouchers, or empty. */
  readonly toGifts: string;
}

/** The mails to which the museum adds words of its own, by kind. */
const WORDED: Readonly<Partial<Record<MailKind | OrderMailKind, keyof KnownNow['now']['mail']['words']>>> = {
  ticket: 'tickets',
  reserved: 'reserved',
  cancelled: 'calledOff',
  'day-lost': 'calledOff',
  closed: 'calledOff',
};

/** What decides on what stands around the content of a mail. */
interface Framed {
  readonly order: Order | undefined;
  readonly logo: MailLogo | undefined;
  readonly kind?: OrderMailKind;
}

/** The mails that include the tickets. */
const WITH_TICKETS: readonly MailKind[] = [
  'ticket',
  'exchanged',
  'reissued',
  'moved',
  'restored',
  'postponed',
];
/** The mails that bring tickets, of which each has a picture. */
export const BRINGING: readonly MailKind[] = ['ticket', 'exchanged', 'reissued', 'postponed'];
/** The facts of valid tickets, and of others. */
const DETAILS: readonly FactName[] = [
  'what',
  'entry',
  'day',
  'time',
  'place',
  'hours',
  'category',
  'price',
  'code',
];
const DETAILS_WHEN_OFF: readonly FactName[] = ['what', 'day', 'time', 'place', 'code'];
/**
 * How many pictures a mail about a change includes at most. A holder of more tickets has them in the mails of the
 * sales.
 */
const MAX_PICTURES = 10;

/** Twice as wide as a mail, for screens with many pixels. */
const WIDEST_SHOWN = 960;

/** Writes mails about the current state. @throws Refusal when a picture can't be made now */
export class MailWriter {
  readonly #options: MailWriterOptions;

  constructor(options: MailWriterOptions) {
    this.#options = options;
  }

  async write(occasion: Occasion | OrderOccasion, now: number): Promise<WrittenMail> {
    if ('tickets' in occasion) return this.#writeTickets(occasion, now);
    const { order, gift } = occasion;
    return gift === undefined ? this.#writeOrder(occasion) : this.#writeGift(order, gift);
  }

  async #writeTickets(planned: Occasion, now: number): Promise<WrittenMail> {
    const language = planned.tickets[0].order?.language ?? this.#options.settings.now.language;
    const occasion: SaidOccasion = { ...planned, tickets: await this.#inLanguage(planned.tickets, language) };
    const { kind, tickets } = occasion;
    const [{ order }] = tickets;
    const say = visitorMailTexts(language);
    const values = await this.#valuesOf(occasion, language);
    const isConfirmed = WITH_TICKETS.includes(kind);
    const pictures = isConfirmed ? await this.#picturesOf(occasion, language) : [];
    const said = wordingOf(kind, {
      isSeveral: slotsOf(tickets).length > 1,
      isOnSeveralDays: daysOf(tickets).length > 1,
      isOrderVoid: order?.state === 'void',
      goesBack: (await this.#goesBackByItself(order)) ? tickets[0].refund : undefined,
      isOwed: values.amount !== '',
      isReturned: occasion.returned !== undefined,
      isOwedByMuseum: values.byMuseum !== '',
      isBackOnGifts: values.toGifts !== '',
      hasReason: values.reason !== '',
      isMoved: values.movedFrom !== '',
    });
    const logo = await this.#options.logo?.();
    const layout: Layout = {
      ...this.#frame(language, { order, logo }),
      subject: say(said.subject, values),
      heading: say(said.heading, values),
      paragraphs: this.#withOwnWords(
        kind,
        language,
        said.paragraphs.map((key) => say(key, values)),
      ),
      named: namedIn(tickets[0], language),
      details: await this.#detailsOf(occasion, isConfirmed, language),
      shown: isConfirmed ? await this.#shownFor(tickets, language) : undefined,
      pictures,
    };
    const calendar = await this.#calendarOf(occasion, language, now);
    const pdf =
      BRINGING.includes(kind) && order !== undefined ? await this.#pdfOf(order, tickets) : undefined;
    return { ...this.#made(layout, logo), pictures, pdf, calendar };
  }

  /** The tickets, with their events as the reader reads them. */
  async #inLanguage<Tickets extends readonly TicketNow[]>(
    tickets: Tickets,
    language: Language,
  ): Promise<{ readonly [Index in keyof Tickets]: SaidTicket }> {
    const eventIds = tickets.flatMap(({ event }) => event?.eventId ?? []);
    const { queries, settings } = this.#options;
    const say = await findSayings(queries, eventIds, [language, settings.now.language]);
    return tickets.map((each) => {
      return { ...each, event: each.event && say(each.event.eventId, each.event) };
    }) as { readonly [Index in keyof Tickets]: SaidTicket };
  }

  /** A mail about an order without tickets. */
  async #writeOrder(occasion: OrderOccasion): Promise<WrittenMail> {
    const { kind, order, moneyBack, withdrawn } = occasion;
    const { language, orderCode, expiresAt } = order;
    const say = visitorMailTexts(language);
    const words = this.#wordsFor(order, language);
    const { toGifts = 0, online = 0, byMuseum = 0, at = 0 } = withdrawn ?? {};
    const money = (cents: number) => words.money(cents, order.currency);
    const values = {
      museum: oneLine(this.#options.settings.now.name),
      order: orderCode,
      until: words.instant(expiresAt ?? 0),
      amount: money(moneyBack?.cents ?? online),
      toGifts: money(toGifts),
      byMuseum: money(byMuseum),
      at: words.instant(at),
    };
    const logo = await this.#options.logo?.();
    const layout: Layout = {
      ...this.#frame(language, { order, logo, kind }),
      subject: say(`${kind}.subject`, values),
      heading: say(`${kind}.heading`),
      paragraphs: this.#withOwnWords(
        kind,
        language,
        paragraphsAbout(occasion).map((key) => say(key, values)),
      ),
      details: [await this.#linesOf(occasion, words)],
      pictures: [],
    };
    const pdf = kind === 'bought' && hasExtras(order) ? await this.#pdfOfArticles(order) : undefined;
    return { ...this.#made(layout, logo), pictures: [], pdf, calendar: '' };
  }

  /** A gift voucher: what is on it, and as a file to be printed. */
  async #writeGift(order: Order, gift: NonNullable<OrderOccasion['gift']>): Promise<WrittenMail> {
    const { queries, settings, giftPdfs, giftCodes } = this.#options;
    const { language, message, validTo, currency, isForOther } = gift;
    const say = visitorMailTexts(language);
    const words = this.#wordsFor({ currency }, language);
    const values = { museum: oneLine(settings.now.name), amount: words.money(gift.cents, currency) };
    const code = codeOf(gift, giftCodes);
    const logo = await this.#options.logo?.();
    const onIt: Details = [
      [giftTexts(language)('giftVoucher'), values.amount],
      [say('gift.code'), code ?? '····-····-····-····'],
      [say('gift.validTo'), words.day(validTo)],
      ...(message === null ? [] : [[say('gift.message'), isolated(oneLine(message))] as const]),
    ];
    const layout: Layout = {
      ...this.#frame(language, { order: isForOther ? undefined : order, logo, kind: 'gift' }),
      subject: say('gift.subject', values),
      heading: say('gift.heading'),
      paragraphs: [say('gift.text', values)],
      details: [
        onIt,
        ...(isForOther ? [] : [await receiptLines(queries, order, this.#issuer(order), words)]),
      ],
      pictures: [],
    };
    const bytes = code === undefined ? undefined : await giftPdfs.pdf(SERVICE, [{ ...gift, code }]);
    const pdf = bytes && { fileName: GIFT_FILE, contentType: 'application/pdf', bytes };
    return { ...this.#made(layout, logo), pictures: [], pdf, calendar: '' };
  }

  /** What the order is for; of articles that were sold, the receipt. */
  #linesOf({ kind, order }: OrderOccasion, words: Words): Promise<Details> {
    const { queries, settings } = this.#options;
    return kind === 'bought' || kind === 'taken-back' || kind === 'withdrawn'
      ? receiptLines(queries, order, this.#issuer(order), words)
      : itemsOf(queries, order, words, settings.now.language);
  }

  /** What every mail has around its content. */
  #frame(language: Language, { order, logo, kind }: Framed) {
    const { pageOf, settings } = this.#options;
    const { now } = settings;
    const museum = oneLine(now.name);
    const say = visitorMailTexts(language);
    const address = order && pageOf?.(order, kind);
    return {
      ...{
        language,
        museum,
        footer: say(kind === 'gift' || order?.items.length === 0 ? 'footerOfOrder' : 'footer', { museum }),
      },
      ...(now.colour !== null && { colour: now.colour }),
      contact: contactOf(now),
      links: [
        ...this.#withdrawLink(language, address === undefined ? undefined : order, kind),
        ...this.#ownTexts(language),
      ],
      link:
        address === undefined
          ? undefined
          : { text: say(kind === 'confirm' ? 'confirm.link' : 'page'), address },
      // The picture is twice as large as it is shown, for screens with many pixels.
      logo: logo && { cid: this.#logoId(), width: logo.width / 2, height: logo.height / 2 },
    };
  }

  /** Where consumers withdraw from what was sold to them in the shop. */
  #withdrawLink(
    language: Language,
    sold: Order | undefined,
    kind: OrderMailKind | undefined,
  ): NonNullable<Layout['links']> {
    if (sold?.state !== 'sold') return [];
    if (giftsIn(sold.goods).length + passesIn(sold.goods).length === 0) return [];
    if (kind !== undefined && kind !== 'bought' && kind !== 'gift') return [];
    const address = `${this.#options.publicUrl()}/withdraw?order=${sold.orderCode}&language=${language}`;
    return [{ text: giftTexts(language)('withdraw'), address }];
  }

  /** The museum's own texts that are set, with their addresses. */
  #ownTexts(language: Language): NonNullable<Layout['links']> {
    const { settings, publicUrl } = this.#options;
    return TEXT_NAMES.flatMap((name) => {
      const { [name]: own } = settings.texts;
      if (own === undefined) return [];
      const address =
        'address' in own ? own.address : `${publicUrl()}${TEXT_PATHS[name]}?language=${language}`;
      return [{ text: ownTextTexts(language)(name), address }];
    });
  }

  /** The paragraphs with those of the museum above and below them. */
  #withOwnWords(kind: MailKind | OrderMailKind, language: Language, paragraphs: readonly string[]): string[] {
    const name = WORDED[kind];
    const own = name && this.#options.settings.now.mail.words[name]?.[language];
    return [...linesOf(own?.before), ...paragraphs, ...linesOf(own?.after)];
  }

  #logoId(): string {
    return `logo@${domainOf(this.#options.sender)}`;
  }

  #made(layout: Layout, logo: MailLogo | undefined) {
    const { settings } = this.#options;
    const file = logo && { fileName: 'logo.png', contentType: 'image/png', bytes: logo.png };
    return {
      ...{ language: layout.language, subject: layout.subject },
      ...{ text: textOf(layout), html: htmlOf(layout) },
      logo: file && { ...file, cid: this.#logoId() },
      replyTo: settings.now.mail.replyTo ?? undefined,
    };
  }

  /** Whether a payment provider took money, or gift vouchers paid: that goes back by itself. */
  async #goesBackByItself(order: Order | undefined): Promise<boolean> {
    if (order === undefined) return false;
    const payments = await findPayments(this.#options.queries, [order.orderId]);
    return payments.some(({ cents, method, providerReference }) => {
      return cents > 0 && (method === 'gift' || providerReference !== null);
    });
  }

  async #pdfOf({ orderCode }: Order, tickets: Occasion['tickets']): Promise<MailFile> {
    const ids = tickets.map(({ ticket }) => ticket.ticketId);
    const bytes = await this.#options.images.pdf(SERVICE, ids);
    return { fileName: `${orderCode}.pdf`, contentType: 'application/pdf', bytes };
  }

  async #pdfOfArticles({ orderId, orderCode }: Order): Promise<MailFile> {
    const bytes = await this.#options.images.articlesPdf(SERVICE, orderId);
    return { fileName: `${orderCode}.pdf`, contentType: 'application/pdf', bytes };
  }

  async #valuesOf(
    { kind, tickets, before, replaces, returned, postponed }: Occasion,
    language: Language,
  ): Promise<MailValues> {
    const { settings, queries } = this.#options;
    const [{ ticket, place, order }] = tickets;
    const words = this.#wordsFor(ticket, language);
    const replaced = (await findTicketsByNumber(queries, replaces)).toReversed();
    const days = new Set(tickets.map((each) => each.ticket.day));
    const left = new Set(replaced.map(({ day }) => day).filter((day) => !days.has(day)));
    const owed = returned ?? { online: await this.#owedFor(kind, order), byMuseum: 0, toGifts: 0 };
    const { online, byMuseum, toGifts = 0 } = owed;
    const money = (cents: number) => (cents === 0 ? '' : words.money(cents, ticket.currency));
    return {
      museum: oneLine(settings.now.name),
      title: titleOf(tickets[0], language),
      date: words.list(daysOf(tickets).map(words.day)),
      dateBefore: postponed === undefined ? '' : words.day(postponed.from),
      place: oneLine(place ?? ''),
      placeBefore: oneLine(before.place ?? ''),
      codes: tickets.map((each) => each.ticket.confirmationCode).join(', '),
      count: tickets.length,
      order: order?.orderCode ?? '',
      replaced: replaced.map(({ confirmationCode }) => confirmationCode).join(', '),
      movedFrom: words.list([...left].sort().map(words.day)),
      reason: oneLine(tickets[0].reason ?? postponed?.reason ?? ''),
      amount: money(online),
      byMuseum: money(byMuseum),
      toGifts: money(toGifts),
    };
  }

  /** What goes back through the provider for tickets that staff made void. */
  async #owedFor(kind: MailKind, order: Order | undefined): Promise<number> {
    if (kind !== 'void' || order === undefined) return 0;
    return (await findOwed(this.#options.queries, [order.orderId])).get(order.orderId) ?? 0;
  }

  /** The facts of its tickets, once for those that differ only in their codes; of a sale also the receipt. */
  async #detailsOf(
    { kind, tickets }: SaidOccasion,
    isConfirmed: boolean,
    language: Language,
  ): Promise<Details[]> {
    const names = isConfirmed ? DETAILS : DETAILS_WHEN_OFF;
    const categories = await findCategoriesOf(
      this.#options.queries,
      tickets.map(({ ticket }) => ticket),
    );
    const all = await Promise.all(
      tickets.map(async ({ ticket, event, includesEntry }) => {
        const opening = await this.#openingOn(ticket.day);
        const category = categories.get(ticket.categoryNumber);
        const { name: eventName, location, languages } = event ?? {};
        const what = { eventName, location, languages, includesEntry };
        const known = { ticket, ...what, category, opening };
        const words = this.#wordsFor(ticket, language);
        return { words, facts: ticketFacts(known, words) };
      }),
    );
    const alike = Map.groupBy(all, ({ facts }) => JSON.stringify({ ...facts, code: undefined }));
    const details = [...alike.values()].map((group): Details => {
      const [{ facts }] = group as [(typeof group)[number]];
      const codes = group.map((each) => each.facts.code.value).join(', ');
      const shown = chooseFacts({ ...facts, code: { ...facts.code, value: codes } }, names);
      return shown.map((fact) => [fact.label, isolated(fact.value), inOther(fact)]);
    });
    const [{ order }] = tickets;
    if (kind === 'ticket' && order !== undefined)
      details.push(
        await receiptLines(
          this.#options.queries,
          order,
          this.#issuer(order),
          this.#wordsFor(order, language),
        ),
      );
    return details;
  }

  #issuer(order: Order): Issuer {
    const { name: museum, address, vatNote, language } = this.#options.settings.now;
    const note = textFor(vatNote, [order.language, language]);
    return { museum, language, address: address ?? undefined, vatNote: note };
  }

  async #openingOn(day: CalendarDay): Promise<Opening | undefined> {
    const [opening] = await openDays(this.#options.queries, day, day);
    return opening;
  }

  #wordsFor({ currency }: Pick<Ticket, 'currency'>, language: Language): Words {
    return wordsIn(language, { timeZone: this.#options.timeZone, currency });
  }

  /** The first picture of what they are for, or else of the museum. */
  async #shownFor(tickets: Occasion['tickets'], language: Language): Promise<Layout['shown']> {
    const { publicUrl, queries, settings } = this.#options;
    const subjects = [...new Set(tickets.flatMap(({ event }) => event?.eventId ?? [])), 'museum'] as const;
    const found = await findPictures(queries, subjects);
    const picture = subjects.map((subject) => found.get(subject)).find((each) => each !== undefined);
    if (picture === undefined) return undefined;
    const width = pictureWidths(picture.width).findLast((each) => each <= WIDEST_SHOWN) ?? picture.width;
    return {
      address: publicUrl() + pictureAddress({ hash: picture.hash, width, format: 'jpg' }),
      alt: oneLine(textFor(picture.alt, [language, settings.now.language])?.text ?? ''),
    };
  }

  async #picturesOf({ kind, tickets }: Occasion, language: Language): Promise<MailPicture[]> {
    const { images, sender } = this.#options;
    const pictures: MailPicture[] = [];
    // One after the other: an order may have a hundred, and the painter has others to serve.
    for (const { ticket } of BRINGING.includes(kind) ? tickets : tickets.slice(0, MAX_PICTURES)) {
      const { ticketId, confirmationCode: code } = ticket;
      pictures.push({
        cid: `${ticketId}@${domainOf(sender)}`,
        ...{ fileName: `${code}.png`, contentType: 'image/png' },
        bytes: await images.image(SERVICE, await images.draft(SERVICE, ticketId)),
        alt: visitorMailTexts(language)('picture', { code }),
      });
    }
    return pictures;
  }

  async #calendarOf({ kind, tickets }: SaidOccasion, language: Language, now: number): Promise<string> {
    const { timeZone, sender } = this.#options;
    // The first mail about a new ticket, and its repetitions, also removes the exchanged tickets from the calendar.
    const unmailed = tickets.filter(({ lastMailed }) => kind === 'exchanged' || lastMailed === undefined);
    const replaced = await this.#inLanguage(await this.#replacedBy(unmailed), language);
    const visits = Map.groupBy([...tickets, ...replaced], ({ ticket }) => visitKey(ticket));
    const shown = await Promise.all(
      [...visits.values()].map(([one]) => this.#shownOf(one as SaidTicket, language)),
    );
    return calendarEntries(shown, { timeZone, sender, domain: domainOf(sender), now });
  }

  /** The visit that the ticket is for, with all of its order's tickets as they are now. */
  async #shownOf(one: SaidTicket, language: Language): Promise<CalendarFacts> {
    const { settings, queries } = this.#options;
    const ofOrder = await findTicketsOf(queries, [orderOf(one.ticket)]);
    const ofVisit = ofOrder.filter((ticket) => visitKey(ticket) === visitKey(one.ticket));
    const now = await findTicketsNow(
      queries,
      ofVisit.map(({ number }) => number),
    );
    const place = isolated(oneLine(one.event?.location ?? ''));
    const { day, entryTime } = one.ticket;
    return {
      first: ofVisit[0] as Ticket,
      codes: now.filter(({ validity }) => validity === 'valid').map(({ ticket }) => ticket.confirmationCode),
      title: titleOf(one, language),
      location: [place, isolated(oneLine(settings.now.name))].filter((text) => text !== '').join(', '),
      day,
      entryTime,
      minutes: one.minutes,
      opening: await this.#openingOn(day),
    };
  }

  /** All tickets that these have replaced, directly or not: of one in between there may have been no mail. */
  async #replacedBy(tickets: readonly TicketNow[]): Promise<TicketNow[]> {
    const numbers = tickets.flatMap(({ replaces }) => replaces ?? []);
    if (numbers.length === 0) return [];
    const replaced = await findTicketsNow(this.#options.queries, numbers);
    return [...replaced, ...(await this.#replacedBy(replaced))];
  }
}

/** Without the code of the order, which is nothing to who is given the gift voucher. */
const GIFT_FILE = 'gift-voucher.pdf';

/** Whether there is something to be handed out. */
function hasExtras({ goods }: Order): boolean {
  return articlesIn(goods).some(({ is }) => is === 'extra');
}

/** How to reach the museum. */
function contactOf({ phone, email, website }: KnownNow['now']): FootText[] {
  return [
    ...(phone === null ? [] : [{ text: phone }]),
    ...(email === null ? [] : [{ text: email, address: `mailto:${email}` }]),
    ...(website === null ? [] : [{ text: website, address: website }]),
  ];
}

/** Paragraphs of plain text, each as one line. */
function linesOf(text = ''): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => oneLine(paragraph.trim()))
    .filter((paragraph) => paragraph !== '');
}

/** Equal for tickets of one order for one day of an event, or of general entry, and one time. */
function visitKey(ticket: Ticket): string {
  return `${orderOf(ticket)} ${slotKey(slotOf(ticket))}`;
}

/** The tickets by what they are for: an event or general entry, a day, and a time. */
function slotsOf(tickets: readonly TicketNow[]): TicketNow[][] {
  return [...Map.groupBy(tickets, ({ ticket }) => slotKey(slotOf(ticket))).values()];
}

function daysOf(tickets: readonly TicketNow[]): CalendarDay[] {
  return [...new Set(tickets.map(({ ticket }) => ticket.day))].sort();
}

function inOther({ value: text, language }: TicketFact): TextInLanguage | undefined {
  return language && { language, text };
}

/** The name of its event, where the mail has to say it in another language. */
function namedIn({ event }: SaidTicket, language: Language): TextInLanguage | undefined {
  const other = event && otherLanguage(language, event.languages.name);
  return other && { language: other, text: oneLine(event.name) };
}

function titleOf({ event }: TicketNow, language: Language): string {
  return event === undefined ? wordTexts(language)('generalEntry') : oneLine(event.name);
}
