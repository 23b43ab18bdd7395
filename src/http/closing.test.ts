import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { RawConnection } from '../../fixtures/raw-http.ts';
import { problemAnswer } from '../web/api/problems.ts';
import { createServer } from './server.ts';

test('a connection that has sent nothing, as browsers keep one to spare, is closed before the grace period ends', {
  timeout: 60_000,
}, async (t) => {
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  t.after(() => fastify.close());
  const held = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  fastify.get('/held', () => {
    asked.resolve();
    return held.promise;
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  const asking = await RawConnection.to(port);
  asking.send('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  const spare = connect(port, '127.0.0.1');
  spare.resume().on('error', () => {});
  await Promise.all([once(spare, 'connect'), asked.promise]);

  const closed = fastify.close();
  await once(spare, 'close');
  held.resolve('done'); // when the grace has ended, nobody is there to hear it
  const answer = await asking.answer();
  assert.equal(answer.status, 200);
  await closed;
});
