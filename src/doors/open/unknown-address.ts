import { prefers } from '../../http/accept.ts';
import { pathOf } from '../../http/addresses.ts';
import type { Face } from '../../http/server.ts';
import { type HousePage, notFoundPage } from '../../pages/house-pages.ts';
import { languageOf } from '../../pages/sign-in.ts';

/**
 * Tells a person with a browser of an address that is not there by a page with a way home. Everything else, and all
 * that is asked below the paths of `programs`, is told by `face`.
 */
export function pageForTheLost(face: Face, house: HousePage, programs: readonly string[]): Face {
  return (refused, request) => {
    const path = pathOf(request.url);
    const isForPrograms = programs.some((base) => path === base || path.startsWith(`${base}/`));
    const wantsPage = prefers(request.headers.accept, 'text/html', 'application/problem+json');
    if (refused.kind !== 'not-found' || isForPrograms || !wantsPage) return face(refused, request);
    return notFoundPage({ ...house, language: languageOf(request, house.language) });
  };
}
