import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../../codes/index.ts';
import type { MuseumDays } from '../../hours/index.ts';
import { send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';

/**
 * The public keys that verify ticket codes, as a JWK Set (RFC 7517, section 5; media type: section 8.5.2).
 * Anyone may read them. A key stays published as long as tickets that it signed are valid.
 */
export function routePublicKeys(app: FastifyInstance, keys: KeyRing, days: MuseumDays): void {
  app.get('/.well-known/jwks.json', async (request, reply) => {
    const body = JSON.stringify(await keys.published(await days.current()));
    const headers = {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=60',
    };
    send(request, reply, readOnCondition(request, tagged({ status: 200, headers, body })));
  });
}
