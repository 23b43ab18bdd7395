import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Entrance, type HandlersFor, type OperationHandler, route } from '../../contract/route.ts';
import { successOf } from '../../contract/success.ts';
import { Refusal } from '../../core/refusal.ts';
import { send } from '../../http/answer.ts';
import { PublicAnswerCache } from '../../http/answer-cache.ts';
import { chooseLanguage, type Language } from '../../pages/texts.ts';
import { availabilityHandlers } from './availability.ts';
import { bookingHandlers } from './bookings.ts';
import { errorAnswer, OctoError } from './errors.ts';
import { LocalTimes } from './local-times.ts';
import type { Octo, OctoHandlers, OctoOptions } from './octo-options.ts';
import { octoText } from './openapi.ts';
import {
  CONTENT,
  OCTO_PATH,
  type OctoId,
  type OctoOperations,
  octoOperations,
  PRICING,
} from './operations.ts';
import { productHandlers } from './products.ts';
import { readerOf } from './read-request.ts';
import { routeTickets } from './tickets-file.ts';

const HANDLERS: OctoHandlers<OctoId> = {
  getSupplier: ({ terms, publicUrl }, { origin }) => {
    const { name, website, email, phone, address } = terms.settings.now;
    return {
      id: 'museum',
      name,
      endpoint: origin + OCTO_PATH,
      contact: { website: website ?? publicUrl ?? null, email, telephone: phone, address },
    };
  },
  getCapabilities: () =>
    CAPABILITIES.map((id) => ({ id, revision: 1, required: false, dependencies: [], docs: null })),
  ...productHandlers,
  ...availabilityHandlers,
  ...bookingHandlers,
};

/**
 * What is answered from memory while nothing has changed: resellers ask the same again and again. Where it costs a
 * query to know that (PostgreSQL), it is asked each time: no answer is older than the last sale.
 */
const KEPT: readonly OctoId[] = ['checkAvailability', 'getCalendar'];

/** Routes the operations of OCTO, each with and without a slash at its end, their description, and tickets as files. */
export function routeOcto(app: FastifyInstance, options: OctoOptions): void {
  const octo = { ...options, times: new LocalTimes(options.terms) };
  const kept = new PublicAnswerCache(octo.store, octo.selling.clock, 0);
  const ids = Object.keys(HANDLERS) as OctoId[];
  const handlers = Object.fromEntries(ids.map((id) => [id, handlerOf(octo, id, kept)]));
  route(app, octoOperations, handlers as HandlersFor<OctoOperations>, entranceBy(octo), {
    basePath: OCTO_PATH,
    endings: ['', '/'],
    takesEmpty: true,
    countedAs: 'octo',
    readerOf,
    errorHandler: (error, request, reply) =>
      error instanceof OctoError
        ? send(request, reply, errorAnswer(error))
        : octo.onError(error, request, reply),
  });
  routeTickets(app, octo);
  let document: string | undefined;
  app.get(`${OCTO_PATH}/openapi.json`, (request, reply) => {
    document ??= octoText();
    send(request, reply, { status: 200, headers: { 'content-type': 'application/json' }, body: document });
  });
}

/** Programs of resellers have a token. Credentials that are none are refused. */
function entranceBy({ signIn }: Octo): Entrance {
  return {
    channel: 'octo',
    signIn({ headers: { authorization }, ip }) {
      if (authorization !== undefined && !/^bearer /i.test(authorization))
        throw new Refusal('unauthorized', { fault: 'other-scheme' });
      return signIn(authorization, ip);
    },
  };
}

function handlerOf<Id extends OctoId>(
  octo: Octo,
  id: Id,
  kept: PublicAnswerCache,
): OperationHandler<OctoOperations[Id]> {
  const handle: OctoHandlers<OctoId>[Id] = HANDLERS[id];
  const operation: OctoOperations[Id] = octoOperations[id];
  return async ({ actor, ...asked }, _headers, raw) => {
    const asks = capabilitiesIn(raw);
    const spoken = CAPABILITIES.filter((each) => asks.includes(each)).join(', ');
    const [withPricing, withContent] = [asks.includes(PRICING), asks.includes(CONTENT)];
    const language = languageOf(raw, octo);
    const view = { withPricing, withContent, language };
    const origin = octo.publicUrl ?? `${raw.protocol}://${raw.host}`;
    const make = async () =>
      successOf(operation, await handle(octo, { ...asked, ...view, seller: actor, origin } as never), {
        'octo-capabilities': spoken,
      });
    if (!KEPT.includes(id)) return make();
    const question = `${id} ${spoken} ${language} ${JSON.stringify(asked.body)}`;
    return kept.find(raw, hash('sha1', question, 'base64url'), make);
  };
}

function languageOf({ headers }: FastifyRequest, { terms }: Octo): Language {
  const { language, languages } = terms.settings.now;
  const chosen = chooseLanguage({ accepted: headers['accept-language'] }, language);
  return languages.includes(chosen) ? chosen : language;
}

const CAPABILITIES: readonly string[] = [PRICING, CONTENT];

function capabilitiesIn({ headers }: FastifyRequest): string[] {
  return `${headers['octo-capabilities'] ?? ''}`.split(',').map((each) => each.trim().toLowerCase());
}
