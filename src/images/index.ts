/** Pictures of tickets. */
export { TicketImages } from './ticket-images.ts';
export { createTicketPainter } from './ticket-painter.ts';
