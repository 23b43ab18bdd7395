import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { permanentRedirect, send } from '../../http/answer.ts';
import { html } from '../../pages/html.ts';
import type { Site } from '../../pages/layout.ts';
import { markdown } from './markdown.ts';
import { GUIDE_LIST, NO_MUSEUM, publicPage, routePublic } from './public-page.ts';

/** The guides for programmers: the names of their documents, with the texts of the links to them. */
export const GUIDES = {
  client: 'The client for JavaScript and TypeScript',
  clients: 'Generated clients',
  differences: 'Differences from the public description',
  'decisions/small-readings': 'Details that the API description leaves open',
  'ticket-code': 'The ticket code',
  gate: 'The gate',
  webhooks: 'Webhooks',
  operations: 'Running the service',
} as const;

/** The test vectors for verifiers and gates. */
export const VECTORS = ['gate-verdicts.json', 'ticket-code-vectors.json'];

export function guideAddress(name: string): string {
  return `${GUIDE_LIST}/${name}`;
}

export const GUIDE_LINKS = Object.entries(GUIDES).map(([name, text]) => ({ href: guideAddress(name), text }));

/** A page for each guide, and the vectors, made when they are first asked for; and a list of the guides. */
export function routeGuidePages(app: FastifyInstance, site: Site = NO_MUSEUM): void {
  routePublic(app, GUIDE_LIST, () => listPage(site));
  app.get(`${GUIDE_LIST}/`, (request, reply) => send(request, reply, permanentRedirect(GUIDE_LIST)));
  for (const name of Object.keys(GUIDES)) routePublic(app, guideAddress(name), () => guidePage(site, name));
  for (const name of VECTORS) routePublic(app, guideAddress(name), () => vectors(name));
}

async function vectors(name: string) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: await documentText(name) };
}

async function guidePage(site: Site, name: string) {
  const text = await documentText(`${name}.md`);
  return publicPage(site, { ...markdown(text, served), here: guideAddress(name), links: GUIDE_LINKS });
}

function listPage(site: Site) {
  const items = GUIDE_LINKS.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`);
  return publicPage(site, { title: 'Guides', main: html`<ul>\n${items}</ul>\n`, here: GUIDE_LIST });
}

function documentText(file: string): Promise<string> {
  return readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
}

/** Only the guides, their vectors and openapi.json are served, whatever else the documents link to. */
function served(target: string): string | undefined {
  if (/^https?:/.test(target)) return target;
  if (target === '../openapi.json') return '/openapi.json';
  if (VECTORS.includes(target)) return guideAddress(target);
  const [, name = '', place = ''] = /^(?:([\w/-]+)\.md)?(#.+)?$/.exec(target) ?? [];
  if (name === '') return place || undefined;
  return name in GUIDES ? `${guideAddress(name)}${place}` : undefined;
}
