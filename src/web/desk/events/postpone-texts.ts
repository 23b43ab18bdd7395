import { catalogue } from '../../../pages/texts.ts';

/** The page that postpones a date of an event. */
export const postponeTexts = catalogue('postpone', {
  postpone: 'Postpone',
  title: 'Postpone {name}',
  from: 'Date',
  fromFault: 'Choose one of the dates to come.',
  to: 'New date',
  toFault: 'Enter another day, today or later.',
  force: 'Also if there are too few places then',
  show: 'Show what it will do',
  means:
    'Tickets that were not used move to the new date with their codes and entry times, and held orders too. Each buyer gets one mail, and may give the tickets back until the new date.',
  confirmTitle: 'Postpone {name} from {from} to {to}?',
  tickets: 'Tickets that move',
  persons: 'Persons',
  held: 'Held orders that move',
  mails: 'Mails',
  now: 'Postpone to {to}',
  keep: 'Keep the date',
  tooFew: 'There are too few places on {day}. Raise the limit, or tick the box below.',
});
