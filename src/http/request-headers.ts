import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './http-refusal.ts';

/** Headers that may be given only once. Node would silently use the first of some of them. */
const SINGLE = new Set(['host', 'content-type', 'content-encoding', 'idempotency-key']);

/** A name or an address, and a port (RFC 3986, section 3.2). It may be empty. */
const HOST = /^(?:\[[\w:.%~-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/**
 * Checks what HTTP requires of the headers of every request (RFC 9110, sections 5.3 and 10.1.1; RFC 9112, sections 3.2
 * and 6.1). Node keeps only the first of repeated Authorization headers: here they are joined, which makes invalid
 * credentials, so that the request is refused wherever credentials are needed.
 * @throws HttpRefusal malformed-request or expectation-failed
 */
export function requireSoundHeaders(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersion } = request;
  const { host, expect, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') {
    throw new HttpRefusal('malformed-request', { fault: 'An HTTP/1.1 request needs a Host header.' });
  }
  if (host !== undefined && !HOST.test(host)) {
    throw new HttpRefusal('malformed-request', {
      fault: 'The Host header must be a host name or address, with or without a port.',
    });
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new HttpRefusal('malformed-request', {
      fault: `The Transfer-Encoding ${coding} is not supported. Send the body with a Content-Length, or chunked.`,
    });
  }
  // With as many names as header lines none is repeated.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) {
    requireSingle(rawHeaders);
    const { authorization } = request.headersDistinct;
    if (authorization !== undefined) headers.authorization = authorization.join(', ');
  }
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpRefusal('expectation-failed', {});
  }
}

function requireSingle(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (SINGLE.has(name) && seen.has(name)) {
      throw new HttpRefusal('malformed-request', {
        fault: `The header ${rawHeaders[index]} is given more than once.`,
      });
    }
    seen.add(name);
  }
}
