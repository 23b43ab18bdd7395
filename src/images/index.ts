/** Pictures of tickets. */
export { type Logo, readLogo } from './logo.ts';
export { TicketImages } from './ticket-images.ts';
export { TicketPainter } from './ticket-painter.ts';
export { ticketsPdf } from './ticket-pdf.ts';
