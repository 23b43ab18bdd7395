import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../../codes/index.ts';
import type { MuseumCalendar } from '../../core/clock.ts';
import { send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';

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
    };
    send(request, reply, readOnCondition(request, tagged({ status: 200, headers, body })));
  });
}
