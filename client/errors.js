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
   */
  constructor(operation, url, cause) {
    super(`${operation}: no answer from ${url.origin} (${reasonOf(cause)}).`, { cause });
    this.name = 'ConnectionError';
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
