import type { FastifyInstance } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { type Html, html } from '../../pages/html.ts';
import { page, type Site } from '../../pages/layout.ts';
import { chosenLanguage, languageOf } from '../../pages/sign-in.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import type { Language } from '../../pages/texts.ts';

const ADDRESSES = { shop: '/', desk: '/desk', gate: '/gate', reference: '/docs' } as const;
/** The interfaces that are on, in order. */
export type Interfaces = readonly (keyof typeof ADDRESSES)[];
export type SiteIn = Site & { readonly language: Language };

/** The landing page: the museum's name and links to the interfaces that are on. */
export function routeLandingPage(app: FastifyInstance, site: SiteIn, interfaces: Interfaces): void {
  app.get('/', (request, reply) => {
    const inTheirs = { ...site, language: languageOf(request, site.language) };
    send(
      request,
      reply,
      chosenLanguage(request) ?? readOnCondition(request, landingPage(inTheirs, interfaces)),
    );
  });
}

export function landingPage(site: SiteIn, interfaces: Interfaces): Answer {
  const { language, museumName } = site;
  return page(site, {
    language,
    title: museumName,
    lead: siteTexts(language)('landing'),
    main: waysTo(interfaces, language),
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
