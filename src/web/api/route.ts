import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Actor, Channel } from '../../core/actor.ts';
import type { MuseumCalendar } from '../../core/clock.ts';
import { may } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { type Answer, send } from '../../http/answer.ts';
import type { Caller, SignIn } from '../../http/caller.ts';
import {
  entityTag,
  readOnCondition,
  requirePreconditions,
  requireUntagged,
  tagged,
} from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import {
  BASE_PATH,
  type InputOf,
  isRead,
  type Operation,
  type OperationId,
  operations,
  readOf,
} from './contract/index.ts';
import { type RawRequest, requestChecker } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers; undefined for other routes. */
    readonly operation?: Operation;
  }
}

/** The actor of a request: always an account. */
export type ApiActor = Actor & { readonly accountId: Uuid };

/** A request that has passed sign-in, permission check and validation: the argument of a handler. */
export type Request<Id extends OperationId> = InputOf<Id> & {
  readonly actor: ApiActor;
};
export type Handler<Id extends OperationId> = (
  request: Request<Id>,
  /** All of them, as they came; those that the operation declares are in `request`, checked. */
  headers: IncomingHttpHeaders,
) => Answer | Promise<Answer>;
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
/** The handlers that one room offers. */
export type HandlersOf<Id extends OperationId> = Pick<Handlers, Id>;

/** The channel through which operations are reached, and how it signs in requests. */
export interface Entrance {
  readonly channel: Channel;
  /** Finds the caller. @throws Refusal unauthorized and the like */
  signIn(request: FastifyRequest): Caller | Promise<Caller>;
}

/**
 * The handlers for one request, of which each transaction begins with `check`. That gets the handlers of the transaction, in which
 * what the request names is locked.
 */
export type Guard = (
  request: Pick<Request<OperationId>, 'actor' | 'path'>,
  check: (current: Partial<Handlers>) => Promise<void>,
) => Partial<Handlers>;

/** Where operations are routed. */
export interface Place {
  readonly basePath: string;
  /** The name that all of them are counted as; by default each has its own. */
  readonly countedAs?: string;
  /** For declarations that depend on today. */
  readonly calendar?: MuseumCalendar;
  /** For handlers that change something; by default preconditions are checked before. */
  readonly guard?: Guard;
}

/** Puts every operation of the contract at its address under the base path, behind sign-in and permission. */
export function routeOperations(
  app: FastifyInstance,
  handlers: Handlers,
  signIn: SignIn,
  place: Partial<Place> = {},
): void {
  const entrance: Entrance = {
    channel: 'api',
    signIn: (request) => signIn(request.headers.authorization, request.ip),
  };
  routeSome(app, handlers, entrance, { basePath: BASE_PATH, ...place });
}

/** The same for some of them, through any channel. */
export function routeSome(
  app: FastifyInstance,
  handlers: Partial<Handlers>,
  entrance: Entrance,
  place: Place,
): void {
  for (const [id, handle] of Object.entries(handlers)) {
    const operation = operations[id as OperationId];
    routeOperation(
      app,
      operation,
      { ...place, countedAs: place.countedAs ?? id },
      onConditions(operation, handlers, place.guard) ?? (handle as Handler<OperationId>),
      entrance,
    );
  }
}

/**
 * The handler of an operation that changes what another shows, for requests with and without preconditions (RFC 9110,
 * section 13.2); undefined for any other operation.
 */
function onConditions(
  { id, shownBy }: Operation,
  handlers: Partial<Handlers>,
  guard: Guard | undefined,
): Handler<OperationId> | undefined {
  if (shownBy === undefined) return undefined;
  const handlerOf = (all: Partial<Handlers>, of: string) => all[of as OperationId] as Handler<OperationId>;
  return async (request, headers) => {
    if (!hasConditions(headers)) return handlerOf(handlers, id)(request, headers);
    const check = async (current: Partial<Handlers>) => {
      const reading = { ...request, query: {}, body: {} };
      const { headers: shown, body = '' } = await handlerOf(current, shownBy)(reading, {});
      requirePreconditions(headers, shown.etag ?? entityTag(body));
    };
    if (guard !== undefined) return handlerOf(guard(request, check), id)(request, headers);
    await check(handlers);
    return handlerOf(handlers, id)(request, headers);
  };
}

function hasConditions(headers: IncomingHttpHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

function routeOperation(
  app: FastifyInstance,
  operation: Operation,
  { basePath, countedAs, calendar }: Place & { readonly countedAs: string },
  handle: Handler<OperationId>,
  entrance: Entrance,
): void {
  const check = requestChecker(operation, calendar);
  const isUntagged = !isRead(operation) && operation.shownBy === undefined;
  const exists = readOf(operation, Object.values(operations)) !== undefined;
  app.route({
    method: operation.method as HTTPMethods,
    ...(operation.request.body?.limit !== undefined && { bodyLimit: operation.request.body.limit }),
    url: basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation, countedAs, mediaTypes: operation.request.body?.mediaTypes },
    onRequest: signInHook(operation, entrance),
    // Without async: cached answers are sent in the same turn, without a promise.
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const checked = check(rawRequest(request));
      if (checked.faults !== undefined) {
        const { faults, unnamed } = checked;
        throw new HttpRefusal('invalid-request', { faults, unnamed });
      }
      if (isUntagged) requireUntagged(request.headers, exists);
      const { accountId, role } = request.caller as Caller;
      const actor: ApiActor = { accountId, role, channel: entrance.channel, requestId: request.id };
      const answer = handle({ ...checked.input, actor } as unknown as Request<OperationId>, request.headers);
      if (answer instanceof Promise) return answer.then((known) => finish(request, reply, known));
      return finish(request, reply, answer);
    },
  });

  function finish(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    send(request, reply, isRead(operation) ? readOnCondition(request, withTag(answer)) : answer);
  }
}

/** Handlers give those answers a tag that they keep, or that is known before the body is made. */
function withTag(answer: Answer): Answer {
  const { status, headers, body } = answer;
  const isTagged = status !== 200 || body === undefined || headers.etag !== undefined;
  return isTagged ? answer : tagged({ ...answer, body });
}

/** Signs in before the body is read, so that strangers can't make the service work. */
function signInHook(operation: Operation, entrance: Entrance) {
  const admit = (request: FastifyRequest, caller: Caller) => {
    request.caller = caller;
    requireRole(caller, operation);
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      // A path with an empty parameter does not belong to the operation.
      if (Object.values(request.params as object).includes(''))
        throw new HttpRefusal('not-found', { missing: 'operation' });
      const caller = entrance.signIn(request);
      if (caller instanceof Promise) {
        caller.then((known) => admit(request, known)).then(() => done(), done);
        return;
      }
      admit(request, caller);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
}

/** Checks the permission before the body is read; the action checks it again. @throws Refusal forbidden */
function requireRole({ role }: Caller, { permission, id }: Operation): void {
  if (!may(role, permission)) throw new Refusal('forbidden', { role, permission, action: id });
}

function rawRequest(request: FastifyRequest): RawRequest {
  return {
    path: request.params as RawRequest['path'],
    query: request.query as RawRequest['query'],
    header: request.headers,
    body: request.body,
  };
}
