import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MuseumClient } from 'museum/client';
import { freePort } from '../../fixtures/free-port.ts';
import { ROOT, start, startMuseum } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

const PASSWORD = 'correct-horse-battery';

test('the shop of the guide sells as printed, and its compiler has nothing against it', async (t) => {
  const env = { MUSEUM_ADMIN_PASSWORD: PASSWORD, MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on' };
  const { address, baseAddress } = await startMuseum(t, { env });
  const museum = new MuseumClient({ baseUrl: baseAddress, username: 'admin', password: PASSWORD });
  const guide = (await readFile(join(ROOT, 'docs/client.md'), 'utf8')).replaceAll(
    'http://127.0.0.1:8080',
    address,
  );
  const [, announcement = ''] = /^```sh\n(day=[\s\S]*?)^```$/m.exec(guide) ?? [];
  assert.equal((await start(t, 'sh', ['-eu', '-c', announcement]).exit).code, 0);
  const [announced] = await museum.listSpecialEvents();

  const [, printed = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const port = await freePort();
  const program = printed.replaceAll('9000', `${port}`);
  assert.ok(program.includes(address) && program.includes(`listen(${port}`));
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(ROOT, 'client'), join(folder, 'node_modules/museum-client'));
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'shop.mjs'), program);

  const shop = start(t, process.execPath, ['shop.mjs'], { cwd: folder });
  assert.equal((await shop.exit).code, 0, shop.stderr());
  const [listed, held, ...others] = shop.stdout().trimEnd().split('\n');
  assert.equal(listed, `Lamps of the sea on ${announced?.dates.join(', ')}: 25`);
  const [, orderCode = ''] = /^(order-\w{6}) is held: 50 EUR\.$/.exec(held ?? '') ?? [];
  const [order] = await museum.findOrders({ orderCode });
  const tickets = order?.items[0]?.tickets ?? [];
  const codes = tickets.map(({ confirmationCode }) => confirmationCode);
  assert.equal(codes.length, 2);
  assert.deepEqual(others, [
    ...codes.map((code) => `Sold ${code}.`),
    `The webhook has heard of ${order?.reference}.`,
  ]);
  for (const code of codes) {
    const picture = await readFile(join(folder, `${code}.png`));
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
  }
  assert.deepEqual(await museum.listWebhooks(), []);

  const [, lines = ''] = /^```js\n([^`]*function sellPaid[\s\S]*?)^```$/m.exec(guide) ?? [];
  const { sellPaid } = await import(`data:text/javascript,${encodeURIComponent(lines)}`);
  const date = announced?.dates[0] as string;
  const items = [{ ticketType: 'general', ticketDate: date, quantity: 3 } as const];
  const { orderId } = await museum.placeOrder({ items, hold: 900 });
  assert.deepEqual(await sellPaid(museum, orderId), await museum.getOrder({ orderId }));
  assert.deepEqual(await sellPaid(museum, orderId), await museum.getOrder({ orderId }));
  const late = await museum.placeOrder({ items, hold: 900 });
  await museum.releaseOrder(late);
  await museum.setDayCapacity({ date, capacity: 5 });
  assert.equal(await sellPaid(museum, late.orderId), undefined);

  const options = [
    '--noEmit',
    '--strict',
    '--allowJs',
    '--checkJs',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  const compiler = start(t, join(ROOT, 'node_modules/.bin/tsc'), [...options, 'shop.mjs'], { cwd: folder });
  assert.equal((await compiler.exit).code, 0, compiler.stdout());
});
