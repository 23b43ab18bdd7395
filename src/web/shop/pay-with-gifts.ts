import type { PlannedGift } from '../../gifts/index.ts';
import { formOf } from '../../http/sessions.ts';
import { fieldsOf, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import type { OrderView } from './order-view.ts';
import { shopGiftsTexts } from './shop-gifts-texts.ts';
import { MOST_CODE_CHARACTERS } from './visitor.ts';

/** The path to which codes of gift vouchers are sent that are to pay. */
export const PAY_WITH_GIFT = '/gift';

/** The names of the field for a code, and of the buttons that leave a gift voucher out again. */
export const [GIFT_CODE, LEAVE_OUT] = ['gift', 'leave-out'];

/** The gift vouchers that pay for a held order, and what is still to be paid; nothing where none was chosen. */
export function chosenGifts(view: OrderView): Html | undefined {
  const { giftPlan, language, words, order } = view;
  if (giftPlan === undefined || giftPlan.gifts.length === 0) return undefined;
  const say = shopGiftsTexts(language);
  const { gifts, restCents } = giftPlan;
  return html`
    <form method="post" action="${view.at(PAY_WITH_GIFT)}">
      <ul class="items">${gifts.map((each) => giftRow(view, each))}</ul>
    </form>
    <p class="sum">${say('rest')} <strong>${words.money(restCents, order.currency)}</strong></p>
  `;
}

function giftRow(
  { language, words, order: { currency } }: OrderView,
  { gift, code, cents }: PlannedGift,
): Html {
  const say = shopGiftsTexts(language);
  const left = words.money(gift.balanceCents - cents, currency);
  return html`
    <li>
      <div>
        <span>${say('pays', { end: code.slice(-4), left })}</span><br>
        <button class="plain" name="${LEAVE_OUT}" value="${gift.giftId}">${say('leaveOut')}</button>
      </div>
      <span class="cost">${words.money(-cents, currency)}</span>
    </li>
  `;
}

/** The field for the code of one more that pays. @param fault what was wrong with the last one */
export function giftCodeForm(view: OrderView, fault: string | undefined): Html | undefined {
  const { giftPlan, language, request } = view;
  if (!giftPlan?.takesMore) return undefined;
  const say = shopGiftsTexts(language);
  const typed = fault === undefined ? '' : (formOf(request).get(GIFT_CODE) ?? '');
  const fields = fieldsOf<string>(language, {
    values: { [GIFT_CODE]: typed },
    faults: { [GIFT_CODE]: fault },
  });
  return html`
    <form method="post" action="${view.at(PAY_WITH_GIFT)}" class="way-to-pay">
      ${fields.input(GIFT_CODE, {
        label: say('code'),
        with: { ...VERBATIM_INPUT, required: true, maxlength: MOST_CODE_CHARACTERS },
      })}
      <button class="other">${say('pay')}</button>
    </form>
  `;
}
