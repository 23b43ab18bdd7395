import { withConditions } from '../../../contract/conditions.ts';
import type { Input, Output } from '../../../contract/operation.ts';
import './formats.ts';
import { articleOperations } from '../articles/operations.ts';
import { capacityOperations } from '../capacity/operations.ts';
import { cardOperations } from '../cards/operations.ts';
import { categoryOperations } from '../categories/operations.ts';
import { codeOperations } from '../codes/operations.ts';
import { entryTimeOperations } from '../entry-times/operations.ts';
import { eventEntryOperations } from '../event-entry/operations.ts';
import { eventOperations } from '../events/operations.ts';
import { checkInOperations } from '../gate/check-in-operations.ts';
import { gateOperations } from '../gate/operations.ts';
import { giftOperations } from '../gifts/operations.ts';
import { hoursOperations } from '../hours/operations.ts';
import { journalOperations } from '../journal/operations.ts';
import { museumOperations } from '../museum/operations.ts';
import { orderOperations } from '../orders/operations.ts';
import { passOperations } from '../passes/operations.ts';
import { passTypeOperations } from '../passes/type-operations.ts';
import { pictureOperations } from '../pictures/operations.ts';
import { priceOperations } from '../prices/operations.ts';
import { reportOperations } from '../reports/operations.ts';
import { settingsOperations } from '../settings/operations.ts';
import { staffTicketOperations } from '../staff-tickets/operations.ts';
import { ticketOperations } from '../tickets/operations.ts';
import { visitOperations } from '../visits/operations.ts';
import { webhookOperations } from '../webhooks/operations.ts';

/** The version of the interface description, and the path segment of the base address that goes with it. */
export const INTERFACE_VERSION = '1.1.1';
export const BASE_PATH = '/v1.1';
export const MOCK_BASE_PATH = `/mock${BASE_PATH}`;

/** The table of contents: every operation of the interface, in the order of the document; then the Operations group. */
export const operations = withConditions({
  ...eventOperations,
  ...ticketOperations,

  ...museumOperations,
  ...hoursOperations,
  ...capacityOperations,
  ...categoryOperations,
  ...articleOperations,
  ...passTypeOperations,
  ...cardOperations,
  ...priceOperations,
  ...entryTimeOperations,
  ...codeOperations,
  ...pictureOperations,
  ...eventEntryOperations,
  ...settingsOperations,

  ...staffTicketOperations,
  ...orderOperations,
  ...giftOperations,
  ...passOperations,

  ...checkInOperations,
  ...visitOperations,
  ...gateOperations,

  ...reportOperations,
  ...journalOperations,
  ...webhookOperations,
});

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type InputOf<Id extends OperationId> = Input<Operations[Id]>;
export type OutputOf<Id extends OperationId> = Output<Operations[Id]>;

export { type WebhookMessage, webhookMessages } from '../webhooks/message-fields.ts';
export const TAGS = {
  Operations: 'Operational information about the museum.',
  Events: 'Special events hosted by the museum.',
  Tickets: 'Museum tickets for general entry or special events.',
  Orders: 'Several tickets together, sold at once or held until they are paid.',
  Gate: 'Checking tickets at the entrance, online and offline.',
  Reports: 'Reports of sales and visits, and the journal.',
  // A tag apart from those of operations: client generators make one class for each tag, and webhooks would replace it.
  News: 'Messages that the museum sends to webhooks.',
} as const;

export { isRead, type Operation, problemsOf } from '../../../contract/operation.ts';
