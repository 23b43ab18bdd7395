import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { Problem } from '../core/problem.ts';

/** Answers for requests that never became one: HTTP that can't be parsed, or that did not come in time. */
export function answerBrokenRequests(): Pick<FastifyServerOptions, 'clientErrorHandler'> {
  return {
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      answerRaw(socket, brokenRequest(error.code));
    },
  };
}

function brokenRequest(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The request line and the headers are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request was not complete in time.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('body-too-large', 'The extensions of the body’s chunks are too long.');
    default:
      return new Problem('malformed-request', 'This is not an HTTP/1.1 request.');
  }
}

function answerRaw(socket: Socket, problem: Problem): void {
  const { status } = problem.kind;
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      'content-type: application/problem+json\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      'connection: close\r\n\r\n' +
      body,
  );
}
