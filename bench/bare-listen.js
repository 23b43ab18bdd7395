import fastify from 'fastify';

/** A program: Fastify that listens and does nothing else, for how long that takes. */
await fastify().listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
