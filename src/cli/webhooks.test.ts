import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connections } from '../../fixtures/client.ts';
import { callMuseum, runMuseum, startMuseum } from '../../fixtures/process.ts';
import { startReceiver } from '../../fixtures/receiver.ts';

test('museum webhooks lists, tests, retries and replays beside the running service', async (t) => {
  const settings = { MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on', MUSEUM_TIME_ZONE: 'Europe/Berlin' };
  const museum = await startMuseum(t, { env: settings });
  const receiver = await startReceiver(t);
  const env = { ...settings, MUSEUM_DATA_DIR: museum.dataDir };
  const run = (...args: string[]) => callMuseum(['webhooks', ...args], { env });
  assert.match((await runMuseum(t, ['webhooks', 'list'], { env })).stdout, /^There are no webhooks\.\n$/);

  const connections = new Connections();
  t.after(() => connections.close());
  const port = Number(new URL(museum.address).port);
  const made = await connections.ask(port, 'POST', '/v1.1/webhooks', {
    body: { url: receiver.url, types: ['*'], description: 'Shop' },
    headers: { authorization: museum.authorization },
  });
  const { webhookId } = made.json;

  const tested = await run('test', webhookId);
  assert.deepEqual([tested.stdout, tested.code], ['The message was received. HTTP 204\n', 0], tested.stderr);
  const listed = await run('list');
  assert.match(listed.stdout, new RegExp(`\n${webhookId}  enabled  0 +0 +\\* +http://127.+  Shop\n`));
  const [delivery] = JSON.parse((await run('deliveries', webhookId, '--json')).stdout);
  assert.equal(delivery.state, 'delivered');
  assert.match((await run('deliveries', webhookId)).stdout, /webhook\.test .*delivered +1 .*HTTP 204/);
  assert.equal(
    (await run('deliveries', webhookId, '--state', 'failed')).stdout,
    'There are no deliveries.\n',
  );
  assert.match((await run('retry', webhookId, delivery.deliveryId)).stdout, /The service resends 1 message/);
  await receiver.has(2);
  assert.equal((await run('retry', webhookId, '--failed')).stdout, 'The service resends 0 messages.\n');
  assert.equal((await run('retry', webhookId)).code, 2);
  assert.match(
    (await run('replay', webhookId, '--since', '2020-01-01T00:00:00Z')).stdout,
    /replays \d+ journal entr(y|ies) to/,
  );

  assert.match(
    (await run('replay', webhookId, '--since', '2999-01-01T00:00:00+01:00')).stdout,
    /replays 0 journal entries/,
  );

  receiver.behave(() => 500);
  const failed = await run('test', webhookId);
  assert.deepEqual([failed.stderr, failed.code], ['museum: the message was not received. HTTP 500\n', 1]);
  const unknown = await run('test', '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27');
  assert.deepEqual(
    [unknown.stderr, unknown.code],
    ['museum: No webhook has the webhookId 01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27.\n', 1],
  );
  assert.equal((await run('test', 'shop')).code, 2);
  for (const since of ['yesterday', '2020-01-01T00:00:00', '2020-01-01T00:00']) {
    const { code, stderr } = await run('replay', webhookId, '--since', since);
    assert.equal(code, 2, since);
    assert.match(stderr, /It must be a time with Z or an offset, such as /);
  }
});
