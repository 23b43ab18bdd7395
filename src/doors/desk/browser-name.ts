import type { Language } from '../../pages/texts.ts';
import { sessionsTexts } from './sessions-texts.ts';

/** The first that fits: most browsers name others as well. */
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
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

/** "Firefox on Linux", where that is plain from what the browser calls itself; otherwise that. */
export function browserName(userAgent: string, language: Language): string {
  const say = sessionsTexts(language);
  if (userAgent === '') return say('unnamed');
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([, sign]) => sign.test(userAgent))?.[0],
  );
  return browser && system ? say('browserOn', { browser, system }) : userAgent;
}
