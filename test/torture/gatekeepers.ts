import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../../src/demo/seeded-random.ts';
import type { Answer } from '../support/client.ts';
import type { Chronicle, ScanRecord } from './chronicle.ts';
import type { Entrance } from './entrance.ts';

/** Those who scan what has been sold for today, again and again, and some scans that were answered already. */
export class Gatekeepers {
  readonly #service: Entrance;
  readonly #chronicle: Chronicle;
  readonly #random: SeededRandom;

  constructor(service: Entrance, chronicle: Chronicle, random: SeededRandom) {
    this.#service = service;
    this.#chronicle = chronicle;
    this.#random = random;
  }

  async scan(today: string): Promise<void> {
    const repeated = this.#random.happens(0.1) ? this.#random.oneOf(this.#chronicle.scans) : undefined;
    if (repeated !== undefined) return this.#repeat(repeated);
    const sale = this.#random.oneOf(
      this.#chronicle.sold.filter(({ body }) => body.ticketDate === today).slice(-40),
    );
    if (sale === undefined) return;
    const { ticketId } = JSON.parse(sale.answer?.text ?? '{}');
    const scan = { checkInId: randomUUID(), ticketId };
    const answer = await this.#ask(scan);
    if (answer.status !== 201 && answer.status !== 200)
      return this.#chronicle.accuse(`a scan was answered ${answer.status} ${answer.text}`);
    this.#chronicle.scans.push({ ...scan, text: answer.text, verdict: answer.json.verdict });
    this.#chronicle.acknowledged++;
  }

  async #repeat(scan: ScanRecord): Promise<void> {
    const { status, text } = await this.#ask(scan);
    if (status === 200 && text === scan.text) return;
    this.#chronicle.accuse(
      `the scan ${scan.checkInId} was first answered ${scan.text} and then ${status} ${text}`,
    );
  }

  #ask({ checkInId, ticketId }: Pick<ScanRecord, 'checkInId' | 'ticketId'>): Promise<Answer> {
    return this.#service.insist('POST', '/check-ins', { body: { checkInId, ticketId, gate: 'East door' } });
  }
}
