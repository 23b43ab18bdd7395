/**
 * Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two, with the
 * client generated for TypeScript.
 */
import { writeFile } from 'node:fs/promises';
import {
  BuyMuseumTicketsProblemFromJSON,
  Configuration,
  OrdersApi,
  type Purchase,
  ResponseError,
  TicketsApi,
} from './client/index.js';

const {
  BASE_URL = '',
  USERNAME = '',
  PASSWORD = '',
  EVENT_ID = '',
  EVENT_DAY = '',
  OTHER_DAY = '',
} = process.env;
const configuration = new Configuration({ basePath: BASE_URL, username: USERNAME, password: PASSWORD });
const tickets = new TicketsApi(configuration);
const orders = new OrdersApi(configuration);

function buy(day: string) {
  return tickets.buyMuseumTickets({
    purchase: {
      ticketType: 'event',
      eventId: EVENT_ID,
      ticketDate: new Date(day),
      email: 'ada@example.com',
    },
  });
}

export const unnamed: Purchase[] = [
  // @ts-expect-error: a purchase for an event without its eventId does not compile
  { ticketType: 'event', ticketDate: new Date(EVENT_DAY), email: 'ada@example.com' },
];

const ticket = await buy(EVENT_DAY);
console.log(ticket.confirmationCode);
try {
  await buy(OTHER_DAY);
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  console.log(BuyMuseumTicketsProblemFromJSON(await error.response.json()).type);
}
const picture = await tickets.getTicketCode({ ticketId: ticket.ticketId });
await writeFile('ticket.png', Buffer.from(await picture.arrayBuffer()));

const { orderId } = await orders.placeOrder({
  orderInput: {
    items: [{ ticketType: 'event', eventId: EVENT_ID, ticketDate: new Date(EVENT_DAY), quantity: 2 }],
    hold: 900,
  },
});
const order = await orders.confirmOrder({ orderId, orderConfirmation: { paidBy: 'online' } });
console.log(order.orderCode, order.state, order.total);
