import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { once } from '../../core/once.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition } from '../../http/conditional.ts';
import type { House } from '../../pages/layout.ts';
import { markdown } from './markdown.ts';
import { NO_MUSEUM, publicPage } from './public-page.ts';

/** The documents of the project for those who write programs against it, by their names, and what leads to them. */
export const GUIDES = {
  client: 'The client for JavaScript and TypeScript',
  clients: 'Generated clients',
  differences: 'Differences from the public description',
  'ticket-code': 'What the code of a ticket says',
  gate: 'The gate',
} as const;

export function guideAddress(name: string): string {
  return `/docs/guides/${name}`;
}

/** A page for each guide, made when it is first asked for. */
export function routeGuidePages(app: FastifyInstance, house: House = NO_MUSEUM): void {
  for (const name of Object.keys(GUIDES)) {
    const guide = once(() => guidePage(house, name));
    app.get(guideAddress(name), async (request, reply) =>
      send(request, reply, readOnCondition(request, await guide())),
    );
  }
}

async function guidePage(house: House, name: string): Promise<Answer> {
  const text = await readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
  return publicPage(house, markdown(text, served));
}

/** Of what the documents lead to, the guides and the interface are served; the rest is in the source. */
function served(target: string): string | undefined {
  if (/^https?:/.test(target)) return target;
  if (target === '../openapi.json') return '/openapi.json';
  const name = target.replace(/\.md$/, '');
  return name in GUIDES ? guideAddress(name) : undefined;
}
