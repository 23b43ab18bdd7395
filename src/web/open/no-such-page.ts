import type { FastifyRequest } from 'fastify';
import { prefers } from '../../http/accept.ts';
import type { Answer } from '../../http/answer.ts';
import type { RefusalRenderer } from '../../http/server.ts';
import { seeOther } from '../../http/sessions.ts';
import { page, type Site } from '../../pages/layout.ts';
import { languageOf } from '../../pages/sign-in.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import { type Interfaces, waysTo } from './landing-page.ts';

/** Which of the texts a kind of refusal has. */
const TEXTS = {
  'not-found': ['noSuchPage', 'noSuchPageFor'],
  'method-not-allowed': ['wrongRequest', 'wrongRequestFor'],
} as const;

export interface PeoplesPages {
  readonly site: Site;
  /** Those that are on now. */
  readonly interfaces: () => Interfaces;
  /** Below these only programs ask, some of which prefer HTML by default, such as Java's HttpURLConnection. */
  readonly basePaths: readonly string[];
  /** How visitors are told of what is not there, while the shop is open. */
  readonly forVisitors?: RefusalRenderer;
}

/** Below these, people are staff or developers. */
const STAFF_PATHS = /^\/(?:desk|gate|sign-in|docs|problems)(?:[/?]|$)/;

/**
 * Renders refusals as `forPrograms` does. But whoever prefers HTML, as browsers do, gets a page that leads home where there is
 * nothing at the address, or where the address does not take the method: one of the shop, while it is open, but where staff are.
 * `/tickets` leads to those who sell them.
 */
export function pagesForPeople(
  forPrograms: RefusalRenderer,
  { site, interfaces, basePaths, forVisitors }: PeoplesPages,
): RefusalRenderer {
  return (refused, request) => {
    const answer = forPrograms(refused, request);
    if (refused.kind !== 'not-found' && refused.kind !== 'method-not-allowed') return answer;
    if (basePaths.some((path) => request.url.startsWith(`${path}/`))) return answer;
    if (!prefers(request.headers.accept, 'text/html', 'application/problem+json')) return varying(answer);
    const on = interfaces();
    const isVisitor = on.includes('shop') && !STAFF_PATHS.test(request.url);
    const visitors = isVisitor && refused.kind === 'not-found' ? forVisitors?.(refused, request) : undefined;
    return varying(ticketsOf(request, on) ?? visitors ?? pageFor(refused.kind, answer, request, site, on));
  };
}

function varying(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
}

/** An address that people guess: where the museum sells tickets itself, it is the shop's, else the desk's. */
function ticketsOf({ method, url }: FastifyRequest, interfaces: Interfaces): Answer | undefined {
  if (method !== 'GET' || !/^\/tickets\/?(\?|$)/.test(url)) return undefined;
  if (interfaces.includes('shop')) return seeOther('/');
  return interfaces.includes('desk') ? seeOther('/desk/tickets') : undefined;
}

function pageFor(
  kind: keyof typeof TEXTS,
  { status, headers: { allow } }: Answer,
  request: FastifyRequest,
  site: Site,
  interfaces: Interfaces,
): Answer {
  const language = languageOf(request, site.settings.now.language);
  const say = siteTexts(language);
  const [title, lead] = TEXTS[kind];
  const parts = { title: say(title), lead: say(lead), main: waysTo(interfaces, language) };
  return page(site, { language, ...parts }, status, allow === undefined ? {} : { allow });
}
