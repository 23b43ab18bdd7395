import type { FastifyInstance } from 'fastify';
import type { Clock, MuseumCalendar } from '../../core/clock.ts';
import type { SignIn } from '../../http/caller.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import type { TicketImages } from '../../images/index.ts';
import type { Store } from '../../store/index.ts';
import type { Till } from '../../tickets/index.ts';
import { capacityHandlers } from './capacity.ts';
import { hoursHandlers } from './museum-hours.ts';
import { RepeatableRequests } from './repeatable.ts';
import { routeOperations } from './route.ts';
import { specialEventHandlers } from './special-events.ts';
import { ticketHandlers } from './tickets.ts';

export interface ApiOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly calendar: MuseumCalendar;
  readonly till: Till;
  readonly images: TicketImages;
  readonly hashes: RequestHashes;
  readonly signIn: SignIn;
}

/** Opens the door: every operation of the contract, at its address. */
export function routeApi(app: FastifyInstance, { signIn, hashes, ...rest }: ApiOptions): void {
  const options = { ...rest, repeatable: new RepeatableRequests(hashes) };
  const handlers = {
    ...specialEventHandlers(options),
    ...ticketHandlers(options),
    ...hoursHandlers(options),
    ...capacityHandlers(options),
  };
  routeOperations(app, handlers, signIn);
}
