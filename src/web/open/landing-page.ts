import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { page, type Site } from '../../pages/layout.ts';
import { chosenLanguage, languageOf } from '../../pages/sign-in.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import type { Language } from '../../pages/texts.ts';

const ADDRESSES = { shop: '/', desk: '/desk', gate: '/gate', reference: '/docs' } as const;
/** The interfaces that are on, in order. */
export type Interfaces = readonly (keyof typeof ADDRESSES)[];
type SiteIn = Site & { readonly language: Language };

/** What stands at the foot of the landing page. */
type Foot = (language: Language) => Piece;

/** The landing page: the museum's name and links to the interfaces that are on. */
export function routeLandingPage(
  app: FastifyInstance,
  site: Site,
  interfaces: Interfaces,
  foot?: Foot,
): void {
  app.get('/', (request, reply) => send(request, reply, landingAnswer(request, site, interfaces, foot)));
}

/** The landing page in the language of whoever asks, or where the choice of another leads. */
export function landingAnswer(
  request: FastifyRequest,
  site: Site,
  interfaces: Interfaces,
  foot?: Foot,
): Answer {
  const language = languageOf(request, site.settings.now.language);
  const inTheirs = landingPage({ ...site, language }, interfaces, foot);
  return chosenLanguage(request) ?? readOnCondition(request, inTheirs);
}

export function landingPage(site: SiteIn, interfaces: Interfaces, foot?: Foot): Answer {
  const { language, settings } = site;
  return page(site, {
    language,
    title: settings.now.name,
    lead: siteTexts(language)('landing'),
    main: waysTo(interfaces, language),
    foot: foot?.(language),
    isTranslated: true,
  });
}

/** Links to the interfaces, with what each is for. */
export function waysTo(interfaces: Interfaces, language: Language): Html {
  const say = siteTexts(language);
  const way = (name: Interfaces[number]) => {
    const text = html`<strong>${say(name)}</strong> <span>${say(`${name}For`)}</span>`;
    return html`<li><a href="${ADDRESSES[name]}">${text}</a></li>\n`;
  };
  return html`<ul class="ways">${interfaces.map(way)}</ul>`;
}
