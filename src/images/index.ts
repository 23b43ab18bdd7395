/** Pictures of tickets. */
export { drawSvg, isSvg, type Logo, readLogo } from './logo.ts';
export { TicketImages } from './ticket-images.ts';
export { PRELOADS, TicketPainter } from './ticket-painter.ts';
export { ticketsPdf } from './ticket-pdf.ts';
