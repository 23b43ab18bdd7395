import { REFUNDINGS } from '../../../called-off/index.ts';
import type { CallingOffFigures } from '../../../calling-off/index.ts';
import { Type } from '../../../contract/schema.ts';
import { fromCents } from '../../../core/money.ts';
import { whyField } from './fields.ts';

/** What the operations share that call something off. */

export const callingOffFields = () => ({
  reason: Type.Optional(whyField('Why, as visitors are told')),
  refund: Type.Optional(
    Type.Enum([...REFUNDINGS], {
      type: 'string',
      title: 'Refunding',
      description:
        'How money goes back. at-once: by itself, as far as a payment provider took it (the usual way for events). choose: visitors choose another day or their money, and what nobody has chosen 14 days after the day goes back by itself (the usual way for days).',
    }),
  ),
});

export const callingOffQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({ description: 'true: nothing is done, and the answer says what would be.' }),
  ),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const CallingOffResult = Type.Object(
  {
    tickets: count('Tickets that are cancelled by it.'),
    persons: count('Persons whom these would have admitted.'),
    orders: count('Orders with such a ticket; a ticket that was sold alone counts as one.'),
    mails: count(
      'Mails to those who left an address: one for each visit, or for all days of an order. 0 where mail is not set up.',
    ),
    money: Type.Number({ minimum: 0, description: 'What is due to buyers for these tickets.' }),
  },
  { title: 'CallingOffResult' },
);

export function showFigures({ moneyCents, mails, ...counts }: CallingOffFigures, sendsMail: boolean) {
  return { ...counts, mails: sendsMail ? mails : 0, money: fromCents(moneyCents) };
}
