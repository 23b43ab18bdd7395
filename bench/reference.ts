import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { BASE_PATH, operations } from '../src/web/api/contract/index.ts';

/**
 * The reference: Fastify with nothing around it. The same addresses, schemas and answers as the service, from
 * memory, without sign-in, database, entity tags, request ids or log.
 */
export interface ReferenceAnswers {
  readonly event: unknown;
  /** Ten of them. */
  readonly events: readonly unknown[];
  readonly ticket: unknown;
  readonly imageBytes: number;
  /** A page of the desk. */
  readonly page?: string;
}

const app = fastify();
const file = process.env.BENCH_REFERENCE_ANSWERS;
const { event, events, ticket, imageBytes, page }: ReferenceAnswers =
  file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
const image = Buffer.alloc(imageBytes ?? 0, 'museum');

app.get(
  `${BASE_PATH}/special-events/:eventId`,
  { schema: { response: { 200: operations.getSpecialEvent.success.schema } } },
  (_request, reply) => reply.send(event),
);

app.get(
  `${BASE_PATH}/special-events`,
  { schema: { response: { 200: operations.listSpecialEvents.success.schema } } },
  (_request, reply) => reply.send(events),
);

app.post(
  `${BASE_PATH}/tickets`,
  {
    schema: {
      body: operations.buyMuseumTickets.request.body.schema,
      response: { 201: operations.buyMuseumTickets.success.schema },
    },
  },
  (_request, reply) => reply.code(201).send(ticket),
);

app.get(`${BASE_PATH}/tickets/:ticketId/qr`, (_request, reply) => reply.type('image/png').send(image));

app.get('/desk', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));

app.get('/readyz', (_request, reply) => reply.send('ready'));

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
