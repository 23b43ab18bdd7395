import type { FastifyInstance, HTTPMethods } from 'fastify';
import { HttpRefusal } from './http-refusal.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The refusal of asking for `url` with a method that nothing there takes. */
export function unknownAddress(app: FastifyInstance, method: string, url: string): HttpRefusal {
  const path = pathOf(url);
  const allowed = !hasPath(url) || hasEmptySegment(path) ? [] : allowedMethods(app, path);
  if (allowed.length === 0) return new HttpRefusal('not-found', { missing: 'operation' });
  return new HttpRefusal('method-not-allowed', { method, allowed });
}

/** The router takes `*`, which asks about the server as a whole, for the root. */
export function hasPath(url: string): boolean {
  return url.startsWith('/') || pathOf(url).startsWith('/');
}

/** Of a request target in origin form or in absolute form (RFC 9112, section 3.2); others have no path. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] as string;
  return path === '' ? '/' : path;
}

/** Where a parameter would be empty: the router takes it, but /special-events/ is no event's address. */
function hasEmptySegment(path: string): boolean {
  return path.length > 1 && /\/(?:\/|$)/.test(path);
}

/** The methods that the address takes, for the header Allow; none when there is no such address. */
function allowedMethods(app: FastifyInstance, path: string): string[] {
  return METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
}
