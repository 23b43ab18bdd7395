import { catalogue } from './texts.ts';

/** The texts about signing in and out. */
export const signInTexts = catalogue('signIn', {
  signIn: 'Sign in',
  userName: 'User name',
  password: 'Password',
  wrong: 'The user name or the password is wrong, or the account is disabled.',
  tooMany: {
    one: 'Too many attempts have failed. Try again in {count} second.',
    other: 'Too many attempts have failed. Try again in {count} seconds.',
  },
  secondFactor: 'Second factor',
  code: 'Code',
  codeHint: 'The six digits that your authenticator app shows, or one of your recovery codes.',
  codeLost: 'Without the app and the recovery codes, an admin can reset the second factor of your account.',
  wrongCode: 'This code is wrong, or was used before. Enter the next one that the app shows.',
  tookTooLong: 'That took too long. Sign in again.',
  busy: 'Too many people are signing in right now. Try again in a moment.',
  signedOut: 'Your session has ended, so nothing was saved. Sign in and try again.',
  kept: 'What you typed is kept in this tab. It is there again when you have signed in with the same account.',
  notFromHere: 'Nothing was saved',
  otherOrigin: 'This form was sent from another website.',
  oldForm: 'This form is from an earlier session.',
  again: 'Open the page and try again',
  forgotten: 'Forgotten your password? An admin of the museum gives you a new one.',
  byProvider: 'Sign in with your museum account',
  asLocalAdmin: 'Sign in with a password, as an admin of this service',
  providerOnly: 'Your account has no password here any more. Sign in with your museum account.',
  signedIn: 'You are signed in',
  goOn: 'Continue',
  notSignedIn: 'You are not signed in',
  backToSignIn: 'Back to sign-in',
  noRole:
    'None of your groups may use this service. Ask whoever looks after the accounts of the house to add you to one.',
  disabled: 'Your account is disabled here. An admin of this service can enable it.',
  unreachable:
    'The sign-in of the house can’t be reached. Try again in a moment. An admin of this service can sign in with a password.',
  refused: 'The sign-in of the house has ended without signing you in. Try again.',
  untrusted: 'The answer of the sign-in of the house could not be verified. Try again.',
});
