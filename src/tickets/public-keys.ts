import type { FastifyInstance } from 'fastify';
import type { MuseumCalendar } from '../core/clock.ts';
import { send } from '../http/answer.ts';
import { entityTag, isNotModified, notModified } from '../http/conditional.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * The public keys that verify ticket codes, as a JWK Set (RFC 7517, section 5; media type: section 8.5.2).
 * Anyone may read them: that is what they are for.
 */
export function routePublicKeys(app: FastifyInstance, keys: KeyRing, calendar: MuseumCalendar): void {
  app.get('/.well-known/jwks.json', async (request, reply) => {
    const body = JSON.stringify(await keys.published(calendar.today()));
    const headers = {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=60',
      etag: entityTag(body),
    };
    const answer = { status: 200, headers, body };
    send(
      request,
      reply,
      isNotModified(request.headers['if-none-match'], headers.etag) ? notModified(answer) : answer,
    );
  });
}
