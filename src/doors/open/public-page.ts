import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import type { Html } from '../../pages/html.ts';
import { page } from '../../pages/layout.ts';

export interface PublicPage {
  readonly title: string;
  readonly lead?: Html;
  readonly main: Html;
  /** The one of the links that it belongs to. */
  readonly here?: string;
}

/** The same for everybody, so that it may be kept, and is asked for again only when it has changed. */
export function publicPage(museumName: string, { here, ...parts }: PublicPage): Answer {
  const links = [
    { href: '/problems', text: 'All problems' },
    { href: '/docs', text: 'Reference' },
  ];
  const ways = { links, here };
  const answer = page({ language: 'en', museumName, ...parts, ways }, 200, { 'cache-control': 'no-cache' });
  return tagged(answer);
}
