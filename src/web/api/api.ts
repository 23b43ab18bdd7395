import type { FastifyInstance } from 'fastify';
import { type Entrance, route } from '../../contract/route.ts';
import type { Actor } from '../../core/actor.ts';
import type { Uuid } from '../../core/uuid.ts';
import { lockEvent } from '../../events/index.ts';
import { lockOpeningRules, lockOpeningRulesShared } from '../../hours/index.ts';
import type { FindCaller } from '../../http/caller.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import { Readings } from '../../journal/index.ts';
import { chooseLanguage } from '../../pages/texts.ts';
import { lockSettings } from '../../settings/index.ts';
import {
  guardedStore,
  type Store,
  storeWithin,
  type Transaction,
  VersionedCache,
} from '../../store/index.ts';
import { articleHandlers } from './articles/handlers.ts';
import { capacityHandlers } from './capacity/handlers.ts';
import { cardHandlers } from './cards/handlers.ts';
import { categoryHandlers } from './categories/handlers.ts';
import { codeHandlers } from './codes/handlers.ts';
import { operations } from './contract/index.ts';
import { entryTimeHandlers } from './entry-times/handlers.ts';
import { eventEntryHandlers } from './event-entry/handlers.ts';
import { specialEventHandlers } from './events/handlers.ts';
import { type CompressedAnswer, type GateHandlerOptions, gateHandlers } from './gate/handlers.ts';
import { giftHandlers } from './gifts/handlers.ts';
import { hoursHandlers } from './hours/handlers.ts';
import { journalHandlers } from './journal/handlers.ts';
import { museumHandlers } from './museum/handlers.ts';
import { orderHandlers } from './orders/handlers.ts';
import type { ApiParts, Parts } from './parts.ts';
import { passHandlers } from './passes/handlers.ts';
import { passTypeHandlers } from './passes/type-handlers.ts';
import { pictureHandlers } from './pictures/handlers.ts';
import { priceHandlers } from './prices/handlers.ts';
import { RepeatableRequests } from './repeatable.ts';
import { reportHandlers } from './reports/handlers.ts';
import { type ApiGuard, routeOperations } from './route.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { staffTicketHandlers } from './staff-tickets/handlers.ts';
import { ticketHandlers } from './tickets/handlers.ts';
import { visitHandlers } from './visits/handlers.ts';
import { webhookHandlers } from './webhooks/handlers.ts';

export interface ApiOptions extends Omit<ApiParts, 'repeatable'> {
  readonly hashes: RequestHashes;
  readonly signIn: FindCaller;
}

/** Five million numbers, which are sent to every gate. */
const CARD_LISTS_BYTES = 24 * 1024 * 1024;

/**
 * Routes every operation of the contract.
 * @returns what routes the operations of the gate a second time, below another path: for the gate's page, in its language
 *   and as its channel
 */
export function routeApi(app: FastifyInstance, { signIn, hashes, ...rest }: ApiOptions) {
  const options = { ...rest, repeatable: new RepeatableRequests(hashes) };
  const gateOptions = {
    ...options,
    snapshots: new Readings<CompressedAnswer>(options.store, 4),
    cardLists: new VersionedCache<CompressedAnswer, ''>({
      maxBytes: CARD_LISTS_BYTES,
      sizeOf: ({ body }) => body.length,
    }),
  };
  const handlers = {
    ...changingHandlers(options),
    ...ticketHandlers(options),
    ...museumHandlers(options),
    ...staffTicketHandlers(options),
    ...orderHandlers(options),
    ...codeHandlers(options),
    ...giftHandlers(options),
    ...gateHandlers(gateOptions),
    ...visitHandlers(options),
    ...reportHandlers(options),
    ...journalHandlers(options),
  };
  routeOperations(app, handlers, signIn, { calendar: options.calendar, guard: guardOf(options) });
  return (page: FastifyInstance, entrance: Entrance, basePath: string): void => {
    const languageOf: GateHandlerOptions['languageOf'] = ({ 'accept-language': accepted }) =>
      chooseLanguage({ accepted }, 'en');
    const handlers = { ...gateHandlers({ ...gateOptions, languageOf }), ...visitHandlers(options) };
    route(page, operations, handlers, entrance, { basePath });
  };
}

/** The handlers of all that is changed with PUT, PATCH and DELETE, and of what shows it. */
function changingHandlers(options: ApiParts) {
  return {
    ...specialEventHandlers(options),
    ...hoursHandlers(options),
    ...capacityHandlers(options),
    ...categoryHandlers(options),
    ...articleHandlers(options),
    ...passTypeHandlers(options),
    ...passHandlers(options),
    ...cardHandlers(options),
    ...priceHandlers(options),
    ...entryTimeHandlers(options),
    ...pictureHandlers(options),
    ...eventEntryHandlers(options),
    ...webhookHandlers(options),
    ...settingsHandlers(options),
  };
}

/** What a request means to change is locked before its preconditions are checked, so that they hold until the change is committed. */
function guardOf(options: ApiParts): ApiGuard {
  const handlersOn = (store: Store) =>
    changingHandlers({ ...options, store, webhooks: options.webhooks.on(store) });
  return ({ actor, path = {} }, check) =>
    handlersOn(
      guardedStore(options.store, async (tx) => {
        await lockNamed(tx, actor, path, options);
        await check(handlersOn(storeWithin(tx)));
      }),
    );
}

type Named = Readonly<Partial<Record<'eventId' | 'webhookId', Uuid>>>;

/** In the order in which whoever changes it locks it (offers/slots.ts). */
async function lockNamed(
  tx: Transaction,
  actor: Actor,
  { eventId, webhookId }: Named,
  { webhooks }: Parts<'webhooks'>,
): Promise<void> {
  if (webhookId !== undefined) return webhooks.lock(tx, actor, webhookId);
  if (eventId === undefined) {
    await lockOpeningRules(tx);
    await lockSettings(tx);
    return;
  }
  await lockOpeningRulesShared(tx);
  await lockEvent({ tx, actor }, eventId);
}
