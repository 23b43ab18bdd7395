import { randomBytes } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../core/problem.ts';
import { StoreUnavailable } from '../store/index.ts';
import { problemAnswer, send } from './answer.ts';
import { BODY_LIMIT, readBodies, unsupported } from './body.ts';
import type { Caller } from './caller.ts';
import { answerBrokenRequests } from './connection.ts';
import { allowedMethods } from './methods.ts';
import { logRequest } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null before sign-in and where none is needed. */
    caller: Caller | null;
  }
}

export interface ServerOptions {
  readonly log: Logger;
  readonly trustProxy: boolean;
}

export interface Server {
  readonly fastify: FastifyInstance;
  /** From now on every new request is answered with 503; those under way go on. */
  stopTaking(): void;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 65_000;
const MAX_PATH_PARAMETER = 4_096;

/** The HTTP server with what every route shares: limits, problem details, request ids and the log. */
export function createServer({ log, trustProxy }: ServerOptions): Server {
  let stopping = false;
  const app = fastify({
    logger: false,
    trustProxy: trustProxy ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    genReqId: requestIds(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    frameworkErrors: (error, request, reply) => send(request, reply, problemAnswer(asProblem(error))),
    ...answerBrokenRequests(),
  });
  app.decorateRequest('caller', null);
  readBodies(app);

  app.addHook('onRequest', (_request, reply, done) => {
    if (!stopping) return done();
    reply.raw.setHeader('connection', 'close');
    done(
      new Problem('shutting-down', 'The service is stopping and takes no new requests.', { retryAfter: 5 }),
    );
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply);
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(log, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, problemAnswer(unknownAddress(app, request))),
  );

  return {
    fastify: app,
    stopTaking: () => {
      stopping = true;
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

function unknownAddress(app: FastifyInstance, request: FastifyRequest): Problem {
  const path = request.url.split('?', 1)[0] as string;
  const allowed = allowedMethods(app, path);
  if (allowed.length === 0)
    return new Problem('not-found', 'No operation has this path. The reference is at /docs.');
  return new Problem(
    'method-not-allowed',
    `This address takes ${allowed.join(', ')}, not ${request.method}.`,
    {
      headers: { allow: allowed.join(', ') },
    },
  );
}

/** Ids that are cheap, and unique among all instances and restarts. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
