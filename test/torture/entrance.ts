import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Question } from '../support/client.ts';
import { Lost, type Service } from './service.ts';

/** Before somebody who was told to come back does. */
const PAUSE_MS = 10;

/** Where visitors come in, as a balancer leads them: to one open instance after another. */
export class Entrance {
  readonly #services: readonly Service[];
  #turn = 0;

  constructor(services: readonly Service[]) {
    this.#services = services;
  }

  /**
   * Asks once any doors are open, with the path below the base address. Whoever is told to come back does so a little later.
   * @throws Lost when no answer came
   */
  async ask(method: string, path: string, question: Question = {}): Promise<Answer> {
    await Promise.any(this.#services.map((service) => service.opened));
    const open = this.#services.filter(({ isOpen }) => isOpen);
    const next = open[this.#turn++ % open.length] ?? (this.#services[0] as Service);
    const answer = await next.ask(method, path, question);
    if (asksToComeBack(answer)) await sleep(PAUSE_MS);
    return answer;
  }

  /** The same, and again as often as the connection is lost or the service asks to come back. */
  async insist(method: string, path: string, question: Question = {}): Promise<Answer> {
    for (;;) {
      try {
        const answer = await this.ask(method, path, question);
        if (!asksToComeBack(answer)) return answer;
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
    }
  }
}

function asksToComeBack({ status, headers }: Answer): boolean {
  return status === 503 || status === 500 || (status === 409 && headers['retry-after'] !== undefined);
}
