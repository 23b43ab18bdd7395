import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Operation, operations, problemsOf } from '../api/contract/index.ts';
import { exampleProblem } from '../api/contract/problem-examples.ts';
import { PROBLEMS, Problem, type ProblemSlug } from '../api/problems.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { escapeHtml, page } from './pages.ts';

/** A page for each kind of problem, at the address that its `type` names, and a list of them. */
export function routeProblemPages(app: FastifyInstance): void {
  app.get('/problems', (request, reply) => send(request, reply, readOnCondition(request, listPage())));
  app.get('/problems/:slug', (request, reply) =>
    send(request, reply, readOnCondition(request, problemPage(slugOf(request)))),
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

function listPage(): Answer {
  const byStatus = Object.groupBy(Object.keys(PROBLEMS) as ProblemSlug[], (slug) => PROBLEMS[slug].status);
  const sections = Object.entries(byStatus).map(
    ([status, slugs = []]) => `<h2>${status} ${escapeHtml(STATUS_CODES[status] ?? '')}</h2>
<ul>
${slugs.map((slug) => `<li><a href="/problems/${slug}">${escapeHtml(PROBLEMS[slug].title)}</a></li>`).join('\n')}
</ul>`,
  );
  return page(
    'Problems',
    `<h1>Problems</h1>
<p>Whatever the service can’t do, it says in a problem details object (RFC 9457). Its <code>type</code> is one of
these addresses. All operations are in the <a href="/docs">reference</a>.</p>
${sections.join('\n')}`,
  );
}

function problemPage(slug: ProblemSlug): Answer {
  const { status, title, meaning, remedy } = PROBLEMS[slug];
  return page(
    title,
    `<nav><a href="/problems">All problems</a></nav>
<h1>${escapeHtml(title)}</h1>
<p class="faint">${status} ${escapeHtml(STATUS_CODES[status] ?? '')} · <code>/problems/${slug}</code></p>
<h2>What it means</h2>
<p>${escapeHtml(meaning)}</p>
<h2>What to do</h2>
<p>${escapeHtml(remedy)}</p>
<h2>How it looks</h2>
<pre tabindex="0">${escapeHtml(JSON.stringify(exampleProblem(slug), null, 2))}</pre>
${operationsThatEndIn(slug)}`,
  );
}

function operationsThatEndIn(slug: ProblemSlug): string {
  const all = Object.values<Operation>(operations);
  const those = all.filter((op) => problemsOf(op).includes(slug));
  if (those.length === 0) return '';
  const named =
    those.length === all.length
      ? '<p>All of them.</p>'
      : `<ul>
${those.map(({ summary, method, path }) => `<li>${escapeHtml(summary)}: <code>${method} ${escapeHtml(path)}</code></li>`).join('\n')}
</ul>`;
  return `<h2>Operations that answer so</h2>\n${named}`;
}
