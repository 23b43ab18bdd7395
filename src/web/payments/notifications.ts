import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from '../../checkout/index.ts';
import { type Answer, send } from '../../http/answer.ts';
import type { ProviderName } from '../../payments/index.ts';

/** What is too long to be a notification. */
const BODY_LIMIT = 256 * 1024;

/**
 * The addresses to which payment providers send their notifications. Answers: 200 when it was dealt with, or is none of
 * ours; 400 when it is unreadable or forged; 503 while the database is unavailable, so that it is sent again.
 */
export function routeNotifications(app: FastifyInstance, checkout: Checkout): void {
  app.register(async (notifications) => {
    // As it was sent: its signature is of these very bytes.
    notifications.removeAllContentTypeParsers();
    notifications.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    for (const provider of providersAmong(checkout.ways))
      notifications.post(`/payments/${provider}`, async (request, reply) =>
        send(request, reply, await answerTo(request, provider, checkout)),
      );
  });
}

function providersAmong(ways: Checkout['ways']): ProviderName[] {
  return ways.filter((way) => way !== 'desk');
}

async function answerTo(
  { id, body, headers }: FastifyRequest,
  provider: ProviderName,
  checkout: Checkout,
): Promise<Answer> {
  const signature = headers['stripe-signature'];
  const notification = {
    body: typeof body === 'string' ? body : '',
    signature: typeof signature === 'string' ? signature : undefined,
  };
  const isRead = await checkout.notified(provider, notification, id);
  return { status: isRead ? 200 : 400, headers: { 'cache-control': 'no-store' } };
}
