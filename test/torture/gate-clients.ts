import { randomUUID } from 'node:crypto';
import type { Answer } from '../../fixtures/client.ts';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { History, ScanRecord } from './history.ts';
import type { LoadBalancer } from './load-balancer.ts';

/** Clients at the gate: scan the tickets for today, some of them again, and repeat requests that were answered already. */
export class GateClients {
  readonly #service: LoadBalancer;
  readonly #history: History;
  readonly #random: SeededRandom;

  constructor(service: LoadBalancer, history: History, random: SeededRandom) {
    this.#service = service;
    this.#history = history;
    this.#random = random;
  }

  async scan(today: string): Promise<void> {
    const repeated = this.#random.happens(0.1) ? this.#random.oneOf(this.#history.scans) : undefined;
    if (repeated !== undefined) return this.#repeat(repeated);
    const sale = this.#random.oneOf(
      this.#history.sold.filter(({ body }) => body.ticketDate === today).slice(-40),
    );
    if (sale === undefined) return;
    const { ticketId } = JSON.parse(sale.answer?.text ?? '{}');
    const scan = { checkInId: randomUUID(), ticketId };
    const answer = await this.#ask(scan);
    if (answer.status !== 201 && answer.status !== 200)
      return this.#history.addViolation(`a scan was answered ${answer.status} ${answer.text}`);
    this.#history.scans.push({ ...scan, text: answer.text, verdict: answer.json.verdict });
    this.#history.acknowledged++;
  }

  async #repeat(scan: ScanRecord): Promise<void> {
    const { status, text } = await this.#ask(scan);
    if (status === 200 && text === scan.text) return;
    this.#history.addViolation(
      `the scan ${scan.checkInId} was first answered ${scan.text} and then ${status} ${text}`,
    );
  }

  #ask({ checkInId, ticketId }: Pick<ScanRecord, 'checkInId' | 'ticketId'>): Promise<Answer> {
    return this.#service.askUntilAnswered('POST', '/check-ins', {
      body: { checkInId, ticketId, gate: 'East door' },
    });
  }
}
