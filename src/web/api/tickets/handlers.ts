import type { Answer } from '../../../http/answer.ts';
import type { Sale } from '../../../orders/index.ts';
import type { SoldTicket } from '../../../tickets/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { answerPicture } from '../picture-answer.ts';
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
      return answerPicture(asked, draft.tag, (format) =>
        format === 'pdf' ? images.pdf(actor, [ticketId]) : images.image(actor, draft, format),
      );
    },
  };
}

function showSale({ tickets }: Sale): Answer {
  const [sold] = tickets as readonly [SoldTicket];
  const location = `${BASE_PATH}/tickets/${sold.ticket.ticketId}/qr`;
  return success('buyMuseumTickets', showPurchase(sold), { location });
}
