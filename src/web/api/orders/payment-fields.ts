import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { MOST_TICKETS } from '../../../orders/index.ts';
import { PAYMENT_METHODS, RECORDED_METHODS } from '../../../payments/index.ts';
import { giftCodeField, instantField, orderIdField } from '../contract/fields.ts';

/** Money that was taken for orders and tickets, or paid back. */

export const methodField = (description: string) =>
  Type.Enum([...PAYMENT_METHODS], {
    type: 'string',
    title: 'PaymentMethod',
    description: `${description} voucher: one that was redeemed elsewhere.`,
  });

/** Also with a gift voucher of the museum. */
export const recordedMethodField = (description: string) =>
  Type.Enum([...RECORDED_METHODS], {
    type: 'string',
    title: 'RecordedMethod',
    description: `${description} voucher: one that was redeemed elsewhere; gift: a gift voucher of the museum. Methods may be added; a client must take those that it does not know.`,
  });

const paidAmountField = () =>
  Type.Number({
    format: 'float',
    exclusiveMinimum: 0,
    maximum: HIGHEST_PRICE * MOST_TICKETS,
    multipleOf: 0.01,
    description: 'Amount of money: above 0, at most two decimals.',
  });

/** An amount of money that is paid, or paid back. */
export const amountField = (description: string) =>
  Type.Object(
    { method: methodField('How the money changes hands.'), amount: paidAmountField() },
    { additionalProperties: false, description },
  );

/** A part of what an order costs. */
export const partField = () =>
  Type.Object(
    {
      method: recordedMethodField('How it is paid.'),
      gift: Type.Optional({
        ...giftCodeField(),
        description: 'Code of the gift voucher that pays it; only with the method gift, and always then.',
      }),
      amount: paidAmountField(),
    },
    { additionalProperties: false, title: 'PaymentPart', description: 'A part of the total.' },
  );

/** The faults of parts that the schema can't say: the code comes with one method. */
export function partFaults(body: unknown): Fault[] {
  const { payments } = (body ?? {}) as { payments?: unknown };
  if (!Array.isArray(payments)) return [];
  return payments.flatMap((part: { method?: unknown; gift?: unknown } | null, index): Fault[] => {
    const [isGift, hasCode] = [part?.method === 'gift', part?.gift !== undefined];
    if (isGift === hasCode) return [];
    const detail = isGift
      ? 'gift must have the code of the gift voucher that pays.'
      : 'gift must be left out unless the method is gift.';
    return [{ in: 'body', pointer: `/payments/${index}/gift`, detail }];
  });
}

/** That money goes one way only, which the schema can't say: an exchange costs more or less. */
export function oneWayFaults(body: unknown): Fault[] {
  const { payment, refund } = (body ?? {}) as { payment?: unknown; refund?: unknown };
  if (payment === undefined || refund === undefined) return [];
  return [{ in: 'body', pointer: '/refund', detail: 'Give "payment" or "refund", not both.' }];
}

export const moneyField = (description: string) => Type.Number({ format: 'float', description });

export const paymentSchema = Type.Object({
  paymentId: orderIdField('Identifier of the payment.'),
  method: recordedMethodField('How it was paid.'),
  amount: moneyField('What was paid; below zero: paid back.'),
  at: instantField('When it was paid.'),
});
