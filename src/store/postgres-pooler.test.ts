import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { freshDatabase } from '../../fixtures/postgres.ts';
import { inspectStore, openStore } from './index.ts';

test('works through a pooler that gives each client a process of the server for as long as it stays connected', async (t) => {
  const url = await pooled(t, await freshDatabase(), (client) => client);
  const store = await openStore({ kind: 'postgres', url });
  t.after(() => store.close());
  assert.equal((await store.get('SELECT 1 AS one'))?.one, 1);
});

for (const [what, processFor] of [
  ['share a process of the server', () => 0],
  ['have another process of the server each time', (_: number, turn: number) => turn % 3],
] as const) {
  test(`refuses a pooler that has clients ${what}, and says what to do`, async (t) => {
    const url = await pooled(t, await freshDatabase(), processFor);
    const refused = {
      name: 'StoreError',
      message:
        /a connection pooler .* in transaction mode\. Set its pool_mode=session, or use the address of the server itself\.$/,
    };
    await assert.rejects(openStore({ kind: 'postgres', url }), refused);
    await assert.rejects(
      inspectStore({ kind: 'postgres', url }, async () => {}),
      refused,
    );
  });
}

/**
 * The address of the database behind a pooler, which does what the tests need of one and no more.
 * @param processFor which process of the server has the turn for which client
 */
async function pooled(
  t: TestContext,
  url: string,
  processFor: (client: number, turn: number) => number,
): Promise<string> {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  const processes: Promise<Upstream>[] = [];
  let [clients, turns] = [0, 0];
  const pooler = createServer(async (client) => {
    sockets.add(client);
    client.on('error', () => {});
    const [number, [startup]] = [clients++, (await once(client, 'data')) as [Buffer]];
    const turn = async () => {
      const process = processFor(number, turns++);
      processes[process] ??= openUpstream(Number(port), startup);
      const upstream = await processes[process];
      sockets.add(upstream.server);
      return upstream;
    };
    client.on('data', async (bytes: Buffer) => {
      if (bytes[0] === 'X'.charCodeAt(0)) return; // the client closes its connection; that to the server stays open
      const { server } = await turn();
      server.removeAllListeners('data');
      server.on('data', (answer) => client.write(answer));
      server.write(bytes);
    });
    client.write((await turn()).welcome);
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  t.after(() => {
    pooler.close();
    for (const socket of sockets) socket.destroy();
  });
  return `${url.replace(`:${port}/`, `:${(pooler.address() as AddressInfo).port}/`)}?sslmode=disable`;
}

interface Upstream {
  readonly server: Socket;
  /** What the server says to whoever is let in, with a number for the process that is the pooler's own. */
  readonly welcome: Buffer;
}

async function openUpstream(port: number, startup: Buffer): Promise<Upstream> {
  const server = connect(port, '127.0.0.1');
  server.write(startup);
  let welcome = Buffer.alloc(0);
  while (welcome.toString('latin1', welcome.length - 6, welcome.length - 5) !== 'Z') {
    welcome = Buffer.concat([welcome, ...((await once(server, 'data')) as [Buffer])]);
  }
  for (let at = 0; at < welcome.length; at += 1 + welcome.readInt32BE(at + 1)) {
    if (welcome[at] === 'K'.charCodeAt(0)) welcome.writeInt32BE(123_456_789, at + 5);
  }
  return { server, welcome };
}
