import { fromCents, toCents } from '../../../core/money.ts';
import { listEventPrices, setEventPrices } from '../../../events/index.ts';
import {
  clearDayPrices,
  listGeneralPrices,
  listPriceRules,
  type Price,
  type PriceRule,
  setDayPrices,
  setGeneralPrices,
  setPriceRules,
} from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { priceOperations } from './operations.ts';

export function priceHandlers({ store, clock, terms }: Parts<'store' | 'clock' | 'terms'>) {
  const { rules, currency } = terms;
  return showing<keyof typeof priceOperations>({
    getGeneralPrices: async ({ actor }) => showPrices(await listGeneralPrices(store, actor, rules)),

    setGeneralPrices: async ({ actor, body }) => {
      const prices = readPrices(body, currency);
      return showPrices(
        await runAction({ store, clock }, actor, (context) => setGeneralPrices(context, prices)),
      );
    },

    getDayPrices: async ({ actor, path: { date } }) =>
      showPrices(await listGeneralPrices(store, actor, rules, date)),

    setDayPrices: async ({ actor, path: { date }, body }) => {
      const prices = readPrices(body, currency);
      return showPrices(
        await runAction({ store, clock }, actor, (context) => setDayPrices(context, date, prices)),
      );
    },

    deleteDayPrices: ({ actor, path: { date } }) =>
      runAction({ store, clock }, actor, (context) => clearDayPrices(context, date)),

    getPriceRules: async ({ actor }) => showRules(await listPriceRules(store, actor, rules)),

    setPriceRules: async ({ actor, body }) => {
      const priceRules = readRules(body, currency);
      await runAction({ store, clock }, actor, (context) => setPriceRules(context, priceRules));
      return showRules(priceRules);
    },

    getEventPrices: async ({ actor, path: { eventId } }) =>
      showPrices(await listEventPrices(store, actor, eventId)),

    setEventPrices: async ({ actor, path: { eventId }, body }) => {
      const prices = readPrices(body, currency);
      return showPrices(
        await runAction({ store, clock }, actor, (context) => setEventPrices(context, eventId, prices)),
      );
    },
  });
}

/** @throws HttpRefusal invalid-request */
function readPrices(body: InputOf<'setEventPrices'>['body'], currency: string): Price[] {
  requireAmounts(
    currency,
    body.map(({ price }, index) => [`/${index}/price`, price]),
  );
  return body.map(({ category, price, vat, onSale }) => ({
    category,
    priceCents: toCents(price),
    vat: vat === undefined ? null : toCents(vat),
    ...(onSale === false && { onSale }),
  }));
}

function showPrices(prices: readonly Price[]): OutputOf<'getEventPrices'> {
  return prices.map(({ category, priceCents, vat, onSale }) => ({
    category,
    price: fromCents(priceCents),
    ...(vat !== null && { vat: fromCents(vat) }),
    ...(onSale === false && { onSale }),
  }));
}

/** @throws HttpRefusal invalid-request */
function readRules(body: InputOf<'setPriceRules'>['body'], currency: string): PriceRule[] {
  requireAmounts(
    currency,
    body.flatMap(({ prices }, rule) =>
      prices.map(({ price }, index) => [`/${rule}/prices/${index}/price`, price ?? undefined] as const),
    ),
  );
  return body.map(({ prices, ...rule }) => ({
    ...rule,
    prices: prices.map(({ category, price, vat }) => ({
      category,
      priceCents: price === null ? null : toCents(price),
      vat: vat === undefined ? null : toCents(vat),
    })),
  }));
}

function showRules(rules: readonly PriceRule[]): OutputOf<'getPriceRules'> {
  return rules.map(({ prices, weekdays, ...rule }) => ({
    ...rule,
    ...(weekdays && { weekdays: [...weekdays] }),
    prices: prices.map(({ category, priceCents, vat }) => ({
      category,
      price: priceCents === null ? null : fromCents(priceCents),
      ...(vat !== null && { vat: fromCents(vat) }),
    })),
  }));
}
