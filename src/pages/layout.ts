import { labelled } from '../core/words.ts';
import type { TextAnswer } from '../http/answer.ts';
import { openAssets } from './assets.ts';
import { csrfField } from './forms.ts';
import { attributes, type Html, html, type Piece } from './html.ts';
import { siteTexts } from './site-texts.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from './texts.ts';

/** The style sheets and scripts of every page; to be routed with the assets of the interfaces. */
export const siteAssets = openAssets([new URL('assets/', import.meta.url)]);

/** What pages say of the museum, as it is now. */
export interface SiteSettings {
  readonly now: { readonly name: string; readonly language: Language };
}

/** The museum that the pages belong to. */
export interface Site {
  readonly settings: SiteSettings;
  /** Whether it is a demonstration, which each of its pages says. */
  readonly isDemo: boolean;
}

export interface Page {
  readonly language: Language;
  /** Also its one h1. */
  readonly title: string;
  /** The language of the title; left out, or undefined: that of the page. */
  readonly titleLanguage?: Language | undefined;
  /** A quiet line below the title. */
  readonly lead?: Piece;
  /** What stands beside both, such as buttons. */
  readonly beside?: Piece;
  /** Whether the content has the h1 and the line below it itself, such as behind a picture. */
  readonly hasOwnHeading?: boolean;
  readonly main: Piece;
  /** What was just done, shown above everything else. */
  readonly message?: string | undefined;
  /** Whether the page shows a form with faults; the title in the browser's tab begins by saying so. */
  readonly isFaulty?: boolean;
  /** The navigation; `here` is the `href` of the link that this page belongs to. */
  readonly navigation?: { readonly links: readonly Link[]; readonly here?: string | undefined };
  /** The account that is signed in. */
  readonly account?: SignedIn | undefined;
  /** Whether the page exists in all languages, chosen by `?language=`. */
  readonly isTranslated?: boolean;
  /** The query of the page, which links to other languages keep. */
  readonly query?: URLSearchParams;
  /** Addresses of further style sheets and scripts (modules). */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** Address of the web app manifest. */
  readonly manifest?: string;
  /** Further elements of the head. */
  readonly head?: Piece;
  /** What stands above and below the content in place of the usual head and foot. */
  readonly frame?: { readonly head: Html; readonly foot: Html };
  /** A browser without scripts reloads the page after this many seconds. */
  readonly refreshSeconds?: number;
  /** Directives of the Content-Security-Policy that differ from `SECURITY_POLICY`. */
  readonly policy?: Readonly<Record<string, string>>;
}

export interface Link {
  readonly href: string;
  readonly text: string;
  /** The keyboard shortcut, where the page has a script for it. */
  readonly key?: string | undefined;
}

export interface SignedIn {
  /** "Mira · manager" */
  readonly name: string;
  /** The user name, for pages that keep a form for it. */
  readonly username?: string;
  /** The page of their sessions. */
  readonly sessionsAt?: string;
  /** Where the form that signs out is posted to, and the session's token in it. */
  readonly signOutAt: string;
  readonly csrfToken: string;
}

/** Only resources of this origin, and no inline scripts or styles. */
const SECURITY_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

const USUAL_POLICY = policyText(SECURITY_POLICY);

function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** A whole page. `headers` override the usual ones. */
export function page(
  site: Site,
  parts: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer {
  const { policy } = parts;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': parts.language,
      'content-security-policy':
        policy === undefined ? USUAL_POLICY : policyText({ ...SECURITY_POLICY, ...policy }),
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      // Not `no-referrer`: with that, browsers send `Origin: null` with a form's POST.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      ...headers,
    },
    body: whole(site, parts).text,
  };
}

function whole(site: Site, parts: Page): Html {
  const { name: museumName } = site.settings.now;
  const { language, title, isFaulty = false, styles = [], scripts = [], manifest, refreshSeconds } = parts;
  const say = siteTexts(language);
  const told = isFaulty ? say('faulty', { title }) : title;
  const sheets = [...siteSheets(site), ...styles];
  return html`
    <!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${told === museumName ? told : `${told} · ${museumName}`}</title>
        <link rel="icon" href="${favicon()}">
        ${sheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}">\n`)}
        ${scripts.map((script) => html`<script type="module" src="${script}"></script>\n`)}
        ${manifest !== undefined && html`<link rel="manifest" href="${manifest}">`}
        ${refreshSeconds !== undefined && refreshing(refreshSeconds)}
        ${parts.head}
      </head>
      <body>
        <a class="skip" href="#main">${say('skip')}</a>
        ${site.isDemo && demoNotice(language)}
        ${parts.frame?.head ?? (title !== museumName && siteHead(site, parts))}
        <main id="main" tabindex="-1">
          ${parts.message !== undefined && html`<p class="message" role="status">${parts.message}</p>`}
          ${!parts.hasOwnHeading && heading(title, parts)}
          ${parts.main}
        </main>
        ${parts.frame?.foot ?? foot(parts)}
      </body>
    </html>
  `;
}

/** The heading of a page, with a quiet line below it. */
export function heading(
  title: Piece,
  { lead, titleLanguage, beside }: Pick<Page, 'lead' | 'titleLanguage' | 'beside'> = {},
): Html {
  const words = html`
    <h1${attributes({ lang: titleLanguage })}>${title}</h1>
    ${lead !== undefined && html`<p class="lead">${lead}</p>`}
  `;
  return beside ? html`<div class="beside"><div>${words}</div>${beside}</div>\n` : words;
}

function refreshing(seconds: number): Html {
  return html`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;
}

/** The icon of the tab: a door on red. */
export function favicon(): string {
  return siteAssets.address('favicon.svg');
}

/** The style sheets of all its pages. */
export function siteSheets({ isDemo }: Pick<Site, 'isDemo'>): string[] {
  return ['tokens.css', 'base.css', ...(isDemo ? ['demo.css'] : [])].map((name) => siteAssets.address(name));
}

/** The notice at the top of every page of a demonstration. */
function demoNotice(language: Language): Html {
  return html`<aside class="demo"><p>${siteTexts(language)('demo')}</p></aside>\n`;
}

/** The head of a page: the museum's name, and the navigation. */
function siteHead({ settings: { now } }: Site, { language, navigation }: Page): Html {
  const links = navigation?.links.map((way) => html`<li>${link(way, way.href === navigation.here)}</li>\n`);
  const ways = html`
    <nav aria-label="${siteTexts(language)('navigation')}">
      <ul>${links}</ul>
    </nav>`;
  return html`
    <header class="masthead">
      <p class="museum"><a href="/">${now.name}</a></p>
      ${navigation !== undefined && ways}
    </header>`;
}

function foot(parts: Page): Html | false {
  const { language, account, isTranslated = false, query } = parts;
  if (account === undefined && !isTranslated) return false;
  return html`
    <footer class="foot">
      ${account !== undefined && signedIn(language, account)}
      ${isTranslated && languageChoice(language, LANGUAGES, query)}
    </footer>`;
}

function signedIn(language: Language, account: NonNullable<Page['account']>): Html {
  const { username, name, sessionsAt, signOutAt, csrfToken } = account;
  return html`
    <p${attributes({ 'data-account': username })}>
      ${sessionsAt === undefined ? name : html`<a class="who" href="${sessionsAt}">${name}</a>`}
    </p>
    <form method="post" action="${signOutAt}">
      ${csrfField(csrfToken)}<button class="plain">${siteTexts(language)('signOut')}</button>
    </form>`;
}

/** Links to the page in the other languages, behind the name of its own. */
export function languageChoice(
  current: Language,
  offered: readonly Language[],
  query?: URLSearchParams,
): Html | false {
  const others = offered.filter((language) => language !== current);
  const links = others.map((language) => html`<li>${languageLink(language, query)}</li>\n`);
  const label = labelled(current, siteTexts(current)('language'), '');
  if (others.length === 0) return false;
  return html`
    <details class="languages">
      <summary><span class="unseen">${label}</span>${LANGUAGE_NAMES[current]}</summary>
      <ul>${links}</ul>
    </details>`;
}

/** A link to the page with that query in the language. */
export function languageLink(language: Language, query?: URLSearchParams, isHere = false): Html {
  const asked = new URLSearchParams(query);
  asked.delete('language');
  asked.append('language', language);
  const href = `?${asked}`;
  const tied = attributes({ href, lang: language, hreflang: language, 'aria-current': isHere && 'true' });
  return html`<a${tied}>${LANGUAGE_NAMES[language]}</a>`;
}

function link({ href, text, key }: Link, isHere: boolean): Html {
  return html`<a${attributes({ class: 'way', href, 'data-key': key, 'aria-current': isHere && 'page' })}>${text}</a>`;
}
