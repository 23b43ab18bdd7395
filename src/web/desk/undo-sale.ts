import { may } from '../../core/permissions.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type OrderRecord, voidOrder } from '../../orders/index.ts';
import type { TicketRecord } from '../../tickets/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { orderForm, recordOf } from './order.ts';
import { sellTexts } from './sell-texts.ts';

/** How long after a sale its seller can undo it with one press. */
const UNDO_MS = 10 * 60_000;

/** The order of a ticket that was sold just now, if the person may undo it. */
export async function undoableSale(
  desk: DeskRequest,
  sold: TicketRecord | undefined,
): Promise<Uuid | undefined> {
  const orderId = sold?.ticket.orderId;
  return orderId && isUndoable(desk, await recordOf(desk, orderId)) ? orderId : undefined;
}

/** Makes the sale void, and pays back what was paid for it in the same way. */
export const undoSale = orderForm(async (desk, orderId, { again }) => {
  const record = await recordOf(desk, orderId);
  const say = sellTexts(desk.language);
  if (record.order.state !== 'void') {
    if (!isUndoable(desk, record)) return again({ fault: say('undoOver'), status: 409 });
    const [refund] = record.payments; // a sale at the desk is paid in one way
    const undo = { reason: say('undoReason'), ...(refund && { refund }) };
    await desk.store.transaction((tx) => voidOrder(tx, desk.actor, orderId, undo, desk.selling));
  }
  return 'saleUndone';
});

function isUndoable({ actor, clock }: DeskRequest, { order, tickets }: OrderRecord): boolean {
  const isRecent = order.soldAt !== null && clock.now() - order.soldAt < UNDO_MS;
  const isUnused = [...tickets.values()].every(({ state }) => state === 'valid');
  const isOwn = order.soldBy === actor.accountId && may(actor.role, 'void-tickets');
  return isOwn && order.state === 'sold' && isRecent && isUnused;
}
