import { giftTexts } from '../../gifts/index.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { languageChoice, languageLink, type Page } from '../../pages/layout.ts';
import { siteTexts } from '../../pages/site-texts.ts';
import { type CurrentSettings, TEXT_PATHS } from '../../settings/index.ts';
import { ownTextLinks } from './own-text-links.ts';
import { shopGiftsTexts } from './shop-gifts-texts.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor, type VisitorLanguage } from './visitor.ts';

/** Whose page it is, and who reads it. */
export interface Framed extends VisitorLanguage {
  readonly settings: Pick<CurrentSettings, 'now' | 'texts'>;
  readonly logo?: string | undefined;
  /** False or left out: the museum has never sold a gift voucher. */
  readonly gifts?: false | { readonly areSold: boolean } | undefined;
}

export interface FrameParts {
  /** Which of the ways in the navigation leads to the page: the path of that one. */
  readonly here?: string | undefined;
  /** The query of the page, which links to other languages keep. */
  readonly query?: URLSearchParams | undefined;
  /** Further content of the foot, above its links. */
  readonly more?: Piece;
}

/** What stands around every page for visitors: the museum and the ways through its pages above, whom to ask below. */
export function visitorsFrame(asked: Framed, parts: FrameParts): NonNullable<Page['frame']> {
  return { head: headOf(asked, parts), foot: footOf(asked, parts) };
}

function headOf(asked: Framed, { here, query }: FrameParts): Html {
  const { language, settings, logo } = asked;
  const { name, languages } = settings.now;
  const say = siteTexts(language);
  const ways = waysOf(asked);
  const links = ways.map(([key, path, text]) => {
    const tied = attributes({
      class: key === '/visit' && 'buy-here',
      'aria-current': key === here && 'page',
    });
    return html`<li><a href="${path}"${tied}>${text}</a></li>\n`;
  });
  const navigation = html`
    <nav aria-label="${say('navigation')}">
      <ul>${links}</ul>
    </nav>`;
  const shown = logo === undefined ? name : html`<img src="${logo}" alt="${name}">`;
  const list = languages.map((each) => html`<li>${languageLink(each, query, each === language)}</li>\n`);
  return html`
    <header class="bar">
      <div class="within">
        <p class="museum"><a href="${addressFor(asked, '/')}">${shown}</a></p>
        ${ways.length > 0 && navigation}
        ${languages.length > 1 && html`<ul class="language-list" aria-label="${say('language')}">${list}</ul>`}
        ${languageChoice(language, languages, query)}
      </div>
    </header>`;
}

/** The ways through the pages: those of the shop only while it is open. */
function waysOf(asked: Framed): (readonly [key: string, path: string, text: string])[] {
  const { now, texts } = asked.settings;
  const say = shopTexts(asked.language);
  const ways = [
    now.shop.open && (['/visit', addressFor(asked, '/visit'), say('tickets')] as const),
    now.shop.open && (['/', `${addressFor(asked, '/')}#programme`, say('whatsOn')] as const),
    texts.visit && ([TEXT_PATHS.visit, addressFor(asked, TEXT_PATHS.visit), say('yourVisit')] as const),
  ];
  return ways.filter((way) => way !== false && way !== undefined);
}

function footOf(asked: Framed, { more }: FrameParts): Html {
  const { language, settings } = asked;
  const say = shopTexts(language);
  const questions = contactLinks(settings);
  return html`
    <footer class="ends">
      <div class="within">
        ${more ?? (questions.length > 0 && html`<p class="questions"><b>${say('questions')}</b> ${questions}</p>`)}
        ${ownTextLinks(asked, settings)}
        ${giftLinks(asked)}
        <p class="foot-links">
          ${settings.now.shop.open && html`<a class="who" href="/programme.ics?language=${language}">${say('calendar')}</a>`}
          <a class="who" href="/desk" target="_top">${say('staff')}</a>
        </p>
      </div>
    </footer>`;
}

/** To what is about gift vouchers, where there are some. */
function giftLinks(asked: Framed): Html | undefined {
  const { gifts, language } = asked;
  if (!gifts) return undefined;
  const say = shopGiftsTexts(language);
  const link = (path: string, text: string) =>
    html`<a class="who" href="${addressFor(asked, path)}">${text}</a>\n`;
  return html`
    <p class="foot-links">
      ${gifts.areSold && link('/gift', say('vouchers'))}
      ${link('/gift/balance', say('balance'))}
      ${link('/withdraw', giftTexts(language)('withdraw'))}
    </p>`;
}

/** Telephone, e-mail and web site, as far as the museum says them. The site may be the one that shows the page in a frame. */
export function contactLinks({ now: { phone, email, website } }: Pick<CurrentSettings, 'now'>): Html[] {
  const link = (href: string, text: string, target?: '_top') =>
    html`<a class="who"${attributes({ href, target })} translate="no">${text}</a>\n`;
  return [
    ...(phone === null ? [] : [link(`tel:${phone.replaceAll(/[^+\d]/g, '')}`, phone)]),
    ...(email === null ? [] : [link(`mailto:${email}`, email)]),
    ...(website === null ? [] : [link(website, website.replace(/^https?:\/\/(?:www\.)?|\/$/g, ''), '_top')]),
  ];
}
