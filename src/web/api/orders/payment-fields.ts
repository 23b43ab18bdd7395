import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { MOST_TICKETS } from '../../../orders/index.ts';
import { PAYMENT_METHODS } from '../../../payments/index.ts';
import { instantField, orderIdField } from '../contract/fields.ts';

/** Money that was taken for orders and tickets, or paid back. */

export const methodField = (description: string) =>
  Type.Enum([...PAYMENT_METHODS], {
    type: 'string',
    title: 'PaymentMethod',
    description: `${description} voucher: one that was redeemed elsewhere.`,
  });

/** An amount of money that is paid, or paid back. */
export const amountField = (description: string) =>
  Type.Object(
    {
      method: methodField('How the money changes hands.'),
      amount: Type.Number({
        format: 'float',
        exclusiveMinimum: 0,
        maximum: HIGHEST_PRICE * MOST_TICKETS,
        multipleOf: 0.01,
        description: 'Amount of money: above 0, at most two decimals.',
      }),
    },
    { additionalProperties: false, description },
  );

/** That money goes one way only, which the schema can't say: an exchange costs more or less. */
export function oneWayFaults(body: unknown): Fault[] {
  const { payment, refund } = (body ?? {}) as { payment?: unknown; refund?: unknown };
  if (payment === undefined || refund === undefined) return [];
  return [{ in: 'body', pointer: '/refund', detail: 'Give "payment" or "refund", not both.' }];
}

export const moneyField = (description: string) => Type.Number({ format: 'float', description });

export const paymentSchema = Type.Object({
  paymentId: orderIdField('Identifier of the payment.'),
  method: methodField('How it was paid.'),
  amount: moneyField('What was paid; below zero: paid back.'),
  at: instantField('When it was paid.'),
});
