import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language, type Words, wordsIn } from '../../pages/texts.ts';
import type { MuseumSettings } from '../../settings/index.ts';
import type { ShopOptions } from './shop-options.ts';

/** Somebody who asks the shop for something: their language, and what the address asks for. */
export interface Visitor {
  readonly shop: ShopOptions;
  readonly request: FastifyRequest;
  readonly language: Language;
  readonly words: Words;
  /** The language was chosen in the address, and goes on to the next page. */
  readonly hasChosen: boolean;
  readonly query: URLSearchParams;
}

export function visitorOf(request: FastifyRequest, shop: ShopOptions, usual?: Language): Visitor {
  const asked = askedLanguage(request, shop.settings.now, usual);
  return { shop, request, words: wordsIn(asked.language, shop), ...asked };
}

/** In which language somebody asks, with what else their address says. */
export type VisitorLanguage = Pick<Visitor, 'language' | 'hasChosen' | 'query'>;

/** Which languages a museum has for its visitors; its own is one of them. */
type Offered = Pick<MuseumSettings, 'language' | 'languages'>;

/** The language is the one of `?language=`, else the browser's, else the museum's. No cookie keeps it. */
export function askedLanguage(request: FastifyRequest, offered: Offered, usual?: Language): VisitorLanguage {
  const query = new URLSearchParams(request.url.split('?', 2)[1]);
  const chosen = offered.languages.find((each) => each === query.get('language'));
  const language = chosen ?? usual ?? acceptedLanguage(request, offered);
  return { language, hasChosen: chosen !== undefined, query };
}

const known = new Map<string, Language>();
const MOST_KNOWN = 1_000;

/** The browser's language, else the museum's. Most browsers send one of few headers, so that each is read once. */
function acceptedLanguage({ headers }: FastifyRequest, { language: ofMuseum, languages }: Offered): Language {
  const accepted = headers['accept-language'] ?? '';
  const key = `${ofMuseum} ${languages} ${accepted}`;
  const language = known.get(key) ?? chooseLanguage({ accepted }, ofMuseum, languages);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, language);
  return language;
}

/** The address of a page of the shop, in the language that was chosen. */
export function addressFor(
  { language, hasChosen }: Pick<Visitor, 'language' | 'hasChosen'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const asked = new URLSearchParams({ ...query, ...(hasChosen && { language }) }).toString();
  return asked === '' ? path : `${path}?${asked}`;
}

/** No code is longer, however many spaces and hyphens are typed in it. */
export const MOST_CODE_CHARACTERS = 100;

/** The pages that heed a code in their address. With one they are kept nowhere. */
const HEEDED: readonly (string | undefined)[] = ['/visit', '/events/:eventId'];

/** The code in the address of the page: of a link that the museum has sent, or of a form that shows another day. */
export function codeInAddress({ request, query }: Visitor): string | undefined {
  const code = query.get('code')?.trim() ?? '';
  const isHeeded =
    HEEDED.includes(request.routeOptions.url) && code !== '' && code.length <= MOST_CODE_CHARACTERS;
  return isHeeded ? code : undefined;
}
