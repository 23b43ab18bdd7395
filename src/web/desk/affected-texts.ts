import { catalogue } from '../../pages/texts.ts';

/** Whom a change of the programme concerns, and who made it. */
export const affectedTexts = catalogue('affected', {
  toldByMail: {
    one: '{count} visitor left an address and will be told by e-mail.',
    other: '{count} visitors left an address and will be told by e-mail.',
  },
  leftAddress: {
    one: '{count} visitor left an address, but e-mail is not set up, so they won’t be told.',
    other: '{count} visitors left an address, but e-mail is not set up, so they won’t be told.',
  },
  somebody: 'Someone',
});
