import { keysetPages, type Queries } from '../store/index.ts';
import { cardFaults, findCards, findOverlap } from './card.ts';
import { countListed, findLists } from './card-list.ts';

const VISITS_AT_ONCE = 1_000;

/** Reads the patterns, counts the lists again, and looks for the check-in of each visit that an issuer is told of. */
export async function* checkCards(queries: Queries): AsyncGenerator<string> {
  const cards = await findCards(queries);
  for (const { index } of cardFaults(cards)) yield `The pattern of the card ${cards[index]?.card} is wrong.`;
  const overlap = findOverlap(cards);
  if (overlap !== undefined) yield `A number could be of the card ${overlap[0]} and of ${overlap[1]}.`;
  for (const { card, numbers } of (await findLists(queries)).values()) {
    const counted = await countListed(queries, card);
    if (counted !== numbers)
      yield `The list of the card ${card} says that it has ${numbers} numbers, but it has ${counted}.`;
  }
  yield* checkVisits(queries);
}

async function* checkVisits(queries: Queries): AsyncGenerator<string> {
  const select = 'SELECT check_in_id, state, number FROM card_registrations';
  for await (const page of keysetPages<VisitRow>(queries, select, ['check_in_id'], VISITS_AT_ONCE))
    for (const { check_in_id, state, number } of page) {
      if (number === null && (state === 'waiting' || state === 'sent'))
        yield `The issuer is to be told of the check-in ${check_in_id}, but its card’s number is gone.`;
      if (number !== null && !KEEP_NUMBER.includes(state))
        yield `The issuer needs not be told of the check-in ${check_in_id}, but its card’s number is kept.`;
    }
}

const KEEP_NUMBER = ['waiting', 'sent', 'lost'];

interface VisitRow {
  readonly check_in_id: string;
  readonly state: string;
  readonly number: string | null;
}
