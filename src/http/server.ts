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
import { inSpan, parseTraceparent, type Span, type Tracer } from '../tracing/index.ts';
import { hasPath, unknownAddress } from './addresses.ts';
import { type Answer, type LoggedRefusal, send } from './answer.ts';
import { BODY_LIMIT, isAwaited, readBodies, unreadable } from './body.ts';
import type { Caller } from './caller.ts';
import { makeClosingGraceful } from './closing.ts';
import { answerClientError, handleConnectionEvents, isDisconnected, trackAnswer } from './connection.ts';
import { limitConnections } from './connection-limit.ts';
import { applyCors, type CorsPath } from './cors.ts';
import { HttpRefusal } from './http-refusal.ts';
import { requireSoundHeaders } from './request-headers.ts';
import { type Answered, logRequest } from './request-log.ts';
import { proxyFault, type TrustedProxies, trustsHop } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that sent the request; null before sign-in and where none is needed. */
    caller: Caller | null;
    /** Its span, while traces are recorded. */
    span: Span | null;
    /**
     * Why it was refused, for the log; null while it is not. Whoever answers a refusal with a page of its own sets it.
     */
    refused: LoggedRefusal | null;
  }
  interface FastifyInstance {
    /** Whether the server is stopping: it refuses new requests, and closes connections after their answers. */
    isStopping: boolean;
  }
}

/** Turns a refusal into an answer, with the words and the status of an interface. */
export type RefusalRenderer = (refused: Refusal | HttpRefusal, request: FastifyRequest) => Answer;

export interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: TrustedProxies;
  /** A certificate and its key, as PEM, to speak https; left out: http. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** For every address of an interface that sets no error handler of its own. */
  readonly renderRefusal: RefusalRenderer;
  readonly timeouts?: ClientTimeouts;
  /** Addresses that pages of other origins may use; none by default. */
  readonly shared?: readonly CorsPath[];
  /** The base path of the operations, for the refusal of a request that leaves it out. */
  readonly basePath?: string;
  readonly count?: CountRequest;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Called at the end of each request. `operation` is the name that its route is counted as, `other` where it has none,
 * and `unknown` for an unknown address.
 */
export type CountRequest = (operation: string, answered: Answered) => void;

/** How long clients may take, in milliseconds. */
export interface ClientTimeouts {
  /** For the headers of a request, and for the whole request. */
  readonly headers: number;
  readonly request: number;
  /** How often these two are checked. */
  readonly check: number;
  /** Between two requests on a connection, and while no data moves on it, as when an answer is not read. */
  readonly idle: number;
}

const DEFAULT_TIMEOUTS: ClientTimeouts = { headers: 10_000, request: 20_000, check: 2_000, idle: 65_000 };

/** For the log only: nothing was done, and the client has gone. The status is that of nginx for the same. */
const CLIENT_GONE: Answer = { status: 499, headers: {} };

/** Longer than a request line can be, so that the router passes every parameter on to validation. */
const MAX_PATH_PARAMETER = 16_384;

/** The HTTP server with what every route shares: limits, refusals, request ids and the log. */
export function createServer({
  log,
  trustProxy,
  tls,
  renderRefusal,
  timeouts = DEFAULT_TIMEOUTS,
  shared = [],
  basePath,
  count,
  tracer,
}: ServerOptions): FastifyInstance {
  const ofNode = {
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.check,
    requireHostHeader: false, // Node's own answer would have no body
  };
  const app: FastifyInstance = fastify<HttpServer>({
    logger: false,
    trustProxy: trustProxy !== 0 && trustsHop(trustProxy),
    genReqId: requestIds(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionTimeout: timeouts.idle,
    // A server of https is one of http to everything that uses it, but not to Fastify's types.
    ...(tls === undefined ? { http: ofNode } : ({ https: { ...ofNode, ...tls } } as object)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    frameworkErrors: (error, request, reply) => {
      if (!track(request, reply)) return; // no hooks are run for it
      const refused = asRefusal(error, request);
      request.refused = refused;
      send(request, reply, renderRefusal(refused, request));
    },
    clientErrorHandler: answerClientError,
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('span', null);
  app.decorateRequest('refused', null);
  app.decorate('isStopping', false);
  readBodies(app);

  /**
   * Logs and counts the end of the request. Fastify's own hook costs more, and does not run when the client has gone.
   */
  function track(request: FastifyRequest, { raw }: FastifyReply): boolean {
    const since = performance.now();
    const trace = parseTraceparent(request.raw.headers.traceparent);
    // Whoever began the trace decides whether it is recorded.
    request.span = tracer !== undefined && trace?.isSampled !== false ? tracer.begin('server', trace) : null;
    return trackAnswer(request.raw, raw, () => {
      const { url: route, config } = request.routeOptions;
      const answered = { route, status: raw.statusCode, milliseconds: performance.now() - since };
      logRequest(log, request, answered, request.span ?? trace);
      const operation = route === undefined ? 'unknown' : (config.countedAs ?? 'other');
      count?.(operation, answered);
      if (request.span !== null) endSpan(request.span, request, operation, answered);
    });
  }

  const seen = new WeakSet<Socket>();
  const reported = new Set<string>();
  /** Checks only the first request of each connection, and logs each fault once. */
  function warnOfProxyFault({ id, raw, socket }: FastifyRequest): void {
    if (seen.has(socket)) return;
    seen.add(socket);
    const fault = proxyFault(trustProxy, raw);
    if (fault === undefined || reported.has(fault)) return;
    reported.add(fault);
    log.warn({ requestId: id, address: socket.remoteAddress }, fault);
  }

  handleConnectionEvents(app);
  limitConnections(app.server, log);
  makeClosingGraceful(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (!track(request, reply)) return;
    if (isDisconnected(request.raw)) return send(request, reply, CLIENT_GONE);
    warnOfProxyFault(request);
    const preflight = applyCors(shared, request.raw, reply.raw);
    if (preflight !== undefined) return send(request, reply, preflight);
    try {
      if (app.isStopping && !request.routeOptions.config.answersWhileStopping) {
        throw new HttpRefusal('shutting-down', {});
      }
      requireSoundHeaders(request.raw);
      // Checked here, before the body is read.
      if (request.is404 || !hasPath(request.url)) throw unknownAddress(app, basePath, request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  // The client may have gone during sign-in. The body of its request would never end.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isDisconnected(request.raw)) return send(request, reply, CLIENT_GONE);
    if (isAwaited(request)) reply.raw.writeContinue();
    done(null, payload);
  });
  // After the body was read: its events would lose the context.
  if (tracer !== undefined)
    app.addHook('preHandler', ({ span }, _reply, done) => (span === null ? done() : inSpan(span, done)));
  app.setErrorHandler(errorHandler(log, renderRefusal));
  app.setNotFoundHandler((request) => {
    throw unknownAddress(app, basePath, request);
  });

  return app;
}

/** Names and attributes as in OpenTelemetry's conventions for HTTP. The address of the request is in none. */
function endSpan(
  span: Span,
  { id, method }: FastifyRequest,
  operation: string,
  { route, status }: Answered,
): void {
  const name = route === undefined ? method : `${method} ${route}`;
  const attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    ...(route !== undefined && { 'http.route': route }),
    'museum.operation': operation,
    'museum.request_id': id,
  };
  span.tracer.end(span, name, attributes, status >= 500);
}

/** Answers every error with `renderRefusal`. Errors that are not the client's are logged, once. */
export function errorHandler(log: Logger, renderRefusal: RefusalRenderer) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refused = asRefusal(error, request);
    request.refused = refused;
    const answer = renderRefusal(refused, request);
    if (answer.status >= 500 && refused.kind !== 'shutting-down') {
      log.error({ requestId: request.id, ...faultIn(refused.cause ?? error) }, refused.kind);
    }
    send(request, reply, answer);
  };
}

/** While the database is unavailable every request logs an error, so the reason is enough, without a stack. */
function faultIn(error: unknown): { reason: string } | { err: unknown } {
  return error instanceof StoreUnavailable
    ? { reason: pino.stdSerializers.err(error).message }
    : { err: error };
}

/** Maps every error that can be thrown to the refusal that the client gets. */
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
      return malformed('The length of the body differs from its Content-Length.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return malformed('The address contains a percent sign that does not begin a character in UTF-8.');
  }
  if (statusCode >= 400 && statusCode < 500) return malformed('The request could not be read.', error);
  if (isShortOfDescriptors(error)) return new Refusal('overloaded', { work: 'connections' }, error);
  return new HttpRefusal('internal-error', {}, error);
}

/** Whether the process has run out of file descriptors. Not all errors of Node say so by their code. */
function isShortOfDescriptors({ message, cause }: Error): boolean {
  if (/EMFILE|ENFILE|too many open files/.test(message)) return true;
  return cause instanceof Error && isShortOfDescriptors(cause);
}

function malformed(fault: string, cause?: unknown): HttpRefusal {
  return new HttpRefusal('malformed-request', { fault }, cause);
}

/** Makes request ids that are cheap, and unique among all instances and restarts. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
