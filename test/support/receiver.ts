import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message that a webhook was sent. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it
  readonly json: any;
}

/** What the receiver does with the message of that number, counted from 0: answers with a status, or otherwise. */
export type Behaviour = (message: Received, index: number) => number | RequestListener;

/** A receiver of webhooks. It is closed after the test. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  behave(behaviour: Behaviour): void;
  /** Resolves when so many messages have come. */
  has(count: number): Promise<void>;
}

export async function startReceiver(
  test: TestContext,
  { tls, behaviour = () => 204 }: { tls?: { key: Buffer; cert: Buffer }; behaviour?: Behaviour } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  let behave = behaviour;
  const listener: RequestListener = async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    const message: Received = { headers: request.headers, text, json: JSON.parse(text) };
    received.push(message);
    const answer = behave(message, received.length - 1);
    if (typeof answer === 'function') answer(request, response);
    else response.writeHead(answer).end();
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/news`,
    received,
    behave(next) {
      behave = next;
    },
    async has(count) {
      while (received.length < count) await sleep(10);
    },
  };
}
