import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Sessions } from '../../accounts/index.ts';
import type { KeyRing } from '../../codes/index.ts';
import type { Clock, MuseumCalendar } from '../../core/clock.ts';
import type { Gate } from '../../gate/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import { send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { errorHandler } from '../../http/server.ts';
import { seeOther } from '../../http/sessions.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import type { TicketImages } from '../../images/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import { openPages } from '../../pages/sign-in.ts';
import type { DiskSpace, Store } from '../../store/index.ts';
import type { TicketFinder, Till } from '../../tickets/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import { routeAccounts } from './accounts.ts';
import { routeCalendar } from './calendar/calendar.ts';
import type { DeskWords } from './desk-page.ts';
import { routeCancelEvent } from './events/cancel-event.ts';
import { routeEventForm } from './events/event-form.ts';
import { routeEventPage } from './events/event-page.ts';
import { routeEvents } from './events/events.ts';
import { routeExchange } from './exchange.ts';
import { routeJournal } from './journal.ts';
import { type DeskMail, routeMail } from './mail.ts';
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

export interface DeskOptions extends DeskWords {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly days: MuseumDays;
  readonly gate: Gate;
  readonly keys: KeyRing;
  readonly finder: TicketFinder;
  readonly till: Till;
  readonly images: TicketImages;
  readonly hashes: RequestHashes;
  readonly webhooks: Webhooks;
  /** Undefined: there is no mail server, and visitors are not told what changes about their tickets. */
  readonly mail: DeskMail | undefined;
  readonly terms: OfferTerms;
  readonly sessions: Sessions;
  /** The space on the disk of the database, if that is known. */
  diskSpace(): Promise<DiskSpace | undefined>;
  readonly log: Logger;
}

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
