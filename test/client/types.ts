/**
 * What a compiler says of programs that use the client. Nothing of this is run: `npm run check` compiles it here, and
 * the test of the packed package where a program has the package installed.
 */
import {
  type BuyMuseumTicketsProblem,
  ConnectionError,
  MuseumClient,
  type News,
  type Order,
  ProblemError,
  type SalesReport,
  type SpecialEvent,
  type Ticket,
  type TicketNews,
  verifyWebhook,
} from 'museum/client';

const options = { baseUrl: 'https://tickets.example.com/v1.1', username: 'shop', password: 'secret' };
export const museum = new MuseumClient(options);
const visitor = { ticketDate: '2027-03-14', email: 'ada@example.com' };

// @ts-expect-error: who asks is not said
new MuseumClient({ baseUrl: options.baseUrl });

export async function purchases(): Promise<void> {
  const ticket: Ticket = await museum.buyMuseumTickets({ ticketType: 'event', eventId: 'a', ...visitor });
  await museum.buyMuseumTickets({ ticketType: 'general', ...visitor }, { idempotencyKey: 'order-1017' });
  // @ts-expect-error: for an event it needs an eventId
  await museum.buyMuseumTickets({ ticketType: 'event', ...visitor });
  // @ts-expect-error: for general entry there is none
  await museum.buyMuseumTickets({ ticketType: 'general', eventId: 'a', ...visitor });
  // @ts-expect-error: there are two kinds of tickets
  await museum.buyMuseumTickets({ ticketType: 'child', ...visitor });
  // @ts-expect-error: a purchase has an e-mail address
  await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: '2027-03-14' });
  // @ts-expect-error: days are text
  await museum.buyMuseumTickets({ ticketType: 'general', ...visitor, ticketDate: new Date() });
  // @ts-expect-error: a misspelt member
  await museum.buyMuseumTickets({ ticketType: 'general', ...visitor, fone: '123' });
  await museum.buyMuseumTickets({ ticketType: 'general', ...visitor }, { headers: new Headers() });
  // @ts-expect-error: a misspelt option
  await museum.buyMuseumTickets({ ticketType: 'general', ...visitor }, { idempotenceKey: 'a' });
  const name: string | undefined = ticket.eventName;
  // @ts-expect-error: general entry has no event
  const certain: string = ticket.eventName;
  console.log(name, certain);
}

export async function orders(): Promise<void> {
  const items = [{ ticketType: 'general', ticketDate: '2027-03-14', quantity: 2 } as const];
  const { orderId, expiresAt }: Order = await museum.placeOrder(
    { items, hold: 900 },
    { idempotencyKey: 'order-1017' },
  );
  // @ts-expect-error: an order has items
  await museum.placeOrder({ hold: 900 });
  // @ts-expect-error: how it was paid is one of a few words
  await museum.confirmOrder({ orderId, paidBy: 'shells' });
  const order = await museum.confirmOrder({ orderId, paidBy: 'online' });
  // @ts-expect-error: confirming takes no key, because it happens once
  await museum.confirmOrder({ orderId }, { idempotencyKey: 'order-1017' });
  // @ts-expect-error: an order that is not held has no end
  const end: string = expiresAt;
  console.log(
    order.items.flatMap(({ tickets = [] }) => tickets.map(({ ticketId }) => ticketId)),
    end,
  );
}

export async function otherOperations(): Promise<void> {
  const events: SpecialEvent[] = await museum.listSpecialEvents();
  await museum.listSpecialEvents({ startDate: '2027-03-14', limit: 30 });
  const unset = undefined as string | undefined;
  await museum.listSpecialEvents({ startDate: unset, endDate: unset });
  await museum.updateSpecialEvent({ eventId: 'a', location: unset });
  await museum.setSpecialDay({ date: '2027-12-25', closed: true, reason: unset });
  await museum.checkIn({ code: 'X', gate: unset });
  // @ts-expect-error: a misspelt parameter
  await museum.listSpecialEvents({ from: '2027-03-14' });
  // @ts-expect-error: options are not parameters
  await museum.getWeeklyHours({ signal: AbortSignal.abort() });
  // @ts-expect-error: an event is asked for by its id
  await museum.getSpecialEvent({});
  // @ts-expect-error: what reads takes no key
  await museum.getSpecialEvent({ eventId: 'a' }, { idempotencyKey: 'a' });
  // @ts-expect-error: there is no such operation
  await museum.sellEverything();
  await museum.updateSpecialEvent({ eventId: 'a', price: 20 }, { ifMatch: '"tag"' });
  // @ts-expect-error: a price is a number
  await museum.updateSpecialEvent({ eventId: 'a', price: '20' });
  await museum.setSpecialDay({ date: '2027-12-25', closed: true, reason: 'Christmas Day' });
  await museum.setSpecialDay({ date: '2027-12-24', timeOpen: '09:00', timeClose: '14:00' });
  // @ts-expect-error: a closed day has no hours
  await museum.setSpecialDay({ date: '2027-12-25', closed: true, timeOpen: '09:00', timeClose: '14:00' });
  await museum.checkIn({ code: 'X' });
  // @ts-expect-error: a scan is of one thing
  await museum.checkIn({ code: 'X', ticketId: 'a' });
  // @ts-expect-error: and of something
  await museum.checkIn({ gate: 'East door' });
  for await (const page of museum.findTickets({ email: 'ada@example.com' }).pages())
    for (const { state } of page) console.log(state === 'valid');
  // @ts-expect-error: one event has no pages
  museum.getSpecialEvent({ eventId: 'a' }).pages();
  const nothing: undefined = await museum.deleteSpecialEvent({ eventId: 'a' });
  console.log(events, nothing);
}

export async function conditionalReads(etag: string | undefined): Promise<void> {
  const event: SpecialEvent | undefined = await museum.getSpecialEvent(
    { eventId: 'a' },
    { ifNoneMatch: etag },
  );
  // @ts-expect-error: it may be as it was
  const certain: SpecialEvent = await museum.getSpecialEvent({ eventId: 'a' }, { ifNoneMatch: etag });
  const noted = { ifNoneMatch: '"tag"' };
  // @ts-expect-error: also when the options were made before
  const noCertain: SpecialEvent = await museum.getSpecialEvent({ eventId: 'a' }, noted);
  const { bytes, mediaType } = await museum.getTicketCode({ ticketId: 'a' });
  const image: Blob = new Blob([bytes], { type: mediaType });
  const print: 'application/pdf' = (await museum.getOrderTickets({ orderId: 'a' })).mediaType;
  const drawing: 'image/svg+xml' = (
    await museum.getTicketCode({ ticketId: 'a' }, { accept: 'image/svg+xml' })
  ).mediaType;
  const csv: string = await museum.getSalesReport({ by: 'seller' }, { accept: 'text/csv' });
  const either = async (accept: 'application/json' | 'text/csv') => {
    const report: SalesReport | string = await museum.getSalesReport({}, { accept });
    return report;
  };
  const asked: number = (await museum.getSalesReport({}, { accept: 'application/json' })).total.sold;
  const total: number = (await museum.getSalesReport()).total.sold;
  console.log(event, certain, noCertain, image, print, drawing, csv, either, asked, total);
}

export async function problemsOfAPurchase(): Promise<string | undefined> {
  const result = await museum.buyMuseumTickets({ ticketType: 'general', ...visitor }).result();
  // @ts-expect-error: it may have been refused
  console.log(result.data);
  if (result.ok) return result.data.confirmationCode;
  const { problem } = result;
  switch (problem.type) {
    case '/problems/sold-out':
      return problem.otherDates?.map(({ date, left }) => `${date}: ${left ?? 'any number'}`).join();
    case '/problems/invalid-request':
      return problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join();
    case '/problems/museum-closed': {
      const status: 409 = problem.status;
      return `${status}`;
    }
    // @ts-expect-error: a purchase has nothing to do with webhooks
    case '/problems/webhook-not-found':
      return undefined;
    default:
      // @ts-expect-error: other types have no other dates
      return problem.otherDates;
  }
}

/** Every type that a purchase can be refused with is there, and once one was dealt with, the others are left. */
export function leftOver(
  problem: BuyMuseumTicketsProblem,
): '/problems/event-not-found' | '/problems/date-past' | undefined {
  if (problem.type === '/problems/event-not-found' || problem.type === '/problems/date-past')
    return problem.type;
  // @ts-expect-error: there are more
  const none: never = problem;
  return none;
}

export function thrown(error: unknown): string | undefined {
  if (error instanceof ConnectionError) return error.message;
  if (!(error instanceof ProblemError)) return undefined;
  return error.problem.type === '/problems/webhook-not-found' ? error.requestId : error.problem.detail;
}

export async function receive(request: Request): Promise<TicketNews | undefined> {
  const message: News = await verifyWebhook('whsec_', request.headers, await request.text());
  switch (message.type) {
    case 'ticket.sold':
    case 'ticket.void':
      return message.data;
    case 'special-event.changed':
      // @ts-expect-error: an event is no ticket
      return message.data;
    // @ts-expect-error: there is no such message
    case 'ticket.lost':
      return undefined;
    default:
      return undefined;
  }
}
