import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { StoreUnavailable } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered as ever while the service is stopping. */
    readonly answersWhileStopping?: boolean;
  }
}

/** How long the database may take to answer before it counts as away. */
const PATIENCE_MS = 2_000;

/**
 * /healthz says that the process lives, until its last moment. /readyz says whether to send it requests: not
 * while it is stopping, which the server says of every address, and not while `askDatabase` fails or hangs.
 */
export function routeHealth(app: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  app.get('/healthz', { config: { answersWhileStopping: true } }, (request, reply) =>
    send(request, reply, status('ok')),
  );
  app.get('/readyz', async (request, reply) => {
    await requireAnswer(askDatabase);
    send(request, reply, status('ready'));
  });
}

/** @throws StoreUnavailable when the database fails or hangs */
async function requireAnswer(askDatabase: () => Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([
      askDatabase(),
      sleep(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
        throw new Error(`no answer within ${PATIENCE_MS} ms`);
      }),
    ]);
  } catch (cause) {
    throw new StoreUnavailable('the database does not answer', cause);
  } finally {
    patience.abort();
  }
}

function status(word: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: word }),
  };
}
