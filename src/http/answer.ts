import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endAnswer, isLastDue } from './connection.ts';
import { compressed } from './gzip.ts';

/** An answer ready to be sent: its body is already text or bytes, so that it can be kept and sent again. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Bytes of the body, where they are counted already. */
  readonly length?: number;
}

/** Sends whoever asks on to another address of this site, for good. */
export function movedTo(location: string): Answer {
  return { status: 308, headers: { location } };
}

/**
 * Writes the answer out. It goes around Fastify's own `send`, which would look at every body again and
 * append a charset that JSON does not have (RFC 8259, section 11).
 */
export function send(request: FastifyRequest, reply: FastifyReply, whole: Answer): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.headersSent) return;
  raw.statusCode = whole.status; // for the log, also when nobody gets to read it
  if (request.raw.socket.destroyed) return void endAnswer(raw);
  const answer = compressed(request.headers, whole);
  const headers: Record<string, string | number> = {
    ...answer.headers,
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  };
  if (answer.body !== undefined) headers['content-length'] = answer.length ?? Buffer.byteLength(answer.body);
  else if (answer.status !== 204 && answer.status !== 304) headers['content-length'] = 0;
  if (headers.vary !== undefined && raw.hasHeader('vary'))
    headers.vary = `${raw.getHeader('vary')}, ${headers.vary}`;
  // So that the client's next request goes elsewhere. Requests that came behind this one are answered first.
  const closes = request.server.isStopping && isLastDue(raw);
  if (closes) headers.connection = 'close';
  raw.writeHead(answer.status, headers);
  if (closes || !raw.shouldKeepAlive) endAfterBody(request.raw, raw, answer);
  else endWithOthers(raw, answer.body);
}

interface Ready {
  readonly response: ServerResponse;
  readonly body: Answer['body'];
}

/** Answers that go out once all that has arrived in this turn of the event loop was looked at. */
let ready: Ready[] = [];

/**
 * A write to a client that waits for it also wakes it, which costs more than the write itself. Of answers that are written
 * together most find their client awake. What that is worth: docs/decisions/writing-together.md
 */
function endWithOthers(response: ServerResponse, body: Answer['body']): void {
  if (ready.push({ response, body }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const answers = ready;
  ready = [];
  for (const { response, body } of answers) {
    // Of a connection that has broken meanwhile Node has told already.
    if (!response.destroyed) response.end(body); // Node leaves the body out when the method is HEAD
  }
}

/** Node closes a connection behind its last answer, and a client that is still sending would not get to read it. */
function endAfterBody(request: IncomingMessage, response: ServerResponse, { body }: Answer): void {
  if (request.complete || request.headers.expect !== undefined) return void response.end(body);
  response.flushHeaders();
  if (body !== undefined) response.write(body);
  request.once('end', () => response.end()).resume();
}
