import { catalogue } from './texts.ts';

/** The texts of every page, of the first page, and of the one at an address where there is none. */
export const siteTexts = catalogue('site', {
  skip: 'Skip to the content',
  demo: 'This is a demonstration museum: nothing here is real.',
  navigation: 'Pages',
  language: 'Language',
  signOut: 'Sign out',
  faulty: 'Error: {title}',
  thereIsAProblem: 'There is a problem',
  landing: 'Tickets',
  shop: 'Tickets',
  shopFor: 'What is on, opening hours, and tickets to buy.',
  desk: 'Desk',
  deskFor: 'Sell and look up tickets, plan events and opening hours.',
  gate: 'Gate',
  gateFor: 'Check tickets with a phone or a hand scanner.',
  reference: 'Reference',
  referenceFor: 'The API for programs that sell and check tickets.',
  noSuchPage: 'Page not found',
  noSuchPageFor: 'There is no page at this address. Continue here:',
  wrongRequest: 'This did not work',
  wrongRequestFor: 'This address does not accept what your browser sent. Continue here:',
});
