import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../fixtures/client.ts';
import { NoAnswer, type Service, type ServiceQuestion } from './service.ts';

/** How long a client waits that was asked to retry. */
const RETRY_DELAY_MS = 10;

/** Sends requests to the instances that are open, in turn. */
export class LoadBalancer {
  readonly #services: readonly Service[];
  #turn = 0;

  constructor(services: readonly Service[]) {
    this.#services = services;
  }

  /**
   * Asks once any instance is open, with the path below the base address. Returns a little later if it is asked to retry.
   * @throws NoAnswer when no answer came
   */
  async ask(method: string, path: string, question: ServiceQuestion = {}): Promise<Answer> {
    await Promise.any(this.#services.map((service) => service.opened));
    const open = this.#services.filter(({ isOpen }) => isOpen);
    const next = open[this.#turn++ % open.length] ?? (this.#services[0] as Service);
    const answer = await next.ask(method, path, question);
    if (asksToRetry(answer)) await sleep(RETRY_DELAY_MS);
    return answer;
  }

  /** The same, and again for as long as the connection is lost or the service asks to retry. */
  async askUntilAnswered(method: string, path: string, question: ServiceQuestion = {}): Promise<Answer> {
    for (;;) {
      try {
        const answer = await this.ask(method, path, question);
        if (!asksToRetry(answer)) return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
    }
  }
}

function asksToRetry({ status, headers }: Answer): boolean {
  return status === 503 || status === 500 || (status === 409 && headers['retry-after'] !== undefined);
}
