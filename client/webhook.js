/** Messages to webhooks, as Standard Webhooks 1.0 signs them. */

/** @typedef {Headers | Readonly<Record<string, string | readonly string[] | undefined>>} AnyHeaders */

export class WebhookVerificationError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

const TOLERANCE_SECONDS = 5 * 60;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** @type {typeof import('./index.js').verifyWebhook} */
export async function verifyWebhook(secrets, headers, body) {
  checkArguments(secrets, headers, body);
  const keys = await Promise.all([secrets].flat().map(keyOf));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const id = read(headers, 'webhook-id');
  const timestamp = read(headers, 'webhook-timestamp');
  const signatures = read(headers, 'webhook-signature').split(' ').flatMap(signatureOf);
  checkTime(timestamp);
  if (!(await isSigned(keys, signatures, joined(`${id}.${timestamp}.`, bytes))))
    throw new WebhookVerificationError('No signature of the message is one of these secrets.');
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Checks the types of the arguments, for programs without types.
 * @param {unknown} secrets
 * @param {unknown} headers
 * @param {unknown} body
 */
function checkArguments(secrets, headers, body) {
  const all = [secrets].flat();
  if (all.length === 0) throw new TypeError('There is no secret: the list of them is empty.');
  for (const secret of all)
    if (typeof secret !== 'string')
      throw new TypeError(
        `A secret must be text, and is ${nameOf(secret)}: is it set where it is read from?`,
      );
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError(`The headers must be an object or Headers, and are ${nameOf(headers)}.`);
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError(
      `The body must be text or bytes, and is ${nameOf(body)}: give it as it came, before anything parses it.`,
    );
}

/** @param {unknown} value */
function nameOf(value) {
  if (value === undefined || value === null) return `${value}`;
  return `of the type "${typeof value}"`;
}

/**
 * @param {string} secret
 * @returns {Promise<CryptoKey>}
 */
async function keyOf(secret) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A secret is "whsec_" and base64, as the museum showed it once.');
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
}

/**
 * @param {AnyHeaders} headers
 * @param {string} name
 * @returns {string}
 */
function read(headers, name) {
  const [value, ...more] = [isHeaders(headers) ? headers.get(name) : find(headers, name)].flat();
  if (more.length > 0)
    throw new WebhookVerificationError(`The message has the header ${name} more than once.`);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The message has no header ${name}.`);
}

/**
 * Whether it is a Headers object, also one of another realm or library.
 * @param {AnyHeaders} headers
 * @returns {headers is Headers}
 */
function isHeaders(headers) {
  return typeof headers.get === 'function';
}

/**
 * @param {Exclude<AnyHeaders, Headers>} headers
 * @param {string} name
 */
function find(headers, name) {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** @param {string} timestamp seconds since 1970 */
function checkTime(timestamp) {
  const age = /^\d+$/.test(timestamp) ? Math.floor(Date.now() / 1_000) - Number(timestamp) : Number.NaN;
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError(
    Number.isNaN(age)
      ? 'The header webhook-timestamp is no instant.'
      : `The message is ${age > 0 ? 'older than five minutes' : 'from the future'}; or a clock is wrong.`,
  );
}

/**
 * The bytes of a signature of version 1; empty for other versions.
 * @param {string} text
 */
function signatureOf(text) {
  const [version, signature = ''] = text.split(',');
  const bytes = version === 'v1' ? fromBase64(signature) : undefined;
  return bytes === undefined ? [] : [bytes];
}

/**
 * The platform compares in constant time.
 * @param {readonly CryptoKey[]} keys
 * @param {readonly Uint8Array<ArrayBuffer>[]} signatures
 * @param {Uint8Array<ArrayBuffer>} signed
 */
async function isSigned(keys, signatures, signed) {
  for (const key of keys)
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  return false;
}

/**
 * @param {string} text
 * @param {Uint8Array} bytes
 */
function joined(text, bytes) {
  const start = new TextEncoder().encode(text);
  const whole = new Uint8Array(start.length + bytes.length);
  whole.set(start);
  whole.set(bytes, start.length);
  return whole;
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
