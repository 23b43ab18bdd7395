import { correctGift, replaceGift, showGifts } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { once } from '../../idempotency/index.ts';
import type { PrintedGift } from '../../images/index.ts';
import { runAction } from '../../store/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { centsIn, examplePrice } from './figure-fields.ts';
import { formOnce } from './form-once.ts';
import { giftsTexts } from './gifts-texts.ts';
import { orderAddress, pathId } from './links.ts';
import { recordOf, showOrder } from './order.ts';
import { type GiftField, giftTermsOf } from './order-gifts.ts';
import { formsOf } from './post-form.ts';
import { reasonFault, reasonIn } from './void-form.ts';

const giftForm = formsOf<GiftField>({ id: 'orderId', at: orderAddress, page: showOrder });

/** Adds to a gift voucher of the order or takes off, or gives it a new code. */
export const changeGift = giftForm(async (desk, orderId, { values, again }) => {
  const { key, step, 'gift-item': item = '', 'gift-amount': typed = '' } = values;
  const reason = reasonIn(values['gift-reason']);
  const cents = step === 'replace' ? undefined : signedCents(typed, desk.currency);
  const example = examplePrice(desk.language, desk.currency);
  const faults = {
    ...(reason === undefined && { 'gift-reason': reasonFault(desk) }),
    ...(step !== 'replace' &&
      cents === undefined && { 'gift-amount': giftsTexts(desk.language)('amountFault', { example }) }),
  };
  if (reason === undefined || Object.keys(faults).length > 0) return again({ faults });
  const meant = { orderId, item: Number(item), reason };
  const request = formOnce<string>(desk, 'gift', key, { ...meant, step, cents }, String);
  await once(desk, desk.actor, request, async (context) => {
    await (cents === undefined
      ? replaceGift(context, meant, giftTermsOf(desk))
      : correctGift(context, { ...meant, cents }, giftTermsOf(desk)));
    return { outcome: '' };
  });
  return cents === undefined ? 'giftReplaced' : 'giftCorrected';
});

/** Not zero. */
function signedCents(text: string, currency: string): number | undefined {
  const [, sign, amount = ''] = /^([-−+]?)(.*)$/.exec(text) ?? [];
  const cents = centsIn(amount.trim(), currency) || undefined;
  return cents !== undefined && sign !== '' && sign !== '+' ? -cents : cents;
}

/** Those that can be paid with, with their codes. The journal says who has looked. */
export async function showGiftsPdf(desk: DeskRequest): Promise<Answer> {
  const { store, clock, actor, giftPdfs } = desk;
  const { order } = await recordOf(desk, pathId(desk.request, 'orderId'));
  const shown = await runAction({ store, clock }, actor, (context) =>
    showGifts(context, order.orderId, giftTermsOf(desk)),
  );
  const [first, ...others] = shown.flatMap(({ gift, state, code }): PrintedGift[] =>
    state === 'valid' && code !== undefined ? [{ ...gift, code }] : [],
  );
  if (first === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${order.orderCode}.pdf"`,
    'cache-control': 'no-store',
  };
  return { status: 200, headers, body: await giftPdfs.pdf(actor, [first, ...others]) };
}
