import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { Problem } from '../core/problem.ts';
import { findEventOfTicket } from '../events/index.ts';
import type { Answer } from '../http/answer.ts';
import { entityTag } from '../http/conditional.ts';
import { requestHash } from '../http/idempotency.ts';
import type { HandlersOf, Request } from '../http/route.ts';
import type { Store } from '../store/index.ts';
import type { Ticket } from './ticket.ts';
import { findTicket } from './ticket-store.ts';
import type { Till } from './till.ts';

export interface TicketRoutesOptions {
  readonly store: Store;
  readonly till: Till;
}

export function ticketHandlers({
  store,
  till,
}: TicketRoutesOptions): HandlersOf<'buyMuseumTickets' | 'getTicketCode'> {
  return {
    buyMuseumTickets: ({ caller, header, body }) => {
      const key = header['idempotency-key'];
      const idempotent =
        key === undefined ? undefined : { caller, key, hash: requestHash('buyMuseumTickets', body) };
      return till.sell({ caller, purchase: body, idempotent });
    },

    getTicketCode: async (request) => {
      const ticket = await getVisibleTicket(store, request);
      const sold = ticket.eventId === null ? undefined : await findEventOfTicket(store, ticket.eventId);
      if (sold?.isCancelled) throw eventCancelled(ticket);
      return imageAnswer(
        await sharp(Buffer.from(renderSVG(ticket.ticketId, { ecc: 'M', border: 4 })))
          .resize(600)
          .png()
          .toBuffer(),
      );
    },
  };
}

/** @throws Problem ticket-not-found, also for a ticket that this caller may not see */
async function getVisibleTicket(
  store: Store,
  { path, scope, caller }: Request<'getTicketCode'>,
): Promise<Ticket> {
  const ticket = await findTicket(store, path.ticketId);
  if (ticket === undefined || (scope === 'own' && ticket.soldBy !== caller.accountId)) {
    throw new Problem(
      'ticket-not-found',
      `No ticket that this account may see has the ticketId ${path.ticketId}.`,
    );
  }
  return ticket;
}

function eventCancelled({ ticketId }: Ticket): Problem {
  return new Problem(
    'event-cancelled',
    `The event of ticket ${ticketId} was cancelled, so the ticket admits no one.`,
  );
}

function imageAnswer(image: Uint8Array): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'image/png', etag: entityTag(image), 'cache-control': 'private' },
    body: image,
  };
}
