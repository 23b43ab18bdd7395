/** Pictures of tickets and gift vouchers. */
export { GiftPdfs, type PrintedGift } from './gift-pdf.ts';
export { drawSvg, isSvg, type Logo, readLogo } from './logo.ts';
export { TicketImages } from './ticket-images.ts';
export { PRELOADS, TicketPainter } from './ticket-painter.ts';
export { ticketsPdf } from './ticket-pdf.ts';
