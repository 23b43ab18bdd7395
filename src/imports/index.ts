/** Tickets that were sold in another system, taken over with their codes. */
export { ImportRefused } from './import-row.ts';
export { importTickets } from './import-tickets.ts';
export { type ImportFault, MOST_IMPORTED, readImport, type TicketToImport } from './read-import.ts';
export { IMPORT_FORMATS, type ImportFormat } from './read-lines.ts';
