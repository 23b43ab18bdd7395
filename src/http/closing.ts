import { Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may take once the service stops. */
const GRACE_MS = 10_000;
/** How long idle connections are still listened to, for a request that was on its way already. */
const FAREWELL_MS = 500;
const LOOK_EVERY_MS = 25;

/**
 * When the server closes, it takes no new connections from then on. Those that there are, are closed as soon as
 * their request is answered, or when none has come for a moment, where Node would close idle ones under a request
 * that is on its way and wait for the others until the client lets go; and after the grace every connection is
 * closed, whatever still goes on there. To Node a connection on which nothing has come yet is not idle, though
 * browsers keep one to spare: it goes with the idle ones.
 */
export function closeConnectionsInTime(app: FastifyInstance): void {
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
    let looking: NodeJS.Timeout | undefined;
    const farewell = setTimeout(() => {
      looking = setInterval(closeIdle, LOOK_EVERY_MS);
      done();
    }, FAREWELL_MS);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.once('close', () => {
      clearTimeout(farewell);
      clearTimeout(grace);
      clearInterval(looking);
      if (looking === undefined) done();
    });
    // Not that of HTTP, which closes idle connections as well.
    Server.prototype.close.call(server);
  });
}
