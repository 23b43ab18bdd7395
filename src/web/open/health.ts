import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { StoreUnavailable } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is answered normally while the service is stopping. */
    readonly answersWhileStopping?: boolean;
  }
}

/** How long the database may take to answer before it counts as unavailable. */
const TIMEOUT_MS = 2_000;

/** Each fails while the database can't do it. */
export interface DatabaseChecks {
  read(): Promise<unknown>;
  write(): Promise<unknown>;
}

/**
 * /healthz is the liveness check: it succeeds as long as the process runs, and says which version of the service that is.
 * /readyz is the readiness check: it fails while the service is stopping (as most addresses do), and while one of the checks
 * fails or hangs.
 */
export function routeHealth(app: FastifyInstance, database: DatabaseChecks): void {
  app.get('/healthz', { config: { answersWhileStopping: true } }, (request, reply) =>
    send(request, reply, status({ status: 'ok', version: packageJson.version })),
  );
  app.get('/readyz', async (request, reply) => {
    await inTime(database.read()).catch((cause) => {
      throw new StoreUnavailable('the database does not answer', cause);
    });
    await inTime(database.write()).catch((cause) => {
      const reason = new StoreUnavailable(`the database can’t be written to: ${cause.message}`, cause);
      throw new HttpRefusal('database-unavailable', { onlyWrites: true }, reason);
    });
    send(request, reply, status({ status: 'ready' }));
  });
}

/** @throws Error when the answer takes too long */
async function inTime(answer: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([
      answer,
      sleep(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`no answer within ${TIMEOUT_MS} ms`);
      }),
    ]);
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
