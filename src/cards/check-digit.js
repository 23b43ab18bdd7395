// @ts-check
/**
 * Check digits of card numbers. Plain JavaScript, because the gate's page runs this very file.
 *
 * @import { CardCheck } from './card-types.ts'
 */

/**
 * Whether the number is right, as its check digit says. Signs that are neither digits nor letters don't count.
 * @param {CardCheck | undefined} check undefined: it has none
 * @param {string} number in capitals
 */
export function isRightNumber(check, number) {
  if (check === undefined) return true;
  return { luhn: isLuhn, ean13: isEan13, mod97: isMod97 }[check](number);
}

/**
 * ISO/IEC 7812-1, annex B: from the right every second digit counts double, its digits added up.
 * @param {string} number
 */
function isLuhn(number) {
  const digits = digitsIn(number);
  const sum = digits.reverse().reduce((all, digit, place) => {
    const counted = place % 2 === 0 ? digit : 2 * digit;
    return all + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return digits.length > 1 && sum % 10 === 0;
}

/**
 * GS1 General Specifications, section 7.9: thirteen digits, of which every second one counts three times.
 * @param {string} number
 */
function isEan13(number) {
  const digits = digitsIn(number);
  const sum = digits.reduce((all, digit, place) => all + (place % 2 === 0 ? digit : 3 * digit), 0);
  return digits.length === 13 && sum % 10 === 0;
}

/**
 * ISO/IEC 7064, MOD 97-10: the number leaves 1 when it is divided by 97; a letter counts as 10 to 35.
 * @param {string} number
 */
function isMod97(number) {
  const signs = number.match(/[0-9A-Z]/g) ?? [];
  const rest = signs.reduce((left, sign) => {
    const value = Number.parseInt(sign, 36);
    return (left * (value < 10 ? 10 : 100) + value) % 97;
  }, 0);
  return signs.length > 2 && rest === 1;
}

/** @param {string} number */
function digitsIn(number) {
  return (number.match(/[0-9]/g) ?? []).map(Number);
}
