import { catalogue } from '../core/texts.ts';

/** What the facts of a ticket are called, wherever it is shown, and its states. */
export const factTexts = catalogue('facts', {
  what: 'Ticket for',
  day: 'Date',
  time: 'Entry time',
  place: 'Place',
  hours: 'Opening hours',
  category: 'Category',
  price: 'Price',
  code: 'Confirmation code',
  state: 'State',
  soldAt: 'Sold',
  soldBy: 'Sold by',
  importedCode: 'Imported code',
  email: 'E-mail',
  valid: 'valid',
  admitted: 'admitted',
  void: 'void',
  cancelled: 'event cancelled',
  expired: 'day is over',
});
