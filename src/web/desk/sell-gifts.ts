import type { TypedValues } from '../../basket/index.ts';
import { isEmail } from '../../core/email.ts';
import { fromCents, smallestAmount } from '../../core/money.ts';
import { hasLength } from '../../core/text.ts';
import { giftTexts, type WantedGift } from '../../gifts/index.ts';
import { MOST_MESSAGE } from '../../orders/index.ts';
import { EMAIL_INPUT, fieldsOf } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { centsIn } from './figure-fields.ts';
import { giftsTexts } from './gifts-texts.ts';
import type { ShownSale } from './sale-form.ts';
import { sellTexts } from './sell-texts.ts';

/** A gift voucher is sold in the table of tickets: what it is worth, and what may stand on it. */
export function giftRow({ desk, typed, submitted }: ShownSale): Html {
  const { language, currency } = desk;
  const say = giftsTexts(language);
  const name = giftTexts(language)('giftVoucher');
  const fields = fieldsOf<string>(language, submitted);
  const fault = submitted?.faults?.gift;
  const tied = attributes({
    ...{ id: 'gift', name: 'gift', value: typed.gift === '0' ? '' : typed.gift, placeholder: '0', min: 0 },
    step: fromCents(smallestAmount(currency)),
    'data-cents': 100,
    'aria-label': sellTexts(language)('amountOf', { what: name }),
    'aria-invalid': fault !== undefined && 'true',
    'aria-describedby': fault !== undefined && 'gift-fault',
  });
  const isWritten = Boolean(typed.giftMessage || typed.giftTo);
  return html`
    <div class="offer" role="group" aria-labelledby="name-gift">
      <div class="what">
        <span id="name-gift">${name}</span>
        <details${attributes({ open: isWritten })}>
          <summary>${say('writing')}</summary>
          ${fields.input('giftMessage', { label: say('message'), with: { maxlength: MOST_MESSAGE } })}
          ${fields.input('giftTo', {
            label: say('to'),
            hint: say('toHint'),
            with: { ...EMAIL_INPUT, autocomplete: 'off' },
          })}
        </details>
      </div>
      <div class="cells">
        <div class="cell">
          <span></span>
          <div>
            ${fault !== undefined && html`<span class="fault" id="gift-fault">${fault}</span> `}
            <input type="number" inputmode="decimal" autocomplete="off"${tied}>
          </div>
          <span class="quiet">${sellTexts(language)('amount')}</span>
        </div>
      </div>
    </div>
  `;
}

/** What was typed; undefined: none, or no amount. */
export function wantedGift(
  { gift = '', giftMessage: message, giftTo: to }: TypedValues,
  currency: string,
): Omit<WantedGift, 'position'> | undefined {
  const cents = centsIn(gift, currency);
  return cents ? { cents, ...(message && { message }), ...(to && { to }) } : undefined;
}

/** What was typed and can't be read. */
export function giftFaultsIn(typed: TypedValues, { language, currency }: ShownSale['desk']) {
  const { gift = '', giftMessage = '', giftTo = '' } = typed;
  const say = giftsTexts(language);
  const isAmount = /^0*$/.test(gift) || wantedGift(typed, currency) !== undefined;
  return {
    ...(!isAmount && { gift: sellTexts(language)('articleFault') }),
    ...(!hasLength(giftMessage, 0, MOST_MESSAGE) && {
      giftMessage: say('messageFault', { most: MOST_MESSAGE }),
    }),
    ...(giftTo !== '' && !isEmail(giftTo) && { giftTo: say('toFault') }),
  };
}
