/** Selling tickets, and what can be sold. */
export { type DayAvailability, listAvailability } from './availability.ts';
export type { KeptAnswer, Order, OrderOutcome, Seller } from './ring-up.ts';
export { findWithdrawal, type Withdrawal } from './standing.ts';
export type { Contact, Purchase, SoldTicket, Ticket } from './ticket.ts';
export { checkTickets } from './ticket-check.ts';
export { findTicket } from './ticket-store.ts';
export { Till } from './till.ts';
