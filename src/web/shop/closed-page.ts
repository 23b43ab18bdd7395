import { textFor } from '../../core/texts-by-language.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import { sharedShopPage } from './shop-page.ts';
import type { Visitor } from './visitor.ts';

/** The first page while the shop is closed: the museum, and the ways of staff. */
export function closedPage(visitor: Visitor, staffWays: Html): TextAnswer {
  const { shop, language } = visitor;
  const { now } = shop.settings;
  const own = textFor(now.sentence, [language, now.language]);
  const lang = own?.language === language ? undefined : own?.language;
  return sharedShopPage(visitor, {
    title: now.name,
    lead: own
      ? html`<span dir="auto"${attributes({ lang })}>${own.text}</span>`
      : siteTexts(language)('landing'),
    main: staffWays,
    canonical: '/',
  });
}
