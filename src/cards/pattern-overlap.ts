import { ALPHABET } from '../codes/index.ts';
import { skipping } from './card-pattern.js';
import type { PatternStep } from './card-types.ts';

/**
 * Whether one text has both forms: exactly, by walking through both at once. A walk stands at one of some 61 places in each.
 */
export function canOverlap(one: readonly PatternStep[], other: readonly PatternStep[]): boolean {
  const seen = new Set<string>();
  const next: [number, number][] = [[0, 0]];
  for (let pair = next.pop(); pair !== undefined; pair = next.pop()) {
    const [places, others] = [skipping(one, new Set([pair[0]])), skipping(other, new Set([pair[1]]))];
    if (places.has(one.length) && others.has(other.length)) return true;
    for (const place of places)
      for (const otherPlace of others) {
        const key = `${place} ${otherPlace}`;
        if (seen.has(key) || !haveCommonSign(one[place], other[otherPlace])) continue;
        seen.add(key);
        next.push([place + 1, otherPlace + 1]);
      }
  }
  return false;
}

function haveCommonSign(one: PatternStep | undefined, other: PatternStep | undefined): boolean {
  return (
    one !== undefined && other !== undefined && [...one.signs].some((sign) => other.signs.includes(sign))
  );
}

const HEXADECIMAL = '0123456789ABCDEF';
const spelled = ALPHABET.toUpperCase();
const ELEVEN = many(spelled, 11);

/** Codes of tickets and passes as people spell them: whole or their last eleven characters, without the marks between them. */
const SPELLED_CODES = ['', 'TICKET', 'TICKETGENERAL', 'TICKETEVENT', 'PASS'].map((prefix) => [
  ...literally(prefix),
  ...ELEVEN,
]);

/** Those that are read only as they are written: the ids of tickets, and the codes of orders. */
const WRITTEN_CODES = [
  [8, 4, 4, 4, 12].flatMap((length, at) => [...literally(at === 0 ? '' : '-'), ...many(HEXADECIMAL, length)]),
  [...literally('ORDER-'), ...many(spelled, 6)],
];

/** Whether a text of that form could be read as a code of the museum's own. A ticket's QR is longer than any card's number. */
export function canBeOwnCode(steps: readonly PatternStep[]): boolean {
  const unmarked = steps.filter(({ signs }) => /[\p{L}\p{N}]/u.test(signs));
  return (
    SPELLED_CODES.some((code) => canOverlap(unmarked, code)) ||
    WRITTEN_CODES.some((code) => canOverlap(steps, code))
  );
}

function literally(text: string): PatternStep[] {
  return [...text].map((signs) => ({ signs, isOptional: false }));
}

function many(signs: string, count: number): PatternStep[] {
  return Array.from({ length: count }, () => ({ signs, isOptional: false }));
}
