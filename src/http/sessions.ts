import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Answer, send } from './answer.ts';
import { HttpRefusal } from './http-refusal.ts';

/** Sessions on the pages: the session cookie, the CSRF token, and which requests are accepted. */

declare module 'fastify' {
  interface FastifyRequest {
    /** The session on the pages; null for nobody, and outside of the pages. */
    session: PageSession | null;
  }
  interface FastifyContextConfig {
    /** A page or a form that needs no session. */
    readonly isPublic?: boolean;
    /** A form that carries no CSRF token, because it begins a session. */
    readonly skipsCsrfCheck?: boolean;
  }
}

/** A session, as far as pages need it. */
export interface PageSession {
  readonly sessionId: string;
  readonly accountId: Uuid;
  readonly username: string;
  readonly role: Role;
  readonly csrfToken: string;
}

export interface PageGuard {
  /** Finds the session by the token of its cookie. */
  findSession(token: string): Promise<PageSession | undefined>;
  /** The answer to a request that needs a session and has none. */
  askToSignIn(request: FastifyRequest): Answer;
  /** The answer (403) to a request that did not come from a page of this session. */
  refuse(request: FastifyRequest, why: CsrfFault): Answer;
}

/** `other-origin`: a page of another site sent the request; `old-form`: its token is not that of the session. */
export type CsrfFault = 'other-origin' | 'old-form';

const SESSION_COOKIE = 'museum_session';
const SESSION_SECONDS = 12 * 60 * 60;
const CSRF_HEADER = 'x-csrf-token';

/**
 * Protects the pages in `app` (a plugin of its own). A route needs a session unless `isPublic` is set. Any request but
 * GET and HEAD must come from a page of this origin and carry the CSRF token of its session (unless `skipsCsrfCheck` is
 * set), in the field `csrf` or the header `x-csrf-token`.
 */
export function guardPages(app: FastifyInstance, guard: PageGuard): void {
  app.decorateRequest('session', null);
  readForms(app);
  // `send` hijacks the reply, which tells Fastify that a hook has answered.
  app.addHook('onRequest', async (request, reply) => {
    if (isCrossOrigin(request)) return send(request, reply, guard.refuse(request, 'other-origin'));
    const token = sessionTokenOf(request);
    request.session = (token !== undefined && (await guard.findSession(token))) || null;
    request.caller = request.session;
    if (request.session === null && !request.routeOptions.config.isPublic)
      return send(request, reply, guard.askToSignIn(request));
  });
  app.addHook('preHandler', async (request, reply) => {
    const { skipsCsrfCheck = false } = request.routeOptions.config;
    if (isSafeMethod(request) || request.session === null || skipsCsrfCheck) return;
    if (!hasCsrfToken(request, request.session)) send(request, reply, guard.refuse(request, 'old-form'));
  });
}

/** Reads forms as URLSearchParams: see `formOf`. A repeated query parameter is refused, so that each is a string. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(nulFault(body as string) ?? null, new URLSearchParams(body as string)),
  );
  app.addHook('onRequest', async (request) => {
    const fault = queryFault(request);
    if (fault !== undefined) throw fault;
  });
}

const SESSION_COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;\\s]+)`);

/** The token of the request's session cookie. */
function sessionTokenOf({ headers }: FastifyRequest): string | undefined {
  return SESSION_COOKIE_PATTERN.exec(headers.cookie ?? '')?.[1];
}

/** The header Set-Cookie that begins the session in the browser. */
export function sessionCookie({ protocol }: FastifyRequest, token: string): string {
  return `${SESSION_COOKIE}=${token}; Max-Age=${SESSION_SECONDS}; ${cookieAttributes(protocol)}`;
}

/** The header Set-Cookie that ends it. */
export function noSessionCookie({ protocol }: FastifyRequest): string {
  return `${SESSION_COOKIE}=; Max-Age=0; ${cookieAttributes(protocol)}`;
}

function cookieAttributes(protocol: string): string {
  return `Path=/; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`;
}

function queryFault({ url, query }: FastifyRequest): HttpRefusal | undefined {
  const [repeated] = Object.entries(query as object).find(([, value]) => Array.isArray(value)) ?? [];
  if (repeated === undefined) return nulFault(url.split('?', 2)[1] ?? '');
  return new HttpRefusal('malformed-request', { fault: `${repeated} is given more than once.` });
}

/** The refusal of U+0000, which PostgreSQL can't store in text. */
function nulFault(encoded: string): HttpRefusal | undefined {
  if (!/%00|\0/.test(encoded)) return undefined;
  return new HttpRefusal('malformed-request', { fault: 'The form contains the character U+0000.' });
}

export function isSafeMethod({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The fields of a form. @throws HttpRefusal unsupported-media-type when the body is no form */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  if (body === undefined || body === null) return new URLSearchParams();
  throw new HttpRefusal('unsupported-media-type', {
    fault: 'This address accepts forms only: application/x-www-form-urlencoded.',
  });
}

/** Redirects the browser to a page of this site, with GET (303). */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } };
}

/** The path and query of an address on this site; undefined for any other address (no open redirects). */
export function ownAddress(address: string | null | undefined): string | undefined {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address)) return undefined;
  const url = URL.parse(address, 'http://museum.invalid');
  if (url === null || url.origin !== 'http://museum.invalid' || url.pathname.startsWith('//'))
    return undefined;
  return url.pathname + url.search;
}

/** Checks Fetch Metadata, or else the header Origin. A request with neither did not come from a page in a browser. */
export function isCrossOrigin({ method, headers, host }: FastifyRequest): boolean {
  if (isSafeMethod({ method })) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined) return false;
  return URL.parse(headers.origin)?.host !== host;
}

function hasCsrfToken({ body, headers }: FastifyRequest, { csrfToken }: PageSession): boolean {
  const given = headers[CSRF_HEADER] ?? (body instanceof URLSearchParams ? body.get('csrf') : undefined);
  return typeof given === 'string' && isSame(given, csrfToken);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
