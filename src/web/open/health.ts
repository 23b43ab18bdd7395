import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Answer, send } from '../../http/answer.ts';
import { StoreUnavailable } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is answered normally while the service is stopping. */
    readonly answersWhileStopping?: boolean;
  }
}

/** How long the database may take to answer before it counts as unavailable. */
const TIMEOUT_MS = 2_000;

/**
 * /healthz is the liveness check: it succeeds as long as the process runs, and says which version of the service that is.
 * /readyz is the readiness check: it fails while the service is stopping (as most addresses do), and while `askDatabase`
 * fails or hangs.
 */
export function routeHealth(app: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  app.get('/healthz', { config: { answersWhileStopping: true } }, (request, reply) =>
    send(request, reply, status({ status: 'ok', version: packageJson.version })),
  );
  app.get('/readyz', async (request, reply) => {
    await requireAnswer(askDatabase);
    send(request, reply, status({ status: 'ready' }));
  });
}

/** @throws StoreUnavailable when the database fails or hangs */
async function requireAnswer(askDatabase: () => Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([
      askDatabase(),
      sleep(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`no answer within ${TIMEOUT_MS} ms`);
      }),
    ]);
  } catch (cause) {
    throw new StoreUnavailable('the database does not respond', cause);
  } finally {
    timer.abort();
  }
}

function status(body: Readonly<Record<string, string>>): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
