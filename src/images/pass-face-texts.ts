import { catalogue } from '../core/texts.ts';

/** What is written on the picture of a pass. */
export const passFaceTexts = catalogue('passFace', {
  persons: { one: '{count} person', other: '{count} persons' },
  valid: 'valid {from} to {to}',
});
