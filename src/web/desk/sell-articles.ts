import { type Article, articleName, type WantedArticle } from '../../articles/index.ts';
import type { TypedValues } from '../../basket/index.ts';
import { fromCents, smallestAmount } from '../../core/money.ts';
import { MOST_ARTICLES_SOLD } from '../../orders/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { centsIn } from './figure-fields.ts';
import { type SaleForm, SELL_FORM, type ShownSale } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';

/** The field for how many of an extra, or how much as a donation. Names with a point are of tickets. */
function fieldFor({ article }: Article): string {
  return `article_${article}`;
}

/** What is sold beside tickets: a row each, with a number, or the amount of a donation. */
export function articleRows(sale: ShownSale): Html[] {
  return sale.articles.map((article) => {
    const { article: slug, priceCents } = article;
    const { language, words } = sale.desk;
    const name = articleName(article, language);
    const price = priceCents === null ? sellTexts(language)('amount') : words.price({ priceCents });
    return html`
      <div class="offer" role="group" aria-labelledby="name-${slug}">
        <div class="what">
          <span id="name-${slug}">${name}</span>
        </div>
        <div class="cells">
          <div class="cell">
            <span></span>
            <div>${howMany(sale, article, name)}</div>
            <span class="quiet">${price}</span>
          </div>
        </div>
      </div>
    `;
  });
}

/** A donation is typed as an amount: it is so many times one. */
function howMany({ desk, typed, submitted }: ShownSale, article: Article, name: string): Html {
  const { kind, priceCents } = article;
  const say = sellTexts(desk.language);
  const field = fieldFor(article);
  const fault = submitted?.faults?.[field];
  const isDonation = kind === 'donation';
  const tied = attributes({
    id: field,
    name: field,
    value: typed[field] === '0' ? '' : typed[field],
    placeholder: '0',
    min: 0,
    ...(isDonation ? { step: fromCents(smallestAmount(desk.currency)) } : { max: MOST_ARTICLES_SOLD }),
    'data-cents': priceCents ?? 100,
    'data-what': isDonation ? undefined : name,
    'aria-label': isDonation ? say('amountOf', { what: name }) : say('howManyOf', { what: name }),
    'aria-invalid': fault !== undefined && 'true',
    'aria-describedby': fault !== undefined && `${field}-fault`,
  });
  return html`
    ${fault !== undefined && html`<span class="fault" id="${field}-fault">${fault}</span> `}
    <input type="number" inputmode="${isDonation ? 'decimal' : 'numeric'}" autocomplete="off"${tied}>
  `;
}

/** What of it was typed; what can't be read is in none. */
export function wantedArticles(
  { articles }: SaleForm,
  typed: TypedValues,
  currency: string,
): (WantedArticle & { readonly priceCents: number })[] {
  return articles.flatMap((article, position) => {
    const text = typed[fieldFor(article)]?.trim() ?? '';
    const { article: slug, kind, priceCents } = article;
    if (kind === 'donation') {
      const cents = centsIn(text, currency);
      return cents ? [{ article: slug, quantity: 1, priceCents: cents, position }] : [];
    }
    const quantity = SELL_FORM.countIn(text);
    return quantity > 0 ? [{ article: slug, quantity, priceCents: priceCents ?? 0, position }] : [];
  });
}

export function priceOfArticles(wanted: ReturnType<typeof wantedArticles>): number {
  return wanted.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
}

/** What was typed and is no number, or no amount. */
export function articleFaultsIn(
  sale: SaleForm,
  typed: TypedValues,
  currency: string,
  fault: string,
): Record<string, string> {
  const read = new Set(wantedArticles(sale, typed, currency).map(({ article }) => article));
  const wrong = sale.articles.filter((article) => {
    const text = typed[fieldFor(article)]?.trim() ?? '';
    return !read.has(article.article) && !/^0*$/.test(text);
  });
  return Object.fromEntries(wrong.map((article) => [fieldFor(article), fault]));
}
