import { ProblemError } from './errors.js';

/** @import { Problem, Result } from './index.js' */

/**
 * @typedef {Result<unknown, Problem>} AnyResult
 * @typedef {(page?: string) => Promise<AnyResult>} Ask
 */

/**
 * A promise of the data, with methods for the whole answer and for further pages.
 * @param {string} operation
 * @param {Ask} ask
 */
export function answerOf(operation, ask) {
  const result = ask();
  const data = result.then((each) => dataOf(operation, each));
  // A caller of `result` or `pages` gets the error there, so the promise of the data must not reject unhandled.
  const onlyData = () => data.catch(() => {});
  return Object.assign(data, {
    result() {
      onlyData();
      return result;
    },
    pages() {
      onlyData();
      return pagesFrom(operation, result, ask);
    },
  });
}

/**
 * @param {string} operation
 * @param {Promise<AnyResult>} first
 * @param {Ask} ask
 */
async function* pagesFrom(operation, first, ask) {
  let page = await first;
  yield dataOf(operation, page);
  for (let next = nextOf(page); next !== undefined; next = nextOf(page)) {
    page = await ask(next);
    yield dataOf(operation, page);
  }
}

/**
 * @param {string} operation
 * @param {AnyResult} result
 */
function dataOf(operation, result) {
  if (result.ok) return result.data;
  throw new ProblemError(operation, result.problem, result.response);
}

/**
 * The query of the next page, from the header Link (RFC 8288). Only the query is used, never another host or path.
 * @param {AnyResult} result
 */
function nextOf({ response }) {
  return /<[^>?]*(\?[^>]*)>\s*;\s*rel="?next\b/.exec(response.headers.get('link') ?? '')?.[1];
}
