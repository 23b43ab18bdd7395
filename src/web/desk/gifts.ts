import { requirePermission } from '../../core/permissions.ts';
import { Refusal } from '../../core/refusal.ts';
import { type KnownGift, lookAtGift } from '../../gifts/index.ts';
import type { Answer } from '../../http/answer.ts';
import { findOrdersById, type GiftPart, type HowPaid } from '../../orders/index.ts';
import { type Fields, fieldsOf, type Submitted, VERBATIM_INPUT } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskPage } from './desk-page.ts';
import { giftsTexts } from './gifts-texts.ts';
import { GIFTS, orderLink } from './links.ts';
import { giftTermsOf } from './order-gifts.ts';
import { formTo, postForm } from './post-form.ts';

export function showGiftSearch(desk: DeskRequest): Promise<Answer> {
  return giftPage(desk, {});
}

export const searchGift = postForm<'gift'>(async (desk, { values }) => {
  return giftPage(desk, { values }, await lookAt(desk, values.gift ?? ''));
}, giftPage);

/** @throws Refusal gift-not-found or too-many-guesses */
function lookAt(desk: DeskRequest, code: string): Promise<KnownGift> {
  const { store, actor, clock, wrongCodes } = desk;
  return wrongCodes.watch({ actor, kinds: ['gift-not-found'] }, () =>
    lookAtGift(store, actor, { code, now: clock.now() }, giftTermsOf(desk)),
  );
}

async function giftPage(desk: DeskRequest, submitted: Submitted<'gift'>, known?: KnownGift): Promise<Answer> {
  const say = giftsTexts(desk.language);
  const fields = fieldsOf<'gift'>(desk.language, submitted);
  const input = { label: say('code'), with: { ...VERBATIM_INPUT, required: true, autofocus: true } };
  const form = html`
    ${fields.input('gift', input)}
    <button class="action">${say('look')}</button>
  `;
  return deskPage(desk, {
    title: say('title'),
    lead: say('lead'),
    main: html`
      ${formTo(desk, GIFTS, form)}
      ${known && (await standing(desk, known))}
      <p><a href="/desk/sell?gift=">${say('sell')}</a></p>
    `,
    here: '/desk/tickets',
    form: fields,
  });
}

async function standing(desk: DeskRequest, { gift, state }: KnownGift): Promise<Html> {
  const { language, words, actor, store } = desk;
  const say = giftsTexts(language);
  const isSeen = requirePermission(actor, 'fetch-tickets') === 'all' || gift.soldBy === actor.accountId;
  const order = isSeen ? (await findOrdersById(store, [gift.orderId])).get(gift.orderId) : undefined;
  return html`
    <section aria-live="polite">
      ${factList('facts', [
        [say('left'), words.money(gift.balanceCents, gift.currency)],
        [say('validTo'), words.day(gift.validTo)],
        [say('state'), say(state)],
        [say('order'), order && orderLink(order.orderId, order.orderCode)],
      ])}
    </section>
  `;
}

/** What a gift voucher pays of a sale at the desk. */
export interface PaysByGift {
  readonly part: GiftPart;
  /** Hundredths: what is left of it then. */
  readonly leftCents: number;
}

/**
 * As much as the gift voucher with that code can pay; undefined: none was typed, or there is nothing to pay.
 * @param most what is to be paid beside gift vouchers, in hundredths
 * @throws Refusal gift-not-found, gift-not-valid or too-many-guesses
 */
export async function paysByGift(
  desk: DeskRequest,
  code: string | undefined,
  most: number,
): Promise<PaysByGift | undefined> {
  if (!code || most <= 0) return undefined;
  const { gift, state } = await lookAt(desk, code);
  const { balanceCents, currency, validTo } = gift;
  if (currency !== desk.currency)
    throw new Refusal('gift-not-valid', { because: 'other-currency', currency });
  if (state === 'expired') throw new Refusal('gift-not-valid', { because: 'expired', validTo });
  if (balanceCents === 0) throw new Refusal('gift-not-valid', { because: 'used-up' });
  const cents = Math.min(balanceCents, most);
  return { part: { method: 'gift', code, cents }, leftCents: balanceCents - cents };
}

/** The field for the code, and what the form says of it. @param button shows what it pays; left out: there is none */
export function payByGiftField(
  { language, words }: DeskRequest,
  fields: Pick<Fields<'payGift'>, 'input'>,
  byGift: PaysByGift | undefined,
  button?: Html,
): Html {
  const say = giftsTexts(language);
  const paid = byGift && {
    amount: words.money(byGift.part.cents),
    left: words.money(byGift.leftCents),
  };
  return html`
    <div class="in-a-row">
      ${fields.input('payGift', { label: say('code'), with: { ...VERBATIM_INPUT, maxlength: 100 } })}
      ${button}
    </div>
    ${byGift && html`<input type="hidden" name="paysGift" value="${byGift.part.cents}">`}
    ${paid && html`<p role="status">${say('pays', paid)}</p>`}
  `;
}

/** With a gift voucher, what is still to be paid is shown before anything is sold. */
export function checkSum({ language, words }: DeskRequest, rest: number): string {
  return giftsTexts(language)('checkSum', { sum: words.money(rest) });
}

/** How all of it is paid. @param rest what the gift voucher does not pay, in hundredths */
export function withGift(
  { paidBy, payments = [] }: HowPaid,
  byGift: PaysByGift | undefined,
  rest: number,
): HowPaid {
  if (byGift === undefined) return payments.length > 0 ? { payments } : { paidBy };
  const others = paidBy === undefined || rest === 0 ? payments : [{ method: paidBy, cents: rest }];
  return { payments: [byGift.part, ...others] };
}
