import { randomUUID } from 'node:crypto';
import { type KeyRing, type OrderSecrets, readOrderCode } from '../../codes/index.ts';
import type { CalendarDay } from '../../core/calendar-day.ts';
import type { Language } from '../../core/language.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid, type Uuid } from '../../core/uuid.ts';
import type { MuseumDays } from '../../hours/index.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import {
  type BookingContact,
  cancelBooking,
  changeBooking,
  confirmBooking,
  findBooking,
  findBookings,
  HOLD_LIMITS,
  isFor,
  MOST_TICKETS,
  type Order,
  orderRecords,
  type Seller,
  type Till,
  type VoidOptions,
  type WantedItem,
} from '../../orders/index.ts';
import type { Store } from '../../store/index.ts';
import { type Availabilities, noSuchUnit } from './availability.ts';
import { type Bookable, visitOf } from './bookable.ts';
import { availabilityIdOf, productOf } from './booking-ids.ts';
import { showBooking } from './booking-json.ts';
import { type AnswerOf, type BodyOf, DEFAULT_OPTION, type QueryOf } from './contract/index.ts';
import { OctoError } from './errors.ts';
import type { Products } from './products.ts';
import { ticketsPath } from './tickets-file.ts';

export interface BookingsOptions {
  readonly store: Store;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly days: MuseumDays;
  readonly keys: KeyRing;
  readonly secrets: OrderSecrets;
  readonly hashes: RequestHashes;
  /** Of mails to the buyers. */
  readonly language: Language;
  readonly products: Products;
  readonly availabilities: Availabilities;
}

/** How bookings are shown. */
export interface View {
  /** Whether the reseller speaks octo/pricing. */
  readonly withPricing: boolean;
  /** The address of the service. */
  readonly origin: string;
}

type Booking = AnswerOf<'getBooking'>;
type UnitItems = BodyOf<'reserve'>['unitItems'];

const MINUTE_MS = 60_000;
const USUAL_HOLD_MINUTES = 30;
/** The standard knows no pages. */
const MOST_LISTED = 500;

/** The bookings of resellers: orders, as OCTO has them. */
export class Bookings {
  readonly #options: BookingsOptions;

  constructor(options: BookingsOptions) {
    this.#options = options;
  }

  /** Holds the places, or finds what the same request has placed before. */
  async reserve(seller: Seller, body: BodyOf<'reserve'>, view: View): Promise<Booking> {
    const { store, hashes } = this.#options;
    const uuid = (body.uuid ?? randomUUID()).toLowerCase() as Uuid;
    const requestHash = hashes.of('octo', body);
    const known = await findBooking(store, seller.accountId, uuid);
    if (known !== undefined) {
      if (known.booking?.requestHash !== requestHash) throw uuidUsed(uuid);
    } else await this.#place(seller, body, uuid, requestHash);
    return this.get(seller, uuid, view);
  }

  async get(seller: Seller, uuid: string, view: View): Promise<Booking> {
    const [booking] = await this.#show(seller, [await this.#find(seller, uuid)], view);
    return booking as Booking;
  }

  /** @throws OctoError BAD_REQUEST */
  async list(seller: Seller, query: QueryOf<'findBookings'>, view: View): Promise<Booking[]> {
    const { resellerReference, supplierReference, localDate, localDateStart, localDateEnd } = query;
    const isRange = localDateStart !== undefined && localDateEnd !== undefined;
    if (
      resellerReference === undefined &&
      supplierReference === undefined &&
      localDate === undefined &&
      !isRange
    )
      throw new OctoError(
        'BAD_REQUEST',
        'Send resellerReference, supplierReference, localDate, or localDateStart with localDateEnd.',
      );
    const filter = {
      reference: resellerReference,
      orderCode: supplierReference === undefined ? undefined : (readOrderCode(supplierReference) ?? ''),
      from: (localDate ?? localDateStart) as CalendarDay | undefined,
      to: (localDate ?? localDateEnd) as CalendarDay | undefined,
    };
    const found = await findBookings(this.#options.store, seller.accountId, filter, MOST_LISTED + 1);
    if (found.length > MOST_LISTED)
      throw new OctoError('BAD_REQUEST', `There are more than ${MOST_LISTED} bookings: ask for fewer days.`);
    const { productId, optionId = DEFAULT_OPTION } = query;
    const wanted = found.filter(
      (order) => optionId === DEFAULT_OPTION && (productId === undefined || productOf(order) === productId),
    );
    return this.#show(seller, wanted, view);
  }

  async update(seller: Seller, uuid: string, body: BodyOf<'updateBooking'>, view: View): Promise<Booking> {
    const { store, selling } = this.#options;
    const order = await this.#find(seller, uuid);
    const change = await this.#changeTo(seller, order, body);
    const { expirationMinutes } = body;
    const changes = {
      ...change,
      ...detailsIn(body),
      ...(expirationMinutes != null && { holdMs: holdMsOf(expirationMinutes) }),
    };
    await store.transaction((tx) => changeBooking(tx, seller, order.orderId, changes, selling));
    return this.get(seller, uuid, view);
  }

  async confirm(seller: Seller, uuid: string, body: BodyOf<'confirmBooking'>, view: View): Promise<Booking> {
    const { till, selling } = this.#options;
    const order = await this.#find(seller, uuid);
    const { items } = (await this.#changeTo(seller, order, body)) ?? {};
    const details = detailsIn(body);
    const { emailAddress } = details.contact ?? order.contact ?? {};
    const email = body.emailReceipt && emailAddress ? emailAddress : undefined;
    try {
      await confirmBooking(till, seller, order.orderId, { items, ...details }, email, selling);
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'hold-expired')
        throw new OctoError(
          'INVALID_BOOKING_UUID',
          'The hold has run out, and its places can’t be had any more.',
          { uuid },
        );
      throw error;
    }
    return this.get(seller, uuid, view);
  }

  async cancel(
    seller: Seller,
    uuid: string,
    { reason }: BodyOf<'cancelBooking'>,
    view: View,
  ): Promise<Booking> {
    const { store, selling } = this.#options;
    const { orderId } = await this.#find(seller, uuid);
    await store.transaction((tx) => cancelBooking(tx, seller, orderId, reason || undefined, selling));
    return this.get(seller, uuid, view);
  }

  async extend(
    seller: Seller,
    uuid: string,
    { expirationMinutes }: BodyOf<'extendBooking'>,
    view: View,
  ): Promise<Booking> {
    const { store, selling } = this.#options;
    const { orderId } = await this.#find(seller, uuid);
    const holdMs = holdMsOf(expirationMinutes);
    await store.transaction((tx) => changeBooking(tx, seller, orderId, { holdMs }, selling));
    return this.get(seller, uuid, view);
  }

  /** @throws OctoError INVALID_BOOKING_UUID, also for another reseller's */
  async #find({ accountId }: Seller, uuid: string): Promise<Order> {
    const order = isUuid(uuid)
      ? await findBooking(this.#options.store, accountId, uuid.toLowerCase() as Uuid)
      : undefined;
    if (order === undefined)
      throw new OctoError('INVALID_BOOKING_UUID', 'There is no booking with this uuid.', { uuid });
    return order;
  }

  async #place(seller: Seller, body: BodyOf<'reserve'>, uuid: Uuid, requestHash: string): Promise<void> {
    const { till, language, availabilities } = this.#options;
    const bookable = await availabilities.get(seller, body);
    availabilities.requireCurrency(body.currency);
    const { contact = null, notes = null, reference } = detailsIn(body);
    const visit = visitOf(bookable, availabilities.times);
    const outcome = await till.sell({
      seller,
      items: itemsOf(bookable, body.unitItems),
      buyer: {},
      order: {
        ...(reference !== undefined && { reference }),
        language,
        holdMs: holdMsOf(body.expirationMinutes),
        booking: { uuid, requestHash, visit, contact, notes },
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

  /**
   * What the booking is to be for, and when; undefined: what it is for.
   * @throws OctoError about the ids in the body
   */
  async #changeTo(
    seller: Seller,
    order: Order,
    body: {
      readonly productId?: string | null;
      readonly optionId?: string | null;
      readonly availabilityId?: string | null;
      readonly unitItems?: UnitItems | null;
    },
  ) {
    const { unitItems, productId, optionId, availabilityId } = body;
    if (!unitItems && !productId && !availabilityId && (!optionId || optionId === DEFAULT_OPTION))
      return undefined;
    const { availabilities } = this.#options;
    const isMoved =
      (productId ?? productOf(order)) !== productOf(order) ||
      (availabilityId ?? availabilityIdOf(order)) !== availabilityIdOf(order);
    const held = unitsOf(order);
    if (!isMoved) {
      const kept = itemsFor(order, unitItems ?? held);
      // What is sold, or is not offered any more, may stay as it is.
      if (isFor(order, kept) && (optionId ?? DEFAULT_OPTION) === DEFAULT_OPTION) return undefined;
    }
    const bookable = await availabilities.get(seller, {
      productId: productId ?? productOf(order),
      optionId: optionId ?? DEFAULT_OPTION,
      availabilityId: availabilityId ?? availabilityIdOf(order),
    });
    return {
      items: itemsOf(bookable, unitItems ?? held),
      visit: visitOf(bookable, availabilities.times),
    };
  }

  async #show(seller: Seller, orders: readonly Order[], view: View): Promise<Booking[]> {
    const { store, days, language, keys, secrets, selling, products, availabilities } = this.#options;
    const records = await orderRecords(store, orders, { today: await days.current(), language });
    const known = await products.ofBookings(seller, orders, view.withPricing);
    const leftOf = await availabilities.leftFor(seller, orders);
    return Promise.all(
      records.map((record) =>
        showBooking(record, known.get(productOf(record.order)) as AnswerOf<'getProduct'>, {
          keys,
          withPricing: view.withPricing,
          pdfAt: view.origin + ticketsPath(secrets.secretOf(record.order.orderId)),
          now: selling.clock.now(),
          holdsNow: selling.holds.now(),
          partnerVoidHours: selling.partnerVoidHours,
          left: leftOf(record.order),
          times: availabilities.times,
        }),
      ),
    );
  }
}

function uuidUsed(uuid: string): OctoError {
  return new OctoError('INVALID_BOOKING_UUID', 'This uuid was used for another booking.', { uuid });
}

function holdMsOf(minutes: number | null | undefined): number {
  return Math.min((minutes ?? USUAL_HOLD_MINUTES) * MINUTE_MS, HOLD_LIMITS.most);
}

/** Contact, notes and reference, as far as they are given; a contact without members changes nothing. */
function detailsIn({
  contact,
  notes,
  resellerReference,
}: Pick<BodyOf<'reserve'>, 'contact' | 'resellerReference'> & { readonly notes?: string | null }) {
  return {
    ...(contact && Object.keys(contact).length > 0 && { contact: contactOf(contact) }),
    ...(notes !== undefined && { notes }),
    ...(resellerReference && { reference: resellerReference }),
  };
}

function contactOf(given: NonNullable<BodyOf<'reserve'>['contact']>): BookingContact {
  const { fullName = null, firstName = null, lastName = null, emailAddress = null } = given;
  const { phoneNumber = null, locales, postalCode = null, country = null, notes = null } = given;
  return {
    ...{ fullName, firstName, lastName, emailAddress, phoneNumber },
    ...{ locales: locales ?? [], postalCode, country, notes },
  };
}

function unitsOf({ items }: Pick<Order, 'items'>): { unitId: string }[] {
  return items.flatMap(({ category, ticketIds }) => ticketIds.map(() => ({ unitId: category })));
}

/** @throws OctoError INVALID_UNIT_ID or UNPROCESSABLE_ENTITY */
function itemsOf({ offer, time }: Bookable, unitItems: UnitItems): WantedItem[] {
  const unknown = unitItems.find(({ unitId }) => !offer.prices.some(({ category }) => category === unitId));
  if (unknown !== undefined) throw noSuchUnit(unknown.unitId);
  return itemsFor(
    {
      items: [
        {
          eventId: offer.event?.eventId ?? null,
          ticketDate: offer.date,
          entryTime: time?.entryTime ?? null,
        },
      ],
    },
    unitItems,
  );
}

/** The units as tickets for what the order is for. */
function itemsFor(
  {
    items: [first],
  }: { readonly items: readonly Pick<Order['items'][number], 'eventId' | 'ticketDate' | 'entryTime'>[] },
  unitItems: UnitItems,
): WantedItem[] {
  if (unitItems.length > MOST_TICKETS)
    throw new OctoError('UNPROCESSABLE_ENTITY', `A booking has at most ${MOST_TICKETS} units.`);
  const { eventId, ticketDate, entryTime } = first as Order['items'][number];
  return [...Map.groupBy(unitItems, ({ unitId }) => unitId)].map(([category, units]) => ({
    ticketType: eventId === null ? 'general' : 'event',
    ...(eventId !== null && { eventId }),
    ticketDate,
    ...(entryTime !== null && { entryTime }),
    category,
    quantity: units.length,
  }));
}
