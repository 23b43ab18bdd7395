import assert from 'node:assert/strict';
import { uuidV7, uuidV7Source } from '../../src/core/uuid.ts';
import type { Answer } from './client.ts';
import type { Asker, Museum } from './museum.ts';

/** A JSON value as a client gets it. */
type Shown = Answer['json'];

/** The museum's day at the start of every test: a Monday, at 11 in the morning in Berlin. */
export const TODAY = '2027-03-01';
export const YESTERDAY = '2027-02-28';

/** A complete request to create an event; `changes` go over it. */
export function newEvent(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Sorolla and the sea',
    location: 'East wing, room 4',
    eventDescription: 'A guided evening among forty beach scenes.',
    dates: ['2027-03-14', '2027-03-15', '2027-03-21'],
    price: 25,
    ...changes,
  };
}

/** A complete request for a ticket for general entry; `changes` go over it. */
export function generalPurchase(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ticketType: 'general', ticketDate: '2027-03-02', email: 'ada@example.com', ...changes };
}

export function eventPurchase(
  eventId: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    ticketType: 'event',
    eventId,
    ticketDate: '2027-03-14',
    email: 'ada@example.com',
    ...changes,
  };
}

/** Creates an event and @returns it as the service shows it. */
export async function createEvent(museum: Museum, changes: Record<string, unknown> = {}): Promise<Shown> {
  const answer = await museum.api('POST', '/special-events', { body: newEvent(changes) });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** Buys the ticket and @returns it as the service shows it. */
export async function buyTicket(
  museum: Museum,
  purchase: Record<string, unknown>,
  as: Asker = 'admin',
): Promise<Shown> {
  const answer = await museum.api('POST', '/tickets', { body: purchase, as });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** Puts so many events on the day, faster than a client could. */
export async function fillDay({ store, clock }: Museum, day: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidV7(clock.now()));
  await store.transaction(async (tx) => {
    await tx.insert(
      'special_events',
      ['event_id', 'name', 'location', 'description', 'dates', 'created_at', 'changed_at'],
      ids.map((id, index) => [id, `Event ${index}`, 'Hall', '', JSON.stringify([day]), 0, 0]),
    );
    await tx.insert(
      'prices',
      ['product', 'day', 'category', 'price_cents'],
      ids.map((id) => [id, '', 'standard', 0]),
    );
    await tx.insert(
      'slots',
      ['product', 'day'],
      ids.map((id) => [id, day]),
    );
    await tx.touch('events');
  });
}

/** Sells the only ticket there is so many times more, faster than a client could. @returns their numbers, and its own */
export async function copyTicket({ store }: Museum, count: number): Promise<number[]> {
  const numbers: number[] = [];
  // Not uuidV7: numbers are larger than times, and the ids that it makes never go back.
  const newId = uuidV7Source();
  for (const table of ['tickets', 'contacts']) {
    const row = (await store.get<Record<string, string | number>>(`SELECT * FROM ${table}`)) ?? {};
    if (table === 'tickets')
      numbers.push(...Array.from({ length: count + 1 }, (_, copy) => Number(row.number) + copy));
    const copies = numbers.slice(1).map((number) => ({
      ...row,
      number,
      ...(table === 'tickets' && { ticket_id: newId(number) }),
    }));
    const columns = Object.keys(row) as (keyof (typeof copies)[number])[];
    await store.transaction((tx) =>
      tx.insert(
        table,
        columns,
        copies.map((copy) => columns.map((column) => copy[column] ?? null)),
      ),
    );
  }
  return numbers;
}

/** Webhooks may lead to this machine. Nobody listens there. */
export const WITH_WEBHOOKS = { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' };
export const NEW_WEBHOOK = { url: 'http://127.0.0.1:9/news', types: ['ticket.sold'] };

/** Adds a webhook that a test has been sent to. */
export async function addWebhook(museum: Museum): Promise<{ webhookId: string; deliveryId: string }> {
  const { webhookId } = (await museum.api('POST', '/webhooks', { body: NEW_WEBHOOK })).json;
  const { deliveryId } = (await museum.api('POST', `/webhooks/${webhookId}/test`)).json;
  return { webhookId, deliveryId };
}
