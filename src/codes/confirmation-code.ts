import { type Cipheriv, createCipheriv, randomInt } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { type Store, secretOf } from '../store/index.ts';
import { onlyReading, withoutMarks } from './keyboard-layouts.js';
import { CONFIRMATION_CODE } from './spelled-code.js';

/**
 * Confirmation codes: `ticket-event-XXXXXX-XXXXX`. Those of passes are
 * `pass-XXXXXX-XXXXX`. The eleven characters are the number of the ticket or the pass after a keyed
 * permutation. A code is unique because the number is, reveals nothing about the number, and needs no index, because
 * the permutation can be inverted.
 *
 * The permutation is a Feistel network over the two halves in modular arithmetic with AES-128 as the round
 * function and ten rounds, the shape of FF1 (NIST SP 800-38G, section 5.1) with halves of unequal size.
 */

/** Digits and lower-case letters without those that are easily confused: 0 o, 1 l i, u (v). */
export const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const BASE = ALPHABET.length;
const LEFT_LENGTH = 6;
const RIGHT_LENGTH = 5;
const LEFT_SIZE = BASE ** LEFT_LENGTH;
const RIGHT_SIZE = BASE ** RIGHT_LENGTH;
const ROUNDS = 10;
const BLOCK = 16;

/** Ticket numbers are 1 and above, and below those of passes; all are below this. */
export const TICKET_NUMBER_LIMIT = Number.MAX_SAFE_INTEGER;

/** Numbers of passes are drawn from here on: no ticket has one, not even in the year 9999. */
const FIRST_PASS_NUMBER = 2 ** 53 - 2 ** 49;

/** A number for a pass, drawn at random, so that none comes twice. */
export function drawPassNumber(): number {
  return FIRST_PASS_NUMBER + randomInt(2 ** 48 - 1);
}

/** Whether the number that a code spells is that of a pass. */
export function isPassNumber(number: number): boolean {
  return number >= FIRST_PASS_NUMBER;
}

export function passCode(spelled: string): string {
  return `pass-${spelled}`;
}

export type TicketType = 'event' | 'general';

export class ConfirmationCodes {
  readonly #cipher: Cipheriv;

  /** @param key 16 secret bytes; the same for as long as the museum exists. */
  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  }

  /** With the museum's own key. */
  static async open(store: Store, clock: Clock): Promise<ConfirmationCodes> {
    const secret = await secretOf(store, clock, 'confirmation-codes');
    return new ConfirmationCodes(Buffer.from(secret, 'base64').subarray(0, 16));
  }

  /** The eleven characters for each number, in the same order. Many at once cost hardly more than one. */
  spell(numbers: readonly number[]): string[] {
    let left = numbers.map((number) => Math.floor(number / RIGHT_SIZE));
    let right = numbers.map((number) => number % RIGHT_SIZE);
    for (let round = 0; round < ROUNDS; round += 2) {
      left = add(left, this.#scramble(round, right), LEFT_SIZE);
      right = add(right, this.#scramble(round + 1, left), RIGHT_SIZE);
    }
    return left.map(
      (value, index) => `${digits(value, LEFT_LENGTH)}-${digits(right[index] as number, RIGHT_LENGTH)}`,
    );
  }

  /**
   * The number that `code` spells, whole or only its eleven characters, however typed; undefined when it is no code.
   */
  read(code: string): number | undefined {
    const match = CONFIRMATION_CODE.exec(codeAsWritten(code));
    if (match === null) return undefined;
    let left = [numberOf(match[1] as string)];
    let right = [numberOf(match[2] as string)];
    for (let round = ROUNDS - 2; round >= 0; round -= 2) {
      right = subtract(right, this.#scramble(round + 1, left), RIGHT_SIZE);
      left = subtract(left, this.#scramble(round, right), LEFT_SIZE);
    }
    const number = (left[0] as number) * RIGHT_SIZE + (right[0] as number);
    return number >= 1 && number < TICKET_NUMBER_LIMIT ? number : undefined;
  }

  /** The round function: 48 pseudo-random bits for each half. */
  #scramble(round: number, halves: readonly number[]): number[] {
    const blocks = Buffer.alloc(halves.length * BLOCK);
    halves.forEach((half, index) => {
      blocks[index * BLOCK] = round;
      blocks.writeUInt32BE(half, index * BLOCK + BLOCK - 4);
    });
    const scrambled = this.#cipher.update(blocks);
    return halves.map((_, index) => scrambled.readUIntBE(index * BLOCK, 6));
  }
}

/** Whether `text` has the form of a code, with or without the prefix. The code need not exist. */
export function looksLikeConfirmationCode(text: string): boolean {
  return CONFIRMATION_CODE.test(inLowerCase(text));
}

/**
 * Normalises a typed code: in lower case, without what is around it. If it is none, but that of a scanner with another
 * keyboard layout that can mean one code only, then that code.
 */
export function codeAsWritten(typed: string): string {
  const plain = inLowerCase(typed);
  if (CONFIRMATION_CODE.test(plain)) return plain;
  return onlyReading(plain, CONFIRMATION_CODE) ?? plain;
}

function inLowerCase(typed: string): string {
  return withoutMarks(typed).toLowerCase();
}

export function confirmationCode(ticketType: TicketType, spelled: string): string {
  return `ticket-${ticketType}-${spelled}`;
}

function add(values: readonly number[], amounts: readonly number[], size: number): number[] {
  return values.map((value, index) => (value + (amounts[index] as number)) % size);
}

function subtract(values: readonly number[], amounts: readonly number[], size: number): number[] {
  return values.map((value, index) => (value + size - ((amounts[index] as number) % size)) % size);
}

function digits(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / BASE))
    text = ALPHABET[rest % BASE] + text;
  return text;
}

function numberOf(text: string): number {
  return [...text].reduce((value, character) => value * BASE + ALPHABET.indexOf(character), 0);
}
