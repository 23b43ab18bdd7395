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
  wantedHint:
    'At least {count} characters, such as several words. No common password, nor your or the museum’s name.',
  again: 'Repeat the new password',
  change: 'Change password',
  changeMeans:
    'This signs you out of every other browser. Programs that use this account need the new password too.',
  wrongCurrent: 'That is not your current password.',
  short: 'That password is too short. Use at least {count} characters, such as several words.',
  long: 'That password is too long. Use at most 1,024 bytes.',
  control: 'That password contains a character that can’t be typed everywhere. Leave it out.',
  common:
    'That is one of the most common passwords, which are guessed first. Use several words that do not belong together.',
  name: 'That is little more than your name or the museum’s. Use several words that do not belong together.',
  differs: 'The two passwords are different.',
  byProvider: 'You sign in with your museum account, so you have no password here.',
});
