import type { Language } from '../core/language.ts';
import type { Uuid } from '../core/uuid.ts';
import { RevisionCache, type Store } from '../store/index.ts';
import { type Card, findCards } from './card.ts';
import { type CardIssuer, type CardLook, LOOK_TIMEOUT_MS } from './card-issuer.ts';
import { cardIn } from './card-pattern.js';
import type { CardSecrets } from './card-secrets.ts';

/** A card that was scanned, as far as its number says. */
export interface ScannedCard {
  readonly card: Card;
  readonly number: string;
  readonly hash: string;
  /** Whether its check digit is right. */
  readonly isRight: boolean;
  /** What its issuer says, if it was asked; null: it gave no answer in time. */
  readonly look?: CardLook | null;
}

export interface CardReaderOptions {
  readonly store: Store;
  readonly secrets: CardSecrets;
  /** Undefined: no issuer can be asked. */
  readonly issuer: CardIssuer | undefined;
}

/** Roughly, of all that there may be. */
const CARDS_BYTES = 16_384;

/** Tells which card was scanned. */
export class CardReader {
  readonly #options: CardReaderOptions;
  readonly #cards: RevisionCache<readonly Card[]>;

  constructor(options: CardReaderOptions) {
    this.#options = options;
    this.#cards = new RevisionCache(options.store, 'events', () => CARDS_BYTES);
  }

  /** The card that the first of the texts is a number of. */
  async read(texts: readonly string[]): Promise<ScannedCard | undefined> {
    const cards = await this.#cards.get('', () => findCards(this.#options.store));
    if (cards.length === 0) return undefined;
    for (const text of texts) {
      const found = cardIn(cards, text);
      if (found === undefined) continue;
      return { ...found, hash: this.#options.secrets.hashOf(found.card.card, found.number) };
    }
    return undefined;
  }

  /** With what its issuer says, of a card that is asked about. */
  async ask(scanned: ScannedCard, language: Language): Promise<ScannedCard> {
    const { card, number, isRight } = scanned;
    if (card.mode !== 'live' || !isRight) return scanned;
    const { issuer } = this.#options;
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
    const look = await issuer?.look(number, language, signal).catch(() => null);
    return { ...scanned, look: look ?? null };
  }

  /** The number, as it is kept until the issuer was told of the visit. */
  encrypt(number: string, checkInId: Uuid): string {
    return this.#options.secrets.encrypt(number, checkInId);
  }
}
