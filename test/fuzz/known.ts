import type { Answer } from '../../fixtures/client.ts';

/** How many of each kind are kept: the memory of a long run stays small, and what is used stays fresh. */
const KEPT = 60;
const PLACEHOLDER = /\{\{(\w+):(\d+)\}\}/g;
const DAY_MS = 86_400_000;
const NOBODY = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
/** Members of answers that later requests name, and what they are called in a placeholder. */
const LEARNED: Readonly<Record<string, string>> = {
  eventId: 'eventId',
  ticketId: 'ticketId',
  orderId: 'orderId',
  checkInId: 'checkInId',
  visitId: 'visitId',
  webhookId: 'webhookId',
  deliveryId: 'deliveryId',
  confirmationCode: 'confirmationCode',
  orderCode: 'orderCode',
  cursor: 'cursor',
  entryTime: 'entryTime',
  uuid: 'uuid',
  availabilityId: 'availabilityId',
  productId: 'productId',
  unitId: 'unitId',
};

/**
 * What the museum has, as far as answers have told. Generated requests name it by placeholders such as `{{eventId:3}}`, so that
 * they are the same in each run with a seed, whatever the ids are.
 */
export class Known {
  readonly #values = new Map<string, string[]>();
  readonly #next = new Map<string, number>();
  #fresh = 0;

  learn(kind: string, value: string): void {
    const values = this.#values.get(kind) ?? [];
    this.#values.set(kind, values);
    if (values.includes(value)) return;
    const at = this.#next.get(kind) ?? 0;
    values[at] = value;
    this.#next.set(kind, (at + 1) % KEPT);
  }

  /** Learns from all members of a JSON answer, and from where its links lead. */
  learnFrom({ status, headers, bytes }: Answer): void {
    if (status >= 300) return;
    const after = /[?&]after=([^&>]+)/.exec(`${headers.link}`)?.[1];
    if (after !== undefined) this.learn('after', after);
    if (!/^application\/json/.test(`${headers['content-type']}`) || bytes.length > 100_000) return;
    for (const [, name = '', value = ''] of bytes.toString().matchAll(/"(\w+)":"([^"\\]{1,300})"/g)) {
      const kind = LEARNED[name];
      if (kind !== undefined) this.learn(kind, value);
      else if (name === 'id' && /^\d{4}-\d\d-\d\d/.test(value)) this.learn('availabilityId', value);
    }
  }

  /** The text with what its placeholders stand for. */
  resolve(text: string): string {
    return text.replace(PLACEHOLDER, (_, kind: string, index: string) => this.#valueOf(kind, Number(index)));
  }

  #valueOf(kind: string, index: number): string {
    if (kind === 'fresh') return `fresh-${++this.#fresh}-${index}`;
    if (kind === 'day') return new Date(Date.now() + (index - 2) * DAY_MS).toISOString().slice(0, 10);
    if (kind === 'instant') return new Date(Date.now() - index * 60_000).toISOString();
    const values = this.#values.get(kind) ?? [];
    return values[index % values.length] ?? NOBODY;
  }
}
