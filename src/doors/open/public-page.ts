import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import type { Html } from '../../pages/html.ts';
import { type House, type Link, page } from '../../pages/layout.ts';

export interface PublicPage {
  readonly title: string;
  readonly lead?: Html;
  readonly main: Html;
  /** The one of the links that it belongs to. */
  readonly here?: string;
  /** What else it leads to, below what all do. */
  readonly links?: readonly Link[];
}

export const GUIDE_LIST = '/docs/guides';

/** What each of them leads to. */
export const PUBLIC_LINKS: readonly Link[] = [
  { href: '/problems', text: 'All problems' },
  { href: '/docs', text: 'Reference' },
  { href: GUIDE_LIST, text: 'Guides' },
];

/** Where the pages are shown by themselves, as the mock does. */
export const NO_MUSEUM: House = { museumName: 'Museum', isDemo: false };

/** The same for everybody, so that it may be kept, and is asked for again only when it has changed. */
export function publicPage(
  { museumName, isDemo }: House,
  { here, links = [], ...parts }: PublicPage,
): Answer {
  const ways = { links: [...PUBLIC_LINKS, ...links], here };
  return tagged(
    page({ language: 'en', museumName, isDemo, ...parts, ways }, 200, { 'cache-control': 'no-cache' }),
  );
}
