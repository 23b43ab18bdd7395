import { randomInt } from 'node:crypto';
import { ALPHABET } from './confirmation-code.ts';
import { onlyReading, withoutMarks } from './keyboard-layouts.js';

const LENGTH = 6;
const SPELLING = /^(?:order-)?([2-9a-hjkmnp-tv-z]{6})$/;
const WHOLE = /^order-([2-9a-hjkmnp-tv-z]{6})$/;

/** A new order code, `order-XXXXXX`, in the letters of confirmation codes. Drawn at random, so one may come twice. */
export function drawOrderCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `order-${letters.join('')}`;
}

/**
 * The order code that was typed, whole or only its six letters, in upper or lower case; a whole one also by a scanner with another
 * keyboard layout. Undefined: it is none.
 */
export function readOrderCode(typed: string): string | undefined {
  const plain = withoutMarks(typed).toLowerCase();
  const [, letters] = SPELLING.exec(plain) ?? WHOLE.exec(onlyReading(plain, WHOLE) ?? '') ?? [];
  return letters && `order-${letters}`;
}
