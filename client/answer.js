import { ProblemError } from './errors.js';

/** @import { Problem, Result } from './index.js' */

/**
 * @typedef {Result<unknown, Problem>} AnyResult
 * @typedef {(page?: string) => Promise<AnyResult>} Ask
 */

/**
 * A promise of the data, with the ways to the whole answer and to further pages.
 * @param {string} operation
 * @param {Ask} ask
 */
export function answerOf(operation, ask) {
  const result = ask();
  const data = result.then((each) => dataOf(operation, each));
  // Whoever asks for more than the data hears there what went wrong.
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
 * The query of the next page, by the header Link (RFC 8288). Where it leads to stays what it was.
 * @param {AnyResult} result
 */
function nextOf({ response }) {
  return /<[^>?]*(\?[^>]*)>\s*;\s*rel="?next\b/.exec(response.headers.get('link') ?? '')?.[1];
}
