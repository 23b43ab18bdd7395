import type { FastifyInstance } from 'fastify';
import type { OrderSecrets } from '../../codes/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import { send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { TicketImages } from '../../images/index.ts';
import { findOrdersById } from '../../orders/index.ts';
import type { Store } from '../../store/index.ts';
import { findTicketsOf, holds, recordsOf } from '../../tickets/index.ts';
import { OCTO_PATH } from './operations.ts';

export interface TicketsFileOptions {
  readonly store: Store;
  readonly days: MuseumDays;
  readonly secrets: OrderSecrets;
  readonly images: TicketImages;
}

/** The path of a booking's tickets as a PDF file, for whoever knows the secret of the order. */
export function ticketsPath(secret: string): string {
  return `${OCTO_PATH}/tickets/${secret}.pdf`;
}

/** Routes it. It needs no token: the reseller passes the address on to the visitor. */
export function routeTickets(
  app: FastifyInstance,
  { store, days, secrets, images }: TicketsFileOptions,
): void {
  app.get(`${OCTO_PATH}/tickets/:file`, { config: { countedAs: 'octo' } }, async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    const orderId = file.endsWith('.pdf') ? secrets.orderIdOf(file.slice(0, -'.pdf'.length)) : undefined;
    const order = orderId && (await findOrdersById(store, [orderId])).get(orderId);
    const sold = order?.bookingUuid ? await findTicketsOf(store, [order.orderId]) : [];
    const records = await recordsOf(store, sold, await days.current());
    const valid = records.filter(({ state }) => holds(state)).map(({ ticket }) => ticket.ticketId);
    if (order === undefined || valid.length === 0)
      throw new HttpRefusal('not-found', { missing: 'operation' });
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${order.orderCode}.pdf"`,
      'cache-control': 'private, no-store',
    };
    const seller = { accountId: order.soldBy, role: 'partner', channel: 'octo' } as const;
    send(request, reply, { status: 200, headers, body: await images.pdf(seller, valid) });
  });
}
