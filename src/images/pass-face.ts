import { oneLine } from '../core/name.js';
import type { Words } from '../core/words.ts';
import type { Pass, PassType } from '../passes/index.ts';
import { passFaceTexts } from './pass-face-texts.ts';
import type { TicketFace } from './ticket-face.ts';

/** The face of a pass without its code. Its holder is not on it: a picture is easily passed on. */
export function faceOfPass(
  { persons, from, to, priceCents, currency, passCode }: Pass,
  { name, names }: Pick<PassType, 'name' | 'names'>,
  museumName: string,
  words: Words,
): Omit<TicketFace, 'code'> {
  const say = passFaceTexts(words.language);
  return {
    museumName: oneLine(museumName),
    title: oneLine(names[words.language] ?? name),
    location: say('persons', { count: persons }),
    date: say('valid', { from: words.day(from), to: words.day(to) }),
    price: words.money(priceCents, currency),
    currency,
    confirmationCode: passCode,
  };
}
