/** @import { Problem, Result } from './index.js' */

/**
 * @param {Response} response
 * @param {ArrayBuffer} body
 * @param {string | undefined} accept what the data should be; undefined when there should be none
 * @returns {Result<unknown, Problem>}
 * @throws SyntaxError when the body ends too early
 */
export function readResult(response, body, accept) {
  const mediaType = mediaTypeOf(response);
  const etag = response.headers.get('etag') ?? undefined;
  // An answer without data is a 204: any other success is a page of a proxy.
  if (response.status === (accept === undefined ? 204 : 304))
    return { ok: true, data: undefined, etag, response };
  if (response.ok && mediaType === accept) return { ok: true, data: dataOf(mediaType, body), etag, response };
  const explained = mediaType === 'application/problem+json' ? json(body) : {};
  return { ok: false, problem: { ...unexplained(response), ...explained }, response };
}

/**
 * @param {string | undefined} mediaType
 * @param {ArrayBuffer} body
 */
function dataOf(mediaType, body) {
  if (mediaType === 'application/json') return json(body);
  return mediaType === 'text/csv' ? text(body) : { bytes: new Uint8Array(body), mediaType };
}

/**
 * A problem for a response that is not from a museum (`about:blank`: RFC 9457, section 4.2.1).
 * @param {Response} response
 * @returns {Problem}
 */
function unexplained(response) {
  const { status, statusText, type } = response;
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  return {
    type: 'about:blank',
    title: statusText || (isRedirect ? 'Redirect' : `Status ${status}`),
    status,
    detail: isRedirect
      ? `It leads to ${response.headers.get('location') ?? 'another address'}: give the address of the museum itself as baseUrl.`
      : `The answer is ${mediaTypeOf(response) ?? 'empty'}, and not what a museum answers. Is baseUrl right?`,
  };
}

/** @param {Response} response */
function mediaTypeOf({ headers }) {
  return headers
    .get('content-type')
    ?.replace(/\s*;.*/, '')
    .toLowerCase();
}

/** @param {ArrayBuffer} body */
function json(body) {
  return JSON.parse(text(body));
}

/** @param {ArrayBuffer} body */
function text(body) {
  return new TextDecoder().decode(body);
}
