import type { IncomingHttpHeaders } from 'node:http';

/** Whether the client takes gzip (RFC 9110, section 12.5.3). */
export function takesGzip(headers: IncomingHttpHeaders): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(`${headers['accept-encoding'] ?? ''}`);
}
