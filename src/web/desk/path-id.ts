import type { FastifyRequest } from 'fastify';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';

/** The id in a path parameter of the desk. @throws HttpRefusal not-found when it is no UUID */
export function pathId(
  { params }: FastifyRequest,
  name: 'ticketId' | 'eventId' | 'orderId' | 'webhookId' | 'deliveryId' | 'accountId',
): Uuid {
  const id = parseUuid((params as Record<string, string>)[name] ?? '');
  if (id === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return id;
}
