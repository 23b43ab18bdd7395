import { may } from '../../src/core/permissions.ts';
import type { Role } from '../../src/core/roles.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { type OperationId, operations } from '../../src/web/api/contract/index.ts';
import type { Answer } from './client.ts';
import type { Asker, Museum } from './museum.ts';
import {
  addWebhook,
  buyTicket,
  createEvent,
  eventPurchase,
  generalPurchase,
  NEW_WEBHOOK,
  newEvent,
  TODAY,
} from './samples.ts';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly as?: Asker;
  readonly headers?: Record<string, string | string[]>;
}

export function ask(museum: Museum, { method, path, ...question }: Question): Promise<Answer> {
  return museum.api(method, path, question);
}

const PRICES = [{ category: 'standard', price: 12 }];

/** They lead to a next page when there is more than one of what they list. */
const LISTS: readonly OperationId[] = ['findTickets', 'findOrders', 'listJournal', 'listWebhookDeliveries'];

/** A request that the operation answers with success to `as`, who has sold and admitted what it is about, if allowed to. */
export async function rightQuestion(museum: Museum, id: OperationId, as: Role = 'admin'): Promise<Question> {
  const seller = may(as, 'sell-tickets') ? as : 'admin';
  const { eventId } = await createEvent(museum);
  const { ticketId } = await buyTicket(museum, generalPurchase(), seller);
  await museum.api('PUT', '/museum-hours/2027-12-25', { body: { closed: true } });
  await museum.api('PUT', '/capacity/general/2027-12-25', { body: { capacity: 5 } });
  await museum.api('PUT', '/general-entry/prices/2027-12-25', { body: PRICES });
  const { method, path } = operations[id];
  const bodies: Partial<Record<OperationId, unknown>> = {
    createSpecialEvent: newEvent(),
    updateSpecialEvent: { price: 26 },
    buyMuseumTickets: eventPurchase(eventId),
    setWeeklyHours: (await museum.api('GET', '/weekly-hours')).json,
    setSpecialDay: { timeOpen: '10:00', timeClose: '12:00' },
    setGeneralCapacity: { capacity: 1_000 },
    setDayCapacity: { capacity: 10 },
    setEventCapacity: { capacity: 10 },
    setCategories: (await museum.api('GET', '/categories')).json,
    setGeneralPrices: PRICES,
    setDayPrices: PRICES,
    setEventPrices: PRICES,
    setGeneralTimes: { every: null },
    setEventTimes: { times: [] },
    voidTicket: { reason: 'Ill' },
    placeOrder: { items: [{ ...withoutEmail(eventPurchase(eventId)), quantity: 2 }] },
    changeOrder: { items: [{ ...withoutEmail(eventPurchase(eventId)), quantity: 1 }] },
    confirmOrder: {},
    extendOrder: { hold: 600 },
    voidOrder: { reason: 'Ill' },
    exchangeTicket: { ...eventPurchase(eventId), email: undefined, reason: 'Ill' },
    checkIn: { ticketId },
    createWebhook: NEW_WEBHOOK,
    updateWebhook: { description: 'Shop' },
    replayWebhook: { since: '2027-03-01T00:00:00Z' },
    recordCheckIns: {
      checkIns: [{ checkInId: uuidV7(0), ticketId, at: '2027-03-01T09:00:00Z', verdict: 'admitted' }],
    },
  };
  const { webhookId, deliveryId } = path.includes('{webhookId}')
    ? await addWebhook(museum)
    : { webhookId: '', deliveryId: '' };
  if (LISTS.includes(id)) {
    await buyTicket(museum, generalPurchase());
    if (id === 'findOrders') for (const _ of [1, 2]) await heldOrder(museum, seller);
    if (webhookId !== '') await museum.api('POST', `/webhooks/${webhookId}/test`);
  }
  const queries: Partial<Record<OperationId, string>> = {
    findTickets: '?ticketDate=2027-03-02',
    findOrders: '?state=held',
    getGateNews: `?since=${(await museum.api('GET', '/gate/snapshot')).json.cursor}`,
  };
  const address = path
    .replace('{eventId}', eventId)
    .replace('{ticketId}', ticketId)
    .replace('{webhookId}', webhookId)
    .replace('{deliveryId}', deliveryId)
    .replace('{checkInId}', id === 'undoCheckIn' ? await admission(museum, as) : '')
    .replace(
      '{orderId}',
      id === 'voidOrder' || id === 'getOrderTickets' ? ticketId : await heldOrder(museum, seller),
    )
    .replace('{date}', '2027-12-25');
  return { method, path: address + (queries[id] ?? ''), body: bodies[id], as };
}

function withoutEmail({ email: _, ...purchase }: Record<string, unknown>) {
  return purchase;
}

/** Holds an order. @returns its id */
export async function heldOrder(
  museum: Museum,
  as: Asker = 'admin',
  ticketDate = '2027-03-04',
): Promise<string> {
  const items = [{ ticketType: 'general', ticketDate, quantity: 2 }];
  return (await museum.api('POST', '/orders', { body: { items, hold: 600 }, as })).json.orderId;
}

/** Admits a visitor. @returns the id of the check-in */
export async function admission(museum: Museum, as: Role = 'admin'): Promise<string> {
  const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
  return (
    await museum.api('POST', '/check-ins', {
      body: { ticketId },
      as: may(as, 'admit-visitors') ? as : 'admin',
    })
  ).json.checkInId;
}
