import type { FastifyInstance } from 'fastify';
import { permanentRedirect, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { STATUS_CODES } from '../../http/node-http.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Site } from '../../pages/layout.ts';
import { NO_MUSEUM, packedOnce, pick, publicPage, routePublic } from './public-page.ts';

/** An explained kind of problem of the API. */
export interface ExplainedProblem {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  /** What it means and what to do about it: sentences. */
  readonly meaning: string;
  readonly remedy: string;
  /** A problem object of this kind. */
  readonly example: object;
  readonly operations: 'all' | readonly ConcernedOperation[];
}

interface ConcernedOperation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
}

/** A page for each kind of problem, at the address that its `type` names, and a list of them. */
export function routeProblemPages(
  app: FastifyInstance,
  problems: readonly ExplainedProblem[],
  site: Site = NO_MUSEUM,
): void {
  routePublic(app, '/problems', () => listPage(site, problems));
  app.get('/problems/', (request, reply) => send(request, reply, permanentRedirect('/problems')));
  const pages = new Map(problems.map((each) => [each.slug, packedOnce(() => problemPage(site, each))]));
  app.get('/problems/:slug', async (request, reply) => {
    const { slug } = request.params as { slug: string };
    const load = pages.get(slug);
    if (load === undefined) throw new HttpRefusal('not-found', { missing: 'problem page' });
    send(request, reply, pick(request, await load()));
  });
}

function listPage(site: Site, problems: readonly ExplainedProblem[]) {
  const byStatus = Object.groupBy(problems, ({ status }) => status);
  const sections = Object.entries(byStatus).map(
    ([status, ofStatus = []]) => html`
      <h2>${status} ${STATUS_CODES[status]}</h2>
      <ul>
        ${ofStatus.map(({ slug, title }) => html`<li><a href="/problems/${slug}">${title}</a></li>\n`)}
      </ul>
    `,
  );
  return publicPage(site, {
    title: 'Problems',
    main: html`
      <p>
        Whatever the service can’t do, it says in a problem details object (RFC 9457). Its <code>type</code> is one of
        these addresses. All operations are in the <a href="/docs">reference</a>.
      </p>
      ${sections}`,
    here: '/problems',
  });
}

function problemPage(site: Site, problem: ExplainedProblem) {
  const { slug, status, title, meaning, remedy, example } = problem;
  return publicPage(site, {
    title,
    lead: html`${status} ${STATUS_CODES[status]} · <code>/problems/${slug}</code>`,
    main: html`
      <h2>What it means</h2>
      <p>${meaning}</p>
      <h2>What to do</h2>
      <p>${remedy}</p>
      <h2>How it looks</h2>
      <pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>
      ${operationsThatEndIn(problem)}`,
  });
}

function operationsThatEndIn({ operations }: ExplainedProblem): Html | undefined {
  if (operations.length === 0) return undefined;
  const item = ({ id, summary, method, path }: ConcernedOperation) =>
    html`<li><a href="/docs#${id}">${summary}</a>: <code>${method} ${path}</code></li>\n`;
  const named =
    operations === 'all'
      ? html`<p>All of them: they are in the <a href="/docs">reference</a>.</p>`
      : html`<ul>${operations.map(item)}</ul>`;
  return html`
    <h2>Operations that answer so</h2>
    ${named}`;
}
