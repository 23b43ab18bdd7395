// @ts-check
/**
 * What the numbers of a card look like. Plain JavaScript, because the gate's page runs this very file.
 *
 * `#{n}` or `#{n,m}` stands for digits, `@{n}` or `@{n,m}` for letters A to Z; `\` takes the next sign as it is, and all else is
 * itself. A pattern is a list of steps, each a set of signs, so that a text is read in one pass, whatever the pattern.
 *
 * @import { CardCheck, PatternFault, PatternStep } from './card-types.ts'
 */
import { isRightNumber } from './check-digit.js';

export const MOST_RUNS = 20;
/** How many characters a number may have. */
export const LONGEST_NUMBER = 60;

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const RUN = /^([#@])\{(\d{1,4})(?:,(\d{1,4}))?\}/;

/**
 * @param {string} pattern
 * @returns {readonly PatternStep[] | PatternFault} a fault: it is none
 */
export function stepsOf(pattern) {
  /** @type {PatternStep[]} */
  const steps = [];
  let runs = 0;
  for (let at = 0; at < pattern.length; ) {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (sign === '#' || sign === '@') {
      const [run, kind, least = '', most = least] = RUN.exec(pattern.slice(at)) ?? [];
      if (run === undefined) return 'bare';
      const [from, to] = [Number(least), Number(most)];
      if (to === 0) return 'zero';
      if (from > to) return 'bounds';
      if (++runs > MOST_RUNS) return 'runs';
      if (steps.length + to > LONGEST_NUMBER) return 'long';
      const signs = kind === '#' ? DIGITS : LETTERS;
      for (let place = 0; place < to; place++) steps.push({ signs, isOptional: place >= from });
      at += run.length;
    } else {
      const escapes = sign === '\\';
      const literal = escapes ? [...pattern.slice(at + 1)][0] : sign;
      if (literal === undefined) return 'escape';
      for (const signs of literal.toUpperCase()) steps.push({ signs, isOptional: false });
      at += literal.length + (escapes ? 1 : 0);
    }
    if (steps.length > LONGEST_NUMBER) return 'long';
  }
  return steps.every(({ isOptional }) => isOptional) ? 'empty' : steps;
}

/**
 * The number that was scanned or typed, as it is compared.
 * @param {string} text
 */
export function cardNumber(text) {
  return text.trim().toUpperCase();
}

/**
 * Whether all of it has that form.
 * @param {readonly PatternStep[]} steps
 * @param {string} number in capitals, without white space around it
 */
export function hasForm(steps, number) {
  if (number.length > 2 * LONGEST_NUMBER) return false;
  let places = skipping(steps, new Set([0]));
  for (const sign of number) {
    const next = [...places].filter((place) => steps[place]?.signs.includes(sign)).map((place) => place + 1);
    places = skipping(steps, new Set(next));
  }
  return places.has(steps.length);
}

/**
 * The places, and those that are reached from there without a sign.
 * @param {readonly PatternStep[]} steps
 * @param {Set<number>} places which is added to
 */
export function skipping(steps, places) {
  for (const place of places) if (steps[place]?.isOptional) places.add(place + 1);
  return places;
}

/**
 * The card whose number the text is, with the number. Of two cards no pattern can match the same, so there is but one.
 * @template {{ readonly pattern: string, readonly check?: CardCheck | null | undefined }} Card
 * @param {readonly Card[]} cards
 * @param {string} text
 * @returns {{ readonly card: Card, readonly number: string, readonly isRight: boolean } | undefined} isRight: as its check digit says
 */
export function cardIn(cards, text) {
  const number = cardNumber(text);
  for (const card of cards) {
    const steps = stepsOf(card.pattern);
    if (typeof steps === 'string' || !hasForm(steps, number)) continue;
    return { card, number, isRight: isRightNumber(card.check ?? undefined, number) };
  }
  return undefined;
}
