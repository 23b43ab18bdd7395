import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Entrance, type Guard, type Place, type Request, route } from '../../contract/route.ts';
import type { Answer } from '../../http/answer.ts';
import type { FindCaller } from '../../http/caller.ts';
import { BASE_PATH, type OperationId, type Operations, operations } from './contract/index.ts';

/** A request that has passed sign-in, permission check and validation: the argument of a handler. */
export type ApiHandler<Id extends OperationId> = (
  request: Request<Operations[Id]>,
  /** All of them, as they came; those that the operation declares are in `request`, checked. */
  headers: IncomingHttpHeaders,
) => Answer | Promise<Answer>;
export type Handlers = { readonly [Id in OperationId]: ApiHandler<Id> };
/** The handlers that one room offers. */
export type HandlersOf<Id extends OperationId> = Pick<Handlers, Id>;
export type ApiGuard = Guard<Partial<Handlers>>;
type ApiPlace = Place<Partial<Handlers>>;

/** Puts every operation of the contract at its address under the base path, behind sign-in and permission. */
export function routeOperations(
  app: FastifyInstance,
  handlers: Handlers,
  signIn: FindCaller,
  place: Partial<ApiPlace> = {},
): void {
  const entrance: Entrance = {
    channel: 'api',
    signIn: (request) => signIn(request.headers.authorization, request.ip),
  };
  route(app, operations, handlers, entrance, { basePath: BASE_PATH, ...place });
}
