/** Selling tickets and handing them out: what the house wires together. */
export { availabilityHandlers } from './availability.ts';
export { ConfirmationCodes } from '../codes/confirmation-code.ts';
export { createTicketPainter, type TicketPainter } from '../images/ticket-painter.ts';
export { isNeeded, KeyRing } from '../codes/key-ring.ts';
export { routePublicKeys } from '../doors/open/public-keys.ts';
export { ensureSigningKey, findKeys, type KeptKey, rotateKeys } from '../codes/signing-key-store.ts';
export { auditTickets } from './ticket-check.ts';
export { type TicketClaims, type TicketCodeRefusal, verifyTicketCode } from '../codes/ticket-code.ts';
export { requireEventOn, TicketImages } from '../images/ticket-images.ts';
export { BrokenKey, keysFromJwks, type TicketKey } from '../codes/ticket-keys.ts';
export { ticketHandlers } from '../doors/api/tickets.ts';
export { Till } from './till.ts';
