import { randomInt } from 'node:crypto';
import type { TicketType } from '../../../codes/index.ts';
import type { Operation } from '../contract/index.ts';
import type { Members } from './likeness.ts';

/**
 * A ticket that the mock has sold, with an id and a confirmation code that no other has. The mock stores nothing, so the one
 * is written in the other, and either leads to the same ticket.
 */
interface MadeTicket {
  readonly ticketId: string;
  readonly ticketType: TicketType;
  readonly confirmationCode: string;
}

const CHARACTERS = '23456789abcdefghjkmnpqrstvwxyz';
const CODE = /^ticket-(event|general)-([2-9a-hjkmnp-tv-z]{6})-([2-9a-hjkmnp-tv-z]{5})$/;
const ID = /^01a0d5c4-a3d1-7([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{2})([0-9a-f]{7})00([01])$/;

export function makeTicket(ticketType: TicketType): MadeTicket {
  return ticketOf(ticketType, randomInt(CHARACTERS.length ** 6), randomInt(CHARACTERS.length ** 5));
}

/** What was sent, with all that follows from the id or the confirmation code of a ticket in it; unless it is an example's. */
export function withMadeTicket({ examples }: Operation, sent: Members = {}): Members {
  const { ticketId, confirmationCode } = sent;
  const named = `${ticketId ?? confirmationCode}`;
  const made = JSON.stringify(examples).includes(`"${named}"`) ? undefined : madeTicket(named);
  return made === undefined ? sent : { ...sent, ...made, orderId: made.ticketId };
}

/** The ticket with that id or confirmation code; undefined when the mock makes none with it. */
function madeTicket(idOrCode: string): MadeTicket | undefined {
  const [, type, front = '', back = ''] = CODE.exec(idOrCode) ?? [];
  if (type !== undefined) return ticketOf(type as TicketType, numberIn(front), numberIn(back));
  const [, one, two, three, last, isEvent] = ID.exec(idOrCode) ?? [];
  if (last === undefined) return undefined;
  const [head, tail] = [Number(`0x${one}${two}${three}`), Number(`0x${last}`)];
  if (head >= CHARACTERS.length ** 6 || tail >= CHARACTERS.length ** 5) return undefined;
  return ticketOf(isEvent === '1' ? 'event' : 'general', head, tail);
}

function ticketOf(ticketType: TicketType, front: number, back: number): MadeTicket {
  const head = front.toString(16).padStart(8, '0');
  const tail = `${head.slice(6)}${back.toString(16).padStart(7, '0')}00${ticketType === 'event' ? 1 : 0}`;
  return {
    ticketId: `01a0d5c4-a3d1-7${head.slice(0, 3)}-8${head.slice(3, 6)}-${tail}`,
    ticketType,
    confirmationCode: `ticket-${ticketType}-${spelled(front, 6)}-${spelled(back, 5)}`,
  };
}

function spelled(number: number, length: number): string {
  const { length: base } = CHARACTERS;
  return Array.from(
    { length },
    (_, index) => CHARACTERS[Math.floor(number / base ** (length - 1 - index)) % base],
  ).join('');
}

function numberIn(text: string): number {
  return [...text].reduce((sum, character) => sum * CHARACTERS.length + CHARACTERS.indexOf(character), 0);
}
