import { checkOptions } from './options.js';

/** @import { CallOptions, Conditions, Keyed } from './index.js' */

/**
 * @typedef {object} Operation
 * @property {string} method
 * @property {string} path
 * @property {readonly string[]} [query]
 * @property {readonly string[]} [accepts] media types of its data; the first unless another is asked for
 * @property {boolean} [hasBody]
 * @property {boolean} [takesFile] the member `file` of the input is the body: a Blob, whose type is the media type
 * @property {string} [list] the member of the input that is the body
 * @property {boolean} [takesKey]
 */
/** @typedef {Readonly<Record<string, unknown>>} Input */
/** @typedef {CallOptions & Keyed & Conditions & { accept?: string }} Options */

/** Idempotent methods (RFC 9110, section 9.2.2). */
const IDEMPOTENT_METHODS = ['GET', 'PUT', 'DELETE'];
/** Operations with POST that may be repeated: check-ins have ids of the client, and these changes of an order happen once. */
const REPEATABLE = ['checkIn', 'recordCheckIns', 'confirmOrder', 'extendOrder', 'releaseOrder'];

const CALL_OPTIONS = [
  ...['signal', 'retries', 'retryFor', 'timeout', 'headers', 'accept'],
  ...['idempotencyKey', 'ifMatch', 'ifNoneMatch'],
];

/** The headers that the client sends itself, and what to do in place of giving them. */
const OWN_HEADERS = {
  accept: 'leave it out, or give a report the option accept',
  authorization: 'give username and password to MuseumClient',
  'content-type': 'leave it out',
  'idempotency-key': 'give the option idempotencyKey',
  'if-match': 'give the option ifMatch',
  'if-none-match': 'give the option ifNoneMatch',
};

/**
 * The request of a call. With a body, all members of the input go into it, except those of path and query; a body that is a list is one
 * member of the input. Without a body, only
 * the operation's parameters are sent, so that a whole ticket can be given as the input.
 * @param {string} id
 * @param {Operation} operation
 * @param {Input} [input]
 * @param {Options} [options]
 */
export function requestFor(
  id,
  { method, path, query, accepts, hasBody, takesFile, list, takesKey },
  input,
  options = {},
) {
  checkOptions(id, options, CALL_OPTIONS);
  if (!takesKey && options.idempotencyKey !== undefined)
    throw new TypeError(`${id} takes no idempotencyKey: the museum would do it again.`);
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { [name]: value } = rest;
    delete rest[name];
    return segment(id, name, value);
  });
  if (id === 'checkIn') rest.checkInId ??= crypto.randomUUID();
  const asked = queryOf(query, rest);
  for (const name of query ?? []) delete rest[name];
  const accept = acceptOf(id, accepts, options.accept);
  const headers = givenHeaders(id, options.headers);
  const own = {
    accept,
    'content-type': hasBody ? 'application/json' : undefined,
    'idempotency-key': takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
    'if-match': options.ifMatch,
    'if-none-match': options.ifNoneMatch,
  };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) headers.set(name, value);
  const json = () => JSON.stringify(list === undefined ? rest : rest[list]);
  /** @type {RequestInit & { headers: Headers }} */
  const init = {
    ...{ method, headers, body: takesFile ? fileIn(id, rest) : hasBody ? json() : null },
    redirect: 'manual', // a followed redirect would turn a purchase into a GET
    credentials: 'omit', // otherwise a browser would show its own sign-in dialog
  };
  const mayRepeat = takesKey === true || IDEMPOTENT_METHODS.includes(method) || REPEATABLE.includes(id);
  return { path: filled, query: asked, init, accept, mayRepeat };
}

/**
 * @param {string} id
 * @param {Input} input
 */
function fileIn(id, { file }) {
  if (file instanceof Blob && file.type !== '') return file;
  throw new TypeError(`${id}: file must be a Blob with a type, such as image/jpeg.`);
}

/**
 * @param {string} id
 * @param {string} name
 * @param {unknown} value
 */
function segment(id, name, value) {
  // An empty path segment, or one of dots only, would lead to another operation.
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${id}: ${name} is ${JSON.stringify(value)}, which can't be asked for.`);
}

/**
 * @param {string} id
 * @param {readonly string[]} [accepts]
 * @param {string} [asked]
 * @returns {string | undefined}
 */
function acceptOf(id, accepts = [], asked = accepts[0]) {
  if (asked === undefined || accepts.includes(asked)) return asked;
  const others = accepts.length === 0 ? 'it answers without data' : `it answers ${accepts.join(' or ')}`;
  throw new TypeError(`${id}: accept is ${JSON.stringify(asked)}, but ${others}.`);
}

/**
 * @param {readonly string[] | undefined} names
 * @param {Input} input
 */
function queryOf(names = [], input) {
  const given = names.filter((name) => input[name] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map((name) => [name, `${input[name]}`]))}`;
}

/**
 * Refuses headers that the client sends itself, which would silently be overwritten.
 * @param {string} id
 * @param {CallOptions['headers']} [given]
 */
function givenHeaders(id, given = {}) {
  const headers = sendable(id, given);
  for (const [name, instead] of Object.entries(OWN_HEADERS))
    if (headers.has(name))
      throw new TypeError(`${id}: the client sends the header ${name} itself: ${instead}.`);
  return headers;
}

/**
 * @param {string} id
 * @param {NonNullable<CallOptions['headers']>} given
 */
function sendable(id, given) {
  try {
    const pairs = Symbol.iterator in given ? [...given] : Object.entries(given);
    return new Headers(pairs.filter(([, value]) => value !== undefined));
  } catch (error) {
    throw new TypeError(`${id}: headers can't be sent: ${/** @type {Error} */ (error).message}`);
  }
}
