import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor, Channel } from '../core/actor.ts';
import type { MuseumCalendar } from '../core/clock.ts';
import { may } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Answer, send } from '../http/answer.ts';
import { readFiles, streamFiles, streamIn } from '../http/body.ts';
import type { Caller } from '../http/caller.ts';
import {
  entityTag,
  readOnCondition,
  requirePreconditions,
  requireUntagged,
  tagged,
} from '../http/conditional.ts';
import { HttpRefusal } from '../http/http-refusal.ts';
import { type DeclaredFile, type Input, isRead, type Operation, type OperationTable } from './operation.ts';
import { type RawRequest, requestChecker } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers; undefined for other routes. */
    readonly operation?: Operation;
  }
}

/** Who sends a request: always an account. */
export type AccountActor = Actor & { readonly accountId: Uuid };

/** A request that has passed sign-in, permission check and validation: the argument of a handler. */
export type Request<Op extends Operation> = Input<Op> & FileIn<Op> & { readonly actor: AccountActor };
/** The file that the operation takes, as it came. */
type FileIn<Op extends Operation> = Op['request'] extends { readonly file: infer File }
  ? { readonly file: File extends { readonly isStreamed: true } ? AsyncIterable<Uint8Array> : Buffer }
  : unknown;
export type OperationHandler<Op extends Operation> = (
  request: Request<Op>,
  /** All of them, as they came; those that the operation declares are in `request`, checked. */
  headers: IncomingHttpHeaders,
  raw: FastifyRequest,
) => Answer | Promise<Answer>;
export type HandlersFor<Table extends OperationTable> = {
  readonly [Id in keyof Table]: OperationHandler<Table[Id]>;
};

type AnyHandler = OperationHandler<Operation>;
type AnyHandlers = Readonly<Record<string, AnyHandler>>;

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
export type Guard<Handlers> = (
  request: Pick<Request<Operation>, 'actor' | 'path'>,
  check: (current: Handlers) => Promise<void>,
) => Handlers;

/** Where operations are routed. */
export interface Place<Handlers = AnyHandlers> {
  readonly basePath: string;
  /** What paths may end with; nothing when left out. */
  readonly endings?: readonly string[];
  /** Whether a parameter in a path may be empty, as any other value; by default no operation is at such an address. */
  readonly takesEmpty?: boolean;
  /** The name that all of them are counted as; by default each has its own. */
  readonly countedAs?: string;
  /** For declarations that depend on today. */
  readonly calendar?: MuseumCalendar;
  /** For handlers that change something; by default preconditions are checked before. */
  readonly guard?: Guard<Handlers>;
  /** What reads the values of a request, or throws; by default all faults are named in a refusal. */
  readonly readerOf?: (operation: Operation, calendar?: MuseumCalendar) => Reader;
  /** Answers what is thrown, for an interface with errors that others don't know. */
  readonly errorHandler?: RouteOptions['errorHandler'];
}

type Reader = (raw: RawRequest) => Input<Operation>;

/** Puts those operations that have a handler at their addresses below the base path, behind sign-in and permission. */
export function route<Table extends OperationTable>(
  app: FastifyInstance,
  operations: Table,
  handlers: Partial<HandlersFor<Table>>,
  entrance: Entrance,
  place: Place<Partial<HandlersFor<Table>>>,
): void {
  const known = handlers as unknown as AnyHandlers;
  const here = place as unknown as Place;
  for (const [id, handle] of Object.entries(known)) {
    const operation = operations[id] as Operation;
    routeOperation(app, operation, here, onConditions(operation, known, here.guard) ?? handle, entrance);
  }
}

/**
 * The handler of an operation that changes what another shows, for requests with and without preconditions (RFC 9110,
 * section 13.2); undefined for any other operation.
 */
function onConditions(
  { id, shownBy, creates }: Operation,
  handlers: AnyHandlers,
  guard: Guard<AnyHandlers> | undefined,
): AnyHandler | undefined {
  if (shownBy === undefined) return undefined;
  const handlerOf = (all: AnyHandlers, name: string) => all[name] as AnyHandler;
  return async (request, headers, raw) => {
    if (!hasConditions(headers)) return handlerOf(handlers, id)(request, headers, raw);
    const check = async (current: AnyHandlers) => {
      const reading = { ...request, query: {}, body: {} };
      const shown = await ifThere(
        async () => handlerOf(current, shownBy)(reading, {}, raw),
        creates === true,
      );
      if (shown === undefined) requireUntagged(headers, false);
      else requirePreconditions(headers, shown.headers.etag ?? entityTag(shown.body ?? ''));
    };
    if (guard !== undefined) return handlerOf(guard(request, check), id)(request, headers, raw);
    await check(handlers);
    return handlerOf(handlers, id)(request, headers, raw);
  };
}

/** The answer; undefined when there is nothing to show, where that may be. */
async function ifThere(show: () => Promise<Answer>, mayBeMissing: boolean): Promise<Answer | undefined> {
  try {
    return await show();
  } catch (error) {
    if (mayBeMissing && error instanceof Refusal && error.kind.endsWith('-not-found')) return undefined;
    throw error;
  }
}

function hasConditions(headers: IncomingHttpHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

function routeOperation(
  app: FastifyInstance,
  operation: Operation,
  {
    basePath,
    endings = [''],
    takesEmpty = false,
    countedAs = operation.id,
    calendar,
    readerOf = namingFaults,
    errorHandler,
  }: Place,
  handle: AnyHandler,
  entrance: Entrance,
): void {
  const { method, path, conditions } = operation;
  const { body, file } = operation.request;
  const { limit, mediaTypes } = body ?? file ?? {};
  const read = readerOf(operation, calendar);
  if (file === undefined) routeOn(app);
  else
    app.register(async (apart) => {
      if (file.isStreamed) streamFiles(apart, file.mediaTypes);
      else readFiles(apart, file.mediaTypes);
      routeOn(apart);
    });

  function routeOn(server: FastifyInstance): void {
    for (const ending of endings) server.route(routeAt(ending));
  }

  function routeAt(ending: string): RouteOptions {
    return {
      method,
      ...(limit !== undefined && { bodyLimit: limit }),
      url: basePath + path.replaceAll(/\{(\w+)\}/g, ':$1') + ending,
      config: { operation, countedAs, mediaTypes },
      onRequest: signInHook(operation, entrance, takesEmpty),
      ...(errorHandler && { errorHandler }),
      // Without async: cached answers are sent in the same turn, without a promise.
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        const input = read(rawRequest(request));
        if (typeof conditions === 'object') requireUntagged(request.headers, conditions.exists);
        const { accountId, role } = request.caller as Caller;
        const actor = { accountId, role, channel: entrance.channel, requestId: request.id };
        const sent = {
          ...input,
          actor,
          ...(file && { file: fileIn(request, file) }),
        } as Parameters<AnyHandler>[0];
        const answer = handle(sent, request.headers, request);
        if (answer instanceof Promise) return answer.then((known) => finish(request, reply, known));
        return finish(request, reply, answer);
      },
    };
  }

  function finish(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    send(request, reply, isRead(operation) ? readOnCondition(request, withTag(answer)) : answer);
  }
}

/** @throws HttpRefusal invalid-request */
function fileIn(request: FastifyRequest, { isStreamed }: DeclaredFile): Buffer | AsyncIterable<Uint8Array> {
  const { body } = request;
  if (isStreamed && body != null) return streamIn(request);
  if (Buffer.isBuffer(body)) return body;
  const detail = 'The request needs a file as its body.';
  throw new HttpRefusal('invalid-request', { faults: [{ in: 'body', pointer: '', detail }] });
}

/** @throws (when called) HttpRefusal invalid-request */
function namingFaults(operation: Operation, calendar?: MuseumCalendar): Reader {
  const check = requestChecker(operation, calendar);
  return (raw) => {
    const { input, faults, unnamed } = check(raw);
    if (faults !== undefined) throw new HttpRefusal('invalid-request', { faults, unnamed });
    return input;
  };
}

/** Handlers give those answers a tag that they keep, or that is known before the body is made. */
function withTag(answer: Answer): Answer {
  const { status, headers, body } = answer;
  const isTagged = status !== 200 || body === undefined || headers.etag !== undefined;
  return isTagged ? answer : tagged({ ...answer, body });
}

/** Signs in before the body is read, so that strangers can't make the service work. */
function signInHook(operation: Operation, entrance: Entrance, takesEmpty: boolean) {
  const admit = (request: FastifyRequest, caller: Caller) => {
    request.caller = caller;
    requireRole(caller, operation);
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      if (!takesEmpty && Object.values(request.params as object).includes(''))
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
