/**
 * The museum's service, as far as it can be reached.
 *
 * @import { Reply, Session } from './types.ts'
 */

/** Milliseconds: for so long a visitor waits for the service. */
export const SCAN_TIMEOUT_MS = 1_500;
/** For the news and all that nobody waits for. */
const TIMEOUT_MS = 10_000;

export class Service extends EventTarget {
  isOnline = false;
  /** Whether it wants somebody to sign in. */
  isSignedOut = false;
  /** @type {Session | undefined} */
  #session;
  #language;

  /** @param {string} language in which it says its verdicts */
  constructor(language) {
    super();
    this.#language = language;
  }

  /**
   * What it answers; undefined when it does not in time, or is in no state to.
   * @param {string} method
   * @param {string} path below /gate/
   * @param {unknown} [body]
   * @param {number} [timeoutMs] in milliseconds
   * @returns {Promise<Reply | undefined>}
   */
  async ask(method, path, body, timeoutMs = TIMEOUT_MS) {
    const reply = await this.#fetch(method, path, body, timeoutMs);
    // What is no JSON comes from the pages' guard (no session, or a token of another one), else from somebody in between.
    const isTurnedAway = reply?.json === undefined && [401, 403].includes(reply?.status ?? 0);
    const isOurs = isTurnedAway || reply?.json !== undefined;
    const isAway = reply === undefined || !isOurs || reply.status >= 500 || reply.status === 429;
    const isSignedOut = isAway ? this.isSignedOut : isTurnedAway;
    if (isSignedOut) this.#session = undefined;
    this.#become(!isAway, isSignedOut);
    return isAway || isSignedOut ? undefined : reply;
  }

  /** Finds out whose session it is, and what time. @returns {Promise<Session | undefined>} */
  async greet() {
    const reply = await this.ask('GET', 'session');
    this.#session = reply?.status === 200 ? reply.json : undefined;
    return this.#session;
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
