import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * A TCP proxy between a client and a server on 127.0.0.1 that simulates network failures. A test chooses in `onRequest`
 * what happens to the next bytes: pass them on; drop them and cut the connection; or pass them on and cut the
 * connection instead of the answer.
 */
export class TcpProxy {
  /** Where new connections lead. */
  target: number;
  onRequest: (bytes: Buffer) => 'pass' | 'cut before' | 'cut after' = () => 'pass';
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isStalled = false;

  static async start(test: TestContext, target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    test.after(() => proxy.stop());
    return proxy;
  }

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Holds back everything in both directions until `resume`, without closing a connection. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of [...this.#pairs].flat()) socket.pause();
  }

  resume(): void {
    this.#isStalled = false;
    for (const socket of [...this.#pairs].flat()) socket.resume();
  }

  /** Answers are kept back; requests get through. `resume` lets them go. */
  holdAnswers(): void {
    for (const [, server] of this.#pairs) server.pause();
  }

  cutAll(): void {
    for (const socket of [...this.#pairs].flat()) socket.destroy();
  }

  stop(): void {
    this.#server.close();
    this.cutAll();
  }

  #join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#pairs.delete(pair);
        client.destroy();
        server.destroy();
      });
      if (this.#isStalled) socket.pause();
    }
    server.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => this.#forward(bytes, client, server));
  }

  #forward(bytes: Buffer, client: Socket, server: Socket): void {
    const fate = this.onRequest(bytes);
    if (fate === 'cut before') {
      client.destroy();
      return;
    }
    // Not at once: what is still on its way, on a connection that is only being made, would be lost as well.
    if (fate === 'cut after') server.prependOnceListener('data', () => client.destroy());
    server.write(bytes);
  }
}
