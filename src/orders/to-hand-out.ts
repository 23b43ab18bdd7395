import { findSoldArticles, hasSoldArticles, leftToHandOut } from '../articles/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import type { Queries } from '../store/index.ts';
import { orderOf, type Ticket } from '../tickets/index.ts';
import { articlesIn } from './goods.ts';
import { findOrdersById } from './order-store.ts';

/** So many of an extra that are still to be handed out. */
export interface ToHandOut {
  readonly article: string;
  readonly name: string;
  readonly quantity: number;
}

const LOOK_AGAIN_MS = 1_000;

/** What is still to be handed out of the orders of tickets. Where no article was ever sold, it looks once a second at most. */
export class HandOuts {
  readonly #queries: Queries;
  readonly #clock: Clock;
  #isAnySold = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(queries: Queries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  async leftFor(ticket: Ticket): Promise<ToHandOut[]> {
    if (!(await this.#knowsOfAny())) return [];
    const orderId: Uuid = orderOf(ticket);
    const sold = (await findSoldArticles(this.#queries, [orderId])).get(orderId) ?? [];
    const left = sold.filter((each) => leftToHandOut(each) > 0);
    if (left.length === 0) return [];
    const order = (await findOrdersById(this.#queries, [orderId])).get(orderId);
    return left.map((each) => {
      const name =
        articlesIn(order?.goods ?? []).find(({ article }) => article === each.article)?.name ?? each.article;
      return { article: each.article, name, quantity: leftToHandOut(each) };
    });
  }

  async #knowsOfAny(): Promise<boolean> {
    const now = this.#clock.now();
    if (this.#isAnySold || Math.abs(now - this.#lookedAt) < LOOK_AGAIN_MS) return this.#isAnySold;
    this.#lookedAt = now;
    this.#isAnySold = await hasSoldArticles(this.#queries);
    return this.#isAnySold;
  }
}
