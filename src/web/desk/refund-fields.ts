import type { Fields, Option, Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/texts.ts';
import {
  type Amount,
  isPaymentMethod,
  methodToRefund,
  PAYMENT_METHODS,
  type Payment,
  type PaymentMethod,
  paidWith,
} from '../../payments/index.ts';
import type { Clerk } from './desk-page.ts';
import { centsIn, examplePrice, priceText } from './figure-fields.ts';
import { moneyTexts } from './money-texts.ts';
import { faultsAmong } from './post-form.ts';

/** What a form asks about a refund: whether money goes back, how, and how much. */
export type RefundField = 'refund' | 'amount';

/** What is due, in the currency that it was sold in. */
export interface Sum {
  readonly cents: number;
  readonly currency: string;
  /** How it was paid, if that is recorded: it usually goes back that way. */
  readonly method?: PaymentMethod | undefined;
  /** How much of it gift vouchers get back first, whatever the method is; left out: nothing. */
  readonly toGifts?: number;
}

/** So much that goes back for an order with those payments. */
export function sumBack(
  payments: readonly Payment[],
  { cents, currency }: Pick<Sum, 'cents' | 'currency'>,
): Sum {
  const toGifts = Math.min(cents, paidWith(payments, 'gift'));
  return { cents, currency, method: methodToRefund(payments), ...(toGifts > 0 && { toGifts }) };
}

/** Stands for no money among the ways to pay. */
export const NOTHING = 'nothing';

/** The ways to pay, to choose from. @param nothing says that no money changes hands, where that may be */
export function methodOptions(language: Language, nothing?: string): Option[] {
  const say = moneyTexts(language);
  return [
    { value: '', text: say('choose') },
    ...(nothing === undefined ? [] : [{ value: NOTHING, text: nothing }]),
    ...PAYMENT_METHODS.map((method) => ({ value: method, text: say(method) })),
  ];
}

/** The fields, with the sum that usually goes back; none where nothing is due. */
export function refundFields(
  { language, words }: Clerk,
  fields: Pick<Fields<RefundField>, 'select' | 'input'>,
  { cents, currency, method, toGifts = 0 }: Sum,
): Html | undefined {
  if (cents === 0) return undefined;
  const say = moneyTexts(language);
  const options = methodOptions(language, say('nothing'));
  const way = {
    label: say('refund'),
    hint: say('refundHint'),
    options,
    value: method,
    with: { required: true },
  };
  const amount = {
    label: say('amount', { currency }),
    value: priceText(language, cents),
    with: { inputmode: 'decimal', autocomplete: 'off' },
  };
  return html`
    ${fields.select('refund', way)}
    ${fields.input('amount', amount)}
    ${toGifts > 0 && html`<p>${say('toGifts', { amount: words.money(toGifts, currency) })}</p>`}
  `;
}

/** What goes back by the form, if anything; or what is wrong with it. */
export function readRefund(
  { language }: Clerk,
  values: { readonly [Field in RefundField]?: string | undefined },
  { cents, currency }: Sum,
): { readonly refund?: Amount } | { readonly wrong: Submitted<RefundField> } {
  const { refund: method, amount = '' } = values;
  if (method === NOTHING || (method === undefined && cents === 0)) return {};
  const say = moneyTexts(language);
  if (!isPaymentMethod(method)) return { wrong: { faults: { refund: say('refundFault') } } };
  const refund = centsIn(amount, currency);
  const fault = !refund && say('amountFault', { example: examplePrice(language, currency) });
  return refund ? { refund: { method, cents: refund } } : { wrong: faultsAmong({ amount: fault }) ?? {} };
}
