import type { FastifyInstance } from 'fastify';
import { send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { errorHandler } from '../../http/server.ts';
import { seeOther } from '../../http/sessions.ts';
import { openPages } from '../../pages/sign-in.ts';
import { routeAccounts } from './accounts.ts';
import { routeCalendar } from './calendar/calendar.ts';
import type { DeskOptions } from './desk-options.ts';
import { routeCancelEvent } from './events/cancel-event.ts';
import { routeEventForm } from './events/event-form.ts';
import { routeEventPage } from './events/event-page.ts';
import { routeEvents } from './events/events.ts';
import { routeExchange } from './exchange.ts';
import { routeJournal } from './journal.ts';
import { routeMail } from './mail.ts';
import { routeOwnSessions } from './own-sessions.ts';
import { routePrint } from './print.ts';
import { deskRefusalRenderer } from './refusals.ts';
import { routeReports } from './reports.ts';
import { routeSell } from './sell.ts';
import { routeTicket } from './ticket.ts';
import { routeTickets } from './tickets.ts';
import { routeToday } from './today.ts';
import { routeWebhook } from './webhook.ts';
import { routeWebhooks } from './webhooks.ts';

/** Routes the pages for staff, below /desk, behind sign-in. */
export function routeDesk(app: FastifyInstance, desk: DeskOptions): void {
  app.register(async (pages) => {
    pages.setErrorHandler(errorHandler(desk.log, deskRefusalRenderer(desk)));
    openPages(pages, desk);
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'desk' };
    });
    routeToday(pages, desk);
    routeSell(pages, desk);
    routePrint(pages, desk);
    routeTickets(pages, desk);
    routeTicket(pages, desk);
    routeExchange(pages, desk);
    routeWebhooks(pages, desk);
    routeWebhook(pages, desk);
    routeMail(pages, desk);
    routeEvents(pages, desk);
    routeEventForm(pages, desk);
    routeEventPage(pages, desk);
    routeCancelEvent(pages, desk);
    routeCalendar(pages, desk);
    routeReports(pages, desk);
    routeAccounts(pages, desk);
    routeJournal(pages, desk);
    routeOwnSessions(pages, desk);
    // A form with faults is shown at the address that it was posted to. A GET there leads to its page, one segment above.
    pages.get('/desk/*', (request, reply) => {
      const path = request.url.split('?', 1)[0] as string;
      if (app.findRoute({ method: 'POST', url: path }) === null)
        throw new HttpRefusal('not-found', { missing: 'operation' });
      send(request, reply, seeOther(path.slice(0, path.lastIndexOf('/'))));
    });
  });
}
