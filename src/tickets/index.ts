/** Selling tickets and handing them out: what the house wires together. */
export { ConfirmationCodes } from './confirmation-code.ts';
export { ticketHandlers } from './ticket-routes.ts';
export { Till } from './till.ts';
