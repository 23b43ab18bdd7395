import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationId, type OutputOf, operations } from '../doors/api/contract/index.ts';
import { serialise } from '../doors/api/contract/serialisation.ts';
import type { Problem } from '../doors/api/problems.ts';
import { isBodyOutstanding, passOverBody } from './body.ts';
import { isLatest } from './connection.ts';

/** An answer ready to be sent: its body is already text or bytes, so that it can be kept and sent again. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Bytes of the body, where they are counted already. */
  readonly length?: number;
}

/** The operation's success, its body serialised from the operation's schema. */
export function success<Id extends OperationId>(
  id: Id,
  value: OutputOf<Id>,
  headers: Readonly<Record<string, string>> = {},
): Answer & { readonly body: string } {
  const operation = operations[id];
  return {
    status: operation.success.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: serialise(operation, value as never),
  };
}

export function noContent(): Answer {
  return { status: 204, headers: {} };
}

export function problemAnswer(problem: Problem): Answer {
  return {
    status: problem.kind.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
    body: JSON.stringify(problem),
  };
}

/**
 * Writes the answer out. It goes around Fastify's own `send`, which would look at every body again and
 * append a charset that JSON does not have (RFC 8259, section 11).
 */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed || raw.headersSent) return;
  const headers: Record<string, string | number> = { ...answer.headers, 'x-request-id': request.id };
  if (answer.body !== undefined) headers['content-length'] = answer.length ?? Buffer.byteLength(answer.body);
  else if (answer.status !== 204 && answer.status !== 304) headers['content-length'] = 0;
  // So that the client's next request goes elsewhere. Requests that came behind this one are answered first.
  if (request.server.isStopping) headers.connection = isLatest(reply) ? 'close' : 'keep-alive';
  raw.writeHead(answer.status, headers);
  if (!isBodyOutstanding(request.raw)) {
    raw.end(answer.body); // which Node leaves out when the method is HEAD
    return;
  }
  // The client is still sending: it gets the answer now, and the connection is not closed under it.
  raw.flushHeaders();
  if (answer.body !== undefined) raw.write(answer.body);
  passOverBody(request.raw, () => raw.end());
}
