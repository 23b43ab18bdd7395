import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { limitConnections } from './connection-limit.ts';

test('logs once, not each time, that connections beyond the limit are closed', async (t) => {
  const { lines, open } = await serve(t, 4);
  for (let taken = 0; taken < 3; taken += 1) await open('taken');
  await open('closed');
  await open('closed');
  assert.equal(lines.length, 1);
  const { level, connections, msg } = JSON.parse(lines[0] as string);
  assert.deepEqual([level, connections], [40, 3]);
  assert.match(msg, /closed without a response\. Raise the limit of open files/);
});

test('reserves files for the database, webhooks and mail', async (t) => {
  const { server } = await serve(t, 65_536);
  assert.equal(server.maxConnections, 65_024);
});

async function serve(t: TestContext, files: number) {
  const lines: string[] = [];
  const server = createServer();
  limitConnections(server, pino({}, { write: (line) => lines.push(line) }), files);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const open = async (outcome: 'taken' | 'closed') => {
    const fate = once(server, outcome === 'taken' ? 'connection' : 'drop');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    t.after(() => socket.destroy());
    await fate;
  };
  return { server, lines, open };
}
