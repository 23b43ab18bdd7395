import type { FastifyInstance, FastifyRequest } from 'fastify';
import { textFor } from '../../core/texts-by-language.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { attributes, html } from '../../pages/html.ts';
import { page } from '../../pages/layout.ts';
import { markup } from '../../pages/markup.ts';
import { ownTextTexts, TEXT_NAMES, TEXT_PATHS, type TextName } from '../../settings/index.ts';
import { visitorsFrame } from './frame.ts';
import { colourSheets } from './own-look.ts';
import type { ShopOptions } from './shop-options.ts';
import { framedBy, giftsOn, shopAssets } from './shop-page.ts';
import { askedLanguage } from './visitor.ts';

/** What the pages of the museum's own texts are made of. */
type OwnTextSite = Pick<ShopOptions, 'settings' | 'isDemo' | 'logo' | 'frameOrigins' | 'sold' | 'checkout'>;

/** Routes the museum's own texts: imprint, privacy and the like. They are there whether the shop is open or not. */
export function routeOwnTexts(app: FastifyInstance, site: OwnTextSite): void {
  for (const name of TEXT_NAMES)
    app.get(TEXT_PATHS[name], (request, reply) =>
      send(request, reply, readOnCondition(request, ownTextPage(request, name, site))),
    );
}

/** @throws HttpRefusal not-found when the museum has no such text */
function ownTextPage(request: FastifyRequest, name: TextName, site: OwnTextSite): Answer {
  const { now, texts } = site.settings;
  const { [name]: own } = texts;
  if (own === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  if ('address' in own) return elsewhere(own.address);
  const asked = askedLanguage(request, now);
  const { language, hasChosen, query } = asked;
  const found = textFor(own.texts, [language, now.language]);
  const lang = found?.language === language ? undefined : found?.language;
  const parts = {
    title: ownTextTexts(language)(name),
    main: html`<div class="own-text"${attributes({ lang })}>${found && markup(found.text)}</div>`,
    styles: [...colourSheets(now.colour), shopAssets.address('shop.css')],
    frame: visitorsFrame(
      { ...asked, settings: site.settings, logo: site.logo, gifts: giftsOn(site) },
      { here: TEXT_PATHS[name], query },
    ),
    policy: framedBy(site.frameOrigins),
  };
  const vary = hasChosen ? {} : { vary: 'Accept-Language' };
  return page(site, { language, query, ...parts }, 200, { 'cache-control': 'no-cache', ...vary });
}

function elsewhere(address: string): Answer {
  return { status: 302, headers: { location: address, 'cache-control': 'no-cache' } };
}
