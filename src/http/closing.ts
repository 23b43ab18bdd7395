import type { FastifyInstance } from 'fastify';

/** How long requests under way may take once the service stops. */
const GRACE_MS = 10_000;
const LOOK_EVERY_MS = 25;

/**
 * When the server closes, each connection is closed as soon as its request is answered, where Node would wait
 * until the client lets go of it; and after the grace every connection, whatever still goes on there.
 */
export function closeConnectionsInTime(app: FastifyInstance): void {
  const { server } = app;
  app.addHook('preClose', (done) => {
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(grace);
    });
    if (!server.listening) {
      clearInterval(looking);
      clearTimeout(grace);
    }
    done();
  });
}
