import type { Language } from '../core/language.ts';
import { oneLine } from '../core/name.js';
import type { Words } from '../core/words.ts';
import { ADMITS_TO, factLine, type KnownTicket, ticketFacts } from '../tickets/index.ts';

/**
 * What a ticket's picture shows: everything the drawing depends on, and nothing about the holder. Each text is one
 * line.
 */
export interface TicketFace {
  readonly museumName: string;
  /** Rows of digits, one a pixel, from 0 for paper to 9 for ink. Left out: the museum has no logo. */
  readonly logo?: readonly string[];
  /** The museum's own colour (#rrggbb). */
  readonly colour?: string;
  /** "General entry", or the event's name. */
  readonly title: string;
  /** Where the event takes place, and whether general entry is included. If it is empty, the title has the room to itself. */
  readonly location: string;
  /** The languages of title and location, where they are in others than the rest. */
  readonly languages?: { readonly title?: Language; readonly location?: Language };
  readonly date: string;
  /** The price, after what else the ticket admits to. */
  readonly price: string;
  /** ISO 4217. It decides the regional forms of some characters. */
  readonly currency: string;
  readonly confirmationCode: string;
  /** The text of the QR code (see docs/ticket-code.md). */
  readonly code: string;
}

const BESIDE_PRICE = ADMITS_TO.filter((name) => name !== 'what' && name !== 'entry' && name !== 'day');

/** The face without the ticket code: signing costs more than all the rest. */
export function faceOf(known: KnownTicket, museumName: string, words: Words): Omit<TicketFace, 'code'> {
  const facts = ticketFacts(known, words);
  const { currency, confirmationCode } = known.ticket;
  const { what, place } = facts;
  const languages = {
    ...(what.language !== undefined && { title: what.language }),
    ...(place.language !== undefined && { location: place.language }),
  };
  return {
    museumName: oneLine(museumName),
    title: factLine(facts, ['what']),
    location: factLine(facts, ['place', 'entry']),
    ...(Object.keys(languages).length > 0 && { languages }),
    date: factLine(facts, ['day']),
    price: factLine(facts, [...BESIDE_PRICE, 'price']),
    currency,
    confirmationCode,
  };
}
