import { answerOf } from './answer.js';
import { withRetries } from './attempts.js';
import { ConnectionError } from './errors.js';
import { operations } from './operations.js';
import { checkOptions } from './options.js';
import { refusedOrigin } from './origin.js';
import { readResult } from './read-result.js';
import { requestFor } from './request.js';

/**
 * @import { ClientOptions, Problem, Result } from './index.js'
 * @import { Input, Operation, Options } from './request.js'
 */

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const CLIENT_OPTIONS = ['baseUrl', 'username', 'password', 'retries', 'retryFor', 'timeout', 'fetch'];

export class MuseumClient {
  #baseUrl;
  #authorization;
  #limits;
  #timeout;
  #fetch;

  /** @param {ClientOptions} options */
  constructor(options) {
    const given = options ?? {}; // a program without types may leave them out
    checkOptions('MuseumClient', given, CLIENT_OPTIONS);
    const { baseUrl, username, password, timeout = 30_000, fetch = globalThis.fetch } = given;
    const { retries = Number.POSITIVE_INFINITY, retryFor = 30_000 } = given;
    this.#baseUrl = checkedAddress(baseUrl);
    this.#authorization = basic(username, password);
    this.#limits = { retries, retryFor };
    this.#timeout = timeout;
    this.#fetch = fetch;
  }

  static {
    for (const [id, operation] of Object.entries(operations)) {
      const method = {
        /**
         * @this {MuseumClient}
         * @param {Input} [input]
         * @param {Options} [options]
         */
        [id](input, options) {
          return answerOf(id, (page) => this.#ask(id, operation, input, options, page));
        },
      };
      Object.defineProperty(MuseumClient.prototype, id, {
        value: method[id],
        configurable: true,
        writable: true,
      });
    }
  }

  /**
   * @param {string} id
   * @param {Operation} operation
   * @param {Input} [input]
   * @param {Options} [options]
   * @param {string} [page] the query that leads to it
   * @returns {Promise<Result<unknown, Problem>>}
   */
  async #ask(id, operation, input, options = {}, page) {
    const { path, query, init, accept, mayRepeat } = requestFor(id, operation, input, options);
    const url = new URL(`${this.#baseUrl}${path}${page ?? query}`);
    init.headers.set('authorization', this.#authorization);
    const { signal, timeout = this.#timeout } = options;
    const { retries = this.#limits.retries, retryFor = this.#limits.retryFor } = options;
    const attempt = async () => {
      try {
        return await this.#attempt(url, init, accept, timeout, signal);
      } catch (error) {
        signal?.throwIfAborted(); // an abort is no ConnectionError
        const asked = { headers: init.headers, timeout, signal };
        const isLate = error instanceof Late;
        const origin = isLate ? undefined : await refusedOrigin(this.#fetch, url, asked, this.#baseUrl);
        signal?.throwIfAborted();
        throw new ConnectionError(id, url, error, origin);
      }
    };
    return withRetries(attempt, { retries: mayRepeat ? retries : 0, retryFor }, signal);
  }

  /**
   * @param {URL} url
   * @param {RequestInit} init
   * @param {string | undefined} accept
   * @param {number} timeout
   * @param {AbortSignal | undefined} signal
   */
  async #attempt(url, init, accept, timeout, signal) {
    const controller = new AbortController();
    const late = () => controller.abort(new Late(`there was none within ${timeout} ms`));
    const stop = () => controller.abort(signal?.reason);
    const timer = setTimeout(late, Math.min(timeout, MAX_TIMER_MS));
    signal?.addEventListener('abort', stop);
    try {
      const fetch = this.#fetch; // must not be called as a method
      const response = await fetch(url, { ...init, signal: controller.signal });
      return readResult(response, await response.arrayBuffer(), accept);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

/** There was no answer in time. */
class Late extends Error {}

/** @param {string} baseUrl */
function checkedAddress(baseUrl) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isUsable =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (isUsable) return url.href.replace(/\/+$/, '');
  const shown = `${baseUrl}`.replace(/\/\/.*@/, '//...@'); // no password in a log
  throw new TypeError(
    `baseUrl must be the base address of a museum, such as https://tickets.example.com/v1.1, not "${shown}".`,
  );
}

/**
 * Basic credentials (RFC 7617) in UTF-8.
 * @param {string} username
 * @param {string} password
 */
function basic(username, password) {
  if (typeof username !== 'string' || username === '' || username.includes(':'))
    throw new TypeError('username must be that of an account: text, not empty, and without a colon.');
  if (typeof password !== 'string' || password === '')
    throw new TypeError('password must be that of the account: text, and not empty.');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
}
