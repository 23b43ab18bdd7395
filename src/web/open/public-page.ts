import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import type { Html } from '../../pages/html.ts';
import { type Link, page, type Site } from '../../pages/layout.ts';

export interface PublicPage {
  readonly title: string;
  readonly lead?: Html;
  readonly main: Html;
  /** The address of the link that is marked as the current one. */
  readonly here?: string;
  /** Links of this page, below those of every page. */
  readonly links?: readonly Link[];
}

export const GUIDE_LIST = '/docs/guides';

/** The links of every public page. */
export const PUBLIC_LINKS: readonly Link[] = [
  { href: '/problems', text: 'All problems' },
  { href: '/docs', text: 'Reference' },
  { href: GUIDE_LIST, text: 'Guides' },
];

/** For pages without the rest of the service, as in the mock. */
export const NO_MUSEUM: Site = { museumName: 'Museum', isDemo: false };

/** The page is the same for everybody, so that caches may store it and revalidate it. */
export function publicPage({ museumName, isDemo }: Site, { here, links = [], ...parts }: PublicPage): Answer {
  const navigation = { links: [...PUBLIC_LINKS, ...links], here };
  return tagged(
    page({ language: 'en', museumName, isDemo, ...parts, navigation }, 200, { 'cache-control': 'no-cache' }),
  );
}
