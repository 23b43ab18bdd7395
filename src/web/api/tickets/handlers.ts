import type { DayRange } from '../../../core/calendar-day.ts';
import { findDayBatches } from '../../../events/index.ts';
import { preferredOf } from '../../../http/accept.ts';
import type { Answer } from '../../../http/answer.ts';
import { readOnCondition } from '../../../http/conditional.ts';
import type { TicketImages } from '../../../images/index.ts';
import { listOffers, type OfferTerms } from '../../../offers/index.ts';
import type { Sale, Till } from '../../../orders/index.ts';
import type { Store } from '../../../store/index.ts';
import type { SoldTicket } from '../../../tickets/index.ts';
import { BASE_PATH } from '../contract/index.ts';
import { dayPage, pageLinks, rangeOf } from '../day-pages.ts';
import { longList } from '../long-list.ts';
import { showAvailability, showPurchase } from '../presenters.ts';
import type { RepeatableRequests } from '../repeatable.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export interface TicketsOptions {
  readonly store: Store;
  readonly terms: OfferTerms;
  readonly till: Till;
  readonly images: TicketImages;
  readonly repeatable: RepeatableRequests;
}

export function ticketHandlers({
  store,
  terms,
  till,
  images,
  repeatable,
}: TicketsOptions): HandlersOf<'buyMuseumTickets' | 'getTicketCode' | 'getAvailability'> {
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
              items: [{ ...item, quantity: 1 }],
              buyer: { email, ...(phone !== undefined && { phone }) },
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

    getAvailability: async ({ actor, query }) => {
      const { startDate, endDate, page: number, limit, eventId, ticketType } = query;
      const page = dayPage(rangeOf(startDate ?? terms.calendar.today(), endDate), number, limit);
      const filters = { ...(eventId && { eventId }), ...(ticketType && { ticketType }) };
      const link = pageLinks(`${BASE_PATH}/availability`, page, filters);
      const pieces = page.days === undefined ? [] : await findDayBatches(store, page.days);
      const find = async (days: DayRange) => {
        const offers = await listOffers(store, actor, { ...days, ...filters }, terms);
        return offers.map(showAvailability);
      };
      return longList('getAvailability', pieces, find, { link });
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
