import { catalogue } from './texts.ts';

/** The texts of every page and of the first page. */
export const siteTexts = catalogue('site', {
  skip: 'Skip to the content',
  demo: 'This is a demonstration museum: nothing here is real.',
  navigation: 'Pages',
  language: 'Language',
  signOut: 'Sign out',
  faulty: 'Error: {title}',
  thereIsAProblem: 'There is a problem',
  landing: 'Tickets',
  desk: 'Desk',
  deskFor: 'Sell and look up tickets, plan events and opening hours.',
  gate: 'Gate',
  gateFor: 'Check tickets with a phone or a hand scanner.',
  reference: 'Reference',
  referenceFor: 'The API for programs that sell and check tickets.',
});
