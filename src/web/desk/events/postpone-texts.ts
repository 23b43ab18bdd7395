import { catalogue } from '../../../pages/texts.ts';

/** The page that postpones a date of an event. */
export const postponeTexts = catalogue('postpone', {
  postpone: 'Postpone',
  title: 'Postpone {name}',
  from: 'Date',
  fromFault: 'Choose one of the dates to come.',
  to: 'New date',
  toFault: 'Enter another day, today or later.',
  force: 'Also if the new date then has more tickets than places',
  show: 'Show what it will do',
  means:
    'Tickets that were not used move to the new date with their codes and entry times, and held orders too. Each buyer gets one mail, and may give the tickets back until the new date.',
  confirmTitle: 'Postpone {name} from {from} to {to}?',
  tickets: 'Tickets that move',
  persons: 'Persons',
  held: 'Held orders that move',
  now: 'Postpone to {to}',
  keep: 'Keep the date',
  tooFew: 'There are too few places on {day}. Raise the limit, or tick the box below.',
});
