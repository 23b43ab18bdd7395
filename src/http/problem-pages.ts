import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Operation, operations, problemsOf } from '../contract/index.ts';
import { exampleProblem } from '../contract/problem-examples.ts';
import { PROBLEMS, Problem, type ProblemSlug } from '../core/problem.ts';
import { type Html, html } from '../pages/html.ts';
import { page } from '../pages/layout.ts';
import { type Answer, send } from './answer.ts';
import { readOnCondition, tagged } from './conditional.ts';

/** A page for each kind of problem, at the address that its `type` names, and a list of them. */
export function routeProblemPages(app: FastifyInstance, museumName = 'Museum'): void {
  app.get('/problems', (request, reply) =>
    send(request, reply, readOnCondition(request, listPage(museumName))),
  );
  app.get('/problems/:slug', (request, reply) =>
    send(request, reply, readOnCondition(request, problemPage(museumName, slugOf(request)))),
  );
}

/** @throws Problem not-found */
function slugOf(request: FastifyRequest): ProblemSlug {
  const { slug } = request.params as { slug: string };
  if (Object.hasOwn(PROBLEMS, slug)) return slug as ProblemSlug;
  throw new Problem(
    'not-found',
    'There is no such kind of problem. Those there are, are listed at /problems.',
  );
}

function listPage(museumName: string): Answer {
  const byStatus = Object.groupBy(Object.keys(PROBLEMS) as ProblemSlug[], (slug) => PROBLEMS[slug].status);
  const sections = Object.entries(byStatus).map(
    ([status, slugs = []]) => html`<h2>${status} ${STATUS_CODES[status]}</h2>
<ul>
${slugs.map((slug) => html`<li><a href="/problems/${slug}">${PROBLEMS[slug].title}</a></li>\n`)}</ul>
`,
  );
  return publicPage(museumName, {
    title: 'Problems',
    main: html`<p>Whatever the service can’t do, it says in a problem details object (RFC 9457). Its <code>type</code> is one of
these addresses. All operations are in the <a href="/docs">reference</a>.</p>
${sections}`,
    here: '/problems',
  });
}

function problemPage(museumName: string, slug: ProblemSlug): Answer {
  const { status, title, meaning, remedy } = PROBLEMS[slug];
  return publicPage(museumName, {
    title,
    lead: html`${status} ${STATUS_CODES[status]} · <code>/problems/${slug}</code>`,
    main: html`<h2>What it means</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${remedy}</p>
<h2>How it looks</h2>
<pre tabindex="0">${JSON.stringify(exampleProblem(slug), null, 2)}</pre>
${operationsThatEndIn(slug)}`,
  });
}

function operationsThatEndIn(slug: ProblemSlug): Html | undefined {
  const all = Object.values<Operation>(operations);
  const those = all.filter((op) => problemsOf(op).includes(slug));
  if (those.length === 0) return undefined;
  const named =
    those.length === all.length
      ? html`<p>All of them.</p>`
      : html`<ul>
${those.map(({ summary, method, path }) => html`<li>${summary}: <code>${method} ${path}</code></li>\n`)}</ul>`;
  return html`<h2>Operations that answer so</h2>\n${named}`;
}

/** The same for everybody, so that it may be kept, and is asked for again only when it has changed. */
function publicPage(
  museumName: string,
  { here, ...parts }: { title: string; lead?: Html; main: Html; here?: string },
): Answer {
  const links = [
    { href: '/problems', text: 'All problems' },
    { href: '/docs', text: 'Reference' },
  ];
  const ways = { links, here };
  const answer = page({ language: 'en', museumName, ...parts, ways }, 200, { 'cache-control': 'no-cache' });
  return tagged(answer);
}
