import type { AccountFault } from '../../accounts/index.ts';
import { catalogue } from '../../pages/texts.ts';

/** Accounts, for admins. */
export const accountsTexts = catalogue('accounts', {
  accounts: 'Accounts',
  name: 'User name',
  nameHint: '1 to {most} characters, without a colon.',
  role: 'Role',
  state: 'State',
  lastSignIn: 'Last signed in here',
  sessions: 'Open sessions',
  since: 'Since',
  notKnown: 'not known',
  inUse: 'in use',
  disabledOn: 'disabled since {day}',
  add: 'New account',
  addIt: 'Add account',
  setRole: 'Change role',
  mails: 'Tickets from this account are mailed by',
  byMuseum: 'the museum',
  bySelf: 'the seller',
  setMails: 'Save',
  signingIn: 'Signing in',
  noSessions: 'Not signed in anywhere.',
  endMeans: 'This signs the account out of every browser.',
  endSessions: 'Sign out everywhere',
  passwordMeans: 'The old password stops working and every browser is signed out.',
  newPassword: 'New password',
  noOtherPassword:
    'No new password was made, because this form was sent before or the account has changed since. The last password still works. Press “New password” again if you need another one.',
  disableMeans: '{name} is locked out at once. The record of what the account did is kept.',
  disable: 'Disable account',
  enableMeans: 'The account can sign in again with its old password.',
  enable: 'Enable account',
  didWhat: 'Activity of this account',
  passwordOf: 'The password of {name} is:',
  shownOnce: 'This is the only time it is shown. Pass it on now; it can’t be looked up later.',
  toAccount: 'Go to the account',
  unknown: 'This account no longer exists.',
  taken: 'That user name is taken.',
  username: 'Enter a user name of 1 to {most} characters, without a colon and without a space at either end.',
  password: 'That password can’t be used.',
  lastAdmin: 'This is the last admin. Make someone else an admin first, so that the museum isn’t locked out.',
  alreadySo: 'That has been done already.',
  builtIn: 'This account belongs to the online shop. Nobody signs in with it, and it can’t be changed.',
});

/** What is said of each reason why accounts can't be changed so. */
export const FAULTS = {
  unknown: 'unknown',
  taken: 'taken',
  username: 'username',
  password: 'password',
  'last-admin': 'lastAdmin',
  'already-so': 'alreadySo',
  'built-in': 'builtIn',
} as const satisfies Record<AccountFault, string>;
