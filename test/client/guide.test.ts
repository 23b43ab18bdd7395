import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { MuseumClient } from 'museum/client';
import { ROOT, start, startMuseum } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

const PASSWORD = 'correct-horse-battery';

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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
  await symlink(ROOT, join(folder, 'node_modules/museum'));
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'shop.mjs'), program);

  const shop = start(t, process.execPath, ['shop.mjs'], { cwd: folder });
  assert.equal((await shop.exit).code, 0, shop.stderr());
  const [listed, sold, told, ...others] = shop.stdout().split('\n');
  assert.equal(listed, `Lamps of the sea on ${announced?.dates.join(', ')}: 25`);
  const [, code] = /^Sold (ticket-event-\S+)\. The visitor's ticket is ticket\.png\.$/.exec(sold ?? '') ?? [];
  assert.ok(code, sold);
  assert.equal(told, `The webhook has received ${code}.`);
  assert.deepEqual(others, ['']);
  const picture = await readFile(join(folder, 'ticket.png'));
  assert.equal(picture.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual(await museum.listWebhooks(), []);
  assert.equal((await museum.findTickets({ confirmationCode: code })).length, 1);

  const [, lines = ''] = /^```js\n([^`]*function sellOrder[\s\S]*?)^```$/m.exec(guide) ?? [];
  const { sellOrder } = await import(`data:text/javascript,${encodeURIComponent(lines)}`);
  const family = Array.from({ length: 3 }, () => ({
    ticketType: 'general',
    ticketDate: announced?.dates[0],
    email: 'ada@example.com',
  }));
  const order = await sellOrder(museum, 77, family);
  assert.equal(new Set(order.tickets.map(({ ticketId }: { ticketId: string }) => ticketId)).size, 3);
  assert.deepEqual(await sellOrder(museum, 77, family), order);
  await museum.setDayCapacity({ date: announced?.dates[0] as string, capacity: 4 });
  const second = await sellOrder(museum, 78, family);
  assert.deepEqual([second.tickets.length, second.problem.type], [1, '/problems/sold-out']);

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
