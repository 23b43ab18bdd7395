/** @typedef {{ fits: (value: any) => boolean, what: string }} Kind */

/** @type {Kind} */
const TEXT = { fits: (value) => typeof value === 'string', what: 'text' };

/**
 * The checks of options. Options that are missing here are checked where they are used.
 * @type {Readonly<Record<string, Kind>>}
 */
const KINDS = {
  fetch: { fits: (value) => typeof value === 'function', what: 'a function' },
  retries: { fits: (value) => Number.isInteger(value) && value >= 0, what: 'a whole number, 0 or more' },
  retryFor: {
    fits: (value) => typeof value === 'number' && value >= 0,
    what: 'a number of milliseconds, 0 or more',
  },
  timeout: {
    fits: (value) => typeof value === 'number' && value > 0,
    what: 'a number of milliseconds above 0',
  },
  signal: { fits: (value) => typeof value?.throwIfAborted === 'function', what: 'an AbortSignal' },
  idempotencyKey: {
    fits: (value) => typeof value === 'string' && /^[!-~]{1,255}$/.test(value),
    what: '1 to 255 visible ASCII characters',
  },
  ifMatch: TEXT,
  ifNoneMatch: TEXT,
};

/**
 * Checks the names and values of options: a misspelt `idempotencyKey`, for example, would silently be ignored.
 * @param {string} whose
 * @param {object} given
 * @param {readonly string[]} known
 * @throws TypeError that names the first unknown option, or the first with an invalid value
 */
export function checkOptions(whose, given, known) {
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`${whose}: the options must be an object.`);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name))
      throw new TypeError(`${whose} takes no option ${name}. Is ${nearestOf(name, known)} meant?`);
    const kind = KINDS[name];
    if (value !== undefined && kind?.fits(value) === false)
      throw new TypeError(`${whose}: ${name} must be ${kind.what}, and is ${shown(value)}.`);
  }
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  const isObject = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return isObject ? `of the type "${typeof value}"` : String(value);
}

/**
 * The known name that is most similar (by the share of common letter pairs).
 * @param {string} name
 * @param {readonly string[]} known
 */
function nearestOf(name, known) {
  const pairs = pairsOf(name);
  const likeness = (/** @type {string} */ other) => {
    const others = pairsOf(other);
    return pairs.filter((pair) => others.includes(pair)).length / (pairs.length + others.length);
  };
  return known.reduce((best, each) => (likeness(each) > likeness(best) ? each : best));
}

/**
 * Each letter with the next; the last has none.
 * @param {string} name
 */
function pairsOf(name) {
  return [...name.toLowerCase()].map((letter, at, all) => letter + (all[at + 1] ?? ''));
}
