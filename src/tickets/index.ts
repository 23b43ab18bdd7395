/** Selling tickets and handing them out: what the house wires together. */
export { availabilityHandlers } from './availability.ts';
export { ConfirmationCodes } from './confirmation-code.ts';
export { createTicketPainter, type TicketPainter } from './image/ticket-painter.ts';
export { isNeeded, KeyRing } from './key-ring.ts';
export { routePublicKeys } from './public-keys.ts';
export { ensureSigningKey, findKeys, type KeptKey, rotateKeys } from './signing-key-store.ts';
export { auditTickets } from './ticket-audit.ts';
export { type TicketClaims, type TicketCodeRefusal, verifyTicketCode } from './ticket-code.ts';
export { requireEventOn, TicketImages } from './ticket-images.ts';
export { BrokenKey, keysFromJwks, type TicketKey } from './ticket-keys.ts';
export { ticketHandlers } from './ticket-routes.ts';
export { Till } from './till.ts';
