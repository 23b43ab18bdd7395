import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../doors/api/problems.ts';
import { isTooLongToContinue } from './body.ts';
import { answerRaw, discardInput } from './raw-answer.ts';

/** What happens on a connection beside its requests: what can't be parsed, came too late, or wants a tunnel. */
export interface ConnectionOptions {
  readonly log: Logger;
  readonly newRequestId: () => string;
  /** The problem of asking for `url` with a method that no operation has there. */
  readonly unknownAddress: (method: string, url: string) => Problem;
}

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>;
/** What Node's parser says beside the code. */
type ClientError = Omit<Parameters<ClientErrorHandler>[0], 'rawPacket'> & {
  readonly reason?: string;
  readonly rawPacket?: unknown;
};

/** The latest request of each connection, to know what is still to be answered when the next one is broken. */
const latest = new WeakMap<Socket, FastifyReply>();

/** For requests that never became one: HTTP that can't be parsed, or that did not come in time. */
export function answerBrokenRequests(options: ConnectionOptions): ClientErrorHandler {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    discardInput(socket); // it would only break the parser again
    const problem = brokenRequest(error, options);
    const reply = latest.get(socket);
    if (reply === undefined || isDone(reply)) return answerAlone(socket, problem, options);
    if (reply.request.raw.complete) {
      // Answers go out in the order of the requests (RFC 9112, section 9.3.2), and this one is the last.
      reply.raw.once('close', () => answerAlone(socket, problem, options));
    } else {
      answerInPlace(reply, socket, problem);
    }
  };
}

/** Attends to what Node's server asks its owner about. */
export function attendConnections(app: FastifyInstance, options: ConnectionOptions): void {
  const { server } = app;
  app.addHook('onRequest', (request, reply, done) => {
    latest.set(request.raw.socket, reply);
    done();
  });
  server.on('checkContinue', (request, response) => {
    if (!isTooLongToContinue(request.headers)) response.writeContinue();
    server.emit('request', request, response);
  });
  // A request like any other, which is then refused like any other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', ({ method, url }, socket: Socket) => {
    answerAlone(socket, options.unknownAddress(method as string, url as string), options);
  });
}

/** Whether no other request has come on the connection after the one that `reply` answers. */
export function isLatest(reply: FastifyReply): boolean {
  return latest.get(reply.request.raw.socket) === reply;
}

function isDone({ raw, request }: FastifyReply): boolean {
  return request.raw.complete && raw.writableFinished;
}

/** Answers with an id of its own, under which the log knows it. */
function answerAlone(socket: Socket, problem: Problem, { log, newRequestId }: ConnectionOptions): void {
  const requestId = newRequestId();
  log.info({ requestId, status: problem.kind.status, address: socket.remoteAddress }, 'broken request');
  answerRaw(socket, problem, requestId);
}

/** Answers the request whose body is broken or did not come, unless it has been refused already. */
function answerInPlace({ raw, request }: FastifyReply, socket: Socket, problem: Problem): void {
  if (raw.headersSent) return void raw.end(() => socket.destroySoon());
  const body = JSON.stringify(problem);
  raw.writeHead(problem.kind.status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': request.id,
    connection: 'close',
  });
  raw.end(body);
}

function brokenRequest(error: ClientError, { unknownAddress }: ConnectionOptions): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The request line and the headers are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request was not complete in time.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('body-too-large', 'The extensions of the body’s chunks are too long.');
    case 'HPE_INVALID_METHOD':
      return unknownMethod(error, unknownAddress) ?? notHttp(error);
    default:
      return notHttp(error);
  }
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/;

/** Node's parser knows a list of methods. Any other is still a request: with a wrong method. */
function unknownMethod(
  { rawPacket }: ClientError,
  unknownAddress: ConnectionOptions['unknownAddress'],
): Problem | undefined {
  const [, method, url] =
    REQUEST_LINE.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '') ?? [];
  if (method === undefined || url === undefined || METHODS.includes(method)) return undefined;
  return unknownAddress(method, url);
}

/** The parser's own reason is a phrase such as "Invalid character in Content-Length". */
function notHttp({ reason }: ClientError): Problem {
  return new Problem(
    'malformed-request',
    `This is not an HTTP/1.1 request${reason === undefined ? '' : `: ${reason}`}.`,
  );
}
