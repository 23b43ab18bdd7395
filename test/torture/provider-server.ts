import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { FakeProviders } from '../../src/demo/fake-providers.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';

const MAX_DELAY_MS = 300;

/** The payment providers, which live on while the service is killed. Some of their answers are late, lost or errors. */
export class ProviderServer {
  readonly fakes: FakeProviders;
  /** Whether answers get lost. */
  isFaulty = true;
  readonly #random: SeededRandom;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  constructor(random: SeededRandom, clock: Clock = systemClock) {
    this.#random = random;
    this.fakes = new FakeProviders({ clock, pageOf: (session) => `https://provider.test/${session}` });
  }

  /** @returns its address */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The first part of the path is the host that the service would have asked. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.isFaulty && this.#random.happens(0.3);
    const kind = fault ? this.#random.oneOf(['late', 'lost', 'error', 'away'] as const) : undefined;
    const body = Buffer.concat(await request.toArray());
    if (kind === 'late') await sleep(this.#random.between(0, MAX_DELAY_MS));
    if (kind === 'away') return void response.destroy();
    if (kind === 'error') return void response.writeHead(500).end('{}');
    const answer = await this.fakes.fetch(`https:/${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(body.length > 0 && { body: body.toString() }),
    });
    if (kind === 'lost') return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }
}
