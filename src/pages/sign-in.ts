import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import { type Answer, send } from '../http/answer.ts';
import type { errorHandler } from '../http/server.ts';
import {
  type CsrfFault,
  formOf,
  guardPages,
  isSafeMethod,
  noSessionCookie,
  ownAddress,
  type PageGuard,
  type PageSession,
  seeOther,
  sessionCookie,
} from '../http/sessions.ts';
import { fieldsOf } from './forms.ts';
import { type Html, html } from './html.ts';
import { page, type SignedIn, type Site, siteAssets } from './layout.ts';
import { roleTexts } from './role-texts.ts';
import { signInTexts } from './sign-in-texts.ts';
import { chooseLanguage, isLanguage, type Language, languageCookie } from './texts.ts';

/** The store of sessions; app.ts gives it to the interfaces. */
export interface SessionKeeper {
  /** @param credentials as they were typed */
  open(
    credentials: { readonly username: string; readonly password: string },
    address: string,
    userAgent?: string,
  ): Promise<{ readonly token: string } | { readonly pass: string }>;
  /** After the password, if `open` asked for a second factor; undefined when the pass is over. */
  complete(pass: string, code: string, userAgent?: string): Promise<{ readonly token: string } | undefined>;
  find: PageGuard['findSession'];
  end(session: PageSession): Promise<void>;
}

export interface PagesOptions extends Site {
  readonly sessions: SessionKeeper;
  /** Whether people sign in with the museum's identity provider, and whether local admins alone do so with a password. */
  readonly byProvider: 'no' | 'also' | 'only';
}

/** Where the form that signs out is sent to; it is at the foot of every page of somebody who is signed in. */
const SIGN_OUT = '/sign-out';
export const SIGN_IN = '/sign-in';
const BY_PROVIDER = `${SIGN_IN}/oidc`;
const SECOND_FACTOR = '/sign-in/code';
/** For the longest user name and password, and the page to return to. */
const SIGN_IN_BODY_LIMIT = 16 * 1024;
const HOME = '/';

/**
 * Protects the pages in `app` (a plugin of its own): without a session, a request gets the sign-in form, and after it
 * the page that it asked for. `?language=` chooses a language, which a cookie keeps.
 */
export function openPages(app: FastifyInstance, options: PagesOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    // Unlike Authorization, a cookie does not prevent shared caches from storing an answer (RFC 9111, section 3.5).
    reply.raw.setHeader('cache-control', 'no-store');
    const choice = isSafeMethod(request) ? chosenLanguage(request) : undefined;
    if (choice !== undefined) send(request, reply, choice);
  });
  guardPages(app, {
    findSession: (token) => options.sessions.find(token),
    askToSignIn: (request) => signInPage(request, options, whyToSignIn(request, options)),
    refuse: (request, why) => refusedPage(request, options, why),
  });
}

/**
 * The status and the fault of the sign-in form that is shown in place of the answer. A form that was sent has done nothing,
 * and the fault says so. A script can't use the page, but sees the status 401.
 */
function whyToSignIn(request: FastifyRequest, { settings }: PagesOptions): SignInForm {
  if (isSafeMethod(request)) return { status: wantsPage(request) ? 200 : 401 };
  return {
    status: 401,
    fault: signInTexts(languageOf(request, settings.now.language))('signedOut'),
    mayBeKept: true,
  };
}

/** The addresses of sign-in and sign-out, for all interfaces. */
export function routeSignIn(
  app: FastifyInstance,
  options: PagesOptions,
  onError: ReturnType<typeof errorHandler>,
  routeMore: (pages: FastifyInstance) => void = () => {},
): void {
  app.register(async (pages) => {
    pages.setErrorHandler(onError);
    openPages(pages, options);
    routeMore(pages);
    const config = { isPublic: true };
    pages.get(SIGN_IN, { config }, async (request, reply) => {
      const to = ownAddress((request.query as Record<string, string>).to) ?? HOME;
      send(request, reply, request.session ? seeOther(to) : signInPage(request, options, { to }));
    });
    // Signing in again needs no token: it could be one of a session that is over.
    const toSignIn = { config: { ...config, skipsCsrfCheck: true }, bodyLimit: SIGN_IN_BODY_LIMIT };
    pages.post(SIGN_IN, toSignIn, async (request, reply) =>
      send(request, reply, await signIn(request, options)),
    );
    // The choice of a language on the form leads here: whoever makes it begins again.
    pages.get(SECOND_FACTOR, { config }, async (request, reply) => send(request, reply, seeOther(SIGN_IN)));
    pages.post(SECOND_FACTOR, toSignIn, async (request, reply) =>
      send(request, reply, await complete(request, options)),
    );
    pages.post(SIGN_OUT, { config }, async (request, reply) => {
      if (request.session !== null) await options.sessions.end(request.session);
      send(request, reply, seeOther(HOME, { 'set-cookie': noSessionCookie(request) }));
    });
  });
}

/** The account of a session, for the foot of its pages. */
export function signedIn({ username, role, csrfToken }: PageSession, language: Language): SignedIn {
  return { name: `${username} · ${roleTexts(language)(role)}`, signOutAt: SIGN_OUT, csrfToken };
}

export function languageOf(request: FastifyRequest, ofMuseum: Language): Language {
  const { cookie, 'accept-language': accepted } = request.headers;
  return chooseLanguage({ cookie, accepted }, ofMuseum);
}

interface SignInForm {
  readonly status?: number;
  readonly to?: string;
  readonly username?: string;
  readonly fault?: string;
  /** Whether it answers a form, whose fields the tab keeps where there are scripts. */
  readonly mayBeKept?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The sign-in form. It leads to `to` afterwards, by default the page that was asked for. */
function signInPage(
  request: FastifyRequest,
  options: PagesOptions,
  { status = 200, to, username, fault, mayBeKept = false, headers = {} }: SignInForm = {},
): Answer {
  const language = languageOf(request, options.settings.now.language);
  const say = signInTexts(language);
  const values = username === undefined ? undefined : { username };
  const fields = fieldsOf<'username' | 'password'>(language, { ...(values && { values }), fault });
  const name = { required: true, autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' };
  const password = { type: 'password', required: true, autocomplete: 'current-password' };
  const leadsTo = to ?? pageAskedFor(request);
  const form = html`
    <form method="post" action="${SIGN_IN}">
      <input type="hidden" name="to" value="${leadsTo}">
      ${fields.input('username', { label: say('userName'), with: { ...name, autofocus: fault === undefined } })}
      ${fields.input('password', { label: say('password'), with: password })}
      <button class="action">${say('signIn')}</button>
    </form>
    <p class="quiet">${say('forgotten')}</p>`;
  const isHidden = options.byProvider === 'only' && username === undefined && !isLocal(request);
  const main = html`
    ${fields.faults()}
    ${mayBeKept && html`<p data-kept hidden>${say('kept')}</p>`}
    ${options.byProvider !== 'no' && providerLink(language, leadsTo)}
    ${isHidden ? html`<p class="quiet"><a href="${localAddress(leadsTo)}">${say('asLocalAdmin')}</a></p>` : form}`;
  return page(
    options,
    {
      language,
      title: say('signIn'),
      main,
      isFaulty: fields.isFaulty,
      isTranslated: true,
      scripts: mayBeKept ? [siteAssets.address('kept-form.js')] : [],
    },
    status,
    headers,
  );
}

function providerLink(language: Language, to: string): Html {
  const address = `${BY_PROVIDER}?${new URLSearchParams({ to }).toString()}`;
  return html`<p><a class="button action" href="${address}">${signInTexts(language)('byProvider')}</a></p>`;
}

/** Whether the form for a password is asked for, which admins of the service itself always have. */
function isLocal(request: FastifyRequest): boolean {
  return (request.query as Record<string, string>).local !== undefined;
}

function localAddress(to: string): string {
  return `${SIGN_IN}?local&${new URLSearchParams({ to }).toString()}`;
}

async function signIn(request: FastifyRequest, options: PagesOptions): Promise<Answer> {
  const form = formOf(request);
  const to = ownAddress(form.get('to')) ?? HOME;
  const username = form.get('username') ?? '';
  const credentials = { username, password: form.get('password') ?? '' };
  try {
    const opened = await options.sessions.open(credentials, request.ip, request.headers['user-agent']);
    if ('pass' in opened) return codePage(request, options, { to, pass: opened.pass });
    return await begun(request, options, to, opened.token);
  } catch (error) {
    const language = languageOf(request, options.settings.now.language);
    if ((error as { because?: unknown }).because === 'provider-only')
      return signInPage(request, options, { to, status: 403, fault: signInTexts(language)('providerOnly') });
    const fault = signInFault(error, language);
    if (fault === undefined) throw error;
    if (error instanceof Refusal) request.refused = error;
    return signInPage(request, options, { to, username, ...fault });
  }
}

async function begun(
  request: FastifyRequest,
  { sessions }: PagesOptions,
  to: string,
  token: string,
): Promise<Answer> {
  if (request.session !== null) await sessions.end(request.session);
  return seeOther(to, { 'set-cookie': sessionCookie(request, token) });
}

interface CodeForm extends Pick<SignInForm, 'status' | 'fault' | 'headers'> {
  readonly to: string;
  readonly pass: string;
}

/** The form for the second factor, after the password. */
function codePage(
  request: FastifyRequest,
  options: PagesOptions,
  { to, pass, fault, status = 200, headers = {} }: CodeForm,
): Answer {
  const language = languageOf(request, options.settings.now.language);
  const say = signInTexts(language);
  const fields = fieldsOf<'code'>(language, { ...(fault !== undefined && { faults: { code: fault } }) });
  const code = {
    required: true,
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: 20,
    autofocus: fault === undefined,
  };
  const main = html`
    ${fields.faults()}
    <form method="post" action="${SECOND_FACTOR}">
      <input type="hidden" name="to" value="${to}">
      <input type="hidden" name="pass" value="${pass}">
      ${fields.input('code', { label: say('code'), hint: say('codeHint'), with: code })}
      <button class="action">${say('signIn')}</button>
    </form>
    <p>${say('codeLost')}</p>`;
  const { isFaulty } = fields;
  const title = say('secondFactor');
  return page(options, { language, title, main, isFaulty, isTranslated: true }, status, headers);
}

async function complete(request: FastifyRequest, options: PagesOptions): Promise<Answer> {
  const form = formOf(request);
  const to = ownAddress(form.get('to')) ?? HOME;
  const [pass, code] = [form.get('pass') ?? '', form.get('code') ?? ''];
  const language = languageOf(request, options.settings.now.language);
  try {
    const opened = await options.sessions.complete(pass, code, request.headers['user-agent']);
    if (opened !== undefined) return await begun(request, options, to, opened.token);
    return signInPage(request, options, { to, status: 401, fault: signInTexts(language)('tookTooLong') });
  } catch (error) {
    const refused = signInFault(error, language);
    if (refused === undefined) throw error;
    if (error instanceof Refusal) request.refused = error;
    const fault = refused.status === 401 ? signInTexts(language)('wrongCode') : refused.fault;
    return codePage(request, options, { ...refused, to, pass, fault });
  }
}

/** Why somebody could not sign in, in words; undefined when that is not what went wrong. */
export function signInFault(
  error: unknown,
  language: Language,
):
  | { readonly status: number; readonly fault: string; readonly headers?: Record<string, string> }
  | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const say = signInTexts(language);
  if (error.kind === 'unauthorized') return { status: 401, fault: say('wrong') };
  if (error.kind === 'overloaded')
    return { status: 503, fault: say('busy'), headers: { 'retry-after': '1' } };
  if (error.kind !== 'too-many-sign-ins') return undefined;
  const { seconds } = (error as Refusal<'too-many-sign-ins'>).facts;
  return { status: 429, fault: say('tooMany', { count: seconds }), headers: { 'retry-after': `${seconds}` } };
}

function refusedPage(request: FastifyRequest, options: PagesOptions, why: CsrfFault): Answer {
  const language = languageOf(request, options.settings.now.language);
  const say = signInTexts(language);
  const main = html`
    <p>${say(why === 'other-origin' ? 'otherOrigin' : 'oldForm')}</p>
    <p><a href="${pageAskedFor(request)}">${say('again')}</a></p>`;
  return page(options, { language, title: say('notFromHere'), main }, 403);
}

/** The page to return to. After a form was sent, it is the page that shows the form. */
function pageAskedFor(request: FastifyRequest): string {
  if ([SIGN_IN, SECOND_FACTOR, SIGN_OUT].includes(request.url.split('?', 1)[0] as string)) return HOME;
  const from = isSafeMethod(request) ? request.url : refererOf(request);
  return ownAddress(from) ?? HOME;
}

function refererOf({ headers, host, url }: FastifyRequest): string {
  const referer = URL.parse(headers.referer ?? '');
  return referer?.host === host ? referer.pathname + referer.search : url;
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

/** Stores the language of `?language=` in a cookie and redirects to the page without it; undefined: none was given. */
export function chosenLanguage({ url }: FastifyRequest): Answer | undefined {
  const address = URL.parse(url, 'http://museum.invalid');
  const language = address?.searchParams.get('language') ?? undefined;
  if (address === null || !isLanguage(language)) return undefined;
  address.searchParams.delete('language');
  const to = ownAddress(address.pathname + address.search) ?? HOME;
  return seeOther(to, { 'set-cookie': languageCookie(language) });
}
