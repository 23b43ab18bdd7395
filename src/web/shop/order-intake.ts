import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/index.ts';
import type { Checkout, VisitorOrder } from '../../checkout/index.ts';
import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import type { Order } from '../../orders/index.ts';
import type { FormTokens } from './form-tokens.ts';
import { NetworkPace } from './network-pace.ts';

/** How many orders a minute are taken from one network. */
const MOST_A_MINUTE = 30;

/** A form that was sent, and the order that it asks for. */
export interface SentOrder extends Omit<VisitorOrder, 'address' | 'formHash' | 'requestId'> {
  readonly form: URLSearchParams;
}

/**
 * Takes orders from strangers: so many a minute of one network. A form that is sent twice in a row is one order, on
 * whichever instances it arrives. The page with the form is the same for everybody, so nothing in it names the form:
 * what was typed, and the network, do.
 */
export class OrderIntake {
  readonly #checkout: Checkout;
  readonly #formTokens: FormTokens;
  readonly #pace: NetworkPace;

  constructor(checkout: Checkout, formTokens: FormTokens, clock: Clock) {
    this.#checkout = checkout;
    this.#formTokens = formTokens;
    this.#pace = new NetworkPace(MOST_A_MINUTE, clock);
  }

  /** @returns the order, or why there is none */
  async take(
    { ip: address, id: requestId }: FastifyRequest,
    { form, ...order }: SentOrder,
  ): Promise<Order | Refusal | HttpRefusal> {
    const formHash = this.#formTokens.hashOf(`${networkOf(address)} ${form}`);
    try {
      this.#pace.count(address);
      return await this.#checkout.place({ ...order, address, formHash, requestId });
    } catch (error) {
      if (error instanceof Refusal || error instanceof HttpRefusal) return error;
      throw error;
    }
  }
}
