import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Clock } from '../core/clock.ts';

export interface IdentityProviderOptions {
  /** Its issuer identifier, to the letter (OpenID Connect Discovery 1.0, section 3). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim with the names of a person's groups. */
  readonly groupsClaim: string;
}

/** Who has signed in there, as the ID token or the userinfo endpoint says. */
export interface FinishedSignIn {
  readonly issuer: string;
  readonly subject: string;
  /** The session there (claim `sid`); undefined: it does not tell. */
  readonly providerSession: string | undefined;
  /** What the person may be called, the best first. */
  readonly names: readonly string[];
  readonly groups: readonly string[];
}

/** Whose session there is over: one of the two is told, or both. */
export interface LoggedOut {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
}

/**
 * The provider could not be asked (`unreachable`), has refused (`refused`: the person has not signed in), or its answer
 * is not to be believed (`untrusted`).
 */
export class IdentityFault extends Error {
  override readonly name = 'IdentityFault';
  readonly because: 'unreachable' | 'refused' | 'untrusted';

  constructor(because: IdentityFault['because'], cause: unknown) {
    super(`${because}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.because = because;
  }
}

const TIMEOUT_SECONDS = 10;
/** Clocks of museums and providers differ. */
const CLOCK_TOLERANCE_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * The museum's identity provider, by OpenID Connect: authorization code with PKCE, state and nonce. Its addresses and keys
 * are asked for at each sign-in, so that it may change them at any time.
 */
export class IdentityProvider {
  readonly #options: IdentityProviderOptions;
  readonly #clock: Clock;

  constructor(options: IdentityProviderOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * @returns where the browser goes, and the secrets that it keeps until it comes back to `redirectUri`
   * @throws IdentityFault unreachable
   */
  async begin(redirectUri: string): Promise<{ readonly address: string; readonly secrets: string }> {
    const provider = await this.#discover();
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const groups = provider.serverMetadata().scopes_supported?.includes('groups') ? ' groups' : '';
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: `openid profile email${groups}`,
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
    });
    return { address: address.href, secrets: [state, nonce, verifier].join('.') };
  }

  /**
   * @param cameBackTo the whole address at which the browser came back
   * @param secrets what `begin` has given it
   * @throws IdentityFault
   */
  async finish(cameBackTo: URL, secrets: string): Promise<FinishedSignIn> {
    const [expectedState = '', expectedNonce = '', pkceCodeVerifier = ''] = secrets.split('.');
    const provider = await this.#discover();
    const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
    const tokens = await asked(() => client.authorizationCodeGrant(provider, cameBackTo, checks));
    const claims = tokens.claims() as client.IDToken; // one is expected
    const { groupsClaim } = this.#options;
    const more =
      claims[groupsClaim] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? await asked(() => client.fetchUserInfo(provider, tokens.access_token, claims.sub))
        : {};
    const told: Readonly<Record<string, unknown>> = { ...more, ...claims };
    const { iss: issuer, sub: subject } = claims;
    return {
      ...{ issuer, subject },
      providerSession: textsOf(told.sid)[0],
      names: [told.preferred_username, told.email, told.name, subject].flatMap(textsOf),
      groups: textsOf(told[groupsClaim]),
    };
  }

  /**
   * Who is logged out by a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws IdentityFault untrusted when it is not one of this provider for this service
   */
  async readLogout(token: string): Promise<LoggedOut> {
    const { issuer, jwks_uri = '' } = (await this.#discover()).serverMetadata();
    const options = {
      ...{ issuer, audience: this.#options.clientId, requiredClaims: ['iat', 'jti', 'events'] },
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(this.#clock.now()),
    };
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: fetch,
      timeoutDuration: TIMEOUT_SECONDS * 1_000,
    });
    const { payload } = await asked(() => jwtVerify(token, keys, options));
    const { sub: subject, sid, nonce, events } = payload;
    const providerSession = textsOf(sid)[0];
    if (nonce !== undefined || !isRecord(events) || !isRecord(events[LOGOUT_EVENT]))
      throw new IdentityFault('untrusted', 'This is no logout token.');
    if (subject === undefined && providerSession === undefined)
      throw new IdentityFault('untrusted', 'The logout token names neither a person nor a session.');
    return { issuer, subject, providerSession };
  }

  /** @throws IdentityFault unreachable */
  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    const metadata = {
      client_secret: clientSecret,
      [client.clockSkew]: (this.#clock.now() - Date.now()) / 1_000,
      [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    try {
      return await client.discovery(new URL(issuer), clientId, metadata, undefined, {
        execute: [client.enableNonRepudiationChecks, ...insecure],
        timeout: TIMEOUT_SECONDS,
      });
    } catch (error) {
      throw new IdentityFault('unreachable', error);
    }
  }
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new IdentityFault(becauseOf(error), error);
  }
}

function becauseOf(error: unknown): IdentityFault['because'] {
  if (error instanceof client.AuthorizationResponseError) return 'refused';
  const { cause, name } = error as Error;
  const isNetwork = name === 'TimeoutError' || error instanceof TypeError || cause instanceof TypeError;
  return isNetwork ? 'unreachable' : 'untrusted';
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((each): each is string => typeof each === 'string' && each !== '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
