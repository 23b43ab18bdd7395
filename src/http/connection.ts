import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { isTooLongToContinue } from './body.ts';
import { STATUS_CODES } from './node-http.ts';

/**
 * Answers that may be due on one connection. Node stops reading from a client that does not read, but only behind
 * what has arrived already, and that may be more than a thousand requests.
 */
const DUE_AT_MOST = 32;
/** How long a connection that is being ended may stand still. */
const ENDING_MS = 10_000;

/** The answers that are due on each connection, in the order of their requests. */
const due = new WeakMap<Socket, Set<ServerResponse>>();
const ending = new WeakSet<Socket>();

/**
 * Counts the answer among those that are due; a client that asks for more of them than it reads is cut off.
 * @returns whether the request is taken: not behind the one that was too many, which has arrived with it
 */
export function expectAnswer({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  const answers = due.get(socket) ?? noAnswers(socket);
  answers.add(response);
  response.once('close', () => {
    answers.delete(response);
    if (response.headersSent) endUnread(response);
  });
  if (answers.size > DUE_AT_MOST) socket.destroy();
  return !socket.destroyed;
}

function noAnswers(socket: Socket): Set<ServerResponse> {
  const answers = new Set<ServerResponse>();
  due.set(socket, answers);
  // Node says 'close' only of the one whose turn it was.
  socket.once('close', () => {
    for (const response of answers) response.emit('close');
  });
  return answers;
}

/** Whether no answer is due on the connection after this one. */
export function isLastDue(response: ServerResponse): boolean {
  return answersDue(response.req.socket).at(-1) === response;
}

function answersDue(socket: Socket): ServerResponse[] {
  return [...(due.get(socket) ?? [])];
}

/** Whether nobody is there any more to be answered. A reset takes the address before Node tells of it. */
export function isGone({ socket }: IncomingMessage): boolean {
  return socket.destroyed || socket.remoteAddress === undefined;
}

/**
 * Ends a request whose client has gone before its answer. Fastify waits for 'finish' or 'error' before it has the
 * request logged and counted, and Node says neither.
 */
export function endUnread(response: ServerResponse): void {
  if (response.listenerCount('error') > 0) response.emit('error', new Error('The client has gone.'));
}

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** For requests that never became one: HTTP that can't be parsed, or that did not come in time. */
export const endBroken: NonNullable<FastifyServerOptions['clientErrorHandler']> = ({ code }, socket) => {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endConnection(socket, STATUS_OF[code] ?? 400);
};

/** Attends to what Node's server asks its owner about. */
export function attendConnections({ server }: FastifyInstance): void {
  server.on('checkContinue', (request, response) => {
    if (!isTooLongToContinue(request.headers)) response.writeContinue();
    server.emit('request', request, response);
  });
  // A request like any other, which is then refused like any other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => endConnection(socket, 400));
}

/** Ends the connection: behind the answers to whole requests, or else with a status line alone. */
function endConnection(socket: Socket, status: number): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.on('error', () => socket.destroy()); // Node's own listener is gone after CONNECT
  socket.setTimeout(ENDING_MS, () => socket.destroy());
  const answers = answersDue(socket);
  const whole = answers.findLast(({ req }) => req.complete);
  if (whole !== undefined) return void whole.once('close', () => socket.destroySoon());
  if (!answers.some(({ headersSent }) => headersSent)) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroySoon();
}
