import type { Visitor } from './browsing.ts';
import type { Answer } from './client.ts';
import { tagsOf } from './tags.ts';

/** A crawled page. */
export interface Found {
  readonly path: string;
  readonly answer: Answer;
}

/** How many pages of the same kind are crawled, at most, besides those to start from. */
const OF_A_KIND = 3;
/** Query parameters whose values make different kinds of pages. */
const KINDS = ['by', 'report', 'state', 'paper'];

/** The pages that can be reached by links from `starts`, some of each kind. */
export async function crawl(visitor: Visitor, starts: readonly string[]): Promise<Found[]> {
  const seen = new Set(starts);
  const kinds = new Map<string, number>();
  const found: Found[] = [];
  for (const path of seen) {
    const kind = kindOf(path);
    const count = kinds.get(kind) ?? 0;
    if (count >= OF_A_KIND && !starts.includes(path)) continue;
    kinds.set(kind, count + 1);
    const answer = await visitor.get(path);
    if (!`${answer.headers['content-type']}`.startsWith('text/html')) continue;
    found.push({ path, answer });
    for (const link of linksOf(answer.text)) seen.add(link);
  }
  return found;
}

function linksOf(page: string): string[] {
  return tagsOf(page)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.get('href')?.split('#', 1)[0] ?? '')
    .filter((href) => href.startsWith('/') && !href.includes('language=') && !href.startsWith('/docs'));
}

function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://museum.invalid');
  const shape = pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d/g, '*');
  const asked = [...searchParams].map(([name, value]) => (KINDS.includes(name) ? `${name}=${value}` : name));
  return `${shape}?${asked.join('&')}`;
}
