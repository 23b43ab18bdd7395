export {
  type Account,
  AccountRefused,
  type Credentials,
  generatePassword,
  type ListedAccount,
  MAILINGS,
  type Mailing,
  normalUsername,
  passwordFault,
  usernameFault,
} from './account.ts';
export {
  addAccount,
  disableAccount,
  enableAccount,
  ensureFirstAccount,
  type FirstAccount,
  findUsernames,
  getAccount,
  listAccounts,
  requireFreeUsername,
  setMailing,
  setPassword,
  setRole,
} from './account-store.ts';
export { hasSessionsToSweep, sweepSessions } from './session-store.ts';
export { type ListedSession, type OpenedSession, type Session, Sessions } from './sessions.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
