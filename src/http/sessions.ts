import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Answer, send } from './answer.ts';
import { HttpRefusal } from './http-refusal.ts';

/** Sessions of people at pages: the cookie, the token of forms, and which requests are taken at all. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in on the pages; null for nobody, and outside of the pages. */
    session: PageSession | null;
  }
  interface FastifyContextConfig {
    /** A page, or a form, that needs nobody to be signed in. */
    readonly isForAnyone?: boolean;
    /** A form that carries no token of a session, because it begins one. */
    readonly needsNoToken?: boolean;
  }
}

/** As much of a session as pages need. */
export interface PageSession {
  readonly sessionId: string;
  readonly accountId: Uuid;
  readonly username: string;
  readonly role: Role;
  readonly csrfToken: string;
}

export interface PageGuard {
  /** Whose session it is, by the token of its cookie. */
  findSession(token: string): Promise<PageSession | undefined>;
  /** What somebody is answered who has to sign in first. */
  askToSignIn(request: FastifyRequest): Answer;
  /** What is answered to a request that did not come from a page of this session: 403. */
  refuse(request: FastifyRequest, why: ForeignRequest): Answer;
}

/** `other-origin`: another site's page sent it; `old-form`: its token is not that of the session. */
export type ForeignRequest = 'other-origin' | 'old-form';

const SESSION_COOKIE = 'museum_session';
const SESSION_SECONDS = 12 * 60 * 60;
const CSRF_HEADER = 'x-csrf-token';

/**
 * Makes `app` (a plugin of its own) a place for pages. Nobody gets further without a session, but where `isForAnyone`
 * is set; what changes something must come from a page of this origin and carry the token of the session, in the
 * field `csrf` or the header `x-csrf-token`. Forms are read as URLSearchParams; see `formOf`. Each parameter of a query is
 * given once at most, so that it is text.
 */
export function guardPages(app: FastifyInstance, guard: PageGuard): void {
  app.decorateRequest('session', null);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(nulFault(body as string) ?? null, new URLSearchParams(body as string)),
  );
  // Hooks that have answered say so to Fastify by the reply being hijacked.
  app.addHook('onRequest', async (request, reply) => {
    const fault = queryFault(request);
    if (fault !== undefined) throw fault;
    if (isFromElsewhere(request)) return send(request, reply, guard.refuse(request, 'other-origin'));
    const token = sessionTokenOf(request);
    request.session = (token !== undefined && (await guard.findSession(token))) || null;
    request.caller = request.session;
    if (request.session === null && !request.routeOptions.config.isForAnyone)
      return send(request, reply, guard.askToSignIn(request));
  });
  app.addHook('preHandler', async (request, reply) => {
    const { needsNoToken = false } = request.routeOptions.config;
    if (isRead(request) || request.session === null || needsNoToken) return;
    if (!carriesToken(request, request.session)) send(request, reply, guard.refuse(request, 'old-form'));
  });
}

const IN_COOKIES = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;\\s]+)`);

/** The token of the request's session cookie. */
function sessionTokenOf({ headers }: FastifyRequest): string | undefined {
  return IN_COOKIES.exec(headers.cookie ?? '')?.[1];
}

/** Header Set-Cookie with which the browser keeps the session. */
export function sessionCookie({ protocol }: FastifyRequest, token: string): string {
  return `${SESSION_COOKIE}=${token}; Max-Age=${SESSION_SECONDS}; ${flags(protocol)}`;
}

/** Header Set-Cookie with which the browser forgets it. */
export function noSessionCookie({ protocol }: FastifyRequest): string {
  return `${SESSION_COOKIE}=; Max-Age=0; ${flags(protocol)}`;
}

function flags(protocol: string): string {
  return `Path=/; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`;
}

function queryFault({ url, query }: FastifyRequest): HttpRefusal | undefined {
  const [repeated] = Object.entries(query as object).find(([, value]) => Array.isArray(value)) ?? [];
  if (repeated === undefined) return nulFault(url.split('?', 2)[1] ?? '');
  return new HttpRefusal('malformed-request', { fault: `${repeated} is given more than once.` });
}

/** U+0000 belongs into no text, and not every database takes it. */
function nulFault(encoded: string): HttpRefusal | undefined {
  if (!/%00|\0/.test(encoded)) return undefined;
  return new HttpRefusal('malformed-request', { fault: 'What was sent contains the character U+0000.' });
}

export function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** What a form sent. @throws HttpRefusal unsupported-media-type when it is no form */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  if (body === undefined || body === null) return new URLSearchParams();
  throw new HttpRefusal('unsupported-media-type', {
    fault: 'This address takes forms: application/x-www-form-urlencoded.',
  });
}

/** Sends the browser on to a page of this site, to be fetched with GET. */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } };
}

/** An address on this site, path and query; undefined when it leads anywhere else. */
export function ownAddress(address: string | null | undefined): string | undefined {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address)) return undefined;
  const url = URL.parse(address, 'http://museum.invalid');
  if (url === null || url.origin !== 'http://museum.invalid' || url.pathname.startsWith('//'))
    return undefined;
  return url.pathname + url.search;
}

/** By what the browser says of itself (Fetch Metadata), else by the origin; what says neither is no browser's page. */
function isFromElsewhere({ method, headers, host }: FastifyRequest): boolean {
  if (isRead({ method })) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined) return false;
  return URL.parse(headers.origin)?.host !== host;
}

function carriesToken({ body, headers }: FastifyRequest, { csrfToken }: PageSession): boolean {
  const given = headers[CSRF_HEADER] ?? (body instanceof URLSearchParams ? body.get('csrf') : undefined);
  return typeof given === 'string' && isSame(given, csrfToken);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
