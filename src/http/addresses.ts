import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { HttpRefusal } from './http-refusal.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The refusal for an unknown address, or for a method that the address does not take. */
export function unknownAddress(
  app: FastifyInstance,
  basePath: string | undefined,
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
): HttpRefusal {
  const path = pathOf(url);
  const isNone = !hasPath(url);
  const allowed = isNone ? [] : allowedMethods(app, path);
  if (allowed.length > 0) return new HttpRefusal('method-not-allowed', { method, allowed });
  const isThere = !isNone && basePath !== undefined && allowedMethods(app, basePath + path).length > 0;
  return new HttpRefusal('not-found', { missing: 'operation', ...(isThere && { under: basePath }) });
}

/** False for `*`, which asks about the whole server (the router would treat it as the root). */
export function hasPath(url: string): boolean {
  return url.startsWith('/') || pathOf(url).startsWith('/');
}

/** The path of a request target in origin form or absolute form (RFC 9112, section 3.2); other forms have none. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] as string;
  return path === '' ? '/' : path;
}

/**
 * The methods that the address takes, for the header Allow; none when there is no such address. The router accepts
 * empty parameters, but /special-events/ is no event's address.
 */
function allowedMethods(app: FastifyInstance, path: string): string[] {
  return METHODS.filter((method) => {
    const route = app.findRoute({ method, url: path });
    return route !== null && !Object.values(route.params).includes('');
  });
}
