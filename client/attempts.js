/** Retries calls that failed for a temporary reason. */
import { ConnectionError } from './errors.js';

/** @import { Problem, Result } from './index.js' */

/** The longest wait before the second attempt, and before any later one, in milliseconds. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;

/** Too many requests, and the statuses of a museum or a gateway that is temporarily unavailable. */
const RETRIABLE_STATUSES = [429, 502, 503, 504];

/**
 * Repeats `attempt` until it gives a final result: at most `retries` times, and as long as the waits between the attempts are no
 * more than `retryFor` milliseconds in all.
 * @template Data
 * @param {() => Promise<Result<Data, Problem>>} attempt
 * @param {{ retries: number, retryFor: number }} limits
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Result<Data, Problem>>}
 */
export async function withRetries(attempt, { retries, retryFor }, signal) {
  let left = retryFor;
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    const isLast = failures >= retries || left <= 0;
    let wait;
    try {
      const result = await attempt();
      wait = isLast ? undefined : waitAfter(result, failures, left);
      if (wait === undefined) return result;
    } catch (error) {
      if (isLast || !(error instanceof ConnectionError) || error.isOriginRefused) throw error;
      wait = Math.min(backoff(failures), left);
    }
    left -= wait;
    await sleep(wait, signal);
  }
}

/**
 * Milliseconds until the next attempt, at least as long as the header Retry-After says; undefined when there is to be none, as
 * when that is longer than what is left.
 * @param {Result<unknown, Problem>} result
 * @param {number} failures
 * @param {number} left
 */
function waitAfter(result, failures, left) {
  if (result.ok || !isRetriable(result.problem, result.response)) return undefined;
  const asked = retryAfter(result.response);
  return asked > left ? undefined : Math.min(asked + backoff(failures), left);
}

/**
 * @param {Problem} problem
 * @param {Response} response
 */
function isRetriable({ type }, { status }) {
  return RETRIABLE_STATUSES.includes(status) || type === '/problems/idempotency-key-in-use';
}

/**
 * Retry-After (RFC 9110, section 10.2.3) in milliseconds: seconds, or an instant.
 * @param {Response} response
 */
function retryAfter({ headers }) {
  const value = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return wait > 0 ? wait : 0;
}

/**
 * Exponential backoff with jitter.
 * @param {number} failures
 */
function backoff(failures) {
  return Math.random() * Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
}

/**
 * @param {number} wait
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
function sleep(wait, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
