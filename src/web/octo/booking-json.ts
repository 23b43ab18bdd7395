import { type KeyRing, signTicketCode } from '../../codes/index.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type BookingContact, cancellableUntil, type Order, type OrderRecord } from '../../orders/index.ts';
import { claimsOf, mayAdmit } from '../../tickets/index.ts';
import { type PlacesLeft, utc } from './availability.ts';
import type { LocalTimes } from './bookable.ts';
import { availabilityIdOf, productOf } from './booking-ids.ts';
import { type AnswerOf, DEFAULT_OPTION } from './contract/index.ts';
import { pricingOf } from './pricing.ts';

type Booking = AnswerOf<'getBooking'>;
type UnitItem = Booking['unitItems'][number];
type Known = NonNullable<ReturnType<OrderRecord['tickets']['get']>>;

export interface ShowingOptions {
  readonly keys: KeyRing;
  readonly withPricing: boolean;
  readonly now: number;
  /** By the clock of holds. */
  readonly holdsNow: number;
  readonly partnerVoidHours: number;
  /** The address of its tickets as a PDF file. */
  readonly pdfAt: string;
  /** What is left of what it is for. */
  readonly left: PlacesLeft;
  readonly times: LocalTimes;
}

const NOBODY: BookingContact = {
  ...{ fullName: null, firstName: null, lastName: null, emailAddress: null, phoneNumber: null },
  ...{ locales: [], postalCode: null, country: null, notes: null },
};

/** An order as a booking of OCTO. */
export async function showBooking(
  record: OrderRecord,
  product: AnswerOf<'getProduct'>,
  options: ShowingOptions,
): Promise<Booking> {
  const { order } = record;
  const tickets = [...record.tickets.values()];
  const status = statusOf(order, tickets, options.holdsNow);
  const { booking, orderId, bookingUuid, reference, orderCode, createdAt, soldAt, expiresAt } = order;
  const option = product.options[0] as (typeof product.options)[number];
  const redeemedAt = status === 'REDEEMED' ? Math.max(...tickets.map((each) => admittedAt(each) ?? 0)) : null;
  if (booking === null) throw new Error('An order without a booking can’t be shown as one.');
  const { visit } = booking;
  return {
    id: orderId,
    uuid: bookingUuid ?? orderId,
    testMode: false,
    resellerReference: reference,
    supplierReference: orderCode,
    status,
    utcCreatedAt: utc(createdAt),
    utcUpdatedAt: utc(changedAt(order, tickets)),
    utcExpiresAt:
      (status === 'ON_HOLD' || status === 'EXPIRED') && expiresAt !== null ? utc(expiresAt) : null,
    utcRedeemedAt: redeemedAt === null ? null : utc(redeemedAt),
    utcConfirmedAt: soldAt === null ? null : utc(soldAt),
    productId: productOf(order),
    product,
    optionId: DEFAULT_OPTION,
    option,
    cancellable:
      status === 'ON_HOLD' ||
      (status === 'CONFIRMED' &&
        !tickets.some(({ state }) => state === 'admitted') &&
        options.now <= cancellableUntil(order, options)),
    cancellation:
      status === 'CANCELLED'
        ? {
            refund: refundOf(record),
            reason: booking.reason ?? tickets.find(({ madeVoid }) => madeVoid)?.madeVoid?.reason ?? null,
            utcCancelledAt: utc(endedAt(order, tickets) ?? changedAt(order, tickets)),
          }
        : null,
    freesale: false,
    availabilityId: availabilityIdOf(order),
    availability: {
      id: availabilityIdOf(order),
      localDateTimeStart: visit.start,
      localDateTimeEnd: visit.end,
      utcCutoffAt: utc(options.times.bookedUntil(order, visit)),
      allDay: order.items[0]?.entryTime == null,
      ...options.left,
      openingHours: [...visit.hours],
    },
    contact: showContact(order.contact),
    notes: order.notes,
    deliveryMethods: ['TICKET', 'VOUCHER'],
    voucher: {
      redemptionMethod: 'DIGITAL',
      utcRedeemedAt: redeemedAt === null ? null : utc(redeemedAt),
      deliveryOptions: tickets.some(({ state }) => mayAdmit(state))
        ? [{ deliveryFormat: 'PDF_URL', deliveryValue: options.pdfAt }]
        : [],
    },
    unitItems: await Promise.all(
      order.items.flatMap((item) =>
        item.ticketIds.map((ticketId) =>
          showUnit(
            ticketId,
            item,
            record.tickets.get(ticketId),
            status,
            option.units,
            order.currency,
            options,
          ),
        ),
      ),
    ),
    ...(options.withPricing && {
      pricing: pricingOf(
        order.items.map(({ priceCents, vat, ticketIds }) => ({
          priceCents,
          vat,
          quantity: ticketIds.length,
        })),
        order.currency,
      ),
    }),
  };
}

async function showUnit(
  ticketId: Uuid,
  { category, priceCents, vat }: Order['items'][number],
  known: Known | undefined,
  ofBooking: Booking['status'],
  units: UnitItem['unit'][],
  currency: string,
  { keys, withPricing }: ShowingOptions,
): Promise<UnitItem> {
  const redeemedAt = known && admittedAt(known);
  const utcRedeemedAt = redeemedAt === undefined ? null : utc(redeemedAt);
  const admits = known !== undefined && known.state !== 'void' && known.state !== 'cancelled';
  const code = admits && signTicketCode(claimsOf(known.ticket), await keys.signingFor(known.ticket.keyId));
  return {
    uuid: ticketId,
    resellerReference: null,
    supplierReference: known?.ticket.confirmationCode ?? null,
    unitId: category,
    unit: units.find(({ id }) => id === category) as UnitItem['unit'],
    status:
      known === undefined
        ? ofBooking
        : admits
          ? redeemedAt === undefined
            ? 'CONFIRMED'
            : 'REDEEMED'
          : 'CANCELLED',
    utcRedeemedAt,
    contact: showContact(null),
    ticket: {
      redemptionMethod: 'DIGITAL',
      utcRedeemedAt,
      deliveryOptions: code ? [{ deliveryFormat: 'QRCODE', deliveryValue: code }] : [],
    },
    ...(withPricing && { pricing: pricingOf([{ priceCents, vat, quantity: 1 }], currency) }),
  };
}

function statusOf(
  order: OrderRecord['order'],
  tickets: readonly Known[],
  holdsNow: number,
): Booking['status'] {
  const { state, releasedBy, expiresAt } = order;
  if (state === 'held') return (expiresAt ?? 0) > holdsNow ? 'ON_HOLD' : 'EXPIRED';
  if (state === 'released') return releasedBy === 'expiry' ? 'EXPIRED' : 'CANCELLED';
  const valid = tickets.filter((ticket) => ticket.state !== 'void' && ticket.state !== 'cancelled');
  if (valid.length === 0) return 'CANCELLED';
  return valid.every((ticket) => admittedAt(ticket) !== undefined) ? 'REDEEMED' : 'CONFIRMED';
}

/** When the ticket came in first. */
function admittedAt({ passages }: Known): number | undefined {
  return passages.find(({ direction }) => direction === 'in')?.at;
}

/** When it was released, or the last of its tickets became void. */
function endedAt({ releasedAt }: OrderRecord['order'], tickets: readonly Known[]): number | null {
  const voided = tickets.flatMap(({ madeVoid }) => madeVoid?.voidedAt ?? []);
  return releasedAt ?? (voided.length > 0 ? Math.max(...voided) : null);
}

function changedAt(order: OrderRecord['order'], tickets: readonly Known[]): number {
  const { createdAt, soldAt, booking } = order;
  return Math.max(createdAt, soldAt ?? 0, booking?.changedAt ?? 0, endedAt(order, tickets) ?? 0);
}

/** How much of what was invoiced was credited. */
function refundOf({ payments }: OrderRecord): 'FULL' | 'PARTIAL' | 'NONE' {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
  const paid = sum(payments.map(({ cents }) => Math.max(0, cents)));
  const back = -sum(payments.map(({ cents }) => Math.min(0, cents)));
  if (back === 0) return 'NONE';
  return back < paid ? 'PARTIAL' : 'FULL';
}

function showContact(contact: BookingContact | null): Booking['contact'] {
  const { locales, ...rest } = contact ?? NOBODY;
  return { ...rest, locales: [...locales] };
}
