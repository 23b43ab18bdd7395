export {
  type Account,
  AccountRefused,
  generatePassword,
  type ListedAccount,
  passwordFault,
  usernameFault,
} from './account.ts';
export {
  addAccount,
  disableAccount,
  enableAccount,
  ensureFirstAccount,
  type FirstAccount,
  getAccount,
  listAccounts,
  requireFreeUsername,
  setPassword,
  setRole,
} from './account-store.ts';
export { parseCredentials, requireAuthorization } from './credentials.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
