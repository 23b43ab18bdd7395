import { hash } from 'node:crypto';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { KeyRing, OrderSecrets } from '../../codes/index.ts';
import type { Language } from '../../core/language.ts';
import { may } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import type { MuseumDays } from '../../hours/index.ts';
import { send } from '../../http/answer.ts';
import type { Caller, SignIn } from '../../http/caller.ts';
import { KeptAnswers } from '../../http/kept-answers.ts';
import type { RequestHashes } from '../../idempotency/index.ts';
import type { TicketImages } from '../../images/index.ts';
import type { OfferTerms } from '../../offers/index.ts';
import type { Seller, Till, VoidOptions } from '../../orders/index.ts';
import type { Store } from '../../store/index.ts';
import { Availabilities } from './availability.ts';
import { Bookings, type View } from './bookings.ts';
import { checkerOf } from './check.ts';
import {
  type AnswerOf,
  BASE_PATH,
  type BodyOf,
  type Operation,
  type OperationId,
  operations,
  PRICING,
  type QueryOf,
} from './contract/index.ts';
import { errorAnswer, OctoError, octoRefusals, refusalAnswer } from './errors.ts';
import { openApiText } from './openapi.ts';
import { Products } from './products.ts';
import { routeTickets } from './tickets-file.ts';

export interface OctoOptions {
  readonly store: Store;
  readonly terms: OfferTerms;
  readonly till: Till;
  readonly selling: VoidOptions;
  readonly days: MuseumDays;
  readonly keys: KeyRing;
  readonly secrets: OrderSecrets;
  readonly images: TicketImages;
  readonly hashes: RequestHashes;
  readonly signIn: SignIn;
  readonly museumName: string;
  readonly language: Language;
  /** The museum's postal address. */
  readonly address: string | undefined;
  /** The origin at which the service is reached; undefined: as the request says. */
  readonly publicUrl: string | undefined;
  /** Answers and logs errors that are none of OCTO. */
  readonly onError: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

/** A request that was checked. */
interface Asked<Id extends OperationId> extends View {
  readonly seller: Seller;
  readonly body: BodyOf<Id>;
  readonly query: QueryOf<Id>;
  /** Of the path: an id or a uuid. */
  readonly id: string;
}

type Handlers = {
  readonly [Id in OperationId]: (asked: Asked<Id>) => AnswerOf<Id> | Promise<AnswerOf<Id>>;
};

/**
 * What is answered from memory while nothing has changed: resellers ask the same again and again. Where that would cost a query
 * (PostgreSQL), nothing is kept: no answer is older than the last sale.
 */
const KEPT: readonly OperationId[] = ['checkAvailability', 'getCalendar'];

/** Routes the operations of OCTO, each with and without a slash at its end, their description, and tickets as files. */
export function routeOcto(app: FastifyInstance, options: OctoOptions): void {
  const handlers = handlersOf(options);
  const kept = new KeptAnswers(options.store, options.selling.clock, 0);
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const answer = answererOf(id, operation, handlers[id] as Handlers['reserve'], kept);
    for (const slash of ['', '/'])
      app.route({
        method: operation.method as HTTPMethods,
        url: BASE_PATH + operation.path.replaceAll(/\{\w+\}/g, ':id') + slash,
        config: { countedAs: 'octo', mediaTypes: ['application/json'] },
        errorHandler: (error, request, reply) =>
          error instanceof OctoError
            ? send(request, reply, errorAnswer(error))
            : options.onError(error, request, reply),
        onRequest: async (request) => {
          request.caller = await signInBearer(options.signIn, request);
        },
        handler: (request, reply) => answer(request, reply, options.publicUrl),
      });
  }
  routeTickets(app, options);
  let document: string | undefined;
  app.get(`${BASE_PATH}/openapi.json`, (request, reply) => {
    document ??= openApiText();
    send(request, reply, { status: 200, headers: { 'content-type': 'application/json' }, body: document });
  });
}

function handlersOf(options: OctoOptions): Handlers {
  const { store, terms, museumName, address } = options;
  const products = new Products(options);
  const availabilities = new Availabilities(store, terms);
  const bookings = new Bookings({ ...options, products, availabilities });
  return {
    getSupplier: ({ origin }) => ({
      id: 'museum',
      name: museumName,
      endpoint: origin + BASE_PATH,
      contact: { website: options.publicUrl ?? null, email: null, telephone: null, address: address ?? null },
    }),
    getCapabilities: () => [{ id: PRICING, revision: 1, required: false, dependencies: [], docs: null }],
    getProducts: ({ seller, withPricing }) => products.list(seller, withPricing),
    getProduct: async ({ seller, id, withPricing }) => {
      const product = await products.find(seller, id, withPricing);
      if (product !== undefined) return product;
      throw new OctoError('INVALID_PRODUCT_ID', 'There is no such product.', { productId: id });
    },
    checkAvailability: ({ seller, body, withPricing }) => availabilities.check(seller, body, withPricing),
    getCalendar: ({ seller, body, withPricing }) => availabilities.calendar(seller, body, withPricing),
    reserve: ({ seller, body, ...view }) => bookings.reserve(seller, body, view),
    findBookings: ({ seller, query, ...view }) => bookings.list(seller, query, view),
    getBooking: ({ seller, id, ...view }) => bookings.get(seller, id, view),
    updateBooking: ({ seller, id, body, ...view }) => bookings.update(seller, id, body, view),
    confirmBooking: ({ seller, id, body, ...view }) => bookings.confirm(seller, id, body, view),
    cancelBooking: ({ seller, id, body, ...view }) => bookings.cancel(seller, id, body, view),
    extendBooking: ({ seller, id, body, ...view }) => bookings.extend(seller, id, body, view),
  };
}

/** @throws Refusal unauthorized, also for credentials that are no token; forbidden */
async function signInBearer(signIn: SignIn, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization !== undefined && !/^bearer /i.test(authorization))
    throw new Refusal('unauthorized', { fault: 'other-scheme' });
  const caller = await signIn(authorization, request.ip);
  if (!may(caller.role, 'sell-tickets'))
    throw new Refusal('forbidden', { role: caller.role, permission: 'sell-tickets' });
  return caller;
}

function answererOf<Id extends OperationId>(
  id: Id,
  operation: Operation,
  handle: (asked: never) => unknown,
  kept: KeptAnswers,
) {
  const write = fastJson(operation.answer as fastJson.Schema) as (value: unknown) => string;
  const checkBody = operation.body && checkerOf(operation.body, 'body');
  const checkQuery = operation.query && checkerOf(operation.query, 'query');
  return async (request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined) => {
    const { body = {}, query } = request as { body?: unknown; query: unknown };
    checkBody?.(body);
    checkQuery?.(query);
    const { accountId, role } = request.caller as Caller;
    const withPricing = capabilitiesIn(request).includes(PRICING);
    const asked = {
      seller: { accountId, role, channel: 'octo', requestId: request.id },
      ...{ body, query, withPricing },
      id: (request.params as { id?: string }).id ?? '',
      origin: publicUrl ?? `${request.protocol}://${request.host}`,
    };
    const headers = {
      'content-type': 'application/json',
      'octo-capabilities': withPricing ? PRICING : '',
    };
    const make = async () => ({ status: 200, headers, body: write(await handle(asked as never)) });
    if (!KEPT.includes(id)) return send(request, reply, await make());
    const question = `${id} ${withPricing} ${JSON.stringify(body)}`;
    await kept.answer(request, reply, hash('sha1', question, 'base64url'), make);
  };
}

function capabilitiesIn({ headers }: FastifyRequest): string[] {
  return `${headers['octo-capabilities'] ?? ''}`.split(',').map((each) => each.trim().toLowerCase());
}

export { octoRefusals, refusalAnswer as octoRefusal };
