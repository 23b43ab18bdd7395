import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { answerOf } from '../../fixtures/client.ts';
import { RawConnection } from '../../fixtures/raw-http.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import { StoreUnavailable } from '../store/index.ts';
import { operations } from '../web/api/contract/index.ts';
import { problemAnswer } from '../web/api/problems.ts';
import { type Handlers, routeOperations } from '../web/api/route.ts';
import { send } from './answer.ts';
import { type ClientTimeouts, createServer } from './server.ts';

const SHORT_TIMEOUTS: ClientTimeouts = { headers: 60, request: 120, check: 10, idle: 60_000 };
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
const SIGNED = 'Host: x\r\nAuthorization: Basic YWRtaW46eA==\r\n';

describe('the server', () => {
  it('answers 408 when the headers do not come, and closes', async (test) => {
    const connection = await connect(test, await serve(test, { timeouts: SHORT_TIMEOUTS }));
    connection.send('GET /v1.1/museum-hours HTTP/1.1\r\nHost: x\r\n');
    assert.equal(await connection.rest(), TIMED_OUT);
  });

  it('answers 408 when the body does not come, and closes', async (test) => {
    const connection = await connect(test, await serve(test, { timeouts: SHORT_TIMEOUTS }));
    connection.send(
      `POST /v1.1/tickets HTTP/1.1\r\n${SIGNED}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    assert.equal(await connection.rest(), TIMED_OUT);
  });

  it('closes after a refusal when the rest of the body does not come', async (test) => {
    const timeouts = { ...SHORT_TIMEOUTS, request: 1_000 };
    const connection = await connect(test, await serve(test, { timeouts }));
    connection.send(`POST /nothing HTTP/1.1\r\n${SIGNED}Content-Length: 9\r\n\r\n{`);
    assertRefused(await connection.answer(), 404, 'not-found');
    assert.equal(await connection.rest(), TIMED_OUT);
  });

  it('disconnects a client that never reads its answers', async (test) => {
    const page = 'x'.repeat(1024 * 1024);
    const fastify = await serve(test, {
      handler: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: page }),
      timeouts: { ...SHORT_TIMEOUTS, request: 60_000, idle: 200 },
    });
    const accepted = once(fastify.server, 'connection');
    const client = connectSocket((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    test.after(() => client.destroy());
    client.on('error', () => {});
    client.pause();
    client.write(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`.repeat(64));
    const [socket] = await accepted;
    await once(socket, 'close');
    assert.ok(socket.destroyed);
  });

  it('waits for a list that comes line by line, for longer than for another request', async (test) => {
    const read = async ({ file }: { readonly file: AsyncIterable<Uint8Array> }) => {
      for await (const _ of file);
      return { status: 204, headers: {} };
    };
    const handler = read as unknown as Handlers['getMuseumHours'];
    const connection = await connect(test, await serve(test, { handler, timeouts: SHORT_TIMEOUTS }));
    connection.send(
      `POST /v1.1/cards/city-card/numbers HTTP/1.1\r\n${SIGNED}Content-Type: text/plain\r\nContent-Length: 6\r\n\r\n`,
    );
    for (const byte of 'CC-111') {
      await sleep(100);
      connection.send(byte);
    }
    assert.equal((await connection.answer()).status, 204);
  });

  it('waits for a body that comes slowly, for longer than for the next request on a connection', async (test) => {
    const timeouts = { headers: 10_000, request: 20_000, check: 10, idle: 1_000 };
    const connection = await connect(test, await serve(test, { timeouts }));
    connection.send(
      `PUT /v1.1/weekly-hours HTTP/1.1\r\n${SIGNED}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n`,
    );
    for (const byte of '{"a": 12345}') {
      await sleep(100);
      connection.send(byte);
    }
    assert.equal((await connection.answer()).status, 400);
  });

  it('answers 500 after an error of its own, without its message, and logs it once with the request id', async (test) => {
    const lines: Record<string, unknown>[] = [];
    const handler = () => {
      throw new Error('SELECT secret FROM /srv/museum.db');
    };
    const fastify = await serve(test, { handler, write: (line) => lines.push(JSON.parse(line)) });
    const answer = await get(fastify);
    assertRefused(answer, 500, 'internal-error');
    assert.doesNotMatch(answer.text, /secret|srv/);
    const faults = lines.filter(({ level }) => level === 50);
    assert.deepEqual(
      faults.map(({ requestId }) => requestId),
      [answer.headers['x-request-id']],
    );
    assert.match(JSON.stringify(faults), /SELECT secret/);
  });

  it('keeps browsers from guessing media types', async (test) => {
    const fastify = await serve(test, {
      handler: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }),
    });
    assert.equal((await get(fastify)).headers['x-content-type-options'], 'nosniff');
  });

  it('answers 503 with Retry-After when the database is unavailable', async (test) => {
    const handler = () => Promise.reject(new StoreUnavailable('the disk is full'));
    const answer = await get(await serve(test, { handler }));
    assertRefused(answer, 503, 'database-unavailable');
    assert.match(answer.headers['retry-after'] as string, /^\d+$/);
    assert.doesNotMatch(answer.text, /disk/);
  });

  it('logs the reason without a stack when the database is unavailable', async (test) => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => lines.push(JSON.parse(line));
    const handler = () => Promise.reject(new StoreUnavailable('the disk failed', new Error('I/O error 42')));
    const { headers } = await get(await serve(test, { handler, write }));
    const faults = lines.filter(({ level }) => level === 50);
    assert.deepEqual(
      faults.map(({ requestId, reason, err, msg }) => ({ requestId, reason, err, msg })),
      [
        {
          requestId: headers['x-request-id'],
          reason: 'the disk failed: I/O error 42',
          err: undefined,
          msg: 'database-unavailable',
        },
      ],
    );
  });

  it('answers 503 with Retry-After when too many wait', async (test) => {
    const handler = () => {
      throw new Refusal('overloaded', { work: 'purchases', waiting: 3 });
    };
    const answer = await get(await serve(test, { handler }));
    assertRefused(answer, 503, 'overloaded');
    assert.equal(answer.headers['retry-after'], '2');
  });

  it('answers 503 when no file can be opened any more', async (test) => {
    for (const [message, cause] of [
      ['EMFILE: too many open files, open openapi.json', undefined],
      ['Cannot read package config: too many open files.', undefined],
      ['A thread died', new Error('Worker initialization failure: EMFILE')],
    ] as const) {
      const handler = () => Promise.reject(new Error(message, { cause }));
      assertRefused(await get(await serve(test, { handler })), 503, 'overloaded');
    }
  });

  it('answers 404 to a request for the whole server (*)', async (test) => {
    for (const method of ['GET', 'OPTIONS']) {
      const connection = await connect(test, await serve(test));
      connection.send(`${method} * HTTP/1.1\r\n${SIGNED}\r\n`);
      assertRefused(await connection.answer(), 404, 'not-found');
    }
  });

  it('finishes running requests while it stops, and answers later ones with 503', async (test) => {
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const fastify = await serve(test, {
      handler: async () => {
        begun.resolve();
        await work.promise;
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
      },
    });
    const connection = await connect(test, fastify);
    connection.send(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`);
    await begun.promise;
    fastify.isStopping = true;
    const closed = fastify.close();
    const second = once(fastify.server, 'request');
    connection.send(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`);
    await second;
    work.resolve();
    assert.equal((await connection.answer()).status, 200);
    const refused = await connection.answer();
    assertRefused(refused, 503, 'shutting-down');
    assert.match(refused.headers['retry-after'] as string, /^\d+$/);
    assert.equal(refused.headers.connection, 'close');
    assert.equal(await connection.rest(), '');
    await closed;
  });

  it('announces in the answer to a running request that it closes the connection', async (test) => {
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const fastify = await serve(test, {
      handler: async () => {
        begun.resolve();
        await work.promise;
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
      },
    });
    const connection = await connect(test, fastify);
    connection.send(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`);
    await begun.promise;
    fastify.isStopping = true;
    work.resolve();
    const answer = await connection.answer();
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close']);
    assert.equal(await connection.rest(), '');
  });

  it('answers 503 on open connections while it stops, and accepts no new ones', async (test) => {
    const fastify = await serve(test);
    const { port } = fastify.server.address() as AddressInfo;
    const [asking, idle] = [await connect(test, fastify), await connect(test, fastify)];
    for (const connection of [asking, idle]) {
      connection.send(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`);
      assert.equal((await connection.answer()).status, 204);
    }
    fastify.isStopping = true;
    const closed = fastify.close();
    while (fastify.server.listening) await sleep(5);
    await assert.rejects(RawConnection.to(port), { code: 'ECONNREFUSED' });
    asking.send(`GET /v1.1/museum-hours HTTP/1.1\r\n${SIGNED}\r\n`);
    const refused = await asking.answer();
    assertRefused(refused, 503, 'shutting-down');
    assert.match(refused.headers['retry-after'] as string, /^\d+$/);
    assert.equal(refused.headers.connection, 'close');
    assert.deepEqual([await asking.rest(), await idle.rest()], ['', '']);
    await closed;
  });

  it('warns once, not at each request, of a proxy that it is not set to trust', async (test) => {
    const lines: Record<string, unknown>[] = [];
    const fastify = await serve(test, { write: (line) => lines.push(JSON.parse(line)) });
    for (const client of ['192.0.2.7', '192.0.2.8']) await get(fastify, { 'x-forwarded-for': client });
    const warnings = lines.filter(({ level }) => level === 40);
    assert.deepEqual(
      warnings.map(({ address, msg }) => [address, /MUSEUM_TRUST_PROXY=1/.test(`${msg}`)]),
      [['127.0.0.1', true]],
    );
  });

  it('takes the client’s address from exactly the proxies that are trusted, whatever the client has sent before', async (test) => {
    const forged = '192.0.2.66';
    for (const { trustProxy, forwarded, seen } of [
      { trustProxy: 0, forwarded: '203.0.113.9', seen: '127.0.0.1 http' },
      { trustProxy: 1, forwarded: `${forged}, 203.0.113.9`, seen: '203.0.113.9 https' },
      // The client is in a private network, too, and the proxy appends its address to what it has sent.
      { trustProxy: 1, forwarded: `${forged}, 10.0.0.5`, seen: '10.0.0.5 https' },
      { trustProxy: 2, forwarded: `${forged}, 10.0.0.5, 203.0.113.2`, seen: '10.0.0.5 https' },
      {
        trustProxy: ['127.0.0.1', '203.0.113.2'],
        forwarded: `${forged}, 10.0.0.5, 203.0.113.2`,
        seen: '10.0.0.5 https',
      },
      { trustProxy: ['10.1.2.0/24'], forwarded: forged, seen: '127.0.0.1 http' },
    ]) {
      const fastify = createServer({
        log: pino({ level: 'silent' }),
        trustProxy,
        renderRefusal: problemAnswer,
      });
      fastify.get('/who', (request, reply) =>
        send(request, reply, { status: 200, headers: {}, body: `${request.ip} ${request.protocol}` }),
      );
      const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
      test.after(() => fastify.close());
      const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' };
      assert.equal(await (await fetch(`${origin}/who`, { headers })).text(), seen, forwarded);
    }
  });

  it('writes one line for each request, without credentials or anything of its address and body', async (test) => {
    const lines: string[] = [];
    const fastify = await serve(test, { write: (line) => lines.push(line) });
    const connection = await connect(test, fastify);
    const body = JSON.stringify({ email: 'ada@example.com', phone: '+44 20 7946 0018' });
    connection.send(
      `POST /v1.1/tickets?who=grace@example.com HTTP/1.1\r\n${SIGNED}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const answer = await connection.answer();
    assertRefused(answer, 400, 'invalid-request', ['body /ticketType', 'body /ticketDate']);
    assert.equal(lines.length, 1);
    const { requestId, method, route, status } = JSON.parse(lines[0] as string);
    assert.deepEqual(
      { requestId, method, route, status },
      { requestId: answer.headers['x-request-id'], method: 'POST', route: '/v1.1/tickets', status: 400 },
    );
    connection.send('GET /v1.1/ada@example.com HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal((await connection.answer()).status, 404);
    assert.equal(JSON.parse(lines[1] as string).route, null);
    assert.doesNotMatch(lines.join(), /example\.com|7946 ?0018|YWRtaW46eA|admin/);
  });

  it('writes what a proxy says of a client as text, and no line that its level leaves out', async () => {
    const lines: string[] = [];
    for (const level of ['info', 'warn']) {
      const log = pino({ level }, { write: (line: string) => lines.push(line) });
      const fastify = createServer({ log, trustProxy: 1, renderRefusal: problemAnswer });
      const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
      await fetch(origin, { headers: { 'x-forwarded-for': 'x"y', 'x-forwarded-proto': 'https' } });
      await fastify.close();
    }
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).address),
      ['x"y'],
    );
  });
});

/** A server that answers every operation with `handler`, with an admin signed in. */
async function serve(
  test: TestContext,
  {
    handler = () => ({ status: 204, headers: {} }),
    write = () => {},
    timeouts,
  }: {
    handler?: Handlers['getMuseumHours'];
    write?: (line: string) => void;
    timeouts?: ClientTimeouts | undefined;
  } = {},
): Promise<FastifyInstance> {
  const fastify = createServer({
    log: pino({}, { write }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
    ...(timeouts && { timeouts }),
  });
  const handlers = Object.fromEntries(Object.keys(operations).map((id) => [id, handler]));
  const admin = { accountId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid, role: 'admin' } as const;
  routeOperations(fastify, handlers as unknown as Handlers, () => admin);
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  test.after(() => fastify.close());
  return fastify;
}

async function connect(test: TestContext, fastify: FastifyInstance): Promise<RawConnection> {
  const connection = await RawConnection.to((fastify.server.address() as AddressInfo).port);
  test.after(() => connection.close());
  return connection;
}

async function get(fastify: FastifyInstance, headers: Record<string, string> = {}) {
  const { port } = fastify.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/v1.1/museum-hours`, {
    headers: { authorization: 'Basic YWRtaW46eA==', ...headers },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return answerOf(response.status, Object.fromEntries(response.headers), [body]);
}
