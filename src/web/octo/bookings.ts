import { randomUUID } from 'node:crypto';
import { type Chosen, wantedItems } from '../../basket/index.ts';
import { readOrderCode } from '../../codes/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import {
  cancelBooking,
  changeBooking,
  confirmBooking,
  findBooking,
  findBookings,
  HOLD_LIMITS,
  isFor,
  MOST_TICKETS,
  type Order,
  type Seller,
  type WantedItem,
} from '../../orders/index.ts';
import { getBookable, noSuchUnit, requireCurrency, vacanciesFor } from './availability.ts';
import { type Bookable, bookablePrices, bookedId, bookedProduct } from './bookable.ts';
import { contactOf, showBooking } from './booking-json.ts';
import { type BookingNow, bookingsNow } from './booking-now.ts';
import { OctoError } from './errors.ts';
import type { Octo, OctoHandlers, OctoRequest, View } from './octo-options.ts';
import { DEFAULT_OPTION, type OctoInput, type OctoOutput } from './operations.ts';
import { productsOfBookings } from './products.ts';

type ShownBooking = OctoOutput<'getBooking'>;
type NewBookingBody = OctoInput<'reserve'>['body'];
type UnitItems = NewBookingBody['unitItems'];
/** A request about one booking. */
type AboutOne = View & { readonly seller: Seller; readonly path: { readonly uuid: string } };

const MINUTE_MS = 60_000;
const USUAL_HOLD_MINUTES = 30;
/** The standard knows no pages. */
const MOST_LISTED = 500;

/** The bookings of resellers: orders, as OCTO has them. */
export const bookingHandlers: OctoHandlers<
  | 'reserve'
  | 'findBookings'
  | 'getBooking'
  | 'updateBooking'
  | 'confirmBooking'
  | 'cancelBooking'
  | 'extendBooking'
> = {
  getBooking: showOne,

  /** Holds the places, or finds what the same request has placed before. */
  async reserve(octo, request) {
    const { seller, body } = request;
    const uuid = (body.uuid ?? randomUUID()).toLowerCase() as Uuid;
    const requestHash = octo.hashes.of('octo', body);
    const known = await findBooking(octo.store, seller.accountId, uuid);
    if (known === undefined) await place(octo, request, uuid, requestHash);
    else if (known.booking?.requestHash !== requestHash) throw uuidUsed(uuid);
    return showOne(octo, { ...request, path: { uuid } });
  },

  async findBookings(octo, { seller, query, ...view }) {
    const filter = filterIn(query);
    const found = await findBookings(octo.store, seller.accountId, filter, MOST_LISTED + 1);
    if (found.length > MOST_LISTED)
      throw new OctoError('BAD_REQUEST', `There are more than ${MOST_LISTED} bookings: ask for fewer days.`);
    const { productId, optionId = DEFAULT_OPTION } = query;
    const wanted = (await bookingsNow(octo, found)).filter(
      ({ order }) =>
        optionId === DEFAULT_OPTION && (productId === undefined || bookedProduct(order) === productId),
    );
    return show(octo, seller, wanted, view);
  },

  async updateBooking(octo, request) {
    const { store, selling } = octo;
    const { seller, body } = request;
    const order = await find(octo, request);
    const changes = {
      ...(await changeTo(octo, seller, await asItStands(octo, order), body)),
      ...detailsIn(body),
      ...(body.expirationMinutes != null && { holdMs: holdMsOf(body) }),
    };
    await store.transaction((tx) => changeBooking(tx, seller, order.orderId, changes, selling));
    return showOne(octo, request);
  },

  async confirmBooking(octo, request) {
    const { seller, body } = request;
    const order = await find(octo, request);
    const { items } = (await changeTo(octo, seller, await asItStands(octo, order), body)) ?? {};
    const details = detailsIn(body);
    const { emailAddress } = details.contact ?? order.contact ?? {};
    const email = body.emailReceipt && emailAddress ? emailAddress : undefined;
    try {
      await confirmBooking(octo.till, seller, order.orderId, { items, ...details }, email, octo.selling);
    } catch (error) {
      if (!(error instanceof Refusal && error.kind === 'hold-expired')) throw error;
      const { uuid } = request.path;
      const message = 'The hold has run out, and its places can’t be had any more.';
      throw new OctoError('INVALID_BOOKING_UUID', message, { uuid });
    }
    return showOne(octo, request);
  },

  async cancelBooking(octo, request) {
    const { seller, body } = request;
    const order = await find(octo, request);
    const { visit } = await asItStands(octo, order);
    const asked = { reason: body.reason || undefined, visit };
    await octo.store.transaction((tx) => cancelBooking(tx, seller, order.orderId, asked, octo.selling));
    return showOne(octo, request);
  },

  async extendBooking(octo, request) {
    const { seller, body } = request;
    const { orderId } = await find(octo, request);
    const changes = { holdMs: holdMsOf(body) };
    await octo.store.transaction((tx) => changeBooking(tx, seller, orderId, changes, octo.selling));
    return showOne(octo, request);
  },
};

/** @throws OctoError INVALID_BOOKING_UUID, also for another reseller's */
async function find({ store }: Octo, { seller, path: { uuid } }: AboutOne): Promise<Order> {
  const order = isUuid(uuid)
    ? await findBooking(store, seller.accountId, uuid.toLowerCase() as Uuid)
    : undefined;
  if (order !== undefined) return order;
  throw new OctoError('INVALID_BOOKING_UUID', 'There is no booking with this uuid.', { uuid });
}

/** @throws OctoError BAD_REQUEST */
function filterIn(query: OctoInput<'findBookings'>['query']) {
  const { resellerReference, supplierReference, localDate, localDateStart, localDateEnd } = query;
  const [from, to] = [localDate ?? localDateStart, localDate ?? localDateEnd];
  const hasDays = from !== undefined && to !== undefined;
  if (resellerReference === undefined && supplierReference === undefined && !hasDays)
    throw new OctoError(
      'BAD_REQUEST',
      'Send resellerReference, supplierReference, localDate, or localDateStart with localDateEnd.',
    );
  return {
    reference: resellerReference,
    orderCode: supplierReference === undefined ? undefined : (readOrderCode(supplierReference) ?? ''),
    from: from as CalendarDay | undefined,
    to: to as CalendarDay | undefined,
  };
}

async function place(
  octo: Octo,
  { seller, body }: OctoRequest<'reserve'>,
  uuid: Uuid,
  requestHash: string,
): Promise<void> {
  const bookable = await getBookable(octo, seller, body);
  requireCurrency(octo, body.currency);
  const { contact = null, notes = null, reference } = detailsIn(body);
  const outcome = await octo.till.sell({
    seller,
    items: itemsFor(bookable, body.unitItems),
    buyer: {},
    order: {
      ...(reference !== undefined && { reference }),
      language: octo.terms.settings.now.language,
      holdMs: holdMsOf(body),
      booking: { uuid, requestHash, visit: octo.times.visitOf(bookable), contact, notes },
    },
    once: {
      accountId: seller.accountId,
      key: `octo ${uuid}`,
      hash: requestHash,
      keep: (sale) => (sale instanceof Refusal ? undefined : uuid),
    },
  });
  if (!(outcome instanceof Refusal)) return;
  throw outcome.kind === 'idempotency-key-reused' ? uuidUsed(uuid) : outcome;
}

function uuidUsed(uuid: string): OctoError {
  return new OctoError('INVALID_BOOKING_UUID', 'This uuid was used for another booking.', { uuid });
}

function holdMsOf({ expirationMinutes }: Pick<NewBookingBody, 'expirationMinutes'>): number {
  return Math.min((expirationMinutes ?? USUAL_HOLD_MINUTES) * MINUTE_MS, HOLD_LIMITS.most);
}

/** Contact, notes and reference, as far as they are given; a contact without members changes nothing. */
function detailsIn({
  contact,
  notes,
  resellerReference,
}: Partial<Pick<NewBookingBody, 'contact' | 'notes' | 'resellerReference'>>) {
  return {
    ...(contact && Object.keys(contact).length > 0 && { contact: contactOf(contact) }),
    ...(notes !== undefined && { notes }),
    ...(resellerReference && { reference: resellerReference }),
  };
}

/**
 * What the booking is to be for, and when; undefined: what it is for.
 * @throws OctoError about the ids in the body
 */
async function changeTo(
  octo: Octo,
  seller: Seller,
  { record, order }: BookingNow,
  body: Partial<
    Pick<OctoInput<'updateBooking'>['body'], 'productId' | 'optionId' | 'availabilityId' | 'unitItems'>
  >,
) {
  const { productId, optionId, availabilityId, unitItems } = body;
  const isDefault = !optionId || optionId === DEFAULT_OPTION;
  if (!unitItems && !productId && !availabilityId && isDefault) return undefined;
  const units = unitItems ?? unitsOf(order);
  const asked = {
    productId: productId ?? bookedProduct(order),
    optionId: optionId ?? DEFAULT_OPTION,
    availabilityId: availabilityId ?? bookedId(order),
  };
  const isAsked = (booked: Pick<Order, 'items'>) =>
    asked.productId === bookedProduct(booked) &&
    asked.availabilityId === bookedId(booked) &&
    isFor(booked, sameFor(booked, units));
  // What is sold, or is not offered any more, may stay as it is, or as it was before staff moved it.
  if ([order, record.order].some(isAsked) && asked.optionId === DEFAULT_OPTION) return undefined;
  const bookable = await getBookable(octo, seller, asked);
  return { items: itemsFor(bookable, units), visit: octo.times.visitOf(bookable) };
}

function unitsOf({ items }: Pick<Order, 'items'>): UnitItems {
  return items.flatMap(({ category, ticketIds }) => ticketIds.map(() => ({ unitId: category })));
}

/** @throws OctoError INVALID_UNIT_ID or UNPROCESSABLE_ENTITY */
function itemsFor(bookable: Bookable, unitItems: UnitItems): WantedItem[] {
  const prices = bookablePrices(bookable);
  const unknown = unitItems.find(({ unitId }) => !prices.some(({ category }) => category === unitId));
  if (unknown !== undefined) throw noSuchUnit(unknown.unitId);
  const { offer, time } = bookable;
  return itemsOfUnits({ offer, entryTime: time?.entryTime }, unitItems);
}

/** The units as tickets for what the order is for. @throws OctoError UNPROCESSABLE_ENTITY */
function sameFor(order: Pick<Order, 'items'>, unitItems: UnitItems): WantedItem[] {
  const [{ day, entryTime }] = order.items as [Order['items'][number]];
  return itemsOfUnits({ offer: { product: bookedProduct(order), day }, entryTime }, unitItems);
}

function itemsOfUnits(of: Pick<Chosen, 'offer' | 'entryTime'>, unitItems: UnitItems): WantedItem[] {
  if (unitItems.length > MOST_TICKETS)
    throw new OctoError('UNPROCESSABLE_ENTITY', `A booking has at most ${MOST_TICKETS} units.`);
  const units = Map.groupBy(unitItems, ({ unitId }) => unitId);
  return wantedItems([...units].map(([category, { length }]) => ({ ...of, category, count: length })));
}

async function showOne(octo: Octo, request: AboutOne): Promise<ShownBooking> {
  const now = await asItStands(octo, await find(octo, request));
  const [booking] = await show(octo, request.seller, [now], request);
  return booking as ShownBooking;
}

async function show(
  octo: Octo,
  seller: Seller,
  bookings: readonly BookingNow[],
  view: View,
): Promise<ShownBooking[]> {
  const booked = bookings.map(({ order }) => order);
  const products = await productsOfBookings(octo, seller, booked, view);
  const vacancies = await vacanciesFor(octo, seller, booked);
  return Promise.all(
    bookings.map((now) => {
      const product = products.get(bookedProduct(now.order)) as OctoOutput<'getProduct'>;
      return showBooking(octo, now, product, vacancies(now.order), view);
    }),
  );
}

async function asItStands(octo: Octo, order: Order): Promise<BookingNow> {
  const [now] = await bookingsNow(octo, [order]);
  return now as BookingNow;
}
