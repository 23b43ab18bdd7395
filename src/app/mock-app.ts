import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Origins } from '../http/cors.ts';
import { createServer } from '../http/server.ts';
import { routeAssets } from '../pages/assets.ts';
import { siteAssets } from '../pages/layout.ts';
import {
  BASE_PATH,
  explainedProblems,
  MOCK_BASE_PATH,
  type MockRules,
  problemAnswer,
  routeMock,
} from '../web/api/index.ts';
import {
  pagesForPeople,
  routeGuidePages,
  routeHealth,
  routeLandingPage,
  routeProblemPages,
  routeReferencePages,
} from '../web/open/index.ts';

/**
 * The mock as a server of its own, without a database. It answers at its address in the service, and also at the
 * address of the API, so that a client only has to change the host.
 */
export function createMockApp(rules: MockRules, log: Logger, origins: Origins = '*'): FastifyInstance {
  const basePaths = [BASE_PATH, MOCK_BASE_PATH];
  const shared = basePaths.map((basePath) => ({ basePath, origins }));
  const site = { settings: { now: { name: 'Museum', language: 'en' } }, isDemo: false } as const;
  const interfaces = ['reference'] as const;
  const fastify = createServer({
    log,
    trustProxy: 0,
    renderRefusal: pagesForPeople(problemAnswer, { site, interfaces: () => interfaces, basePaths }),
    shared,
    basePath: BASE_PATH,
  });
  routeMock(fastify, rules, BASE_PATH);
  routeMock(fastify, rules);
  routeLandingPage(fastify, site, interfaces);
  routeAssets(fastify, [siteAssets]);
  routeReferencePages(fastify);
  routeGuidePages(fastify);
  routeProblemPages(fastify, explainedProblems());
  routeHealth(fastify, { read: async () => {}, write: async () => {} });
  return fastify;
}
