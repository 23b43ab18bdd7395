/** Buys a ticket, is refused another, and fetches the picture of the first, with the client generated for TypeScript. */
import { writeFile } from 'node:fs/promises';
import {
  BuyMuseumTicketsProblemFromJSON,
  Configuration,
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
const tickets = new TicketsApi(
  new Configuration({ basePath: BASE_URL, username: USERNAME, password: PASSWORD }),
);

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
