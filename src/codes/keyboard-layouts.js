// @ts-check
/**
 * What a hand scanner meant, where it is set to another keyboard layout than the computer, or Caps Lock is on. A
 * scanner presses keys, and the computer's layout says which characters they are. Plain JavaScript that imports
 * nothing, because the gate's page runs this very file.
 */

/** @typedef {readonly [scanner: string, computer: string]} Layouts such as QWERTY and AZERTY */
/** @typedef {{ readonly text: string, readonly layouts: Layouts }} KeyboardReading */
/** @typedef {{ readonly meant: ReadonlyMap<string, string>, readonly layouts: Layouts }} Keyboards */

/**
 * What each key types alone and with Shift, in the order of the keys of a US keyboard. A space: nothing that a code
 * contains. Austria has the German keyboard, the Netherlands have that of the US; a French Mac types digits as the
 * Belgian one.
 */
const LAYOUTS = [
  ['1234567890-=qwertyuiopasdfghjkl;zxcvbnm,./', '!@#$%^&*()_+QWERTYUIOPASDFGHJKL:ZXCVBNM<>?'], // US
  ['1234567890ß qwertzuiopasdfghjklöyxcvbnm,.-', '!"§$%&/()=? QWERTZUIOPASDFGHJKLÖYXCVBNM;:_'], // German
  ['&é"\'(-è_çà)=azertyuiopqsdfghjklmwxcvbn,;:!', '1234567890°+AZERTYUIOPQSDFGHJKLMWXCVBN?./§'], // French
  ['&é"\'(§è!çà)-azertyuiopqsdfghjklmwxcvbn,;:=', '1234567890°_AZERTYUIOPQSDFGHJKLMWXCVBN?./+'], // Belgian
  ["1234567890' qwertzuiopasdfghjklöyxcvbnm,.-", '+"*ç%&/()=? QWERTZUIOPASDFGHJKLéYXCVBNM;:_'], // Swiss
  ["1234567890'¡qwertyuiopasdfghjklñzxcvbnm,.-", '!"·$%&/()=?¿QWERTYUIOPASDFGHJKLÑZXCVBNM;:_'], // Spanish
  ["1234567890'ìqwertyuiopasdfghjklòzxcvbnm,.-", '!"£$%&/()=?^QWERTYUIOPASDFGHJKLçZXCVBNM;:_'], // Italian
  ['1234567890-=qwertyuiopasdfghjkl;zxcvbnm,./', '!"£$%^&*()_+QWERTYUIOPASDFGHJKL:ZXCVBNM<>?'], // British
].map(([alone = '', shifted = '']) => ({ alone, shifted, name: alone.slice(12, 18).toUpperCase() }));

/** With one of each arrangement of letters and digits. Scanners leave the factory with the first, the US layout. */
const SCANNERS = LAYOUTS.slice(0, 3).map(({ name, alone, shifted }) => ({
  name,
  codeKeys: Array.from(alone, (each, key) => [each, shifted[key] ?? ''].find(isOfCodes) ?? ' ').join(''),
}));

/** No code is longer. */
const LONGEST = 400;
/** So many readings of a ticket code are tried: no real one has more, and a hostile text costs no more. */
const MOST_READINGS = 4;

/** @type {readonly Keyboards[]} */
const BY_KEY = SCANNERS.flatMap(({ name, codeKeys }) =>
  LAYOUTS.map((computer) => ({
    meant: new Map([...pairs(computer.shifted.toLowerCase(), codeKeys), ...pairs(computer.alone, codeKeys)]),
    layouts: [name, computer.name],
  })),
);

/** Where nothing but letters and digits has arrived, the other computers type as one of these three. */
const BY_LETTER = BY_KEY.filter((_, at) => at % LAYOUTS.length < SCANNERS.length);

/** @type {readonly Keyboards[]} */
const BY_CHARACTER = LAYOUTS.flatMap((scanner) =>
  LAYOUTS.map((computer) => ({
    meant: new Map([
      [' ', ' '],
      ...pairs(computer.shifted, scanner.shifted),
      ...pairs(computer.alone, scanner.alone),
    ]),
    layouts: [scanner.name, computer.name],
  })),
);

/**
 * The letters and digits that a scanner meant, in lower case, whatever Shift and Caps Lock did: each key that a ticket
 * code needs stands for one of them. There are at most four.
 * @param {string} typed in lower case
 * @returns {readonly KeyboardReading[]} the most likely first
 */
export function keyReadings(typed) {
  return readingsUnder(/[^a-z0-9]/.test(typed) ? BY_KEY : BY_LETTER, typed, MOST_READINGS);
}

/**
 * All characters that a scanner meant, if Caps Lock was off.
 * @param {string} typed
 * @returns {readonly KeyboardReading[]}
 */
export function exactReadings(typed) {
  return typed.length > LONGEST ? [] : readingsUnder(BY_CHARACTER, typed.normalize('NFC'));
}

/**
 * The reading in lower case that has the form of `pattern`. Undefined: there is none, or it is not the only one.
 * @param {string} typed
 * @param {RegExp} pattern
 * @returns {string | undefined}
 */
export function onlyReading(typed, pattern) {
  const texts = exactReadings(typed).map(({ text }) => text.toLowerCase());
  const [only, another] = new Set(texts.filter((text) => pattern.test(text)));
  return another === undefined ? only : undefined;
}

/**
 * The text without what belongs to no code: control and invisible characters, white space around it, and the three
 * characters before it with which a scanner may name the kind of bar code (ISO/IEC 15424).
 * @param {string} text
 */
export function withoutMarks(text) {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/^\][a-z][0-9a-z]/i, '');
}

/**
 * None of them twice, and not `typed` itself.
 * @param {readonly Keyboards[]} keyboards
 * @param {string} typed
 * @param {number} [most]
 * @returns {readonly KeyboardReading[]}
 */
function readingsUnder(keyboards, typed, most = keyboards.length) {
  const characters = [...new Set(typed)];
  const seen = new Set([characters.join('')]);
  /** @type {KeyboardReading[]} */
  const readings = [];
  for (const { meant, layouts } of keyboards) {
    if (readings.length === most) break;
    if (!characters.every((each) => meant.has(each))) continue;
    const read = characters.map((each) => meant.get(each)).join('');
    if (seen.has(read)) continue;
    seen.add(read);
    readings.push({ text: Array.from(typed, (each) => meant.get(each)).join(''), layouts });
  }
  return readings;
}

/**
 * What arrived and what was meant, for each key.
 * @param {string} arrived
 * @param {string} meant
 * @returns {(readonly [string, string])[]}
 */
function pairs(arrived, meant) {
  return Array.from(arrived, (each, key) => /** @type {const} */ ([each, meant[key] ?? ' '])).filter(
    (pair) => !pair.includes(' '),
  );
}

/** @param {string} character */
function isOfCodes(character) {
  return /[a-z0-9]/.test(character);
}
