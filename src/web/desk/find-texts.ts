import { catalogue } from '../../pages/texts.ts';

/** Looking for tickets. */
export const findTexts = catalogue('find', {
  codeHint:
    'For example d6yzt3 qhxys, order-k7m2qd for an order, or a seller’s reference. Or scan the ticket.',
  day: 'Day',
  dayHint: 'You can then choose between general entry and the day’s events.',
  find: 'Find',
  findHint: 'Fill in at least one field.',
  nothingAsked: 'Enter a code, an e-mail address, a day, or when it was sold.',
  codeFault: 'A code has eleven letters and digits, that of an order six, without 0, 1, i, l, o and u.',
  forgedFault: 'This is not a ticket of this museum. Its code has been forged or altered.',
  emailFault: 'Enter an address such as ada@example.com.',
  dayFault: 'Choose a day.',
  sold: 'Sold about',
  soldHint: 'Half an hour before and after is searched, too.',
  soldFault: 'Enter a day and a time.',
  found: 'Found',
  alone: 'Sold alone, without an order',
  none: 'No tickets found. Check the spelling, or search by day.',
  more: 'There are more tickets than these. Fill in another field to narrow it down.',
  what: 'What',
  everything: 'Everything on that day',
});
