import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { escapeHtml, page } from './pages.ts';

/** A kind of problem that the API answers with, explained to whoever met it. */
export interface ExplainedProblem {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  /** What it means and what to do about it: sentences. */
  readonly meaning: string;
  readonly remedy: string;
  /** A problem object of this kind. */
  readonly example: object;
  readonly operations: 'all' | readonly { summary: string; method: string; path: string }[];
}

/** A page for each kind of problem, at the address that its `type` names, and a list of them. */
export function routeProblemPages(app: FastifyInstance, problems: readonly ExplainedProblem[]): void {
  app.get('/problems', (request, reply) =>
    send(request, reply, readOnCondition(request, listPage(problems))),
  );
  app.get('/problems/:slug', (request, reply) =>
    send(request, reply, readOnCondition(request, problemPage(problemAskedFor(request, problems)))),
  );
}

/** @throws HttpRefusal not-found */
function problemAskedFor(request: FastifyRequest, problems: readonly ExplainedProblem[]): ExplainedProblem {
  const { slug } = request.params as { slug: string };
  const problem = problems.find((each) => each.slug === slug);
  if (problem === undefined) throw new HttpRefusal('not-found', { missing: 'problem page' });
  return problem;
}

function listPage(problems: readonly ExplainedProblem[]): Answer {
  const byStatus = Object.groupBy(problems, ({ status }) => status);
  const sections = Object.entries(byStatus).map(
    ([status, ofStatus = []]) => `<h2>${status} ${escapeHtml(STATUS_CODES[status] ?? '')}</h2>
<ul>
${ofStatus.map(({ slug, title }) => `<li><a href="/problems/${slug}">${escapeHtml(title)}</a></li>`).join('\n')}
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

function problemPage(problem: ExplainedProblem): Answer {
  const { slug, status, title, meaning, remedy, example } = problem;
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
<pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 2))}</pre>
${operationsThatEndIn(problem)}`,
  );
}

function operationsThatEndIn({ operations }: ExplainedProblem): string {
  if (operations.length === 0) return '';
  const named =
    operations === 'all'
      ? '<p>All of them.</p>'
      : `<ul>
${operations.map(({ summary, method, path }) => `<li>${escapeHtml(summary)}: <code>${method} ${escapeHtml(path)}</code></li>`).join('\n')}
</ul>`;
  return `<h2>Operations that answer so</h2>\n${named}`;
}
