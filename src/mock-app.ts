import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Origins } from './http/cors.ts';
import { createServer } from './http/server.ts';
import { routeAssets } from './pages/assets.ts';
import { siteAssets } from './pages/layout.ts';
import {
  BASE_PATH,
  explainedProblems,
  MOCK_BASE_PATH,
  type MockRules,
  problemAnswer,
  routeMock,
} from './web/api/index.ts';
import {
  routeGuidePages,
  routeHealth,
  routeLandingPage,
  routeProblemPages,
  routeReferencePages,
} from './web/open/index.ts';

/**
 * The mock as a server of its own, without a database. It answers at its address in the service, and also at the address of
 * the API, so that a client only has to change the host.
 */
export function createMockApp(rules: MockRules, log: Logger, origins: Origins = '*'): FastifyInstance {
  const shared = [BASE_PATH, MOCK_BASE_PATH].map((basePath) => ({ basePath, origins }));
  const fastify = createServer({
    log,
    trustProxy: false,
    renderRefusal: problemAnswer,
    shared,
    basePath: BASE_PATH,
  });
  routeMock(fastify, rules, BASE_PATH);
  routeMock(fastify, rules);
  routeLandingPage(fastify, { museumName: 'Museum', isDemo: false, language: 'en' }, ['reference']);
  routeAssets(fastify, [siteAssets]);
  routeReferencePages(fastify);
  routeGuidePages(fastify);
  routeProblemPages(fastify, explainedProblems());
  routeHealth(fastify, async () => {});
  return fastify;
}
