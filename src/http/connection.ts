import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from './node-http.ts';

/**
 * How many answers may be pending on one connection. Node stops reading from a client that does not read its answers,
 * but by then more than a thousand pipelined requests may have arrived.
 */
const MAX_PENDING = 32;
/** How long a connection that is being closed may be idle. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * The pending answers of each connection, in the order of their requests, each with the function to call when it is
 * done.
 */
const pending = new WeakMap<Socket, Map<ServerResponse, () => void>>();
const ending = new WeakSet<Socket>();

/**
 * Registers an answer as pending. A client with too many pending answers is disconnected.
 * `answered` is called once: when the answer was sent, or when it is ready but the client has gone.
 * @returns whether the request is to be handled: false on a connection that is closed, and for the request that was too many
 */
export function trackAnswer(
  { socket }: IncomingMessage,
  response: ServerResponse,
  answered: () => void,
): boolean {
  if (socket.destroyed) return false;
  const answers = pending.get(socket) ?? trackSocket(socket);
  answers.set(response, answered);
  response.on('close', () => {
    if (response.headersSent) endAnswer(response);
  });
  if (answers.size > MAX_PENDING) socket.destroy();
  return !socket.destroyed;
}

function trackSocket(socket: Socket): Map<ServerResponse, () => void> {
  const answers = new Map<ServerResponse, () => void>();
  pending.set(socket, answers);
  // Node emits 'close' only on the response whose turn it was.
  socket.once('close', () => {
    for (const response of answers.keys()) response.emit('close');
  });
  return answers;
}

/** Ends the tracking of an answer: it was sent, or its client has gone. */
export function endAnswer(response: ServerResponse): void {
  const answers = pending.get(response.req.socket);
  const answered = answers?.get(response);
  answers?.delete(response);
  answered?.();
}

/** Whether no answer is pending on the connection after this one. */
export function isLastPending(response: ServerResponse): boolean {
  return pendingAnswers(response.req.socket).at(-1) === response;
}

function pendingAnswers(socket: Socket): ServerResponse[] {
  return [...(pending.get(socket)?.keys() ?? [])];
}

/** Whether the client has gone. After a reset the remote address is missing even before Node emits an event. */
export function isDisconnected({ socket }: IncomingMessage): boolean {
  return socket.destroyed || socket.remoteAddress === undefined;
}

/** Connections on which a long body comes, that is read bit by bit. */
const streaming = new WeakSet<Socket>();

/** The body of the request may take longer than others, as long as it moves, until `ended` is called. */
export function expectLongBody({ socket }: IncomingMessage): { readonly ended: () => void } {
  streaming.add(socket);
  return { ended: () => streaming.delete(socket) };
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is no complete request: HTTP that can't be parsed, or that did not arrive in time. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (
  { code },
  socket,
) => {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket))
    return; // until it is idle
  else closeWithStatus(socket, STATUS_BY_CODE[code] ?? 400);
};

/** Handles the events of Node's server that Fastify does not handle. */
export function handleConnectionEvents({ server }: FastifyInstance): void {
  // Without it a client that closes its side after the request (FIN) gets no answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Its body is asked for when it is about to be read, so that who may not send it need not.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  // Handled as any other request, so that it is refused in the usual form.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => closeWithStatus(socket, 400));
}

/** Closes the connection after the answers to complete requests; without any, after a bare status line. */
function closeWithStatus(socket: Socket, status: number): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.on('error', () => socket.destroy()); // Node's own listener is gone after CONNECT
  socket.setTimeout(CLOSE_TIMEOUT_MS, () => socket.destroy());
  const answers = pendingAnswers(socket);
  const whole = answers.findLast(({ req }) => req.complete);
  if (whole !== undefined) return void whole.once('close', () => socket.destroySoon());
  if (!answers.some(({ headersSent }) => headersSent)) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroySoon();
}
