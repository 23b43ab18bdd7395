import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { basic, callMuseum, MUSEUM, start } from '../../fixtures/process.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

test('museum mock serves the interface from its examples, and leaves nothing behind', async (t) => {
  const folder = await temporaryFolder(t);
  const mock = start(t, MUSEUM, ['mock', '--port', '0'], { cwd: folder });
  const [, address] = await mock.says(/Base address +(http:\S+)\s/);
  assert.match(
    mock.said(),
    /^The mock server is running\. It accepts any user name and password, and stores nothing\.$/m,
  );
  const answer = await fetch(`${address}/special-events`, { headers: { authorization: basic('a', 'b') } });
  assert.equal(answer.status, 200);
  const events = (await answer.json()) as { name: string }[];
  assert.deepEqual(
    events.map(({ name }) => name),
    ['Pirate coding workshop', 'Sorolla and the sea'],
  );
  mock.child.kill('SIGTERM');
  assert.deepEqual(await mock.exit, { code: 0, signal: null });
  assert.deepEqual(await readdir(folder), []);
});

test('museum mock listens where PORT and HOST say, unless its options say otherwise', async (t) => {
  const first = start(t, MUSEUM, ['mock'], { env: { PORT: '0', HOST: 'localhost' } });
  const [, port = ''] = await first.says(/Base address +http:\/\/[^/]+:(\d+)\//);
  assert.notEqual(port, '4010');
  const taken = await callMuseum(['mock'], { env: { PORT: port, HOST: 'localhost' } });
  assert.match(taken.stderr, new RegExp(`^museum: PORT: port ${port} on localhost is in use`));
  const other = start(t, MUSEUM, ['mock', '--port', '0', '--host', '127.0.0.1'], { env: { PORT: port } });
  await other.says(/Base address +http:\/\/127\.0\.0\.1:/);
});

test('museum mock says in a line what is wrong with its port', async (t) => {
  const wrong = await callMuseum(['mock', '--port', 'front door']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^museum: .*"front door" is not a port.*\n$/);
  const first = start(t, MUSEUM, ['mock', '--port', '0']);
  const [, port = ''] = await first.says(/Base address +http:\/\/[^:]+:(\d+)/);
  const taken = await callMuseum(['mock', '--port', port]);
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, new RegExp(`^museum: .*port ${port} on 127\\.0\\.0\\.1 is in use.*\n$`));
});
