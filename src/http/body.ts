import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expectLongBody } from './connection.ts';
import { HttpRefusal } from './http-refusal.ts';
import { findSyntaxError } from './json-syntax.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The only media types that are accepted as a body here. */
    readonly mediaTypes?: readonly string[] | undefined;
  }
}

export const BODY_LIMIT = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads request bodies as JSON (RFC 8259) in UTF-8 only. An empty body counts as no body. */
export function readBodies(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true }); // a body is ignored, as with GET
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      try {
        done(null, readBody(request, body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Reads bodies of these media types in `app` (a plugin of its own) as they are, and no others. */
export function readFiles(app: FastifyInstance, mediaTypes: readonly string[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (request, body, done) => {
    const coded = codingFault(request);
    done(coded ?? null, body);
  });
}

/** Passes bodies of these media types on in `app` (a plugin of its own) as they come. `streamIn` reads them. */
export function streamFiles(app: FastifyInstance, mediaTypes: readonly string[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...mediaTypes], (request, body, done) => {
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT;
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > limit;
    done(codingFault(request) ?? (isTooLarge ? new HttpRefusal('body-too-large', { limit }) : null), body);
  });
}

/** The body as it comes, however long that takes. @throws (while it is read) HttpRefusal body-too-large */
export async function* streamIn({ body, raw, routeOptions }: FastifyRequest): AsyncGenerator<Uint8Array> {
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT;
  const { ended } = expectLongBody(raw);
  let bytes = 0;
  try {
    for await (const chunk of (body as Readable).iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limit) throw new HttpRefusal('body-too-large', { limit });
      yield chunk;
    }
  } finally {
    ended();
    // If it is given up, the rest is read and dropped: the client gets the answer, and its next request on the connection is
    // heard. Not at once: until the loop has let go of the stream, it does not flow.
    if (!raw.readableEnded) setImmediate(() => raw.resume());
  }
}

/** Whether the client waits to hear that its body is wanted (Expect: 100-continue), and it is, as far as its length tells. */
export function isAwaited({ headers, routeOptions }: FastifyRequest): boolean {
  const { expect, 'content-length': length = 0 } = headers;
  return expect !== undefined && Number(length) <= (routeOptions.bodyLimit ?? BODY_LIMIT);
}

function readBody(request: FastifyRequest, body: Buffer): unknown {
  requireMediaType(request);
  if (body.length === 0) return undefined;
  return parseJson(decode(body));
}

function requireMediaType(request: FastifyRequest): void {
  const { headers } = request;
  const { mediaTypes: accepted } = request.routeOptions.config;
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  if (accepted !== undefined && !accepted.includes(mediaType.trim())) {
    throw unsupported(`This operation accepts ${accepted.join(' or ')}, not ${mediaType.trim()}.`, request);
  }
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw unsupported(`JSON must be in UTF-8, but the Content-Type says ${charset}.`, request);
  }
  const coded = codingFault(request);
  if (coded !== undefined) throw coded;
}

function codingFault(request: FastifyRequest): HttpRefusal | undefined {
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return undefined;
  return unsupported(`The Content-Encoding ${coding} is not supported. Send the body without one.`, request);
}

/** What telephones make by default. */
export const HEIC = 'A HEIC picture can’t be used here: export it as JPEG.';

/** The refusal for a body of a media type that no address here reads. */
export function unreadable(request: FastifyRequest): HttpRefusal {
  const { mediaTypes = ['application/json'] } = request.routeOptions.config;
  if (/^image\/hei[cf]\b/i.test(request.headers['content-type'] ?? '')) return unsupported(HEIC, request);
  return unsupported(`The body needs the header Content-Type: ${mediaTypes.join(' or ')}.`, request);
}

function unsupported(fault: string, { method, routeOptions }: FastifyRequest): HttpRefusal {
  const { mediaTypes } = routeOptions.config;
  const patch = method === 'PATCH' && mediaTypes !== undefined ? { patch: mediaTypes } : {};
  return new HttpRefusal('unsupported-media-type', { fault, ...patch });
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new HttpRefusal('malformed-request', { fault: 'The body is not valid UTF-8.' });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal('malformed-request', {
      fault: `The body is not valid JSON: ${describeSyntaxError(text)}`,
    });
  }
}

/** Says where a text stops being JSON, without quoting it: it may hold personal data. */
function describeSyntaxError(text: string): string {
  const offset = findSyntaxError(text);
  if (offset >= text.length) return 'it ends too soon.';
  const before = text.slice(0, offset).split('\n');
  return `the error is at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}.`;
}
