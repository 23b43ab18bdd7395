import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './accept.ts';
import { endAnswer, isLastPending } from './connection.ts';

/** A response that is ready to be sent. Its body is text or bytes, so that it can be cached and sent again. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Length of the body in bytes, if known. */
  readonly length?: number;
  /** What was refused, for the log. */
  readonly refused?: LoggedRefusal;
}

export interface TextAnswer extends Answer {
  readonly body: string;
}

/** A refusal, of whatever kind. */
export interface LoggedRefusal {
  readonly kind: string;
  readonly facts: object;
}

/** Redirects to another address of this site permanently (308). */
export function permanentRedirect(location: string): Answer {
  return { status: 308, headers: { location } };
}

/**
 * Sends the answer. It bypasses Fastify's own `send`, which would inspect every body again and append a charset that
 * JSON does not have (RFC 8259, section 11).
 */
export function send(request: FastifyRequest, reply: FastifyReply, whole: Answer): void {
  reply.hijack();
  request.refused ??= whole.refused ?? null;
  const { raw } = reply;
  if (raw.headersSent) return;
  raw.statusCode = whole.status; // for the log, also when the client is gone
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
  // While stopping, the client's next request must go to another instance. Pipelined requests are answered first.
  const closes = request.server.isStopping && isLastPending(raw);
  if (closes) headers.connection = 'close';
  raw.writeHead(answer.status, headers);
  if (closes || !raw.shouldKeepAlive) endAfterBody(request.raw, raw, answer);
  else endWithOthers(raw, answer.body);
}

interface Ready {
  readonly response: ServerResponse;
  readonly body: Answer['body'];
}

/** Answers that are written at the end of this turn of the event loop. */
let ready: Ready[] = [];

/**
 * A write also wakes a client that waits for it, which costs more than the write itself. When answers are written
 * together, most clients are awake already. Measured in docs/decisions/writing-together.md
 */
function endWithOthers(response: ServerResponse, body: Answer['body']): void {
  if (ready.push({ response, body }) === 1) setImmediate(endAll);
}

function endAll(): void {
  const answers = ready;
  ready = [];
  for (const { response, body } of answers) {
    // A response whose connection has broken meanwhile was closed already.
    if (!response.destroyed) response.end(body); // Node leaves the body out when the method is HEAD
  }
}

/**
 * Ends the answer only when the whole request has arrived: Node then closes the connection, and a client that is still
 * sending would not get to read the answer.
 */
function endAfterBody(request: IncomingMessage, response: ServerResponse, { body }: Answer): void {
  if (request.complete || request.headers.expect !== undefined) return void response.end(body);
  response.flushHeaders();
  if (body !== undefined) response.write(body);
  request.once('end', () => response.end()).resume();
}

/** A shorter body fits into one packet uncompressed. */
const MIN_LENGTH = 1_200;

/**
 * Compresses pages that are not cached; returns any other answer as it is. The compressed length does not leak the CSRF
 * token of a page (BREACH): other sites can't request the page with its session, whose cookie is SameSite=Strict.
 */
function compressed(asked: IncomingHttpHeaders, answer: Answer): Answer {
  const { status, headers, body } = answer;
  const isPage = headers['content-type']?.startsWith('text/html') && headers['cache-control'] === 'no-store';
  if (!isPage || typeof body !== 'string' || body.length < MIN_LENGTH) return answer;
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  if (!acceptsEncoding('gzip', asked)) return { ...answer, headers: { ...headers, vary } };
  return { status, headers: { ...headers, vary, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}
