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
type SiteIn = Site & { readonly language: Language };

/** The landing page: the museum's name and links to the interfaces that are on, in the language of whoever asks. */
export function routeLandingPage(app: FastifyInstance, site: Site, interfaces: Interfaces): void {
  app.get('/', (request, reply) => {
    const language = languageOf(request, site.settings.now.language);
    const inTheirs = landingPage({ ...site, language }, interfaces);
    send(request, reply, chosenLanguage(request) ?? readOnCondition(request, inTheirs));
  });
}

export function landingPage(site: SiteIn, interfaces: Interfaces): Answer {
  const { language, settings } = site;
  return page(site, {
    language,
    title: settings.now.name,
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
