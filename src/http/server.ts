import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import pino, { type Logger } from 'pino';
import { Refusal } from '../core/refusal.ts';
import { StoreUnavailable } from '../store/index.ts';
import { hasPath, unknownAddress } from './addresses.ts';
import { type Answer, send } from './answer.ts';
import { BODY_LIMIT, readBodies, unreadable } from './body.ts';
import type { Caller } from './caller.ts';
import { closeConnectionsInTime } from './closing.ts';
import { attendConnections, endBroken, expectAnswer, isGone } from './connection.ts';
import { boundConnections } from './connections-at-most.ts';
import { type SharedPath, shareWithOrigin } from './cors.ts';
import { HttpRefusal } from './http-refusal.ts';
import { isNear, proxyFault } from './proxy-fault.ts';
import { requireSoundHeaders } from './request-headers.ts';
import { type Answered, logRequest } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null before sign-in and where none is needed. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** Whether new requests are refused, and connections closed behind their answers. */
    isStopping: boolean;
  }
}

/** How a door tells of a refusal: in its own words, with its own status. */
export type Face = (refused: Refusal | HttpRefusal, request: FastifyRequest) => Answer;

export interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: boolean;
  /** For every address that belongs to no door with a face of its own. */
  readonly face: Face;
  readonly patience?: Patience;
  /** What pages of other origins may ask; nothing when left out. */
  readonly shared?: readonly SharedPath[];
  /** What operations are under: whoever leaves it out is told. */
  readonly basePath?: string;
  readonly count?: Count;
}

/**
 * Is told how each request has ended. `operation` is the name that its route is counted as; `other` where it has none, and
 * `unknown` where the address leads nowhere.
 */
export type Count = (operation: string, answered: Answered) => void;

/** How long clients may take, in milliseconds. */
export interface Patience {
  /** For a request's headers, and for the whole of it. */
  readonly headers: number;
  readonly request: number;
  /** How often that is looked after. */
  readonly check: number;
  /** Between two requests on a connection, and while nothing moves on it: an answer that is not read. */
  readonly idle: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 20_000, check: 2_000, idle: 65_000 };

/** For the log alone: nothing was done, and nobody is there to be told. Others use this number as well. */
const CLIENT_GONE: Answer = { status: 499, headers: {} };

/** More than a request line can hold: a parameter that long is no UUID, and is told so like any other. */
const MAX_PATH_PARAMETER = 16_384;

/** The HTTP server with what every route shares: limits, refusals, request ids and the log. */
export function createServer({
  log,
  trustProxy,
  face,
  patience = PATIENCE,
  shared = [],
  basePath,
  count,
}: ServerOptions): FastifyInstance {
  const app: FastifyInstance = fastify<HttpServer>({
    logger: false,
    trustProxy: trustProxy && isNear,
    genReqId: requestIds(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionTimeout: patience.idle,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.check,
      requireHostHeader: false, // Node's own answer would have no body
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    frameworkErrors: (error, request, reply) => {
      if (!attend(request, reply)) return; // no hooks are run for it
      send(request, reply, face(asRefusal(error, request), request));
    },
    clientErrorHandler: endBroken,
  });
  app.decorateRequest('caller', null);
  app.decorate('isStopping', false);
  readBodies(app);

  /** Has the end of the request logged and counted. Fastify's own hook costs more, and is not run when the client has gone. */
  function attend(request: FastifyRequest, { raw }: FastifyReply): boolean {
    const since = performance.now();
    return expectAnswer(request.raw, raw, () => {
      const { url: route, config } = request.routeOptions;
      const answered = { route, status: raw.statusCode, milliseconds: performance.now() - since };
      logRequest(log, request, answered);
      count?.(route === undefined ? 'unknown' : (config.countedAs ?? 'other'), answered);
    });
  }

  const seen = new WeakSet<Socket>();
  const told = new Set<string>();
  /** Looks at the first request of each connection only, and tells of each fault once: the others say the same. */
  function tellOfProxy({ id, raw, socket }: FastifyRequest): void {
    if (seen.has(socket)) return;
    seen.add(socket);
    const fault = proxyFault(trustProxy, raw);
    if (fault === undefined || told.has(fault)) return;
    told.add(fault);
    log.warn({ requestId: id, address: socket.remoteAddress }, fault);
  }

  attendConnections(app);
  boundConnections(app.server, log);
  closeConnectionsInTime(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (!attend(request, reply)) return;
    if (isGone(request.raw)) return send(request, reply, CLIENT_GONE);
    tellOfProxy(request);
    const preflight = shareWithOrigin(shared, request.raw, reply.raw);
    if (preflight !== undefined) return send(request, reply, preflight);
    try {
      if (app.isStopping && !request.routeOptions.config.answersWhileStopping) {
        throw new HttpRefusal('shutting-down', {});
      }
      requireSoundHeaders(request.raw);
      // Here, before a body that nobody asked for is read.
      if (request.is404 || !hasPath(request.url)) throw unknownAddress(app, basePath, request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  // Signing in takes a while. The body of a request that was broken off meanwhile never ends.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isGone(request.raw)) return send(request, reply, CLIENT_GONE);
    done(null, payload);
  });
  app.setErrorHandler(errorHandler(log, face));
  app.setNotFoundHandler((request) => {
    throw unknownAddress(app, basePath, request);
  });

  return app;
}

/** Answers everything that is thrown with `face`. What is no fault of the client's is logged, once. */
export function errorHandler(log: Logger, face: Face) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refused = asRefusal(error, request);
    const answer = face(refused, request);
    if (answer.status >= 500 && refused.kind !== 'shutting-down') {
      log.error({ requestId: request.id, ...faultIn(refused.cause ?? error) }, refused.kind);
    }
    send(request, reply, answer);
  };
}

/** While the database is away each request says so: the reason is enough, and a stack is none of it. */
function faultIn(error: unknown): { reason: string } | { err: unknown } {
  return error instanceof StoreUnavailable
    ? { reason: pino.stdSerializers.err(error).message }
    : { err: error };
}

/** The table from everything that can be thrown to what the client is told of. */
function asRefusal(error: Error, request: FastifyRequest): Refusal | HttpRefusal {
  if (error instanceof Refusal || error instanceof HttpRefusal) return error;
  if (error instanceof StoreUnavailable) return new HttpRefusal('database-unavailable', {}, error);
  const { code, statusCode = 500 } = error as FastifyError;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpRefusal('body-too-large', { limit: request.routeOptions.bodyLimit ?? BODY_LIMIT });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unreadable(request);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('The body is not as long as Content-Length says.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return malformed('The address holds a percent sign that does not begin a character in UTF-8.');
  }
  if (statusCode >= 400 && statusCode < 500) return malformed('The request could not be read.', error);
  if (isShortOfDescriptors(error)) return new Refusal('overloaded', { work: 'connections' }, error);
  return new HttpRefusal('internal-error', {}, error);
}

/** Whether as many files and connections are open as may be. Of Node's own errors not all say so by their code. */
function isShortOfDescriptors({ message, cause }: Error): boolean {
  if (/EMFILE|ENFILE|too many open files/.test(message)) return true;
  return cause instanceof Error && isShortOfDescriptors(cause);
}

function malformed(fault: string, cause?: unknown): HttpRefusal {
  return new HttpRefusal('malformed-request', { fault }, cause);
}

/** Ids that are cheap, and unique among all instances and restarts. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
