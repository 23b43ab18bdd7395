import { randomInt } from 'node:crypto';
import { ALPHABET } from './confirmation-code.ts';

const LENGTH = 6;
const SPELLING = /^(?:order-)?([2-9a-hjkmnp-tv-z]{6})$/;

/** A new order code, `order-XXXXXX`, in the letters of confirmation codes. Drawn at random, so one may come twice. */
export function drawOrderCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `order-${letters.join('')}`;
}

/** The order code that was typed, whole or only its six letters, in upper or lower case; undefined: it is none. */
export function readOrderCode(typed: string): string | undefined {
  const [, letters] = SPELLING.exec(typed.trim().toLowerCase()) ?? [];
  return letters && `order-${letters}`;
}
