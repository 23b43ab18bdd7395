import { fromCents, toCents } from '../../../core/money.ts';
import { listEventPrices, setEventPrices } from '../../../events/index.ts';
import {
  clearDayPrices,
  listGeneralPrices,
  type Price,
  setDayPrices,
  setGeneralPrices,
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
function readPrices(body: InputOf<'setGeneralPrices'>['body'], currency: string): Price[] {
  requireAmounts(
    currency,
    body.map(({ price }, index) => [`/${index}/price`, price]),
  );
  return body.map(({ category, price, vat }) => {
    return { category, priceCents: toCents(price), vat: vat === undefined ? null : toCents(vat) };
  });
}

function showPrices(prices: readonly Price[]): OutputOf<'getGeneralPrices'> {
  return prices.map(({ category, priceCents, vat }) => {
    return { category, price: fromCents(priceCents), ...(vat !== null && { vat: fromCents(vat) }) };
  });
}
