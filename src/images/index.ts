/** Pictures of tickets. */
export { type TicketDraft, TicketImages } from './ticket-images.ts';
export { createTicketPainter, type TicketPainter } from './ticket-painter.ts';
