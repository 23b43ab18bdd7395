import { signTicketCode } from '../../codes/index.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type BookingContact, cancellableUntil, type Order, type OrderRecord } from '../../orders/index.ts';
import { claimsOf, holds } from '../../tickets/index.ts';
import { utc, type Vacancies } from './availability.ts';
import { bookedId, bookedProduct } from './bookable.ts';
import type { BookingNow } from './booking-now.ts';
import type { Octo, View } from './octo-options.ts';
import { DEFAULT_OPTION, type OctoInput, type OctoOutput } from './operations.ts';
import { pricingOf } from './pricing.ts';
import { ticketsPath } from './tickets-file.ts';

type ShownBooking = OctoOutput<'getBooking'>;
type UnitItem = ShownBooking['unitItems'][number];
type Status = ShownBooking['status'];
type BookedOrder = OrderRecord['order'];
type TicketOfOrder = NonNullable<ReturnType<OrderRecord['tickets']['get']>>;

/** An order as a booking of OCTO, with its product and what is left of what it is for. */
export async function showBooking(
  octo: Octo,
  now: BookingNow,
  product: OctoOutput<'getProduct'>,
  vacancies: Vacancies,
  view: View,
): Promise<ShownBooking> {
  const { record, order, visit } = now;
  const { orderId, bookingUuid, reference, orderCode, createdAt, soldAt, expiresAt } = order;
  const tickets = [...now.tickets.values()];
  const status = statusOf(order, tickets, octo.selling.holds.now());
  const [option] = product.options as [ShownBooking['option']];
  const isHold = status === 'ON_HOLD' || status === 'EXPIRED';
  const utcRedeemedAt = status === 'REDEEMED' ? utc(Math.max(...tickets.flatMap(admittedAt))) : null;
  return {
    id: orderId,
    uuid: bookingUuid ?? orderId,
    testMode: false,
    resellerReference: reference,
    supplierReference: orderCode,
    status,
    utcCreatedAt: utc(createdAt),
    utcUpdatedAt: utc(changedAt(order, [...record.tickets.values()])),
    utcExpiresAt: isHold && expiresAt !== null ? utc(expiresAt) : null,
    utcRedeemedAt,
    utcConfirmedAt: soldAt === null ? null : utc(soldAt),
    productId: bookedProduct(order),
    product,
    optionId: DEFAULT_OPTION,
    option,
    cancellable: status === 'ON_HOLD' || (status === 'CONFIRMED' && mayCancel(octo, now)),
    cancellation: status === 'CANCELLED' ? cancellationOf(record, tickets) : null,
    freesale: false,
    availabilityId: bookedId(order),
    availability: {
      id: bookedId(order),
      localDateTimeStart: visit.start,
      localDateTimeEnd: visit.end,
      utcCutoffAt: utc(octo.times.bookedUntil(order, visit)),
      allDay: order.items[0]?.entryTime == null,
      ...vacancies,
      openingHours: [...visit.hours],
    },
    contact: showContact(order.contact),
    notes: order.notes,
    deliveryMethods: ['TICKET', 'VOUCHER'],
    voucher: {
      redemptionMethod: 'DIGITAL',
      utcRedeemedAt,
      deliveryOptions: tickets.some(({ state }) => holds(state))
        ? [
            {
              deliveryFormat: 'PDF_URL',
              deliveryValue: view.origin + ticketsPath(octo.secrets.secretOf(orderId)),
            },
          ]
        : [],
    },
    unitItems: await Promise.all(
      order.items.flatMap((item) =>
        item.ticketIds.map((ticketId) => showUnitItem(octo, now, item, ticketId, { status, option, view })),
      ),
    ),
    ...(view.withPricing && { pricing: pricingOf(order.items.map(ticketsAtPrice), order.currency) }),
  };
}

function ticketsAtPrice({ priceCents, vat, ticketIds }: Order['items'][number]) {
  return { priceCents, vat, quantity: ticketIds.length };
}

function mayCancel({ selling }: Octo, { order, tickets, visit }: BookingNow): boolean {
  const isUsed = [...tickets.values()].some((ticket) => ticket.isUsed);
  return !isUsed && selling.clock.now() <= cancellableUntil(order, visit, selling);
}

function cancellationOf(record: OrderRecord, tickets: readonly TicketOfOrder[]) {
  const { order } = record;
  const voided = tickets.find(({ madeVoid }) => madeVoid)?.madeVoid;
  return {
    refund: refundOf(record),
    reason: order.booking?.reason ?? (voided?.reason || null),
    utcCancelledAt: utc(endedAt(order, tickets) ?? changedAt(order, tickets)),
  };
}

interface OfBooking {
  readonly status: Status;
  readonly option: ShownBooking['option'];
  readonly view: View;
}

async function showUnitItem(
  { keys }: Octo,
  { order, tickets }: BookingNow,
  { category, priceCents, vat }: Order['items'][number],
  ticketId: Uuid,
  { status, option, view }: OfBooking,
): Promise<UnitItem> {
  const known = tickets.get(ticketId);
  const [redeemedAt] = known === undefined ? [] : admittedAt(known);
  const utcRedeemedAt = redeemedAt === undefined ? null : utc(redeemedAt);
  const code =
    known && isValid(known)
      ? await signTicketCode(claimsOf(known.ticket), await keys.signingFor(known.ticket.keyId))
      : undefined;
  return {
    uuid: ticketId,
    resellerReference: null,
    supplierReference: known?.ticket.confirmationCode ?? null,
    unitId: category,
    unit: option.units.find(({ id }) => id === category) as UnitItem['unit'],
    status: known === undefined ? status : statusOfTicket(known),
    utcRedeemedAt,
    contact: showContact(null),
    ticket: {
      redemptionMethod: 'DIGITAL',
      utcRedeemedAt,
      deliveryOptions: code === undefined ? [] : [{ deliveryFormat: 'QRCODE', deliveryValue: code }],
    },
    ...(view.withPricing && { pricing: pricingOf([{ priceCents, vat, quantity: 1 }], order.currency) }),
  };
}

function statusOf(
  { state, releasedBy, expiresAt }: BookedOrder,
  tickets: readonly TicketOfOrder[],
  holdsNow: number,
): Status {
  if (state === 'held') return (expiresAt ?? 0) > holdsNow ? 'ON_HOLD' : 'EXPIRED';
  if (state === 'released') return releasedBy === 'expiry' ? 'EXPIRED' : 'CANCELLED';
  const valid = tickets.filter(isValid);
  if (valid.length === 0) return 'CANCELLED';
  return valid.every((ticket) => statusOfTicket(ticket) === 'REDEEMED') ? 'REDEEMED' : 'CONFIRMED';
}

function statusOfTicket(ticket: TicketOfOrder): Status {
  if (!isValid(ticket)) return 'CANCELLED';
  return admittedAt(ticket).length > 0 ? 'REDEEMED' : 'CONFIRMED';
}

function isValid({ state }: TicketOfOrder): boolean {
  return state !== 'void' && state !== 'cancelled';
}

/** When the ticket came in first; empty: it never did. */
function admittedAt({ passages }: TicketOfOrder): number[] {
  const first = passages.find(({ direction }) => direction === 'in');
  return first === undefined ? [] : [first.at];
}

/** When it was released, or the last of its tickets became void. */
function endedAt({ releasedAt }: BookedOrder, tickets: readonly TicketOfOrder[]): number | null {
  const voided = tickets.flatMap(({ madeVoid }) => madeVoid?.voidedAt ?? []);
  return releasedAt ?? (voided.length > 0 ? Math.max(...voided) : null);
}

function changedAt(order: BookedOrder, tickets: readonly TicketOfOrder[]): number {
  const { createdAt, soldAt, booking } = order;
  return Math.max(createdAt, soldAt ?? 0, booking?.changedAt ?? 0, endedAt(order, tickets) ?? 0);
}

/** How much of what was invoiced was credited. */
function refundOf({ payments }: OrderRecord): 'FULL' | 'PARTIAL' | 'NONE' {
  const paid = payments.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
  const back = payments.reduce((sum, { cents }) => sum - Math.min(0, cents), 0);
  if (back === 0) return 'NONE';
  return back < paid ? 'PARTIAL' : 'FULL';
}

/** The contact of a booking, as a reseller tells it. */
export function contactOf(given: NonNullable<OctoInput<'reserve'>['body']['contact']>): BookingContact {
  return {
    fullName: given.fullName ?? null,
    firstName: given.firstName ?? null,
    lastName: given.lastName ?? null,
    emailAddress: given.emailAddress ?? null,
    phoneNumber: given.phoneNumber ?? null,
    locales: given.locales ?? [],
    postalCode: given.postalCode ?? null,
    country: given.country ?? null,
    notes: given.notes ?? null,
  };
}

const NOBODY = contactOf({});

function showContact(contact: BookingContact | null): ShownBooking['contact'] {
  const { locales, ...rest } = contact ?? NOBODY;
  return { ...rest, locales: [...locales] };
}
