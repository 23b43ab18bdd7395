import { type Article, findArticles, MOST_ARTICLES, setArticles } from '../../../articles/index.ts';
import { may } from '../../../core/permissions.ts';
import { asHeading } from '../../../core/words.ts';
import type { Answer } from '../../../http/answer.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { articlesTexts } from './articles-texts.ts';

export const ARTICLES = '/desk/settings/articles';
/** The form of one article: `?article=` its slug; without it a new one. */
export const ARTICLE = '/desk/settings/articles/article';

interface Placed {
  readonly article: Article;
  readonly index: number;
}

/** What is sold beside tickets in the order shown, with buttons that change it. */
export async function showArticles(desk: DeskRequest, submitted?: Submitted<'seen'>): Promise<Answer> {
  const { store, language, actor } = desk;
  const say = articlesTexts(language);
  const articles = await findArticles(store);
  const fields = fieldsOf<'seen'>(language, submitted);
  const mayChange = may(actor.role, 'arrange-programme');
  const columns: Column<Placed>[] = [
    { head: say('what'), cell: ({ article }) => (mayChange ? linkTo(article) : article.name) },
    { head: say('price'), cell: ({ article }) => priceInWords(desk, article) },
    { head: say('where'), cell: ({ article }) => whereInWords(desk, article) },
    { head: say('order'), cell: (placed) => buttons(desk, placed) },
  ];
  const placed = articles.map((article, index) => ({ article, index }));
  const content = html`
    ${fields.hidden('seen', seenAs(articles))}
    ${table(unseenCaption(say('title')), placed, mayChange ? columns : columns.slice(0, -1), say('none'))}
  `;
  const add = html`<p><a class="button" href="${ARTICLE}">${say('add')}</a></p>`;
  return deskPage(desk, {
    title: say('title'),
    lead: say('lead'),
    main: html`
      ${formTo(desk, ARTICLES, content)}
      ${mayChange && articles.length < MOST_ARTICLES && add}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function linkTo({ article, name }: Article): Html {
  return html`<a href="${ARTICLE}?article=${article}" dir="auto">${name}</a>`;
}

function priceInWords({ language, words }: Clerk, { priceCents }: Article): string {
  return priceCents === null
    ? asHeading(articlesTexts(language)('chosenByBuyer'))
    : words.price({ priceCents });
}

function whereInWords({ language, words }: Clerk, { onSale, channels }: Article): string {
  const say = articlesTexts(language);
  return asHeading(onSale ? words.list(channels.map((channel) => say(channel))) : say('notOnSale'));
}

function buttons({ language }: Clerk, { article: { name }, index }: Placed): Html {
  const say = articlesTexts(language);
  const button = (way: 'up' | 'remove') => {
    const tied = { name: 'step', value: `${way}-${index}`, 'aria-label': say(`${way}Named`, { name }) };
    return html`<button${attributes(tied)}>${say(way)}</button>`;
  };
  return html`${index > 0 && button('up')} ${button('remove')}`;
}

/** Moves an article up, or removes it. */
export const sortArticles = postForm<'seen'>(async (desk, sent) => {
  const now = await findArticles(desk.store);
  return changeArticles(desk, sent, now, stepped(now, sent.form.get('step') ?? ''));
}, showArticles);

function stepped(articles: readonly Article[], step: string): readonly Article[] {
  const [way, place] = step.split('-');
  const index = Number(place);
  const article = articles[index];
  if (article === undefined) return articles;
  const others = articles.toSpliced(index, 1);
  return way === 'up' ? others.toSpliced(Math.max(0, index - 1), 0, article) : others;
}

/** Replaces the list, and leads to it. */
export function changeArticles<Name extends string>(
  desk: DeskRequest,
  sent: Sent<Name | 'seen'>,
  now: readonly Article[],
  wanted: readonly Article[],
): Promise<Answer> {
  return changeRule<readonly Article[], Name>(desk, sent, {
    at: ARTICLES,
    now,
    wanted,
    save: (action, expect) => setArticles(action, wanted, expect),
    done: 'articlesChanged',
    journalOf: () => ['articles', 'articles.set'],
    inWords: (articles) => desk.words.list(articles.map(({ name }) => name)),
  });
}
