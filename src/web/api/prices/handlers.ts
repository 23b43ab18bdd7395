import type { Clock } from '../../../core/clock.ts';
import { fromCents, toCents } from '../../../core/money.ts';
import { listEventPrices, setEventPrices } from '../../../events/index.ts';
import {
  clearDayPrices,
  listGeneralPrices,
  type OfferTerms,
  type Price,
  setDayPrices,
  setGeneralPrices,
} from '../../../offers/index.ts';
import { runAction, type Store, type Transaction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { HandlersOf } from '../route.ts';
import { noContent, success } from '../success.ts';

export interface PricesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly terms: OfferTerms;
}

type PriceOperations =
  | 'getGeneralPrices'
  | 'setGeneralPrices'
  | 'getDayPrices'
  | 'setDayPrices'
  | 'deleteDayPrices'
  | 'getEventPrices'
  | 'setEventPrices';

export function priceHandlers({ store, clock, terms }: PricesOptions): HandlersOf<PriceOperations> {
  const { rules, currency } = terms;
  /** Sets the prices of a body, and gives what now holds. */
  const put = async (
    body: PricesBody,
    set: (tx: Transaction, prices: readonly Price[], now: number) => Promise<readonly Price[]>,
  ) => {
    requireAmounts(
      currency,
      body.map(({ price }, index) => [`/${index}/price`, price]),
    );
    const prices = body.map(readPrice);
    return (await store.transaction((tx) => set(tx, prices, clock.now()))).map(showPrice);
  };
  return {
    getGeneralPrices: async ({ actor }) =>
      success('getGeneralPrices', (await listGeneralPrices(store, actor, rules)).map(showPrice)),

    setGeneralPrices: async ({ actor, body }) => {
      const set = (tx: Transaction, prices: readonly Price[], now: number) =>
        setGeneralPrices({ tx, actor, now }, prices);
      return success('setGeneralPrices', await put(body, set));
    },

    getDayPrices: async ({ actor, path: { date } }) =>
      success('getDayPrices', (await listGeneralPrices(store, actor, rules, date)).map(showPrice)),

    setDayPrices: async ({ actor, path: { date }, body }) => {
      const set = (tx: Transaction, prices: readonly Price[], now: number) =>
        setDayPrices({ tx, actor, now }, date, prices);
      return success('setDayPrices', await put(body, set));
    },

    deleteDayPrices: async ({ actor, path: { date } }) => {
      await runAction({ store, clock }, actor, (context) => clearDayPrices(context, date));
      return noContent();
    },

    getEventPrices: async ({ actor, path: { eventId } }) =>
      success('getEventPrices', (await listEventPrices(store, actor, eventId)).map(showPrice)),

    setEventPrices: async ({ actor, path: { eventId }, body }) => {
      const set = (tx: Transaction, prices: readonly Price[], now: number) =>
        setEventPrices({ tx, actor, now }, eventId, prices);
      return success('setEventPrices', await put(body, set));
    },
  };
}

type PricesBody = InputOf<'setGeneralPrices'>['body'];

function readPrice({ category, price, vat }: PricesBody[number]): Price {
  return { category, priceCents: toCents(price), vat: vat === undefined ? null : toCents(vat) };
}

function showPrice({ category, priceCents, vat }: Price): OutputOf<'getGeneralPrices'>[number] {
  return { category, price: fromCents(priceCents), ...(vat !== null && { vat: fromCents(vat) }) };
}
