/**
 * The connection to the museum's service.
 *
 * @import { Reply, GateSession } from './types.ts'
 */

/** The timeout for a scan in milliseconds: a visitor is waiting. */
export const SCAN_TIMEOUT_MS = 1_500;
/** The timeout for changes and other background requests in milliseconds. */
const TIMEOUT_MS = 10_000;

export class Service extends EventTarget {
  isOnline = false;
  /** Whether the service last answered that somebody must sign in. */
  isSignedOut = false;
  /** @type {GateSession | undefined} */
  #session;
  #language;

  /** @param {string} language in which it says its verdicts */
  constructor(language) {
    super();
    this.#language = language;
  }

  /**
   * The answer of the service; undefined when it does not answer in time, is unavailable, or requires signing in.
   * @param {string} method
   * @param {string} path below /gate/
   * @param {unknown} [body]
   * @param {number} [timeoutMs] in milliseconds
   * @returns {Promise<Reply | undefined>}
   */
  async ask(method, path, body, timeoutMs = TIMEOUT_MS) {
    const reply = await this.#fetch(method, path, body, timeoutMs);
    // An answer that is no JSON is from the page guard (no session, or a wrong CSRF token), or from a proxy in between.
    const isTurnedAway = reply?.json === undefined && [401, 403].includes(reply?.status ?? 0);
    const isOurs = isTurnedAway || reply?.json !== undefined;
    const isAway = reply === undefined || !isOurs || reply.status >= 500 || reply.status === 429;
    const isSignedOut = isAway ? this.isSignedOut : isTurnedAway;
    if (isSignedOut) this.#session = undefined;
    this.#become(!isAway, isSignedOut);
    return isAway || isSignedOut ? undefined : reply;
  }

  /** Loads the session and the service's time. @returns {Promise<GateSession | undefined>} */
  async greet() {
    const reply = await this.ask('GET', 'session');
    this.#session = reply?.status === 200 ? reply.json : undefined;
    return this.#session;
  }

  /** @returns {Promise<boolean>} whether the session is over */
  async signOut() {
    if (!this.isReady) return false;
    const headers = { 'x-csrf-token': this.#session?.csrfToken ?? '' };
    const answer = await fetch('/sign-out', { method: 'POST', headers, redirect: 'manual' }).catch(
      () => undefined,
    );
    return answer?.type === 'opaqueredirect';
  }

  get isReady() {
    return this.isOnline && !this.isSignedOut && this.#session !== undefined;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {number} timeoutMs
   * @returns {Promise<Reply | undefined>}
   */
  async #fetch(method, path, body, timeoutMs) {
    try {
      const response = await fetch(`/gate/${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'accept-language': this.#language,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method !== 'GET' && { 'x-csrf-token': this.#session?.csrfToken ?? '' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, json: isJson ? await response.json() : undefined };
    } catch {
      return undefined;
    }
  }

  /**
   * @param {boolean} isOnline
   * @param {boolean} isSignedOut
   */
  #become(isOnline, isSignedOut) {
    if (isOnline === this.isOnline && isSignedOut === this.isSignedOut) return;
    this.isOnline = isOnline;
    this.isSignedOut = isSignedOut;
    this.dispatchEvent(new Event('change'));
  }
}
