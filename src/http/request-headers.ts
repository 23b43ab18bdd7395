import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './http-refusal.ts';

/** Headers that may be given once; of some, Node would keep the first and say nothing. */
const SINGLE = new Set(['host', 'content-type', 'content-encoding', 'idempotency-key']);

/** A name or an address, and a port (RFC 3986, section 3.2). It may be empty. */
const HOST = /^(?:\[[\w:.%~-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/**
 * What HTTP asks of the headers of any request, before anyone looks at what they say (RFC 9110, sections 5.3
 * and 10.1.1; RFC 9112, sections 3.2 and 6.1). Of a repeated Authorization Node has kept the first alone: all of them stand
 * there afterwards, which are no credentials, and are refused as such wherever some are needed.
 * @throws HttpRefusal malformed-request or expectation-failed
 */
export function requireSoundHeaders(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersion } = request;
  const { host, expect, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') {
    throw new HttpRefusal('malformed-request', { fault: 'An HTTP/1.1 request needs the header Host.' });
  }
  if (host !== undefined && !HOST.test(host)) {
    throw new HttpRefusal('malformed-request', {
      fault: 'The header Host is no name with or without a port.',
    });
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new HttpRefusal('malformed-request', {
      fault: `The Transfer-Encoding ${coding} is not read; send the body as it is, with its length or chunked.`,
    });
  }
  // As many names as lines: none is repeated, so there is no need to look at each.
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
