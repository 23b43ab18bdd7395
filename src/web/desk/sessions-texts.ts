import { catalogue } from '../../pages/texts.ts';

export const sessionsTexts = catalogue('sessions', {
  title: 'Your sessions',
  browser: 'Browser',
  since: 'Since',
  seen: 'Last seen',
  thisOne: 'this one',
  unnamed: 'not named',
  browserOn: '{browser} on {system}',
  endOthers: 'Sign out everywhere else',
  means: {
    one: 'This signs you out of {count} other browser.',
    other: 'This signs you out of {count} other browsers.',
  },
  shortcuts: 'Shortcuts: n to sell, / to find a ticket',
  password: 'Your password',
  current: 'Current password',
  wanted: 'New password',
  wantedHint: 'At least {count} characters.',
  again: 'Repeat the new password',
  change: 'Change password',
  changeMeans:
    'This signs you out of every other browser. Programs that use this account need the new password too.',
  wrongCurrent: 'That is not your current password.',
  unusable: 'That password can’t be used. Use at least {count} characters.',
  differs: 'The two passwords are different.',
});
