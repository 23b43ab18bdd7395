import type { Answer } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { requestHash } from '../../idempotency/idempotency.ts';
import type { HandlersOf, Request } from './route.ts';
import { noSuchTicket, requireEventOn, type TicketImages } from '../../images/ticket-images.ts';
import type { Till } from '../../tickets/till.ts';

export interface TicketRoutesOptions {
  readonly till: Till;
  readonly images: TicketImages;
}

export function ticketHandlers({
  till,
  images,
}: TicketRoutesOptions): HandlersOf<'buyMuseumTickets' | 'getTicketCode'> {
  return {
    buyMuseumTickets: ({ caller, header, body }) => {
      const key = header['idempotency-key'];
      const idempotent =
        key === undefined ? undefined : { caller, key, hash: requestHash('buyMuseumTickets', body) };
      return till.sell({ caller, purchase: body, idempotent });
    },

    getTicketCode: (request) => answerWithImage(images, request),
  };
}

async function answerWithImage(
  images: TicketImages,
  { path: { ticketId }, header, scope, caller }: Request<'getTicketCode'>,
): Promise<Answer> {
  const draft = await images.draft(ticketId);
  if (scope === 'own' && draft.soldBy !== caller.accountId) throw noSuchTicket(ticketId);
  requireEventOn(draft);
  const { status, headers } = draft;
  // Before anything is drawn: whoever has the picture already costs nothing.
  const known = readOnCondition({ headers: header }, draft);
  if (known.status === 304) return known;
  return { status, headers, body: await images.image(draft) };
}
