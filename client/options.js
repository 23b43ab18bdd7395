/**
 * A misspelt option would be left out in silence, and a purchase be made without the key that it was given.
 * @param {string} whose
 * @param {object} given
 * @param {readonly string[]} known
 * @throws TypeError that names the first which there is not
 */
export function checkOptions(whose, given, known) {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${whose} takes no option ${unknown}. Is ${nearestOf(unknown, known)} meant?`);
}

/**
 * The one that has most in common with it, as a share of both.
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
