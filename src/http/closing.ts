import { Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long running requests may take once the service stops. */
const GRACE_MS = 10_000;
/** How long idle connections stay open, for a request that was already sent. */
const IDLE_GRACE_MS = 500;
const CHECK_INTERVAL_MS = 25;

/**
 * Makes `app.close` graceful. It accepts no new connections. A busy connection is closed once its request is answered,
 * an idle one after IDLE_GRACE_MS, and all that are left after GRACE_MS. Node itself would close idle connections at
 * once, under a request that was already sent, and would wait for the others until the client closes them. A
 * connection that has not sent anything counts as idle here, but not in Node; browsers open such spare connections.
 */
export function makeClosingGraceful(app: FastifyInstance): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', (done) => {
    if (!server.listening) return done();
    let checking: NodeJS.Timeout | undefined;
    const idleGrace = setTimeout(() => {
      checking = setInterval(closeIdle, CHECK_INTERVAL_MS);
      done();
    }, IDLE_GRACE_MS);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.once('close', () => {
      clearTimeout(idleGrace);
      clearTimeout(grace);
      clearInterval(checking);
      if (checking === undefined) done();
    });
    // The close of net.Server: that of http.Server also closes idle connections.
    Server.prototype.close.call(server);
  });
}
