import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import { GIFT_STATES } from '../../../gifts/index.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import {
  CODE_CHARACTER,
  dayField,
  giftCodeField,
  orderIdField,
  PARAMETERS,
  whyField,
} from '../contract/fields.ts';
import { moneyField } from '../orders/payment-fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Gift vouchers: what is left of them, and what staff may do for whoever has lost one. */

const standing = {
  balance: moneyField('What is left of it.'),
  currency: Type.String({ description: 'Currency of the amounts (ISO 4217).' }),
  validTo: dayField('The last day on which it is valid.'),
  state: Type.Enum([...GIFT_STATES], {
    type: 'string',
    title: 'GiftState',
    description:
      'valid; used-up: nothing is left; returned: it was bought back; expired: its last day is over.',
  }),
};

const indexField = () =>
  Type.Integer({ minimum: 0, description: 'Its place among the items of the order: 0 is the first.' });

const soldFields = {
  index: indexField(),
  amount: moneyField('What it was sold for.'),
  ...standing,
  message: Type.Optional(Type.String({ description: 'What the buyer wrote, until it is erased.' })),
  to: Type.Optional(
    Type.String({
      description: 'E-mail address that it was mailed to, until it is erased; none: the buyer’s.',
    }),
  ),
};

const giftSchema = Type.Object(soldFields, { title: 'OrderGift' });

const ofOrder = {
  orderId: orderIdField('Identifier of the order that it was sold with.'),
  index: indexField(),
};

/** That something is added or taken off, which the schema can't say in a way that generators understand. */
function zeroFaults(body: unknown): Fault[] {
  const { amount } = (body ?? {}) as { amount?: unknown };
  return amount === 0 ? [{ in: 'body', pointer: '/amount', detail: 'amount must not be 0.' }] : [];
}

export const giftOperations = resource(
  { tag: 'Orders', permission: 'manage-museum', parameters: PARAMETERS, examples },
  {
    lookAtGift: {
      method: 'POST',
      path: '/gifts/look',
      summary: 'Look at a gift voucher',
      description:
        'Gets what is left of a gift voucher. An account is told of 20 wrong codes in 15 minutes; a right one is always taken.',
      permission: 'sell-tickets',
      body: Type.Object({ gift: giftCodeField() }, { additionalProperties: false }),
      success: {
        description: 'How the gift voucher stands.',
        schema: Type.Object(standing, { title: 'Gift' }),
        headers: { 'Cache-Control': 'no-store: caches must not store the response.' },
      },
      problems: ['gift-not-found', 'too-many-guesses'],
    },
    correctGift: {
      method: 'POST',
      path: '/gifts/correct',
      summary: 'Correct a gift voucher',
      description:
        'Adds an amount to what is left of a gift voucher, or takes it off. One that has expired is valid for a year again when something is added.',
      body: {
        schema: Type.Object(
          {
            ...ofOrder,
            amount: Type.Number({
              format: 'float',
              minimum: -HIGHEST_PRICE,
              maximum: HIGHEST_PRICE,
              multipleOf: 0.01,
              description: `What is added; below zero: taken off. At most ${HIGHEST_PRICE}, two decimals, not 0.`,
            }),
            reason: whyField('Why it is corrected'),
          },
          { additionalProperties: false },
        ),
        faultsOf: zeroFaults,
      },
      success: { description: 'The gift voucher, without its code.', schema: giftSchema },
      problems: ['gift-not-found', 'gift-balance-too-low'],
    },
    replaceGift: {
      method: 'POST',
      path: '/gifts/replace',
      summary: 'Replace a gift voucher',
      description:
        'Gives a gift voucher that was lost a new code. Nobody can pay with the old one any more; what is left stays. The new code is in the gift vouchers of the order.',
      body: Type.Object(
        { ...ofOrder, reason: whyField('Why it is replaced') },
        { additionalProperties: false },
      ),
      success: { description: 'The gift voucher, without its code.', schema: giftSchema },
      problems: ['gift-not-found', 'gift-not-valid'],
    },
    getOrderGifts: {
      method: 'GET',
      path: '/orders/{orderId}/gifts',
      summary: 'Get the gift vouchers of an order',
      description:
        'Gets the gift vouchers that were sold with an order, with their codes: whoever has a code can pay with it. The journal says who has looked. A partner can only get those of orders that it made.',
      permission: 'sell-tickets',
      success: {
        description: 'The gift vouchers, in the order of the items.',
        schema: Type.Array(
          Type.Object(
            {
              ...soldFields,
              code: Type.Optional(
                Type.String({
                  pattern: `^${CODE_CHARACTER}{4}(-${CODE_CHARACTER}{4}){3}$`,
                  description: 'The code; left out once it was used up, because it is not kept any longer.',
                }),
              ),
            },
            { title: 'OrderGiftWithCode' },
          ),
          { title: 'OrderGifts' },
        ),
        headers: { 'Cache-Control': 'no-store: caches must not store the codes.' },
      },
      problems: ['order-not-found'],
    },
  },
);
