/** Cards of others, with which visitors come in. */
export {
  CARD_LIMITS,
  type Card,
  type CardFault,
  cardFaults,
  cardName,
  findCards,
  lockCards,
  MOST_CARDS,
  MOST_PER_DAY,
} from './card.ts';
export { listCards, setCards } from './card-actions.ts';
export { type CardIssuer, type CardLook, IssuerRefused, IssuerUnavailable } from './card-issuer.ts';
export {
  type CardList,
  findListed,
  findLists,
  type GateList,
  getListForGates,
  readGateList,
} from './card-list.ts';
export { cardIn } from './card-pattern.js';
export { CardReader, type ScannedCard } from './card-reader.ts';
export { CardSecrets } from './card-secrets.ts';
export { CARD_CHECKS, CARD_MODES, CARD_OFFLINE, type CardCheck, type CardMode } from './card-types.ts';
export { cardsJob } from './cards-job.ts';
export { checkCards } from './check-cards.ts';
export { type ImportingNumbers, importNumbers } from './import-numbers.ts';
export { issuerChannel } from './issuer-channel.ts';
export { MuseumPass, type MuseumPassOptions } from './museumpass.ts';
export {
  countTroubled,
  findTroubled,
  planRegistrations,
  type Registration,
  settleRegistration,
  takeBackRegistration,
} from './registration.ts';
