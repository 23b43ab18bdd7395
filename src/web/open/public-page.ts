import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lazy } from '../../core/lazy.ts';
import { acceptsEncoding } from '../../http/accept.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';
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
  readonly styles?: readonly string[];
}

export const GUIDE_LIST = '/docs/guides';

/** The links of every public page. */
const PUBLIC_LINKS: readonly Link[] = [
  { href: '/problems', text: 'All problems' },
  { href: '/docs', text: 'Reference' },
  { href: GUIDE_LIST, text: 'Guides' },
];

/** For pages without the rest of the service, as in the mock. */
export const NO_MUSEUM: Site = { settings: { now: { name: 'Museum', language: 'en' } }, isDemo: false };

/** The page is the same for everybody, so that caches may store it and revalidate it. */
export function publicPage(site: Site, { here, links = [], ...parts }: PublicPage): WithBody {
  const navigation = { links: [...PUBLIC_LINKS, ...links], here };
  return page(site, { language: 'en', ...parts, navigation }, 200, {
    'cache-control': 'no-cache',
  });
}

/** An answer that is the same for everybody. */
type WithBody = Answer & { readonly body: string | Uint8Array };

/** One answer for clients that take gzip, and one for those that don't. */
interface Packed {
  readonly plain: Answer;
  readonly gzipped: Answer;
}

/** Makes the answer when it is first needed. */
export function packedOnce(make: () => Promise<WithBody> | WithBody): () => Promise<Packed> {
  return lazy(async () => packed(await make()));
}

/** Serves the same answer to everybody. */
export function routePublic(
  app: FastifyInstance,
  address: string,
  make: () => Promise<WithBody> | WithBody,
): void {
  const load = packedOnce(make);
  app.get(address, async (request, reply) => send(request, reply, pick(request, await load())));
}

export function pick(request: FastifyRequest, { plain, gzipped }: Packed): Answer {
  return readOnCondition(request, acceptsEncoding('gzip', request.headers) ? gzipped : plain);
}

async function packed({ status, headers: given, body }: WithBody): Promise<Packed> {
  const headers = { ...given, vary: 'Accept-Encoding' };
  const small = await promisify(gzip)(body);
  return {
    plain: tagged({ status, headers, body }),
    gzipped: tagged({ status, headers: { ...headers, 'content-encoding': 'gzip' }, body: small }),
  };
}
