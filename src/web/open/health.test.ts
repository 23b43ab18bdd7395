import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import { createServer } from '../../http/server.ts';
import { StoreUnavailable } from '../../store/index.ts';
import { problemAnswer } from '../api/index.ts';
import { routeHealth } from './health.ts';

function openHealth(read: () => Promise<unknown>, write: () => Promise<unknown> = async () => 1) {
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  routeHealth(fastify, { read, write });
  return fastify;
}

test('is alive and ready while the database answers', async () => {
  const fastify = openHealth(async () => 1);
  const alive = await fastify.inject('/healthz');
  assert.equal(alive.statusCode, 200);
  assert.deepEqual(alive.json(), { status: 'ok', version: packageJson.version });
  const ready = await fastify.inject('/readyz');
  assert.equal(ready.statusCode, 200);
  assert.deepEqual(ready.json(), { status: 'ready' });
});

test('is alive but not ready when the database is away', async () => {
  const fastify = openHealth(async () => {
    throw new StoreUnavailable('connection refused at 10.0.0.7');
  });
  assert.equal((await fastify.inject('/healthz')).statusCode, 200);
  const ready = await fastify.inject('/readyz');
  assert.equal(ready.statusCode, 503);
  assert.equal(ready.json().type, '/problems/database-unavailable');
  assert.equal(ready.headers['retry-after'], '2');
  assert.doesNotMatch(ready.body, /10\.0\.0\.7/);
});

test('is not ready, and says why, while the database can be read but not written to', async () => {
  let isFull = true;
  const write = async () => {
    if (isFull) throw new StoreUnavailable('the disk is full');
  };
  const fastify = openHealth(async () => 1, write);
  const ready = await fastify.inject('/readyz');
  assert.equal(ready.statusCode, 503);
  assert.equal(ready.json().type, '/problems/database-unavailable');
  assert.match(ready.json().detail, /can’t be written to at the moment.* It can be read\.$/);
  isFull = false;
  assert.equal((await fastify.inject('/readyz')).statusCode, 200);
});

test('is not ready when the database does not answer at all', async (t) => {
  const fastify = openHealth(() => new Promise(() => {}));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = fastify.inject('/readyz');
  // The request has to reach its handler before time goes by.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(2_000);
  assert.equal((await asked).statusCode, 503);
});

test('is alive but not ready while it is stopping', async () => {
  const fastify = openHealth(async () => 1);
  fastify.isStopping = true;
  assert.equal((await fastify.inject('/healthz')).statusCode, 200);
  const ready = await fastify.inject('/readyz');
  assert.equal(ready.statusCode, 503);
  assert.equal(ready.json().type, '/problems/shutting-down');
  assert.equal(ready.headers.connection, 'close');
});
