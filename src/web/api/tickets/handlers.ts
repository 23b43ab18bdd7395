import { preferredOf } from '../../../http/accept.ts';
import type { Answer } from '../../../http/answer.ts';
import { readOnCondition } from '../../../http/conditional.ts';
import type { Sale } from '../../../orders/index.ts';
import type { SoldTicket } from '../../../tickets/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import { wantedOf } from '../wanted.ts';
import type { ticketOperations } from './operations.ts';
import { showPurchase } from './presenters.ts';

export function ticketHandlers({
  till,
  images,
  repeatable,
}: Parts<'till' | 'images' | 'repeatable'>): HandlersOf<keyof typeof ticketOperations> {
  return {
    buyMuseumTickets: ({ actor, header, body }) => {
      const { email, phone, ...item } = body;
      const key = header['idempotency-key'];
      return repeatable.answer<Sale>(
        { operationId: 'buyMuseumTickets', accountId: actor.accountId, key, body },
        {
          perform: (once) =>
            till.sell({
              seller: actor,
              items: [{ ...wantedOf(item), quantity: 1 }],
              buyer: { email, phone },
              once,
            }),
          show: showSale,
        },
      );
    },

    getTicketCode: async ({ actor, path: { ticketId } }, asked) => {
      const draft = await images.draft(actor, ticketId);
      const mediaType = preferredOf(asked.accept, PICTURES);
      const etag = `"${draft.tag}${TAG_ENDS[mediaType]}"`;
      const headers = { 'content-type': mediaType, etag, 'cache-control': 'private', vary: 'Accept' };
      // Checked before anything is drawn: a client that has the picture already costs nothing.
      const known = readOnCondition({ headers: asked }, { status: 200, headers });
      if (known.status === 304) return known;
      if (mediaType === 'application/pdf') return { ...known, body: await images.pdf(actor, [ticketId]) };
      const format = mediaType === 'image/png' ? 'png' : 'svg';
      return { ...known, body: await images.image(actor, draft, format) };
    },
  };
}

/** Each representation has a tag of its own (RFC 9110, section 8.8.3). */
const TAG_ENDS = { 'image/png': '', 'application/pdf': '-pdf', 'image/svg+xml': '-svg' } as const;
const PICTURES = ['image/png', 'application/pdf', 'image/svg+xml'] as const;

function showSale({ tickets }: Sale): Answer {
  const [sold] = tickets as readonly [SoldTicket];
  const location = `${BASE_PATH}/tickets/${sold.ticket.ticketId}/qr`;
  return success('buyMuseumTickets', showPurchase(sold), { location });
}
