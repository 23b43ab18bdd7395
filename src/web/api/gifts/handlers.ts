import { fromCents, toCents } from '../../../core/money.ts';
import { correctGift, type KnownGift, lookAtGift, replaceGift, showGifts } from '../../../gifts/index.ts';
import { getOrder } from '../../../orders/index.ts';
import { runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import type { giftOperations } from './operations.ts';

const UNSTORED = { 'cache-control': 'no-store' };

export function giftHandlers({
  store,
  clock,
  days,
  settings,
  currency,
  gifts: terms,
  wrongCodes,
}: Parts<'store' | 'clock' | 'days' | 'settings' | 'currency' | 'gifts' | 'wrongCodes'>): HandlersOf<
  keyof typeof giftOperations
> {
  const museum = { store, clock };
  return {
    lookAtGift: async ({ actor, body: { gift: code } }) => {
      const known = await wrongCodes.watch({ actor, kinds: ['gift-not-found'] }, () =>
        lookAtGift(store, actor, { code, now: clock.now() }, terms),
      );
      return success('lookAtGift', presentStanding(known), UNSTORED);
    },

    correctGift: async ({ actor, body: { orderId, index: item, amount, reason } }) => {
      requireAmounts(currency, [['/amount', amount]]);
      const wanted = { orderId, item, cents: toCents(amount), reason };
      const known = await runAction(museum, actor, (context) => correctGift(context, wanted, terms));
      return success('correctGift', presentGift(known));
    },

    replaceGift: async ({ actor, body: { orderId, index: item, reason } }) => {
      const meant = { orderId, item, reason };
      const known = await runAction(museum, actor, (context) => replaceGift(context, meant, terms));
      return success('replaceGift', presentGift(known));
    },

    getOrderGifts: async ({ actor, path: { orderId } }) => {
      const reading = { today: await days.current(), language: settings.now.language };
      await getOrder(store, actor, orderId, reading); // whether it exists, and this account may see it
      const shown = await runAction(museum, actor, (context) => showGifts(context, orderId, terms));
      const gifts = shown.map(({ code, ...known }) => ({ ...presentGift(known), ...(code && { code }) }));
      return success('getOrderGifts', gifts, UNSTORED);
    },
  };
}

function presentStanding({ gift: { balanceCents, currency, validTo }, state }: KnownGift) {
  return { balance: fromCents(balanceCents), currency, validTo, state };
}

/** Without its code. */
function presentGift(known: KnownGift) {
  const { item, cents, message, recipient } = known.gift;
  return {
    index: item,
    amount: fromCents(cents),
    ...presentStanding(known),
    ...(message !== null && { message }),
    ...(recipient !== null && { to: recipient }),
  };
}
