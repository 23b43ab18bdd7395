import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { readDocument } from '../../contract/openapi-text.ts';
import { permanentRedirect, send } from '../../http/answer.ts';
import type { Site } from '../../pages/layout.ts';
import { NO_MUSEUM, routePublic } from './public-page.ts';
import { referencePage } from './reference-page.ts';

/** The interface for programs, /openapi.json, and for readers, /docs, which is made from it. */
export function routeReferencePages(app: FastifyInstance, site: Site = NO_MUSEUM): void {
  const read = () => readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  routePublic(app, '/openapi.json', async () => ({ status: 200, headers, body: await read() }));
  routePublic(app, '/docs', async () => referencePage(site, readDocument(await read())));
  app.get('/docs/', (request, reply) => send(request, reply, permanentRedirect('/docs')));
}
