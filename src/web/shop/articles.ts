import {
  type Article,
  articleName,
  articlesFor,
  findArticles,
  type WantedArticle,
} from '../../articles/index.ts';
import type { TypedValues } from '../../basket/index.ts';
import { fromCents, HIGHEST_PRICE, isAmountOf, smallestAmount, toCents } from '../../core/money.ts';
import { isolated } from '../../core/name.js';
import { otherLanguage } from '../../core/other-language.ts';
import type { Fields, Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import type { ShopOptions } from './shop-options.ts';
import { visitTexts } from './visit-texts.ts';
import type { Visitor } from './visitor.ts';

/** The form for a day, as far as what is sold beside tickets stands in it. */
interface ArticlesForm extends Visitor {
  readonly submitted: Submitted<string>;
  readonly fields: Fields<string>;
}

/** How many of an extra one order of the shop can have. */
const MOST = 20;

/** Stands for an amount that is typed. */
const OTHER = 'other';

/** What the shop sells beside tickets: nothing that costs something where nobody can pay. */
export async function shopArticles({
  store,
  seller,
  checkout: { ways },
}: ShopOptions): Promise<readonly Article[]> {
  const articles = articlesFor(await findArticles(store), seller);
  return articles.filter(({ priceCents }) => priceCents === 0 || ways.length > 0);
}

/** The field for how many of an extra, or for the amount of a donation in hundredths. Names with a point are of tickets. */
export function fieldOfArticle({ article }: Pick<Article, 'article'>): string {
  return `article_${article}`;
}

function otherField(article: Article): string {
  return `${fieldOfArticle(article)}_other`;
}

export function isArticleField(name: string): boolean {
  return name.startsWith('article_');
}

/** Extras with how many of each, and donations as a line of amounts. */
export function articleFields(form: ArticlesForm, articles: readonly Article[]): Html | false {
  const each = articles.map((article) =>
    article.kind === 'extra' ? extraInput(form, article) : donationChoice(form, article),
  );
  return each.length > 0 && html`<div class="articles">${each}</div>`;
}

function extraInput(form: ArticlesForm, article: Article): Html {
  const { fields, words } = form;
  const priceCents = article.priceCents ?? 0;
  const input = fields.input(fieldOfArticle(article), {
    label: html`${nameOf(form, article)} <span class="cost">${words.price({ priceCents })}</span>`,
    ...(article.description !== null && { hint: html`<span dir="auto">${article.description}</span>` }),
    value: '0',
    with: {
      ...({ type: 'number', inputmode: 'numeric', autocomplete: 'off' } as const),
      ...{ min: 0, max: MOST, 'data-cents': priceCents },
    },
  });
  return html`<div class="count">${input}</div>\n`;
}

function nameOf({ language, shop: { settings } }: Visitor, article: Article): Html {
  const isSaid = article.names[language] !== undefined;
  const lang = otherLanguage(language, isSaid ? language : settings.now.language);
  return html`<span dir="auto"${attributes({ lang })}>${articleName(article, language)}</span>`;
}

/** Nothing is chosen at first. */
function donationChoice(form: ArticlesForm, article: Article): Html {
  const { language, words, shop, submitted } = form;
  const say = visitTexts(language);
  const field = fieldOfArticle(article);
  const fault = submitted.faults?.[field];
  const chosen = submitted.values?.[field] ?? '';
  const choice = (value: string, text: string, more: object = {}) => {
    const tied = attributes({
      id: value === '' && field,
      name: field,
      value,
      checked: chosen === value,
      ...more,
    });
    return html`<label><input type="radio"${tied}><span>${text}</span></label>\n`;
  };
  const amounts = article.suggestedCents.map((cents) =>
    choice(`${cents}`, words.price({ priceCents: cents }), { 'data-cents': 1 }),
  );
  const typed = attributes({
    ...{ name: otherField(article), value: submitted.values?.[otherField(article)] || undefined },
    ...{ min: 0, max: HIGHEST_PRICE, step: fromCents(smallestAmount(shop.currency)), 'data-cents': 100 },
    'aria-label': say('otherAmountOf', { currency: shop.currency, what: articleName(article, language) }),
    'aria-describedby': fault !== undefined && `${field}-fault`,
  });
  const { description } = article;
  return html`
    <fieldset class="times donation">
      <legend>${nameOf(form, article)}</legend>
      ${description !== null && html`<p class="hint" dir="auto">${description}</p>`}
      ${fault !== undefined && html`<p class="fault" id="${field}-fault">${fault}</p>`}
      <div>
        ${choice('', say('noDonation'))}
        ${amounts}
        ${choice(OTHER, say('otherAmount'))}
        <input type="number" inputmode="decimal" autocomplete="off"${typed}>
      </div>
    </fieldset>
  `;
}

/** What of it was chosen, after so many items of tickets; what can't be read is in none. */
export function articlesChosen(
  articles: readonly Article[],
  typed: TypedValues,
  { currency, after }: { readonly currency: string; readonly after: number },
): WantedArticle[] {
  return articles.flatMap((article, index): WantedArticle[] => {
    const position = after + index;
    if (article.kind === 'donation') {
      const priceCents = donatedIn(article, typed, currency);
      return priceCents ? [{ article: article.article, quantity: 1, priceCents, position }] : [];
    }
    const quantity = countIn(typed[fieldOfArticle(article)] ?? '');
    return quantity > 0 && quantity <= MOST ? [{ article: article.article, quantity, position }] : [];
  });
}

function countIn(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

/** Hundredths; undefined: it can't be read. An amount that is typed counts, whether the box beside it is ticked or not. */
function donatedIn(article: Article, typed: TypedValues, currency: string): number | undefined {
  const chosen = typed[fieldOfArticle(article)] ?? '';
  const other = (typed[otherField(article)] ?? '').replace(',', '.');
  if (/^\d{1,9}$/.test(chosen)) return Number(chosen);
  if (other === '') return chosen === OTHER ? undefined : 0;
  const isAmount = /^\d{1,7}(?:\.\d{1,2})?$/.test(other) && isAmountOf(currency, Number(other));
  return isAmount && Number(other) <= HIGHEST_PRICE ? toCents(Number(other)) : undefined;
}

/** What was typed and is no number of extras, or no amount that is taken. */
export function faultsInArticles(
  { language, words, shop: { currency } }: Visitor,
  articles: readonly Article[],
  typed: TypedValues,
): Record<string, string> {
  const say = visitTexts(language);
  const faults = articles.flatMap((article): [string, string][] => {
    const field = fieldOfArticle(article);
    if (article.kind === 'extra') {
      const count = countIn(typed[field] || '0');
      return count >= 0 && count <= MOST ? [] : [[field, say('countFault', { most: MOST })]];
    }
    const cents = donatedIn(article, typed, currency);
    const least = article.leastCents ?? smallestAmount(currency);
    const most = article.mostCents ?? toCents(HIGHEST_PRICE);
    const isTaken = cents === 0 || (cents !== undefined && cents >= least && cents <= most);
    const bounds = { least: words.money(least, currency), most: words.money(most, currency) };
    return isTaken ? [] : [[field, say('donationFault', bounds)]];
  });
  return Object.fromEntries(faults);
}

/** What is chosen of it, a line each, and what that comes to. */
export function chosenArticles(
  { language, words, shop: { currency } }: Visitor,
  articles: readonly Article[],
  typed: TypedValues,
): { readonly lines: readonly Html[]; readonly cents: number } {
  const wanted = articlesChosen(articles, typed, { currency, after: 0 });
  const priced = wanted.map(({ article: slug, quantity, priceCents }) => {
    const article = articles.find((each) => each.article === slug) as Article;
    return { article, quantity, cents: (priceCents ?? article.priceCents ?? 0) * quantity };
  });
  const lines = priced.map(({ article, quantity, cents }) => {
    const name = isolated(articleName(article, language));
    return html`
      <li>
        <span dir="auto">${article.kind === 'extra' ? `${quantity} × ${name}` : name}</span>
        <span class="cost">${words.price({ priceCents: cents })}</span>
      </li>
    `;
  });
  return { lines, cents: priced.reduce((sum, { cents }) => sum + cents, 0) };
}
