import { catalogue } from '../../../core/texts.ts';

export const entryTexts = catalogue('eventEntry', {
  link: 'General entry',
  title: 'General entry with {name}',
  lead: 'A combined ticket has two entries: one at any door for general entry, at any time of its day, and one at the door of its event.',
  includesEntry: 'Tickets include general entry of their day',
  includesEntryHint:
    'Tickets that were sold before include it too. Without it, tickets that were sold with it keep it. On a day on which the museum is closed they are for the event only.',
  takesPlace: 'Each ticket takes a place of general entry too',
  takesPlaceHint:
    'On open days, from the next sale on. Where no place of general entry is left, the event is not sold.',
  save: 'Save',
  included: 'includes general entry',
  takes: 'takes a place of general entry',
  alone: 'the event alone',
});
