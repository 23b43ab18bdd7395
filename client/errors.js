/** @import { Problem } from './index.js' */

export class ProblemError extends Error {
  /**
   * @param {string} operation
   * @param {Problem} problem
   * @param {Response} response
   */
  constructor(operation, problem, response) {
    super(`${operation}: ${problem.title} (${problem.status}). ${problem.detail}`);
    this.name = 'ProblemError';
    this.problem = problem;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

export class ConnectionError extends Error {
  /**
   * @param {string} operation
   * @param {URL} url
   * @param {unknown} cause
   * @param {string} [refusedOrigin] of the page, when the museum does not let it use the interface
   */
  constructor(operation, url, cause, refusedOrigin) {
    super(
      refusedOrigin === undefined
        ? `${operation}: no answer from ${url.origin} (${reasonOf(cause)}).`
        : `${operation}: ${url.origin} answers, but refuses this page. The museum must name ${refusedOrigin} in its setting MUSEUM_CORS_ORIGINS, and a page may send only the headers that it allows (${reasonOf(cause)}).`,
      { cause },
    );
    this.name = 'ConnectionError';
    this.isOriginRefused = refusedOrigin !== undefined;
  }
}

/**
 * The message of the innermost cause: the error of fetch itself only says "fetch failed".
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  if (!(error instanceof Error)) return `${error}`;
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
