import { BASE_PATH } from '../src/web/api/contract/index.ts';
import { InvalidRun } from './generator.ts';
import type { ReferenceAnswers } from './reference.ts';
import { AUTHORIZATION } from './requests.ts';
import { LIST_PATH, type SeedReader } from './seed-reader.ts';
import { WINDOW_EVENTS } from './seed-rows.ts';

/** Fetches answers of the service, which the reference then gives too. @throws InvalidRun when they are wrong */
export async function fetchAnswers(port: number, seeded: SeedReader): Promise<ReferenceAnswers> {
  const event = await (await ask(port, `/special-events/${seeded.eventIds(1)[0]}`)).json();
  const events = (await (await ask(port, LIST_PATH)).json()) as unknown[];
  if (events.length !== WINDOW_EVENTS) throw new InvalidRun(`The list has ${events.length} events.`);
  const image = await (await ask(port, `/tickets/${seeded.ticketIds(1)[0]}/qr`)).arrayBuffer();
  return { event, events, ticket: TICKET, imageBytes: image.byteLength };
}

/** @throws InvalidRun unless the answer is 200. */
export async function ask(port: number, path: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}${path}`, {
    headers: { authorization: AUTHORIZATION },
  });
  if (response.status !== 200)
    throw new InvalidRun(`GET ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** As long as the answer to any purchase. */
const TICKET = {
  message: 'Museum special event ticket purchased',
  eventName: 'The night of the tills',
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51',
  ticketType: 'event',
  ticketDate: '2036-06-01',
  confirmationCode: 'ticket-event-k7m2qd-x94he',
};
