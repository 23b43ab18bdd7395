/** Selling tickets and handing them out: what the house wires together. */
export { availabilityHandlers } from './availability.ts';
export { ConfirmationCodes } from './confirmation-code.ts';
export { ticketHandlers } from './ticket-routes.ts';
export { Till } from './till.ts';
