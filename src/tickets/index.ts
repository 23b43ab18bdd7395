/** Selling tickets, and what becomes of them. */
export { ContactHashes, hasUnhashed } from './contact-hashes.ts';
export { factTexts } from './fact-texts.ts';
export { findTickets, type TicketFinder } from './find-tickets.ts';
export { findReachable, forgetContacts, nextTicketDay } from './forget-contacts.ts';
export { countAddresses } from './holders.ts';
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
export { findRelated } from './related-tickets.ts';
export { sumsByDay } from './sums-by-day.ts';
export { type Contact, claimsOf, type SoldTicket, type Ticket } from './ticket.ts';
export { findCategoriesOf } from './ticket-categories.ts';
export { checkTickets } from './ticket-check.ts';
export { findAbout, withTicketIds } from './ticket-entries.ts';
export {
  ADMITS_TO,
  chooseFacts,
  type FactName,
  factLine,
  type KnownTicket,
  type TicketFacts,
  ticketFacts,
} from './ticket-facts.ts';
export { getTicketHistory, type TicketHappening } from './ticket-history.ts';
export {
  freesPlace,
  getTicket,
  isExchangeable,
  mayAdmit,
  recordsOf,
  type TicketRecord,
  type TicketState,
} from './ticket-record.ts';
export {
  addContacts,
  addTickets,
  changeEmail,
  findContacts,
  findFirstSale,
  findNextNumber,
  findTicket,
  findTicketsBetween,
  findTicketsByIds,
  findTicketsByNumber,
  findTicketsFor,
  findTicketsOf,
  HIGHEST_NUMBER,
  listTickets,
  lockTickets,
  reserveNumbers,
  sumUpTickets,
  type TicketSum,
  ticketsFor,
} from './ticket-store.ts';
export { type TicketsOfKey, ticketsByKey } from './tickets-by-key.ts';
export { findReplaced, findVoids, findVoidsOn, isVoid, type TicketVoid } from './void-store.ts';
export { findUnused, findUsed, requireUnused, writeVoid } from './void-ticket.ts';
