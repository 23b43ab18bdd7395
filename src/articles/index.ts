/** What is sold beside tickets: extras such as audio guides, and donations. */
export {
  ARTICLE_CHANNELS,
  ARTICLE_KINDS,
  ARTICLE_LIMITS,
  type Article,
  type ArticleChannel,
  type ArticleFault,
  type ArticleKind,
  articleFaults,
  articleName,
  findArticles,
  MOST_ARTICLES,
  MOST_SUGGESTED,
} from './article.ts';
export { listArticles, setArticles } from './article-actions.ts';
export {
  type ArticleSum,
  type ArticleTerms,
  findOrderArticles,
  type OrderArticles,
  sumArticles,
} from './article-sums.ts';
export { type ArticleItem, articleItems, articlesFor, type WantedArticle } from './article-terms.ts';
export { checkArticles } from './check-articles.ts';
export {
  type ArticleChange,
  addArticleChanges,
  addSoldArticles,
  countOf,
  findSoldArticles,
  hasSoldArticles,
  leftToHandOut,
  leftToReturn,
  type SoldArticle,
  standingCount,
} from './sold-article.ts';
