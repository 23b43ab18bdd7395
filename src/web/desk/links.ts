import type { FastifyRequest } from 'fastify';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import { ticketTexts } from './ticket-texts.ts';

/** Where people without a ticket are counted. */
export const COUNT = '/desk/count';

/** Where a gift voucher is looked up. The code is posted, so that it gets into no URL. */
export const GIFTS = '/desk/gifts';

export function countAddress(visitId: string): string {
  return `${COUNT}/${visitId}`;
}

export function ticketAddress(ticketId: string | undefined): string {
  return `/desk/tickets/${ticketId}`;
}

export function orderAddress(orderId: string): string {
  return `/desk/orders/${orderId}`;
}

export function eventAddress(eventId: string): string {
  return `/desk/events/${eventId}`;
}

export function eventLink(eventId: string, name: string): Html {
  return html`<a href="${eventAddress(eventId)}" dir="auto">${name}</a>`;
}

export function ticketLink(ticket: { readonly ticketId: string; readonly confirmationCode: string }): Html {
  return html`<a class="unbroken" href="${ticketAddress(ticket.ticketId)}">${ticket.confirmationCode}</a>`;
}

export function orderLink(orderId: string, orderCode: string | null | undefined): Html {
  return html`<a class="unbroken" href="${orderAddress(orderId)}">${orderCode}</a>`;
}

/** The buttons that print tickets, or show them as a file. */
export function printLinks(
  language: Language,
  ticketIds: readonly string[],
  print = ticketTexts(language)('reprint'),
): Html {
  return html`
    <a class="button" href="${printAddress(ticketIds)}">${print}</a>
    <a class="button" href="/desk/print.pdf?tickets=${ticketIds.join(',')}">${ticketTexts(language)('pdf')}</a>
  `;
}

export function printAddress(ticketIds: readonly string[]): string {
  return `/desk/print?tickets=${ticketIds.join(',')}`;
}

/** @throws HttpRefusal not-found when they are no ids */
export function idsIn(text: string): Uuid[] {
  const ids = text.split(',').map(parseUuid);
  if (ids.some((id) => id === undefined)) throw new HttpRefusal('not-found', { missing: 'operation' });
  return ids as Uuid[];
}

/** The id in a path parameter of the desk. @throws HttpRefusal not-found when it is no UUID */
export function pathId(
  { params }: FastifyRequest,
  name: 'batchId' | 'ticketId' | 'eventId' | 'orderId' | 'webhookId' | 'deliveryId' | 'accountId' | 'visitId',
): Uuid {
  const id = parseUuid((params as Record<string, string>)[name] ?? '');
  if (id === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return id;
}
