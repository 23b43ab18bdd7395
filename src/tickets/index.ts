/** Selling tickets, and what becomes of them. */
export {
  addContacts,
  type Contact,
  ContactHashes,
  changeEmail,
  countAddresses,
  countContactsOf,
  countContactsUpTo,
  findContacts,
  findKeptContacts,
  findReachable,
  findSalesToCome,
  forgetContacts,
  hasUnhashed,
  keepContacts,
  type Reachable,
  saveLastMailed,
  saveMailIds,
} from './contacts.ts';
export { findTickets, type TicketFinder } from './find-tickets.ts';
export { findHolders, findLastPassed, findNextTickets, type Holder } from './holders.ts';
export {
  addImportedCodes,
  checkImportedCodes,
  chooseImported,
  findImported,
  findImportedCodes,
  findImportedId,
  type ImportDetails,
  type ImportedCode,
  type ImportedRange,
  importedFor,
} from './imported-codes.ts';
export { includeEntry } from './include-entry.ts';
export {
  findJoinedOrders,
  findOrderIds,
  findSoldItself,
  findUnjoined,
  joinOrder,
  type Replacement,
} from './joined-tickets.ts';
export {
  findPostponed,
  findPostponedFrom,
  findPostponements,
  moveTickets,
  type Postponed,
} from './postponed.ts';
export {
  findCalledOffFor,
  findCancelled,
  findSalesCalledOff,
  findStandings,
  holds,
  IS_CANCELLED,
  IS_FOR_CALLED_OFF,
  recordStandings,
  type Standing,
  type StandingDetails,
  standingOf,
  TICKET_STATES,
  type TicketState,
} from './standing.ts';
export { CANCELLING, findStandingChanges, type StandingChanges } from './standing-changes.ts';
export {
  addTickets,
  claimsOf,
  findFirstSale,
  findNextNumber,
  findTicket,
  findTicketsBetween,
  findTicketsByIds,
  findTicketsByNumber,
  findTicketsFor,
  findTicketsOf,
  HIGHEST_NUMBER,
  isJoined,
  listTickets,
  lockTickets,
  nextTicketDay,
  ORDER_OF_TICKET,
  orderOf,
  PRODUCT_OF_TICKET,
  reserveNumbers,
  type SoldTicket,
  sellerOf,
  type Ticket,
  ticketsFor,
} from './ticket.ts';
export { checkTickets } from './ticket-check.ts';
export {
  ADMITS_TO,
  chooseFacts,
  type FactName,
  factLine,
  factTexts,
  type KnownTicket,
  stateText,
  type TicketFact,
  type TicketFacts,
  ticketFacts,
} from './ticket-facts.ts';
export { findAbout, getTicketHistory, type TicketHappening, withTicketIds } from './ticket-history.ts';
export {
  findCategoriesOf,
  findRelated,
  freesPlace,
  getTicket,
  isExchangeable,
  recordsOf,
  type TicketRecord,
} from './ticket-record.ts';
export {
  countEntryPlaces,
  countHolding,
  type SoldAlike,
  sumsByDay,
  sumUpRange,
  sumUpTickets,
  type TicketSum,
  type TicketsOfKey,
  ticketsByKey,
} from './ticket-sums.ts';
export { findUnused, findUsed, requireUnused } from './used.ts';
export {
  BECAUSE_VOID,
  type BecauseVoid,
  findReplaced,
  findVoids,
  findVoidsOfBefore,
  findVoidsOn,
  isVoid,
  type TicketVoid,
  type VoidOnDay,
} from './voids.ts';
export { writeVoid } from './write-void.ts';
