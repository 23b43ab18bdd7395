import { confirmationCode, type TicketType } from '../codes/index.ts';
import type { Uuid } from '../core/uuid.ts';
import { record } from '../journal/index.ts';
import type { Transaction } from '../store/index.ts';
import { addContacts, addTickets, type Contact, type Ticket } from '../tickets/index.ts';
import type { Buyer, OrderItem, Seller } from './order.ts';
import type { SaleRequest, SellingOptions } from './sale.ts';

/** More tickets are to be written than numbers were reserved. */
export class TooFewNumbers extends Error {}

/** Makes tickets from reserved numbers, and writes them together with their contacts and the journal's entry. */
export class TicketWriter {
  readonly #numbers: readonly number[];
  readonly #spelled: readonly string[];
  readonly #keyId: string;
  readonly #now: number;
  readonly #currency: string;
  readonly #made: { readonly ticket: Ticket; readonly seller: Seller; readonly buyer: Buyer }[] = [];

  /** @param keyId the key that they are signed with */
  constructor(numbers: readonly number[], keyId: string, now: number, options: SellingOptions) {
    this.#numbers = numbers;
    this.#spelled = options.codes.spell(numbers);
    this.#keyId = keyId;
    this.#now = now;
    this.#currency = options.terms.currency;
  }

  /** How many tickets were made. */
  get count(): number {
    return this.#made.length;
  }

  /** @param ticketId drawn when its place was taken */
  make(
    { seller, buyer }: Pick<SaleRequest, 'seller' | 'buyer'>,
    item: Omit<OrderItem, 'ticketIds'>,
    ticketId: Uuid,
    orderId: Uuid | null,
  ): Ticket {
    const { eventId, ticketDate, entryTime, category, categoryNumber, places, priceCents, vat } = item;
    const ticketType: TicketType = eventId === null ? 'general' : 'event';
    const position = this.#made.length;
    const number = this.#numbers[position];
    if (number === undefined) throw new TooFewNumbers();
    const ticket: Ticket = {
      number,
      ticketId,
      ticketType,
      eventId,
      ticketDate,
      entryTime,
      category,
      categoryNumber,
      places,
      priceCents,
      vat,
      currency: this.#currency,
      confirmationCode: confirmationCode(ticketType, this.#spelled[position] as string),
      keyId: this.#keyId,
      soldBy: seller.accountId,
      soldAt: this.#now,
      orderId,
    };
    this.#made.push({ ticket, seller, buyer });
    return ticket;
  }

  async write(tx: Transaction): Promise<void> {
    const contacts = this.#made.flatMap(({ ticket: { number }, buyer }): Contact[] => {
      const { email, phone = null } = buyer;
      return email === undefined ? [] : [{ number, email, phone }];
    });
    await Promise.all([
      addTickets(
        tx,
        this.#made.map(({ ticket }) => ticket),
      ),
      addContacts(tx, contacts),
      this.#record(tx),
    ]);
  }

  /** Records one entry for all tickets of a seller through one channel, so that the journal costs little. */
  async #record(tx: Transaction): Promise<void> {
    const bySeller = Map.groupBy(this.#made, ({ seller }) => `${seller.accountId} ${seller.channel}`);
    await Promise.all(
      [...bySeller.values()].map((made) => {
        const [{ seller, ticket }] = made as [(typeof made)[number]];
        const details = {
          tickets: made.map((each) => each.ticket.number),
          requests: made.map((each) => each.seller.requestId ?? null),
        };
        const { requestId: _ofOne, ...actor } = seller;
        return record(
          { tx, actor, now: this.#now },
          { kind: 'tickets.sold', subject: `${ticket.number}`, details },
        );
      }),
    );
  }
}
