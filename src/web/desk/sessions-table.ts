import type { ListedSession } from '../../accounts/index.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import type { Language } from '../../pages/texts.ts';
import type { Clerk } from './desk-page.ts';
import { sessionsTexts } from './sessions-texts.ts';

/** The sessions of an account; the session of this browser is marked. */
export function sessionsTable(
  { language, session, words }: Clerk,
  caption: Piece,
  listed: readonly ListedSession[],
  empty = '',
): Html {
  const say = sessionsTexts(language);
  const nameOf = ({ sessionId, userAgent }: ListedSession) => {
    const isThis = sessionId === session.sessionId;
    return html`${browserName(userAgent, language)}${isThis && html` <strong>(${say('thisOne')})</strong>`}`;
  };
  const columns: Column<ListedSession>[] = [
    { head: say('browser'), cell: nameOf },
    { head: say('since'), cell: ({ madeAt }) => words.instant(madeAt) },
    { head: say('seen'), cell: ({ seenAt }) => words.instant(seenAt) },
  ];
  return table(caption, listed, columns, empty);
}

/** The first that fits: most browsers name others as well. */
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** "Firefox on Linux", or "Firefox", where the User-Agent says so; otherwise the User-Agent itself. */
export function browserName(userAgent: string, language: Language): string {
  const say = sessionsTexts(language);
  if (userAgent === '') return say('unnamed');
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([, sign]) => sign.test(userAgent))?.[0],
  );
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : say('browserOn', { browser, system });
}
