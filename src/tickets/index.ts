/** Selling tickets, and what becomes of them. */
export { ContactHashes, hasUnhashed } from './contact-hashes.ts';
export { factTexts } from './fact-texts.ts';
export { findTickets, type TicketFinder } from './find-tickets.ts';
export { findReachable, forgetContacts, nextTicketDay } from './forget-contacts.ts';
export { countAddresses } from './holders.ts';
export type { Seller } from './sell-batch.ts';
export type { Purchase, SoldTicket, Ticket } from './ticket.ts';
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
  findFirstSale,
  findTicket,
  findTicketsBetween,
  findTicketsByNumber,
  findTicketsOn,
  HIGHEST_NUMBER,
  lockTickets,
  sumUpTickets,
} from './ticket-store.ts';
export { Till } from './till.ts';
export { findReplaced, findVoids, findVoidsOn, isVoid, type TicketVoid } from './void-store.ts';
export { voidTicket } from './void-ticket.ts';
