import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../core/roles.ts';
import { type Answer, send } from '../http/answer.ts';
import { formOf, ownAddress, sessionCookie } from '../http/sessions.ts';
import { type FinishedSignIn, IdentityFault, type IdentityProvider } from '../identity-provider/index.ts';
import { html } from './html.ts';
import { page, type Site } from './layout.ts';
import { languageOf, SIGN_IN } from './sign-in.ts';
import { signInTexts } from './sign-in-texts.ts';

/** How people sign in with the museum's identity provider. */
export interface ProviderSignIn {
  readonly provider: IdentityProvider;
  /** The roles of groups, by the group's name to the letter. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Where the browser reaches this service, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly sessions: ProviderSessions;
  /** Told what went wrong with the provider. */
  readonly log: { warn(details: object, message: string): void };
}

export interface ProviderSessions {
  /** @throws PersonRefused */
  openFor(
    person: FinishedSignIn & { readonly role: Role | undefined },
    userAgent?: string,
  ): Promise<{ readonly token: string }>;
  endFor(person: Awaited<ReturnType<IdentityProvider['readLogout']>>): Promise<void>;
}

const BY_PROVIDER = '/sign-in/oidc';
const CALLBACK = `${BY_PROVIDER}/callback`;
const COOKIE = 'museum_sign_in';
const COOKIE_SECONDS = 600;
/** A longer address is not returned to: browsers drop cookies of more than 4,096 bytes (RFC 6265, section 6.1). */
const MOST_KEPT = 2_000;
const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`);

/** Routes sign-in with the identity provider into the plugin of the pages for sign-in. */
export function routeProviderSignIn(pages: FastifyInstance, site: Site, how: ProviderSignIn): void {
  const config = { isPublic: true };
  pages.get(BY_PROVIDER, { config }, async (request, reply) =>
    send(request, reply, await asked(request, site, how, () => begin(request, how))),
  );
  pages.get(CALLBACK, { config }, async (request, reply) =>
    send(request, reply, await asked(request, site, how, () => finish(request, site, how))),
  );
  const fromProvider = { config: { ...config, skipsCsrfCheck: true } };
  pages.post(`${BY_PROVIDER}/back-channel-logout`, fromProvider, async (request, reply) =>
    send(request, reply, await logOut(request, how)),
  );
}

async function begin(request: FastifyRequest, { provider, publicUrl }: ProviderSignIn): Promise<Answer> {
  const { address, secrets } = await provider.begin(publicUrl() + CALLBACK);
  const asked = ownAddress((request.query as Record<string, string>).to) ?? '/';
  const to = asked.length > MOST_KEPT ? '/' : asked;
  const kept = `${secrets}.${Buffer.from(to).toString('base64url')}`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  // Lax: the browser comes back from the provider's site.
  const cookie = `${COOKIE}=${kept}; Max-Age=${COOKIE_SECONDS}; Path=${BY_PROVIDER}; HttpOnly; SameSite=Lax${secure}`;
  return {
    status: 303,
    headers: { location: address, 'cache-control': 'no-store', 'set-cookie': cookie },
  };
}

/**
 * The session cookie is strict: a redirect from the provider's site would come without it. So this page moves on by itself.
 */
async function finish(request: FastifyRequest, site: Site, how: ProviderSignIn): Promise<Answer> {
  const [, kept = ''] = COOKIE_PATTERN.exec(request.headers.cookie ?? '') ?? [];
  const at = kept.lastIndexOf('.');
  const say = signInTexts(languageOf(request, site.settings.now.language));
  if (at < 0) return failed(request, site, { status: 400, fault: say('tookTooLong') });
  const cameBackTo = new URL(request.url, how.publicUrl());
  const person = await how.provider.finish(cameBackTo, kept.slice(0, at));
  const opened = await how.sessions.openFor(
    { ...person, role: roleOf(person, how) },
    request.headers['user-agent'],
  );
  const to = ownAddress(Buffer.from(kept.slice(at + 1), 'base64url').toString()) ?? '/';
  const main = html`<p><a href="${to}">${say('goOn')}</a></p>`;
  const language = languageOf(request, site.settings.now.language);
  return page(site, { language, title: say('signedIn'), main }, 200, {
    refresh: `0; url=${to}`,
    'set-cookie': sessionCookie(request, opened.token),
  });
}

/** The greatest of the roles that the person's groups have. */
function roleOf({ groups }: FinishedSignIn, { roles }: ProviderSignIn): Role | undefined {
  for (const [group, role] of roles) if (groups.includes(group)) return role;
  return undefined;
}

async function logOut(request: FastifyRequest, { provider, sessions, log }: ProviderSignIn): Promise<Answer> {
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' };
  try {
    await sessions.endFor(await provider.readLogout(formOf(request).get('logout_token') ?? ''));
    return { status: 200, headers, body: '{}' };
  } catch (error) {
    if (!(error instanceof IdentityFault)) throw error;
    log.warn({ err: error }, 'the identity provider could not log anybody out');
    if (error.because === 'unreachable') return { status: 503, headers: { ...headers, 'retry-after': '10' } };
    return { status: 400, headers, body: JSON.stringify({ error: 'invalid_request' }) };
  }
}

/** What the provider, or the person's account there, does not allow is said in words. */
async function asked(
  request: FastifyRequest,
  site: Site,
  { log }: ProviderSignIn,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const say = signInTexts(languageOf(request, site.settings.now.language));
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityFault) {
      log.warn({ err: error }, 'the identity provider signed nobody in');
      const fault = say(error.because);
      return failed(request, site, { status: error.because === 'unreachable' ? 503 : 403, fault });
    }
    const because = (error as { because?: unknown }).because;
    if (because !== 'no-role' && because !== 'disabled') throw error;
    return failed(request, site, { status: 403, fault: say(because === 'no-role' ? 'noRole' : 'disabled') });
  }
}

function failed(
  request: FastifyRequest,
  site: Site,
  { status, fault }: { readonly status: number; readonly fault: string },
): Answer {
  const language = languageOf(request, site.settings.now.language);
  const say = signInTexts(language);
  const main = html`
    <p>${fault}</p>
    <p><a href="${SIGN_IN}">${say('backToSignIn')}</a></p>
  `;
  return page(site, { language, title: say('notSignedIn'), main }, status);
}
