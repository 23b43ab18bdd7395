import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from './caller.ts';

/**
 * One line for each request. It names the route, not the address, so that nothing a client puts into a
 * path or query ends up in the log: no password, no e-mail address, no telephone number.
 */
export function logRequest(
  log: Logger,
  request: FastifyRequest & { caller?: Caller | null },
  reply: FastifyReply,
): void {
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.raw.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.accountId ?? null,
      address: request.ip,
    },
    'request',
  );
}
