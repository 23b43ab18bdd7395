import { catalogue } from '../core/texts.ts';

/** Why museumPASSmusées does not allow a visit, behind the name of the card. */
export const museumPassTexts = catalogue('museumpass', {
  unknown: 'there is no pass with this number.',
  EXPIRED: 'the pass has expired.',
  MAXIMUM_UNREGISTERED_VISITS_REACHED: 'the pass must be registered first.',
  CARD_BLOCKED: 'the card is blocked.',
  PASSHOLDER_BLOCKED: 'its holder is blocked.',
  other: 'not allowed.',
});
