import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CalledOff } from '../called-off/index.ts';
import { type CodeClaims, type KeyRing, signTicketCode } from '../codes/index.ts';
import type { Actor } from '../core/actor.ts';
import { LAST_DAY } from '../core/calendar-day.ts';
import type { Language } from '../core/language.ts';
import { oneLine } from '../core/name.js';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { wordsIn } from '../core/words.ts';
import { findEventOfTicket, findSayings } from '../events/index.ts';
import { eventIn, includesEntry } from '../offers/index.ts';
import { findOrdersById, type Good, getOrder, goodName, receiptOf } from '../orders/index.ts';
import { claimsOfPass, findPass, findPassTypes } from '../passes/index.ts';
import type { KnownNow } from '../settings/index.ts';
import { RevisionCache, type Store } from '../store/index.ts';
import {
  claimsOf,
  findCalledOffFor,
  findCategoriesOf,
  findStandings,
  findTicket,
  type KnownTicket,
  type Standing,
  sellerOf,
  type Ticket,
} from '../tickets/index.ts';
import { faceOfPass } from './pass-face.ts';
import { faceOf, type TicketFace } from './ticket-face.ts';
import { PainterBusy, type PictureFormat, type TicketPainter } from './ticket-painter.ts';
import { type PicturedTicket, ticketsPdf } from './ticket-pdf.ts';

export interface TicketImagesOptions {
  readonly store: Store;
  readonly keys: KeyRing;
  readonly painter: Pick<TicketPainter, 'paint'>;
  readonly timeZone: string;
  /** Name, language and colour of the museum, as they are now. */
  readonly settings: Pick<KnownNow, 'now'>;
  /** As the museum's logo is drawn on tickets now. Another one begins a new revision of the events. */
  readonly logo?: () => Promise<readonly string[] | undefined>;
}

/** Part of the entity tag. To be increased when a release draws tickets differently. */
const DRAWING_VERSION = 2;
const MAX_BYTES = 8 * 1024 * 1024;
/** The rough size of a draft. */
const DRAFT_BYTES = 512;

/** All that a ticket's image depends on, without the picture. */
export interface TicketDraft extends PictureDraft {
  readonly soldBy: Uuid;
  /** How the ticket stands: a void or cancelled one has no image. */
  readonly standing: Standing;
  readonly calledOff: CalledOff | undefined;
}

/** What the picture of a ticket or a pass depends on. */
export interface PictureDraft {
  /** The entity tag of the picture, known before it is drawn. */
  readonly tag: string;
  readonly claims: CodeClaims;
  /** The key that signs its code now. */
  readonly keyId: string;
  readonly face: Omit<TicketFace, 'code'>;
  /** The buyer's, as far as it is known, or the museum's. */
  readonly language: Language;
}

/** Draws ticket images on demand and caches them. The same ticket gives the same bytes. */
export class TicketImages {
  readonly #options: TicketImagesOptions;
  readonly #drafts: RevisionCache<TicketDraft>;
  readonly #images = new LRUCache<string, Uint8Array>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  readonly #pending = new Map<string, Promise<Uint8Array>>();

  constructor(options: TicketImagesOptions) {
    this.#options = options;
    this.#drafts = new RevisionCache(options.store, 'events', () => DRAFT_BYTES);
  }

  /**
   * The draft of a ticket that the actor may see.
   * @throws Refusal forbidden, ticket-not-found, ticket-void or event-cancelled
   */
  async draft(actor: Actor, ticketId: Uuid): Promise<TicketDraft> {
    const scope = requirePermission(actor, 'fetch-tickets');
    const { name, language, colour } = this.#options.settings.now;
    const draft = await this.#drafts.get(`${ticketId} ${language} ${colour} ${name}`, () =>
      this.#makeDraft(ticketId),
    );
    if (scope === 'own' && draft.soldBy !== actor.accountId) throw noSuchTicket(ticketId);
    const { standing, calledOff } = draft;
    if (standing.state === 'void') throw new Refusal('ticket-void', { ticketId, asked: 'image' });
    if (standing.state === 'cancelled')
      throw new Refusal('event-cancelled', {
        ticketId,
        ...(calledOff?.because === 'day-closed' && { closed: calledOff }),
      });
    return draft;
  }

  /**
   * The draft of a pass that the actor may see. Its holder is not on it.
   * @throws Refusal forbidden, pass-not-found or pass-withdrawn
   */
  async passDraft(actor: Actor, passId: Uuid): Promise<PictureDraft> {
    const { store, keys, settings, logo } = this.#options;
    const scope = requirePermission(actor, 'fetch-tickets');
    const pass = await findPass(store, passId);
    if (pass === undefined || (scope === 'own' && pass.soldBy !== actor.accountId))
      throw new Refusal('pass-not-found', { passId });
    if (pass.voidAt !== null) throw new Refusal('pass-withdrawn', { passId, because: 'void' });
    if (pass.blockedAt !== null) throw new Refusal('pass-withdrawn', { passId, because: 'blocked' });
    const order = (await findOrdersById(store, [pass.orderId])).get(pass.orderId);
    const { language: usual, name, colour } = settings.now;
    const language = order?.language ?? usual;
    const type = (await findPassTypes(store)).find(({ passType }) => passType === pass.passType);
    if (type === undefined) throw new Error(`The type ${pass.passType} of a pass is not on the list.`);
    const { keyId } = await keys.signingFor(pass.keyId);
    const words = wordsIn(language, { timeZone: 'UTC', currency: pass.currency });
    const known = { face: faceOfPass(pass, type, name, words), logo: await logo?.(), colour };
    return { ...pictureOf(known, claimsOfPass(pass, type.number), keyId), language };
  }

  /**
   * The picture of a draft, as a PNG or SVG file.
   * @throws Refusal overloaded, when too many pictures are asked for at once, by the actor or by all
   */
  async image(actor: Actor, draft: PictureDraft, format: PictureFormat = 'png'): Promise<Uint8Array> {
    return this.#images.get(`${format} ${draft.tag}`) ?? (await this.#paintOnce(actor, draft, format));
  }

  /**
   * The tickets as a PDF file, a page each.
   * @throws Refusal as `draft` and `image`
   */
  async pdf(actor: Actor, ticketIds: readonly Uuid[]): Promise<Uint8Array> {
    const tickets: PicturedTicket[] = [];
    let { language } = this.#options.settings.now;
    // One after the other: an order may have a hundred, and the painter has others to serve.
    for (const ticketId of ticketIds) {
      const draft = await this.draft(actor, ticketId);
      tickets.push({ png: await this.image(actor, draft), face: draft.face });
      language = draft.language;
    }
    return ticketsPdf(tickets, language);
  }

  /**
   * What was bought in an order of articles alone as a PDF file of one page, with the order's code.
   * @throws Refusal forbidden, order-not-found, order-not-sold; order-void when nothing of it stands; as `image`
   */
  async articlesPdf(actor: Actor, orderId: Uuid): Promise<Uint8Array> {
    const { store, settings, timeZone, logo } = this.#options;
    const reading = { today: LAST_DAY, language: settings.now.language };
    const record = await getOrder(store, actor, orderId, reading);
    const { orderCode, soldAt, language, currency } = record.order;
    if (orderCode === null || soldAt === null) throw new Refusal('order-not-sold', { orderId });
    const { goods, totalCents } = receiptOf(record);
    if (goods.length === 0) throw new Refusal('order-void', { orderId });
    const words = wordsIn(language, { timeZone, currency });
    const face = {
      museumName: oneLine(settings.now.name),
      title: words.list(goods.map((good) => goodInWords(good, language))),
      location: '',
      date: words.dayOf(soldAt),
      price: words.price({ priceCents: totalCents, currency }),
      currency,
      confirmationCode: orderCode,
      ...ofMuseum(settings.now.colour, await logo?.()),
    };
    const png = await this.#painted(actor, { ...face, code: orderCode }, 'png');
    return ticketsPdf([{ png, face }], language);
  }

  /** A pass as a PDF file of one page. @throws Refusal overloaded, as `image` */
  async passPdf(actor: Actor, draft: PictureDraft): Promise<Uint8Array> {
    return ticketsPdf([{ png: await this.image(actor, draft), face: draft.face }], draft.language);
  }

  async #makeDraft(ticketId: Uuid): Promise<TicketDraft> {
    const { store, keys, settings } = this.#options;
    const { language: usual } = settings.now;
    const ticket = await findTicket(store, ticketId);
    if (ticket === undefined) throw noSuchTicket(ticketId);
    const { keyId } = await keys.signingFor(ticket.keyId);
    const eventId = eventIn(ticket.product);
    const sold = eventId === null ? undefined : await findEventOfTicket(store, eventId);
    const category = (await findCategoriesOf(store, [ticket])).get(ticket.categoryNumber);
    const language = (await languageOf(store, ticket)) ?? usual;
    const say = await findSayings(store, eventId === null ? [] : [eventId], [language, usual]);
    const { name: eventName, location, languages } = (sold && say(sold.event.eventId, sold.event)) ?? {};
    // Whether its day is over makes no difference.
    const standing = (await findStandings(store, [ticket], ticket.day)).get(ticket.number) as Standing;
    const soldBy = await sellerOf(store, ticket);
    const calledOff = (await findCalledOffFor(store, [ticket])).get(ticket.number);
    const logo = await this.#options.logo?.();
    const what = { eventName, location, languages, includesEntry: includesEntry(ticketId, sold) };
    const known = { ticket, ...what, category };
    return { ...draftOf(known, keyId, language, { settings, logo }), soldBy, standing, calledOff };
  }

  #paintOnce(actor: Actor, draft: PictureDraft, format: PictureFormat): Promise<Uint8Array> {
    const key = `${format} ${draft.tag}`;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const image = this.#paint(actor, draft, format)
      .then((painted) => {
        this.#images.set(key, painted);
        return painted;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, image);
    return image;
  }

  async #paint(
    actor: Actor,
    { face, claims, keyId }: PictureDraft,
    format: PictureFormat,
  ): Promise<Uint8Array> {
    const code = signTicketCode(claims, await this.#options.keys.signingFor(keyId));
    return this.#painted(actor, { ...face, code }, format);
  }

  async #painted({ accountId }: Actor, face: TicketFace, format: PictureFormat): Promise<Uint8Array> {
    try {
      return await this.#options.painter.paint(face, accountId, format);
    } catch (error) {
      if (!(error instanceof PainterBusy)) throw error;
      throw new Refusal('overloaded', { work: 'images' });
    }
  }
}

/** The language of the order that the ticket was sold with. */
async function languageOf(store: Store, { orderId }: Ticket): Promise<Language | undefined> {
  return orderId === null ? undefined : (await findOrdersById(store, [orderId])).get(orderId)?.language;
}

function noSuchTicket(ticketId: Uuid): Refusal {
  return new Refusal('ticket-not-found', { ticketId });
}

/** "2 × Audio guide" */
function goodInWords(good: Good, language: Language): string {
  const name = oneLine(goodName(good, language));
  return good.kind === 'article' && good.is === 'extra' ? `${good.quantity} × ${name}` : name;
}

interface MuseumOnTicket extends Pick<TicketImagesOptions, 'settings'> {
  readonly logo: TicketFace['logo'] | undefined;
}

function draftOf(
  known: KnownTicket,
  keyId: string,
  language: Language,
  { settings, logo }: MuseumOnTicket,
): Omit<TicketDraft, 'standing' | 'calledOff' | 'soldBy'> {
  const { ticket } = known;
  const { currency } = ticket;
  const { name, colour } = settings.now;
  const words = wordsIn(language, { timeZone: 'UTC', currency }); // no instant is on a ticket
  const shown = { face: faceOf(known, name, words), logo, colour };
  return { ...pictureOf(shown, claimsOf(ticket), keyId), language };
}

function pictureOf(
  {
    face: words,
    logo,
    colour,
  }: Pick<PictureDraft, 'face'> & {
    readonly logo: TicketFace['logo'] | undefined;
    readonly colour: string | null;
  },
  claims: CodeClaims,
  keyId: string,
): Omit<PictureDraft, 'language'> {
  const face = { ...words, ...ofMuseum(colour, logo) };
  const tag = hash('sha1', JSON.stringify([DRAWING_VERSION, face, claims, keyId]), 'base64url');
  return { tag, claims, keyId, face };
}

/** The museum's logo and colour on a picture, as far as it has them. */
function ofMuseum(
  colour: string | null,
  logo: TicketFace['logo'] | undefined,
): Pick<TicketFace, 'logo' | 'colour'> {
  return { ...(logo !== undefined && { logo }), ...(colour !== null && { colour }) };
}
