import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Checkout } from '../../checkout/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Language } from '../../core/language.ts';
import { Refusal } from '../../core/refusal.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { Order, WantedItem } from '../../orders/index.ts';
import { NetworkPace } from './network-pace.ts';

/** How many orders a minute are taken from one network. */
const MOST_A_MINUTE = 30;
/** For so long the same form from the same address is the second click of a double click. */
const SAME_MS = 10_000;

/** A form that was sent, and the order that it asks for. */
export interface SentOrder {
  readonly form: URLSearchParams;
  readonly items: readonly WantedItem[];
  readonly email: string;
  readonly language: Language;
}

type Outcome = Order | Refusal | HttpRefusal;

/** Takes orders from strangers: so many a minute of one network, and a form that is sent twice in a row is one order. */
export class OrderIntake {
  readonly #checkout: Checkout;
  readonly #pace: NetworkPace;
  readonly #recent = new LRUCache<string, Promise<Outcome>>({ max: 1_000, ttl: SAME_MS });

  constructor(checkout: Checkout, clock: Clock) {
    this.#checkout = checkout;
    this.#pace = new NetworkPace(MOST_A_MINUTE, clock);
  }

  take(request: FastifyRequest, { form, ...order }: SentOrder): Promise<Outcome> {
    const key = `${request.ip} ${form}`;
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const taking = this.#place(request, order).catch(refusalIn);
    this.#recent.set(key, taking);
    const forget = () => this.#recent.delete(key);
    taking.then((outcome) => 'kind' in outcome && forget(), forget);
    return taking;
  }

  async #place({ ip: address, id: requestId }: FastifyRequest, order: Omit<SentOrder, 'form'>) {
    this.#pace.count(address);
    return this.#checkout.place({ ...order, address, requestId });
  }
}

function refusalIn(error: unknown): Refusal | HttpRefusal {
  if (error instanceof Refusal || error instanceof HttpRefusal) return error;
  throw error;
}
