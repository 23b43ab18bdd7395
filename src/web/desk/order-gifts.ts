import { randomUUID } from 'node:crypto';
import { may } from '../../core/permissions.ts';
import { findGiftsOfOrders, type GiftTerms, type KnownGift, knowGifts } from '../../gifts/index.ts';
import { giftsIn, type OrderRecord } from '../../orders/index.ts';
import type { Fields } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { examplePrice } from './figure-fields.ts';
import { giftsTexts } from './gifts-texts.ts';
import { orderAddress } from './links.ts';
import { formTo } from './post-form.ts';
import { reasonInput } from './void-form.ts';

export type GiftField = 'key' | 'step' | 'gift-item' | 'gift-amount' | 'gift-reason';

export function giftTermsOf({ selling: { giftCodes: codes, terms } }: DeskOptions): GiftTerms {
  return { codes, localOf: terms.localOf };
}

/** The gift vouchers that were sold with the order, as they stand now. */
export async function giftsOf(desk: DeskOptions, { order }: OrderRecord): Promise<KnownGift[]> {
  if (giftsIn(order.goods).length === 0) return [];
  const gifts = await findGiftsOfOrders(desk.store, [order.orderId]);
  return knowGifts(desk.store, gifts, { now: desk.clock.now(), localOf: desk.terms.localOf });
}

/** The gift vouchers of an order, a file with their codes, and the form that corrects one or replaces its code. */
export function soldGiftsPart(
  desk: DeskRequest,
  gifts: readonly KnownGift[],
  fields: Fields<GiftField>,
): Html | undefined {
  const { language, words, actor } = desk;
  const say = giftsTexts(language);
  const [first] = gifts;
  if (first === undefined) return undefined;
  const at = orderAddress(first.gift.orderId);
  const money = (cents: number) => words.money(cents, first.gift.currency);
  const mayPrint = gifts.some(({ state }) => state === 'valid') && may(actor.role, 'sell-tickets');
  return html`
    ${table(say('gifts'), gifts, [
      { head: say('worth'), cell: ({ gift }) => money(gift.cents), isNumber: true },
      { head: say('left'), cell: ({ gift }) => money(gift.balanceCents), isNumber: true },
      { head: say('validTo'), cell: ({ gift }) => words.day(gift.validTo) },
      { head: say('state'), cell: ({ state }) => say(state) },
      { head: say('recipient'), cell: ({ gift }) => gift.recipient ?? '' },
    ])}
    ${mayPrint && html`<p class="actions"><a class="button" href="${at}/gifts.pdf">${say('file')}</a></p>`}
    ${may(actor.role, 'manage-museum') && changePart(desk, gifts, fields)}
  `;
}

function changePart(desk: DeskRequest, gifts: readonly KnownGift[], fields: Fields<GiftField>): Html {
  const { language, currency, words } = desk;
  const say = giftsTexts(language);
  const example = examplePrice(language, currency);
  const options = gifts.map(({ gift: { item, balanceCents }, state }) => {
    return { value: `${item}`, text: `${words.money(balanceCents, currency)}, ${say(state)}` };
  });
  const amount = { label: say('amount'), hint: say('amountHint', { example }) };
  const form = html`
    ${fields.hidden('key', randomUUID())}
    ${fields.select('gift-item', { label: say('which'), options })}
    ${fields.input('gift-amount', { ...amount, with: { autocomplete: 'off' } })}
    ${reasonInput(desk, fields, 'gift-reason')}
    <p>
      <button name="step" value="correct">${say('correct')}</button>
      <button name="step" value="replace">${say('replace')}</button>
    </p>
    <p class="hint">${say('replaceMeans')}</p>
  `;
  return html`
    <details${attributes({ open: fields.isFaulty })}>
      <summary>${say('change')}</summary>
      ${formTo(desk, `${orderAddress((gifts[0] as KnownGift).gift.orderId)}/gifts`, form)}
    </details>
  `;
}
