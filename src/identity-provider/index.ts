export {
  type FinishedSignIn,
  IdentityFault,
  IdentityProvider,
  type IdentityProviderOptions,
  type LoggedOut,
} from './identity-provider.ts';
