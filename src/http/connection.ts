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

/** The answers that are due on each connection, in the order of their requests, and who is told when one no longer is. */
const due = new WeakMap<Socket, Map<ServerResponse, () => void>>();
const ending = new WeakSet<Socket>();

/**
 * Counts the answer among those that are due; a client that asks for more of them than it reads is cut off.
 * `answered` is called once: when the answer has been sent, or when it is known and its client has gone.
 * @returns whether the request is taken: not behind the one that was too many, which has arrived with it
 */
export function expectAnswer(
  { socket }: IncomingMessage,
  response: ServerResponse,
  answered: () => void,
): boolean {
  if (socket.destroyed) return false;
  const answers = due.get(socket) ?? noAnswers(socket);
  answers.set(response, answered);
  response.on('close', () => {
    if (response.headersSent) endAnswer(response);
  });
  if (answers.size > DUE_AT_MOST) socket.destroy();
  return !socket.destroyed;
}

function noAnswers(socket: Socket): Map<ServerResponse, () => void> {
  const answers = new Map<ServerResponse, () => void>();
  due.set(socket, answers);
  // Node says 'close' only of the one whose turn it was.
  socket.once('close', () => {
    for (const response of answers.keys()) response.emit('close');
  });
  return answers;
}

/** Nothing more comes of the request: its answer was sent, or nobody is there to read it. */
export function endAnswer(response: ServerResponse): void {
  const answers = due.get(response.req.socket);
  const answered = answers?.get(response);
  answers?.delete(response);
  answered?.();
}

/** Whether no answer is due on the connection after this one. */
export function isLastDue(response: ServerResponse): boolean {
  return answersDue(response.req.socket).at(-1) === response;
}

function answersDue(socket: Socket): ServerResponse[] {
  return [...(due.get(socket)?.keys() ?? [])];
}

/** Whether nobody is there any more to be answered. A reset takes the address before Node tells of it. */
export function isGone({ socket }: IncomingMessage): boolean {
  return socket.destroyed || socket.remoteAddress === undefined;
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
  // Without it a client that has said all it will say (a FIN behind its request) is let go without an answer.
  Object.assign(server, { httpAllowHalfOpen: true });
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
