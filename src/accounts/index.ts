export {
  type Account,
  type AccountFault,
  AccountRefused,
  type Credentials,
  generatePassword,
  isBuiltIn,
  type ListedAccount,
  MAILINGS,
  type Mailing,
  normalUsername,
  SHOP_ACCOUNT,
  USERNAME_CHARACTERS,
  usernameFault,
} from './account.ts';
export {
  addAccount,
  disableAccount,
  enableAccount,
  endSessions,
  ensureFirstAccount,
  ensureShopAccount,
  ensureTrialAccount,
  type FirstAccount,
  findAccountId,
  findSelfMailing,
  findShopAccount,
  findUsernames,
  getAccount,
  listAccounts,
  lockAccount,
  requireFreeUsername,
  setMailing,
  setPassword,
  setRole,
} from './account-store.ts';
export { findProvided, PersonRefused, type SignedInPerson, type SignedOutPerson } from './identities.ts';
export { networkOf } from './network.ts';
export { firstPasswordFault, PASSWORD_MIN_CHARACTERS, passwordFault } from './passwords.ts';
export {
  findSecondFactor,
  findSecured,
  resetSecondFactor,
  type SecondFactor,
  SecondFactors,
} from './second-factor.ts';
export { findPresence, hasSessionsToSweep, type Presence, sweepSessions } from './session-store.ts';
export { type ListedSession, Sessions } from './sessions.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
export { addToken, type ListedToken, listTokens, revokeToken } from './tokens.ts';
export { isTotpSecret, newTotpSecret, totpAddress } from './totp.ts';
export { WrongCodes } from './wrong-codes.ts';
