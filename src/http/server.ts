import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../doors/api/problems.ts';
import { StoreUnavailable } from '../store/index.ts';
import { unknownAddress } from './addresses.ts';
import { problemAnswer, send } from './answer.ts';
import { BODY_LIMIT, readBodies, unsupported } from './body.ts';
import type { Caller } from '../doors/api/caller.ts';
import { closeConnectionsInTime } from './closing.ts';
import { answerBrokenRequests, attendConnections, type ConnectionOptions } from './connection.ts';
import { requireSoundHeaders } from './request-headers.ts';
import { logRequest } from './request-log.ts';

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

export interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: boolean;
  readonly patience?: Patience;
}

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

export interface Server {
  readonly fastify: FastifyInstance;
  /** From now on every new request is answered with 503; those under way go on. */
  stopTaking(): void;
}

/** More than a request line can hold: a parameter that long is no UUID, and is told so like any other. */
const MAX_PATH_PARAMETER = 16_384;

/** The HTTP server with what every route shares: limits, problem details, request ids and the log. */
export function createServer({ log, trustProxy, patience = PATIENCE }: ServerOptions): Server {
  const newRequestId = requestIds();
  const connections: ConnectionOptions = {
    log,
    newRequestId,
    unknownAddress: (method, url) => unknownAddress(app, method, url),
  };
  const app: FastifyInstance = fastify<HttpServer>({
    logger: false,
    trustProxy: trustProxy ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    genReqId: newRequestId,
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
    frameworkErrors: (error, request, reply) => send(request, reply, problemAnswer(asProblem(error))),
    clientErrorHandler: answerBrokenRequests(connections),
  });
  app.decorateRequest('caller', null);
  app.decorate('isStopping', false);
  readBodies(app);

  attendConnections(app, connections);
  closeConnectionsInTime(app);
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      if (app.isStopping && !request.routeOptions.config.answersWhileStopping) throw shuttingDown();
      requireSoundHeaders(request.raw);
      // Here, before a body that nobody asked for is read.
      if (request.is404) throw unknownAddress(app, request.method, request.url);
      done();
    } catch (error) {
      done(error as Problem);
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply);
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(log, error, request, reply));
  app.setNotFoundHandler((request) => {
    throw unknownAddress(app, request.method, request.url);
  });

  return {
    fastify: app,
    stopTaking: () => {
      app.isStopping = true;
    },
  };
}

/** Answers with the problem that `error` is. What is no problem of the client's is logged, once. */
function refuse(log: Logger, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error);
  if (problem.kind.status >= 500 && problem.slug !== 'shutting-down') {
    log.error({ requestId: request.id, err: problem.extras.cause ?? error }, problem.message);
  }
  send(request, reply, problemAnswer(problem));
}

/** The table from everything that can be thrown to the problem that the client is told of. */
function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreUnavailable) {
    return new Problem('database-unavailable', 'The database can’t be used just now.', {
      retryAfter: 2,
      cause: error,
    });
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body-too-large', `The body is larger than ${BODY_LIMIT} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupported('The body needs the header Content-Type: application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed-request', 'The body is not as long as Content-Length says.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new Problem(
        'malformed-request',
        'The address holds a percent sign that does not begin an encoded character.',
      );
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed-request', 'The request could not be read.', { cause: error });
  }
  return new Problem(
    'internal-error',
    'The service met a fault of its own. Nothing is known to be wrong with the request.',
    {
      cause: error,
    },
  );
}

function shuttingDown(): Problem {
  return new Problem('shutting-down', 'The service is stopping and takes no new requests.', {
    retryAfter: 5,
  });
}

/** Ids that are cheap, and unique among all instances and restarts. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
