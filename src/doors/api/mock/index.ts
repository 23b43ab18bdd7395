import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { parseCredentials, requireAuthorization } from '../../../accounts/index.ts';
import { BASE_PATH, MOCK_BASE_PATH } from '../contract/index.ts';
import type { MuseumCalendar } from '../../../core/clock.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { Caller, SignIn } from '../caller.ts';
import { routeHealth } from '../../open/health.ts';
import { routeProblemPages } from '../../open/problem-pages.ts';
import { routeReferencePages } from '../../open/reference-pages.ts';
import { routeOperations } from '../route.ts';
import { createServer } from '../../../http/server.ts';
import { mockHandlers } from './mock-handlers.ts';
import { sampleTicket } from './sample-ticket.ts';

/** Puts the mock at `basePath`: the same operations, held to the same schemas, answered from their examples. */
export function routeMock(app: FastifyInstance, calendar: MuseumCalendar, basePath = MOCK_BASE_PATH): void {
  routeOperations(app, mockHandlers({ basePath, calendar, sampleTicket }), signInAnyone, basePath);
}

/**
 * The mock as a server of its own, without a database: at the address that it has in the service, and at the
 * service's own, so that a client need only be told another host.
 */
export function createMockServer(calendar: MuseumCalendar, log: Logger): FastifyInstance {
  const { fastify } = createServer({ log, trustProxy: false });
  routeMock(fastify, calendar, BASE_PATH);
  routeMock(fastify, calendar);
  routeReferencePages(fastify);
  routeProblemPages(fastify);
  routeHealth(fastify, async () => {});
  return fastify;
}

const ANYONE: Caller = { accountId: '00000000-0000-0000-0000-000000000000' as Uuid, role: 'admin' };

/** Wants credentials, as the service does, and takes any. */
const signInAnyone: SignIn = (authorization) => {
  parseCredentials(requireAuthorization(authorization));
  return ANYONE;
};
