import type { Actor } from '../core/actor.ts';
import { oneLine } from '../core/name.js';
import { Refusal } from '../core/refusal.ts';
import { wordsIn } from '../core/words.ts';
import { type Gift, giftTexts } from '../gifts/index.ts';
import type { TicketFace } from './ticket-face.ts';
import type { TicketImagesOptions } from './ticket-images.ts';
import { PainterBusy } from './ticket-painter.ts';
import { type PicturedTicket, ticketsPdf } from './ticket-pdf.ts';

/** A gift voucher as it is printed. */
export interface PrintedGift extends Pick<Gift, 'cents' | 'currency' | 'message' | 'language' | 'validTo'> {
  readonly code: string;
}

/**
 * Draws gift vouchers in the look of the museum's tickets. Nothing is cached: whoever has a picture can pay with it.
 */
export class GiftPdfs {
  readonly #options: Pick<TicketImagesOptions, 'painter' | 'settings' | 'logo'>;

  constructor(options: Pick<TicketImagesOptions, 'painter' | 'settings' | 'logo'>) {
    this.#options = options;
  }

  /**
   * The gift vouchers as a PDF file, a page each.
   * @throws Refusal overloaded, when too many pictures are asked for at once, by the actor or by all
   */
  async pdf({ accountId }: Actor, gifts: readonly [PrintedGift, ...PrintedGift[]]): Promise<Uint8Array> {
    const logo = await this.#options.logo?.();
    const pages: PicturedTicket[] = [];
    for (const gift of gifts) {
      const face = { ...this.#faceOf(gift), ...(logo !== undefined && { logo }) };
      pages.push({ png: await this.#paint(face, accountId), face });
    }
    return ticketsPdf(pages, gifts[0].language);
  }

  /** What the buyer wrote has the largest place: it may have 200 characters. */
  #faceOf({ cents, currency, message, language, validTo, code }: PrintedGift): TicketFace {
    const { name, colour } = this.#options.settings.now;
    const say = giftTexts(language);
    const words = wordsIn(language, { timeZone: 'UTC', currency }); // no instant is on it
    const kind = say('giftVoucher');
    return {
      museumName: oneLine(name),
      ...(colour !== null && { colour }),
      ...(message === null ? { title: kind, location: '' } : { title: oneLine(message), location: kind }),
      date: say('validTo', { day: words.date(validTo) }),
      price: words.money(cents),
      currency,
      confirmationCode: code,
      code,
    };
  }

  async #paint(face: TicketFace, accountId: Actor['accountId']): Promise<Uint8Array> {
    try {
      return await this.#options.painter.paint(face, accountId);
    } catch (error) {
      if (!(error instanceof PainterBusy)) throw error;
      throw new Refusal('overloaded', { work: 'images' });
    }
  }
}
