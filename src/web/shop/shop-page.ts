import { textFor } from '../../core/texts-by-language.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { openAssets } from '../../pages/assets.ts';
import type { FormOutcome } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Page, page } from '../../pages/layout.ts';
import { type Framed, type FrameParts, visitorsFrame } from './frame.ts';
import { colourSheets } from './own-look.ts';
import { codeInAddress, type Visitor } from './visitor.ts';

export const shopAssets = openAssets([new URL('assets/', import.meta.url)], () => ({
  'add-up.js': new URL('../../pages/assets/add-up.js', import.meta.url),
}));

type PageParts = Omit<Page, 'language' | 'frame' | 'isFaulty'>;

export interface ShopPage extends PageParts, Omit<FrameParts, 'query'> {
  /** Path and query of the page for search engines, without the language; left out: it is not for them. */
  readonly canonical?: string;
  /** What search engines show below its link, of any length; left out: the museum's sentence. */
  readonly summary?: string;
  /** The form that was sent: what is wrong with it stands at the top, and decides the status. */
  readonly form?: FormOutcome;
  /** Status of a page without a form; by default 200. */
  readonly status?: number;
}

/** A page that is the same for everybody who reads its language, so that it can be kept, unless its address has a code. */
export function sharedShopPage(visitor: Visitor, { canonical, ...parts }: ShopPage): TextAnswer {
  if (codeInAddress(visitor) !== undefined) return shopPage(visitor, parts);
  const vary = visitor.hasChosen ? {} : { vary: 'Accept-Language' };
  return shopPage(
    visitor,
    { ...parts, ...(canonical !== undefined && { canonical }) },
    { 'cache-control': 'no-cache', ...vary },
  );
}

/** A page of the shop. `headers` override the usual ones, by which it is not stored. */
export function shopPage(
  visitor: Visitor,
  { canonical, summary, form, status, main, head, here, more, policy, styles = [], ...rest }: ShopPage,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer {
  const { language, shop } = visitor;
  const { settings, logo, frameOrigins } = shop;
  const gifts = giftsOn(shop);
  const isFaulty = form?.isFaulty ?? false;
  return page(
    shop,
    {
      ...rest,
      language,
      isFaulty,
      main: [form?.faults(), main],
      head: [canonical === undefined ? NOT_INDEXED : indexedAs(visitor, canonical, summary), head],
      styles: [...colourSheets(settings.now.colour), shopAssets.address('shop.css'), ...styles],
      frame: visitorsFrame({ ...visitor, settings, logo, gifts }, { here, query: rest.query, more }),
      policy: { ...policy, ...framedBy(frameOrigins) },
    },
    isFaulty ? form?.status : status,
    { ...headers, ...form?.headers },
  );
}

/** What of gift vouchers the pages lead to. */
export function giftsOn({
  sold,
  checkout,
  settings,
}: Pick<Visitor['shop'], 'sold' | 'checkout' | 'settings'>): Framed['gifts'] {
  return sold.gifts && { areSold: settings.now.shop.open && checkout.ways.length > 0 };
}

/** The directive of the Content-Security-Policy that lets those sites show a page in a frame of theirs. */
export function framedBy(origins: readonly string[]): Readonly<Record<string, string>> {
  return origins.length === 0 ? {} : { 'frame-ancestors': origins.join(' ') };
}

const NOT_INDEXED = html`<meta name="robots" content="noindex">\n`;

/** In characters: search engines show no more. */
const SUMMARY = 160;

/** Its summary, its own address and those in other languages; without a language, the browser's is taken. */
function indexedAs({ language, hasChosen, shop }: Visitor, path: string, own: string | undefined): Html {
  const { settings } = shop;
  const { sentence, language: usual, name, address } = settings.now;
  const summary =
    own || textFor(sentence, [language, usual])?.text || [name, address ?? []].flat().join(', ');
  const publicUrl = shop.publicUrl();
  const addressIn = (name: string) => `${publicUrl}${path}${path.includes('?') ? '&' : '?'}language=${name}`;
  const alternate = (hreflang: string, href: string) =>
    html`<link rel="alternate"${attributes({ hreflang, href })}>\n`;
  return html`
    <meta name="description" content="${upTo(SUMMARY, summary.replaceAll(/\s+/g, ' '))}">
    <link rel="canonical" href="${hasChosen ? addressIn(language) : publicUrl + path}">
    ${settings.now.languages.map((name) => alternate(name, addressIn(name)))}
    ${alternate('x-default', publicUrl + path)}`;
}

/** The text, or as many of its words as there is room for. */
function upTo(most: number, text: string): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const room = characters.slice(0, most - 1).join('');
  return `${room.slice(0, room.lastIndexOf(' ') > 0 ? room.lastIndexOf(' ') : undefined)}…`;
}
