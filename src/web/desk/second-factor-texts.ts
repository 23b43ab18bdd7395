import { catalogue } from '../../pages/texts.ts';

/** The second factor of one's own account. */
export const secondFactorTexts = catalogue('secondFactor', {
  title: 'Second factor',
  off: 'You sign in with your password alone. With an authenticator app on your phone, nobody can sign in here who only knows your password.',
  isOn: 'Since {day}, you sign in with your password and a code of your authenticator app.',
  left: { one: '{count} recovery code is left.', other: '{count} recovery codes are left.' },
  turnOn: 'Set it up',
  manage: 'Change it',
  scan: 'Scan this with your authenticator app, then enter the code that it shows.',
  picture: 'QR code for the authenticator app',
  key: 'Or enter this key in the app: {key}',
  code: 'Code of the app',
  password: 'Your password',
  setUpMeans: 'This signs you out of every other browser.',
  confirm: 'Turn on',
  wrongCode: 'This code is wrong. Check the time of your phone, and enter the code that the app shows now.',
  wrongPassword: 'That is not your password.',
  renew: 'New recovery codes',
  renewMeans: 'The ones that are left stop working.',
  turnOff: 'Turn off',
  turnOffMeans: 'After that, your password alone is enough to sign in.',
  codes: 'Your recovery codes',
  codesMean:
    'Keep them where you find them without your phone. Each signs you in once, instead of a code of the app. This is the only time that they are shown.',
  toSessions: 'Go to your sessions',
});
