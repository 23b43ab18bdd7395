import { catalogue } from '../../pages/texts.ts';

/** Counting people without a ticket. */
export const countTexts = catalogue('count', {
  countWithout: 'Count without a ticket',
  lead: 'Who comes in without a ticket is in the figures of visitors.',
  who: 'Who',
  howMany: 'How many',
  way: 'Which way',
  comingIn: 'They come in',
  leaving: 'They leave',
  count: 'Count',
  undo: 'Take back the last count',
  range: 'Enter a number from 1 to {most}.',
});
