/** Calls that fail in passing are made again, after a while. */
import { ConnectionError } from './errors.js';

/** @import { Problem, Result } from './index.js' */

/** Milliseconds: what the wait before the second attempt is at most, and how far it grows. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** When the museum asks for more patience than this, the caller is told at once. */
const LONGEST_RETRY_AFTER = 60_000;

/** Too many requests, and what the museum or a gateway before it says while it is away. */
const PASSING = [429, 502, 503, 504];

/**
 * Attempts until there is an answer that is more than "not now", or until it was made again so often.
 * @template Data
 * @param {() => Promise<Result<Data, Problem>>} attempt
 * @param {number} retries
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Result<Data, Problem>>}
 */
export async function persist(attempt, retries, signal) {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    const isLast = failures >= retries;
    let wait;
    try {
      const result = await attempt();
      wait = isLast ? undefined : waitAfter(result, failures);
      if (wait === undefined) return result;
    } catch (error) {
      if (isLast || !(error instanceof ConnectionError)) throw error;
      wait = backoff(failures);
    }
    await sleep(wait, signal);
  }
}

/**
 * Milliseconds until the next attempt, at least as long as the header Retry-After says; undefined when there is to be none.
 * @param {Result<unknown, Problem>} result
 * @param {number} failures
 */
function waitAfter(result, failures) {
  if (result.ok || !isPassing(result.problem, result.response)) return undefined;
  const asked = retryAfter(result.response);
  return asked > LONGEST_RETRY_AFTER ? undefined : asked + backoff(failures);
}

/**
 * @param {Problem} problem
 * @param {Response} response
 */
function isPassing({ type }, { status }) {
  return PASSING.includes(status) || type === '/problems/idempotency-key-in-use';
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
 * Longer each time, and never the same for all clients that failed at the same moment.
 * @param {number} failures
 */
function backoff(failures) {
  return Math.random() * Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);
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
