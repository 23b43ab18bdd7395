import {
  deleteDayCapacity,
  getAvailability,
  getDayCapacity,
  getEventCapacity,
  getGeneralCapacity,
  setDayCapacity,
  setEventCapacity,
  setGeneralCapacity,
} from './capacity.ts';
import { listCategories, setCategories } from './categories.ts';
import { checkIn, recordCheckIns, undoCheckIn } from './check-ins.ts';
import { getEventTimes, getGeneralTimes, setEventTimes, setGeneralTimes } from './entry-times.ts';
import { getGateNews, getGateSnapshot, getOccupancy } from './gate.ts';
import { listJournal } from './journal.ts';
import { getMuseum } from './museum.ts';
import {
  deleteSpecialDay,
  getHoursOfDay,
  getMuseumHours,
  getWeeklyHours,
  setSpecialDay,
  setWeeklyHours,
} from './museum-hours.ts';
import { type Input, type Operation, type Output, withConditions } from './operation.ts';
import {
  changeOrder,
  confirmOrder,
  extendOrder,
  findOrders,
  getOrder,
  getOrderTickets,
  placeOrder,
  releaseOrder,
  voidOrder,
} from './orders.ts';
import {
  deleteDayPrices,
  getDayPrices,
  getEventPrices,
  getGeneralPrices,
  setDayPrices,
  setEventPrices,
  setGeneralPrices,
} from './prices.ts';
import { getPaymentsReport, getSalesReport, getVisitsReport } from './reports.ts';
import {
  createSpecialEvent,
  deleteSpecialEvent,
  getSpecialEvent,
  listSpecialEvents,
  updateSpecialEvent,
} from './special-events.ts';
import { exchangeTicket, findTickets, getTicket, voidTicket } from './staff-tickets.ts';
import { buyMuseumTickets, getTicketCode } from './tickets.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';

/** The version of the interface description, and the path segment of the base address that goes with it. */
export const INTERFACE_VERSION = '1.1.1';
export const BASE_PATH = '/v1.1';
export const MOCK_BASE_PATH = `/mock${BASE_PATH}`;

/** The table of contents: every operation of the interface, in the order of the document; then the Operations group. */
export const operations = withConditions({
  createSpecialEvent,
  listSpecialEvents,
  getSpecialEvent,
  updateSpecialEvent,
  deleteSpecialEvent,
  buyMuseumTickets,
  getTicketCode,

  getMuseum,
  getMuseumHours,
  getHoursOfDay,
  setSpecialDay,
  deleteSpecialDay,
  getWeeklyHours,
  setWeeklyHours,
  getGeneralCapacity,
  setGeneralCapacity,
  getDayCapacity,
  setDayCapacity,
  deleteDayCapacity,
  getEventCapacity,
  setEventCapacity,
  getAvailability,
  listCategories,
  setCategories,
  getGeneralPrices,
  setGeneralPrices,
  getDayPrices,
  setDayPrices,
  deleteDayPrices,
  getEventPrices,
  setEventPrices,
  getGeneralTimes,
  setGeneralTimes,
  getEventTimes,
  setEventTimes,

  findTickets,
  getTicket,
  voidTicket,
  exchangeTicket,

  placeOrder,
  getOrder,
  getOrderTickets,
  findOrders,
  changeOrder,
  confirmOrder,
  extendOrder,
  releaseOrder,
  voidOrder,

  checkIn,
  recordCheckIns,
  undoCheckIn,
  getGateSnapshot,
  getGateNews,
  getOccupancy,

  getSalesReport,
  getVisitsReport,
  getPaymentsReport,
  listJournal,

  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,
} as const satisfies Record<string, Operation>);

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type InputOf<Id extends OperationId> = Input<Operations[Id]>;
export type OutputOf<Id extends OperationId> = Output<Operations[Id]>;

export { type WebhookMessage, webhookMessages } from './messages.ts';
export * from './operation.ts';
