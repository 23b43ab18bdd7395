import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePermission } from '../../core/permissions.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readFileForms } from '../../http/file-forms.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { errorHandler } from '../../http/server.ts';
import { formOf, isSafeMethod, seeOther } from '../../http/sessions.ts';
import { openPages } from '../../pages/sign-in.ts';
import type { DeskOptions } from './desk-options.ts';
import { clerkOf } from './desk-page.ts';
import { deskRefusalRenderer } from './refusals.ts';
import { ROUTES } from './routes.ts';
import { TodayCache } from './today-cache.ts';

/** Routes the pages for staff, below /desk, behind sign-in. */
export function routeDesk(app: FastifyInstance, options: DeskOptions): void {
  const todayCache = new TodayCache();
  app.register(async (pages) => {
    pages.setErrorHandler(errorHandler(options.log, deskRefusalRenderer(options)));
    readFileForms(pages);
    openPages(pages, options);
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'desk' };
    });
    for (const { permission, handler, ...route } of ROUTES) {
      pages.route({
        ...route,
        // A long form is refused before it is read.
        ...(route.bodyLimit !== undefined &&
          permission !== 'signed-in' && {
            onRequest: async (request) => {
              requirePermission(clerkOf(request, options).actor, permission);
            },
          }),
        handler: async (request, reply) => {
          const desk = { ...options, ...clerkOf(request, options), request, todayCache };
          if (permission !== 'signed-in') requirePermission(desk.actor, permission);
          const act = isFilledAgain(request) ? handler.fillAgain : handler;
          send(request, reply, act ? await act(desk) : pageAbove(request));
        },
      });
    }
    // A form with faults is shown at the address that it was posted to. A GET there leads to its page, one segment above.
    pages.get('/desk/*', (request, reply) => {
      if (app.findRoute({ method: 'POST', url: pathOf(request) }) === null)
        throw new HttpRefusal('not-found', { missing: 'operation' });
      send(request, reply, pageAbove(request));
    });
  });
}

/** Whether a form only comes back after signing in (`kept-form.js`): nothing is done. */
function isFilledAgain(request: FastifyRequest): boolean {
  return !isSafeMethod(request) && formOf(request).get('step') === 'again';
}

/** Leads to the page of a form: one segment above the address that the form is sent to. */
function pageAbove(request: FastifyRequest): Answer {
  const path = pathOf(request);
  return seeOther(path.slice(0, path.lastIndexOf('/')));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string;
}
