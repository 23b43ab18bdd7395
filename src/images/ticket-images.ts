import { BoundedCache } from '../core/bounded-cache.ts';
import { Problem } from '../doors/api/problems.ts';
import type { Uuid } from '../core/uuid.ts';
import { findEventOfTicket, type SpecialEvent } from '../events/index.ts';
import type { Answer } from '../http/answer.ts';
import { entityTag } from '../http/conditional.ts';
import { RenderedAnswers } from '../http/rendered-answers.ts';
import type { Store } from '../store/index.ts';
import type { TicketFace } from './ticket-face.ts';
import { PainterBusy, type TicketPainter } from './ticket-painter.ts';
import type { KeyRing } from '../codes/key-ring.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { signTicketCode, type TicketClaims } from '../codes/ticket-code.ts';
import { findTicket } from '../tickets/ticket-store.ts';

export interface TicketImagesOptions {
  readonly store: Store;
  readonly keys: KeyRing;
  readonly painter: TicketPainter;
  readonly museumName: string;
}

/** Moves with every release that draws tickets differently, so that no entity tag outlives its picture. */
const EDITION = 1;
const MAX_BYTES = 32 * 1024 * 1024;

/** What a ticket's image will show, and who sold the ticket: all of the answer but the picture itself. */
export interface TicketDraft extends Answer {
  readonly soldBy: Uuid;
  /** Whether its event was cancelled, so that there is no image any more. */
  readonly isCancelled: boolean;
  readonly claims: TicketClaims;
  readonly keyId: string;
  readonly face: Omit<TicketFace, 'code'>;
}

/** Ticket images, drawn when they are asked for and kept for a while: the same ticket gives the same bytes. */
export class TicketImages {
  readonly #options: TicketImagesOptions;
  readonly #drafts: RenderedAnswers<TicketDraft>;
  readonly #images = new BoundedCache<Uint8Array>(MAX_BYTES, (image) => image.length);
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  constructor(options: TicketImagesOptions) {
    this.#options = options;
    this.#drafts = new RenderedAnswers(options.store, 'events');
  }

  /** @throws Problem ticket-not-found */
  draft(ticketId: Uuid): TicketDraft | Promise<TicketDraft> {
    return this.#drafts.get(ticketId, async () => {
      const ticket = await findTicket(this.#options.store, ticketId);
      if (ticket === undefined) throw noSuchTicket(ticketId);
      const sold =
        ticket.eventId === null ? undefined : await findEventOfTicket(this.#options.store, ticket.eventId);
      return {
        ...draftOf(ticket, sold?.event, this.#options.museumName),
        isCancelled: sold?.isCancelled ?? false,
      };
    });
  }

  /**
   * The picture of a draft, as a PNG file.
   * @throws Problem overloaded, when too many pictures are asked for at once
   */
  async image(draft: TicketDraft): Promise<Uint8Array> {
    const tag = draft.headers.etag as string;
    return this.#images.get(tag) ?? (await this.#paintOnce(tag, draft));
  }

  #paintOnce(tag: string, draft: TicketDraft): Promise<Uint8Array> {
    const underWay = this.#underWay.get(tag);
    if (underWay !== undefined) return underWay;
    const image = this.#paint(tag, draft).finally(() => this.#underWay.delete(tag));
    this.#underWay.set(tag, image);
    return image;
  }

  async #paint(tag: string, { face, claims, keyId }: TicketDraft): Promise<Uint8Array> {
    try {
      const code = signTicketCode(claims, await this.#options.keys.get(keyId));
      const image = await this.#options.painter.paint({ ...face, code });
      this.#images.keep(tag, image);
      return image;
    } catch (error) {
      if (!(error instanceof PainterBusy)) throw error;
      throw new Problem('overloaded', 'More ticket images are asked for than can be drawn.', {
        retryAfter: 2,
      });
    }
  }
}

/** @throws Problem event-cancelled. To be asked only for a ticket that the caller may see. */
export function requireEventOn({ isCancelled, claims: { ticketId } }: TicketDraft): void {
  if (!isCancelled) return;
  throw new Problem('event-cancelled', `The event of ticket ${ticketId} was cancelled; it admits no one.`);
}

export function noSuchTicket(ticketId: Uuid): Problem {
  return new Problem('ticket-not-found', `No ticket that this account may see has the ticketId ${ticketId}.`);
}

/** The code is left out until it is needed: signing costs more than all the rest. The tag holds without it. */
function draftOf(
  ticket: Ticket,
  event: SpecialEvent | undefined,
  museumName: string,
): Omit<TicketDraft, 'isCancelled'> {
  const { ticketDate, priceCents, currency, confirmationCode, keyId, soldBy } = ticket;
  const claims = claimsOf(ticket);
  const face = {
    museumName,
    title: event?.name ?? 'General entry',
    ...(event && { location: event.location }),
    ticketDate,
    priceCents,
    currency,
    confirmationCode,
  };
  const etag = entityTag(JSON.stringify([EDITION, face, claims, keyId]));
  const headers = { 'content-type': 'image/png', etag, 'cache-control': 'private' };
  return { status: 200, headers, soldBy, claims, keyId, face };
}

function claimsOf({ ticketId, ticketDate, eventId }: Ticket): TicketClaims {
  if (eventId === null) return { ticketId, ticketType: 'general', ticketDate };
  return { ticketId, ticketType: 'event', ticketDate, eventId };
}
