import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../doors/api/problems.ts';

/** How much of what a refused client goes on sending is passed over, and for how long, before it is cut off. */
export const DISCARD_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 2_000;

/**
 * Writes an answer where Node has no response to write it with, and closes the connection: not at once, as
 * that would reset it under a client that is still sending and has not read the answer (RFC 9112, section 9.6).
 */
export function answerRaw(socket: Socket, problem: Problem, requestId: string): void {
  const { status } = problem.kind;
  const body = JSON.stringify(problem);
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    'x-request-id': requestId,
    connection: 'close',
    ...problem.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  discardInput(socket);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cutOff));
}

/** Takes the connection away from the parser, and reads on without a look at what comes. */
export function discardInput(socket: Socket): void {
  const end = socket.bytesRead + DISCARD_BYTES;
  socket.removeAllListeners('data');
  socket.on('data', () => {
    if (socket.bytesRead > end) socket.destroy();
  });
  socket.resume();
}
