/** At least three digits, as a regular expression. The length is checked apart from it. */
export const PHONE_PATTERN = '^[+()\\-./ ]*[0-9][+()\\-./ ]*[0-9][+()\\-./ ]*[0-9][0-9+()\\-./ ]*$';
export const PHONE_CHARACTERS = { least: 3, most: 32 } as const;

const PHONE = new RegExp(PHONE_PATTERN);

/** Whether `text` is written like a telephone number. */
export function isPhone(text: string): boolean {
  return text.length >= PHONE_CHARACTERS.least && text.length <= PHONE_CHARACTERS.most && PHONE.test(text);
}
