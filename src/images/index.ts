/** Pictures of tickets. */
export { TicketImages } from './ticket-images.ts';
export { TicketPainter } from './ticket-painter.ts';
