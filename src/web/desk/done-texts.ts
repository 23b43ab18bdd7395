import { catalogue } from '../../pages/texts.ts';

/** What a page says of the form that led to it. */
export const doneTexts = catalogue('done', {
  eventAnnounced: 'The event is on sale.',
  eventChanged: 'The event has been changed.',
  eventCancelled: 'The event has been cancelled.',
  nothing: 'Nothing was changed.',
  dayChanged: 'The day has been changed.',
  weekChanged: 'The usual week has been changed.',
  pricesChanged: 'The prices have been changed.',
  dayPricesChanged: 'The prices of the day have been changed.',
  timesChanged: 'The entry times have been changed.',
  placesChanged: 'The limit has been changed.',
  ticketAdmitted: 'The visitor is admitted.',
  ticketUndone: 'The admission has been undone.',
  ticketVoid: 'The ticket is void.',
  ticketExchanged: 'The ticket has been exchanged. This is the new one.',
  orderReleased: 'The hold has been released.',
  orderVoid: 'The order is void.',
  drawerCounted: 'The count has been saved.',
  webhookChanged: 'The webhook has been changed.',
  webhookAlready:
    'This webhook has just been added, and its secret was shown then. If nobody kept it, make a new one below.',
  webhookTest: 'The test is on its way. Reload this page in a moment to see the result.',
  webhookOn: 'The webhook is on. It gets messages from now on.',
  webhookOff: 'The webhook is off.',
  webhookReplay: {
    one: 'Replaying {count} journal entry.',
    other: 'Replaying {count} journal entries.',
  },
  webhookRemoved: 'The webhook has been removed.',
  resending: 'Resending. Reload this page in a moment to see the result.',
  resendingAll: 'Resending everything that failed. Reload this page in a moment to see the result.',
  mailTest: 'The mail server accepted the test.',
  accountChanged: 'Saved.',
  sessionsEnded: 'You are signed out of every other browser.',
  passwordChanged: 'Your password has been changed.',
});
