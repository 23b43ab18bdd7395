import { instant } from '../../core/clock.ts';
import { fromCents } from '../../core/money.ts';
import type { Delivery } from '../../deliveries/index.ts';
import type { Gift } from '../../gifts/index.ts';
import type { OrderRecord } from '../../orders/index.ts';
import type { KnownPass } from '../../passes/index.ts';
import type { KnownPerson } from '../../privacy/index.ts';
import type { TicketRecord } from '../../tickets/index.ts';
import type { CheckIn } from '../../visits/index.ts';
import { presentOrder } from './orders/presenters.ts';
import { presentPass } from './passes/presenters.ts';
import { presentTicket } from './tickets/presenters.ts';

/** All that is stored about a visitor, as it is handed out: JSON with times in UTC. */
export function personFile(
  email: string,
  { tickets, orders, scans, mails, gifts, passes }: KnownPerson,
  now: number,
): object {
  return {
    email,
    exportedAt: instant(now),
    tickets: tickets.map(asTicket),
    orders: orders.map(asOrder),
    scans: scans.map(asScan),
    mails: mails.map(asMail),
    gifts: gifts.map(asGift),
    passes: passes.map(presentPass),
  };
}

function asTicket(record: TicketRecord): object {
  const { ticket, state, eventName, contact, madeVoid, replaces, replacedBy } = record;
  return {
    ...presentTicket(ticket, eventName),
    state,
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    ...(madeVoid !== undefined && { voidedAt: instant(madeVoid.voidedAt) }),
    ...(madeVoid?.reason && { voidReason: madeVoid.reason }),
    ...(replaces !== undefined && { replaces }),
    ...(replacedBy !== undefined && { replacedBy }),
  };
}

/** With what a reseller has said of its buyer. */
function asOrder(record: OrderRecord): object {
  const { contact, notes } = record.order;
  return { ...presentOrder(record), ...(contact !== null && { contact }), ...(notes !== null && { notes }) };
}

function asScan({ ticket, at, gate, direction, verdict, reason, override, undoneAt }: CheckIn): object {
  return {
    ticketId: ticket?.ticketId,
    at: instant(at),
    gate,
    direction,
    verdict,
    ...(reason !== null && { reason }),
    ...(override !== null && { override }),
    ...(undoneAt !== null && { undoneAt: instant(undoneAt) }),
  };
}

function asMail({ deliveryId, kind, state, madeAt, settledAt }: Delivery): object {
  return {
    mailId: deliveryId,
    about: kind,
    state,
    plannedAt: instant(madeAt),
    ...(settledAt !== null && { settledAt: instant(settledAt) }),
  };
}

/** All that is stored about a pass, as it is handed out. */
export function passFile(pass: KnownPass, now: number): object {
  return { exportedAt: instant(now), passes: [presentPass(pass)] };
}

/** Without its code, which is money. */
function asGift({ orderId, item, cents, currency, message, recipient, soldAt }: Gift): object {
  return {
    orderId,
    index: item,
    amount: fromCents(cents),
    currency,
    ...(message !== null && { message }),
    ...(recipient !== null && { to: recipient }),
    soldAt: instant(soldAt),
  };
}
