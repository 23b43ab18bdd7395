import {
  ARTICLE_CHANNELS,
  ARTICLE_KINDS,
  ARTICLE_LIMITS,
  type Article,
  type ArticleFault,
  type ArticleKind,
  articleFaults,
  findArticles,
  MOST_ARTICLES,
  MOST_SUGGESTED,
} from '../../../articles/index.ts';
import { addDays } from '../../../core/calendar-day.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { newSlug } from '../../../core/slug.ts';
import { hasLength } from '../../../core/text.ts';
import { asHeading } from '../../../core/words.ts';
import { findEventTitles, listEvents } from '../../../events/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { eventIn, GENERAL, type Product } from '../../../offers/index.ts';
import { type FieldFaults, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { LANGUAGE_NAMES, LANGUAGES, wordTexts } from '../../../pages/texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { centsIn, examplePrice, priceText } from '../figure-fields.ts';
import { faultsAmong, formTo, postForm, type Sent } from '../post-form.ts';
import { ARTICLE, ARTICLES, changeArticles } from './articles.ts';
import { articlesTexts } from './articles-texts.ts';
import { settingsTexts } from './settings-texts.ts';

type ArticleField =
  | 'article'
  | 'kind'
  | 'name'
  | `name-${string}`
  | 'description'
  | 'price'
  | 'vat'
  | 'suggested'
  | 'least'
  | 'most'
  | 'channels'
  | `channels-${string}`
  | 'with'
  | `with-${string}`
  | 'onSale'
  | 'seen';
type Values = Sent<ArticleField>['values'];

/** The form of one article, or of a new one. */
export async function showArticle(desk: DeskRequest, submitted?: Submitted<ArticleField>): Promise<Answer> {
  const { language, store } = desk;
  const say = articlesTexts(language);
  const slug = (submitted === undefined ? desk.query : formOf(desk.request)).get('article') ?? '';
  const articles = await findArticles(store);
  const article = articles.find((each) => each.article === slug);
  if (slug !== '' && article === undefined) return seeOther(ARTICLES);
  const fields = fieldsOf<ArticleField>(language, submitted);
  const form = html`
    ${fields.hidden('article', slug)}
    ${fields.hidden('seen', seenAs(articles))}
    ${nameFields(desk, fields, article)}
    ${fields.choice('kind', {
      label: say('kind'),
      options: ARTICLE_KINDS.map((value) => ({ value, text: say(value) })),
      value: article?.kind ?? 'extra',
    })}
    ${moneyFields(desk, fields, article)}
    ${await placeFields(desk, fields, article)}
    <p class="actions">
      <button class="action">${say('save')}</button>
      <a class="button" href="${ARTICLES}">${say('title')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: article?.name ?? say('newTitle'),
    lead: say('lead'),
    main: formTo(desk, ARTICLE, form),
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function nameFields(
  { language, settings }: DeskRequest,
  fields: Fields<ArticleField>,
  article?: Article,
): Html {
  const say = articlesTexts(language);
  const others = LANGUAGES.filter((of) => of !== settings.now.language).map((of) =>
    fields.input(`name-${of}`, {
      label: say('nameIn', { language: LANGUAGE_NAMES[of] }),
      value: article?.names[of],
      with: { maxlength: ARTICLE_LIMITS.name, lang: of, autocomplete: 'off' },
    }),
  );
  return html`
    ${fields.input('name', {
      label: say('name'),
      value: article?.name,
      with: { maxlength: ARTICLE_LIMITS.name, autocomplete: 'off', required: true },
    })}
    <details>
      <summary>${settingsTexts(language)('otherLanguages')}</summary>
      ${others}
    </details>
    ${fields.input('description', {
      label: say('description'),
      hint: say('descriptionHint'),
      value: article?.description ?? '',
      with: { maxlength: ARTICLE_LIMITS.description, autocomplete: 'off' },
    })}
  `;
}

function moneyFields(
  { language, currency }: DeskRequest,
  fields: Fields<ArticleField>,
  article: Partial<Article> = {},
): Html {
  const say = articlesTexts(language);
  const { priceCents, vat, suggestedCents = [], leastCents, mostCents } = article;
  const text = (cents: number | null | undefined) => (cents == null ? '' : priceText(language, cents));
  const decimal = { autocomplete: 'off', inputmode: 'decimal' } as const;
  return html`
    ${fields.input('price', { label: say('priceOf', { currency }), value: text(priceCents), with: decimal })}
    ${fields.input('vat', { label: say('vat'), hint: say('vatHint'), value: text(vat), with: decimal })}
    ${fields.input('suggested', {
      label: say('suggested'),
      hint: say('suggestedHint'),
      value: suggestedCents.map(text).join(' '),
      with: { autocomplete: 'off' },
    })}
    <div class="times">
      ${fields.input('least', { label: say('least'), value: text(leastCents), with: decimal })}
      ${fields.input('most', { label: say('most'), value: text(mostCents), with: decimal })}
    </div>
  `;
}

async function placeFields(
  desk: DeskRequest,
  fields: Fields<ArticleField>,
  article?: Article,
): Promise<Html> {
  const say = articlesTexts(desk.language);
  return html`
    ${fields.boxes('channels', {
      label: say('channels'),
      options: ARTICLE_CHANNELS.map((value) => ({ value, text: asHeading(say(value)) })),
      chosen: article?.channels ?? ARTICLE_CHANNELS.slice(0, 2),
    })}
    ${fields.boxes('with', {
      label: say('withTicketFor'),
      hint: say('withTicketHint'),
      options: await productsFor(desk, article),
      chosen: article?.withTicketFor ?? [],
    })}
    ${fields.checkbox('onSale', { label: say('onSale'), value: (article?.onSale ?? true) ? 'on' : undefined })}
  `;
}

/** General entry, the events of the days to come, and those that the article names. */
async function productsFor(
  { store, actor, calendar, settings, language }: DeskRequest,
  article: Article | undefined,
): Promise<{ readonly value: Product; readonly text: string }[]> {
  const from = calendar.today();
  const events = await listEvents(store, actor, { from, to: addDays(from, settings.now.salesDays) });
  const names = new Map<Product, string>([[GENERAL, wordTexts(language)('generalEntry')]]);
  for (const { eventId, name } of events) names.set(eventId, name);
  const named = (article?.withTicketFor ?? []).flatMap((product) => eventIn(product) ?? []);
  for (const [eventId, { name }] of await findEventTitles(store, named)) names.set(eventId, name);
  return [...names].map(([value, text]) => ({ value, text }));
}

const FAULTS: Readonly<Record<ArticleFault['fault'], readonly [ArticleField, Fault]>> = {
  repeated: ['name', 'nameFault'],
  'extra-without-price': ['price', 'priceFault'],
  'extra-with-suggested': ['suggested', 'suggestedFault'],
  'extra-with-least': ['least', 'boundFault'],
  'extra-with-most': ['most', 'boundFault'],
  'donation-with-price': ['price', 'priceFault'],
  'donation-with-vat': ['vat', 'vatFault'],
  bounds: ['most', 'boundsFault'],
  'suggested-out-of-bounds': ['suggested', 'suggestedOutside'],
};

type Fault =
  | 'nameFault'
  | 'priceFault'
  | 'suggestedFault'
  | 'boundFault'
  | 'vatFault'
  | 'boundsFault'
  | 'suggestedOutside';

export const saveArticle = postForm<ArticleField>(async (desk, sent) => {
  const articles = await findArticles(desk.store);
  const slug = sent.values.article ?? '';
  const index = articles.findIndex(({ article }) => article === slug);
  if (slug !== '' && index < 0) return seeOther(ARTICLES);
  if (index < 0 && articles.length >= MOST_ARTICLES)
    return sent.again({ fault: articlesTexts(desk.language)('tooMany', { most: MOST_ARTICLES }) });
  const read = readArticle(desk, sent.values, articles);
  if ('faults' in read) return sent.again(read);
  const wanted = index < 0 ? [...articles, read] : articles.with(index, read);
  return changeArticles(desk, sent, articles, wanted);
}, showArticle);

/** What was typed, or its faults. */
function readArticle(
  { language, currency, settings }: DeskRequest,
  values: Values,
  articles: readonly Article[],
): Article | FieldFaults<ArticleField> {
  const say = articlesTexts(language);
  const { name = '', description = '', price = '', vat = '', suggested = '', least = '', most = '' } = values;
  const example = examplePrice(language, currency);
  const kind = ARTICLE_KINDS.find((each) => each === values.kind);
  const slug = values.article || newSlug(name, new Set(articles.map(({ article }) => article)), 'article');
  const others = LANGUAGES.filter((of) => of !== settings.now.language);
  const names = others.flatMap((of) => (values[`name-${of}`] ? [[of, values[`name-${of}`]] as const] : []));
  const amounts = suggested.split(/\s+/).filter(Boolean);
  const cents = amounts.map((amount) => centsIn(amount, currency));
  const optional = (text: string) => (text === '' ? null : centsIn(text, currency));
  const [priceCents, leastCents, mostCents] = [optional(price), optional(least), optional(most)];
  const rate = vat === '' ? null : centsIn(vat, 'EUR');
  const channels = ARTICLE_CHANNELS.filter((channel) => values[`channels-${channel}`] !== undefined);
  const isBadList =
    cents.some((each) => !each) || new Set(cents).size < cents.length || cents.length > MOST_SUGGESTED;
  const faults: Partial<Record<ArticleField, string | false>> = {
    name: !hasLength(name, 1, ARTICLE_LIMITS.name) && say('nameFault', { most: ARTICLE_LIMITS.name }),
    ...Object.fromEntries(
      names.map(([of, text = '']) => [
        `name-${of}`,
        !hasLength(text, 1, ARTICLE_LIMITS.name) && say('shortenFault', { most: ARTICLE_LIMITS.name }),
      ]),
    ),
    description:
      !hasLength(description, 0, ARTICLE_LIMITS.description) &&
      say('shortenFault', { most: ARTICLE_LIMITS.description }),
    kind: kind === undefined && say('kindFault'),
    price: priceCents === undefined && say('priceFault', { example, most: HIGHEST_PRICE }),
    vat: (rate === undefined || (rate ?? 0) > 10_000) && say('vatFault'),
    suggested: isBadList && say('suggestedFault'),
    least: (leastCents === undefined || leastCents === 0) && say('boundFault', { example }),
    most: (mostCents === undefined || mostCents === 0) && say('boundFault', { example }),
    channels: channels.length === 0 && say('channelsFault'),
  };
  const article: Article = {
    article: slug,
    kind: kind as ArticleKind,
    name,
    names: Object.fromEntries(names),
    description: description || null,
    priceCents: priceCents ?? null,
    suggestedCents: cents.flatMap((each) => each ?? []),
    leastCents: leastCents ?? null,
    mostCents: mostCents ?? null,
    vat: rate ?? null,
    withTicketFor: Object.keys(values).flatMap((field) =>
      field.startsWith('with-') ? [field.slice('with-'.length) as Product] : [],
    ),
    onSale: values.onSale !== undefined,
    channels,
  };
  for (const { fault } of kind === undefined ? [] : articleFaults([article])) {
    const [field, text] = FAULTS[fault];
    faults[field] ||= say(text as 'priceFault', { example, most: HIGHEST_PRICE });
  }
  const wrong = faultsAmong<ArticleField>(faults);
  return wrong === undefined ? article : { faults: wrong.faults ?? {} };
}
