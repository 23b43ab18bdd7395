import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may } from '../../core/permissions.ts';
import { type Answer, permanentRedirect, send } from '../../http/answer.ts';
import type { Caller } from '../../http/caller.ts';
import type { PageSession } from '../../http/sessions.ts';
import { languageOf, openPages, signedIn } from '../../pages/sign-in.ts';
import { type GateMuseum, gatePage, notAllowedPage } from './gate-page.ts';
import { routeInstallable } from './installable.ts';
import { type OccupancyPageOptions, routeOccupancyPage } from './occupancy-page.ts';

export interface GatePagesOptions extends OccupancyPageOptions, GateMuseum {
  readonly settings: GateMuseum['settings'];
  readonly gate: OccupancyPageOptions['gate'];
  /** Routes the operations of the gate below `basePath`, for the sessions of this page. */
  readonly routeOperations: (app: FastifyInstance, entrance: GateEntrance, basePath: string) => void;
}

export interface GateEntrance {
  readonly channel: 'gate';
  signIn(request: FastifyRequest): Caller;
}

const ENTRANCE: GateEntrance = { channel: 'gate', signIn: ({ session }) => session as PageSession };

/** The page at /gate, and below it what the page requests, with the session's cookie and the CSRF token in a header. */
export function routeGatePages(app: FastifyInstance, options: GatePagesOptions): void {
  app.register(async (pages) => {
    openPages(pages, options);
    pages.get('/gate', async (request, reply) => send(request, reply, pageFor(request, options)));
    pages.get('/gate/', async (request, reply) => send(request, reply, permanentRedirect('/gate')));
    pages.get('/gate/session', async (request, reply) => {
      const session = request.session as PageSession;
      const mayOverride = may(session.role, 'override-refusals');
      const { name: account, csrfToken } = signedIn(
        session,
        languageOf(request, options.settings.now.language),
      );
      send(request, reply, json({ csrfToken, now: options.clock.now(), mayOverride, account }));
    });
    routeOccupancyPage(pages, options);
    routeInstallable(pages, options);
    options.routeOperations(pages, ENTRANCE, '/gate/api');
  });
}

function pageFor(request: FastifyRequest, options: GatePagesOptions): Answer {
  const session = request.session as PageSession;
  const language = languageOf(request, options.settings.now.language);
  const account = signedIn(session, language);
  if (!may(session.role, 'admit-visitors')) return notAllowedPage(options, language, account);
  return gatePage(options, language, account);
}

function json(value: object): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status: 200, headers, body: JSON.stringify(value) };
}
