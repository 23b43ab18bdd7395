import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from '../../fixtures/client.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { callMuseum, runMuseum, startMuseum } from '../../fixtures/process.ts';

test('museum mail lists, shows, retries and tests beside the running service', async (t) => {
  const server = await startMailServer(t);
  const settings = {
    MUSEUM_SMTP_URL: server.url,
    MUSEUM_MAIL_FROM: 'tickets@museum.example',
    MUSEUM_TIME_ZONE: 'Europe/Berlin',
  };
  const museum = await startMuseum(t, { env: settings });
  const env = { ...settings, MUSEUM_DATA_DIR: museum.dataDir };
  const run = (...args: string[]) => callMuseum(['mail', ...args], { env });
  assert.match(
    (await runMuseum(t, ['mail', 'list'], { env })).stdout,
    /^There are no mails\.\n0 waiting, 0 delivered, 0 failed, 0 dropped\n$/,
  );

  server.decide(() => '550 5.1.1 No such user');
  const connections = new Connections();
  t.after(() => connections.close());
  const { headers } = { headers: { authorization: museum.authorization } };
  const port = Number(new URL(museum.address).port);
  const body = { ticketType: 'general', ticketDate: '2035-03-02', email: 'ada@example.com' };
  const sold = await connections.ask(port, 'POST', '/v1.1/tickets', { body, headers });
  const { confirmationCode } = sold.json;
  const find = async (...args: string[]) => JSON.parse((await run('list', '--json', ...args)).stdout);
  let failed = await find('--state', 'failed');
  while (failed.length === 0) {
    await sleep(100);
    failed = await find('--state', 'failed');
  }
  const [{ deliveryId, subject, lastAnswer }] = failed;
  assert.deepEqual([subject, lastAnswer], [confirmationCode, '550 5.1.1 No such user']);
  const listed = (await run('list')).stdout;
  assert.match(listed, new RegExp(`ticket +${confirmationCode}  failed +1 .*550 5.1.1 No such user\n`));
  assert.match(listed, /\n0 waiting, 0 delivered, 1 failed, 0 dropped\n$/);
  assert.doesNotMatch(listed, /ada@/);

  const shown = (await run('show', deliveryId)).stdout;
  assert.match(
    shown,
    /^failed after 1 attempt\. 550 5\.1\.1 No such user\n\nSubject: Your ticket: General entry, /,
  );
  assert.ok(shown.includes(confirmationCode));

  server.decide(() => undefined);
  assert.equal((await run('retry', deliveryId)).stdout, 'The service resends 1 mail.\n');
  await server.has(1);
  assert.equal(server.arrived[0]?.mail.messageId, `<${deliveryId}@museum.example>`);
  assert.equal((await run('retry', '--failed')).stdout, 'The service resends 0 mails.\n');
  assert.equal((await run('retry')).code, 2);
  assert.match(
    (await run('retry', '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27')).stderr,
    /No delivery has the deliveryId/,
  );

  assert.match((await run('test', 'eve@example.com')).stdout, /^The mail server accepted it: 250 /);
  assert.equal(server.arrived.at(-1)?.to, 'eve@example.com');
  server.decide(() => '554 Not you');
  const refused = await run('test', 'eve@example.com');
  assert.deepEqual([refused.stderr, refused.code], ['museum: 554 Not you\n', 1]);
  assert.equal((await run('test', 'eve')).code, 2);
  const without = await callMuseum(['mail', 'list'], { env: { MUSEUM_DATA_DIR: museum.dataDir } });
  assert.match(without.stderr, /^museum: no mail server is set\. .* Until then no mail is sent\.\n$/);

  const accounts = (...args: string[]) => callMuseum(['accounts', ...args], { env });
  assert.match((await accounts('mail', 'admin', 'self')).stdout, /are mailed by the seller/);
  assert.match((await accounts('list')).stdout, /admin +admin +active +.* self\n/);
  assert.equal((await accounts('mail', 'admin', 'nobody')).code, 2);
});
